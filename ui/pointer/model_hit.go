// SPDX-License-Identifier: MIT

package pointer

import (
	"fmt"
	"math"
	"strings"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/units"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
)

// Where is a place to test, with a search radius.
type Where struct {
	At     geo.Point
	Radius float64     // metres
	Zoom   int         // zoom of the view; only objects visible at it are found
	Trip   *trips.Trip // the trip on the map, nil for none

	// Name is the name of what the user looked for, "" for a click. Street is set if it is
	// the name or the number of a road.
	Name   string
	Street bool
	Note   string // a sentence on what was found, for the record; "" for none

	// Mark is the place of the point of interest whose mark on the map is at At, if HasMark.
	Mark    geo.Point
	HasMark bool
}

// Hit holds the objects found at a place.
type Hit struct {
	At   geo.Point
	Name string // of what the user looked for, unless it is a road; "" for a click
	Note string // as in Where

	Road    Road
	HasRoad bool
	Fix     Fix
	HasFix  bool
	Units   units.Location
	HasUnit bool
	Site    Site
	HasSite bool
}

// thing reports whether h has an object that can be selected: a road, a recorded point or a
// point of interest. Units do not count, because there is one almost everywhere.
func (h Hit) thing() bool { return h.HasRoad || h.HasFix || h.HasSite }

// Road is a road of the map.
type Road struct {
	Name     string // "" if it has none
	Ref      string // road number such as "QL1A"; "" if it has none
	Kind     basemap.Kind
	Way      int64 // ID of the OpenStreetMap way; 0 if unknown
	Bridge   bool
	Tunnel   bool
	Line     []geo.Point
	Distance float64 // distance from the place (metres)
}

// Fix is a recorded point of the trip on the map.
type Fix struct {
	Trip        *trips.Trip
	Index       int
	Observation match.Observation
	Distance    float64 // distance from the place (metres)
}

// of returns h with Fix.Trip replaced by trip if it is an older version of trip.
func (h Hit) of(trip *trips.Trip) Hit {
	if h.HasFix && trip != nil && h.Fix.Trip.ID == trip.ID {
		h.Fix.Trip = trip
	}
	return h
}

// Matched returns the matched point, and false if the trip is not matched.
func (f Fix) Matched() (match.Point, bool) {
	if f.Trip.Stage != trips.Done || f.Index >= len(f.Trip.Result.Points) {
		return match.Point{}, false
	}
	return f.Trip.Result.Points[f.Index], true
}

// Tester finds objects of one kind.
type Tester interface {
	// HitTest adds the objects at w to h. It runs in the background and may read files.
	HitTest(w Where, h *Hit)
}

// Lookup is the part of the engine that testers use.
type Lookup interface {
	Visit(zoom int, box geo.FixedBounds, visit func(basemap.Feature) bool) error
	Atlas(fn func(*units.Atlas) error) error
}

// roadsOf finds roads by their lines on the map.
type roadsOf struct{ lookup Lookup }

// RoadsOf returns a tester that finds the nearest road. If an earlier tester found a
// matched point, it finds the road of the match and not one that crosses there.
func RoadsOf(l Lookup) Tester { return roadsOf{l} }

// roadReach is the minimum search radius for roads at any zoom (metres): half of the width
// of a broad street.
const roadReach = 6.0

// streetReach is how far a street that the user looked for may be from its place (metres):
// half of the width between the carriageways of an avenue.
const streetReach = 60.0

// closeZoom is a zoom at which the map stores every way separately.
const closeZoom = 17

// HitTest implements Tester. At low zooms the map stores joined ways, without the
// attributes that differ between them, so HitTest looks up the way at closeZoom. It
// ignores read errors, because the drawing of the map reports them.
func (r roadsOf) HitTest(w Where, h *Hit) {
	if h.HasSite {
		return
	}
	if h.HasFix {
		if p, matched := h.Fix.Matched(); matched && p.HasWay {
			road, found := r.nearest(p.Location, roadReach, closeZoom, func(f basemap.Feature) bool { return f.ID == p.WayID })
			if found {
				road.Distance = geo.Distance(w.At, p.Location)
				h.Road, h.HasRoad = road, true
				return
			}
		}
	}
	if w.Street {
		named := func(f basemap.Feature) bool { return f.Name == w.Name || f.Ref == w.Name }
		if road, found := r.nearest(w.At, streetReach, closeZoom, named); found {
			h.Road, h.HasRoad = road, true
			return
		}
	}
	road, found := r.nearest(w.At, max(w.Radius, roadReach), w.Zoom, func(basemap.Feature) bool { return true })
	if !found {
		return
	}
	if road.Way == 0 {
		// The joined line is simplified to less than a pixel of its zoom.
		const most = 500 // metres; a larger radius would read a whole town
		way, found := r.nearest(w.At, min(max(2*w.Radius, 30), most), closeZoom, func(f basemap.Feature) bool {
			return f.Kind == road.Kind && (road.Name == "" || f.Name == road.Name)
		})
		if found {
			road = way
		}
	}
	h.Road, h.HasRoad = road, true
}

