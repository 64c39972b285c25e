// SPDX-License-Identifier: MIT

package boundary

import (
	"fmt"
	"strings"
	"testing"

	"roadsnap/engine/geo"
)

// A trap is land that is hard to divide. Each area is a text: parts separated by
// bars, their rings by commas, each ring the letters of its vertices in the drawing.
// Area A is the first.
type trap struct {
	name, drawing string
	areas         []string
	want          string // the owners at the digits, "-" for nobody
	rings         string // at level Street: of each area, the rings of its polygons
	overlaps      int
	gaps          int
	lost          string
	vanished      int
}

var traps = []trap{
	{
		name: "enclave that the outline round it does not leave out",
		drawing: `
a . . . d
. e . h .
1 . 2 . .
. f . g .
b . . . c`,
		areas: []string{"abcd", "efgh"}, want: "1A 2B", rings: "A2 B1", overlaps: 1,
	},
	{
		name: "enclave left out",
		drawing: `
a . . . d
. e . h .
1 . 2 . .
. f . g .
b . . . c`,
		areas: []string{"abcd,efgh", "hgfe"}, want: "1A 2B", rings: "A2 B1",
	},
	{
		name: "hole that nobody has",
		drawing: `
a . . . d
. e . h .
1 . 2 . .
. f . g .
b . . . c`,
		areas: []string{"abcd,hgfe"}, want: "1A 2-", rings: "A2", gaps: 1,
	},
	{
		name: "a vertex in the middle of the neighbour's edge",
		drawing: `
a . d . h
. 1 . 2 .
. . e . g
. 1 . 3 .
b . c . i`,
		areas: []string{"abcd", "degh", "ecig"}, want: "1A 2B 3C", rings: "A1 B1 C1",
	},
	{
		name: "spike",
		drawing: `
a . d . .
. 1 . 2 .
b . c . e`,
		areas: []string{"abcecd"}, want: "1A 2-", rings: "A1", lost: "e",
	},
	{
		name: "a spike that ends on its own border",
		drawing: `
a . . . d
. 1 . . e
b . . . c`,
		areas: []string{"abcedbd"}, want: "1A", rings: "A1",
	},
	{
		name: "hole that touches the outer ring in a vertex",
		drawing: `
a . . . . d
. 1 e . . .
. . . 2 . g
. . f . . .
b . . . . c`,
		areas: []string{"abcgd,efg"}, want: "1A 2-", rings: "A2", gaps: 1,
	},
	{
		name: "hole that touches the outer ring along it",
		drawing: `
a . . . d
. e . f .
1 . 2 . .
. g . h .
b . . . c`,
		areas: []string{"abghcd,eghf"}, want: "1A 2-", rings: "A1",
	},
	{
		name: "two holes that touch",
		drawing: `
a . . . . . . . . . d
. e . . . f . . . g .
. . . 2 . . . 3 . . .
1 . . i . . . j . . .
b . . . . . . . . . c`,
		areas: []string{"abcd,eif,fjg"}, want: "1A 2- 3-", rings: "A3", gaps: 2,
	},
	{
		name: "a hole that touches the outer ring twice cuts the land in two",
		drawing: `
. . . e . . .
. . . 1 . . .
. . . g . . .
a . . 2 . . c
. . . h . . .
. . . 3 . . .
. . . f . . .`,
		areas: []string{"aecf,agch"}, want: "1A 2- 3A", rings: "A2", gaps: 1,
	},
	{
		name: "the same area twice",
		drawing: `
a . d
. 1 .
b . c`,
		areas: []string{"abcd", "dcba"}, want: "1A", rings: "A1 B0", overlaps: 1, vanished: 1,
	},
	{
		name: "the same part twice counts once",
		drawing: `
a . d
. 1 .
b . c`,
		areas: []string{"abcd|cdab"}, want: "1A", rings: "A1",
	},
	{
		name: "the same ring twice in a part is none",
		drawing: `
a . d
. 1 .
b . c`,
		areas: []string{"abcd,bcda"}, want: "1-", rings: "A0", lost: "abcd", vanished: 1,
	},
	{
		name: "parts that overlap",
		drawing: `
a . . d . .
1 e 2 . . h
. . . . 3 .
b . . c . .
. f . . . g`,
		areas: []string{"abcd|efgh"}, want: "1A 2A 3A", rings: "A1",
	},
	{
		name: "parts that share a border",
		drawing: `
a . d . e
. 1 . 2 .
b . c . f`,
		areas: []string{"abcd|dcfe"}, want: "1A 2A", rings: "A1",
	},
	{
		name: "a part in the hole of another",
		drawing: `
a . . . . . . d
. e . . . . h .
. . . i . l . .
1 . 2 . 3 . . .
. . . j . k . .
. f . . . . g .
b . . . . . . c`,
		areas: []string{"abcd,efgh|ijkl"}, want: "1A 2- 3A", rings: "A3", gaps: 1,
	},
	{
		name: "a part that fills its own hole",
		drawing: `
a . . . d
. e . h .
1 . 2 . .
. f . g .
b . . . c`,
		areas: []string{"abcd,efgh|efgh"}, want: "1A 2A", rings: "A1",
	},
	{
		name: "an island in a lake on an island",
		drawing: `
a . . . . . . d
. e . . . . h .
. . . i . l . .
1 . 2 . 3 . . .
. . . j . k . .
. f . . . . g .
b . . . . . . c`,
		areas: []string{"abcd,efgh", "ijkl"}, want: "1A 2- 3B", rings: "A2 B1", gaps: 1,
	},
	{
		name:    "rings as thin as a line",
		drawing: `a 1 b c`,
		areas:   []string{"abc", "aabb", "c", ""}, want: "1-", rings: "A0 B0 C0 D0", lost: "ac", vanished: 4,
	},
	{
		name: "islands that meet in a vertex",
		drawing: `
a . d . .
. 1 . . 3
b . c . f
. . . 2 .
. . e . g`,
		areas: []string{"abcd|cegf"}, want: "1A 2A 3-", rings: "A2",
	},
	{
		name: "a ring that crosses itself",
		drawing: `
a . . . d
. . 3 . .
. 1 x 2 .
. . 4 . .
b . . . c`,
		areas: []string{"abdc"}, want: "1A 2A 3- 4-", rings: "A2",
	},
	{
		name: "a border that runs along another twice",
		drawing: `
a . d . e
. 1 . 2 .
b . c . f
. 3 . . .
h . g . .`,
		areas: []string{"abcd", "dcfedcd", "bhgcbc"}, want: "1A 2B", rings: "A1 B1 C1",
	},
	{
		name: "crossings on a vertex of a third",
		drawing: `
a . . . d
. . 3 . .
. 1 x 2 .
. . 4 . .
b . . . c`,
		areas: []string{"abdc", "axd"}, want: "1A 2A 3B 4-", rings: "A2 B1",
	},
	{
		name: "three claim the same, the smallest has it",
		drawing: `
a . . . . . . d
. e . . . . h .
. . . i . l . .
1 . 2 . 3 . . .
. . . j . k . .
. f . . . . g .
b . . . . . . c`,
		areas: []string{"abcd", "ijkl", "efgh"}, want: "1A 2C 3B", rings: "A2 B1 C2", overlaps: 2,
	},
}

