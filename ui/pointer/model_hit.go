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

// Where is what the user points at: a place, and how far round it.
type Where struct {
	At     geo.Point
	Radius float64     // metres
	Zoom   int         // of the view: what it shows is what can be pointed at
	Trip   *trips.Trip // the trip on the map, nil for none
}

// Hit is what lies where the user points.
type Hit struct {
	At geo.Point

	Road    Road
	HasRoad bool
	Fix     Fix
	HasFix  bool
	Units   units.Location
	HasUnit bool
}

// thing reports whether something lies here that can be selected: a road or a
// recorded point. A province lies everywhere.
func (h Hit) thing() bool { return h.HasRoad || h.HasFix }

// Road is a road of the map.
type Road struct {
	Name     string // "" without one
	Ref      string // its number, "QL1A"; "" without one
	Kind     basemap.Kind
	Way      int64 // OpenStreetMap way; 0 if the map does not tell
	Bridge   bool
	Tunnel   bool
	Line     []geo.Point
	Distance float64 // metres from the place
}

// Fix is a recorded point of the trip on the map.
type Fix struct {
	Trip        *trips.Trip
	Index       int
	Observation match.Observation
	Distance    float64 // metres from the place
}

// of returns h with the point, if it is one of trip, as one of trip as it is now.
func (h Hit) of(trip *trips.Trip) Hit {
	if h.HasFix && trip != nil && h.Fix.Trip.ID == trip.ID {
		h.Fix.Trip = trip
	}
	return h
}

// Matched returns what the matcher made of the point.
func (f Fix) Matched() (match.Point, bool) {
	if f.Trip.Stage != trips.Done || f.Index >= len(f.Trip.Result.Points) {
		return match.Point{}, false
	}
	return f.Trip.Result.Points[f.Index], true
}

// Tester knows one kind of what a map shows.
type Tester interface {
	// HitTest adds to h what lies at w. It runs in the background and may read files.
	HitTest(w Where, h *Hit)
}

// Lookup answers what lies where; it is what hit tests and coordinates need of the
// engine.
type Lookup interface {
	Visit(zoom int, box geo.FixedBounds, visit func(basemap.Feature) bool) error
	Atlas(fn func(*units.Atlas) error) error
}

// roadsOf finds roads by the lines that the map draws.
type roadsOf struct{ lookup Lookup }

// RoadsOf finds the nearest road; where a recorded point was found before, the one
// that it was snapped to, and not another that crosses there.
func RoadsOf(l Lookup) Tester { return roadsOf{l} }

// roadReach is how far from its middle a road is still found however near the
// view, in metres: half of the width of a broad street.
const roadReach = 6.0

// closeZoom is a zoom at which the map holds every way by itself.
const closeZoom = 17

// HitTest implements Tester. Wide views hold roads joined of many ways, without
// what only some of them have: which way it is, is looked up in the close one. A
// map that cannot be read has no roads here; what draws it says so.
func (r roadsOf) HitTest(w Where, h *Hit) {
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
	road, found := r.nearest(w.At, max(w.Radius, roadReach), w.Zoom, func(basemap.Feature) bool { return true })
	if !found {
		return
	}
	if road.Way == 0 {
		// The joined line is simplified to less than a pixel of its zoom.
		const most = 500 // metres: more would be a whole town to read
		way, found := r.nearest(w.At, min(max(2*w.Radius, 30), most), closeZoom, func(f basemap.Feature) bool {
			return f.Kind == road.Kind && (road.Name == "" || f.Name == road.Name)
		})
		if found {
			road = way
		}
	}
	h.Road, h.HasRoad = road, true
}

// nearest returns the nearest of the roads that are wanted.
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
			// Features come in drawing order: of two equally near the upper counts.
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

// squaredDistance returns how far the origin is from a line, in m².
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

// UnitsOf finds the ward and the province.
func UnitsOf(l Lookup) Tester { return unitsOf{l} }

// HitTest implements Tester. Without borders there is no unit here. Where a
// recorded point was found before, it is that of the point.
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

// Title is the name and the number of a road; one that has neither is called
// unnamed.
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

// Line says in one line which point and road lie at a place, nothing where
// neither does. The unit is named on the map itself.
func (h Hit) Line(w text.Catalogue) string {
	var parts []string
	if h.HasFix {
		point := w.T("here.point", "n", w.Count(h.Fix.Index))
		if t := h.Fix.Observation.Time; !t.IsZero() {
			point += " " + t.In(text.Vietnam).Format("15:04:05")
		}
		parts = append(parts, point)
	}
	if h.HasRoad {
		parts = append(parts, h.Road.Title(w), w.Class(h.Road.Kind))
		if h.Road.Way != 0 {
			parts = append(parts, fmt.Sprintf("%s %d", w.T("here.way"), h.Road.Way))
		}
	}
	return strings.Join(parts, " · ")
}
