// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestWhy asks about a point of a sample trip, and holds the answer against
// what snap says of it.
func TestWhy(t *testing.T) {
	path := samples(t)[0]
	var snapped struct {
		Points []struct {
			WayID *int64 `json:"way_id"`
		}
	}
	if err := json.Unmarshal([]byte(roadsnap(t, "", "snap", path).out), &snapped); err != nil {
		t.Fatal(err)
	}
	var why whyJSON
	got := roadsnap(t, "", "why", "--json", path, "10")
	if err := json.Unmarshal([]byte(got.out), &why); got.code != exitOK || err != nil {
		t.Fatalf("exit code %d, %v: %s", got.code, err, got.err)
	}
	if why.Index != 10 || why.WayID == nil || *why.WayID != *snapped.Points[10].WayID {
		t.Errorf("%s, snapped to %d", got.out, *snapped.Points[10].WayID)
	}
	if len(why.Candidates) < 2 || !why.Candidates[0].Chosen || why.Candidates[1].Chosen || why.Candidates[1].Lost == "" {
		t.Errorf("candidates %+v", why.Candidates)
	}
	table := roadsnap(t, "", "why", path, "10")
	if lines := strings.Split(strings.TrimSpace(table.out), "\n"); table.code != exitOK || len(lines) != 4+len(why.Candidates) {
		t.Errorf("exit code %d:\n%s%s", table.code, table.out, table.err)
	}
	if !strings.Contains(table.out, "m from the recorded position") || !strings.Contains(table.out, "averaged with its neighbours, with a standard deviation") {
		t.Errorf("two distances, and no word of what they are:\n%s", table.out)
	}
	if help := roadsnap(t, "", "why", "--help"); !strings.Contains(help.out, "posterior: ") {
		t.Errorf("the columns are not explained:\n%s", help.out)
	}
	if beyond := roadsnap(t, "", "why", path, "99999"); beyond.code != exitUsage || !strings.Contains(beyond.err, "has the points 0 to") {
		t.Errorf("exit code %d: %s", beyond.code, beyond.err)
	}
}

// TestWhyOfAPointLeftOut: where none of the roads was chosen, none is said to be.
func TestWhyOfAPointLeftOut(t *testing.T) {
	const track = `<gpx version="1.1"><trk><trkseg><trkpt lat="42.5" lon="1.5"/><trkpt lat="42.501" lon="1.501"/><trkpt lat="42.502" lon="1.502"/></trkseg></trk></gpx>`
	got := roadsnap(t, track, "why", "-", "0")
	if got.code != exitOK || !strings.Contains(got.out, "off_road") || !strings.Contains(got.out, "posterior") || strings.Contains(got.out, "chosen") {
		t.Errorf("exit code %d:\n%s%s", got.code, got.out, got.err)
	}
}
