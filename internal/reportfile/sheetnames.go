// SPDX-License-Identifier: MIT

package reportfile

import (
	"cmp"
	"math"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/report"
)

// The look of the names of roads (points and millimetres).
const (
	roadNameSize  = 6
	roadNameAbove = 0.9 // the road, so that the route does not cover the name
	roadNameRoom  = 1.5 // between two names
	mostRoadNames = 24
	// straightEnough is how far a road may turn aside below its name.
	straightEnough = 0.8
)

// roadName is the name of a road in the picture of a sheet. It begins at a place and is written
// at an angle.
type roadName struct {
	text   string
	at     Spot    // of the baseline
	dx, dy float64 // the direction of the text
	width  float64
}

// roadNames chooses names of roads and their places: first those on the route, then wide roads,
// then the longest ones. Each name stands once. The map thus says where the trip was.
func (f *frame) roadNames(s *report.Sheet) (names []roadName) {
	type candidate struct {
		roadName
		driven, wide bool
		length       float64
	}
	driven := f.cellsOf(s.Snapped)
	var all []candidate
	for _, r := range joined(s.Roads) {
		c := candidate{wide: r.Wide}
		c.text, c.width = r.Name, faceOf(false).width(r.Name, roadNameSize)
		for _, path := range f.parts(r.Line) {
			name, length, ok := alongPath(path, c.width)
			if !ok || length <= c.length || !f.holds(&name) {
				continue
			}
			c.at, c.dx, c.dy, c.length = name.at, name.dx, name.dy, length
			c.driven = driven[cellOf(Spot{name.at.X + name.dx*c.width/2, name.at.Y + name.dy*c.width/2})]
		}
		if c.length > 0 {
			all = append(all, c)
		}
	}
	rank := func(yes bool) int {
		if yes {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		return cmp.Or(rank(a.driven)-rank(b.driven), rank(a.wide)-rank(b.wide), cmp.Compare(b.length, a.length), cmp.Compare(a.text, b.text))
	})
	for i := range all {
		c := &all[i].roadName
		if len(names) == mostRoadNames {
			break
		}
		if !slices.ContainsFunc(names, func(n roadName) bool { return n.text == c.text || n.meets(c) }) {
			names = append(names, *c)
		}
	}
	return names
}

// joined returns the roads with names, as far as possible joined to longer ones: most streets are
// many short ways in the map.
func joined(roads []report.SheetRoad) (list []report.SheetRoad) {
	type end struct {
		name     string
		wide     bool
		lat, lon int32
	}
	first := func(r *report.SheetRoad) end { return end{r.Name, r.Wide, r.Line[0], r.Line[1]} }
	last := func(r *report.SheetRoad) end {
		n := len(r.Line)
		return end{r.Name, r.Wide, r.Line[n-2], r.Line[n-1]}
	}
	ends := map[end]int{} // the road that ends here, in list
	for _, r := range roads {
		if r.Name == "" || len(r.Line) < 4 {
			continue
		}
		r.Line = slices.Clone(r.Line)
		for _, side := range []func(*report.SheetRoad) end{first, last} {
			i, ok := ends[side(&r)]
			if !ok || list[i].Line == nil {
				continue
			}
			other := list[i]
			delete(ends, first(&other))
			delete(ends, last(&other))
			list[i].Line = nil
			at := side(&r)
			if first(&r) == at { // the other one comes before
				turn(&other, last(&other) != at)
				r.Line = append(other.Line, r.Line[2:]...)
			} else {
				turn(&other, first(&other) != at)
				r.Line = append(r.Line, other.Line[2:]...)
			}
		}
		ends[first(&r)], ends[last(&r)] = len(list), len(list)
		list = append(list, r)
	}
	return slices.DeleteFunc(list, func(r report.SheetRoad) bool { return r.Line == nil })
}

// turn reverses a road if it shall.
func turn(r *report.SheetRoad, shall bool) {
	if !shall {
		return
	}
	n := len(r.Line)
	for i := 0; i < n/2; i += 2 {
		j := n - 2 - i
		r.Line[i], r.Line[i+1], r.Line[j], r.Line[j+1] = r.Line[j], r.Line[j+1], r.Line[i], r.Line[i+1]
	}
}

// cellSize is the size of the cells in which roads on the route are looked for (millimetres).
const cellSize = 1.5

// cellOf returns the cell of a spot.
func cellOf(at Spot) [2]int {
	return [2]int{int(math.Floor(at.X / cellSize)), int(math.Floor(at.Y / cellSize))}
}

// cellsOf returns the cells that lines pass, and those next to them.
func (f *frame) cellsOf(lines []report.SheetLine) map[[2]int]bool {
	cells := map[[2]int]bool{}
	for _, line := range lines {
		for _, path := range f.parts(line) {
			for k := 1; k < len(path); k++ {
				a, b := path[k-1], path[k]
				steps := int(math.Hypot(b.X-a.X, b.Y-a.Y)/cellSize) + 1
				for i := range steps + 1 {
					t := float64(i) / float64(steps)
					c := cellOf(Spot{a.X + (b.X-a.X)*t, a.Y + (b.Y-a.Y)*t})
					for x := -1; x <= 1; x++ {
						for y := -1; y <= 1; y++ {
							cells[[2]int{c[0] + x, c[1] + y}] = true
						}
					}
				}
			}
		}
	}
	return cells
}

