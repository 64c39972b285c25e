// SPDX-License-Identifier: MIT

package basemap

import (
	"cmp"
	"slices"

	"roadsnap/engine/geo"
)

// joiner joins lines of the same style where their ends meet, so that a road in a
// hundred pieces is simplified and labelled as one. Where more than two ends meet, they
// are paired in order, because it makes no visible difference.
type joiner struct {
	styles map[record]uint32 // number of each style
	lines  []piece
}

type piece struct {
	style  record
	points []geo.Fixed // a subslice of the Builder's points
}

func (j *joiner) add(style record, points []geo.Fixed) {
	if j.styles == nil {
		j.styles = make(map[record]uint32)
	}
	if _, found := j.styles[style]; !found {
		j.styles[style] = uint32(len(j.styles))
	}
	j.lines = append(j.lines, piece{style, points})
}

// pieceEnd is an end of a line: line<<1 for its first point, line<<1|1 for its
// last.
type pieceEnd uint32

func (e pieceEnd) line() int       { return int(e >> 1) }
func (e pieceEnd) other() pieceEnd { return e ^ 1 }

// join calls emit with each joined line. If all its pieces have the same direction, so
// has the line. The points are valid until emit returns.
//
// tooLarge reports whether the box of a line is too large. Otherwise a network of roads
// would become one line that every part of the map has to draw.
func (j *joiner) join(tooLarge func(geo.FixedBounds) bool, emit func(style record, points []geo.Fixed)) {
	partner := j.pair()
	used := make([]bool, len(j.lines))
	var points []geo.Fixed
	walk := func(start pieceEnd) {
		style, box := j.lines[start.line()].style, geo.NoFixedBounds
		points = points[:0]
		for e := start; e != noPartner && !used[e.line()]; e = partner[e.other()] {
			used[e.line()] = true
			piece := j.lines[e.line()].points
			box = box.Union(geo.FixedBoundsOf(piece...))
			if len(points) > 0 && tooLarge(box) {
				emit(style, points)
				points, box = points[:0], geo.FixedBoundsOf(piece...)
			}
			points = appendPiece(points, piece, e&1 == 1)
		}
		emit(style, points)
	}
	// First from the ends without a partner, first points before last ones. The
	// remaining lines are closed loops.
	for side := range pieceEnd(2) {
		for i := range j.lines {
			if e := pieceEnd(i)<<1 | side; !used[i] && partner[e] == noPartner {
				walk(e)
			}
		}
	}
	for i := range j.lines {
		if !used[i] {
			walk(pieceEnd(i) << 1)
		}
	}
}

// noPartner marks an end without a partner. It is not a valid pieceEnd.
const noPartner = ^pieceEnd(0)

// pair returns the partner of each end, the end that it is joined to.
func (j *joiner) pair() []pieceEnd {
	type meeting struct {
		at    geo.Fixed
		style uint32
		end   pieceEnd
	}
	meetings := make([]meeting, 0, 2*len(j.lines))
	for i, l := range j.lines {
		first, last := l.points[0], l.points[len(l.points)-1]
		if first == last {
			continue // closed already
		}
		style := j.styles[l.style]
		meetings = append(meetings,
			meeting{first, style, pieceEnd(i) << 1}, meeting{last, style, pieceEnd(i)<<1 | 1})
	}
	slices.SortFunc(meetings, func(a, b meeting) int {
		return cmp.Or(cmp.Compare(a.style, b.style), cmp.Compare(a.at.Lat, b.at.Lat),
			cmp.Compare(a.at.Lon, b.at.Lon), cmp.Compare(a.end, b.end))
	})
	partner := make([]pieceEnd, 2*len(j.lines))
	for i := range partner {
		partner[i] = noPartner
	}
	for i := 1; i < len(meetings); i++ {
		a, b := meetings[i-1], meetings[i]
		if a.style == b.style && a.at == b.at {
			partner[a.end], partner[b.end] = b.end, a.end
			i++ // both are taken
		}
	}
	return partner
}

// appendPiece appends the points of a line to dst, backwards if reversed, without the
// shared point.
func appendPiece(dst, points []geo.Fixed, reversed bool) []geo.Fixed {
	from := len(dst)
	dst = append(dst, points...)
	if reversed {
		slices.Reverse(dst[from:])
	}
	if from > 0 {
		dst = slices.Delete(dst, from, from+1)
	}
	return dst
}
