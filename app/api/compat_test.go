// SPDX-License-Identifier: MIT

package api

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"roadsnap/app/compat"
	"roadsnap/data"
	"roadsnap/engine"
)

// compatible returns an option that offers families on the embedded map.
func compatible(tb testing.TB, families ...compat.Family) func(*Options) {
	tb.Helper()
	e := embedded(tb)
	s, err := compat.New(e, families...)
	if err != nil {
		tb.Fatal(err)
	}
	return func(o *Options) { o.Compat, o.Engine = s, e }
}

const (
	osrmNearest = "/osrm/nearest/v1/driving/1.514522,42.503683"
	secretPlace = "1.514522"
)

func TestCompatibleServersAreOptIn(t *testing.T) {
	off := startServer(t)
	other := startServer(t, compatible(t, slices.DeleteFunc(compat.Families(), func(f compat.Family) bool { return f == compat.OSRM })...))
	for name, s := range map[string]*Server{"none offered": off, "others offered": other} {
		got := getReply(t, s, "/compat"+osrmNearest+"?access_token="+testKey)
		if got.status != http.StatusNotFound || got.errorCode() != "NOT_FOUND" {
			t.Errorf("%s: %d %s", name, got.status, got.body)
		}
	}
	for _, path := range []string{"/%63ompat" + osrmNearest, "/compat/%6fsrm" + osrmNearest[len("/osrm"):]} {
		for name, s := range map[string]*Server{"none offered": off, "others offered": other} {
			got := getReply(t, s, path+"?apikey="+testKey)
			if got.status != http.StatusNotFound || got.errorCode() != "NOT_FOUND" {
				t.Errorf("%s, %s: %d %s", name, path, got.status, got.body)
			}
		}
		on := startServer(t, compatible(t, compat.OSRM))
		if got := getReply(t, on, path+"?key="+testKey+"&number=x"); got.status != http.StatusBadRequest || got.json["code"] != "InvalidQuery" {
			t.Errorf("offered, %s: %d %s, want an error of OSRM", path, got.status, got.body)
		}
	}
	on := startServer(t, compatible(t, compat.OSRM))
	got := getReply(t, on, "/compat"+osrmNearest+"?access_token="+testKey)
	if got.status != http.StatusOK || got.json["code"] != "Ok" || got.json["licence"] != DefaultLicence {
		t.Errorf("offered: %d %s", got.status, got.body)
	}
}

// TestCompatibleServersAskForKeys checks the places in which their clients send a key, and
// that the API itself knows none of them.
func TestCompatibleServersAskForKeys(t *testing.T) {
	s := startServer(t, compatible(t, compat.OSRM))
	token := func(payload string) string {
		return "pk." + base64.RawURLEncoding.EncodeToString([]byte(payload)) + "." + testKey
	}
	for _, c := range []struct {
		name, target string
		status       int
	}{
		{"none", "/compat" + osrmNearest, 401},
		{"access_token", "/compat" + osrmNearest + "?access_token=" + testKey, 200},
		{"key", "/compat" + osrmNearest + "?key=" + testKey, 200},
		{"api_key", "/compat" + osrmNearest + "?api_key=" + testKey, 200},
		{"apikey", "/compat" + osrmNearest + "?apikey=" + testKey, 200},
		{"empty", "/compat" + osrmNearest + "?key=", 401},
		{"wrong", "/compat" + osrmNearest + "?key=wrong", 401},
		{"badly escaped", "/compat" + osrmNearest + "?key=%zz", 401},
		{"right and wrong", "/compat" + osrmNearest + "?key=" + testKey + "&access_token=wrong", 401},
		{"token", "/compat" + osrmNearest + "?access_token=" + token(`{"u":"x"}`), 200},
		{"token of Mapbox's form", "/compat" + osrmNearest + "?access_token=" + mapboxToken(testKey), 200},
		{"token, not JSON", "/compat" + osrmNearest + "?access_token=" + token(`{"u"`), 401},
		{"token, wrong key", "/compat" + osrmNearest + "?access_token=" + mapboxToken("wrong"), 401},
		{"path", "/compat/k/" + testKey + osrmNearest, 200},
		{"path, escaped", "/compat/k/%61" + testKey[1:] + osrmNearest, 200},
		{"path, wrong", "/compat/k/wrong" + osrmNearest, 401},
		{"path, empty", "/compat/k/" + osrmNearest, 401},
		{"path, twice", "/compat/k/" + testKey + "/k/" + testKey + osrmNearest, 404},
		{"the API itself, key", snapPath + "?path=1,1|2,2&key=" + testKey, 401},
		{"the API itself, in the path", "/compat/k/" + testKey + "/" + snapPath + "?path=1,1|2,2", 404},
	} {
		response, err := http.Get(s.URL() + c.target)
		if err != nil {
			t.Fatal(err)
		}
		var answer map[string]any
		if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != c.status || answer["licence"] != DefaultLicence {
			t.Errorf("%s: %d %v, want %d", c.name, response.StatusCode, answer, c.status)
		}
		if c.status == 401 && strings.HasPrefix(c.target, "/compat/") && answer["code"] != "Unauthorized" {
			t.Errorf("%s: the error has not the form of OSRM: %v", c.name, answer)
		}
	}
}

