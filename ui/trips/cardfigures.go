// SPDX-License-Identifier: MIT

package trips

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/geo"
	"roadsnap/engine/road"
	"roadsnap/engine/trip"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// toKMH is the number of km/h in a m/s.
const toKMH = 3.6

// A trip counts as one on foot or by bicycle up to this average speed while moving and this
// top speed (km/h). A car in the streets of a town averages 20 to 30.
const (
	paceAverage = 20
	paceTop     = 40
)

// PaceText returns the time per kilometre at an average speed (m/s) of a drive with a top speed
// (m/s), "" if it was none on foot or by bicycle.
func PaceText(w text.Catalogue, average, top float64) string {
	if average <= 0 || toKMH*average > paceAverage || toKMH*top > paceTop {
		return ""
	}
	s := int(1000 / average)
	return w.T("timeline.pace", "time", fmt.Sprintf("%d:%02d", s/60, s%60))
}

// times returns the rows of a trip's times. Those that need the figures are left out before
// these are known.
func (c cardView) times() (rows [][3]string) {
	w, t, f := c.Words, c.Trip, c.Figures
	add := func(name, tip string, d time.Duration) {
		rows = append(rows, [3]string{w.T(name), w.Duration(d), w.T(tip)})
	}
	switch {
	case t.First.IsZero() || !t.HasSummary:
	case f != nil:
		add("trip.driving", "tip.driving", f.Driving)
		add("trip.moving", "tip.moving", f.Moving)
		if f.Standing > 0 { // shorter waits are no stops
			add("trip.standing", "tip.standing", f.Standing)
			if f.HasIgnition {
				add("trip.idling", "tip.idling", f.Idling)
			}
		}
		if f.Silent >= trip.MinStop {
			add("trip.silent", "tip.silent", f.Silent)
		}
	case t.Summary.Stops > 0:
		add("trip.driving", "tip.driving", t.Summary.Driving)
		add("trip.standing", "tip.standing", t.Summary.Standing)
	}
	return rows
}

// speeds returns the part with the speeds and the ascent of a trip, nil if nothing of it is
// known.
func (c cardView) speeds() fyne.CanvasObject {
	w, f := c.Words, c.Figures
	var rows [][3]string
	add := func(name, tip, value string) { rows = append(rows, [3]string{w.T(name), value, w.T(tip)}) }
	speed := func(v float64) string { return w.T("trips.speed", "n", w.Number(toKMH*v, 0)) }
	if f.Average > 0 && (f.Top == 0 || f.Average <= f.Top) { // otherwise the times are wrong
		add("trip.average", "tip.average", speed(f.Average))
		if f.AverageMoving > 0 && (f.Top == 0 || f.AverageMoving <= f.Top) { // or a part without points is faster
			add("trip.average_moving", "tip.average_moving", speed(f.AverageMoving))
		}
	}
	if f.Top > 0 {
		add("trip.top", "tip.top", speed(f.Top))
	}
	if pace := PaceText(w, f.AverageMoving, f.Top); pace != "" {
		add("trip.pace", "tip.pace", pace)
	}
	if f.HasAscent {
		add("trip.ascent", "tip.ascent", w.T("timeline.ascent", "up", w.Number(f.Up, 0), "down", w.Number(f.Down, 0)))
	}
	if len(rows) == 0 {
		return nil
	}
	return container.NewVBox(widget.NewSeparator(), kit.Heading(w.T("trip.speeds")), kit.FactsWithTips(rows...))
}

// portion is a part of a trip with a name.
type portion struct {
	name   string
	length float64 // metres
	time   time.Duration
}

// wards returns the portions of a trip by ward, the longest first, none if all of it is
// outside.
func (c cardView) wards() (list []portion) {
	if !slices.ContainsFunc(c.Figures.Wards, func(s trip.Share) bool { return s.Found }) {
		return nil
	}
	for _, s := range c.Figures.Wards {
		p := portion{c.Words.T("trip.outside"), s.Matched + s.OffRoad, s.Time}
		if s.Found {
			p.name = c.Words.Place(s.Location)
		}
		list = append(list, p)
	}
	return list
}

// unitHeading returns the key of the heading of wards: a map without their borders has provinces.
func (c cardView) unitHeading() string {
	if slices.ContainsFunc(c.Figures.Wards, func(s trip.Share) bool { return s.Location.WardFound }) {
		return "trip.by_ward"
	}
	return "trip.by_province"
}

