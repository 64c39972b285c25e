// SPDX-License-Identifier: MIT

package download

import (
	"bytes"
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// content returns n bytes that look like no text.
func content(n int, seed uint64) []byte {
	rng := rand.New(rand.NewPCG(seed, 1))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(rng.Uint32())
	}
	return b
}

// fakeServer serves a dated file and its checksum like a mirror of extracts, and
// misbehaves once for each entry of faults.
type fakeServer struct {
	*httptest.Server
	mu       sync.Mutex
	name     string // of the dated file
	body     []byte
	faults   []fault
	requests []string // "PATH Range"
}

// fault answers a request for the file in place of the server.
type fault func(s *fakeServer, w http.ResponseWriter, r *http.Request)

func newServer(t *testing.T, body []byte, faults ...fault) *fakeServer {
	s := &fakeServer{name: "vietnam-261124.osm.pbf", body: body, faults: faults}
	s.Server = httptest.NewTLSServer(s)
	t.Cleanup(s.Close)
	return s
}

func (s *fakeServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.requests = append(s.requests, strings.TrimSpace(r.URL.Path+" "+r.Header.Get("Range")))
	var now fault
	if len(s.faults) > 0 && !strings.HasSuffix(r.URL.Path, ".md5") && !strings.HasPrefix(r.URL.Path, "/vietnam-latest") {
		now, s.faults = s.faults[0], s.faults[1:]
	}
	s.mu.Unlock()
	if now != nil {
		now(s, w, r)
		return
	}
	s.serve(w, r)
}

func (s *fakeServer) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	name, body := s.name, s.body
	s.mu.Unlock()
	switch r.URL.Path {
	case "/vietnam-latest.osm.pbf":
		http.Redirect(w, r, "/"+name, http.StatusFound)
	case "/" + name:
		sum := sha256.Sum256(body)
		w.Header().Set("ETag", `"`+hex.EncodeToString(sum[:8])+`"`)
		http.ServeContent(w, r, name, time.Unix(1.7e9, 0), bytes.NewReader(body))
	case "/" + name + ".md5":
		fmt.Fprintf(w, "%x  %s\n", md5.Sum(body), name)
	default:
		http.NotFound(w, r)
	}
}

// cutAfter sends n bytes of the answer and drops the connection.
func cutAfter(n int) fault {
	return func(s *fakeServer, w http.ResponseWriter, r *http.Request) {
		s.serve(&cutWriter{ResponseWriter: w, left: n}, r)
		panic(http.ErrAbortHandler)
	}
}

type cutWriter struct {
	http.ResponseWriter
	left int
}

func (c *cutWriter) Write(b []byte) (int, error) {
	n := min(len(b), c.left)
	c.left -= n
	_, err := c.ResponseWriter.Write(b[:n])
	if n < len(b) {
		c.ResponseWriter.(http.Flusher).Flush()
		return n, errors.Join(err, io.ErrShortWrite)
	}
	return n, err
}

// answer gives a status, with headers as names and values.
func answer(code int, headers ...string) fault {
	return func(_ *fakeServer, w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(code)
	}
}

// stallAfter sends n bytes and then nothing until the client leaves.
func stallAfter(n int) fault {
	return func(s *fakeServer, w http.ResponseWriter, r *http.Request) {
		s.serve(&cutWriter{ResponseWriter: w, left: n}, r)
		<-r.Context().Done()
	}
}

// replace changes the file on the server, and then serves it.
func replace(body []byte) fault {
	return func(s *fakeServer, w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.body = body
		s.mu.Unlock()
		s.serve(w, r)
	}
}

// newClient returns a client that trusts the server and does not wait. pauses collects the
// pauses that it was asked to make.
func newClient(s *fakeServer) (c *Client, pauses *[]time.Duration) {
	pauses = new([]time.Duration)
	transport := s.Client().Transport.(*http.Transport).Clone()
	transport.DisableCompression = true
	return &Client{Transport: transport, Stall: time.Minute, Sleep: func(ctx context.Context, d time.Duration) error {
		*pauses = append(*pauses, d)
		return ctx.Err()
	}}, pauses
}

