// SPDX-License-Identifier: MIT

package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"roadsnap/engine"
	"roadsnap/engine/errclass"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/pack"
)

const codeOfNoKey = "UNAUTHORIZED"

// TestErrorTable checks each row of the error table of the contract.
func TestErrorTable(t *testing.T) {
	plain := startServer(t)
	busy := startServer(t, withSnap(failing(errTooBusy)))
	limited := startServer(t, func(o *Options) { o.RatePerSecond = 1e-3 })
	getSnap(t, limited, "path=1,1|2,2") // uses the only token
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
		{"503 unreadable map", func() reply { return postSnap(t, bad(pack.ErrFault), goodBody) }, 503, "SERVICE_UNAVAILABLE"},
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

// TestPanicIsAnswered checks that a panic gives a 500 with the request id. The
// cause must be in the log and not in the answer, and the server must survive.
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

// TestClasses holds that every class of error has an answer, or is one that the server
// cannot meet in a request, or that is its own fault: a 500.
func TestClasses(t *testing.T) {
	const (
		opening   = "opening a map: the engine then has none, or the one before"
		importing = "importing, which the server does not do"
		installs  = "installing maps, which the server does not do"
		traces    = "reading a trip in a body: a 400 with its place, see tripFile"
		files     = "writing files, which the server does not do"
		keeping   = "keeping trips, which the server does not do"
		fault     = "a fault of the server"
	)
	internal := map[errclass.Class]string{
		errclass.Internal: fault, errclass.PackCorrupt: fault,
		errclass.PackFormat: opening, errclass.PackVersion: opening,
		errclass.TraceFormat: traces, errclass.TraceUnknown: traces, errclass.TraceEmpty: traces,
		errclass.TraceWaypoints: traces, errclass.TraceColumns: traces, errclass.TraceTooLarge: traces,
		errclass.TraceAddresses: traces, errclass.TraceOldExcel: traces, errclass.TraceProjected: traces, errclass.TraceRecipe: traces,
		errclass.NoSource: importing, errclass.MapTooLarge: importing, errclass.OSMFormat: importing,
		errclass.OSMCorrupt: importing, errclass.OSMTruncated: importing, errclass.OSMEmpty: importing,
		errclass.UnitsFormat: importing, errclass.UnitsCorrupt: importing, errclass.UnitsSwapped: importing,
		errclass.UnitsProjected: importing, errclass.UnitsNothing: importing, errclass.UnitsTangled: importing,
		errclass.NoNetwork: installs, errclass.NoDownload: installs, errclass.BadDownload: installs,
		errclass.NoSpace: installs, errclass.InstallRunning: installs, errclass.NothingThere: installs, errclass.MapSmaller: installs,
		errclass.WorkspaceNewer: keeping, errclass.WorkspaceDamaged: keeping, errclass.WorkspaceNetwork: keeping, errclass.TripsConflict: keeping, errclass.Tariff: keeping, errclass.SiteShape: keeping,
		errclass.RegisterFormat: keeping, errclass.RegisterColumns: keeping, errclass.RegisterValue: keeping, errclass.RegisterTooLarge: keeping,
		errclass.FileFormat: files, errclass.FilePlace: files, errclass.FileTooLarge: files,
		errclass.NoFile: fault, errclass.NoPermission: fault, errclass.DiskFull: fault,
	}
	for _, class := range errclass.All() {
		f := failureOf(fmt.Errorf("somewhere: %w", errclass.New(class, "text")), "id")
		_, answered := answers[class]
		if answered == (internal[class] != "") {
			t.Errorf("%s must be in the table of answers, or known as none of the server's", class)
		}
		if (f.status == http.StatusInternalServerError) == answered || codes[f.status] == "" {
			t.Errorf("%s is answered with %d", class, f.status)
		}
	}
}

// TestEveryFailureHasItsCode checks that every status has a code.
func TestEveryFailureHasItsCode(t *testing.T) {
	for class, f := range answers {
		if codes[f.status] == "" || f.message == "" {
			t.Errorf("%v: status %d, message %q", class, f.status, f.message)
		}
		if (f.status == http.StatusServiceUnavailable) != (f.retryAfter > 0) {
			t.Errorf("%v: status %d, to retry after %v", class, f.status, f.retryAfter)
		}
	}
}