// classKeys are the texts of the road classes. Links count as the roads that they join.
var classKeys = map[road.Class]string{
	road.Motorway: "road.motorway", road.MotorwayLink: "road.motorway",
	road.Trunk: "road.trunk", road.TrunkLink: "road.trunk",
	road.Primary: "road.primary", road.PrimaryLink: "road.primary",
	road.Secondary: "road.secondary", road.SecondaryLink: "road.secondary",
	road.Tertiary: "road.tertiary", road.TertiaryLink: "road.tertiary",
	road.Unclassified: "road.unclassified", road.Residential: "road.residential", road.LivingStreet: "road.residential",
	road.Service: "road.service", road.Busway: "road.service", road.Track: "road.track", road.Pedestrian: "road.pedestrian",
	road.Footway: "road.path", road.Cycleway: "road.path", road.Bridleway: "road.path", road.Path: "road.path", road.Steps: "road.path",
	road.Alley: "trip.class.alley", road.Ferry: "trip.class.ferry", road.Road: "trip.class.other",
}

// classPortions returns portions by road class, the longest first.
func classPortions(w text.Catalogue, shares []trip.ClassShare) (list []portion) {
	known := map[string]int{}
	for _, s := range shares {
		key := classKeys[s.Class]
		i, ok := known[key]
		if !ok {
			i = len(list)
			known[key], list = i, append(list, portion{name: w.T(key)})
		}
		list[i].length += s.Matched
		list[i].time += s.Time
	}
	slices.SortStableFunc(list, func(a, b portion) int { return cmp.Compare(b.length, a.length) })
	return list
}

// portions returns a list of portions under a heading, nil for an empty list.
func (c cardView) portions(heading string, list []portion) fyne.CanvasObject {
	if len(list) == 0 {
		return nil
	}
	w, rows := c.Words, container.New(kit.TightRows{})
	kit.FillLong(w, rows, kit.LongList{
		Total: len(list), Rows: len(list), First: firstSpans, Lay: c.Lay,
		Add: func(i int) {
			p := list[i]
			value := w.Distance(p.length)
			if p.time > 0 {
				value += " · " + w.Duration(p.time)
			}
			rows.Add(kit.Fact(p.name, "", kit.FactValue(value)))
		},
	})
	return container.NewVBox(widget.NewSeparator(), kit.Heading(heading), rows)
}

// nearestSite returns the named place nearest to a point, with the distance to its edge
// (metres), 0 inside. ok is false if none is within nearReach.
func nearestSite(sites []trip.Site, at geo.Point) (s trip.Site, distance float64, ok bool) {
	for _, site := range sites {
		d := max(geo.Distance(site.Center, at)-site.Radius, 0)
		if d <= nearReach && (!ok || d < distance) {
			s, distance, ok = site, d, true
		}
	}
	return s, distance, ok
}

// stopTexts returns where stop i of a trip is: the named place, and then the road, the ward
// and, outside all named places, the nearest one, or else the nearest settlement.
func (c cardView) stopTexts(i int) (lines []string) {
	var parts []string
	if f := c.Figures; f != nil {
		if road := f.Stops[i].Road; road != "" {
			parts = append(parts, road)
		}
		if at := f.Stops[i]; at.Located {
			parts = append(parts, c.Words.Place(at.At))
		}
	}
	if s, d, ok := nearestSite(c.Sites, c.Trip.Stops[i].Center); ok && d > 0 {
		parts = append(parts, c.Words.T("trip.stop.near", "distance", c.Words.Distance(d), "name", s.Name))
	} else if ok {
		lines = append(lines, s.Name)
	} else if f := c.Figures; f != nil && f.Stops[i].Place != "" {
		parts = append(parts, c.Words.T("trip.stop.near", "distance", c.Words.Distance(f.Stops[i].Away), "name", f.Stops[i].Place))
	}
	if len(parts) > 0 {
		lines = append(lines, strings.Join(parts, " · "))
	}
	return lines
}

// arrivals returns the list of arrivals at named places, nil if there is none. A click on one
// shows it on the map.
func (c cardView) arrivals() fyne.CanvasObject {
	t, w := c.Trip, c.Words
	visits := trip.Visits(c.Sites, t.Stops)
	if len(visits) == 0 {
		return nil
	}
	rows, clock := container.New(kit.TightRows{}), ClockOf(w, t)
	kit.FillLong(w, rows, kit.LongList{
		Total: len(visits), Rows: len(visits), First: firstSpans, Lay: c.Lay,
		Add: func(i int) {
			v := visits[i]
			at := kit.NewWrappedLink(clock(t.Stops[v.Stop].Arrival), func() { c.ShowStop(t, v.Stop) })
			name := kit.FactValue(c.Sites[v.Site].Name)
			if isDated(at.Text) {
				rows.Add(at)
				rows.Add(name)
			} else {
				at.Wrapping = fyne.TextWrapOff // the name wraps
				rows.Add(container.NewBorder(nil, nil, at, nil, name))
			}
		},
	})
	return container.NewVBox(widget.NewSeparator(), kit.Heading(w.T("trip.arrivals")), rows)
}
