// SPDX-License-Identifier: MIT

package label

import (
	"math"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"roadsnap/engine/basemap"
	"roadsnap/ui/mapdraw/raster"
)

const (
	// areaFit is the share of a name's width that its area must have where the
	// name stands. A park may be slightly narrower than its name.
	areaFit = 0.85
	// areaLeast is the least width and height of an area with a name (logical
	// pixels). The shape of smaller areas is not examined.
	areaLeast = 24.0
)

// Area adds the name of a park, a lake or a river.
func (l *Gatherer) Area(f basemap.Feature, rings [][]raster.Vec) {
	if l.types == nil || !hasName(f) || len(rings) == 0 {
		return
	}
	for i := range l.theme.Areas {
		s := &l.theme.Areas[i].Name
		if l.theme.Areas[i].Kind != f.Kind || s.MinZoom == 0 || l.zoom < s.MinZoom {
			continue
		}
		if l.river(f, rings) {
			return
		}
		at, width, height := widest(rings)
		if min(width, height) < areaLeast*l.scale || !inTile(at) {
			return
		}
		lb := l.level(Wrap(strings.Clone(norm.NFC.String(f.Name))), &s.Text)
		if lb.Width*areaFit > width || (lb.rows.Bottom-lb.rows.Top)*lb.Size > height {
			return
		}
		lb.At, lb.priority, lb.weight = l.toWorld(at), areaPriority, width*height
		l.labels = append(l.labels, lb)
	}
}

// widest searches a few horizontal lines through an area for the longest piece
// inside, starting with the line through its middle. It returns the middle and
// length of that piece, and the height of the whole area.
func widest(rings [][]raster.Vec) (at raster.Vec, width, height float64) {
	top, bottom := math.Inf(1), math.Inf(-1)
	for _, p := range rings[0] {
		top, bottom = min(top, p.Y), max(bottom, p.Y)
	}
	height = bottom - top
	var crossings []float64
	best := 0.0
	for _, share := range [5]float64{0.5, 0.4, 0.6, 0.28, 0.72} {
		y := top + share*height
		crossings = crossings[:0]
		for _, ring := range rings {
			for i, b := range ring {
				a := ring[(i+len(ring)-1)%len(ring)]
				if (a.Y <= y) != (b.Y <= y) {
					crossings = append(crossings, a.X+(b.X-a.X)*(y-a.Y)/(b.Y-a.Y))
				}
			}
		}
		slices.Sort(crossings)
		for i := 0; i+1 < len(crossings); i += 2 {
			// A line away from the middle must be longer to win.
			run := crossings[i+1] - crossings[i]
			if worth := run * (1 - math.Abs(share-0.5)); worth > best {
				best, width, at = worth, run, raster.Vec{X: (crossings[i] + crossings[i+1]) / 2, Y: y}
			}
		}
	}
	return at, width, height
}
