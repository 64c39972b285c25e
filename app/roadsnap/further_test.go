// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/adrg/xdg"
)

// streetPack imports a street of one way, from the south to the north at a longitude.
func streetPack(t *testing.T, day string, way int, lon, length float64) string {
	t.Helper()
	pack := filepath.Join(t.TempDir(), "street.rsp")
	if got := roadsnap(t, "", "import", "--roads", streetFile(t, day, way, lon, length), "--out", pack); got.code != exitOK {
		t.Fatal(got.err)
	}
	return pack
}

func streetFile(t *testing.T, day string, way int, lon, length float64) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "street.osm")
	osm := fmt.Sprintf(`<osm version="0.6"><node id="1" timestamp="%sT00:00:00Z" lat="10.77" lon="%[2]g"/><node id="2" lat="%[3]g" lon="%[2]g"/>`+
		`<way id="%[4]d"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way></osm>`, day, lon, 10.77+length, way)
	if err := os.WriteFile(file, []byte(osm), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// snapped returns the status and the answer of the server for a path of 30 m to the north.
func snapped(t *testing.T, base string, lon float64) (int, string) {
	t.Helper()
	response, err := http.Get(fmt.Sprintf("%s/api/roads/v1/snap-to-roads?apikey=a-key-for-this-test-only&path=10.7702,%[2]g|10.7705,%[2]g", base, lon))
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	if err = errors.Join(err, response.Body.Close()); err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(body)
}

// awaitWay asks the server until a path is on a way. All answers must be right.
func awaitWay(t *testing.T, base string, lon float64, way int, or ...int) {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	for {
		status, body := snapped(t, base, lon)
		if strings.Contains(body, fmt.Sprintf(`"way_id":%d`, way)) {
			return
		}
		allowed := false
		for _, other := range or {
			allowed = allowed || status == http.StatusOK && strings.Contains(body, fmt.Sprintf(`"way_id":%d`, other))
		}
		if !allowed || time.Now().After(deadline) {
			t.Fatalf("%d: %s, want way %d", status, body, way)
		}
	}
}

// awaitLog waits until a text stands in the log, which is written in the background.
func awaitLog(t *testing.T, log *syncBuffer, text string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !strings.Contains(log.String(), text); runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("the log lacks %q:\n%s", text, log.String())
		}
	}
}

// TestServeSeveralMaps snaps each path on the finest map, and opens a replaced one again.
func TestServeSeveralMaps(t *testing.T) {
	large, small := streetPack(t, "2026-10-01", 7, 106.7, 0.1), streetPack(t, "2026-10-01", 8, 106.7, 0.01)
	base, errOut, stop := serving(t, "--addr", "127.0.0.1:0", "--pack", large, "--also", small, "--also", streetPack(t, "2026-10-01", 9, 107, 0.01))
	defer stop()
	awaitWay(t, base, 106.7, 8)
	awaitWay(t, base, 107, 9)
	if err := os.Rename(streetPack(t, "2026-10-01", 10, 106.7, 0.01), small); err != nil {
		t.Fatal(err)
	}
	awaitWay(t, base, 106.7, 10, 8)
	awaitLog(t, errOut, "opened again")
	if err := os.WriteFile(small, []byte("no map"), 0o644); err != nil {
		t.Fatal(err)
	}
	deadline := time.Now().Add(time.Minute)
	for status, body := snapped(t, base, 106.7); status != http.StatusServiceUnavailable; status, body = snapped(t, base, 106.7) {
		if time.Now().After(deadline) {
			t.Fatalf("%d: %s, want 503", status, body)
		}
	}
	awaitWay(t, base, 107, 9) // other maps are used on
}

// TestServeFollowsTheLibrary changes the map in use while requests run, none of which fails.
func TestServeFollowsTheLibrary(t *testing.T) {
	before := xdg.DataHome
	xdg.DataHome = t.TempDir()
	defer func() { xdg.DataHome = before }()
	install := func(day string, way int) {
		t.Helper()
		if got := roadsnap(t, "", "install", "--from", streetFile(t, day, way, 106.7, 0.1)); got.code != exitOK {
			t.Fatal(got.err)
		}
	}
	install("2026-10-01", 7)
	base, errOut, stop := serving(t, "--addr", "127.0.0.1:0")
	defer stop()
	awaitWay(t, base, 106.7, 7)
	install("2026-11-01", 8)
	awaitWay(t, base, 106.7, 8, 7)
	if got := roadsnap(t, "", "maps", "back"); got.code != exitOK {
		t.Fatal(got.err)
	}
	awaitWay(t, base, 106.7, 7, 8)

	newer := filepath.Join(xdg.DataHome, "roadsnap", "maps", "vietnam-2026-11-01.rsp")
	text, err := os.ReadFile(newer)
	if err != nil {
		t.Fatal(err)
	}
	damaged := append([]byte(nil), text...)
	damaged[len(damaged)/4] ^= 1 // in the roads, which maps use does not read
	if err := os.WriteFile(newer, damaged, 0o644); err != nil {
		t.Fatal(err)
	}
	if got := roadsnap(t, "", "maps", "use", "vietnam-2026-11-01"); got.code != exitOK {
		t.Fatal(got.err)
	}
	deadline := time.Now().Add(time.Minute)
	for !strings.Contains(errOut.String(), "is not whole") {
		awaitWay(t, base, 106.7, 7)
		if time.Now().After(deadline) {
			t.Fatalf("the damaged map is not reported:\n%s", errOut.String())
		}
	}
	if err := errors.Join(os.WriteFile(newer+".new", text, 0o644), os.Rename(newer+".new", newer)); err != nil {
		t.Fatal(err)
	}
	awaitWay(t, base, 106.7, 8, 7)
}
