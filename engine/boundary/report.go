// SPDX-License-Identifier: MIT

package boundary

import (
	"cmp"
	"maps"
	"slices"

	"roadsnap/engine/geo"
)

// Report lists the input of Build and everything that it changed. All other borders
// are those of the outlines, except that parts of one area that meet have no border
// between them.
type Report struct {
	Areas, Rings, Vertices int // of the outlines
	Nodes, Arcs            int // points where borders meet, and borders between them

	Moved []Move      // vertices moved onto a neighbour's
	Bent  []Move      // places where a border bent to a neighbour's vertex
	Cuts  []geo.Point // vertices made where outlines crossed or touched, or, in a tangle, came within a unit
	Lost  []geo.Point // vertices of outlines that no line runs through any more: of spikes, and of rings as thin as a line

	Gaps     []Fault // enclosed land without an owner
	Overlaps []Fault // land that several areas claimed

	Vanished []uint32 // areas without land, because their outlines are degenerate
}

// Move is a vertex that moved, or a place on a segment that became a vertex.
type Move struct {
	From, To geo.Point
	Metres   float64 // between the two
}

// Fault is a gap or an overlap.
type Fault struct {
	At     geo.Point // its westernmost vertex
	Bounds geo.Bounds
	Area   float64  // m²
	Areas  []uint32 // areas round a gap, or that claimed an overlap; ascending
	Given  uint32   // the area that got the overlap
}

// faults lists gaps and overlaps, the largest first.
func (r *Report) faults(g *graph, f *faces, of []owner, overlaps map[uint32][]uint32) {
	gaps := make(map[uint32]*Fault)
	laps := make(map[uint32]*Fault)
	for h, face := range f.left {
		switch {
		case face == 0:
		case overlaps[face] != nil:
			lap := laps[face]
			if lap == nil {
				lap = &Fault{Bounds: geo.NoBounds, Areas: overlaps[face], Given: of[face]}
				laps[face] = lap
			}
			lap.extend(g, half(h))
		case of[face] == nobody:
			gap := gaps[face]
			if gap == nil {
				gap = &Fault{Bounds: geo.NoBounds}
				gaps[face] = gap
			}
			gap.extend(g, half(h))
			if other := of[f.left[h^1]]; other != nobody {
				gap.Areas = append(gap.Areas, other)
			}
		}
	}
	collect := func(faults map[uint32]*Fault) (out []Fault) {
		for face := range f.cover {
			if fault := faults[uint32(face)]; fault != nil {
				slices.Sort(fault.Areas)
				fault.Areas = slices.Compact(fault.Areas)
				out = append(out, *fault)
			}
		}
		slices.SortStableFunc(out, func(a, b Fault) int {
			return cmp.Or(cmp.Compare(b.Area, a.Area), cmp.Compare(a.At.Lon, b.At.Lon), cmp.Compare(a.At.Lat, b.At.Lat))
		})
		return out
	}
	r.Gaps, r.Overlaps = collect(gaps), collect(laps)
}

// extend adds the part of the fault along a half that has it to the left.
func (f *Fault) extend(g *graph, h half) {
	line := g.lines.line(int(h / 2))
	if land := landLeft(line); h%2 == 0 {
		f.Area += land
	} else {
		f.Area -= land
	}
	for _, p := range line {
		q := p.Point()
		if f.Bounds.Empty() || q.Lon < f.At.Lon || q.Lon == f.At.Lon && q.Lat < f.At.Lat {
			f.At = q
		}
		f.Bounds = f.Bounds.Extend(q)
	}
}

// lose lists the given vertices of outlines that are on no line of the graph and not
// listed as moved or cut. Vertices on lines that are no border lie in an overlap, or
// between parts of one area.
func (r *Report) lose(vertices []geo.Fixed, g *graph) {
	gone := make(map[geo.Fixed]bool, len(vertices))
	for _, p := range vertices {
		gone[p] = true
	}
	for _, p := range g.lines.points {
		delete(gone, p)
	}
	for _, m := range r.Moved {
		delete(gone, m.From.Fixed())
	}
	for _, p := range r.Cuts {
		delete(gone, p.Fixed())
	}
	r.Lost = points(slices.SortedFunc(maps.Keys(gone), compare))
}

// count counts nodes and arcs, and lists the areas that have no border.
func (r *Report) count(lines *arcs) {
	has := make([]bool, r.Areas)
	nodes := make(map[geo.Fixed]int)
	for i := range lines.len() {
		for _, o := range [2]owner{lines.left[i], lines.right[i]} {
			if o != nobody {
				has[o] = true
			}
		}
		line := lines.line(i)
		nodes[line[0]]++
		nodes[line[len(line)-1]]++
	}
	for _, ends := range nodes {
		if ends > 2 {
			r.Nodes++
		}
	}
	r.Arcs = lines.len()
	for i, ok := range has {
		if !ok {
			r.Vanished = append(r.Vanished, uint32(i))
		}
	}
}
