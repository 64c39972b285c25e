// Package api serves Roadsnap over HTTP: snap-to-roads and the administrative
// units, in the form that openapi.json describes. Both binaries use it, so a
// client cannot tell the desktop app from the headless server.
//
// A request passes, in this order: path and method, key, Host and Origin, rate,
// media type and size, content, and then the work itself. Handlers return
// errors; respond.go is the one place that turns an error into an answer.
package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/units"
)

// DefaultLicence is the notice that answers carry when Options names no other.
const DefaultLicence = "Roadsnap. Road data © OpenStreetMap contributors, ODbL 1.0"

// Engine is what the server needs of the engine. All methods must be safe for
// concurrent use.
type Engine interface {
	// Snap moves the points of path onto the roads. See match.Matcher.Snap for
	// its rules and errors.
	Snap(ctx context.Context, path []geo.Point, interpolate bool) (match.Snapped, error)
	// Units is the table of provinces and wards.
	Units() *units.Table
	// Atlas calls fn with the units and their borders, which are valid until it
	// returns. Without borders it returns engine.ErrNoBorders.
	Atlas(fn func(*units.Atlas) error) error
	// Ready reports whether a map is installed.
	Ready() bool
}

// Options say what a server is made of. Only Engine is required.
type Options struct {
	// Engine does the work.
	Engine Engine
	// Licence is the notice in every answer; DefaultLicence when empty.
	Licence string
	// Keys are the keys that clients may present. With none, snap-to-roads
	// refuses everybody.
	Keys *Keys
	// RequireKeyForUnits asks for a key on provinces and wards too. Beyond
	// loopback they ask for one in any case.
	RequireKeyForUnits bool
	// LocationKeys says how snapped locations name their coordinates;
	// LocationBoth when empty.
	LocationKeys LocationKeys
	// AllowedHosts are names that the Host header may hold beside those of
	// loopback: "maps.example.org", or "maps.example.org:8443" to hold for that
	// port alone.
	AllowedHosts []string
	// AllowedOrigins are the web origins whose pages may call the server:
	// "https://fleet.example.org".
	AllowedOrigins []string
	// RatePerSecond is how many requests a second each client may make, told
	// apart by key, or by address where no key is presented. 0 means no limit.
	RatePerSecond float64
	// Log receives one record a request and the causes of internal errors;
	// nothing is logged when nil. No record holds a key or a query.
	Log *slog.Logger
	// Version is the program's version, which /healthz tells.
	Version string
	// OnRequest, if not nil, hears of every request once it has been answered.
	// It is called from many goroutines at once and must return quickly.
	OnRequest func(RequestInfo)
}

// RequestInfo tells an observer about one answered request. It holds nothing
// secret: neither the key nor the query, which may carry it. Of a long answer that
// was cut off by a fault it has the status and code of the fault, although the
// client was told 200 before.
type RequestInfo struct {
	ID        string        // as in the header X-Request-Id
	Time      time.Time     // of arrival
	Method    string        // as received
	Path      string        // decoded, without the query, cut off at 256 bytes
	Operation string        // operationId of the API description; empty for an unknown path
	Client    string        // address of the client, without its port
	Status    int           // HTTP status; 499 when the client did not take the whole answer
	Code      string        // error code of the answer, empty on success
	Duration  time.Duration // from arrival to the last byte handed to the system
	Bytes     int           // of the answer's body
}

// LocationKeys says how a snapped location names its coordinates. The
// specification's table says latitude and longitude, its samples lat and lon.
type LocationKeys string

// The ways to name the coordinates of a location.
const (
	LocationBoth              LocationKeys = "both"               // all four members
	LocationLatLon            LocationKeys = "lat_lon"            // lat, lon
	LocationLatitudeLongitude LocationKeys = "latitude_longitude" // latitude, longitude
)

// ErrOptions means that a server cannot be made of the Options given.
var ErrOptions = errors.New("unusable server options")

// New returns a server that has not been started.
func New(o Options) (*Server, error) {
	if o.Engine == nil {
		return nil, fmt.Errorf("api: %w: no engine", ErrOptions)
	}
	if !(o.RatePerSecond >= 0 && o.RatePerSecond <= math.MaxFloat64) { // false for NaN, too
		return nil, fmt.Errorf("api: %w: the rate must not be negative", ErrOptions)
	}
	encoder, err := newSnapEncoder(o.LocationKeys)
	if err != nil {
		return nil, err
	}
	sites, err := newSites(o.AllowedHosts, o.AllowedOrigins)
	if err != nil {
		return nil, err
	}
	if o.Licence == "" {
		o.Licence = DefaultLicence
	}
	if o.Keys == nil {
		o.Keys = NewKeys()
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{
		engine: o.Engine, keys: o.Keys, sites: sites,
		keyForUnits: o.RequireKeyForUnits, version: o.Version,
		log: o.Log, observe: o.OnRequest,
		licence:  appendString([]byte(`,"licence":`), o.Licence),
		patience: writeTimeout,
		snapping: encoder,
		rate:     newRateLimits(o.RatePerSecond),
		line:     newWaitingLine(),
		exposed:  true, // until Start has found out that it is not
		done:     make(chan struct{}),
	}
	s.licence = append(s.licence, "}\n"...)
	return s, nil
}
