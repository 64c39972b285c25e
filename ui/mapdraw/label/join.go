// SPDX-License-Identifier: MIT

package label

import (
	"cmp"
	"math"
	"slices"

	"roadsnap/ui/mapdraw/raster"
)

// roadway is one of the lines that carry a name. A road with a central
// reservation is two such lines side by side; its name is written between them
// where they are close.
type roadway struct {
	walk *walk
	all  []walk
}

// twinJoin is the greatest distance between the lines of a road whose name is
// written between them (logical pixels).
const twinJoin = 20.0

// maxWalks is the greatest number of lines of one name that a tile considers.
// Each is compared with all others, and no picture has room for more.
const maxWalks = 128

// walksOf joins lines of one name, longest first. Of very many lines the shortest
// are left out.
func walksOf(lines [][]raster.Vec) []walk {
	chains := joinLines(splitAtTurns(lines))
	walks := make([]walk, len(chains))
	for i, chain := range chains {
		walks[i] = newWalk(chain)
	}
	slices.SortStableFunc(walks, func(a, b walk) int { return cmp.Compare(b.length(), a.length()) })
	return walks[:min(len(walks), maxWalks)]
}

// splitAtTurns cuts lines where they turn back, because packs join the
// carriageways of a road where they end.
func splitAtTurns(lines [][]raster.Vec) [][]raster.Vec {
	out := make([][]raster.Vec, 0, len(lines))
	for _, line := range lines {
		from := 0
		for i := 1; i+1 < len(line); i++ {
			if turningAngle(line[i-1], line[i], line[i+1]) > maxTurning {
				out, from = append(out, line[from:i+1]), i
			}
		}
		out = append(out, line[from:])
	}
	return out
}

// middle returns the vector from p to the middle between p and the nearest other
// line of the road within reach. Without such a line it is zero.
func (r roadway) middle(p raster.Vec, reach float64) raster.Vec {
	var shift raster.Vec
	for i := range r.all {
		if w := &r.all[i]; w != r.walk {
			if q, ok := w.nearest(p, reach); ok {
				shift, reach = raster.Vec{X: (q.X - p.X) / 2, Y: (q.Y - p.Y) / 2}, math.Hypot(q.X-p.X, q.Y-p.Y)
			}
		}
	}
	return shift
}

// nearest returns the point of the line nearest to p, if it lies within reach and
// not beyond an end of the line.
func (w *walk) nearest(p raster.Vec, reach float64) (q raster.Vec, ok bool) {
	best := reach
	for i := 1; i < len(w.line); i++ {
		a, b := w.line[i-1], w.line[i]
		if max(a.X, b.X) < p.X-best || min(a.X, b.X) > p.X+best || max(a.Y, b.Y) < p.Y-best || min(a.Y, b.Y) > p.Y+best {
			continue
		}
		dx, dy := b.X-a.X, b.Y-a.Y
		t := 0.0
		if run := dx*dx + dy*dy; run > 0 {
			t = min(max(((p.X-a.X)*dx+(p.Y-a.Y)*dy)/run, 0), 1)
		}
		if (i == 1 && t == 0) || (i == len(w.line)-1 && t == 1) {
			continue
		}
		at := raster.Vec{X: a.X + t*dx, Y: a.Y + t*dy}
		if d := math.Hypot(at.X-p.X, at.Y-p.Y); d < best {
			best, q, ok = d, at, true
		}
	}
	return q, ok
}

// joinLines joins lines that meet end to end into longer ones. Where several meet
// it continues straight on, and never back along the same line, because the two
// carriageways of a road meet where they end.
func joinLines(lines [][]raster.Vec) [][]raster.Vec {
	if len(lines) == 1 {
		return lines
	}
	ends := map[raster.Vec][]int{} // lines by their first and last points
	for i, line := range lines {
		ends[line[0]] = append(ends[line[0]], i)
		ends[line[len(line)-1]] = append(ends[line[len(line)-1]], i)
	}
	used := make([]bool, len(lines))
	var out [][]raster.Vec
	for i, line := range lines {
		if used[i] {
			continue
		}
		used[i] = true
		chain := append([]raster.Vec(nil), line...)
		for range 2 { // onwards from one end, then from the other
			for {
				next, back, ok := follow(lines, ends, used, chain)
				if !ok {
					break
				}
				used[next] = true
				from := len(chain)
				chain = append(chain, lines[next]...)
				if back {
					slices.Reverse(chain[from:])
				}
				chain = append(chain[:from], chain[from+1:]...)
			}
			slices.Reverse(chain)
		}
		out = append(out, chain)
	}
	return out
}

// maxTurning is the greatest angle between two joined lines of a road (radians).
const maxTurning = 1.9

// maxMeeting is the number of ends in one place above which none is joined. No
// roads of one name meet like that, and each would be compared with all others.
const maxMeeting = 16

// follow returns the unused line that continues chain with the smallest turn, and
// whether it must be reversed.
func follow(lines [][]raster.Vec, ends map[raster.Vec][]int, used []bool, chain []raster.Vec) (next int, back, ok bool) {
	p := chain[len(chain)-1]
	if len(ends[p]) > maxMeeting {
		return 0, false, false
	}
	least := maxTurning
	for _, i := range ends[p] {
		line := lines[i]
		if used[i] || len(line) < 2 {
			continue
		}
		first, backwards := line[1], line[0] != p
		if backwards {
			first = line[len(line)-2]
		}
		if turn := turningAngle(chain[len(chain)-2], p, first); turn < least {
			least, next, back, ok = turn, i, backwards, true
		}
	}
	return next, back, ok
}

// turningAngle returns the angle of the turn at b on the way from a to c, in 0…π.
func turningAngle(a, b, c raster.Vec) float64 {
	return math.Abs(math.Remainder(math.Atan2(c.Y-b.Y, c.X-b.X)-math.Atan2(b.Y-a.Y, b.X-a.X), 2*math.Pi))
}
