// SPDX-License-Identifier: MIT

package compat

import (
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// valhallaOperations are those of Valhalla that concern traces. A GET has the request in
// the parameter json.
var valhallaOperations = []Operation{
	{ID: "valhallaTraceAttributesGet", Family: Valhalla, Method: http.MethodGet, Path: "/compat/valhalla/trace_attributes", answer: valhallaAttributes},
	{ID: "valhallaTraceAttributes", Family: Valhalla, Method: http.MethodPost, Path: "/compat/valhalla/trace_attributes", Body: TextBody, answer: valhallaAttributes},
	{ID: "valhallaTraceRouteGet", Family: Valhalla, Method: http.MethodGet, Path: "/compat/valhalla/trace_route", answer: valhallaRoute},
	{ID: "valhallaTraceRoute", Family: Valhalla, Method: http.MethodPost, Path: "/compat/valhalla/trace_route", Body: TextBody, answer: valhallaRoute},
}

// valhallaPoints is the greatest number of points of a trace, as in Valhalla.
const valhallaPoints = 16000

// valhallaCosting is a profile with the terms that Valhalla has for it.
type valhallaCosting struct {
	profile            match.Profile
	mode, kind, member string // travel_mode, the type of the vehicle, and the member that names it
}

var valhallaCostings = map[string]valhallaCosting{
	"auto":          {match.MotorVehicle, "drive", "car", "vehicle_type"},
	"taxi":          {match.MotorVehicle, "drive", "car", "vehicle_type"},
	"bus":           {match.Bus, "drive", "bus", "vehicle_type"},
	"truck":         {match.Truck, "drive", "truck", "vehicle_type"},
	"motorcycle":    {match.Motorcycle, "drive", "motorcycle", "vehicle_type"},
	"motor_scooter": {match.Motorcycle, "drive", "motor_scooter", "vehicle_type"},
	"bicycle":       {match.Bicycle, "bicycle", "hybrid", "bicycle_type"},
	"pedestrian":    {match.Foot, "pedestrian", "foot", "pedestrian_type"},
}

// valhallaFailure is an error in Valhalla's form.
type valhallaFailure struct {
	ErrorCode  int    `json:"error_code"`
	Error      string `json:"error"`
	StatusCode int    `json:"status_code"`
	Status     string `json:"status"`
}

// The numbers of Valhalla's errors.
const (
	badJSON         = 100
	badMethod       = 101
	badAction       = 106
	notImplemented  = 107
	noShape         = 114
	shortShape      = 123
	noCosting       = 124
	unknownCosting  = 125
	badShape        = 134
	badDurations    = 136
	longShape       = 153
	noEdges         = 171
	noPath          = 444
	badShapeMatch   = 445
	unknownProblem  = 199
	exhausted       = 102 // "The service is shutting down": the nearest to a server that cannot answer now
	valhallaMessage = "Map Match algorithm failed to find path: "
)

// valhallaError returns a fault in Valhalla's form.
func valhallaError(f Fault) (int, any) {
	number := f.Number
	switch {
	case number != 0:
	case f.Kind == NoRoad:
		number = noEdges
	case f.Kind == NoMatch:
		number, f.Message = noPath, valhallaMessage+f.Message
	case f.Kind == TooBig:
		number = longShape
	case f.Kind == Value || f.Kind == Syntax:
		number = badShape
	case f.Status == http.StatusNotFound:
		number = badAction
	case f.Status == http.StatusMethodNotAllowed:
		number = badMethod
	case f.Status == http.StatusServiceUnavailable:
		number = exhausted
	default:
		number = unknownProblem
	}
	return f.Status, valhallaFailure{number, f.Message, f.Status, http.StatusText(f.Status)}
}

// numbered returns a fault with a number of Valhalla.
func numbered(number int, message string) *Fault {
	return &Fault{Status: http.StatusBadRequest, Number: number, Message: message}
}

// valhallaRequest is the body of a request, as far as it is used.
type valhallaRequest struct {
	ID                string          `json:"id"`
	Shape             []valhallaPoint `json:"shape"`
	Encoded           string          `json:"encoded_polyline"`
	ShapeFormat       string          `json:"shape_format"`
	Costing           string          `json:"costing"`
	ShapeMatch        string          `json:"shape_match"`
	Units             string          `json:"units"`
	DirectionsType    string          `json:"directions_type"`
	DirectionsOptions struct {
		Units          string `json:"units"`
		DirectionsType string `json:"directions_type"`
	} `json:"directions_options"`
	Format  string `json:"format"`
	Filters struct {
		Attributes []string `json:"attributes"`
		Action     string   `json:"action"`
	} `json:"filters"`
	Options struct {
		Accuracy *float64 `json:"gps_accuracy"`
	} `json:"trace_options"`
	Accuracy  *float64  `json:"gps_accuracy"` // where Valhalla's first versions had it
	BeginTime float64   `json:"begin_time"`
	Durations []float64 `json:"durations"`
}

type valhallaPoint struct {
	Lat      *float64 `json:"lat"`
	Lon      *float64 `json:"lon"`
	Time     *float64 `json:"time"`
	Accuracy *float64 `json:"accuracy"`
	Heading  *float64 `json:"heading"`
	Type     string   `json:"type"`
}

// valhallaTrace is a request that was read.
type valhallaTrace struct {
	valhallaRequest
	costing      valhallaCosting
	observations []match.Observation
	breaks       []bool // whether a leg of the route ends at a point
	miles        bool
}

// readValhalla reads a request.
func readValhalla(c *Call) (t valhallaTrace, err error) {
	text := c.Body
	if query, given := c.Query.get("json"); given {
		text = []byte(query)
	}
	if err := json.Unmarshal(text, &t.valhallaRequest); err != nil {
		var wrong *json.UnmarshalTypeError
		if errors.As(err, &wrong) && (wrong.Field == "shape" || len(wrong.Field) > 5 && wrong.Field[:6] == "shape.") {
			return t, numbered(badShape, "Failed to parse shape")
		}
		return t, numbered(badJSON, "Failed to parse json request")
	}
	if t.Costing == "" {
		return t, numbered(noCosting, "No edge/node costing provided")
	}
	var known bool
	if t.costing, known = valhallaCostings[t.Costing]; !known {
		return t, numbered(unknownCosting, "No costing method found: '"+t.Costing+"'")
	}
	switch t.ShapeMatch {
	case "", "map_snap", "walk_or_snap", "edge_walk":
	default:
		return t, numbered(badShapeMatch, "Shape match algorithm specification in api request is incorrect. Please see documentation for valid shape_match input.")
	}
	if t.Format != "" && t.Format != "json" {
		return t, &Fault{Status: http.StatusNotImplemented, Number: notImplemented, Message: "Not Implemented: only the format json"}
	}
	units := t.Units
	if units == "" {
		units = t.DirectionsOptions.Units
	}
	t.miles = units == "miles" || units == "mi"
	return t, t.readPoints()
}

// readPoints reads the trace.
func (t *valhallaTrace) readPoints() error {
	if len(t.Shape) == 0 && t.Encoded != "" {
		scale := 1e6
		if t.ShapeFormat == "polyline5" {
			scale = 1e5
		}
		points, err := decodeLine(t.Encoded, scale)
		if err != nil {
			return numbered(badShape, "Failed to parse shape")
		}
		t.observations = match.Path(points)
	}
	for _, p := range t.Shape {
		if p.Lat == nil || p.Lon == nil {
			return numbered(badShape, "Failed to parse shape")
		}
		o := match.Observation{Point: geo.Point{Lat: *p.Lat, Lon: *p.Lon}}
		if p.Time != nil {
			o.Time = timeOf(*p.Time)
		}
		if p.Accuracy != nil && *p.Accuracy > 0 {
			o.Accuracy = *p.Accuracy
		}
		if p.Heading != nil && *p.Heading >= 0 && *p.Heading <= 360 {
			o.Heading, o.HasHeading = *p.Heading, true
		}
		t.observations = append(t.observations, o)
		t.breaks = append(t.breaks, p.Type == "break" || p.Type == "break_through")
	}
	n := len(t.observations)
	switch {
	case n == 0:
		return numbered(noShape, "Insufficiently specified required parameter 'shape' or 'encoded_polyline'")
	case n == 1:
		return numbered(shortShape, "Insufficient shape provided")
	case n > valhallaPoints:
		return numbered(longShape, "Too many shape points")
	case t.Durations != nil && len(t.Durations) != n-1:
		return numbered(badDurations, "durations size not compatible with trace size")
	}
	at := t.BeginTime
	for i := range t.observations {
		o := &t.observations[i]
		if !o.Valid() {
			return numbered(badShape, "Failed to parse shape")
		}
		if t.Durations != nil {
			if i > 0 {
				at += t.Durations[i-1]
			}
			o.Time = timeOf(at)
		}
		if o.Accuracy == 0 {
			for _, accuracy := range []*float64{t.Options.Accuracy, t.Accuracy} {
				if accuracy != nil && *accuracy > 0 {
					o.Accuracy = *accuracy
				}
			}
		}
	}
	// Only typed points of a shape divide a route, and its ends always do.
	if t.breaks == nil {
		t.breaks = make([]bool, n)
	}
	t.breaks[0], t.breaks[n-1] = true, true
	return nil
}

// timeOf returns the time of a number of seconds from any origin; the zero time for one
// that is out of range.
func timeOf(seconds float64) time.Time {
	if !(math.Abs(seconds) <= latestTimestamp) {
		return time.Time{}
	}
	whole, fraction := math.Modf(seconds)
	return time.Unix(int64(whole), int64(fraction*1e9)).UTC()
}

// length converts metres to the unit of lengths of the answer.
func (t *valhallaTrace) length(metres float64) float64 {
	if t.miles {
		return round(metres/1000/kilometresPerMile, 1e3)
	}
	return round(metres/1000, 1e3)
}

// speed converts a speed (km/h) to the unit of speeds of the answer.
func (t *valhallaTrace) speed(kmh float64) float64 {
	if t.miles {
		kmh /= kilometresPerMile
	}
	return math.Round(kmh)
}

// unitName returns the name of the unit of lengths.
func (t *valhallaTrace) unitName() string {
	if t.miles {
		return "miles"
	}
	return "kilometers" //nolint:misspell // Valhalla's own spelling
}
