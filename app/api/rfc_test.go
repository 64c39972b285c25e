// SPDX-License-Identifier: MIT

package api

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// exchangeRaw sends the text of a request and returns the answer, and whether the server then
// closed the connection.
func exchangeRaw(t *testing.T, s *Server, text string) (got reply, closed bool) {
	t.Helper()
	c := connect(t, s)
	if err := c.SetDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(c, text); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(c)
	answer, err := http.ReadResponse(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	got = reply{status: answer.StatusCode, header: answer.Header, body: b}
	if !answer.Close {
		return got, false
	}
	_, err = in.ReadByte()
	return got, errors.Is(err, io.EOF)
}

// TestBothLengthsCloseTheConnection sends a body with Content-Length and in chunks. RFC
// 9112, section 6.1: the server must close the connection after the answer.
func TestBothLengthsCloseTheConnection(t *testing.T) {
	s := startServer(t)
	post := "POST " + snapPath + " HTTP/1.1\r\nHost: localhost\r\nX-API-Key: " + testKey + "\r\nContent-Type: application/json\r\n"
	chunk := fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(goodBody), goodBody)
	length := fmt.Sprintf("Content-Length: %d\r\n", len(goodBody))
	if _, closed := exchangeRaw(t, s, post+length+"Transfer-Encoding: chunked\r\n\r\n"+chunk); !closed {
		t.Error("the connection stays open")
	}
	if got, closed := exchangeRaw(t, s, post+length+"\r\n"+goodBody); closed || got.status != 200 {
		t.Errorf("a plain body: %d, closed %v", got.status, closed)
	}
}

// TestOptionsOfTheServer asks what the server as a whole can do (RFC 9110, section 9.3.7).
func TestOptionsOfTheServer(t *testing.T) {
	got, _ := exchangeRaw(t, startServer(t), "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n")
	if got.status != http.StatusNoContent || len(got.body) > 0 || got.header.Get("Allow") != "GET, HEAD, POST, OPTIONS" {
		t.Errorf("%d, Allow %q: %s", got.status, got.header.Get("Allow"), got.body)
	}
}

// TestByteOrderMark sends paths copied from a file with a byte order mark.
func TestByteOrderMark(t *testing.T) {
	s := startServer(t)
	if got := getSnap(t, s, "path=%EF%BB%BF1,1|2,2"); got.status != 200 {
		t.Errorf("in a query: %d %s", got.status, got.body)
	}
	if got := postSnap(t, s, "{\"path\":\"\uFEFF1,1|2,2\"}"); got.status != 200 {
		t.Errorf("in a body: %d %s", got.status, got.body)
	}
	if got := getSnap(t, s, "path=1,1|%EF%BB%BF2,2"); got.status != 400 || !strings.Contains(got.fields(), "path[1].lat") {
		t.Errorf("in the middle: %d %s", got.status, got.body)
	}
}

// TestAnswersBeforeAnyHandler sends requests that net/http refuses. The description of the
// API names the status of each.
func TestAnswersBeforeAnyHandler(t *testing.T) {
	s := startServer(t)
	doc, err := describedAPI()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		text   string
		status int
	}{
		"no Host":           {"GET /healthz HTTP/1.1\r\n\r\n", 400},
		"two Hosts":         {"GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400},
		"malformed Host":    {"GET /healthz HTTP/1.1\r\nHost: a b\r\n\r\n", 400},
		"long header":       {"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: " + strings.Repeat("x", 2*maxHeaderBytes) + "\r\n\r\n", 431},
		"transfer encoding": {"POST /healthz HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n", 501},
		"version":           {"GET /healthz HTTP/3.7\r\nHost: localhost\r\n\r\n", 505},
	} {
		got, closed := exchangeRaw(t, s, c.text)
		if got.status != c.status || !closed {
			t.Errorf("%s: %d, closed %v, want %d", name, got.status, closed, c.status)
		}
		if !strings.Contains(doc.Info.Description, fmt.Sprint(c.status, " for ")) {
			t.Errorf("%s: %d is not described", name, c.status)
		}
	}
}
