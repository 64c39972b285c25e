// SPDX-License-Identifier: MIT

package label

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
)

// TestAnchorsAgreesWithPlainMethod visits whole lines and compares the places in
// the tile with those of anchors, which visits only parts of the lines.
func TestAnchorsAgreesWithPlainMethod(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range 2000 {
		line := make([]raster.Vec, 2+r.IntN(8))
		for i := range line {
			line[i] = raster.Vec{X: view.TileSize * (4*r.Float64() - 1.5), Y: view.TileSize * (4*r.Float64() - 1.5)}
			if i > 0 && r.IntN(8) == 0 {
				line[i] = line[i-1]
			}
		}
		w := newWalk(line)
		margin, step := 100*r.Float64(), 10+20*r.Float64()
		var want, got []float64
		for n := 0.0; margin+n*step <= w.length()-margin; n++ {
			if d := margin + n*step; inTile(w.at(d)) {
				want = append(want, d)
			}
		}
		for d, p := range w.anchors(margin, step) {
			if p != w.at(d) {
				t.Fatalf("%v at %v, want %v", p, d, w.at(d))
			}
			got = append(got, d)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("line %v, margin %v, step %v: %v, want %v", line, margin, step, got, want)
		}
		found += len(got)
	}
	if found < 10_000 {
		t.Errorf("only %d places", found)
	}
}

// TestAnchorsOfEndlessLine would not end if the whole line were visited.
func TestAnchorsOfEndlessLine(t *testing.T) {
	w := newWalk([]raster.Vec{{X: -1e13, Y: 100}, {X: 1e13, Y: 100}, {X: 1e13, Y: -1e13}})
	n := 0
	for range w.anchors(50, 24) {
		n++
	}
	if want := view.TileSize / 24; n < want || n > want+1 {
		t.Errorf("%d places, want %d or one more", n, want)
	}
}

// TestJoinLinesWhereManyMeet checks that lines continue through a place where few
// meet, and end where many meet.
func TestJoinLinesWhereManyMeet(t *testing.T) {
	for n, want := range map[int]int{2: 1, 4: 2, maxMeeting: maxMeeting / 2, maxMeeting + 2: maxMeeting + 2} {
		var lines [][]raster.Vec
		for i := range n {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
			lines = append(lines, []raster.Vec{{X: 0, Y: 0}, {X: 100 * cos, Y: 100 * sin}})
		}
		if got := len(joinLines(lines)); got != want {
			t.Errorf("of %d lines that meet there are %d, want %d", n, got, want)
		}
	}
}
