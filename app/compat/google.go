// SPDX-License-Identifier: MIT

package compat

import (
	"context"
	"errors"
	"math"
	"net/http"
	"strings"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
	"roadsnap/engine/yield"
)

// googleOperations are those of Google's Roads API, version 1.
var googleOperations = []Operation{
	{ID: "googleSnapToRoads", Family: Google, Method: http.MethodGet, Path: "/compat/google/v1/snapToRoads", answer: googleSnap},
	{ID: "googleNearestRoads", Family: Google, Method: http.MethodGet, Path: "/compat/google/v1/nearestRoads", answer: googleNearest},
	{ID: "googleSpeedLimits", Family: Google, Method: http.MethodGet, Path: "/compat/google/v1/speedLimits", answer: googleLimits},
}

// googleFailure is an error in Google's form.
type googleFailure struct {
	Error struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
		Status  string `json:"status"`
	} `json:"error"`
}

// googleStatuses are the names of statuses.
var googleStatuses = map[int]string{
	http.StatusUnauthorized: "UNAUTHENTICATED", http.StatusForbidden: "PERMISSION_DENIED", http.StatusNotFound: "NOT_FOUND",
	http.StatusTooManyRequests: "RESOURCE_EXHAUSTED", http.StatusInternalServerError: "INTERNAL", http.StatusServiceUnavailable: "UNAVAILABLE",
	http.StatusMethodNotAllowed: "UNIMPLEMENTED",
}

// googleError returns a fault in Google's form.
func googleError(f Fault) (int, any) {
	status, known := googleStatuses[f.Status]
	if !known {
		status = "INVALID_ARGUMENT"
	}
	var e googleFailure
	e.Error.Code, e.Error.Message, e.Error.Status = f.Status, f.Message, status
	return f.Status, e
}

// googleSnapped is the answer of snapToRoads and nearestRoads. Without a road it is empty.
type googleSnapped struct {
	SnappedPoints []googlePoint `json:"snappedPoints,omitempty"`
	Unmatched     []unmatched   `json:"unmatched,omitempty"` // points that are left out; not in Google's API
}

type googlePoint struct {
	Location      googleLocation `json:"location"`
	OriginalIndex *int           `json:"originalIndex,omitempty"` // nil for a point in between
	PlaceID       string         `json:"placeId"`
}