func request(t *testing.T, s *fakeServer) Request {
	return Request{URLs: []string{s.URL + "/vietnam-latest.osm.pbf"}, Path: filepath.Join(t.TempDir(), "vietnam.osm.pbf"), MD5Suffix: ".md5"}
}

// checkWhole fails unless the file is body and nothing else is left in its folder.
func checkWhole(t *testing.T, path string, body []byte) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, body) {
		t.Errorf("the file has %d bytes and differs from the %d on the server", len(got), len(body))
	}
	if names := list(t, path); len(names) != 1 {
		t.Errorf("the folder holds %v", names)
	}
}

func list(t *testing.T, path string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

const (
	size       = 1 << 20
	shortStall = 200 * time.Millisecond
)

// TestFetch downloads from servers that behave and from servers that fail on the way. All
// must end with the whole file.
func TestFetch(t *testing.T) {
	body, newer := content(size, 1), content(size+777, 2)
	damaged := bytes.Clone(body)
	damaged[size/2] ^= 1
	garbled := func(s *fakeServer, w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"garbled"`)
		http.ServeContent(w, r, s.name, time.Time{}, bytes.NewReader(damaged))
	}
	for name, c := range map[string]struct {
		faults []fault
		want   []byte
		gets   int // requests for the dated file
	}{
		"well-behaved":                      {nil, body, 1},
		"cut once":                          {[]fault{cutAfter(300_000)}, body, 2},
		"cut thrice":                        {[]fault{cutAfter(300_000), cutAfter(100_000), cutAfter(1)}, body, 4},
		"cut before the first byte":         {[]fault{cutAfter(0)}, body, 2},
		"stalls":                            {[]fault{stallAfter(300_000)}, body, 2},
		"stalls before the first byte":      {[]fault{stallAfter(0)}, body, 2},
		"changes between ranges":            {[]fault{cutAfter(300_000), replace(newer)}, newer, 2},
		"busy with Retry-After":             {[]fault{answer(429, "Retry-After", "7"), answer(503, "Retry-After", "7")}, body, 3},
		"gone on resume":                    {[]fault{cutAfter(300_000), answer(404)}, body, 3},
		"refuses the range":                 {[]fault{cutAfter(300_000), answer(416)}, body, 3},
		"another range than asked for":      {[]fault{cutAfter(300_000), answer(206, "Content-Range", "bytes 7-99/100")}, body, 3},
		"a range without saying which":      {[]fault{cutAfter(300_000), answer(206)}, body, 3},
		"a range that was not asked for":    {[]fault{answer(206, "Content-Range", "bytes 0-99/100")}, body, 2},
		"garbled once":                      {[]fault{garbled}, body, 2},
		"fails five times":                  {[]fault{answer(500), answer(502), answer(500), answer(500), answer(500)}, body, 6},
		"lies about its length":             {[]fault{answer(200, "Content-Length", "5000", "ETag", `"x"`)}, body, 2},
		"the whole instead of the range":    {[]fault{cutAfter(300_000), withoutRange}, body, 2},
		"no way to tell whether it changed": {[]fault{anonymous}, body, 2},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t, body, c.faults...)
			client, _ := newClient(s)
			stalls := strings.HasPrefix(name, "stalls")
			if stalls {
				client.Stall = shortStall
			}
			r := request(t, s)
			result, err := client.Fetch(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			checkWhole(t, r.Path, c.want)
			if want := (Result{s.URL + "/" + s.name, int64(len(c.want)), time.Unix(1.7e9, 0).UTC(), fmt.Sprintf("md5:%x", md5.Sum(c.want))}); result != want {
				t.Errorf("the result is %+v, want %+v", result, want)
			}
			gets := 0
			for _, r := range s.requests {
				if path, _, _ := strings.Cut(r, " "); path == "/"+s.name {
					gets++
				}
			}
			// A slow machine may take a server that is well for one that stalls.
			if gets != c.gets && !(stalls && gets > c.gets) {
				t.Errorf("asked %d times for the file, want %d: %v", gets, c.gets, s.requests)
			}
		})
	}
}

// withoutRange serves the whole file, whatever was asked for.
func withoutRange(s *fakeServer, w http.ResponseWriter, r *http.Request) {
	r.Header.Del("Range")
	s.serve(w, r)
}

// anonymous sends a part without anything that identifies the version.
func anonymous(s *fakeServer, w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", strconv.Itoa(len(s.body)))
	_, _ = w.Write(s.body[:1000])
	panic(http.ErrAbortHandler)
}

// TestResumeAsksForTheRest checks that no byte is fetched twice after a cut, and that the
// dated file is asked for, not the address that may lead to a newer one.
func TestResumeAsksForTheRest(t *testing.T) {
	s := newServer(t, content(size, 1), cutAfter(300_000))
	client, _ := newClient(s)
	if _, err := client.Fetch(t.Context(), request(t, s)); err != nil {
		t.Fatal(err)
	}
	want := []string{"/vietnam-latest.osm.pbf", "/vietnam-261124.osm.pbf", "/vietnam-261124.osm.pbf bytes=300000-", "/vietnam-261124.osm.pbf.md5"}
	if fmt.Sprint(s.requests) != fmt.Sprint(want) {
		t.Errorf("requests %v, want %v", s.requests, want)
	}
}

// TestResumeAfterCancel cancels in the middle and goes on with another client, as after a
// restart, also if the address meanwhile leads to a newer file.
func TestResumeAfterCancel(t *testing.T) {
	body := content(size, 1)
	s := newServer(t, body, stallAfter(300_000))
	client, _ := newClient(s)
	r := request(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	r.Progress = func(p Progress) {
		if p.Done == 300_000 {
			cancel()
		}
	}
	if _, err := client.Fetch(ctx, r); !errors.Is(err, context.Canceled) {
		t.Fatalf("cancelled: %v", err)
	}
	if names := list(t, r.Path); len(names) != 2 {
		t.Errorf("the folder holds %v, want the part and its state", names)
	}
	client, _ = newClient(s)
	r.Progress = nil
	if _, err := client.Fetch(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	checkWhole(t, r.Path, body)
	if last := s.requests[len(s.requests)-2]; last != "/vietnam-261124.osm.pbf bytes=300000-" {
		t.Errorf("after the restart %s was asked for", last)
	}
}

// TestDamagedPart resumes on a part whose bytes are not those that were sent, as after a
// power failure. The checksum finds it, and all is fetched again.
func TestDamagedPart(t *testing.T) {
	body := content(size, 1)
	s := newServer(t, body, cutAfter(300_000))
	client, _ := newClient(s)
	r := request(t, s)
	r.Progress = func(p Progress) {
		if p.Pause > 0 { // between the attempts
			if err := os.WriteFile(r.Path+PartSuffix, make([]byte, 300_000), 0o644); err != nil {
				t.Error(err)
			}
		}
	}
	if _, err := client.Fetch(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	checkWhole(t, r.Path, body)
}

// TestUnreadableState drops a part that does not say of which file it is.
func TestUnreadableState(t *testing.T) {
	body := content(size, 1)
	for _, state := range []string{"", "null", "{", `{"url":"https://x","total":9}`, `{"url":"https://x","validator":"y","total":-5}`} {
		s := newServer(t, body)
		client, _ := newClient(s)
		r := request(t, s)
		for name, text := range map[string]string{PartSuffix: "old", stateSuffix: state} {
			if err := os.WriteFile(r.Path+name, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := client.Fetch(t.Context(), r); err != nil {
			t.Fatalf("state %q: %v", state, err)
		}
		checkWhole(t, r.Path, body)
	}
}

// TestRefused checks the errors of downloads without hope, and what they leave.
func TestRefused(t *testing.T) {
	body := content(size, 1)
	always := func(f fault) []fault {
		faults := make([]fault, 100)
		for i := range faults {
			faults[i] = f
		}
		return faults
	}
	garbled := func(s *fakeServer, w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"garbled"`)
		http.ServeContent(w, r, s.name, time.Time{}, bytes.NewReader(body[1:]))
	}
	for name, c := range map[string]struct {
		faults []fault
		change func(*fakeServer, *Request)
		want   error
		says   string
		leaves int // files
	}{
		"forbidden":              {always(answer(403)), nil, ErrNoFile, "answers 403 Forbidden", 0},
		"not found":              {always(answer(404)), nil, ErrNoFile, "answers 404 Not Found", 0},
		"a page for people":      {always(answer(200, "Content-Type", "text/html; charset=utf-8")), nil, ErrNoFile, "web page", 0},
		"busy for a day":         {always(answer(429, "Retry-After", "86400")), nil, ErrBusy, "come back in 24h0m0s", 0},
		"always failing":         {always(answer(500)), nil, ErrConnection, "500 Internal Server Error", 0},
		"always cut":             {append([]fault{cutAfter(5000)}, always(cutAfter(0))...), nil, ErrConnection, "", 2},
		"always stalling":        {always(stallAfter(0)), nil, ErrConnection, "nothing arrives for 200ms", 0},
		"always garbled":         {always(garbled), nil, ErrChecksum, "checksum is wrong", 0},
		"redirects in a circle":  {always(circle), nil, ErrRedirects, "more than 10", 0},
		"redirects to http":      {always(answer(302, "Location", "http://127.0.0.1/x")), nil, ErrInsecure, "http://127.0.0.1/x", 0},
		"asked for over http":    {nil, func(_ *fakeServer, r *Request) { r.URLs[0] = "http://example.com/x" }, ErrInsecure, "http://example.com/x", 0},
		"without a checksum":     {nil, func(_ *fakeServer, r *Request) { r.MD5Suffix = ".none" }, ErrNoFile, "404", 2},
		"no checksum is named":   {nil, func(_ *fakeServer, r *Request) { r.MD5Suffix = "" }, nil, "no checksum", 0},
		"another known checksum": {nil, func(_ *fakeServer, r *Request) { r.SHA256 = strings.Repeat("0", 64) }, ErrChecksum, "sha256", 0},
		"too little space":       {nil, func(_ *fakeServer, r *Request) { r.Reserve = func(int64) int64 { return 1 << 60 } }, ErrSpace, "are needed", 0},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t, body, c.faults...)
			client, _ := newClient(s)
			if strings.Contains(name, "stalling") {
				client.Stall = shortStall
			}
			r := request(t, s)
			if c.change != nil {
				c.change(s, &r)
			}
			_, err := client.Fetch(t.Context(), r)
			if err == nil || c.want != nil && !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("the error is %v, want %v with %q", err, c.want, c.says)
			}
			if names := list(t, r.Path); len(names) != c.leaves {
				t.Errorf("the folder holds %v, want %d files", names, c.leaves)
			}
		})
	}
}

