// SPDX-License-Identifier: MIT

package boundary

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"roadsnap/engine/geo"
)

// patchwork is land divided into polygons, each with an owner, that share whole
// edges. It becomes arcs without the code under test, so that tests of the locator
// are independent of Build.
type patchwork struct {
	edges map[[2]geo.Fixed]*patchEdge // by the two ends, the lesser first
}

type patchEdge struct {
	left, right owner // seen from the first end
	traced      bool
}

func newPatchwork() *patchwork { return &patchwork{edges: make(map[[2]geo.Fixed]*patchEdge)} }

func compareFixed(a, b geo.Fixed) int {
	return cmp.Or(cmp.Compare(a.Lon, b.Lon), cmp.Compare(a.Lat, b.Lat))
}

// add adds a polygon, whose vertices go round it counter-clockwise.
func (d *patchwork) add(o owner, polygon ...geo.Fixed) {
	for i, a := range polygon {
		b := polygon[(i+1)%len(polygon)]
		key, reversed := [2]geo.Fixed{a, b}, compareFixed(a, b) > 0
		if reversed {
			key = [2]geo.Fixed{b, a}
		}
		e := d.edges[key]
		if e == nil {
			e = &patchEdge{left: nobody, right: nobody}
			d.edges[key] = e
		}
		if reversed {
			e.right = o
		} else {
			e.left = o
		}
	}
}

// arcs returns the borders between different owners, joined at vertices where only
// two edges meet.
func (d *patchwork) arcs() *arcs {
	type way struct {
		to   geo.Fixed
		edge *patchEdge
	}
	ways := make(map[geo.Fixed][]way)
	var vertices []geo.Fixed
	for key, e := range d.edges {
		if e.left != e.right {
			ways[key[0]] = append(ways[key[0]], way{key[1], e})
			ways[key[1]] = append(ways[key[1]], way{key[0], e})
		}
	}
	for v, w := range ways {
		vertices = append(vertices, v)
		slices.SortFunc(w, func(a, b way) int { return compareFixed(a.to, b.to) })
	}
	slices.SortFunc(vertices, compareFixed)
	out := &arcs{}
	for _, closed := range []bool{false, true} { // open arcs first; the rest is closed
		for _, v := range vertices {
			if !closed && len(ways[v]) == 2 {
				continue
			}
			for _, w := range ways[v] {
				if w.edge.traced {
					continue
				}
				line, left, right := []geo.Fixed{v}, w.edge.left, w.edge.right
				if compareFixed(v, w.to) > 0 {
					left, right = right, left
				}
				for !w.edge.traced {
					w.edge.traced = true
					line = append(line, w.to)
					if next := ways[w.to]; len(next) == 2 {
						w = next[slices.IndexFunc(next, func(n way) bool { return n.edge != w.edge })]
					}
				}
				out.add(line, left, right)
			}
		}
	}
	return out
}

// draw makes a patchwork from a drawing with a letter for each square: A is area 0, a
// dot is nobody. Squares are size units wide. The south-western corner of the drawing
// is at the origin.
func draw(size int32, rows ...string) *patchwork {
	d := newPatchwork()
	for i, row := range rows {
		south := int32(len(rows)-1-i) * size
		for j, letter := range strings.Split(row, "") {
			if letter == "." {
				continue
			}
			west := int32(j) * size
			d.add(owner(letter[0]-'A'), geo.Fixed{Lat: south, Lon: west}, geo.Fixed{Lat: south, Lon: west + size},
				geo.Fixed{Lat: south + size, Lon: west + size}, geo.Fixed{Lat: south + size, Lon: west})
		}
	}
	return d
}

