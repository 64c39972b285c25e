// SPDX-License-Identifier: MIT

package basemap

import (
	"math"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/simplify"

	"roadsnap/engine/geo"
)

const (
	// tolerance is the distance by which simplifying may move a line, which is
	// invisible (pixels of a tier's closest zoom).
	tolerance = 0.5
	// minLine is the minimum extent of a joined line (the same pixels). Shorter
	// lines are specks.
	minLine = 1
	// maxLine is the maximum extent of a joined line (the same pixels), the width of
	// a tile.
	maxLine = 256
	// minArea is the minimum extent of a ring (the same pixels).
	minArea = 2
)

// generalise returns the features of the tier: the kinds that it keeps, with lines
// joined end to end, shapes simplified and specks removed.
func (r *tierRule) generalise(full *layer) *layer {
	out := newLayer()
	var j joiner
	for i := range full.len() {
		rec := full.records[i]
		kind := Kind(rec.Kind)
		if !r.keeps(kind, Flags(rec.Flags)) {
			continue
		}
		f := full.shape(i)
		switch {
		case kind.IsLine():
			j.add(r.style(rec), f.Part(0))
		case kind.IsArea():
			if rings := simplifyRings(f, r.pixel()); len(rings) > 0 {
				out.add(rec, rings...)
			}
		default:
			out.add(rec, f.Part(0))
		}
	}
	tooLarge := func(b geo.FixedBounds) bool { return boxExtent(b, r.pixel()) > maxLine }
	j.join(tooLarge, func(rec record, line []geo.Fixed) {
		line = simplifyLine(line, r.pixel())
		if extent(line, r.pixel()) >= minLine {
			out.add(rec, line)
		}
	})
	return out
}

// detailPixel is the size of a pixel for which buildings are simplified, that of zoom 18
// (1e-7 degree of longitude): 0.6 m at the equator.
const detailPixel = 360e7 / (256 << 18)

// simplifyDetail returns the simplified rings of a building, or none if it is too small
// to be seen. Other details are returned unchanged.
func simplifyDetail(k Kind, parts [][]geo.Fixed) [][]geo.Fixed {
	if k != Building {
		return parts
	}
	return simplifyRings(NewFeature(Feature{Kind: k}, parts...), detailPixel)
}

// style returns the attributes that the tier distinguishes. Lines of equal style that
// meet are joined.
func (r *tierRule) style(rec record) record {
	s := record{Name: rec.Name, Ref: rec.Ref, Kind: rec.Kind, Flags: rec.Flags & uint8(Link)}
	if Kind(rec.Kind).IsRoad() && !r.roadNames {
		s.Name = 0
	}
	return s
}

// simplifyRings returns the simplified rings of f that are large enough, or none if the
// outer ring is not. pixel is the size of a pixel (1e-7 degree of longitude).
func simplifyRings(f Feature, pixel float64) [][]geo.Fixed {
	var rings [][]geo.Fixed
	for i := range f.NumParts() {
		ring := f.Part(i)
		kept := extent(ring, pixel) >= minArea
		if kept {
			ring = simplifyLine(ring, pixel)
			kept = len(ring) >= 4
		}
		switch {
		case kept:
			rings = append(rings, ring)
		case i == 0:
			return nil
		}
	}
	return rings
}

// extent returns the larger of width and height of a shape (pixels).
func extent(points []geo.Fixed, pixel float64) float64 {
	return boxExtent(geo.FixedBoundsOf(points...), pixel)
}

func boxExtent(b geo.FixedBounds, pixel float64) float64 {
	height := float64(b.MaxLat) - float64(b.MinLat)
	width := float64(b.MaxLon) - float64(b.MinLon)
	return max(width, height/parallel(b)) / pixel
}

// parallel returns the ratio of a degree of longitude to a degree of latitude in the
// middle of b.
func parallel(b geo.FixedBounds) float64 {
	middle := (b.Bounds().South + b.Bounds().North) / 2
	// The Mercator map ends at 85°.
	return math.Cos(min(math.Abs(middle), 85) * math.Pi / 180)
}

// simplifyLine removes points within the tolerance of the line through the others (Douglas
// and Peucker, 1973). It keeps the first and the last.
func simplifyLine(points []geo.Fixed, pixel float64) []geo.Fixed {
	if len(points) <= 2 {
		return points
	}
	scale := parallel(geo.FixedBoundsOf(points...))
	line := make(orb.LineString, len(points))
	for i, p := range points {
		line[i] = orb.Point{float64(p.Lon), float64(p.Lat) / scale}
	}
	line = simplify.DouglasPeucker(tolerance * pixel).LineString(line)
	// Rounding restores the original points, because the error of the division is
	// far below half a unit.
	kept := make([]geo.Fixed, len(line))
	for i, p := range line {
		kept[i] = geo.Fixed{Lat: int32(math.Round(p[1] * scale)), Lon: int32(math.Round(p[0]))}
	}
	return kept
}