func (p picture) areas(texts []string) []Area {
	areas := make([]Area, len(texts))
	for i, text := range texts {
		for _, part := range strings.Split(text, "|") {
			var rings Part
			for _, word := range strings.Split(part, ",") {
				rings = append(rings, p.line(word))
			}
			areas[i].Parts = append(areas[i].Parts, rings)
		}
	}
	return areas
}

func TestBuildTraps(t *testing.T) {
	for _, tt := range traps {
		for _, o := range []Options{exactly(), DefaultOptions()} {
			t.Run(fmt.Sprintf("%s, %v m", tt.name, o.Tolerance), func(t *testing.T) {
				p := drawing(tt.drawing, 40)
				areas := p.areas(tt.areas)
				d, report := built(t, areas, o)
				judged(t, d, report)
				if fault := listed(areas, d, report); fault != "" {
					t.Error(fault)
				}
				for _, want := range strings.Fields(tt.want) {
					at := p[rune(want[0])]
					got := "-"
					if o, _ := plainOwner(d.arcs, at); o != nobody {
						got = string(rune('A' + o))
					}
					if got != want[1:] {
						t.Errorf("%c is %s's, want %s's", want[0], got, want[1:])
					}
				}
				n := reopened(t, d)
				var rings []string
				for i := range n.NumAreas() {
					count := 0
					for polygon := range n.Area(i).Polygons(Street) {
						for range polygon.Rings() {
							count++
						}
					}
					rings = append(rings, fmt.Sprintf("%c%d", 'A'+i, count))
				}
				if got := strings.Join(rings, " "); got != tt.rings {
					t.Errorf("rings: %s, want %s", got, tt.rings)
				}
				if len(report.Overlaps) != tt.overlaps || len(report.Gaps) != tt.gaps || len(report.Vanished) != tt.vanished {
					t.Errorf("%d overlaps, %d gaps, %d vanished, want %d, %d, %d", len(report.Overlaps), len(report.Gaps), len(report.Vanished), tt.overlaps, tt.gaps, tt.vanished)
				}
				lost := make(map[geo.Fixed]bool)
				for _, q := range report.Lost {
					lost[q.Fixed()] = true
				}
				for _, q := range p.line(tt.lost) {
					if !lost[q] {
						t.Errorf("%v is not said to be lost", q)
					}
				}
				if len(lost) != len(tt.lost) {
					t.Errorf("%d vertices are lost, want %d", len(lost), len(tt.lost))
				}
			})
		}
	}
}

// TestBuildAtTheEndsOfTheEarth uses rings that reach the poles and ±180°, and one
// that crosses the whole Earth.
func TestBuildAtTheEndsOfTheEarth(t *testing.T) {
	const w, e, s, n = -180e7, 180e7, -90e7, 90e7
	ring := func(lats, lons [4]int32) Part {
		var r []geo.Fixed
		for i := range lats {
			r = append(r, geo.Fixed{Lat: lats[i], Lon: lons[i]})
		}
		return Part{r}
	}
	areas := []Area{
		{Parts: []Part{ring([4]int32{s, s, n, n}, [4]int32{w, 0, 0, w})}},
		{Parts: []Part{ring([4]int32{s, s, 0, 0}, [4]int32{0, e, e, 0})}},
		{Parts: []Part{ring([4]int32{10e7, 10e7, 20e7, 20e7}, [4]int32{179e7, -179e7, -179e7, 179e7})}},
		{Parts: []Part{ring([4]int32{n, n - 9, n, n - 5}, [4]int32{e, e, e - 9, e - 9})}},
	}
	for _, o := range []Options{exactly(), DefaultOptions(), {Tolerance: maxTolerance}} {
		d, report := built(t, areas, o)
		judged(t, d, report)
	}
}
