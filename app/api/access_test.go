// SPDX-License-Identifier: MIT

package api

import (
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestKeysAreAsked checks where a key is needed and in which places it is
// accepted. A wrong one must be refused everywhere under /api.
func TestKeysAreAsked(t *testing.T) {
	home := startServer(t)
	strict := startServer(t, func(o *Options) { o.RequireKeyForUnits = true })
	exposed := newServer(t)
	startOn(t, exposed, "0.0.0.0:0")
	keyless := startServer(t, func(o *Options) { o.Keys = nil })
	snap, provinces := snapPath+"?path=1,1|2,2", "/api/admin-unit/provinces"
	key := func(value string) edit { return header("X-API-Key", value) }
	auth := func(value string) edit { return header("Authorization", value) }
	for _, c := range []struct {
		name   string
		server *Server
		target string
		edits  []edit
		status int
	}{
		{"snap without", home, snap, nil, 401},
		{"snap, empty", home, snap + "&apikey=", nil, 401},
		{"snap, in the query", home, snap + "&apikey=" + testKey, nil, 200},
		{"snap, escaped", home, snap + "&apikey=%61" + testKey[1:], nil, 200},
		{"snap, name in capitals", home, snap + "&apiKey=" + testKey, nil, 401},
		{"snap, in a header", home, snap, []edit{key(testKey)}, 200},
		{"snap, as a token", home, snap, []edit{auth("Bearer " + testKey)}, 200},
		{"snap, as a token in small letters", home, snap, []edit{auth("bearer  " + testKey)}, 200},
		{"snap, no key but a password", home, snap, []edit{auth("Basic " + testKey)}, 401},
		{"snap, in all places", home, snap + "&apikey=" + testKey, []edit{key(testKey), auth("Bearer " + testKey)}, 200},
		{"snap, right and wrong", home, snap + "&apikey=" + testKey, []edit{key("wrong")}, 401},
		{"snap, wrong and right", home, snap + "&apikey=wrong", []edit{key(testKey)}, 401},
		{"snap, two headers", home, snap, []edit{key(testKey), key("wrong")}, 401},
		{"snap, longer", home, snap + "&apikey=" + testKey + "x", nil, 401},
		{"snap, shorter", home, snap + "&apikey=" + testKey[1:], nil, 401},
		{"snap, badly escaped", home, snap + "&apikey=%zz", nil, 401},
		{"snap, server without keys", keyless, snap + "&apikey=" + testKey, nil, 401},
		{"units on loopback", home, provinces, nil, 200},
		{"units on loopback, right", home, provinces, []edit{key(testKey)}, 200},
		{"units on loopback, wrong", home, provinces, []edit{key("wrong")}, 401},
		{"units on loopback, badly escaped", home, provinces + "?apikey=%zz", nil, 401},
		{"units, if the setting asks", strict, provinces, nil, 401},
		{"units, if the setting asks, right", strict, provinces, []edit{key(testKey)}, 200},
		{"units beyond loopback", exposed, provinces, nil, 401},
		{"units beyond loopback, right", exposed, provinces, []edit{key(testKey)}, 200},
		{"health beyond loopback", exposed, "/healthz", nil, 200},
		{"health, wrong", exposed, "/healthz", []edit{key("wrong")}, 200},
		{"description beyond loopback", exposed, "/openapi.json", nil, 200},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := getReply(t, c.server, c.target, append(c.edits, header("app-version", "1.1"))...)
			if got.status != c.status {
				t.Errorf("%d, want %d: %s", got.status, c.status, got.body)
			}
			if (got.header.Get("WWW-Authenticate") != "") != (c.status == 401) {
				t.Errorf("WWW-Authenticate %q", got.header.Get("WWW-Authenticate"))
			}
		})
	}
}

func TestRevokedKeyIsRefused(t *testing.T) {
	keys := NewKeys()
	first, record := keys.Generate("first")
	second, _ := keys.Generate("second")
	s := startServer(t, func(o *Options) { o.Keys = keys })
	status := func(key string) int { return getReply(t, s, snapPath+"?path=1,1|2,2&apikey="+key).status }
	if a, b := status(first), status(second); a != 200 || b != 200 {
		t.Fatalf("before: %d %d", a, b)
	}
	if !keys.Revoke(record.ID) || keys.Revoke(record.ID) {
		t.Error("Revoke must find the key once")
	}
	if a, b := status(first), status(second); a != 401 || b != 200 {
		t.Errorf("after: %d %d, want 401 200", a, b)
	}
}

