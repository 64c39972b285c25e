// SPDX-License-Identifier: MIT

package api

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"net"
	"net/http"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3filter"
	"golang.org/x/text/language"

	"roadsnap/engine"
	"roadsnap/engine/pack"
)

func init() {
	for _, contentType := range []string{"text/html", "text/javascript", "text/css", "image/png"} {
		openapi3filter.RegisterBodyDecoder(contentType, openapi3filter.FileBodyDecoder)
	}
}

// TestFrontPage holds that the page names the maps and their age in the reader's language.
func TestFrontPage(t *testing.T) {
	now := time.Now().UTC()
	e := &fakeEngine{snap: echo, table: testUnits(t), info: engine.Info{Meta: pack.Meta{Name: "<Bản đồ>", SourceTime: now.AddDate(0, 0, -3)}}}
	e.further = []engine.Info{{Meta: pack.Meta{Name: "Second"}}}
	s := startServer(t, func(o *Options) { o.Engine, o.Licence = e, "© Some & others" })
	for accept, want := range map[string][]string{
		"":                          {`<html lang="en">`, "3 days ago", now.AddDate(0, 0, -3).Format("2006-01-02"), "Second", "unknown", "Ready."},
		"vi":                        {`<html lang="vi">`, "3 ngày trước", now.AddDate(0, 0, -3).Format("02/01/2006"), "không rõ", "Sẵn sàng."},
		"fr, vi-VN;q=0.9, en;q=0.5": {`<html lang="vi">`},
		"fr":                        {`<html lang="en">`},
		"vi;q=forged":               {`<html lang="en">`},
	} {
		got := getReply(t, s, "/", header("Accept-Language", accept))
		for _, text := range append(want, "1.2.3", "&lt;Bản đồ&gt;", "© Some &amp; others") {
			if got.status != 200 || !strings.Contains(string(got.body), text) {
				t.Errorf("%q: %d, no %q in\n%s", accept, got.status, text, got.body)
			}
		}
	}
	e.unready = engine.ErrNoRoads
	if got := getReply(t, s, "/"); got.status != 200 || !strings.Contains(string(got.body), "Not ready") {
		t.Errorf("without roads: %d %s", got.status, got.body)
	}
}

func TestFreshness(t *testing.T) {
	f, err := front()
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 26, 1, 0, 0, 0, time.FixedZone("", 7*3600)) // 25 November in UTC
	for _, c := range []struct {
		data   time.Time
		en, vi string
	}{
		{time.Time{}, "unknown", "không rõ"},
		{time.Date(2026, 11, 25, 17, 0, 0, 0, time.UTC), "2026-11-25, today", "25/11/2026, hôm nay"},
		{time.Date(2026, 11, 24, 23, 59, 0, 0, time.UTC), "2026-11-24, yesterday", "24/11/2026, hôm qua"},
		{time.Date(2018, 3, 1, 12, 0, 0, 0, time.UTC), "2018-03-01, 3,191 days ago", "01/03/2018, 3.191 ngày trước"},
		{time.Date(2026, 11, 27, 0, 0, 0, 0, time.UTC), "2026-11-27, in the future: check the clock", "27/11/2026, ở tương lai: hãy kiểm tra đồng hồ"},
	} {
		for tag, want := range map[language.Tag]string{language.English: c.en, language.Vietnamese: c.vi} {
			if got := freshness(f.words[tag], tag, c.data, now); got != want {
				t.Errorf("%v: %q, want %q", c.data, got, want)
			}
		}
	}
}

// TestPagesLoadNothingFromElsewhere holds that the pages and their policy name no other
// server, and that the policy allows the style of the front page.
func TestPagesLoadNothingFromElsewhere(t *testing.T) {
	s := startServer(t)
	foreign := regexp.MustCompile(`(src|href)="(https?:)?//`)
	for _, path := range []string{"/", "/docs"} {
		got := getReply(t, s, path)
		policy := got.header.Get("Content-Security-Policy")
		if !strings.HasPrefix(policy, "default-src 'none';") || !strings.Contains(policy, "frame-ancestors 'none'") || strings.Contains(policy, "http") || strings.Contains(policy, "script-src 'self' ") {
			t.Errorf("%s: policy %q", path, policy)
		}
		if foreign.Match(got.body) || bytes.Contains(got.body, []byte("<script>")) {
			t.Errorf("%s loads from elsewhere, or has a script of its own:\n%s", path, got.body)
		}
		style := regexp.MustCompile(`(?s)<style>(.*)</style>`).FindSubmatch(got.body)
		if style == nil {
			continue
		}
		hash := sha256.Sum256(style[1])
		if !strings.Contains(policy, "'sha256-"+base64.StdEncoding.EncodeToString(hash[:])+"'") {
			t.Errorf("%s: the policy %q forbids the style", path, policy)
		}
	}
}