// TestCompatiblePathsAreNotLogged checks that neither the log nor an observer learns a key
// or a place from a path.
func TestCompatiblePathsAreNotLogged(t *testing.T) {
	var log bytes.Buffer
	var mu sync.Mutex
	var seen []RequestInfo
	s := newServer(t, compatible(t, compat.OSRM), func(o *Options) {
		o.Log = slog.New(slog.NewTextHandler(&log, nil))
		o.OnRequest = func(r RequestInfo) {
			mu.Lock()
			defer mu.Unlock()
			seen = append(seen, r)
		}
	})
	startOn(t, s, "127.0.0.1:0")
	for _, target := range []string{
		"/compat/k/" + testKey + osrmNearest,
		"/compat/k/" + testKey + "/osrm/table/v1/driving/1.514522,42.503683",
		"/compat/k/" + testKey + "/mapbox/x/1.514522,42.503683",
		"/compat/k/" + testKey + "x" + osrmNearest,
		"/compat/" + testKey + "/1.514522,42.503683",
		"/compat" + osrmNearest + "?access_token=" + testKey + "&number=x",
		"//compat/k/" + testKey + osrmNearest,
		"/roadsnap/compat/k/" + testKey + osrmNearest,
		"/Compat/k/" + testKey + osrmNearest,
		"/%2fcompat/k/" + testKey + osrmNearest,
		"/compat%2fk%2f" + testKey + "/x",
		"/compat%252fk%252f" + testKey + "/x",
		"/roadsnap/K/" + testKey + osrmNearest,
		"/%63ompat" + osrmNearest,
	} {
		for _, method := range []string{http.MethodGet, http.MethodDelete, http.MethodOptions} {
			r, err := http.NewRequestWithContext(t.Context(), method, s.URL()+target, nil)
			if err != nil {
				t.Fatal(err)
			}
			response, err := http.DefaultTransport.RoundTrip(r)
			if err != nil {
				t.Fatal(err)
			}
			_ = response.Body.Close()
		}
	}
	shutDown(t, s) // so that all requests have been reported
	mu.Lock()
	defer mu.Unlock()
	if len(seen) != 42 {
		t.Errorf("%d requests were reported, want 42", len(seen))
	}
	if seen[0].Path != "/compat/osrm/nearest/v1/{profile}/{coordinates}" {
		t.Errorf("path %q", seen[0].Path)
	}
	for _, r := range seen {
		if strings.Contains(r.Path, testKey) || strings.Contains(r.Path, secretPlace) {
			t.Errorf("an observer sees %s", r.Path)
		}
	}
	if text := log.String(); strings.Contains(text, testKey) || strings.Contains(text, secretPlace) || strings.Count(text, "msg=request") != 42 {
		t.Errorf("the log has a key or a place, or lacks requests:\n%s", text)
	}
}

// TestCompatibleErrorsHaveTheForeignForm checks errors that do not come from the operation
// itself.
func TestCompatibleErrorsHaveTheForeignForm(t *testing.T) {
	s := startServer(t, compatible(t, compat.OSRM), func(o *Options) { o.RatePerSecond = 1e-9 })
	target := "/compat" + osrmNearest + "?key=" + testKey
	if got := getReply(t, s, target, host("evil.example")); got.status != http.StatusForbidden || got.json["code"] != "Forbidden" {
		t.Errorf("a wrong host: %d %s", got.status, got.body)
	}
	if got := call(t, s, http.MethodPost, target, nil); got.status != http.StatusMethodNotAllowed || got.header.Get("Allow") != "GET, HEAD" || got.json["code"] == nil {
		t.Errorf("a wrong method: %d %v %s", got.status, got.header, got.body)
	}
	if got := getReply(t, s, target); got.status != http.StatusOK {
		t.Errorf("first: %d %s", got.status, got.body)
	}
	if got := getReply(t, s, target); got.status != http.StatusTooManyRequests || got.header.Get("Retry-After") == "" || got.json["code"] != "TooManyRequests" {
		t.Errorf("second: %d %v %s", got.status, got.header, got.body)
	}
	if got := call(t, s, http.MethodHead, target, nil); len(got.body) > 0 {
		t.Errorf("HEAD has a body: %s", got.body)
	}
	mapless, err := engine.New(engine.Options{Units: data.Units()})
	if err != nil {
		t.Fatal(err)
	}
	service, err := compat.New(mapless, compat.OSRM)
	if err != nil {
		t.Fatal(err)
	}
	without := startServer(t, func(o *Options) { o.Compat = service })
	if got := getReply(t, without, target); got.status != http.StatusServiceUnavailable || got.header.Get("Retry-After") == "" || got.json["code"] != "ServiceUnavailable" {
		t.Errorf("without a map: %d %v %s", got.status, got.header, got.body)
	}
}

