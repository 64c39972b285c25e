// SPDX-License-Identifier: MIT

package main

import (
	"archive/zip"
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// twoTracks is a file of two tracks and a route in the sample map.
const twoTracks = `<gpx><trk><name>Mon</name><trkseg><trkpt lat="42.503683" lon="1.514522"><time>2024-12-31T00:15:00Z</time></trkpt><trkpt lat="42.505012" lon="1.516498"><time>2024-12-31T00:16:00Z</time></trkpt></trkseg></trk>
<rte><name>plan</name><rtept lat="42.503683" lon="1.514522"/><rtept lat="42.505012" lon="1.516498"/></rte>
<trk><name>Tue</name><trkseg><trkpt lat="42.503683" lon="1.514522"/><trkpt lat="42.505012" lon="1.516498"/></trkseg></trk></gpx>`

func writeTracks(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "week.gpx")
	if err := os.WriteFile(file, []byte(twoTracks), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestListTracks(t *testing.T) {
	file := writeTracks(t)
	got := roadsnap(t, "", "snap", "--list-tracks", file)
	var rows []string
	for _, line := range strings.Split(strings.TrimSpace(got.out), "\n") {
		rows = append(rows, strings.Join(strings.Fields(strings.TrimPrefix(line, file)), " "))
	}
	want := []string{
		"FILE N KIND POINTS START END NAME",
		"1 track 2 2024-12-31T00:15:00Z 2024-12-31T00:16:00Z Mon", "2 route 2 - - plan", "3 track 2 - - Tue",
	}
	if got.code != 0 || strings.Join(rows, "\n") != strings.Join(want, "\n") {
		t.Errorf("exit code %d, %s:\n%s\nwant:\n%s", got.code, got.err, strings.Join(rows, "\n"), strings.Join(want, "\n"))
	}
	if got := roadsnap(t, twoTracks, "snap", "--list-tracks", "-", filepath.Join(t.TempDir(), "none.gpx")); got.code != exitPartly || !strings.Contains(got.out, "Tue") {
		t.Errorf("a missing file: exit code %d: %s", got.code, got.out)
	}
}

func TestListTracksOfAnArchive(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, err := w.Create("monday/59A.gpx")
	if err == nil {
		_, err = f.Write([]byte(twoTracks))
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "march.zip")
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	got := roadsnap(t, "", "snap", "--list-tracks", file)
	if got.code != 0 || strings.Count(got.out, file+"/monday/59A.gpx ") != 3 {
		t.Errorf("exit code %d, %s:\n%s", got.code, got.err, got.out)
	}
}

func TestSnapChoosesTracks(t *testing.T) {
	file := writeTracks(t)
	for _, tc := range []struct {
		args []string
		want string // IDs of the trips
	}{
		{nil, "week-1 week-2"},
		{[]string{"--routes"}, "week-1 week-2 week-3"},
		{[]string{"--track", "plan"}, "week-2"},
		{[]string{"--track", "3", "--track", "Mon"}, "week-1 week-3"},
	} {
		got := roadsnap(t, "", append(append([]string{"snap", "--format", "csv"}, tc.args...), file)...)
		var ids []string
		for _, row := range strings.Split(strings.TrimSpace(got.out), "\n")[1:] {
			if id, _, _ := strings.Cut(row, ","); len(ids) == 0 || ids[len(ids)-1] != id {
				ids = append(ids, id)
			}
		}
		if got.code != 0 || strings.Join(ids, " ") != tc.want {
			t.Errorf("%v: exit code %d, %v, want %s: %s", tc.args, got.code, ids, tc.want, got.err)
		}
	}
	if got := roadsnap(t, "", "snap", "--track", "Wed", file); got.code != exitFailed || !strings.Contains(got.err, `no track "Wed" in the file; it has 1 "Mon", 2 "plan", 3 "Tue"`) {
		t.Errorf("exit code %d: %s", got.code, got.err)
	}
	if got := roadsnap(t, "", "snap", "--live", "--routes", file); got.code != exitUsage {
		t.Errorf("--live --routes: exit code %d", got.code)
	}
}