// circle redirects to itself.
func circle(_ *fakeServer, w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, r.URL.Path+"?again", http.StatusFound)
}

// TestPauses checks that pauses grow, that a server's own wish is kept, and that they are
// reported with their cause.
func TestPauses(t *testing.T) {
	s := newServer(t, content(size, 1), answer(500), answer(500), answer(429, "Retry-After", "90"), answer(500))
	client, pauses := newClient(s)
	r := request(t, s)
	var told []time.Duration
	r.Progress = func(p Progress) {
		if p.Pause > 0 {
			told = append(told, p.Pause)
			if p.Cause == nil {
				t.Error("a pause has no cause")
			}
		}
	}
	if _, err := client.Fetch(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	want := []time.Duration{time.Second, 2 * time.Second, 90 * time.Second, 8 * time.Second}
	if fmt.Sprint(*pauses) != fmt.Sprint(want) || fmt.Sprint(told) != fmt.Sprint(want) {
		t.Errorf("pauses %v, told %v, want %v", *pauses, told, want)
	}
}

// TestMirror checks that the next address is tried when the first one fails for good.
func TestMirror(t *testing.T) {
	body := content(size, 1)
	mirror := newServer(t, body)
	for name, first := range map[string]*fakeServer{
		"forbidden":   newServer(t, body, answer(403)),
		"unreachable": newServer(t, body),
	} {
		if name == "unreachable" {
			first.Close()
		}
		client, _ := newClient(mirror)
		r := request(t, first)
		r.URLs = append(r.URLs, mirror.URL+"/vietnam-latest.osm.pbf")
		result, err := client.Fetch(t.Context(), r)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !strings.HasPrefix(result.URL, mirror.URL) {
			t.Errorf("%s: the file is from %s", name, result.URL)
		}
		checkWhole(t, r.Path, body)
	}
}

// TestOneAtATime refuses a second download of the same file.
func TestOneAtATime(t *testing.T) {
	s := newServer(t, content(size, 1))
	client, _ := newClient(s)
	r := request(t, s)
	tried := false
	r.Progress = func(Progress) {
		if tried {
			return
		}
		tried = true
		again := r
		again.Progress = nil
		if _, err := client.Fetch(t.Context(), again); !errors.Is(err, ErrRunning) {
			t.Errorf("the second download: %v, want ErrRunning", err)
		}
	}
	if _, err := client.Fetch(t.Context(), r); err != nil {
		t.Fatal(err)
	}
}

// TestProxy sends requests to the chosen proxy, not to the host itself.
func TestProxy(t *testing.T) {
	asked := make(chan string, 1)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case asked <- r.Method + " " + r.Host:
		default:
		}
		w.WriteHeader(http.StatusForbidden)
	}))
	defer proxy.Close()
	address, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	client := &Client{Proxy: address, Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }}
	_, err = client.Fetch(t.Context(), Request{URLs: []string{"https://maps.invalid/x"}, Path: filepath.Join(t.TempDir(), "x"), SHA256: "0"})
	if !errors.Is(err, ErrConnection) {
		t.Errorf("the error is %v, want ErrConnection", err)
	}
	if got := <-asked; got != "CONNECT maps.invalid:443" {
		t.Errorf("the proxy was asked to %s", got)
	}
}

