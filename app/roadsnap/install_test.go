// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/adrg/xdg"
)

// asProgram is an environment variable that makes the binary of the tests the program.
const asProgram = "ROADSNAP_TEST_AS_PROGRAM"

// TestMain gives the tests an empty folder for data, so that they use no installed map. With
// a variable set, the binary of the tests is the program, for tests of signals.
func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	os.Exit(func() int {
		folder, err := os.MkdirTemp("", "roadsnap-test-*")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(folder)
		xdg.DataHome = folder
		return m.Run()
	}())
}

// TestInstall installs maps from files, and lists, uses and removes them. The commands
// that need a map use the installed one.
func TestInstall(t *testing.T) {
	street := func(day, way string) string {
		file := filepath.Join(t.TempDir(), "tiny.osm")
		osm := `<osm version="0.6"><node id="1" timestamp="` + day + `T00:00:00Z" lat="10.77" lon="106.7"/><node id="2" lat="10.771" lon="106.7"/>` +
			`<way id="` + way + `"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way></osm>`
		if err := os.WriteFile(file, []byte(osm), 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	ok := func(want string, args ...string) string {
		t.Helper()
		got := roadsnap(t, "", args...)
		if all := got.out + got.err; got.code != exitOK || !strings.Contains(all, want) {
			t.Fatalf("%v: exit code %d, %q, want %q", args, got.code, all, want)
		}
		return got.out
	}
	refused := func(code int, want string, args ...string) {
		t.Helper()
		if got := roadsnap(t, "", args...); got.code != code || !strings.Contains(got.err, want) {
			t.Errorf("%v: exit code %d, %q, want %d, %q", args, got.code, got.err, code, want)
		}
	}
	ok("andorra.rsp", "info", "--json")
	ok("no maps are installed", "maps")
	refused(exitFailed, "no earlier map", "maps", "back")
	refused(exitFailed, "roadsnap install vietnam installs one", "maps", "update")
	ok("installed vietnam-2026-10-01", "install", "--from", street("2026-10-01", "7"))
	ok("installed vietnam-2026-11-01", "install", "vietnam", "--from", street("2026-11-01", "8"))
	ok("vietnam-2026-11-01.rsp", "info", "--json")
	ok(`"way_id":8`, "snap", "--format", "geojson", trackFile(t))
	ok("vietnam-2026-11-01.rsp has no borders of wards", "units", "locate", "21.03", "105.85")
	refused(exitFailed, `nothing is called "avinguda meritxell"`, "search", "avinguda meritxell") // which is in the sample
	var list []mapJSON
	if err := json.Unmarshal([]byte(ok("", "maps", "list", "--json")), &list); err != nil || len(list) != 2 || !list[0].Earlier || !list[1].Used || list[1].SourceTime == nil {
		t.Errorf("the list is %+v, %v", list, err)
	}
	ok("vietnam-2026-11-01  ", "maps")
	lone := filepath.Join(t.TempDir(), "catalog.json")
	if err := os.WriteFile(lone, []byte(`{"maps":[{"id":"vietnam","name":{"en":"Vietnam"},"roads":{"urls":["https://127.0.0.1:1/v.osm.pbf"],"md5_suffix":".md5","bytes":1}}]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	refused(exitFailed, "vietnam-2026-11-01: map of 1 November 2026, ", "maps", "update", "--check", "--catalog", lone)
	refused(exitFailed, "not https", "maps", "update", "--catalog", "http://example.com/catalog.json")
	ok("vietnam-2026-10-01 is in use", "maps", "back")
	ok(`"way_id":7`, "snap", "--format", "geojson", trackFile(t))
	ok("is whole", "maps", "verify")
	ok("", "maps", "use", "vietnam-2026-11-01")
	refused(exitFailed, "in use", "maps", "remove", "vietnam-2026-11-01")
	ok("removed", "maps", "remove", "vietnam-2026-10-01")
	ok("", "maps", "discard")
	refused(exitUsage, `no such map: "laos"`, "install", "laos")
	refused(exitFailed, "vietnam-2026-11-01", "maps", "use", "laos")
	refused(exitFailed, "not https", "install", "--mirror", "http://example.com/vietnam.osm.pbf")

	if err := os.WriteFile(list[1].Path, []byte("damaged"), 0o644); err != nil {
		t.Fatal(err)
	}
	ok("not a roadsnap pack", "maps")
	refused(exitFailed, "not a roadsnap pack", "maps", "verify")
	refused(exitFailed, "not a roadsnap pack", "snap", trackFile(t))
	if err := os.RemoveAll(filepath.Dir(list[1].Path)); err != nil {
		t.Fatal(err)
	}
	ok("andorra.rsp", "info", "--json")
}

// trackFile returns a trace along the street.
func trackFile(t *testing.T) string {
	file := filepath.Join(t.TempDir(), "track.csv")
	if err := os.WriteFile(file, []byte("lat,lon\n10.7702,106.7\n10.7705,106.7\n10.7708,106.7\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}