// parts returns the parts of a line inside the frame.
func (f *frame) parts(line report.SheetLine) (paths [][]Spot) {
	var path []Spot
	var before Spot
	first := true
	line.Points(func(p geo.Point) {
		at := f.spot(p)
		if !first {
			if a, b, ok := f.clip(before, at); ok {
				if len(path) == 0 || path[len(path)-1] != a {
					paths, path = append(paths, path), []Spot{a}
				}
				path = append(path, b)
			}
		}
		before, first = at, false
	})
	return slices.DeleteFunc(append(paths, path), func(p []Spot) bool { return len(p) < 2 })
}

// alongPath places a text of a width above the straightest part of a path, near its middle. It
// also returns the length of the path; ok is false if no part is straight enough.
func alongPath(path []Spot, width float64) (n roadName, length float64, ok bool) {
	along := make([]float64, len(path))
	for k := 1; k < len(path); k++ {
		along[k] = along[k-1] + math.Hypot(path[k].X-path[k-1].X, path[k].Y-path[k-1].Y)
	}
	length = along[len(path)-1]
	if length < width {
		return n, length, false
	}
	const tries = 5
	for i := range tries { // from the middle outwards
		shift := float64((i+1)/2) / tries * (length - width)
		if i%2 == 1 {
			shift = -shift
		}
		begin := (length-width)/2 + shift
		if begin < 0 || begin+width > length {
			continue
		}
		a, b := spotAlong(path, along, begin), spotAlong(path, along, begin+width)
		if a.X > b.X {
			a, b = b, a
		}
		chord := math.Hypot(b.X-a.X, b.Y-a.Y)
		if chord < width*0.97 {
			continue
		}
		n.width, n.dx, n.dy = width, (b.X-a.X)/chord, (b.Y-a.Y)/chord
		straight := true
		for k := range path {
			if along[k] > begin && along[k] < begin+width {
				straight = straight && math.Abs((path[k].X-a.X)*n.dy-(path[k].Y-a.Y)*n.dx) <= straightEnough
			}
		}
		if straight {
			n.at = Spot{a.X + n.dy*roadNameAbove, a.Y - n.dx*roadNameAbove}
			return n, length, true
		}
	}
	return n, length, false
}

// spotAlong returns the spot at a distance along a path.
func spotAlong(path []Spot, along []float64, at float64) Spot {
	k := min(max(slices.IndexFunc(along, func(x float64) bool { return x >= at }), 1), len(path)-1)
	step := along[k] - along[k-1]
	if step == 0 {
		return path[k]
	}
	t := (at - along[k-1]) / step
	return Spot{path[k-1].X + (path[k].X-path[k-1].X)*t, path[k-1].Y + (path[k].Y-path[k-1].Y)*t}
}

// roadNameHeight is the height of a name above its baseline (millimetres).
const roadNameHeight = roadNameSize * pointMM * 0.75

// middles returns spots in the middle of the name's height, at most its height apart.
func (n *roadName) middles() (list []Spot) {
	steps := int(n.width/roadNameHeight) + 1
	for i := range steps + 1 {
		t := n.width * float64(i) / float64(steps)
		list = append(list, Spot{n.at.X + n.dx*t + n.dy*roadNameHeight/2, n.at.Y + n.dy*t - n.dx*roadNameHeight/2})
	}
	return list
}

// meets reports whether two names are too near each other.
func (n *roadName) meets(other *roadName) bool {
	const least = roadNameHeight + roadNameRoom
	others := other.middles()
	for _, a := range n.middles() {
		for _, b := range others {
			if math.Hypot(a.X-b.X, a.Y-b.Y) < least {
				return true
			}
		}
	}
	return false
}

// holds reports whether a name is inside the frame, apart from the legend and the scale bar.
func (f *frame) holds(n *roadName) bool {
	const edge, legend, bar = 2, 7, 9 // millimetres
	for _, m := range n.middles() {
		if m.X < f.x+edge || m.X > f.x+f.w-edge || m.Y < f.y+legend || m.Y > f.y+f.h-edge || m.X > f.x+f.w*3/4-edge && m.Y > f.y+f.h-bar {
			return false
		}
	}
	return true
}

// clear covers what lies below the name.
func (n *roadName) clear(l *layout) {
	m := n.middles()
	l.add(Item{Kind: PathItem, Path: []Spot{m[0], m[len(m)-1]}, Color: paper, Stroke: roadNameHeight})
}

// draw writes the name.
func (n *roadName) draw(l *layout) {
	l.add(Item{Kind: TextItem, X: n.at.X, Y: n.at.Y, Text: n.text, Size: roadNameSize, Color: faint, Angle: math.Atan2(-n.dy, n.dx) * 180 / math.Pi})
}