// TestCompatibleForms checks the media type and the size of a form.
func TestCompatibleForms(t *testing.T) {
	s := startServer(t, compatible(t, compat.Mapbox))
	target := "/compat/mapbox/matching/v5/mapbox/driving?access_token=" + mapboxToken(testKey)
	const form = "coordinates=1.5262,42.5079%3B1.5310,42.5088"
	post := func(media, body string) reply {
		return call(t, s, http.MethodPost, target, strings.NewReader(body), header("Content-Type", media))
	}
	if got := post("application/x-www-form-urlencoded", form); got.status != http.StatusOK || got.json["code"] != "Ok" {
		t.Errorf("a form: %d %s", got.status, got.body)
	}
	if got := post("application/json", form); got.status != http.StatusUnsupportedMediaType || got.json["message"] == nil {
		t.Errorf("JSON: %d %s", got.status, got.body)
	}
	if got := post("application/x-www-form-urlencoded", "coordinates="+strings.Repeat("1,2;", maxSnapBody/4)); got.status != http.StatusRequestEntityTooLarge {
		t.Errorf("1 MiB: %d %s", got.status, got.body)
	}
	if got := post("application/x-www-form-urlencoded", form+strings.Repeat("&tidy=true", mostParameters-2)); got.status != http.StatusOK {
		t.Errorf("as many parameters as allowed: %d %s", got.status, got.body)
	}
	many := strings.Repeat("&tidy=true", mostParameters)
	if got := post("application/x-www-form-urlencoded", form+many); got.status < 400 || !strings.Contains(string(got.body), "too many parameters") {
		t.Errorf("too many parameters in a form: %d %s", got.status, got.body)
	}
	if got := call(t, s, http.MethodPost, target+many, strings.NewReader(form), header("Content-Type", "application/x-www-form-urlencoded")); got.status < 400 || !strings.Contains(string(got.body), "too many parameters") {
		t.Errorf("too many parameters in a URL: %d %s", got.status, got.body)
	}
	if got := post("application/x-www-form-urlencoded", form+"&tidy=%zz"); got.status != http.StatusUnprocessableEntity || got.json["code"] != "InvalidInput" {
		t.Errorf("badly escaped: %d %s", got.status, got.body)
	}
}

// TestKnownPrefix checks what is left of a path that is no route.
func TestKnownPrefix(t *testing.T) {
	for path, want := range map[string]string{
		"":                           "…",
		"*":                          "…",
		"/favicon.ico":               "/…",
		"/10.77,106.69":              "/…",
		"/api/v9/snap":               "/api/…",
		"/api/roads/v1/ways":         "/api/roads/v1/…",
		"/api/roads/v1/ways/":        "/api/roads/v1/ways/…",
		"/api/roads/v1/ways/1,2/x":   "/api/roads/v1/ways/…",
		"/api/roads/v1/1.5,42.5":     "/api/roads/v1/…",
		"/docs/10.77,106.69/x":       "/docs/…",
		"//compat/k/secret/x":        "/…",
		"/a/Compat/k/secret":         "/…",
		"/a/k/secret/x":              "/…",
		"/compat/k/secret/x":         "/compat/…",
		"/compat/osm/match/v1/x/1,2": "/compat/…",
		"/x/compat%2fk%2fsecret/y":   "/…",
	} {
		if got := knownPrefix(path); got != want {
			t.Errorf("%q is logged as %q, want %q", path, got, want)
		}
	}
}

// TestPlacesAreNotLogged sends places in paths of every route, and in misspelt ones.
func TestPlacesAreNotLogged(t *testing.T) {
	const place = "10.7769,106.7009"
	paths := []string{"/" + place, "/match/v1/driving/" + place + ";" + place, "/api/roads/v2/snap-to-roads/" + place, "/osrm/" + place, "/%31%30.7769,106.7009"}
	for _, r := range routes {
		paths = append(paths, placeholder.ReplaceAllString(r.path, place), r.path+"/"+place, r.path+place, strings.Replace(r.path, "/", "/"+place+"/", 1))
	}
	log := strings.Join(logLines(t, slog.LevelDebug, func(s *Server) {
		for _, path := range paths {
			for _, method := range []string{http.MethodGet, http.MethodDelete} {
				r, err := http.NewRequestWithContext(t.Context(), method, s.URL()+path, nil)
				if err != nil {
					t.Fatal(err)
				}
				response, err := http.DefaultTransport.RoundTrip(r)
				if err != nil {
					t.Fatal(err)
				}
				_ = response.Body.Close()
			}
		}
	}, compatible(t, compat.Families()...)), "\n")
	if strings.Contains(log, "7769") || strings.Count(log, "msg=request") != 2*len(paths) {
		t.Errorf("the log has a place, or lacks requests:\n%s", log)
	}
}

// placeholder is a {name} in the path of a route.
var placeholder = regexp.MustCompile(`\{[a-z_]+\}`)

// mapboxToken returns a key in the shape of a token of Mapbox, whose clients check it before
// they send anything.
func mapboxToken(key string) string {
	return "pk." + base64.StdEncoding.EncodeToString([]byte(`{"u":"roadsnap","a":"key"}`)) + "." + key
}
