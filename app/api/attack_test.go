// SPDX-License-Identifier: MIT

package api

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// The tests of this file hold that hostile clients get an answer or no connection, and leave
// nothing behind. Others of the kind stand next to what they attack: slow readers in
// stream_test.go and pages_test.go, slow lines and cut bodies in lines_test.go, clients that
// disconnect in server_test.go, percent-encoded paths in access_test.go, and silent connections
// in shutdown_test.go.

// TestPipelining sends several requests at once: the answers come in their order.
func TestPipelining(t *testing.T) {
	s := startServer(t)
	c := connect(t, s)
	targets := []string{"/healthz", "/no/such", "/readyz", "/api/admin-unit/provinces", "/openapi.json", "/healthz"}
	var text strings.Builder
	for i, target := range targets {
		fmt.Fprintf(&text, "GET %s HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: %d\r\n\r\n", target, i)
		body := fmt.Sprintf(`{"path":[{"lat":%d,"lon":1},{"lat":2,"lon":2}]}`, i)
		fmt.Fprintf(&text, "POST %s HTTP/1.1\r\nHost: localhost\r\nX-API-Key: %s\r\nContent-Type: application/json\r\nX-Request-Id: p%d\r\nContent-Length: %d\r\n\r\n%s", snapPath, testKey, i, len(body), body)
	}
	go func() { _, _ = io.WriteString(c, text.String()) }() // an error is that of reading
	in := bufio.NewReader(c)
	for i, status := range []int{200, 404, 200, 400, 200, 200} {
		for _, want := range []struct {
			id     string
			status int
		}{{fmt.Sprint(i), status}, {fmt.Sprint("p", i), 200}} {
			answer, err := http.ReadResponse(in, nil)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(answer.Body)
			if err := errors.Join(err, answer.Body.Close()); err != nil {
				t.Fatal(err)
			}
			if answer.StatusCode != want.status || answer.Header.Get("X-Request-Id") != want.id {
				t.Errorf("got %d for request %q, want %d for %q", answer.StatusCode, answer.Header.Get("X-Request-Id"), want.status, want.id)
			}
			if want.id[0] == 'p' && !strings.Contains(string(body), fmt.Sprintf(`"lat":%d`, i)) {
				t.Errorf("request %s got %s", want.id, body)
			}
		}
	}
}

