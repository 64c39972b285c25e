// SPDX-License-Identifier: MIT

package basemap

import (
	"math"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/simplify"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/chunk"
	"roadsnap/engine/internal/parallel"
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
func (r *tierRule) generalise(full *store) *store {
	out := &store{}
	j := joiner{lines: full}
	one := newLayer()
	full.each(func(at chunk.Position, in *chunk.Reader) {
		rec, points := readRecord(in)
		kind := Kind(rec.Kind)
		switch {
		case !r.keeps(kind, Flags(rec.Flags)):
			skipPoints(in, points)
			return
		case kind.IsLine():
			skipPoints(in, points)
			j.add(r.style(rec), at)
			return
		}
		one.clear()
		one.readParts(in, points)
		f := Feature{Kind: kind, points: one.points, ends: one.ends}
		if !kind.IsArea() {
			out.add(rec, f.Part(0))
		} else if rings := simplifyRings(f, r.pixel()); len(rings) > 0 {
			out.add(rec, rings...)
		}
	})
	s := simplifier{rule: r, out: out}
	tooLarge := func(b geo.FixedBounds) bool { return boxExtent(b, r.pixel()) > maxLine }
	j.join(tooLarge, s.add)
	s.flush()
	return out
}

// simplifier simplifies lines, many at once on all processors, and adds them to out.
type simplifier struct {
	rule *tierRule
	out  *store
	rest []joinedLine // of which used are waiting
	used int
}

type joinedLine struct {
	style  record
	points []geo.Fixed
	kept   []geo.Fixed // nil for a speck
}

// simplifiedAtOnce is the number of lines that wait for each other.
const simplifiedAtOnce = 1 << 10

// add adds a copy of a line.
func (s *simplifier) add(style record, points []geo.Fixed) {
	if s.used == len(s.rest) {
		s.rest = append(s.rest, joinedLine{})
	}
	l := &s.rest[s.used]
	l.style, l.points = style, append(l.points[:0], points...)
	if s.used++; s.used == simplifiedAtOnce {
		s.flush()
	}
}

func (s *simplifier) flush() {
	waiting := s.rest[:s.used]
	s.used = 0
	const step = 32 // lines, which take some microseconds each
	parallel.Each((len(waiting)+step-1)/step, func(i int) {
		for k := i * step; k < min((i+1)*step, len(waiting)); k++ {
			l := &waiting[k]
			if l.kept = simplifyLine(l.points, s.rule.pixel()); extent(l.kept, s.rule.pixel()) < minLine {
				l.kept = nil
			}
		}
	})
	for _, l := range waiting {
		if l.kept != nil {
			s.out.add(l.style, l.kept)
		}
	}
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
	return max(width, height/atLatitude(b)) / pixel
}

// atLatitude returns the ratio of a degree of longitude to a degree of latitude in the
// middle of b.
func atLatitude(b geo.FixedBounds) float64 {
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
	scale := atLatitude(geo.FixedBoundsOf(points...))
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
