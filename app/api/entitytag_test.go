// SPDX-License-Identifier: MIT

package api

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

// adminTargets holds one successful request on the land to each administrative
// operation.
var adminTargets = []string{
	"provinces?include_geom=true", "provinces/10?include_geom=true", "wards?size=5000&include_geom=true", "wards/10000?include_geom=true",
	"locate?lat=10.51&lon=106.01", "search?q=ba+dinh", "legacy/00004",
	"export?prov_code=10",
}

// TestEntityTags checks that a tag identifies one answer: the same request gets
// the same tag, and any difference changes it.
func TestEntityTags(t *testing.T) {
	s := startServer(t, withLand(t, 4))
	other := map[string]*Server{
		"another licence": startServer(t, withLand(t, 4), func(o *Options) { o.Licence = "other" }),
		"another map":     startServer(t, withLand(t, 5)),
		"another version": startServer(t, withLand(t, 4), func(o *Options) { o.Version = "1.2.4" }),
		"no borders":      startServer(t, func(o *Options) { o.Engine = &fakeEngine{table: testUnits(t)} }),
	}
	seen := map[string]string{}
	for _, target := range adminTargets {
		first := getUnits(t, s, target)
		tag := first.header.Get("ETag")
		if first.status != 200 || !strings.HasPrefix(tag, `W/"`) || !strings.HasSuffix(tag, `"`) || len(tag) < 20 || seen[tag] != "" {
			t.Errorf("%s: %d, tag %s, which is that of %q", target, first.status, tag, seen[tag])
		}
		seen[tag] = target
		for name, edits := range map[string][]edit{
			"again": {}, "plain": {header("Accept-Encoding", "identity")}, "with a key": {header("X-API-Key", testKey)},
			"with an id": {header("X-Request-Id", "x")},
		} {
			if got := getUnits(t, s, target, edits...); got.header.Get("ETag") != tag || string(got.body) != string(first.body) {
				t.Errorf("%s, %s: tag %s, before %s", target, name, got.header.Get("ETag"), tag)
			}
		}
		for name, s := range other {
			if got := getUnits(t, s, target); got.header.Get("ETag") == tag {
				t.Errorf("%s: %s has the same tag", target, name)
			}
		}
		separator := "?"
		if strings.Contains(target, "?") {
			separator = "&"
		}
		keyed := getUnits(t, s, target+separator+"apikey="+testKey)
		if keyed.header.Get("ETag") != tag {
			t.Errorf("%s: with a key in the query the tag is %s", target, keyed.header.Get("ETag"))
		}
	}
	for _, targets := range [][2]string{
		{"search?q=a&kind=ward", "search?q=a%0Akind%3Dward"},
		{"search?q=a&kind=ward", "search?q=a%0Akind%0Award"},
		{"search?q=a&x=bc", "search?q=a&xb=c"},
		{"wards?codes=10000", "wards?codes=10001"},
		{"wards?page=1&size=11", "wards?page=11&size=1"},
		{"wards/10000", "wards/10001"},
		{"provinces/10?geom_level=ward&include_geom=true", "provinces/10?geom_level=street&include_geom=true"},
	} {
		if a, b := getUnits(t, s, targets[0]), getUnits(t, s, targets[1]); a.header.Get("ETag") == b.header.Get("ETag") {
			t.Errorf("%s and %s have the tag %s", targets[0], targets[1], a.header.Get("ETag"))
		}
	}
}

// TestNotModified checks the answers to requests with If-None-Match.
func TestNotModified(t *testing.T) {
	s := startServer(t, withLand(t, 4))
	for _, target := range adminTargets {
		whole := getUnits(t, s, target)
		tag := whole.header.Get("ETag")
		for _, c := range []struct {
			held   []string
			status int
		}{
			{[]string{tag}, 304},
			{[]string{strings.TrimPrefix(tag, "W/")}, 304},
			{[]string{`W/"other", ` + tag + ` , "third"`}, 304},
			{[]string{`"other",` + tag}, 304},
			{[]string{`"other"`, tag}, 304},
			{[]string{"*"}, 304},
			{[]string{" * "}, 304},
			{[]string{`"other", *`}, 304},
			{[]string{`W/"other"`}, 200},
			{[]string{""}, 200},
			{[]string{","}, 200},
			{[]string{`W/""`}, 200},
			{[]string{strings.Trim(tag, `W/"`)}, 200}, // without its quotes it is not a tag
			{[]string{tag[:len(tag)-2] + `"`}, 200},
			{[]string{`"*"`}, 200},
		} {
			var edits []edit
			for _, held := range c.held {
				edits = append(edits, header("If-None-Match", held))
			}
			got := getUnits(t, s, target, edits...)
			if got.status != c.status {
				t.Errorf("%s with %q: %d, want %d", target, c.held, got.status, c.status)
				continue
			}
			if got.status == 304 {
				checkNotModified(t, target, got, whole)
			} else if string(got.body) != string(whole.body) {
				t.Errorf("%s with %q: another body", target, c.held)
			}
			head := call(t, s, http.MethodHead, "/api/admin-unit/"+target, nil, append(edits, header("app-version", "1.1"))...)
			if head.status != c.status || head.header.Get("ETag") != tag {
				t.Errorf("HEAD %s with %q: %d, tag %s", target, c.held, head.status, head.header.Get("ETag"))
			}
		}
	}
}