// randomPatchwork cuts a box into a lattice of triangles: long, thin, of a few units,
// or as large as the Earth. It gives them to owners so that areas have several of
// them, with islands, lakes and enclaves.
func randomPatchwork(r *rand.Rand) *patchwork {
	xs, ys := steps(r, 1+r.IntN(9), 180e7), steps(r, 1+r.IntN(9), 90e7)
	columns, rows := len(xs)-1, len(ys)-1
	at := make([][]geo.Fixed, columns+1)
	for i := range at {
		at[i] = make([]geo.Fixed, rows+1)
		for j := range at[i] {
			at[i][j] = geo.Fixed{Lat: ys[j], Lon: xs[i]}
		}
	}
	falling := make([][]bool, columns) // direction of the diagonal of each square
	for i := range falling {
		falling[i] = make([]bool, rows)
		for j := range falling[i] {
			falling[i][j] = r.IntN(2) == 0
		}
	}
	triangles := func(i, j int) [2][3]geo.Fixed {
		sw, se, nw, ne := at[i][j], at[i+1][j], at[i][j+1], at[i+1][j+1]
		if falling[i][j] {
			return [2][3]geo.Fixed{{sw, se, nw}, {se, ne, nw}}
		}
		return [2][3]geo.Fixed{{sw, se, ne}, {sw, ne, nw}}
	}
	sound := func(i, j int) bool {
		for a := max(i-1, 0); a < min(i+1, columns); a++ {
			for b := max(j-1, 0); b < min(j+1, rows); b++ {
				for _, t := range triangles(a, b) {
					if orientation(t[0], t[1], t[2]) <= 0 {
						return false
					}
				}
			}
		}
		return true
	}
	// Move inner vertices, unless a triangle would turn over.
	for range (columns - 1) * (rows - 1) * r.IntN(3) {
		i, j := 1+r.IntN(columns-1), 1+r.IntN(rows-1)
		was, other := at[i][j], at[i+r.IntN(3)-1][j+r.IntN(3)-1]
		at[i][j] = geo.Fixed{Lat: mix(r, was.Lat, other.Lat), Lon: mix(r, was.Lon, other.Lon)}
		if !sound(i, j) {
			at[i][j] = was
		}
	}
	d := newPatchwork()
	owners := 1 + r.IntN(6)
	var last owner
	for i := range columns {
		for j := range rows {
			for _, t := range triangles(i, j) {
				if r.IntN(3) == 0 {
					last = owner(r.IntN(owners+1)) - 1 // −1 is nobody
				}
				d.add(last, t[:]...)
			}
		}
	}
	return d
}

// warped divides a square of n × n lattice squares into areas × areas areas, whose
// borders run along the sides of the squares at random. The vertices are off the
// lattice by up to a quarter of a step. Some of the outermost squares are nobody's.
func warped(r *rand.Rand, n, areas int, origin geo.Fixed, step int32) *patchwork {
	at := make([][]geo.Fixed, n+1)
	for i := range at {
		at[i] = make([]geo.Fixed, n+1)
		for j := range at[i] {
			at[i][j] = geo.Fixed{
				Lat: origin.Lat + int32(j)*step + r.Int32N(step/2+1) - step/4,
				Lon: origin.Lon + int32(i)*step + r.Int32N(step/2+1) - step/4,
			}
		}
	}
	owners := make([]owner, (n+2)*(n+2)) // with a margin of nobody
	for i := range n + 2 {
		for j := range n + 2 {
			x, y := (i-1+r.IntN(3)-1)*areas/n, (j-1+r.IntN(3)-1)*areas/n
			if owners[i*(n+2)+j] = nobody; i > 0 && j > 0 && i <= n && j <= n && x >= 0 && y >= 0 && x < areas && y < areas {
				owners[i*(n+2)+j] = owner(x*areas + y)
			}
		}
	}
	d := newPatchwork()
	side := func(a, b geo.Fixed, left, right owner) {
		if left == right {
			return
		}
		if compareFixed(a, b) > 0 {
			a, b, left, right = b, a, right, left
		}
		d.edges[[2]geo.Fixed{a, b}] = &patchEdge{left: left, right: right}
	}
	for i := range n + 1 {
		for j := range n + 1 {
			here := i*(n+2) + j // south-west of vertex i, j
			if i < n {
				side(at[i][j], at[i+1][j], owners[here+n+3], owners[here+n+2])
			}
			if j < n {
				side(at[i][j], at[i][j+1], owners[here+1], owners[here+n+3])
			}
		}
	}
	return d
}

