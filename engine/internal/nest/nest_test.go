// SPDX-License-Identifier: MIT

package nest

import (
	"fmt"
	"testing"

	"roadsnap/engine/geo"
)

// box returns a square ring.
func box(x, y, side int32) []geo.Fixed {
	return []geo.Fixed{{Lat: y, Lon: x}, {Lat: y, Lon: x + side}, {Lat: y + side, Lon: x + side}, {Lat: y + side, Lon: x}}
}

func TestRings(t *testing.T) {
	for _, c := range []struct {
		name  string
		rings [][]geo.Fixed
		want  string // rings of each part
	}{
		{"nothing", nil, "[]"},
		{"flat", [][]geo.Fixed{{{Lat: 0, Lon: 0}, {Lat: 0, Lon: 9}, {Lat: 0, Lon: 4}}}, "[]"},
		{"a hole first", [][]geo.Fixed{box(10, 10, 10), box(0, 0, 100)}, "[2]"},
		{"an island in a hole", [][]geo.Fixed{box(30, 30, 5), box(20, 20, 40), box(0, 0, 100)}, "[2 1]"},
		{"neighbours", [][]geo.Fixed{box(0, 0, 100), box(100, 0, 50)}, "[1 1]"},
		{"a hole at the edge", [][]geo.Fixed{box(0, 0, 100), box(0, 40, 20)}, "[2]"},
	} {
		parts, _ := Rings(c.rings)
		got := []int{}
		for _, p := range parts {
			got = append(got, len(p))
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%s: %v, want %s", c.name, got, c.want)
		}
	}
}

func TestNestPutsAPointInside(t *testing.T) {
	_, inside := Rings([][]geo.Fixed{box(0, 0, 1000), box(100, 100, 850), box(2000, 0, 10)})
	if inside.Lon <= 0 || inside.Lon >= 100 || inside.Lat <= 0 || inside.Lat >= 1000 {
		t.Errorf("the point %v is not between the ring and its hole", inside)
	}
}
