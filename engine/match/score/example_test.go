// SPDX-License-Identifier: MIT

package score_test

import (
	"fmt"

	"roadsnap/engine/geo"
	"roadsnap/engine/match/score"
)

func ExampleCompare() {
	// The vehicle drove 2 km to the east; only the first was matched, and the
	// missing one counts as wrong.
	truth := [][]geo.Point{{{Lat: 0, Lon: 0}, {Lat: 0, Lon: 0.018}}}
	matched := [][]geo.Point{{{Lat: 0, Lon: 0}, {Lat: 0, Lon: 0.009}}}
	overlap := score.Compare(truth, matched)
	fmt.Printf("%.0f %% correct, %.0f %% wrong\n", 100*overlap.Correct(), 100*overlap.Wrong())
	// Output: 50 % correct, 50 % wrong
}