// TestDocsFiles holds that every file that /docs names is there, whether the client accepts
// gzip or not.
func TestDocsFiles(t *testing.T) {
	s := startServer(t)
	names := regexp.MustCompile(`docs/[a-z.-]+`).FindAllString(string(getReply(t, s, "/docs").body), -1)
	if len(names) != len(docsFiles) {
		t.Errorf("the page names %q, the server has %d files", names, len(docsFiles))
	}
	for _, name := range names {
		plain := getReply(t, s, "/"+name, header("Accept-Encoding", "identity"))
		zipped := getReply(t, s, "/"+name, header("Accept-Encoding", "gzip"))
		text := zipped.body
		if zipped.header.Get("Content-Encoding") == "gzip" {
			z, err := gzip.NewReader(bytes.NewReader(zipped.body))
			if err == nil {
				text, err = io.ReadAll(z)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if plain.status != 200 || zipped.status != 200 || len(plain.body) == 0 || !bytes.Equal(plain.body, text) || plain.header.Get("Content-Encoding") != "" {
			t.Errorf("%s: %d and %d, %d and %d bytes", name, plain.status, zipped.status, len(plain.body), len(text))
		}
	}
	if got := getReply(t, s, "/docs/..%2Fopenapi.json"); got.status != http.StatusNotFound || got.header.Get("Content-Type") != "application/json" || got.header.Get("Cache-Control") != "no-store" {
		t.Errorf("a file that is none: %d %v", got.status, got.header)
	}
}

// TestPagesKeepTheRulesOfHosts holds that a page cannot be read under a foreign name, nor by
// pages of other origins.
func TestPagesKeepTheRulesOfHosts(t *testing.T) {
	s := startServer(t)
	for _, path := range []string{"/", "/docs", "/docs/start.js"} {
		for _, e := range []edit{host("evil.example"), header("Origin", "https://evil.example")} {
			if got := getReply(t, s, path, e); got.status != http.StatusForbidden {
				t.Errorf("%s: %d", path, got.status)
			}
		}
	}
}

// TestDocsFilesAreUnpackedOnce holds that all requests share one copy of each file.
func TestDocsFilesAreUnpackedOnce(t *testing.T) {
	for name, file := range docsFiles {
		for _, read := range []func() ([]byte, error){file.read, file.zipped} {
			if read == nil {
				continue
			}
			first, err1 := read()
			second, err2 := read()
			if err1 != nil || err2 != nil || len(first) == 0 || &first[0] != &second[0] {
				t.Errorf("%s: read twice, or not at all: %v, %v", name, err1, err2)
			}
		}
	}
}

// TestConstantAnswersAreNotCopied measures the memory that requests for files of more than a
// megabyte take.
func TestConstantAnswersAreNotCopied(t *testing.T) {
	s := newServer(t)
	for _, target := range []string{"/docs/swagger-ui-bundle.js", "/docs/swagger-ui.css", "/openapi.json"} {
		for _, coding := range []string{"identity", "gzip"} {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://localhost"+target, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Accept-Encoding", coding)
			w := &measuringWriter{discard: discard{http.Header{}}}
			s.ServeHTTP(w, r) // reads the file
			taken := w.taken
			const times = 10
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for range times {
				s.ServeHTTP(w, r)
			}
			runtime.ReadMemStats(&after)
			if each := (after.TotalAlloc - before.TotalAlloc) / times; taken < 1<<14 || each > 1<<14 {
				t.Errorf("%s, %s: %d bytes of memory for an answer of %d", target, coding, each, taken)
			}
		}
	}
}

// TestSlowReadersOfPages holds that a client without a key that reads no file is given little
// time for each piece, and that it is disconnected after it.
func TestSlowReadersOfPages(t *testing.T) {
	const target = "/docs/swagger-ui-bundle.js"
	s := newServer(t)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://localhost"+target, nil)
	if err != nil {
		t.Fatal(err)
	}
	w := &slowWriter{discard: discard{http.Header{}}}
	s.ServeHTTP(w, r)
	for _, given := range w.given {
		if given > 10*time.Second {
			t.Errorf("a piece is given %v", given)
		}
	}
	if len(w.given) < 10 {
		t.Errorf("the deadline was set %d times", len(w.given))
	}

	seen := make(chan RequestInfo, 1)
	s = newServer(t, func(o *Options) { o.OnRequest = func(i RequestInfo) { seen <- i } })
	s.patience = 20 * time.Millisecond
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.StartOn(narrowListener{listener}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { shutDown(t, s) })
	c := dial(t, s, target, "HTTP/1.1")
	if err := c.SetReadBuffer(4 << 10); err != nil {
		t.Fatal(err)
	}
	if info := <-seen; info.Bytes >= 1<<20 { // on a busy machine the time may be over before the first byte
		t.Errorf("observed %+v", info)
	}
	if _, err := io.Copy(io.Discard, c); err != nil && !errors.Is(err, syscall.ECONNRESET) {
		t.Error(err) // the connection ends
	}
}

// narrowListener accepts connections for which the system keeps little, so that a whole file
// does not fit.
type narrowListener struct{ net.Listener }

func (l narrowListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err == nil {
		err = c.(*net.TCPConn).SetWriteBuffer(4 << 10)
	}
	return c, err
}
