// SPDX-License-Identifier: MIT

package trip

import (
	"time"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/units"
)

// Share is the part of a trip in one ward, or outside all units. Without borders of wards
// it is the part in one province.
type Share struct {
	Location units.Location // meaningful if Found
	Found    bool           // false for the part at sea, abroad, and in gaps between wards

	Matched float64       // metres on the matched roads
	OffRoad float64       // metres straight through observations off the roads
	Time    time.Duration // 0 where the observations have no times
}

// ByWard divides a matched trip among the wards that it passes, in the order of its first
// point in each. The shares of Matched and OffRoad add up to the trip's distances, those of
// Time to the time from its first timed observation to its last.
//
// On roads the time between two vertices passes evenly along them; between two
// legs along the straight lines through the observations.
func ByWard(atlas *units.Atlas, observations []match.Observation, r match.Result) []Share {
	d := divider{atlas: atlas, of: make(map[int]int)}
	holes := holesOf(observations, r)
	scale := offRoadScale(holes, r)
	for i := 0; i <= len(r.Legs); i++ {
		for ; len(holes) > 0 && holes[0].legs == i; holes = holes[1:] {
			d.hole(&holes[0], scale)
		}
		if i < len(r.Legs) {
			d.leg(&r.Legs[i])
		}
	}
	return d.shares
}

// divider collects the shares of a trip.
type divider struct {
	atlas     *units.Atlas
	of        map[int]int // area, −1 for none → its place in shares
	shares    []Share
	stretches []boundary.Stretch
}

// share returns the share of an area.
func (d *divider) share(s boundary.Stretch, at geo.Point) *Share {
	key := -1
	if s.Found {
		key = s.Place.Area
	}
	i, known := d.of[key]
	if !known {
		i = len(d.shares)
		d.of[key] = i
		location, found := d.atlas.Locate(at)
		location.OnBorder = false
		d.shares = append(d.shares, Share{Location: location, Found: s.Found && found})
	}
	return &d.shares[i]
}

// segment divides a segment and calls give with each share and its part of the segment,
// in [0, 1].
func (d *divider) segment(a, b geo.Point, give func(share *Share, part float64)) {
	d.stretches = d.atlas.Net().Stretches(d.stretches[:0], a, b)
	if len(d.stretches) == 0 { // of no length: standing still
		place, found := d.atlas.Net().Locate(a)
		give(d.share(boundary.Stretch{Place: place, Found: found}, a), 1)
	}
	for _, s := range d.stretches {
		give(d.share(s, geo.Lerp(a, b, (s.From+s.To)/2)), s.To-s.From)
	}
}

// leg divides the length and the time of a leg.
func (d *divider) leg(l *match.Leg) {
	// The length of a leg is the sum of its links in whole centimetres, which differs a
	// little from that of its shape.
	scale := 1.0
	if drawn := geo.Length(l.Shape); drawn > 0 {
		scale = l.Length / drawn
	}
	for i := 1; i < len(l.Shape); i += atOnce {
		d.chunk(l, i, min(i+atOnce, len(l.Shape)), scale)
	}
}

// atOnce is the number of segments that are looked up as one, because most of a trip is far from
// borders. Measured on drives in Ho Chi Minh City: the shares take a tenth of the time.
const atOnce = 64

// chunk divides the segments of a leg that end at the vertices from first up to, but not including,
// end. If no border is near, all are in one area; otherwise each half is looked up.
func (d *divider) chunk(l *match.Leg, first, end int, scale float64) {
	if end-first > 1 {
		box := geo.NoFixedBounds
		for _, p := range l.Shape[first-1 : end] {
			box = box.Extend(p.Fixed())
		}
		if !d.atlas.Net().Clear(box) {
			middle := (first + end) / 2
			d.chunk(l, first, middle, scale)
			d.chunk(l, middle, end, scale)
			return
		}
		place, found := d.atlas.Net().Locate(l.Shape[first-1])
		place.OnBorder = false
		s := d.share(boundary.Stretch{Place: place, Found: found}, l.Shape[first-1])
		for i := first; i < end; i++ {
			length, span := segmentOf(l, i, scale)
			s.Matched += length
			s.Time += span
		}
		return
	}
	length, span := segmentOf(l, first, scale)
	d.segment(l.Shape[first-1], l.Shape[first], func(s *Share, part float64) {
		s.Matched += part * length
		s.Time += time.Duration(part * float64(span))
	})
}

// segmentOf returns the length and the time of the segment of a leg that ends at a vertex.
func segmentOf(l *match.Leg, i int, scale float64) (length float64, span time.Duration) {
	if l.Times != nil {
		span = l.Times[i].Sub(l.Times[i-1])
	}
	return geo.Distance(l.Shape[i-1], l.Shape[i]) * scale, span
}
