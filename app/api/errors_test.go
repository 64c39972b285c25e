package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/pack"
)

const codeOfNoKey = "UNAUTHORIZED"

// TestErrorTable goes through the error table of the contract row by row.
func TestErrorTable(t *testing.T) {
	plain := startServer(t)
	busy := startServer(t, withSnap(failing(errTooBusy)))
	limited := startServer(t, func(o *Options) { o.RatePerSecond = 1e-3 })
	getSnap(t, limited, "path=1,1|2,2") // takes the one token that there is
	bad := func(err error) *Server { return startServer(t, withSnap(failing(err))) }
	jsonType := header("Content-Type", "application/json")

	for _, c := range []struct {
		name   string
		got    func() reply
		status int
		code   string
	}{
		{"400 content", func() reply { return postSnap(t, plain, `{}`) }, 400, "INVALID_REQUEST_DATA"},
		{"401 no key", func() reply { return call(t, plain, "POST", snapPath, strings.NewReader(goodBody), jsonType) }, 401, codeOfNoKey},
		{"401 unknown key", func() reply { return getReply(t, plain, snapPath+"?apikey=wrong&path=1,1|2,2") }, 401, codeOfNoKey},
		{"403 host", func() reply { return getSnap(t, plain, "path=1,1|2,2", host("evil.example")) }, 403, "FORBIDDEN"},
		{"403 origin", func() reply { return getSnap(t, plain, "path=1,1|2,2", header("Origin", "https://evil.example")) }, 403, "FORBIDDEN"},
		{"404 path", func() reply { return getReply(t, plain, "/api/roads/v2/snap-to-roads") }, 404, "NOT_FOUND"},
		{"404 unit", func() reply { return getUnits(t, plain, "wards/00001") }, 404, "NOT_FOUND"},
		{"405", func() reply { return call(t, plain, "DELETE", snapPath, nil) }, 405, "METHOD_NOT_ALLOWED"},
		{"413", func() reply { return postSnap(t, plain, strings.Repeat(" ", maxSnapBody)+goodBody) }, 413, "PAYLOAD_TOO_LARGE"},
		{"415", func() reply { return call(t, plain, "POST", snapPath+"?apikey="+testKey, strings.NewReader(goodBody)) }, 415, "UNSUPPORTED_MEDIA_TYPE"},
		{"422 no road", func() reply { return postSnap(t, bad(match.ErrNoRoad), goodBody) }, 422, "UNPROCESSABLE_ENTITY"},
		{"422 too noisy", func() reply { return postSnap(t, bad(fmt.Errorf("match: %w", match.ErrTooNoisy)), goodBody) }, 422, "UNPROCESSABLE_ENTITY"},
		{"429", func() reply { return getSnap(t, limited, "path=1,1|2,2") }, 429, "TOO_MANY_REQUESTS"},
		{"500 unknown error", func() reply { return postSnap(t, bad(errors.New("surprise")), goodBody) }, 500, "INTERNAL_ERROR"},
		{"500 unreadable map", func() reply { return postSnap(t, bad(pack.ErrFault), goodBody) }, 500, "INTERNAL_ERROR"},
		{"503 no map", func() reply { return postSnap(t, bad(engine.ErrNoMap), goodBody) }, 503, "SERVICE_UNAVAILABLE"},
		{"503 no roads", func() reply { return postSnap(t, bad(engine.ErrNoRoads), goodBody) }, 503, "SERVICE_UNAVAILABLE"},
		{"503 map exchanged", func() reply { return postSnap(t, bad(pack.ErrClosed), goodBody) }, 503, "SERVICE_UNAVAILABLE"},
		{"503 too busy", func() reply { return postSnap(t, busy, goodBody) }, 503, "SERVICE_UNAVAILABLE"},
		{"503 too slow", func() reply { return postSnap(t, bad(context.DeadlineExceeded), goodBody) }, 503, "SERVICE_UNAVAILABLE"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := c.got()
			if got.status != c.status || got.errorCode() != c.code {
				t.Errorf("%d %s, want %d %s: %s", got.status, got.errorCode(), c.status, c.code, got.body)
			}
			if hasFields := got.fields() != ""; hasFields != (c.status == 400) {
				t.Errorf("fieldErrors %q in an answer %d", got.fields(), c.status)
			}
			if wants := c.status == 429 || c.status == 503; wants != (got.header.Get("Retry-After") != "") {
				t.Errorf("Retry-After %q in an answer %d", got.header.Get("Retry-After"), c.status)
			}
			if got.json["licence"] != DefaultLicence {
				t.Errorf("licence %v", got.json["licence"])
			}
		})
	}
}

