// SPDX-License-Identifier: MIT

package corrections

import (
	"strings"
	"testing"

	"roadsnap/assets"
	"roadsnap/engine/correction"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/ui/text"
)

// TestCorrectionsInWords has a text for each kind of correction, reason and loss in both
// languages.
func TestCorrectionsInWords(t *testing.T) {
	for _, l := range text.Languages {
		w, err := text.Load(assets.Translations(), l.Tag)
		if err != nil {
			t.Fatal(err)
		}
		said := map[string]bool{}
		say := func(line string) {
			if line == "" || strings.Contains(line, "fix.") || strings.ContainsAny(line, "{}") || said[line] {
				t.Errorf("%s: %q is no text, or is there twice", l.Tag, line)
			}
			said[line] = true
		}
		for _, k := range append(match.ConstraintKinds(), correction.SetProfile) {
			say(operationText(w, correction.Operation{Constraint: match.Constraint{Kind: k, Index: 3, Last: 5, WayID: 7}, Profile: match.Truck}))
		}
		say(operationText(w, correction.Operation{Constraint: match.Constraint{Kind: match.Forbid, WayID: 7, Stretch: true}}))
		for _, r := range match.UnmetReasons() {
			say(unmetText(w, r))
		}
		for _, key := range lostKeys {
			say(w.T(key))
		}
	}
}

// TestPinnedCandidate says where the route is by hand, and where it would be without that.
func TestPinnedCandidate(t *testing.T) {
	here, there := geo.Point{Lat: 10, Lon: 106}, geo.Point{Lat: 10.001, Lon: 106}
	pin := func(i int, way int64, at geo.Point) correction.Operation {
		return correction.Operation{Constraint: match.Constraint{Kind: match.Pin, Index: i, WayID: way, Place: at, Direction: match.AlongWay}}
	}
	chosen := match.Candidate{Location: here, WayID: 1, Forward: true, Chosen: true}
	other := match.Candidate{Location: there, WayID: 2, Forward: true, Lost: match.LostDistance}
	back := other
	back.Forward = false
	for _, c := range []struct {
		name string
		done []correction.Operation
		want [3]string // of chosen, other and back
	}{
		{"no pin", nil, [3]string{"fix.chosen", "fix.lost.distance", "fix.lost.distance"}},
		{"a pin of another point", []correction.Operation{pin(3, 2, there)}, [3]string{"fix.chosen", "fix.lost.distance", "fix.lost.distance"}},
		{"a pin", []correction.Operation{pin(4, 2, there)}, [3]string{"fix.chosen_without", "fix.pinned", "fix.lost.distance"}},
		{"a later pin", []correction.Operation{pin(4, 2, there), pin(4, 1, here), pin(5, 2, there)}, [3]string{"fix.pinned", "fix.lost.distance", "fix.lost.distance"}},
	} {
		f := State{Point: 4, Log: correction.Log{Done: c.done}}
		if got := [3]string{f.reasonKey(chosen), f.reasonKey(other), f.reasonKey(back)}; got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestMapFault(t *testing.T) {
	w, err := text.Load(assets.Translations(), "en")
	if err != nil {
		t.Fatal(err)
	}
	const want = "Possible fault of the map: Lê Lợi\nPlace: 10.770000, 106.700000\nhttps://www.openstreetmap.org/way/5\n" +
		"https://www.openstreetmap.org/?mlat=10.770000&mlon=106.700000#map=18/10.770000/106.700000"
	if got := faultText(w, geo.Point{Lat: 10.77, Lon: 106.7}, "Lê Lợi", []string{"5"}); got != want {
		t.Errorf("%s", got)
	}
}
