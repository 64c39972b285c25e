// SPDX-License-Identifier: MIT

package boundary

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// exactly returns options that snap nothing.
func exactly() Options { return Options{} }

// built builds areas into a division. Each area is a group of its own, except every
// third, which is in the first group.
func built(t testing.TB, areas []Area, o Options) (*Division, Report) {
	t.Helper()
	s := Source{Areas: slices.Clone(areas), Groups: make([]uint32, len(areas)+1)}
	for i := range s.Areas {
		if s.Areas[i].Group = uint32(i); i%3 == 2 {
			s.Areas[i].Group = 0
		}
	}
	d, report, err := Build(context.Background(), s, o)
	if err != nil {
		t.Fatalf("Build: %v", err)
	}
	return d, report
}

// reopened writes a division and opens it.
func reopened(t testing.TB, d *Division) *Net {
	t.Helper()
	path := filepath.Join(t.TempDir(), "division.rsp")
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
	n, err := Open(p)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// judged fails the test unless a division is consistent, by slow and simple measures.
func judged(t testing.TB, d *Division, r Report) {
	t.Helper()
	for l := d.finest(); l <= Country; l++ {
		if fault := planar(&d.lines[l], d.arcs.len()); fault != "" {
			t.Fatalf("%v: %s", l, fault)
		}
	}
	for i := range d.arcs.len() {
		if d.arcs.left[i] == d.arcs.right[i] {
			t.Fatalf("arc %d has owner %d on both sides", i, d.arcs.left[i])
		}
	}
	if fault := euler(d, r); fault != "" {
		t.Fatal(fault)
	}
	n := reopened(t, d)
	if err := n.Verify(t.Context()); err != nil {
		t.Fatal(err)
	}
	var areas, groups, union float64
	for i := range n.NumAreas() {
		areas += n.Area(i).Size()
	}
	for i := range n.NumGroups() {
		groups += n.Group(i).Size()
	}
	for i := range d.arcs.len() {
		switch land := landLeft(d.arcs.line(i)); {
		case d.arcs.right[i] == nobody:
			union += land
		case d.arcs.left[i] == nobody:
			union -= land
		}
	}
	if math.Abs(areas-union) > 1e-6*union+1e-3 || math.Abs(groups-union) > 1e-6*union+1e-3 {
		t.Fatalf("areas have %v m², groups %v, all land %v", areas, groups, union)
	}
	for i := range n.NumAreas() + n.NumGroups() {
		for _, l := range Levels() {
			if fault := soundLand(Land{n, i}, l); fault != "" {
				t.Fatalf("land %d at %v: %s", i, l, fault)
			}
		}
	}
}

// euler checks V − E + F = 1 + C on the graph of arcs.
func euler(d *Division, r Report) string {
	vertices := make(map[geo.Fixed]bool)
	for i := range d.arcs.len() {
		line := d.arcs.line(i)
		vertices[line[0]], vertices[line[len(line)-1]] = true, true
	}
	faces := 1 + len(r.Gaps) + int(d.lands[d.areas].Polygon)
	v, e, c := len(vertices), d.arcs.len(), len(findIslands(d.arcs))
	if v-e+faces != 1+c {
		return fmt.Sprintf("%d vertices, %d arcs, %d faces, %d components", v, e, faces, c)
	}
	return ""
}

// soundLand returns what is wrong with the rings of a land at a level. Each must be
// closed and pass no vertex twice. The outer one must run counter-clockwise, the
// others clockwise inside it. The centre must be inside. The rings must not cross;
// that is checked elsewhere.
func soundLand(land Land, l Level) string {
	first := true
	var size float64
	for polygon := range land.Polygons(l) {
		var rings [][]geo.Fixed
		for ring := range polygon.Rings() {
			line := slices.Collect(ring.Points())
			if len(line) < 4 || line[0] != line[len(line)-1] {
				return fmt.Sprintf("%v is no ring", line)
			}
			seen := make(map[geo.Fixed]bool)
			for _, p := range line[1:] {
				if seen[p] {
					return fmt.Sprintf("a ring passes %v twice", p)
				}
				seen[p] = true
			}
			if outer := len(rings) == 0; (sweepOf(line).sign() > 0) != outer {
				return "a ring runs the wrong way"
			}
			size += landLeft(line)
			for _, p := range line {
				if len(rings) > 0 && !insideOrOn(rings[0], p) {
					return "a hole is not in its outer ring"
				}
			}
			rings = append(rings, line)
		}
		if l == Street && first {
			if fault := centred(rings, land.record().Center); fault != "" {
				return fault
			}
		}
		first = false
	}
	if first == land.Found() {
		return "it is there and not there"
	}
	if l == Street && math.Abs(size-land.Size()) > 1e-6*size+1e-3 {
		return fmt.Sprintf("its rings hold %v m², its record %v", size, land.Size())
	}
	return ""
}

// centred returns an error text if a centre is not inside a polygon that has room for
// it.
func centred(rings [][]geo.Fixed, c geo.Fixed) string {
	in := false
	for _, ring := range rings {
		for k := 1; k < len(ring); k++ {
			switch pass(ring[k-1], ring[k], c) {
			case on:
				if box := geo.FixedBoundsOf(rings[0]...); sweepOf(rings[0]).float() > 40*float64(box.MaxLat-box.MinLat+box.MaxLon-box.MinLon) {
					return fmt.Sprintf("its centre %v is on its border", c)
				}
				return ""
			case south:
				in = !in
			}
		}
	}
	if !in {
		return fmt.Sprintf("its centre %v is outside", c)
	}
	return ""
}

func insideOrOn(ring []geo.Fixed, p geo.Fixed) bool {
	in := false
	for k := 1; k < len(ring); k++ {
		switch pass(ring[k-1], ring[k], p) {
		case on:
			return true
		case south:
			in = !in
		}
	}
	return in
}

// claimants returns the areas that may own a point: those with a part that has the
// point inside an odd number of its rings.
func claimants(areas []Area, p geo.Fixed) []owner {
	found := make(map[owner]bool)
	for i, a := range areas {
		for _, part := range a.Parts {
			in := false
			for _, ring := range part {
				for k, from := range ring {
					to := ring[(k+1)%len(ring)]
					if from.Lon > to.Lon {
						from, to = to, from
					}
					if from.Lon <= p.Lon && p.Lon < to.Lon && orientation(from, to, p) > 0 {
						in = !in
					}
				}
			}
			if in {
				found[owner(i)] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// awayFrom reports whether a point is at least the given units from all outlines.
// Borders are slightly displaced where outlines cross.
func awayFrom(areas []Area, p geo.Fixed, units float64) bool {
	unit := scale{1, 1}
	for _, a := range areas {
		for _, part := range a.Parts {
			for _, ring := range part {
				for k, from := range ring {
					if c := unit.chord(from, ring[(k+1)%len(ring)]); c.distance2(p) < units*units {
						return false
					}
				}
			}
		}
	}
	return true
}

// owned fails the test unless random points lie in one of the areas that claim them.
func owned(t testing.TB, r *rand.Rand, areas []Area, d *Division, rounds int) {
	t.Helper()
	box := geo.NoFixedBounds
	for _, a := range areas {
		for _, part := range a.Parts {
			for _, ring := range part {
				box = box.Union(geo.FixedBoundsOf(ring...))
			}
		}
	}
	if box == geo.NoFixedBounds {
		return
	}
	for range rounds {
		p := geo.Fixed{Lat: mix(r, box.MinLat, box.MaxLat), Lon: mix(r, box.MinLon, box.MaxLon)}
		if !awayFrom(areas, p, 3) {
			continue
		}
		want := claimants(areas, p)
		o, onBorder := plainOwner(d.arcs, p)
		if onBorder || (o == nobody) != (len(want) == 0) || o != nobody && !slices.Contains(want, o) {
			t.Fatalf("%v has owner %d (on a border: %v), claimed by %d", p, int32(o), onBorder, want)
		}
	}
}
