// SPDX-License-Identifier: MIT

package compat

import (
	"context"
	"net/http"
	"strings"

	"roadsnap/engine/match"
)

// mapboxOperations are those of Mapbox's Map Matching, version 5. A POST has the
// coordinates in its form.
var mapboxOperations = []Operation{
	{ID: "mapboxMatchGet", Family: Mapbox, Method: http.MethodGet, Path: "/compat/mapbox/matching/v5/mapbox/{profile}/{coordinates}", answer: mapboxMatch},
	{ID: "mapboxMatch", Family: Mapbox, Method: http.MethodPost, Path: "/compat/mapbox/matching/v5/mapbox/{profile}", Body: FormBody, answer: mapboxMatch},
}

// mapboxProfiles are the profiles by their names in Mapbox, and those that only Roadsnap
// has.
var mapboxProfiles = map[string]match.Profile{
	"driving": match.MotorVehicle, "driving-traffic": match.MotorVehicle, "walking": match.Foot, "cycling": match.Bicycle,
	"car": match.Car, "motorcycle": match.Motorcycle, "truck": match.Truck, "bus": match.Bus,
}

// mapboxFailure is an error in Mapbox's form.
type mapboxFailure struct {
	Message string `json:"message"`
	Code    string `json:"code,omitempty"`
}

// mapboxNoMatch is the answer to a trace without a match, which has the status 200.
type mapboxNoMatch struct {
	mapboxFailure
	Matchings   []struct{} `json:"matchings"`
	Tracepoints []struct{} `json:"tracepoints"`
}

// mapboxError returns a fault in Mapbox's form.
func mapboxError(f Fault) (int, any) {
	switch f.Kind {
	case NoRoad, NoMatch:
		return http.StatusOK, mapboxNoMatch{mapboxFailure{f.Message, "NoMatch"}, []struct{}{}, []struct{}{}}
	case TooBig:
		return http.StatusUnprocessableEntity, mapboxFailure{f.Message, "TooManyCoordinates"}
	case UnknownProfile:
		return http.StatusNotFound, mapboxFailure{"Profile not found", "ProfileNotFound"}
	case Syntax, Options, Value, NotOffered:
		return http.StatusUnprocessableEntity, mapboxFailure{f.Message, "InvalidInput"}
	}
	switch f.Status {
	case http.StatusUnauthorized:
		return f.Status, mapboxFailure{Message: "Not Authorized - " + f.Message}
	case http.StatusNotFound:
		return f.Status, mapboxFailure{Message: "Not Found"}
	}
	return f.Status, mapboxFailure{Message: f.Message}
}

// mapboxMatch answers Map Matching by GET or by POST.
func mapboxMatch(ctx context.Context, e Engine, c *Call) (any, error) {
	o, err := mapboxMatchOptions(c)
	if err != nil {
		return nil, err
	}
	c.Points = len(o.points)
	return o.answer(ctx, e)
}

func mapboxMatchOptions(c *Call) (o matchOptions, err error) {
	o.loose, o.tracepoints = true, true
	var known bool
	if o.profile, known = mapboxProfiles[strings.TrimSuffix(c.Path[0], ".json")]; !known {
		return o, invalid(UnknownProfile, "Profile not found")
	}
	text, given := c.Query.get("coordinates")
	if len(c.Path) > 1 {
		text, given = strings.TrimSuffix(c.Path[1], ".json"), true
	}
	if !given {
		return o, invalid(Syntax, "coordinates is required")
	}
	if o.points, err = coordinates(text, mostPoints); err != nil {
		return o, err
	}
	if err = o.read(c.Query, mapboxAnnotations); err != nil {
		return o, err
	}
	n := len(o.points)
	if o.waypoints != nil {
		n = 0
		for _, waypoint := range o.waypoints {
			if waypoint {
				n++
			}
		}
	}
	return o, c.Query.checkElements("approaches", n, func(s string) bool { return s == "curb" || s == "unrestricted" })
}

// mapboxAnnotations are the names of annotations.
var mapboxAnnotations = []string{"duration", "distance", "speed", "congestion", "maxspeed"}

// mapboxLimit is the speed limit of a segment.
type mapboxLimit struct {
	Speed   int    `json:"speed,omitempty"`
	Unit    string `json:"unit,omitempty"`
	Unknown bool   `json:"unknown,omitempty"`
}

// mapboxLimits returns the limits of the segments of s.
func mapboxLimits(s *stretch) *[]mapboxLimit {
	list := make([]mapboxLimit, len(s.segments))
	for i := range s.segments {
		if w := s.segments[i].on.Way; w.HasMaxSpeed {
			list[i] = mapboxLimit{Speed: int(w.MaxSpeedKMH), Unit: "km/h"}
		} else {
			list[i].Unknown = true
		}
	}
	return &list
}
