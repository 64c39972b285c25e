// SPDX-License-Identifier: MIT

package fare

import (
	"slices"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// Usage is what a tariff prices: one trip, or several in order that are priced as one.
type Usage []Drive

// Drive is a trip as a tariff sees it.
type Drive struct {
	Start, End time.Time // of the recording; zero without times
	Pieces     []Piece   // in the order of travel
	Stops      []Stop    // in order
	LeftOut    int       // recorded points outside gaps that the route leaves out
	// Begin and Finish are where the trip begins and ends, Passed is all that it touches.
	Begin, Finish, Passed Places
	HasUnits, HasWards    bool // the borders of provinces and of wards are known
}

// Piece is a part of a trip of one class, over which distance and time pass evenly.
type Piece struct {
	Class    Class
	Cause    match.GapCause // of inferred and excluded pieces
	Metres   int64
	From, To time.Time // zero if unknown
	// Speed is the mean over some ten seconds around (millimetres per second), if HasSpeed.
	Speed    int64
	HasSpeed bool
}

// Stop is a time in which the vehicle stood.
type Stop struct {
	From, To time.Time
	AtEnd    bool // before departure, or after arrival
}

// Places are administrative units and places of the user.
type Places struct {
	Units []string // codes of wards and provinces
	Sites []string // names
}

// Areas are zones of the user that are no circles. Package zone has them.
type Areas interface {
	// NamesAt returns the names of the zones that a place is in, and NamesOn those of the
	// zones that one of the lines touches.
	NamesAt(p geo.Point) []string
	NamesOn(lines ...[]geo.Point) []string
}

// touches reports whether a zone has one of the places.
func (p Places) touches(z *Zone) bool {
	return slices.ContainsFunc(z.Units, func(c string) bool { return slices.Contains(p.Units, c) }) ||
		slices.ContainsFunc(z.Sites, func(s string) bool { return slices.Contains(p.Sites, s) })
}

// lacksUnitsOf reports whether the borders of a unit of a zone are not known.
func (d *Drive) lacksUnitsOf(z *Zone) bool {
	return slices.ContainsFunc(z.Units, func(code string) bool { return !d.HasUnits || len(code) == 5 && !d.HasWards })
}

// timed reports whether the clock of the piece is known.
func (p *Piece) timed() bool { return !p.From.IsZero() }

// departure and arrival return the times between which the vehicle was on its way.
func (d *Drive) departure() time.Time {
	if len(d.Stops) > 0 && d.Stops[0].AtEnd && !d.Stops[0].From.After(d.Start) {
		return d.Stops[0].To
	}
	return d.Start
}

func (d *Drive) arrival() time.Time {
	if n := len(d.Stops); n > 0 && d.Stops[n-1].AtEnd && !d.Stops[n-1].To.Before(d.End) {
		return d.Stops[n-1].From
	}
	return d.End
}
