// SPDX-License-Identifier: MIT

package compat

import (
	"context"
	"net/http"

	"roadsnap/engine/geo"
	"roadsnap/engine/road"
)

// valhallaRouteAnswer is the answer of trace_route.
type valhallaRouteAnswer struct {
	Trip      valhallaTrip `json:"trip"`
	ID        string       `json:"id,omitempty"`
	Unmatched []unmatched  `json:"unmatched,omitempty"` // not in Valhalla
}

type valhallaTrip struct {
	Locations     []valhallaLocation `json:"locations"`
	Legs          []valhallaLeg      `json:"legs"`
	Summary       valhallaSummary    `json:"summary"`
	StatusMessage string             `json:"status_message"`
	Status        int                `json:"status"`
	Units         string             `json:"units"`
	Language      string             `json:"language"`
}

type valhallaLocation struct {
	Type          string  `json:"type"`
	Lat           float64 `json:"lat"`
	Lon           float64 `json:"lon"`
	OriginalIndex int     `json:"original_index"`
}

type valhallaLeg struct {
	Summary valhallaSummary `json:"summary"`
	Shape   string          `json:"shape"`
}

type valhallaSummary struct {
	HasTimeRestrictions bool    `json:"has_time_restrictions"`
	HasToll             bool    `json:"has_toll"` // always false: the map does not keep tolls
	HasHighway          bool    `json:"has_highway"`
	HasFerry            bool    `json:"has_ferry"`
	MinLat              float64 `json:"min_lat"`
	MinLon              float64 `json:"min_lon"`
	MaxLat              float64 `json:"max_lat"`
	MaxLon              float64 `json:"max_lon"`
	Time                float64 `json:"time"`
	Length              float64 `json:"length"`
	Cost                float64 `json:"cost"`
}

// valhallaRoute answers trace_route, without directions. Where the trip breaks into parts,
// each is a leg of its own.
func valhallaRoute(ctx context.Context, e Engine, c *Call) (any, error) {
	t, traced, err := matchForValhalla(ctx, e, c)
	if err != nil {
		return nil, err
	}
	if t.DirectionsType != "none" && t.DirectionsOptions.DirectionsType != "none" {
		return nil, &Fault{Status: http.StatusNotImplemented, Number: notImplemented, Message: "Not Implemented: only directions_type none, because Roadsnap gives no directions"}
	}
	answer := valhallaRouteAnswer{ID: t.ID, Unmatched: unmatchedOf(traced)}
	answer.Trip = valhallaTrip{
		StatusMessage: "Found route between points", Units: t.unitName(), Language: "en-US",
		Locations: []valhallaLocation{}, Legs: []valhallaLeg{},
	}
	var whole summary
	for l := range traced.Legs {
		from := traced.Legs[l].FirstIndex
		answer.Trip.Locations = append(answer.Trip.Locations, t.location(from))
		for i := from + 1; i <= traced.Legs[l].LastIndex; i++ {
			if err := breathe(ctx, i); err != nil {
				return nil, err
			}
			if i < traced.Legs[l].LastIndex && !(t.breaks[i] && traced.Places[i].OnLeg) {
				continue
			}
			s := between(traced, t.costing.profile, from, i)
			var part summary
			part.add(&s)
			whole.add(&s)
			answer.Trip.Legs = append(answer.Trip.Legs, valhallaLeg{Summary: part.of(t), Shape: encodePolyline(s.points, 1e6)})
			answer.Trip.Locations = append(answer.Trip.Locations, t.location(i))
			from = i
		}
	}
	answer.Trip.Summary = whole.of(t)
	return answer, nil
}

// location describes a point of the trace at which a leg begins or ends.
func (t *valhallaTrace) location(i int) valhallaLocation {
	p := t.observations[i].Point
	return valhallaLocation{Type: "break", Lat: round(p.Lat, 1e6), Lon: round(p.Lon, 1e6), OriginalIndex: i}
}

// summary sums up parts of a route.
type summary struct {
	box             geo.Bounds
	begun           bool
	metres, seconds float64
	highway, ferry  bool
}

func (s *summary) add(part *stretch) {
	if !s.begun {
		s.box, s.begun = geo.NoBounds, true
	}
	s.box = s.box.Union(geo.BoundsOf(part.points...))
	metres, seconds := part.length()
	s.metres, s.seconds = s.metres+metres, s.seconds+seconds
	for i := range part.segments {
		class := part.segments[i].on.Way.Class
		s.highway = s.highway || class == road.Motorway
		s.ferry = s.ferry || class == road.Ferry
	}
}

// of returns the sums in the units of the answer.
func (s *summary) of(t *valhallaTrace) valhallaSummary {
	if !s.begun {
		return valhallaSummary{}
	}
	return valhallaSummary{
		HasHighway: s.highway, HasFerry: s.ferry,
		MinLat: round(s.box.South, 1e6), MinLon: round(s.box.West, 1e6), MaxLat: round(s.box.North, 1e6), MaxLon: round(s.box.East, 1e6),
		Time: round(s.seconds, 1e3), Length: t.length(s.metres), Cost: round(s.seconds, 1e3),
	}
}