// TestFramesOfBodies sends bodies whose length two programs might read differently (request
// smuggling; RFC 9112, section 6.3). None may leave a rest that is read as another request.
func TestFramesOfBodies(t *testing.T) {
	s := startServer(t)
	const smuggled = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: smuggled\r\n\r\n"
	chunked := fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(goodBody), goodBody)
	for name, c := range map[string]struct {
		lines  string
		body   string
		status int // 0: any error
	}{
		"chunks":                  {"Transfer-Encoding: chunked\r\n", chunked, 200},
		"chunks, upper case":      {"Transfer-Encoding: CHUNKED\r\n", chunked, 200},
		"two equal lengths":       {fmt.Sprintf("Content-Length: %[1]d\r\nContent-Length: %[1]d\r\n", len(goodBody)), goodBody, 200},
		"two lengths":             {fmt.Sprintf("Content-Length: %d\r\nContent-Length: 5\r\n", len(goodBody)), goodBody, 0},
		"a list of lengths":       {fmt.Sprintf("Content-Length: %d, 5\r\n", len(goodBody)), goodBody, 0},
		"a sign":                  {fmt.Sprintf("Content-Length: +%d\r\n", len(goodBody)), goodBody, 0},
		"negative":                {"Content-Length: -1\r\n", goodBody, 0},
		"hexadecimal":             {fmt.Sprintf("Content-Length: %#x\r\n", len(goodBody)), goodBody, 0},
		"too long to count":       {"Content-Length: 99999999999999999999\r\n", goodBody, 0},
		"chunked twice":           {"Transfer-Encoding: chunked, chunked\r\n", chunked, 0},
		"two encodings":           {"Transfer-Encoding: gzip, chunked\r\n", chunked, 0},
		"encoding in two lines":   {"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", chunked, 0},
		"another encoding":        {"Transfer-Encoding: xchunked\r\n", chunked, 0},
		"blank before the colon":  {"Transfer-Encoding : chunked\r\n", chunked, 0},
		"tab in the encoding":     {"Transfer-Encoding: \vchunked\r\n", chunked, 0},
		"huge chunk":              {"Transfer-Encoding: chunked\r\n", "ffffffffffffffff1\r\n" + goodBody, 0},
		"chunk with a sign":       {"Transfer-Encoding: chunked\r\n", "-1\r\n" + goodBody, 0},
		"chunk without an end":    {"Transfer-Encoding: chunked\r\n", fmt.Sprintf("%x\r\n%sXX0\r\n\r\n", len(goodBody), goodBody), 0},
		"folded line":             {"X-A: 1\r\n Transfer-Encoding: chunked\r\n" + fmt.Sprintf("Content-Length: %d\r\n", len(goodBody)), goodBody, 200},
		"zero byte in the header": {"X-A: \x00\r\n", "", 0},
		"line without a colon":    {"X-A\r\n", "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			conn := connect(t, s)
			text := "POST " + snapPath + " HTTP/1.1\r\nHost: localhost\r\nX-API-Key: " + testKey + "\r\nContent-Type: application/json\r\n" + c.lines + "\r\n" + c.body + smuggled
			if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(conn, text); err != nil {
				t.Fatal(err)
			}
			in := bufio.NewReader(conn)
			answer, err := http.ReadResponse(in, nil)
			if err != nil {
				t.Fatal(err)
			}
			_, err = io.Copy(io.Discard, answer.Body)
			if err := errors.Join(err, answer.Body.Close()); err != nil {
				t.Fatal(err)
			}
			if c.status != 0 && answer.StatusCode != c.status || c.status == 0 && answer.StatusCode < 400 {
				t.Errorf("status %d", answer.StatusCode)
			}
			if c.status != 0 {
				return // what follows is a request
			}
			if next, err := http.ReadResponse(in, nil); err == nil {
				defer next.Body.Close() //nolint:errcheck // the test has failed
				t.Errorf("the rest was read as a request: %d for %q", next.StatusCode, next.Header.Get("X-Request-Id"))
			}
		})
	}
}

// TestHeaderBombs sends headers that take much memory or never end.
func TestHeaderBombs(t *testing.T) {
	s := startServer(t)
	const bomb = 128 << 10 // twice the described limit
	for name, text := range map[string]string{
		"many lines":   "GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + strings.Repeat("X: y\r\n", bomb/6) + "\r\n",
		"a long line":  "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: " + strings.Repeat("y", bomb) + "\r\n\r\n",
		"a long name":  "GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + strings.Repeat("X", bomb) + ": y\r\n\r\n",
		"a long path":  "GET /" + strings.Repeat("y", bomb) + " HTTP/1.1\r\nHost: localhost\r\n\r\n",
		"a long query": "GET /healthz?" + strings.Repeat("y=1&", bomb/4) + " HTTP/1.1\r\nHost: localhost\r\n\r\n",
	} {
		c := connect(t, s)
		if err := c.SetDeadline(time.Now().Add(patience)); err != nil {
			t.Fatal(err)
		}
		go func() { _, _ = io.WriteString(c, text) }() // the server stops reading
		answer, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		_ = answer.Body.Close() // the connection ends
		if answer.StatusCode != http.StatusRequestHeaderFieldsTooLarge || !answer.Close {
			t.Errorf("%s: %d, closes: %v", name, answer.StatusCode, answer.Close)
		}
	}
}

