// SPDX-License-Identifier: MIT

package basemap

import (
	"cmp"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/chunk"
	"roadsnap/engine/internal/parallel"
)

// joiner joins lines of the same style where their ends meet, so that a road in a
// hundred pieces is simplified and labelled as one. Where more than two ends meet, they
// are paired in order, because it makes no visible difference.
type joiner struct {
	lines  *store
	styles map[record]uint32 // number of each style
	list   []record          // the styles by number
	pieces []piece
}

// piece is a line to be joined (16 bytes).
type piece struct {
	at    chunk.Position // in joiner.lines
	style uint32
	used  bool
}

// add adds the line at a position of j.lines.
func (j *joiner) add(style record, at chunk.Position) {
	if j.styles == nil {
		j.styles = make(map[record]uint32)
	}
	n, found := j.styles[style]
	if !found {
		n = uint32(len(j.list))
		j.styles[style] = n
		j.list = append(j.list, style)
	}
	j.pieces = append(j.pieces, piece{at: at, style: n})
}

// read returns the points of a piece in l.
func (j *joiner) read(l *layer, i int) []geo.Fixed {
	r := chunk.NewReader(j.lines.data.At(j.pieces[i].at))
	l.clear()
	l.read(&r)
	return l.points
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
	var points []geo.Fixed
	one := newLayer()
	walk := func(start pieceEnd) {
		style, box := j.list[j.pieces[start.line()].style], geo.NoFixedBounds
		points = points[:0]
		for e := start; e != noPartner && !j.pieces[e.line()].used; e = partner[e.other()] {
			j.pieces[e.line()].used = true
			piece := j.read(one, e.line())
			own := geo.FixedBoundsOf(piece...)
			box = box.Union(own)
			if len(points) > 0 && tooLarge(box) {
				emit(style, points)
				points, box = points[:0], own
			}
			points = appendPiece(points, piece, e&1 == 1)
		}
		emit(style, points)
	}
	// First from the ends without a partner, first points before last ones. The
	// remaining lines are closed loops.
	for side := range pieceEnd(2) {
		for i := range j.pieces {
			if e := pieceEnd(i)<<1 | side; !j.pieces[i].used && partner[e] == noPartner {
				walk(e)
			}
		}
	}
	for i := range j.pieces {
		if !j.pieces[i].used {
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
	meetings := make([]meeting, 0, 2*len(j.pieces))
	one := newLayer()
	for i, p := range j.pieces {
		points := j.read(one, i)
		first, last := points[0], points[len(points)-1]
		if first == last {
			continue // closed already
		}
		meetings = append(meetings,
			meeting{first, p.style, pieceEnd(i) << 1}, meeting{last, p.style, pieceEnd(i)<<1 | 1})
	}
	parallel.Sort(meetings, func(a, b meeting) int {
		switch {
		case a.style != b.style:
			return cmp.Compare(a.style, b.style)
		case a.at.Lat != b.at.Lat:
			return cmp.Compare(a.at.Lat, b.at.Lat)
		case a.at.Lon != b.at.Lon:
			return cmp.Compare(a.at.Lon, b.at.Lon)
		}
		return cmp.Compare(a.end, b.end)
	})
	partner := make([]pieceEnd, 2*len(j.pieces))
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