// TestChecksum asks for the checksum of the file that an address leads to, and for nothing
// else. A mirror that fails is passed over.
func TestChecksum(t *testing.T) {
	body := content(1000, 3)
	s := newServer(t, body)
	c := &Client{Transport: s.Client().Transport}
	r := Request{URLs: []string{s.URL + "/gone.osm.pbf", s.URL + "/vietnam-latest.osm.pbf"}, MD5Suffix: ".md5"}
	sum, err := c.Checksum(t.Context(), r)
	if want := fmt.Sprintf("md5:%x", md5.Sum(body)); err != nil || sum != want {
		t.Errorf("the checksum is %q, %v, want %q", sum, err, want)
	}
	fetched, err := c.Fetch(t.Context(), Request{URLs: r.URLs[1:], MD5Suffix: ".md5", Path: filepath.Join(t.TempDir(), "f")})
	if err != nil || fetched.Checksum != sum {
		t.Errorf("the file has %q, %v", fetched.Checksum, err)
	}
	r.URLs = r.URLs[:1]
	if _, err := c.Checksum(t.Context(), r); !errors.Is(err, ErrNoFile) {
		t.Errorf("without a file: %v", err)
	}
	if sum, err := c.Checksum(t.Context(), Request{URLs: []string{"https://example.com/f"}, SHA256: "ab"}); err != nil || sum != "sha256:ab" {
		t.Errorf("a known checksum is %q, %v", sum, err)
	}
}

// TestSmall reads a small file, over HTTPS only and not more than the limit.
func TestSmall(t *testing.T) {
	s := newServer(t, []byte("twelve bytes"))
	c := &Client{Transport: s.Client().Transport}
	address := s.URL + "/vietnam-latest.osm.pbf"
	if got, err := c.Small(t.Context(), address, 12); err != nil || string(got) != "twelve bytes" {
		t.Errorf("%q, %v", got, err)
	}
	for want, f := range map[error]func() ([]byte, error){
		ErrNoFile:   func() ([]byte, error) { return c.Small(t.Context(), address, 11) },
		ErrInsecure: func() ([]byte, error) { return c.Small(t.Context(), "http://example.com/f", 12) },
	} {
		if got, err := f(); !errors.Is(err, want) {
			t.Errorf("%q, %v, want %v", got, err, want)
		}
	}
	if _, err := c.Small(t.Context(), s.URL+"/gone", 12); !errors.Is(err, ErrNoFile) {
		t.Errorf("a file that is not there: %v", err)
	}
}
