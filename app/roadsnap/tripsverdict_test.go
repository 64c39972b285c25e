// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/workspace"
)

// TestVerdictOfTrips checks that list and show say what is unexplained in the matched trips.
func TestVerdictOfTrips(t *testing.T) {
	db := filepath.Join(t.TempDir(), "trips.db")
	trips := "../../data/trips/"
	if got := roadsnap(t, "", "trips", "import", "--workspace="+db, trips+"city.gpx", trips+"meadow.gpx", trips+"valley.gpx"); got.code != 0 {
		t.Fatal(got.err)
	}
	w, err := workspace.Open(context.Background(), db)
	if err != nil {
		t.Fatal(err)
	}
	for id, list := range map[workspace.ID][]trip.Measure{
		1: {{Kind: trip.WrongWay, Amount: 1}},
		2: {{Kind: trip.Damaged, Amount: 3}, {Kind: trip.NoRoad, Amount: 2040}, {Kind: trip.Unexplained, Amount: 2040}},
	} {
		if err := w.SetMatch(context.Background(), id, workspace.MatchKey{Map: "andorra"}, workspace.NewMatch{Summary: trip.Summary{Measures: list}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(roadsnap(t, "", "trips", "list", "--workspace="+db).out, "\n")
	for i, want := range []string{"  VERDICT  ", "  explained  ", "  -  ", "  damaged: 3, no road: 2.04 km  "} {
		if !strings.Contains(lines[i], want) {
			t.Errorf("line %d: %q lacks %q", i, lines[i], want)
		}
	}
	if got := roadsnap(t, "", "trips", "show", "--workspace="+db, "2").out; !strings.Contains(got, "damaged: 3, no road: 2.04 km") {
		t.Errorf("show: %s", got)
	}
	var list []struct{ Verdict *trace.JSONVerdict }
	if err := json.Unmarshal([]byte(roadsnap(t, "", "trips", "list", "--json", "--workspace="+db).out), &list); err != nil || len(list) != 3 {
		t.Fatal(list, err)
	}
	if v := list[0].Verdict; v == nil || !v.Explained || v.Reasons == nil {
		t.Errorf("explained: %+v", v)
	}
	if v := list[2].Verdict; v == nil || v.Explained || len(v.Reasons) != 2 || v.Reasons[1] != (trace.JSONReason{Kind: "no_road", Amount: 2040, Unit: "m"}) {
		t.Errorf("unexplained: %+v", v)
	}
	if v := list[1].Verdict; v != nil {
		t.Errorf("not matched: %+v", v)
	}
}

// TestVerdictOfSnap checks that the JSON of snap has the verdict.
func TestVerdictOfSnap(t *testing.T) {
	for file, explained := range map[string]bool{"city.gpx": true, "meadow.gpx": false} {
		var got trace.JSONTrip
		if err := json.Unmarshal([]byte(roadsnap(t, "", "snap", "../../data/trips/"+file).out), &got); err != nil {
			t.Fatal(err)
		}
		if got.Verdict == nil || got.Verdict.Explained != explained || len(got.Verdict.Reasons) > 0 == explained {
			t.Errorf("%s: %+v", file, got.Verdict)
		}
	}
}