// TestOrderOfChecks sends requests with two faults each: the earlier check must
// answer.
func TestOrderOfChecks(t *testing.T) {
	s := startServer(t, func(o *Options) { o.RatePerSecond = 1e-3 })
	snap := func(query, method, body string, edits ...edit) int {
		return call(t, s, method, snapPath+query, strings.NewReader(body), edits...).status
	}
	evil := host("evil.example")
	valid := "?apikey=" + testKey
	for _, c := range []struct {
		name      string
		got, want int
	}{
		{"path before key", getReply(t, s, "/nothing?apikey=wrong", evil).status, 404},
		{"method before key", snap("?apikey=wrong", "PUT", "", evil), 405},
		{"key before host", snap("?apikey=wrong", "POST", "", evil), 401},
		{"host before rate", snap(valid, "POST", "", evil), 403},
		{"the first request passes", snap(valid, "POST", goodBody, header("Content-Type", "application/json")), 200},
		{"rate before media type", snap(valid, "POST", ""), 429},
	} {
		if c.got != c.want {
			t.Errorf("%s: %d, want %d", c.name, c.got, c.want)
		}
	}
	free := startServer(t, withSnap(failing(errTooBusy)))
	for _, c := range []struct {
		name      string
		got, want int
	}{
		{"host before media type", call(t, free, "POST", snapPath+valid, nil, evil).status, 403},
		{"media type before content", call(t, free, "POST", snapPath+valid, strings.NewReader("{")).status, 415},
		{"content before work", postSnap(t, free, "{}").status, 400},
	} {
		if c.got != c.want {
			t.Errorf("%s: %d, want %d", c.name, c.got, c.want)
		}
	}
}

// TestHosts checks which names of the server are allowed.
func TestHosts(t *testing.T) {
	allowed := func(o *Options) { o.AllowedHosts = []string{"Maps.Example.org", "ported.example:8443", "192.0.2.7"} }
	home := startServer(t, allowed)
	exposed := newServer(t, allowed)
	startOn(t, exposed, "0.0.0.0:0")
	for _, c := range []struct {
		host          string
		home, exposed bool
	}{
		{"localhost", true, true},
		{"LOCALHOST:1", true, true},
		{"localhost.:80", true, true},
		{"127.0.0.1", true, true},
		{"127.8.8.8:8080", true, true},
		{"[::1]:8080", true, true},
		{"[::ffff:127.0.0.1]", true, true},
		{"maps.example.org", true, true},
		{"MAPS.example.org.:9", true, true},
		{"ported.example:8443", true, true},
		{"ported.example:8444", false, false},
		{"ported.example", false, false},
		{"192.0.2.7:80", true, true},
		{"192.0.2.8", false, true},
		{"[2001:db8::1]:8080", false, true},
		{"0.0.0.0:8080", false, false},
		{"[::]", false, false},
		{"evil.example", false, false},
		{"localhost.evil.example", false, false},
		{"127.0.0.1.evil.example", false, false},
		{"evil.maps.example.org", false, false},
		{"localhost:80:80", false, false},
		{"127.1", false, false},
		{"2130706433", false, false},
	} {
		for _, s := range []struct {
			*Server
			want bool
		}{{home, c.home}, {exposed, c.exposed}} {
			status := getReply(t, s.Server, "/healthz", host(c.host)).status
			if (status == 200) != s.want || !s.want && status != 403 {
				t.Errorf("Host %q: %d (beyond loopback: %v)", c.host, status, s.exposed)
			}
		}
	}
}