// TestSlowWriters holds that a header or a body that does not come in time ends the connection,
// with shorter limits than usual.
func TestSlowWriters(t *testing.T) {
	const short = 20 * time.Millisecond
	post := "POST " + snapPath + "?apikey=" + testKey + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
	for text, c := range map[string]struct {
		header, whole time.Duration
		status        string
	}{
		"GET / HT":                              {short, patience, ""},
		"GET / HTTP/1.1\r\nHost: local":         {short, patience, ""},
		"GET / HTTP/1.1\r\nHost: localhost\r\n": {short, patience, ""},
		post:                                    {patience, short, "400"},
	} {
		server := httptest.NewUnstartedServer(newServer(t))
		server.Config.ReadHeaderTimeout, server.Config.ReadTimeout = c.header, c.whole
		server.Start()
		t.Cleanup(server.Close)
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
			t.Fatal(err)
		}
		// The time may be over before a busy machine gets to write.
		_, _ = io.WriteString(conn, text)
		answer, err := io.ReadAll(conn) // until the server closes
		if c.status != "" && err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if netErr := net.Error(nil); errors.As(err, &netErr) && netErr.Timeout() {
			t.Errorf("%q: %v", text, err)
		}
		if !strings.HasPrefix(strings.TrimPrefix(string(answer), "HTTP/1.1 "), c.status) || c.status == "" && strings.Contains(string(answer), " 200 ") {
			t.Errorf("%q got %q", text, answer)
		}
	}
}

// TestHalfClosedConnections closes the sending side of connections at several places. None stays
// open, and no goroutine is left.
func TestHalfClosedConnections(t *testing.T) {
	s := startServer(t)
	get := "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
	post := fmt.Sprintf("POST %s?apikey=%s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", snapPath, testKey, len(goodBody))
	before := runtime.NumGoroutine()
	var all sync.WaitGroup
	for _, text := range []string{"", "GET /hea", get, post, post + goodBody[:10], post + goodBody, get + post + goodBody + "GET"} {
		for range 20 {
			all.Go(func() {
				c, err := net.Dial("tcp", s.Addr())
				if err != nil {
					t.Error(err)
					return
				}
				defer c.Close() //nolint:errcheck // the other side has closed it
				_ = c.SetDeadline(time.Now().Add(patience))
				_, _ = io.WriteString(c, text)
				_ = c.(*net.TCPConn).CloseWrite()
				answer, err := io.ReadAll(c)
				if netErr := net.Error(nil); errors.As(err, &netErr) && netErr.Timeout() {
					t.Errorf("after %q the connection stays open; the answer is %q", text, answer)
				}
			})
		}
	}
	all.Wait()
	until(t, "the end of all connections", func() bool { return s.connections.number() == 0 && runtime.NumGoroutine() <= before })
}

// TestThousandIdleClients opens 1,000 connections, half of which have asked something. Requests
// of others are answered, and so is one on each of the idle connections.
func TestThousandIdleClients(t *testing.T) {
	s := startServer(t)
	idle := make([]net.Conn, 1000)
	for i := range idle {
		if idle[i] = connect(t, s); i%2 == 0 {
			if got := ask(t, idle[i], "/healthz"); got.status != http.StatusOK {
				t.Fatalf("connection %d got %d", i, got.status)
			}
		}
	}
	until(t, "connecting", func() bool { return s.connections.number() == len(idle) })
	if got := postSnap(t, s, goodBody); got.status != http.StatusOK {
		t.Errorf("another client got %d", got.status)
	}
	for i, c := range idle {
		if got := ask(t, c, "/readyz"); got.status != http.StatusOK || got.closes {
			t.Errorf("connection %d got %+v", i, got)
		}
		_ = c.Close()
	}
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	until(t, "the end of all connections", func() bool { return s.connections.number() == 0 })
}

// TestVanishingClients disconnects clients in every way at every place of a request.
func TestVanishingClients(t *testing.T) {
	s := startServer(t)
	before := runtime.NumGoroutine()
	request := fmt.Sprintf("POST %s?apikey=%s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", snapPath, testKey, len(goodBody), goodBody)
	for at := 0; at <= len(request); at += 7 {
		for _, reset := range []bool{false, true} {
			c, err := net.Dial("tcp", s.Addr())
			if err != nil {
				t.Fatal(err)
			}
			_, _ = io.WriteString(c, request[:at])
			if reset {
				_ = c.(*net.TCPConn).SetLinger(0)
			}
			_ = c.Close()
		}
	}
	until(t, "the end of all connections", func() bool {
		return s.connections.number() == 0 && s.active.Load() == 0 && runtime.NumGoroutine() <= before
	})
	if len(s.bodies.clients) != 0 || s.queue.Waiting() != 0 {
		t.Errorf("%d bodies and %d waiting requests are left", len(s.bodies.clients), s.queue.Waiting())
	}
}