// TestPanicIsAnswered holds that a panic is a 500 with the request id, whose
// cause stands in the log and not in the answer, and that the server lives on.
func TestPanicIsAnswered(t *testing.T) {
	var log bytes.Buffer
	s := startServer(t, func(o *Options) {
		o.Log = slog.New(slog.NewJSONHandler(&log, nil))
		withSnap(func(_ context.Context, path []geo.Point, _ bool) (match.Snapped, error) {
			var none []int
			return match.Snapped{}, fmt.Errorf("%d", none[len(path)])
		})(o)
	})
	got := postSnap(t, s, goodBody, header("X-Request-Id", "trip-42"))
	if got.status != 500 || got.header.Get("X-Request-Id") != "trip-42" {
		t.Fatalf("status %d, id %q", got.status, got.header.Get("X-Request-Id"))
	}
	if !bytes.Contains(got.body, []byte("trip-42")) || bytes.Contains(got.body, []byte("out of range")) {
		t.Errorf("answer %s: want the id and not the cause", got.body)
	}
	if ok := getUnits(t, s, "provinces/01"); ok.status != 200 {
		t.Errorf("after a panic: %d", ok.status)
	}
	shutDown(t, s) // so that the log is complete
	if !strings.Contains(log.String(), "trip-42") || !strings.Contains(log.String(), "out of range") {
		t.Errorf("log %s: want id and cause", log.String())
	}
}

// TestSentinels holds that every error that the engine may return to the server
// has been thought of: it stands in the table, or here with the reason why the
// answer to it is a 500.
func TestSentinels(t *testing.T) {
	internal := map[string]string{
		"match.ErrConfig":         "engine.New refuses the configuration",
		"match.ErrProfile":        "Snap takes no profile",
		"match.ErrIndex":          "of explanations, which the server does not give",
		"match.ErrClosed":         "of streams, which the server does not use",
		"pack.ErrNotPack":         "opening fails, and the engine has no map",
		"pack.ErrVersion":         "opening fails, and the engine has no map",
		"pack.ErrNoSection":       "opening fails, and the engine has no map",
		"pack.ErrCorrupt":         "the installed map is damaged: a fault of ours",
		"pack.ErrFault":           "the installed map has become unreadable: a fault of ours",
		"units.ErrTable":          "engine.New refuses the tables",
		"road.ErrTooLarge":        "of importing",
		"engine.ErrNoSource":      "of importing",
		"boundary.ErrArea":        "of importing",
		"boundary.ErrTangled":     "of importing",
		"unitimport.ErrFormat":    "of importing",
		"unitimport.ErrCorrupt":   "of importing",
		"unitimport.ErrSwapped":   "of importing",
		"unitimport.ErrProjected": "of importing",
		"unitimport.ErrNothing":   "of importing",

		"geofile.ErrFormat":   "of writing files, which the server does not do",
		"geofile.ErrSchema":   "of writing files, which the server does not do",
		"geofile.ErrFeature":  "of writing files, which the server does not do",
		"geofile.ErrPlace":    "of writing files, which the server does not do",
		"geofile.ErrTooLarge": "of writing files, which the server does not do",
	}
	answered := map[string]error{
		"match.ErrNoRoad":   match.ErrNoRoad,
		"match.ErrNoRoute":  match.ErrNoRoute,
		"match.ErrTooNoisy": match.ErrTooNoisy,
		"match.ErrTooShort": match.ErrTooShort,
		"engine.ErrNoMap":   engine.ErrNoMap,
		"engine.ErrNoRoads": engine.ErrNoRoads, "engine.ErrNoBorders": engine.ErrNoBorders,
		"pack.ErrClosed": pack.ErrClosed,
	}
	for name, err := range answered {
		if f := failureOf(fmt.Errorf("somewhere: %w", err), "id"); f.status == http.StatusInternalServerError || codes[f.status] == "" {
			t.Errorf("%s is answered with %d", name, f.status)
		}
	}
	there := map[string]bool{}
	for _, folder := range []string{"engine", "engine/match", "engine/pack", "engine/road", "engine/units", "engine/boundary", "engine/unitimport", "engine/geofile"} {
		for _, name := range exportedErrors(t, "../../"+folder) {
			name = filepath.Base(folder) + "." + name
			there[name] = true
			if answered[name] == nil && internal[name] == "" {
				t.Errorf("%s is neither in the table of sentinels nor known to be a fault of ours", name)
			}
		}
	}
	for name := range internal {
		if !there[name] {
			t.Errorf("%s does not exist", name)
		}
	}
}

// exportedErrors returns the names of the variables Err… of the package in dir.
func exportedErrors(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no Go files in %s: %v", dir, err)
	}
	var names []string
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
				names = append(names, errorNames(g)...)
			}
		}
	}
	return slices.Compact(slices.Sorted(slices.Values(names)))
}

func errorNames(g *ast.GenDecl) (names []string) {
	for _, spec := range g.Specs {
		for _, id := range spec.(*ast.ValueSpec).Names {
			if id.IsExported() && strings.HasPrefix(id.Name, "Err") {
				names = append(names, id.Name)
			}
		}
	}
	return names
}

// TestEveryFailureHasItsCode holds that no answer lacks a code.
func TestEveryFailureHasItsCode(t *testing.T) {
	for _, s := range sentinels {
		if codes[s.failure.status] == "" || s.failure.message == "" {
			t.Errorf("%v: status %d, message %q", s.err, s.failure.status, s.failure.message)
		}
		if (s.failure.status == http.StatusServiceUnavailable) != (s.failure.retryAfter > 0) {
			t.Errorf("%v: status %d, to retry after %v", s.err, s.failure.status, s.failure.retryAfter)
		}
	}
}
