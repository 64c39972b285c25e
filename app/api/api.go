// SPDX-License-Identifier: MIT

// Package api serves Roadsnap over HTTP: snap-to-roads and the administrative
// units, as openapi.json describes. Both binaries use it, so that a client cannot
// distinguish the desktop app from the headless server.
//
// The checks of a request run in this order: path and method, key, Host and
// Origin, rate, media type and size, and content. The work itself follows.
// Handlers return errors, and only respond.go turns an error into an answer.
package api

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/netip"
	"runtime"
	"time"

	"roadsnap/app/compat"
	"roadsnap/app/fairqueue"
	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/units"
)

// DefaultLicence is the licence notice of answers if Options has none.
const DefaultLicence = "Roadsnap. Road data © OpenStreetMap contributors, ODbL 1.0"

// Engine is the part of the engine that the server needs. All methods must be
// safe for concurrent use.
type Engine interface {
	// Snap moves the points of path onto the roads. See match.Matcher.Snap for
	// its rules and errors.
	Snap(ctx context.Context, path []geo.Point, interpolate bool) (match.Snapped, error)
	TripEngine
	RoadEngine
	// Units returns the table of provinces and wards.
	Units() *units.Table
	// Atlas calls fn with the units and their borders, which are valid until it
	// returns. Without borders it returns engine.ErrNoBorders.
	Atlas(fn func(*units.Atlas) error) error
	// Search returns what a text may mean. See engine.Engine.Search.
	Search(text string, o engine.SearchOptions) ([]engine.Found, error)
	// Info describes the installed map.
	Info() (engine.Info, error)
	// Further describes the maps that are used besides that one.
	Further() []engine.Info
	// Ready returns nil if Snap has roads to snap to. Without a map it returns
	// engine.ErrNoMap, and engine.ErrNoRoads if the map has none.
	Ready() error
}

// Options configure a server. Only Engine is required.
type Options struct {
	// Engine does the work.
	Engine Engine
	// Licence is the notice in every answer; DefaultLicence when empty.
	Licence string
	// Keys holds the keys that clients may present. Without keys, snap-to-roads
	// refuses every client.
	Keys *Keys
	// AdminKeys are the keys with which a program on this machine may call the operations
	// under /admin. Without keys nobody may.
	AdminKeys *Keys
	// Reload opens the map and reads the keys again, for /admin/reload; required if there
	// are AdminKeys.
	Reload func(context.Context) error
	// RequireKeyForUnits requires a key for provinces and wards too. A server
	// that is reachable beyond loopback always requires one.
	RequireKeyForUnits bool
	// LocationKeys selects the names of the coordinates of snapped locations;
	// LocationBoth when empty.
	LocationKeys LocationKeys
	// TrustedProxies are the networks of reverse proxies whose header X-Forwarded-For names
	// the client. The peer of a Unix socket is trusted too, if there is any. A server
	// behind a proxy always requires a key for provinces and wards.
	TrustedProxies []netip.Prefix
	// TLS encrypts all connections. If it is nil, none is.
	TLS *tls.Config
	// AllowedHosts are the names allowed in the Host header besides those of
	// loopback, such as "maps.example.org". A name with a port, such as
	// "maps.example.org:8443", is allowed only with that port.
	AllowedHosts []string
	// AllowedOrigins are the web origins whose pages may call the server, such as
	// "https://fleet.example.org".
	AllowedOrigins []string
	// RatePerSecond is the number of requests per second allowed for each client,
	// identified by its key, or by its address if it presents no key. 0 means no
	// limit.
	RatePerSecond float64
	// Slots is the number of requests that work at once; GOMAXPROCS if 0.
	Slots int
	// MaxWait is the expected wait for a processor above which a request is refused;
	// DefaultMaxWait if 0.
	MaxWait time.Duration
	// DrainDelay is the time for which Shutdown still accepts connections, while /readyz
	// answers 503.
	DrainDelay time.Duration
	// MaxConnections is the greatest number of open connections. 0 means
	// DefaultMaxConnections, or fewer where the system allows fewer files. A client that is
	// neither on this machine nor a trusted proxy may have a quarter of them.
	MaxConnections int
	// Log receives one record per request, with the cause of a refused Host or Origin and
	// of internal errors.
	// Nothing is logged if it is nil. No record contains a key or a query.
	Log *slog.Logger
	// LogSample is the share of successful requests, those with a status below 300, that
	// are logged, in (0, 1]. 0 means all of them. Other requests are always logged.
	LogSample float64
	// Measures counts requests and work, and shows the counts at /metrics. If it is nil,
	// /metrics answers 404.
	Measures Measures
	// Compat answers requests in the forms of other servers; nil for none.
	Compat *compat.Service
	// Version is the version of the program, which /healthz reports. The one of
	// /openapi.json is the same: a test of package engine compares them.
	Version string
	// OnRequest, if not nil, is called after each request has been answered. It
	// is called from many goroutines at once and must return quickly.
	OnRequest func(RequestInfo)
}

