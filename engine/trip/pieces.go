// SPDX-License-Identifier: MIT

package trip

import (
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// Doubtful reports whether a point is matched, but may well be on another road.
func Doubtful(p match.Point) bool { return p.State == match.Matched && p.Confidence < lowConfidence }

// PieceKind says how the length of a Piece is known.
type PieceKind uint8

// The kinds of pieces.
const (
	PieceMeasured PieceKind = iota // on roads, between fixes
	PieceDoubtful                  // likewise, between two points of which each is Doubtful
	PieceInferred                  // on roads, without fixes
	PieceOffRoad                   // straight between fixes off the roads
	PieceUnknown                   // straight over another gap; no part of the trip's distances
)

// Piece is a part of a matched trip over which distance and time pass evenly, as between two
// fixes or two bends of the road.
type Piece struct {
	Kind     PieceKind
	Cause    match.GapCause // of PieceInferred, PieceOffRoad and PieceUnknown
	Metres   float64
	From, To time.Time // zero if one of them is unknown
}

// Pieces divides a matched trip into pieces in the order of travel. The result must be that
// of the observations. The lengths of the first three kinds add up to the trip's Matched, those of
// PieceInferred to its Inferred, and those of PieceOffRoad to its OffRoad.
func Pieces(observations []match.Observation, r match.Result) []Piece {
	b := pieceBuilder{observations: observations, result: &r, clock: newClock(observations, r), offRoad: offRoadUpTo(r)}
	n := len(observations)
	if len(r.Legs) == 0 && n > 0 {
		b.hole(0, n-1, b.usable(0), b.usable(n-1))
	}
	for i := range r.Legs {
		l := &r.Legs[i]
		switch {
		case i > 0:
			b.hole(r.Legs[i-1].LastIndex, l.FirstIndex, b.left, startOf(l))
		case l.FirstIndex > 0:
			b.hole(0, l.FirstIndex, b.usable(0), startOf(l))
		}
		b.leg(l)
		if i == len(r.Legs)-1 && l.LastIndex < n-1 {
			b.hole(l.LastIndex, n-1, b.left, b.usable(n-1))
		}
	}
	b.scale()
	return b.pieces
}

// pieceBuilder collects the pieces of a trip.
type pieceBuilder struct {
	observations []match.Observation
	result       *match.Result
	clock        clock
	offRoad      []bool
	pieces       []Piece
	left         time.Time // when the vehicle left the last leg, zero if unknown
}

// startOf returns the time at the start of a leg, zero without times.
func startOf(l *match.Leg) (t time.Time) {
	if l.Times != nil {
		t = l.Times[0]
	}
	return t
}

// usable returns the time of an observation, zero if it has none that the matcher could use.
func (b *pieceBuilder) usable(i int) time.Time { return b.clock.first(i, i) }

// add adds a piece. Times that are missing or run backward become zero.
func (b *pieceBuilder) add(p Piece) {
	if p.From.IsZero() || p.To.IsZero() || p.To.Before(p.From) {
		p.From, p.To = time.Time{}, time.Time{}
	}
	if p.Metres > 0 || p.To.After(p.From) {
		b.pieces = append(b.pieces, p)
	}
}

// hole adds the straight pieces through the valid observations from first to last.
func (b *pieceBuilder) hole(first, last int, from, to time.Time) {
	before, at := -1, from
	for i := first; i <= last; i++ {
		if b.result.Points[i].Reason == match.ReasonInvalid {
			continue
		}
		now := b.usable(i)
		switch i {
		case first:
			now = from
		case last:
			now = to
		}
		if before >= 0 {
			p := Piece{Kind: PieceUnknown, Cause: b.causeUpTo(i), Metres: geo.Distance(b.observations[before].Point, b.observations[i].Point), From: at, To: now}
			if b.offRoad[i] {
				p.Kind, p.Cause = PieceOffRoad, match.GapNoRoad
			}
			b.add(p)
		}
		before, at = i, now
	}
}

// causeUpTo returns the cause of the gap through which the trip reaches an observation.
func (b *pieceBuilder) causeUpTo(i int) match.GapCause {
	for _, g := range b.result.Gaps {
		if g.FirstIndex < i && i <= g.LastIndex {
			return g.Cause
		}
	}
	return ""
}

// leg adds the pieces of a leg.
func (b *pieceBuilder) leg(l *match.Leg) {
	w := legWalk{leg: l, along: lengths(l), add: b.add}
	w.at = startOf(l)
	for i := l.FirstIndex; i <= l.LastIndex; i++ {
		p := b.result.Points[i]
		if p.State == match.OffRoad {
			continue
		}
		if l.Times == nil {
			w.fix(w.placeWithoutTime(p.Location), time.Time{}, Doubtful(p))
		} else if t := b.usable(i); !t.IsZero() && !t.Before(w.at) {
			w.fix(placeOn(l, w.along, p.Location, t, w.vertex), t, Doubtful(p))
		}
	}
	w.finish()
	b.left = w.at
}

// legWalk goes along a leg from mark to mark: its vertices and the fixes on it.
type legWalk struct {
	leg      *match.Leg
	along    []float64
	add      func(Piece)
	vertex   int       // the next one
	reached  float64   // how far along the leg the walk is (metres)
	at       time.Time // when it was there, zero if unknown
	stretch  int       // inferred stretches that end at or before reached
	doubtful bool      // the last fix
	open     []Piece   // since the last fix
}

// fix goes on to a fix.
func (w *legWalk) fix(along float64, at time.Time, doubtful bool) {
	along = max(along, w.reached)
	w.vertices(along)
	w.mark(along, at)
	w.flush(w.doubtful && doubtful)
	w.doubtful = doubtful
}

// vertices goes on to the last vertex that is not beyond a distance.
func (w *legWalk) vertices(along float64) {
	for ; w.vertex < len(w.along) && w.along[w.vertex] <= along; w.vertex++ {
		var at time.Time
		if w.leg.Times != nil {
			at = w.leg.Times[w.vertex]
		}
		w.mark(w.along[w.vertex], at)
	}
}

func (w *legWalk) finish() {
	w.vertices(w.along[len(w.along)-1])
	w.flush(false)
}

// mark goes on to a mark.
func (w *legWalk) mark(along float64, at time.Time) {
	if !at.IsZero() && at.Before(w.at) {
		at = w.at // times are rounded
	}
	list := w.leg.Inferred
	for w.stretch < len(list) && w.along[list[w.stretch].Last] <= w.reached {
		w.stretch++
	}
	p := Piece{Metres: along - w.reached, From: w.at, To: at}
	if w.stretch < len(list) && w.along[list[w.stretch].First] <= w.reached && along > w.reached {
		p.Kind, p.Cause = PieceInferred, list[w.stretch].Cause
	}
	w.open = append(w.open, p)
	w.reached, w.at = along, at
}

// flush adds the pieces since the last fix.
func (w *legWalk) flush(doubtful bool) {
	for _, p := range w.open {
		if doubtful && p.Kind == PieceMeasured {
			p.Kind = PieceDoubtful
		}
		w.add(p)
	}
	w.open = w.open[:0]
}

// placeWithoutTime returns how far along the leg a place is: the first time that the leg passes
// within a metre of it, or else where the walk is.
func (w *legWalk) placeWithoutTime(place geo.Point) float64 {
	const near = 1 // metres
	plane := geo.NewPlane(place)
	for k := max(w.vertex-1, 0); k+1 < len(w.along); k++ {
		f, d2 := geo.Project(plane.XY(place), plane.XY(w.leg.Shape[k]), plane.XY(w.leg.Shape[k+1]))
		if along := w.along[k] + f*(w.along[k+1]-w.along[k]); d2 <= near*near && along >= w.reached-near {
			return along
		}
	}
	return w.reached
}

// scale makes the lengths add up to those of the result. Those of a leg are the sums of links in
// whole centimetres, which differ a little from those of its shape.
func (b *pieceBuilder) scale() {
	d := b.result.Distance
	var sum [PieceUnknown + 1]float64
	for _, p := range b.pieces {
		sum[p.Kind] += p.Metres
	}
	ratio := func(want, have float64) float64 {
		if have > 0 {
			return want / have
		}
		return 1
	}
	onRoad := ratio(d.Matched-d.Inferred, sum[PieceMeasured]+sum[PieceDoubtful])
	scale := [...]float64{PieceMeasured: onRoad, PieceDoubtful: onRoad, PieceInferred: ratio(d.Inferred, sum[PieceInferred]), PieceOffRoad: ratio(d.OffRoad, sum[PieceOffRoad]), PieceUnknown: 1}
	for i := range b.pieces {
		b.pieces[i].Metres *= scale[b.pieces[i].Kind]
	}
}