// nearest returns the nearest road within radius for which wanted returns true.
func (r roadsOf) nearest(at geo.Point, radius float64, zoom int, wanted func(basemap.Feature) bool) (road Road, found bool) {
	plane := geo.NewPlane(at)
	best := radius * radius
	var line []geo.XY
	_ = r.lookup.Visit(zoom, geo.BoundsOf(at).Pad(radius).Fixed(), func(f basemap.Feature) bool {
		if !f.Kind.IsRoad() || !wanted(f) {
			return true
		}
		for i := range f.NumParts() {
			line = line[:0]
			for _, p := range f.Part(i) {
				line = append(line, plane.XY(p.Point()))
			}
			// Features come in drawing order. Of two equally near ones the upper wins.
			if d := squaredDistance(line); d <= best {
				best, found = d, true
				road = roadOf(f, i)
			}
		}
		return true
	})
	road.Distance = math.Sqrt(best)
	return road, found
}

// squaredDistance returns the squared distance of a line from the origin (m²).
func squaredDistance(line []geo.XY) float64 {
	best := math.Inf(1)
	for i := 1; i < len(line); i++ {
		_, d := geo.Project(geo.XY{}, line[i-1], line[i])
		best = min(best, d)
	}
	return best
}

func roadOf(f basemap.Feature, part int) Road {
	road := Road{
		Name: strings.Clone(f.Name), Ref: strings.Clone(f.Ref), Kind: f.Kind, Way: f.ID,
		Bridge: f.Flags.Has(basemap.Bridge), Tunnel: f.Flags.Has(basemap.Tunnel),
	}
	for _, p := range f.Part(part) {
		road.Line = append(road.Line, p.Point())
	}
	return road
}

// unitsOf finds wards and provinces.
type unitsOf struct{ lookup Lookup }

// UnitsOf returns a tester that finds the ward and the province.
func UnitsOf(l Lookup) Tester { return unitsOf{l} }

// HitTest implements Tester. It finds nothing without borders. If an earlier tester found
// a recorded point, it uses the position of that point.
func (u unitsOf) HitTest(w Where, h *Hit) {
	at := w.At
	if h.HasFix {
		at = h.Fix.Observation.Point
	}
	_ = u.lookup.Atlas(func(a *units.Atlas) error {
		h.Units, h.HasUnit = a.Locate(at)
		return nil
	})
}

// Fixes finds the nearest recorded point of the trip on the map.
type Fixes struct{}

// HitTest implements Tester.
func (Fixes) HitTest(w Where, h *Hit) {
	if w.Name != "" {
		return
	}
	trip := w.Trip
	box := geo.BoundsOf(w.At).Pad(w.Radius)
	if trip == nil || !trip.Bounds.Intersects(box) {
		return
	}
	best := w.Radius
	for i, o := range trip.Trace.Observations {
		if !o.Valid() || !box.Contains(o.Point) {
			continue
		}
		if d := geo.Distance(w.At, o.Point); d <= best {
			best = d
			h.Fix, h.HasFix = Fix{Trip: trip, Index: i, Observation: o, Distance: d}, true
		}
	}
}

// Title returns the name and the number of a road, or a text for unnamed roads.
func (r Road) Title(w text.Catalogue) string {
	switch {
	case r.Name != "" && r.Ref != "":
		return r.Name + " (" + r.Ref + ")"
	case r.Name != "" || r.Ref != "":
		return r.Name + r.Ref
	default:
		return w.T("here.no_name")
	}
}

// Line returns one line on the point, the point of interest and the road of a hit, "" if there is none. It
// omits the unit, because the map itself shows its name.
func (h Hit) Line(w text.Catalogue) string {
	var parts []string
	if h.HasFix {
		point := w.T("here.point", "n", w.Count(h.Fix.Index))
		if t := h.Fix.Observation.Time; !t.IsZero() {
			point += " " + t.In(text.Vietnam).Format("15:04:05")
		}
		parts = append(parts, point)
	}
	if h.HasSite {
		parts = append(parts, h.Site.Title(w))
		if h.Site.Name != "" {
			parts = append(parts, w.Category(h.Site.Kind))
		}
	}
	if h.HasRoad {
		parts = append(parts, h.Road.Title(w), w.Class(h.Road.Kind))
		if h.Road.Way != 0 {
			parts = append(parts, fmt.Sprintf("%s %d", w.T("here.way"), h.Road.Way))
		}
	}
	return strings.Join(parts, " · ")
}