// TestLogNamesWhatIsRefused checks that the operator learns which option allows a request.
func TestLogNamesWhatIsRefused(t *testing.T) {
	var log strings.Builder
	s := newServer(t, func(o *Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	startOn(t, s, "127.0.0.1:0")
	got := getReply(t, s, "/healthz", host("Maps.example.org:8080"))
	if !strings.Contains(string(got.body), `the name \"maps.example.org\" in the Host header`) || strings.Contains(string(got.body), "--allow-host") {
		t.Errorf("answer %s", got.body)
	}
	getReply(t, s, "/healthz", header("Origin", "https://fleet.example"))
	shutDown(t, s)
	for _, option := range []string{"--allow-host maps.example.org", "--allow-origin https://fleet.example"} {
		if strings.Count(log.String(), option) != 1 {
			t.Errorf("no %s in the log:\n%s", option, log.String())
		}
	}
}

// TestOrigins checks which pages may call the server and read its answers.
func TestOrigins(t *testing.T) {
	s := startServer(t, func(o *Options) { o.AllowedOrigins = []string{"https://Fleet.example", "http://fleet.example:81/"} })
	own := s.URL()
	port := own[strings.LastIndex(own, ":"):]
	for _, c := range []struct {
		origin       string
		passes, cors bool
	}{
		{own, true, false},
		{"http://localhost" + port, true, false},
		{"http://[::1]" + port, true, false},
		{"http://localhost:1", false, false},
		{"http://localhost", false, false},
		{"https://fleet.example", true, true},
		{"https://FLEET.example:443", true, true},
		{"http://fleet.example:81", true, true},
		{"http://fleet.example", false, false},
		{"https://fleet.example:444", false, false},
		{"https://evil.fleet.example", false, false},
		{"https://fleet.example.evil", false, false},
		{"https://fleet.example@evil.example", false, false},
		{"null", false, false},
		{"file://", false, false},
		{"chrome-extension://abc", false, false},
		{"", false, false},
	} {
		got := getUnits(t, s, "provinces", header("Origin", c.origin))
		if (got.status == 200) != c.passes || !c.passes && got.status != 403 {
			t.Errorf("Origin %q: %d", c.origin, got.status)
		}
		if cors := got.header.Get("Access-Control-Allow-Origin"); (cors != "") != c.cors || c.cors && cors != c.origin {
			t.Errorf("Origin %q: Access-Control-Allow-Origin %q", c.origin, cors)
		}
		if vary := got.header.Values("Vary"); !slices.Contains(vary, "Origin") {
			t.Errorf("Origin %q: Vary %q", c.origin, vary)
		}
	}
	if got := getUnits(t, s, "provinces", header("Origin", "https://fleet.example"), header("Origin", own)); got.status != 403 {
		t.Errorf("two origins: %d", got.status)
	}
	// An allowed page can read errors, too, because otherwise it could not report
	// them.
	if got := getReply(t, s, snapPath, header("Origin", "https://fleet.example")); got.status != 401 || got.header.Get("Access-Control-Allow-Origin") == "" {
		t.Errorf("%d without CORS", got.status)
	}
}

// TestPreflight checks that only pages of allowed origins get the CORS headers.
func TestPreflight(t *testing.T) {
	s := startServer(t, func(o *Options) { o.AllowedOrigins = []string{"https://fleet.example"} })
	ask := func(path, origin string, edits ...edit) reply {
		return call(t, s, "OPTIONS", path, nil, append(edits, header("Origin", origin), header("Access-Control-Request-Method", "POST"))...)
	}
	got := ask(snapPath, "https://fleet.example")
	h := got.header
	if got.status != 204 || h.Get("Access-Control-Allow-Origin") != "https://fleet.example" || h.Get("Access-Control-Allow-Methods") != "GET, HEAD, POST" ||
		!strings.Contains(h.Get("Access-Control-Allow-Headers"), "X-API-Key") || !strings.Contains(h.Get("Access-Control-Allow-Headers"), "app-version") ||
		!strings.Contains(h.Get("Access-Control-Allow-Headers"), "If-None-Match") || !strings.Contains(h.Get("Access-Control-Expose-Headers"), "ETag") ||
		h.Get("Access-Control-Allow-Credentials") != "" {
		t.Errorf("%d %v", got.status, h)
	}
	if got := ask(snapPath, "https://evil.example"); got.status != 403 || got.header.Get("Access-Control-Allow-Methods") != "" {
		t.Errorf("another origin: %d", got.status)
	}
	if got := ask(snapPath, "https://fleet.example", host("evil.example")); got.status != 403 {
		t.Errorf("another host: %d", got.status)
	}
	if got := ask("/nothing", "https://fleet.example"); got.status != 404 {
		t.Errorf("unknown path: %d", got.status)
	}
	if got := call(t, s, "OPTIONS", snapPath, nil); got.status != 405 || got.header.Get("Allow") != "GET, HEAD, POST" {
		t.Errorf("no preflight: %d, Allow %q", got.status, got.header.Get("Allow"))
	}
}

// TestMethods checks the methods of each path.
func TestMethods(t *testing.T) {
	s := startServer(t)
	for path, allow := range map[string]string{
		snapPath:                       "GET, HEAD, POST",
		"/api/admin-unit/provinces":    "GET, HEAD",
		"/api/admin-unit/provinces/01": "GET, HEAD",
		"/api/admin-unit/wards":        "GET, HEAD",
		"/api/admin-unit/wards/00004":  "GET, HEAD",
		"/healthz":                     "GET, HEAD",
		"/readyz":                      "GET, HEAD",
		"/openapi.json":                "GET, HEAD",
	} {
		for _, method := range []string{"PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW", "get", "POST"} {
			got := call(t, s, method, path, nil)
			if method == "POST" && strings.HasSuffix(allow, "POST") {
				continue
			}
			if got.status != 405 || got.header.Get("Allow") != allow {
				t.Errorf("%s %s: %d, Allow %q, want 405, %q", method, path, got.status, got.header.Get("Allow"), allow)
			}
		}
	}
}

// TestHead checks that HEAD has the status and headers of GET, and no body.
func TestHead(t *testing.T) {
	s := startServer(t)
	for _, target := range []string{snapPath + "?path=1,1|2,2&apikey=" + testKey, snapPath, "/api/admin-unit/wards", "/healthz", "/openapi.json"} {
		// The client of net/http requests gzip by itself, but not with HEAD.
		plain := header("Accept-Encoding", "identity")
		get := getReply(t, s, target, header("app-version", "1.1"), plain)
		head := call(t, s, "HEAD", target, nil, header("app-version", "1.1"), plain)
		if head.status != get.status || head.header.Get("Content-Length") != get.header.Get("Content-Length") || len(head.body) > 0 {
			t.Errorf("%s: %d, %s bytes, %d sent; GET has %d, %s", target, head.status, head.header.Get("Content-Length"), len(head.body), get.status, get.header.Get("Content-Length"))
		}
	}
}

// TestPaths checks that only the exact paths are known.
func TestPaths(t *testing.T) {
	s := startServer(t)
	for path, status := range map[string]int{
		"/": 200, "//": 404, "/api": 404, "/api/": 404, "/docs": 200, "/docs/": 404, "/docs/no-such-file": 404, "/metrics": 404,
		snapPath + "/": 404, "/" + snapPath: 404, "/api/roads/v1//snap-to-roads": 404, "/API/roads/v1/snap-to-roads": 404,
		"/api/roads/v1/./snap-to-roads": 404, "/x/../healthz": 404, "/api%2Froads/v1/snap-to-roads": 404,
		"/api/roads/v1/match-tour": 404, "/api/admin-unit/locate": 400, "/api/admin-unit/search": 400, "/api/admin-unit/legacy": 400,
		"/api/admin-unit/provinces/": 404, "/api/admin-unit/provinces/01/": 404, "/api/admin-unit/provinces/01/x": 404,
		"/api/admin-unit/provinces/01%2F": 400, "/api/admin-unit/provinces/..": 400, "/api/admin-unit/provinces/%30%31": 200,
		"/%68ealthz": 200, "/healthz": 200, "/healthz?": 200, "/healthz%00": 404,
	} {
		if got := getReply(t, s, path, header("app-version", "1.1")); got.status != status {
			t.Errorf("%s: %d, want %d", path, got.status, status)
		}
	}
}

// TestHeaders checks the headers of every answer under /api.
func TestHeaders(t *testing.T) {
	s := startServer(t)
	ids := map[string]bool{}
	for i, got := range []reply{postSnap(t, s, goodBody), postSnap(t, s, "{}"), getUnits(t, s, "wards"), getReply(t, s, "/api/nothing")} {
		cache, vary := "no-store", ""
		if i == 2 { // units can be cached and revalidated
			cache, vary = "private, no-cache", "Accept-Encoding, App-Version"
		}
		for name, want := range map[string]string{
			"Content-Type": "application/json", "X-Content-Type-Options": "nosniff", "Cache-Control": cache,
			"Cross-Origin-Resource-Policy": "same-origin", "Access-Control-Allow-Origin": "", "Vary": vary,
		} {
			if got.header.Get(name) != want {
				t.Errorf("%s: %q, want %q", name, got.header.Get(name), want)
			}
		}
		ids[got.header.Get("X-Request-Id")] = true
	}
	if len(ids) != 4 || ids[""] {
		t.Errorf("request ids %v, want four", ids)
	}
	for id, kept := range map[string]bool{"trip-42_a.B": true, strings.Repeat("a", 64): true, strings.Repeat("a", 65): false, "a b": false, "é": false, `"`: false} {
		if got := getReply(t, s, "/healthz", header("X-Request-Id", id)); (got.header.Get("X-Request-Id") == id) != kept {
			t.Errorf("id %q became %q", id, got.header.Get("X-Request-Id"))
		}
	}
}

// TestRate checks that each client has its own limit and gets a Retry-After
// header.
func TestRate(t *testing.T) {
	keys := NewKeys()
	first, _ := keys.Generate("first")
	second, _ := keys.Generate("second")
	s := startServer(t, func(o *Options) { o.Keys, o.RatePerSecond = keys, 0.01 })
	ask := func(key string) reply { return getReply(t, s, snapPath+"?path=1,1|2,2&apikey="+key) }
	if got := ask(first); got.status != 200 {
		t.Fatalf("first request: %d", got.status)
	}
	if got := ask(first); got.status != 429 || got.header.Get("Retry-After") != "100" {
		t.Errorf("%d, Retry-After %q, want 429 and 100 s", got.status, got.header.Get("Retry-After"))
	}
	if got := ask(second); got.status != 200 {
		t.Errorf("another key: %d", got.status)
	}
	if a, b := getUnits(t, s, "wards").status, getUnits(t, s, "wards").status; a != 200 || b != 429 {
		t.Errorf("without a key: %d %d, want 200 429", a, b)
	}
	for range 3 {
		if got := getReply(t, s, "/healthz"); got.status != 200 {
			t.Errorf("health: %d", got.status)
		}
	}
}

func TestRateLimits(t *testing.T) {
	now := time.Now()
	t.Run("off", func(t *testing.T) {
		l := newRateLimits(0)
		for range 1000 {
			if l.take("a", now) != 0 {
				t.Fatal("limited")
			}
		}
	})
	t.Run("a second's worth at once, then steadily", func(t *testing.T) {
		l := newRateLimits(4)
		for i := range 4 {
			if l.take("a", now) != 0 {
				t.Fatalf("request %d refused", i)
			}
		}
		if wait := l.take("a", now); wait != 250*time.Millisecond {
			t.Errorf("wait %v, want 250 ms", wait)
		}
		if wait := l.take("a", now.Add(250*time.Millisecond)); wait != 0 {
			t.Errorf("came back after Retry-After, and must wait %v", wait)
		}
	})
	t.Run("memory is bounded", func(t *testing.T) {
		l := newRateLimits(1)
		for i := range 3 * maxClients {
			l.take(http.StatusText(i)+string(rune(i)), now)
		}
		if len(l.clients) > maxClients {
			t.Errorf("%d clients remembered", len(l.clients))
		}
	})
	t.Run("an active client is not forgotten for quiet ones", func(t *testing.T) {
		l := newRateLimits(1)
		for i := range maxClients - 1 {
			l.take(string(rune(i+1)), now)
		}
		later := now.Add(10 * time.Second)
		l.take("active", later)
		l.take("another", later)
		if len(l.clients) > 2 || l.take("active", later) == 0 {
			t.Errorf("%d clients remembered", len(l.clients))
		}
	})
}

func TestClientNetwork(t *testing.T) {
	for address, want := range map[string]string{
		"192.0.2.1:80":                   "192.0.2.1",
		"[::ffff:192.0.2.1]:80":          "192.0.2.1",
		"[2001:db8:1:2:3:4:5:6]:80":      "2001:db8:1:2::/64",
		"[2001:db8:1:2:ffff::%eth0]:443": "2001:db8:1:2::/64",
		"@":                              "@",
	} {
		if got := clientNetwork(address); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}