// mix returns a number between a and b.
func mix(r *rand.Rand, a, b int32) int32 {
	return a + int32(float64(int64(b)-int64(a))*r.Float64())
}

// steps returns n+1 ascending coordinates from −limit to limit.
func steps(r *rand.Rand, n int, limit int32) []int32 {
	if r.IntN(8) == 0 { // from end to end
		all := make([]int32, n+1)
		for i := range all {
			all[i] = int32(-int64(limit) + 2*int64(limit)*int64(i)/int64(n))
		}
		return all
	}
	at := int64(r.Int32N(limit)) - int64(limit)/2
	widest := 1 + r.IntN(26) // bits of a step
	all := []int32{int32(at)}
	for range n {
		step := int64(1) << r.IntN(widest)
		if r.IntN(2) == 0 {
			step += r.Int64N(step)
		}
		at = min(at+step, int64(limit))
		all = append(all, int32(at))
	}
	return slices.Compact(all)
}

// plainOwner is the reference: it visits every segment of every arc. A point is in
// the area whose border is crossed an odd number of times on the way south.
func plainOwner(a *arcs, p geo.Fixed) (o owner, onBorder bool) {
	odd := make(map[owner]bool)
	lowest := nobody
	for arc := range a.len() {
		line := a.line(arc)
		for i, to := range line[1:] {
			from := line[i]
			if onSegment(p, from, to) {
				lowest, onBorder = min(lowest, a.left[arc], a.right[arc]), true
			}
			if (from.Lon <= p.Lon) == (to.Lon <= p.Lon) {
				continue
			}
			if from.Lon > to.Lon {
				from, to = to, from
			}
			if orientation(from, to, p) > 0 {
				odd[a.left[arc]] = !odd[a.left[arc]]
				odd[a.right[arc]] = !odd[a.right[arc]]
			}
		}
	}
	if onBorder {
		return lowest, true
	}
	o = nobody
	for candidate, is := range odd {
		if is && candidate != nobody {
			if o != nobody {
				panic(fmt.Sprintf("%v is in %d and in %d: no patchwork", p, o, candidate))
			}
			o = candidate
		}
	}
	return o, false
}

// probes returns critical points: vertices and their neighbours, midpoints, and
// random points.
func probes(r *rand.Rand, a *arcs) []geo.Fixed {
	box := geo.FixedBoundsOf(a.points...)
	var all []geo.Fixed
	for i, v := range a.points {
		all = append(all, v)
		for range 2 {
			all = append(all, geo.Fixed{Lat: clamp(int64(v.Lat)+r.Int64N(3)-1, 90e7), Lon: clamp(int64(v.Lon)+r.Int64N(3)-1, 180e7)})
		}
		if i > 0 {
			u := a.points[i-1]
			all = append(all, geo.Fixed{Lat: mix(r, u.Lat, v.Lat), Lon: mix(r, u.Lon, v.Lon)},
				geo.Fixed{Lat: int32((int64(u.Lat) + int64(v.Lat)) / 2), Lon: int32((int64(u.Lon) + int64(v.Lon)) / 2)},
				geo.Fixed{Lat: u.Lat, Lon: v.Lon})
		}
	}
	for range 40 {
		all = append(all, geo.Fixed{Lat: mix(r, box.MinLat, box.MaxLat), Lon: mix(r, box.MinLon, box.MaxLon)})
	}
	for _, lat := range []int32{-90e7, 0, 90e7} {
		all = append(all, geo.Fixed{Lat: lat, Lon: -180e7}, geo.Fixed{Lat: lat, Lon: 180e7}, geo.Fixed{Lat: lat})
	}
	return append(all, geo.Fixed{Lat: math.MinInt32, Lon: math.MinInt32}, geo.Fixed{Lat: math.MaxInt32, Lon: math.MaxInt32})
}

func clamp(v, limit int64) int32 { return int32(min(max(v, -limit), limit)) }
