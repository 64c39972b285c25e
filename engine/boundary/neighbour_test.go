// SPDX-License-Identifier: MIT

package boundary_test

import (
	"errors"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// drawn returns the division of a drawing with a letter for each square of a tenth of
// a degree: A is area 0, a dot is nobody's. groups are those of the areas.
func drawn(t *testing.T, groups []uint32, rows ...string) *boundary.Net {
	t.Helper()
	const side = 1_000_000 // 1e-7 degrees
	s := boundary.Source{Areas: make([]boundary.Area, len(groups)), Groups: make([]uint32, 1+slices.Max(groups))}
	for i := range s.Areas {
		s.Areas[i].Group = groups[i]
	}
	for i, row := range rows {
		for j, letter := range row {
			if letter == '.' {
				continue
			}
			a := &s.Areas[letter-'A']
			south, west := int32(len(rows)-i)*side, int32(j)*side
			a.Parts = append(a.Parts, boundary.Part{{
				{Lat: south, Lon: west}, {Lat: south, Lon: west + side}, {Lat: south + side, Lon: west + side}, {Lat: south + side, Lon: west},
			}})
		}
	}
	d, _, err := boundary.Build(t.Context(), s, boundary.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "drawn.rsp")
	w, err := pack.Create(path, pack.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(d.Write(w), w.Commit()); err != nil {
		t.Fatal(err)
	}
	p, err := pack.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	n, err := boundary.Open(p)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// squares returns a length in sides of a square, rounded. Near the equator all sides
// are equally long.
func squares(metres float64) int {
	return int(math.Round(metres / (geo.MetresPerDegree / 10)))
}

func TestNeighbours(t *testing.T) {
	n := drawn(t, []uint32{0, 0, 1, 1, 0},
		"AAB.",
		"AEB.",
		"AAB.",
		"CCCD",
		".C..",
	)
	type shared struct{ number, sides int }
	for _, c := range []struct {
		name    string
		land    boundary.Land
		want    []shared
		outline int
	}{
		{"round a bay", n.Area(0), []shared{{4, 3}, {1, 2}, {2, 2}}, 12},
		{"at the sea", n.Area(1), []shared{{0, 2}, {2, 1}, {4, 1}}, 8},
		{"with a point in common", n.Area(3), []shared{{2, 1}}, 4},
		{"in the bay", n.Area(4), []shared{{0, 3}, {1, 1}}, 4},
		{"groups, whose inner borders do not count", n.Group(0), []shared{{1, 3}}, 12},
		{"the other group", n.Group(1), []shared{{0, 3}}, 12},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []shared
			for _, neighbour := range c.land.Neighbours() {
				got = append(got, shared{neighbour.Number, squares(neighbour.Metres)})
			}
			// Borders of equal length are ordered by rounding errors.
			order := func(a, b shared) int { return a.number - b.number }
			want := slices.SortedFunc(slices.Values(c.want), order)
			if slices.SortFunc(got, order); !slices.Equal(got, want) {
				t.Errorf("neighbours and sides %v, want %v", got, want)
			}
			if got := squares(c.land.Outline()); got != c.outline {
				t.Errorf("%d sides round it, want %d", got, c.outline)
			}
		})
	}
}

// TestNeighboursAreMutual checks that two areas share the same length of border, and
// that the longest comes first.
func TestNeighboursAreMutual(t *testing.T) {
	n := drawn(t, []uint32{0, 1, 0, 1, 2},
		"ABABE",
		"CCDDE",
		"A.BEE",
		"ACBDA",
	)
	for i := range n.NumAreas() {
		list := n.Area(i).Neighbours()
		if !slices.IsSortedFunc(list, func(a, b boundary.Neighbour) int { return int(b.Metres) - int(a.Metres) }) {
			t.Errorf("area %d: %v is not sorted", i, list)
		}
		for _, there := range list {
			back := n.Area(there.Number).Neighbours()
			k := slices.IndexFunc(back, func(b boundary.Neighbour) bool { return b.Number == i })
			if k < 0 || math.Abs(back[k].Metres-there.Metres) > 1e-6 {
				t.Errorf("%d has %v m with %d, which has %v", i, there.Metres, there.Number, back)
			}
		}
	}
}