// RequestInfo describes an answered request for an observer. It contains no
// secrets: neither the key nor the query, which may contain the key. If a long
// answer is cut off by an error, Status and Code are those of the error, although
// the client has already received 200.
type RequestInfo struct {
	ID        string        // as in the X-Request-Id header
	Time      time.Time     // of arrival
	Method    string        // as received, cut to 16 bytes
	Path      string        // decoded, without the query, cut to 256 bytes
	Route     string        // pattern of the path, such as "/api/admin-unit/wards/{code}"; empty for an unknown path
	Operation string        // operationId of the API description; empty for an unknown path
	Key       string        // name of the key presented; empty for none
	TraceID   string        // of the header traceparent, in hexadecimal; empty for none
	ParentID  string        // the client's span of that trace
	Client    string        // address of the client, without its port
	Status    int           // HTTP status; 499 if the client did not read the whole answer
	Code      string        // error code of the answer, empty on success
	Duration  time.Duration // from arrival until the last byte is passed to the system
	Bytes     int           // of the answer's body
}

// LocationKeys selects the names of the coordinates of a snapped location. The
// table of the specification has latitude and longitude, its samples have lat and
// lon.
type LocationKeys string

// The choices of coordinate names.
const (
	LocationBoth              LocationKeys = "both"               // all four members
	LocationLatLon            LocationKeys = "lat_lon"            // lat, lon
	LocationLatitudeLongitude LocationKeys = "latitude_longitude" // latitude, longitude
)

// ErrOptions is wrapped by errors about invalid Options.
var ErrOptions = errors.New("unusable server options")

// New returns a server that has not been started.
func New(o Options) (*Server, error) {
	if o.Engine == nil {
		return nil, fmt.Errorf("%w: no engine", ErrOptions)
	}
	if !(o.RatePerSecond >= 0 && o.RatePerSecond <= math.MaxFloat64) { // false for NaN, too
		return nil, fmt.Errorf("%w: the rate must be 0 or more, and finite", ErrOptions)
	}
	if !(o.LogSample >= 0 && o.LogSample <= 1) {
		return nil, fmt.Errorf("%w: the share of logged requests must be between 0 and 1", ErrOptions)
	}
	if o.Slots < 0 || o.MaxWait < 0 || o.DrainDelay < 0 || o.MaxConnections < 0 {
		return nil, fmt.Errorf("%w: slots, connections and times must not be negative", ErrOptions)
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
	if o.AdminKeys == nil {
		o.AdminKeys = NewKeys()
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.LogSample == 0 {
		o.LogSample = 1
	}
	if o.Measures == nil {
		o.Measures = unmeasured{}
	}
	s := &Server{
		engine: o.Engine, keys: o.Keys, sites: sites,
		keyForUnits: o.RequireKeyForUnits || len(o.TrustedProxies) > 0, version: o.Version, described: describe(o.LocationKeys),
		proxies: o.TrustedProxies, tls: o.TLS,
		log: o.Log, observe: o.OnRequest, measures: o.Measures,
		logged:   sampler{share: o.LogSample},
		notice:   o.Licence,
		licence:  appendString([]byte(`,"licence":`), o.Licence),
		patience: writeTimeout,
		lineTime: maxLineTime,
		snapping: encoder, compat: o.Compat,
		rate: newRateLimits(o.RatePerSecond),
		queue: fairqueue.New(fairqueue.Options{
			Slots: cmp.Or(o.Slots, runtime.GOMAXPROCS(0)), MaxWait: cmp.Or(o.MaxWait, DefaultMaxWait),
			MaxQueue: maxWaiting, MaxQueuePerClient: maxWaitingPerClient,
		}),
		adminKeys:   o.AdminKeys,
		renew:       o.Reload,
		wrongKeys:   newRateLimits(wrongKeysPerSecond),
		kept:        newKeptAnswers(),
		bodies:      newBodyBudget(),
		answers:     newBodyBudget(),
		exports:     make(chan struct{}, maxFileExports),
		connections: newConnections(o.MaxConnections),
		drainDelay:  o.DrainDelay,
		exposed:     true, // until Start knows the address
		done:        make(chan struct{}),
	}
	s.licence = append(s.licence, "}\n"...)
	s.connections.many = s.sharedAddress
	s.talks, s.endTalks = context.WithCancel(context.Background())
	return s, nil
}
