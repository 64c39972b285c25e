package boundary

import (
	"cmp"
	"math"
	"slices"

	"roadsnap/engine/geo"
)

// Report says what Build was given, and all that it changed. Away from what is
// listed here, borders are those of the outlines.
type Report struct {
	Areas, Rings, Vertices int // of the outlines
	Nodes, Arcs            int // where borders meet, and borders between two such

	Moved []Move      // vertices that moved onto a neighbour's
	Bent  []Move      // places where a border bent to a neighbour's vertex
	Cuts  []geo.Point // new vertices where outlines crossed or touched

	Gaps     []Fault // enclosed land that nobody has
	Overlaps []Fault // land that several areas claimed

	Vanished []uint32 // areas that nothing is left of: degenerate outlines
}

// Move is a vertex that moved, or a place on a segment that became one.
type Move struct {
	From, To geo.Point
	Metres   float64 // between the two
}

// Fault is a gap or an overlap.
type Fault struct {
	At     geo.Point // its westernmost vertex
	Bounds geo.Bounds
	Area   float64  // m²
	Areas  []uint32 // round a gap, or that claimed an overlap; ascending
	Given  uint32   // the area that an overlap was given to
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
			lap.extend(g.lines.line(h / 2))
		case of[face] == nobody:
			gap := gaps[face]
			if gap == nil {
				gap = &Fault{Bounds: geo.NoBounds}
				gaps[face] = gap
			}
			gap.extend(g.lines.line(h / 2))
			if other := of[f.left[h^1]]; other != nobody {
				gap.Areas = append(gap.Areas, other)
			}
		}
	}
	collect := func(faults map[uint32]*Fault) (out []Fault) {
		for face, fault := range faults {
			slices.Sort(fault.Areas)
			fault.Areas = slices.Compact(fault.Areas)
			fault.Area = f.size[face] * squareMetres(fault.Bounds.Center().Lat)
			out = append(out, *fault)
		}
		slices.SortFunc(out, func(a, b Fault) int {
			return cmp.Or(cmp.Compare(b.Area, a.Area), cmp.Compare(a.At.Lon, b.At.Lon), cmp.Compare(a.At.Lat, b.At.Lat))
		})
		return out
	}
	r.Gaps, r.Overlaps = collect(gaps), collect(laps)
}

// extend makes room for a line along the fault.
func (f *Fault) extend(line []geo.Fixed) {
	for _, p := range line {
		q := p.Point()
		if f.Bounds.Empty() || q.Lon < f.At.Lon || q.Lon == f.At.Lon && q.Lat < f.At.Lat {
			f.At = q
		}
		f.Bounds = f.Bounds.Extend(q)
	}
}

// squareMetres returns the size of a square of the grid at a latitude.
func squareMetres(lat float64) float64 {
	return metresPerUnit * metresPerUnit * math.Cos(lat*math.Pi/180)
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
