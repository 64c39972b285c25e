// SPDX-License-Identifier: MIT

package label

import (
	"math"

	"roadsnap/engine/basemap"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
)

// Rivers are drawn as areas, and many have a name only on the area, which is far
// longer than a view and too narrow for a horizontal name. Their names run along
// the middle of the water, like the names of rivers that are lines.

const (
	// riverShape is the least ratio of length to width of an area that is named
	// along its middle.
	riverShape = 6.0
	// riverLeast is the width below which a river is not named at this zoom
	// (logical pixels).
	riverLeast = 4.0
	// riverMouth limits the width of a river, as a multiple of its mean width,
	// where its middle is computed. The two banks of a fork or a bay are not
	// opposite each other.
	riverMouth = 2.5
	// bankPoints is the greatest number of points on the banks. sourceTries is
	// the number of pairs of points that are tried as the ends of the river, each
	// by as many distances from bank to bank.
	bankPoints  = 1024
	sourceTries = 32
	// riverReach is the distance beyond the tile within which a river is examined
	// (logical pixels). No name whose middle is in the tile reaches farther.
	riverReach = 200.0
)

// river adds the name of an area of water along its middle, and reports whether
// the area is a river.
func (l *Gatherer) river(f basemap.Feature, rings [][]raster.Vec) bool {
	s, ok := l.theme.Line(basemap.Waterway)
	if !ok || f.Kind != basemap.Water || s.Name.MinZoom == 0 || l.zoom < s.Name.MinZoom {
		return false
	}
	length, width := strip(rings[0])
	if length < riverShape*width {
		return false
	}
	if width < riverLeast*l.scale || len(reaching(rings[0], width)) == 0 {
		return true
	}
	for _, line := range l.middleLines(rings[0], length, width) {
		l.alongRiver(f.Name, line, s)
	}
	return true
}

// alongRiver adds the name of a river along a line.
func (l *Gatherer) alongRiver(name string, line []raster.Vec, s *style.Line) {
	if line = reaching(line, riverReach*l.scale); len(line) > 1 {
		l.piece(lineName{name, &s.Name.Text, nil, waterPriority}, l.rounded(line, s))
	}
}

// reaching returns the part of a line within reach of the tile, from the first
// such segment to the last.
func reaching(line []raster.Vec, reach float64) []raster.Vec {
	first, last := -1, 0
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		if max(a.X, b.X) >= -reach && max(a.Y, b.Y) >= -reach && min(a.X, b.X) <= view.TileSize+reach && min(a.Y, b.Y) <= view.TileSize+reach {
			if first < 0 {
				first = i - 1
			}
			last = i + 1
		}
	}
	if first < 0 {
		return nil
	}
	return line[first:last]
}

// strip returns the length and width of the rectangle with the area and perimeter
// of a ring.
func strip(ring []raster.Vec) (length, width float64) {
	twice, round := 0.0, 0.0
	a := ring[len(ring)-1]
	for _, b := range ring {
		twice += a.X*b.Y - b.X*a.Y
		round += distance(a, b)
		a = b
	}
	// length + width is half of round, length · width half of twice.
	area, half := math.Abs(twice)/2, round/2
	length = half/2 + math.Sqrt(max(half*half/4-area, 0))
	return length, half - length
}

// middleLines returns the lines midway between the banks of a river of the given
// length and width.
func (l *Gatherer) middleLines(ring []raster.Vec, length, width float64) (lines [][]raster.Vec) {
	step := max(width/2, 2*l.scale, 2*length/bankPoints)
	n := 2 * int(math.Ceil((length+width)/step))
	bank := evenly(l.points.Take(n), ring, 2*(length+width), n)
	at := func(i int) raster.Vec { return bank[(i%n+n)%n] }
	// The banks run from one end to the other at about the same pace, so they
	// stay nearest to each other from the true ends.
	source, least := 0, math.Inf(1)
	every := max(n/2/sourceTries, 1)
	for k := 0; k < n/2; k += every {
		apart := 0.0
		for i := 1; i < n/2; i += every {
			apart += squaredDistance(at(k+i), at(k-i))
		}
		if apart < least {
			source, least = k, apart
		}
	}
	// Step along one bank or the other, so that the two stay as near as possible.
	line := l.points.Take(n)
	begun, limit := 0, riverMouth*width*riverMouth*width
	end := func() {
		if len(line)-begun > 1 {
			lines = append(lines, line[begun:len(line):len(line)])
		}
		begun = len(line)
	}
	for i, j := source+1, source-1; i-j < n; {
		a, b := at(i), at(j)
		if squaredDistance(a, b) > limit {
			end()
		} else if mid := (raster.Vec{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2}); len(line) == begun || squaredDistance(line[len(line)-1], mid) >= step*step {
			line = append(line, mid)
		}
		if squaredDistance(at(i+1), b) < squaredDistance(a, at(j-1)) {
			i++
		} else {
			j--
		}
	}
	end()
	return lines
}

// distance returns the distance between two points.
func distance(a, b raster.Vec) float64 { return math.Sqrt(squaredDistance(a, b)) }

func squaredDistance(a, b raster.Vec) float64 { return (b.X-a.X)*(b.X-a.X) + (b.Y-a.Y)*(b.Y-a.Y) }

// evenly appends n points at even distances along a ring of length round to out.
func evenly(out, ring []raster.Vec, round float64, n int) []raster.Vec {
	a, done := ring[0], 0.0
	for i := 1; i <= len(ring) && len(out) < n; i++ {
		b := ring[i%len(ring)]
		run := distance(a, b)
		for len(out) < n {
			ahead := round*float64(len(out))/float64(n) - done
			if ahead >= run {
				break
			}
			out = append(out, a.Lerp(b, ahead/run))
		}
		a, done = b, done+run
	}
	for len(out) < n { // rounding may leave out the last one
		out = append(out, a)
	}
	return out
}

// rounded returns the middle of a river without its corners. A line of few points
// would have no name, because letters cannot follow sharp corners, and the exact
// middle does not matter.
func (l *Gatherer) rounded(line []raster.Vec, s *style.Line) []raster.Vec {
	reach := 2 * s.Name.Size.At(l.zoom) * l.scale
	for range 3 {
		if len(line) < 3 {
			return line
		}
		out := l.points.Take(2 * len(line))
		out = append(out, line[0])
		for i := 1; i+1 < len(line); i++ {
			out = append(out, towards(line[i], line[i-1], reach), towards(line[i], line[i+1], reach))
		}
		line = append(out, line[len(line)-1])
		reach /= 2
	}
	return line
}

// towards returns the point a quarter of the way from a to b, but at most far
// from a.
func towards(a, b raster.Vec, far float64) raster.Vec {
	run := distance(a, b)
	if run == 0 {
		return a
	}
	return a.Lerp(b, min(0.25, far/run))
}
