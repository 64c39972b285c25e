package trace

import (
	"fmt"
	"math"

	"roadsnap/engine/geo"
)

const (
	// mapMargin is how far from the map, in metres, a point still speaks for
	// the reading that puts it there: trips begin and end beyond their map.
	mapMargin = 20_000
	// mostBad is the share of records that cannot be read, or are not on Earth,
	// which a faulty receiver explains. Above it the file means something else.
	mostBad = 0.1
)

// tally counts the points of a file by where each reading puts them.
type tally struct {
	points            int
	invalid           int // not on Earth as given
	invalidSwapped    int // not on Earth with latitude and longitude exchanged
	onMap, mapSwapped int // near the map as given, and exchanged
}

// mendCoordinates exchanges latitude and longitude if the file has them in each
// other's place, leaves out single points that are not on Earth, and refuses a
// file that makes no sense either way.
func (c *collector) mendCoordinates() error {
	t := c.count()
	switch {
	case t.swapped():
		for _, d := range c.drafts {
			for i := range d.obs {
				d.obs[i].Point = swap(d.obs[i].Point)
			}
			d.outside = place{} // it was that of the first point as given
		}
		c.note(NoteSwapped, 0, "")
	case float64(t.invalid) > mostBad*float64(t.points), c.opt.Strict && t.invalid > 0:
		return c.outsideFault()
	}
	c.dropOutside()
	return nil
}

func (c *collector) count() tally {
	t := tally{}
	near := c.opt.Bounds.Pad(mapMargin)
	for _, d := range c.drafts {
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
	}
	return t
}

// swapped decides. Exchanged, all points must be on Earth but for a few glitches.
// Then the points that are not on Earth as given settle it if they are the
// most; and failing that the map: no point near it as given, most near it
// exchanged.
func (t tally) swapped() bool {
	if float64(t.invalidSwapped) > mostBad*float64(t.points) {
		return false
	}
	if 2*t.invalid > t.points {
		return true
	}
	return t.onMap == 0 && 2*t.mapSwapped > t.points
}

// outsideFault names the first point that is not on Earth.
func (c *collector) outsideFault() error {
	for _, d := range c.drafts {
		for _, o := range d.obs {
			if !o.Valid() {
				return c.fault(ErrRange, d.outside.line, d.outside.column,
					fmt.Sprintf("latitude %g, longitude %g is not on Earth", o.Lat, o.Lon), rangeRemedy(o.Point))
			}
		}
	}
	return nil
}

// rangeRemedy tells degrees out of range from metres of a projection.
func rangeRemedy(p geo.Point) string {
	if math.Abs(p.Lat) > 1000 || math.Abs(p.Lon) > 1000 {
		return "the values look like metres of a projection (VN-2000, UTM); export them as WGS 84 latitude and longitude in degrees"
	}
	return "latitude must be within −90…90 and longitude within −180…180 degrees"
}

func (c *collector) dropOutside() {
	for _, d := range c.drafts {
		kept := d.obs[:0]
		for _, o := range d.obs {
			if o.Valid() {
				kept = append(kept, o)
			}
		}
		if n := len(d.obs) - len(kept); n > 0 {
			d.notes = append(d.notes, Note{Kind: NoteOutOfRange, Count: n, Line: d.outside.line})
		}
		d.obs = kept
	}
}