type googleLocation struct {
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

func googleLocationOf(p geo.Point) googleLocation {
	return googleLocation{round(p.Lat, 1e7), round(p.Lon, 1e7)}
}

// googlePath reads "lat,lng|lat,lng…".
func googlePath(c *Call, name string) (points []geo.Point, err error) {
	text, given := c.Query.get(name)
	if !given || text == "" {
		return nil, invalid(Syntax, "%q is required: latitude,longitude pairs separated by |", name)
	}
	for i, pair := range strings.Split(text, "|") {
		lat, lon, found := strings.Cut(pair, ",")
		p, ok := position(strings.Trim(lat, " "), strings.Trim(lon, " "))
		if !found || !ok {
			return nil, invalid(Syntax, "%s: element %d is not latitude,longitude", name, i)
		}
		points = append(points, p)
	}
	return points, checkPoints(points, mostPoints)
}

// googleSnap answers snapToRoads.
func googleSnap(ctx context.Context, e Engine, c *Call) (any, error) {
	points, err := googlePath(c, "path")
	if err != nil {
		return nil, err
	}
	interpolate, err := c.Query.boolean("interpolate", false)
	if err != nil {
		return nil, err
	}
	c.Points = len(points)
	return snapForGoogle(ctx, e, points, interpolate)
}

// snapForGoogle matches a path. Points that no road explains are left out.
func snapForGoogle(ctx context.Context, e Engine, points []geo.Point, interpolate bool) (answer googleSnapped, err error) {
	q := trace{profile: match.MotorVehicle, points: points}
	traced, list, err := q.run(ctx, e)
	var fault *Fault
	if errors.As(err, &fault) && (fault.Kind == NoRoad || fault.Kind == NoMatch) {
		return answer, nil
	}
	if err != nil {
		return answer, err
	}
	for _, m := range list {
		for k, i := range m.points {
			if k > 0 && interpolate {
				s := between(&traced, q.profile, m.points[k-1], i)
				for v := 1; v < len(s.segments); v++ {
					answer.SnappedPoints = append(answer.SnappedPoints, googlePoint{Location: googleLocationOf(s.points[v]), PlaceID: placeOf(s.segments[v].on)})
				}
			}
			index := i
			answer.SnappedPoints = append(answer.SnappedPoints, googlePoint{
				Location: googleLocationOf(traced.Points[i].Location), OriginalIndex: &index, PlaceID: placeOf(roadAt(&traced, i)),
			})
		}
	}
	answer.Unmatched = unmatchedOf(&traced)
	return answer, nil
}

// placeOf returns the place of the piece of road of a traversal.
func placeOf(t *engine.Traversal) string {
	return placeID{Way: t.Way.ID, Start: t.Start.Fixed(), Backward: t.Edge.Backward()}.String()
}

// googleReach is how far the nearest road may be (metres), as for snap-to-roads.
const googleReach = 200

// googleNearest answers nearestRoads: the nearest road of each point, once for each
// direction in which it may be driven.
func googleNearest(ctx context.Context, e Engine, c *Call) (any, error) {
	points, err := googlePath(c, "points")
	if err != nil {
		return nil, err
	}
	answer := googleSnapped{}
	var roads []engine.NearRoad
	for i, p := range points {
		if err := yield.Now(ctx); err != nil {
			return nil, err
		}
		if roads, err = e.NearRoads(roads[:0], p, googleReach, match.MotorVehicle); err != nil {
			return nil, err
		}
		if len(roads) == 0 {
			answer.Unmatched = append(answer.Unmatched, unmatched{i, match.ReasonNoRoad})
			continue
		}
		index, r := i, &roads[0]
		for _, backward := range []bool{false, true} {
			if backward && r.Backward || !backward && r.Forward {
				answer.SnappedPoints = append(answer.SnappedPoints, googlePoint{
					Location: googleLocationOf(r.At), OriginalIndex: &index,
					PlaceID: placeID{Way: r.Way.ID, Start: r.Start.Fixed(), Backward: backward}.String(),
				})
			}
		}
	}
	return answer, nil
}

// googleSpeeds is the answer of speedLimits.
type googleSpeeds struct {
	SpeedLimits []googleLimit `json:"speedLimits"`
	googleSnapped
}

type googleLimit struct {
	PlaceID    string `json:"placeId"`
	SpeedLimit int    `json:"speedLimit"`
	Units      string `json:"units"`
}

// mostPlaces is the greatest number of places of a request for limits, as in Google's API.
const mostPlaces = 100

// googleLimits answers speedLimits, for the roads of a path or for places that the other
// operations named. Roads without a known limit are left out.
func googleLimits(ctx context.Context, e Engine, c *Call) (any, error) {
	units, err := c.Query.choice("units", "KPH", "MPH")
	if err != nil {
		return nil, err
	}
	places := c.Query.all("placeId")
	_, byPath := c.Query.get("path")
	answer := googleSpeeds{SpeedLimits: []googleLimit{}}
	switch {
	case byPath == (len(places) > 0):
		return nil, invalid(Options, "either path or placeId is required")
	case len(places) > mostPlaces:
		return nil, invalid(TooBig, "too many places: %d, at most %d", len(places), mostPlaces)
	case byPath:
		points, err := googlePath(c, "path")
		if err != nil {
			return nil, err
		}
		c.Points = len(points)
		if answer.googleSnapped, err = snapForGoogle(ctx, e, points, false); err != nil {
			return nil, err
		}
		for _, p := range answer.SnappedPoints {
			places = append(places, p.PlaceID)
		}
	}
	seen := map[string]bool{}
	for _, text := range places {
		if seen[text] {
			continue
		}
		seen[text] = true
		if err := yield.Now(ctx); err != nil {
			return nil, err
		}
		way, err := findPlace(e, text)
		if err != nil {
			return nil, err
		}
		if way.HasMaxSpeed {
			answer.SpeedLimits = append(answer.SpeedLimits, googleLimit{PlaceID: text, SpeedLimit: limitIn(units, way), Units: units})
		}
	}
	return answer, nil
}

// limitIn returns the limit of a way in KPH or MPH.
func limitIn(units string, w *road.Way) int {
	limit := float64(w.MaxSpeedKMH)
	if units == "MPH" {
		limit /= kilometresPerMile
	}
	return int(math.Round(limit))
}

const kilometresPerMile = 1.609344
