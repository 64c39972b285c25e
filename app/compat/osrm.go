// SPDX-License-Identifier: MIT

package compat

import (
	"encoding/base64"
	"encoding/binary"
	"net/http"
	"regexp"
	"strings"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// osrmOperations are those of OSRM's HTTP interface, version 1, that concern traces.
var osrmOperations = []Operation{
	{ID: "osrmMatch", Family: OSRM, Method: http.MethodGet, Path: "/compat/osrm/match/v1/{profile}/{coordinates}", answer: osrmMatch},
	{ID: "osrmNearest", Family: OSRM, Method: http.MethodGet, Path: "/compat/osrm/nearest/v1/{profile}/{coordinates}", answer: osrmNearest},
}

// mostPoints is the greatest number of points of a trace. OSRM and Mapbox take 100 by
// default.
const mostPoints = 1000

// osrmProfiles are the profiles by the names that servers of OSRM usually give them.
// driving is the default of most clients, whatever the vehicle is.
var osrmProfiles = map[string]match.Profile{
	"driving": match.MotorVehicle, "driving-traffic": match.MotorVehicle, "car": match.Car,
	"motorcycle": match.Motorcycle, "motorbike": match.Motorcycle, "truck": match.Truck, "bus": match.Bus,
	"bike": match.Bicycle, "bicycle": match.Bicycle, "cycling": match.Bicycle,
	"foot": match.Foot, "walking": match.Foot,
}

// osrmFailure is an error in OSRM's form.
type osrmFailure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// osrmCodes are the codes of kinds of faults.
var osrmCodes = map[Kind]string{
	Syntax: "InvalidQuery", Options: "InvalidOptions", Value: "InvalidValue", TooBig: "TooBig", NoRoad: "NoSegment", NoMatch: "NoMatch",
	BadURL: "InvalidUrl", UnknownService: "InvalidService", UnknownVersion: "InvalidVersion", UnknownProfile: "InvalidValue", NotOffered: "InvalidOptions",
}

// osrmError returns a fault in OSRM's form. OSRM has only the status 400. Statuses that a
// client must tell apart (no key, too many requests, no map) stay as they are, with the
// status as the code.
func osrmError(f Fault) (int, any) {
	if code, known := osrmCodes[f.Kind]; known {
		return http.StatusBadRequest, osrmFailure{code, f.Message}
	}
	switch f.Status {
	case http.StatusNotFound:
		return http.StatusBadRequest, osrmFailure{"InvalidUrl", f.Message}
	case http.StatusUnprocessableEntity:
		return http.StatusBadRequest, osrmFailure{"NoMatch", f.Message}
	}
	return f.Status, osrmFailure{strings.ReplaceAll(http.StatusText(f.Status), " ", ""), f.Message}
}

// osrmUnknown returns the fault of a path that is no operation.
func osrmUnknown(path string) *Fault {
	parts := strings.Split(strings.TrimPrefix(path, "/compat/osrm/"), "/")
	switch {
	case len(parts) != 4:
		return invalid(BadURL, "URL string malformed: want service/version/profile/coordinates")
	case parts[0] != "match" && parts[0] != "nearest":
		return invalid(UnknownService, "Service %s not found!", parts[0])
	}
	return invalid(UnknownVersion, "Version %s of service %s not found!", parts[1], parts[0])
}

// osrmPlace reads the profile and the coordinates of a path. The coordinates may end with
// the format, of which only JSON is offered.
func osrmPlace(c *Call) (p match.Profile, points []geo.Point, err error) {
	p, known := osrmProfiles[c.Path[0]]
	if !known {
		return p, nil, invalid(UnknownProfile, "unknown profile %q", c.Path[0])
	}
	text := strings.TrimSuffix(c.Path[1], ".json")
	if strings.HasSuffix(text, ".flatbuffers") {
		return p, nil, invalid(NotOffered, "the format flatbuffers is not supported")
	}
	points, err = coordinates(text, mostPoints)
	return p, points, err
}

// osrmGeneral are the options of all operations.
var osrmGeneral = []string{"bearings", "radiuses", "generate_hints", "hints", "approaches", "exclude", "snapping", "skip_waypoints"}

var osrmHintText = regexp.MustCompile(`^[A-Za-z0-9_=+/-]+$`)

// checkOSRM checks the options that all operations have and that change nothing: hints,
// approaches and snapping. It refuses unknown options, as OSRM does.
func checkOSRM(c *Call, n int, more ...string) error {
	if err := c.Query.checkNames(append(more, osrmGeneral...)...); err != nil {
		return err
	}
	if err := c.Query.checkElements("hints", n, osrmHintText.MatchString); err != nil {
		return err
	}
	if err := c.Query.checkElements("approaches", n, func(s string) bool { return s == "curb" || s == "unrestricted" || s == "opposite" }); err != nil {
		return err
	}
	if _, err := c.Query.choice("snapping", "default", "any"); err != nil {
		return err
	}
	if classes, given := c.Query.get("exclude"); given && classes != "" {
		return invalid(Value, "Exclude flag combination is not supported.")
	}
	return nil
}

// hint returns the text that OSRM's clients may send with a later request to find the
// same place again. Roadsnap does not need it and ignores it then.
func hint(way int64, at geo.Point) string {
	b := binary.LittleEndian.AppendUint64(nil, uint64(way))
	f := at.Fixed()
	b = binary.LittleEndian.AppendUint32(b, uint32(f.Lat))
	b = binary.LittleEndian.AppendUint32(b, uint32(f.Lon))
	return base64.URLEncoding.EncodeToString(b)
}
