// SPDX-License-Identifier: MIT

package trace

import (
	"fmt"
	"math"

	"roadsnap/engine/geo"
)

const (
	// mapMargin is the distance from the map within which a point counts as near
	// it (metres), because trips begin and end outside their map.
	mapMargin = 20_000
	// mostBad is the highest share of records that may be unreadable or not on
	// Earth. A faulty receiver explains no more; above it the file is refused.
	mostBad = 0.1
)

// counts counts the points of a trip by their place, as given and with latitude
// and longitude exchanged.
type counts struct {
	points            int
	invalid           int // not on Earth as given
	invalidSwapped    int // not on Earth with latitude and longitude exchanged
	onMap, mapSwapped int // near the map as given, and exchanged
}

// repairCoordinates exchanges latitude and longitude of the trips that have them
// swapped, and removes single points that are not on Earth. A trip in which neither order
// makes sense is left out; if there is no other, it returns the error.
func (c *collector) repairCoordinates() error {
	kept := c.drafts[:0]
	swapped := false
	for _, d := range c.drafts {
		t := c.count(d)
		switch {
		case t.swapped():
			swapped = true
			for i := range d.obs {
				d.obs[i].Point = swap(d.obs[i].Point)
			}
			d.outside = place{} // it was found with the coordinates as given
		case t.points > 0 && t.invalid == t.points && c.repairScale(d):
		case float64(t.invalid) > mostBad*float64(t.points), c.opt.Strict && t.invalid > 0:
			fault := c.outsideFault(d)
			if c.opt.Strict {
				return fault
			}
			if c.lost == nil {
				c.lost = fault
			}
			c.notes = addNote(c.notes, Note{Kind: NoteOutOfRange, Count: t.points, Line: d.outside.line})
			c.points -= t.points
			continue
		}
		kept = append(kept, d)
	}
	c.drafts = kept
	if c.points == 0 {
		return c.empty()
	}
	if swapped {
		c.note(NoteSwapped, 0, "")
	}
	c.dropOutside()
	return nil
}

func (c *collector) count(d *draft) counts {
	t := counts{}
	near := c.opt.Bounds.Pad(mapMargin)
	for _, o := range d.obs {
		s := swap(o.Point)
		t.points++
		if !o.Valid() {
			t.invalid++
		}
		if !s.Valid() {
			t.invalidSwapped++
		}
		if near.Contains(o.Point) {
			t.onMap++
		}
		if near.Contains(s) {
			t.mapSwapped++
		}
	}
	return t
}

// swapped reports whether the trip has latitude and longitude swapped. Almost all
// exchanged points must be on Earth. Besides, most points must be off Earth as
// given, or none of them near the map and most exchanged points near it.
func (t counts) swapped() bool {
	if float64(t.invalidSwapped) > mostBad*float64(t.points) {
		return false
	}
	if 2*t.invalid > t.points {
		return true
	}
	return t.onMap == 0 && 2*t.mapSwapped > t.points
}

// outsideFault returns the error for the first point of a trip that is not on Earth.
func (c *collector) outsideFault(d *draft) *Error {
	for _, o := range d.obs {
		if !o.Valid() {
			class := ErrRange
			if projected(o.Point) {
				class = ErrProjected
			}
			return c.fault(class, d.outside.line, d.outside.column,
				fmt.Sprintf("latitude %g, longitude %g is not on Earth", o.Lat, o.Lon), c.rangeRemedy(o.Point))
		}
	}
	return nil
}

// projected reports whether a position that is not on Earth looks like metres in a plane.
func projected(p geo.Point) bool { return math.Abs(p.Lat) > 1000 || math.Abs(p.Lon) > 1000 }

// rangeRemedy returns the remedy for a point that is not on Earth.
func (c *collector) rangeRemedy(p geo.Point) string {
	if projected(p) {
		return projectedRemedy(p, c.opt.Bounds)
	}
	return "latitude must be within −90…90 and longitude within −180…180 degrees"
}

func (c *collector) dropOutside() {
	for _, d := range c.drafts {
		kept := d.obs[:0]
		for i, o := range d.obs {
			if o.Valid() {
				if len(kept) < i {
					d.channels.move(len(kept), i)
				}
				kept = append(kept, o)
			}
		}
		if n := len(d.obs) - len(kept); n > 0 {
			d.notes = append(d.notes, Note{Kind: NoteOutOfRange, Count: n, Line: d.outside.line})
		}
		d.obs, d.channels = kept, d.channels.Slice(0, len(kept))
	}
}
