// SPDX-License-Identifier: MIT

package trips

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
