// SPDX-License-Identifier: MIT

package coast

import (
	"context"
	"errors"
	"slices"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// The areas of a Shore.
const (
	seaArea  = 0
	landArea = 1
)

// Traced is an area divided into land and sea.
type Traced struct{ division *boundary.Division }

// Write adds t to a pack. Open reads it.
func (t *Traced) Write(w *pack.Writer) error { return t.division.WriteAs(boundary.Shore, w) }

// Trace divides the part of area whose ground the lines determine into sea and
// land. It returns nil if there is no such part; the Report has the reason. The
// error is that of ctx or of boundary.Build.
func Trace(ctx context.Context, lines []Line, area geo.FixedBounds) (*Traced, Report, error) {
	lines = slices.DeleteFunc(slices.Clone(lines), func(l Line) bool { return len(l.Points) < 2 })
	if tooSmall(area) {
		return nil, Report{}, ctx.Err()
	}
	var s survey
	if !s.take(lines, area) {
		return nil, s.report, ctx.Err()
	}
	seas, lands := s.outlines()
	source := boundary.Source{Groups: []uint32{seaArea, landArea}, Alone: true}
	for i, edge := range [...][][]geo.Fixed{seaArea: seas, landArea: lands} {
		rings, open := join(append(s.coasts(), edge...))
		if open != nil {
			s.fault(FaultOpen, placeAt(0, *open))
			return nil, s.report, nil
		}
		source.Areas = append(source.Areas, boundary.Area{Parts: []boundary.Part{rings}, Group: uint32(i), Code: uint32(i)})
	}
	// Both areas share the same coast lines, so boundary.Build need not join them.
	division, _, err := boundary.Build(ctx, source, boundary.Options{})
	if errors.Is(err, boundary.ErrTangled) {
		s.fault(FaultTangled, placeAt(lines[0].Way, lines[0].Points[0]))
		return nil, s.report, nil
	}
	if err != nil {
		return nil, s.report, err
	}
	s.report.Told = true
	s.report.SeaKM2 = division.Size(seaArea) / 1e6
	s.report.AreaKM2 = s.report.SeaKM2 + division.Size(landArea)/1e6
	return &Traced{division}, s.report, nil
}

// tooSmall reports whether area is narrower than about ten metres.
func tooSmall(area geo.FixedBounds) bool {
	const least = 1000
	return int64(area.MaxLat)-int64(area.MinLat) < least || int64(area.MaxLon)-int64(area.MinLon) < least
}

// isKnown reports whether c is a cell whose four corners are known.
func (s *survey) isKnown(c place) bool {
	if !s.hasCell(c) {
		return false
	}
	for _, d := range [...]place{c, {c.x + 1, c.y}, {c.x, c.y + 1}, {c.x + 1, c.y + 1}} {
		if s.corners[s.corner(d)] == unknown {
			return false
		}
	}
	return true
}

// outlines returns the edge of the known cells, in pieces along sea and along land.
func (s *survey) outlines() (seas, lands [][]geo.Fixed) {
	add := func(d side) {
		a, b := s.cellsAt(d)
		if s.isKnown(a) == s.isKnown(b) {
			return
		}
		corner, end := s.ends(d)
		k, from := s.corners[s.corner(corner)], s.at(corner)
		piece := func(to geo.Fixed) {
			if k == sea {
				seas = append(seas, []geo.Fixed{from, to})
			} else {
				lands = append(lands, []geo.Fixed{from, to})
			}
			k, from = k.other(), to
		}
		for _, c := range parting(s.on(d)) {
			piece(c.point)
		}
		piece(s.at(end))
	}
	for y := range s.ny + 1 {
		for x := range s.nx + 1 {
			c := place{x, y}
			if x < s.nx {
				add(eastOf(s.corner(c)))
			}
			if y < s.ny {
				add(northOf(s.corner(c)))
			}
		}
	}
	return seas, lands
}

// coasts returns the parts of the coasts in known cells.
func (s *survey) coasts() (pieces [][]geo.Fixed) {
	for _, l := range s.lines {
		var piece []geo.Fixed
		known := s.isKnown(s.cellOf(l.Points[0]))
		if known {
			piece = append(piece, l.Points[0])
		}
		for k, b := range l.Points[1:] {
			s.walk(l.Points[k], b, func(st step) {
				switch next := s.isKnown(st.to); {
				case known && !next:
					pieces, piece = append(pieces, append(piece, st.point)), nil
					known = false
				case !known && next:
					piece, known = []geo.Fixed{st.point}, true
				}
			})
			if known {
				piece = append(piece, b)
			}
		}
		if len(piece) > 1 {
			pieces = append(pieces, piece)
		}
	}
	for _, i := range s.islets {
		// Either all cells of an islet are known or none.
		if from, _ := s.cellsOf(i.box); s.isKnown(from) {
			pieces = append(pieces, i.Points)
		}
	}
	return pieces
}

// join joins pieces into rings. Land and sea alternate along the edge of the known
// cells, so an even number of pieces meets at every end and each ring closes. If
// one does not, the ground is wrong, and open is its end. The order of pieces does
// not affect which points are inside an odd number of rings.
func join(pieces [][]geo.Fixed) (rings [][]geo.Fixed, open *geo.Fixed) {
	at := make(map[geo.Fixed][]int)
	for i, p := range pieces {
		if first, last := p[0], p[len(p)-1]; first != last {
			at[first], at[last] = append(at[first], i), append(at[last], i)
		}
	}
	used := make([]bool, len(pieces))
	for i, p := range pieces {
		if used[i] {
			continue
		}
		used[i] = true
		ring := slices.Clone(p)
		for ring[0] != ring[len(ring)-1] {
			end := ring[len(ring)-1]
			list := at[end]
			for len(list) > 0 && used[list[0]] {
				list = list[1:]
			}
			if at[end] = list; len(list) == 0 {
				return nil, &end
			}
			next := pieces[list[0]]
			used[list[0]] = true
			if next[0] == end {
				ring = append(ring, next[1:]...)
				continue
			}
			for k := len(next) - 2; k >= 0; k-- {
				ring = append(ring, next[k])
			}
		}
		rings = append(rings, ring)
	}
	return rings, nil
}
