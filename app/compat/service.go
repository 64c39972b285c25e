// SPDX-License-Identifier: MIT

package compat

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/units"
)

// Engine is the part of the engine that the operations need. All methods must be safe
// for concurrent use. See engine.Engine for their meaning and errors.
type Engine interface {
	Trace(ctx context.Context, trip []match.Observation, profile match.Profile) (engine.Traced, error)
	NearRoads(dst []engine.NearRoad, p geo.Point, radius float64, profile match.Profile) ([]engine.NearRoad, error)
	CountWays(ctx context.Context, points []geo.Point, radiuses []float64, profile match.Profile) ([]int, error)
	Atlas(fn func(*units.Atlas) error) error
}

// Family is a server whose form is spoken.
type Family string

// The families.
const (
	Google    Family = "google"
	Mapbox    Family = "mapbox"
	Nominatim Family = "nominatim"
	OSRM      Family = "osrm"
	Overpass  Family = "overpass"
	Valhalla  Family = "valhalla"
)

// families holds the error form of each family.
var families = map[Family]func(Fault) (status int, body any){
	Google:    googleError,
	Mapbox:    mapboxError,
	Nominatim: nominatimError,
	OSRM:      osrmError,
	Overpass:  overpassError,
	Valhalla:  valhallaError,
}

// Families returns all families in alphabetical order.
func Families() []Family {
	list := make([]Family, 0, len(families))
	for f := range families {
		list = append(list, f)
	}
	slices.Sort(list)
	return list
}

// FamilyOf returns the family of a path such as /compat/osrm/match/v1/car/1,2;3,4.
func FamilyOf(path string) (f Family, known bool) {
	rest, found := strings.CutPrefix(path, "/compat/")
	name, _, _ := strings.Cut(rest, "/")
	_, known = families[Family(name)]
	return Family(name), found && known
}

// Unknown returns the fault of a path of the family that is no operation.
func (f Family) Unknown(path string) *Fault {
	if f == OSRM {
		return osrmUnknown(path)
	}
	return &Fault{Status: http.StatusNotFound, Kind: BadURL, Message: "unknown path"}
}

// Body is the kind of body that an operation reads.
type Body uint8

// The kinds of bodies.
const (
	NoBody   Body = iota
	FormBody      // application/x-www-form-urlencoded, parsed into Call.Query
	TextBody      // any media type, in Call.Body
)

// Operation is an operation of a family.
type Operation struct {
	ID     string // operationId in the API description
	Family Family
	Method string
	Path   string // "/compat/osrm/nearest/v1/{profile}/{coordinates}"; a name in braces is one segment
	Body   Body
	answer func(ctx context.Context, e Engine, c *Call) (any, error)
}

// Operations returns all operations.
func Operations() []Operation {
	return slices.Concat(osrmOperations, mapboxOperations, googleOperations, overpassOperations, nominatimOperations, valhallaOperations)
}

// Call is a request to an operation.
type Call struct {
	Path  []string   // the segments in braces, decoded, in order
	Query Parameters // without those that hold a key
	Body  []byte
	// Points is set by Answer: the number of points that were matched.
	Points int
}

// Service answers the operations of some families. It is safe for concurrent use.
type Service struct {
	engine  Engine
	enabled []Family
}

// New returns a service for the given families. The error names one that is unknown.
func New(e Engine, enabled ...Family) (*Service, error) {
	for _, f := range enabled {
		if _, known := families[f]; !known {
			return nil, fmt.Errorf("unknown compatible server %q: want all, or some of %s", f, strings.Trim(fmt.Sprint(Families()), "[]"))
		}
	}
	return &Service{engine: e, enabled: enabled}, nil
}

// Enabled reports whether the service answers a family. It is false for a nil service.
func (s *Service) Enabled(f Family) bool { return s != nil && slices.Contains(s.enabled, f) }

// Answer appends the answer to c, a JSON object, to dst. An error that is a *Fault is one
// of the request; others are those of the engine.
func (s *Service) Answer(ctx context.Context, dst []byte, op *Operation, c *Call) ([]byte, error) {
	for _, p := range c.Query {
		if p.Malformed {
			return dst, malformed("%s is not percent-encoded correctly", p.Name)
		}
	}
	answer, err := op.answer(ctx, s.engine, c)
	if err != nil {
		return dst, err
	}
	if long, ok := answer.(longAnswer); ok {
		return long.append(ctx, dst)
	}
	return appendJSON(dst, answer)
}

// appendJSON appends v without escaping characters that are special in HTML only.
func appendJSON(dst []byte, v any) ([]byte, error) {
	buffer := bytes.NewBuffer(dst)
	encoder := json.NewEncoder(buffer)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n")), err
}