// checkNotModified checks the headers that RFC 9110, section 15.4.5 requires in a
// 304, and that there are no headers of a body.
func checkNotModified(t *testing.T, target string, got, whole reply) {
	t.Helper()
	for _, name := range []string{"ETag", "Cache-Control", "Vary", "X-Content-Type-Options", "Cross-Origin-Resource-Policy"} {
		if g, w := strings.Join(got.header[http.CanonicalHeaderKey(name)], "|"), strings.Join(whole.header[http.CanonicalHeaderKey(name)], "|"); g != w || w == "" {
			t.Errorf("%s: %s is %q in the 304, %q in the 200", target, name, g, w)
		}
	}
	for _, name := range []string{"Content-Type", "Content-Length", "Content-Encoding", "Transfer-Encoding"} {
		if got.header[name] != nil {
			t.Errorf("%s: a 304 with %s %q", target, name, got.header[name])
		}
	}
	if len(got.body) > 0 || got.header.Get("X-Request-Id") == "" || got.header.Get("Cache-Control") != "private, no-cache" {
		t.Errorf("%s: %q, header %v", target, got.body, got.header)
	}
}

// TestNoTagOnErrors checks that If-None-Match has no effect on errors (RFC 9110,
// section 13.2.1).
func TestNoTagOnErrors(t *testing.T) {
	land := startServer(t, withLand(t, 4))
	none := startServer(t)
	for _, c := range []struct {
		s      *Server
		target string
		status int
	}{
		{land, "locate?lat=0&lon=0", 404}, {land, "wards/99999", 404}, {land, "wards?page=0", 400}, {land, "legacy?q=zzzzzz", 404},
		{none, "locate?lat=0&lon=0", 503},
	} {
		for _, held := range []string{"", "*", `W/"x"`} {
			got := getUnits(t, c.s, c.target, header("If-None-Match", held))
			if got.status != c.status || got.header.Get("ETag") != "" || got.header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s with %q: %d, header %v", c.target, held, got.status, got.header)
			}
		}
	}
}

// TestHeadIsGetWithoutBody checks that HEAD declares the same length as GET and
// sends no body.
func TestHeadIsGetWithoutBody(t *testing.T) {
	s := startServer(t, withLand(t, 4))
	for _, target := range adminTargets {
		for _, coding := range []string{"gzip", "identity"} {
			edits := []edit{header("app-version", "1.1"), header("Accept-Encoding", coding)}
			var headers [2]http.Header
			for i, method := range []string{http.MethodGet, http.MethodHead} {
				got, length := exchange(t, s, method, "/api/admin-unit/"+target, edits...)
				if headers[i] = got; method == http.MethodHead && length > 0 {
					t.Errorf("HEAD %s: %d bytes of a body", target, length)
				}
			}
			for _, name := range []string{"Content-Type", "Content-Length", "Content-Encoding", "Etag", "Vary", "Cache-Control"} {
				if g, h := headers[0].Get(name), headers[1].Get(name); g != h {
					t.Errorf("%s (%s): %s is %q for GET, %q for HEAD", target, coding, name, g, h)
				}
			}
		}
	}
}

// exchange sends a request on its own connection and returns the header of the
// answer and the number of bytes after it.
func exchange(t *testing.T, s *Server, method, target string, edits ...edit) (http.Header, int) {
	t.Helper()
	c, err := net.Dial("tcp", s.Addr())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	r, err := http.NewRequestWithContext(t.Context(), method, s.URL()+target, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range edits {
		e(r)
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n", method, target, s.Addr())
	if err := r.Header.Write(&text); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(c, text.String()+"\r\n"); err != nil {
		t.Fatal(err)
	}
	// Read it as the answer to GET, so that a body would not be skipped.
	read := bufio.NewReader(c)
	header := http.Header{}
	for line := 0; ; line++ {
		text, err := read.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		name, value, _ := strings.Cut(strings.TrimRight(text, "\r\n"), ": ")
		if name == "" {
			break
		}
		if line > 0 {
			header.Add(name, value)
		}
	}
	rest, err := io.Copy(io.Discard, read)
	if err != nil {
		t.Fatal(err)
	}
	return header, int(rest)
}
