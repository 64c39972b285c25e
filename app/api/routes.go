// SPDX-License-Identifier: MIT

package api

import (
	"cmp"
	"math"
	"net/http"
	"net/url"
	"strings"

	"roadsnap/app/compat"
)

// handler appends the members of a successful answer between status and licence,
// `"data":…`, to dst.
type handler func(s *Server, dst []byte, r *request) ([]byte, error)

// planner checks the request and returns the function that writes the value of
// the member data and any members after it. The answer depends only on the
// request and the borders, so that clients can cache it.
type planner func(s *Server, r *request) (content, error)

// talker checks the request and returns the function that answers its lines.
type talker func(s *Server, r *request) (conversation, error)

// route is one path of the server.
type route struct {
	path    string               // "{name}" matches one segment of any text
	methods map[string]operation // by method; HEAD is answered if GET is
	allow   string               // of a 405
	needKey keyRule
}

// operation is one method of a path.
type operation struct {
	id      string   // operationId in openapi.json
	body    bool     // whether it reads a body
	media   []string // the media types of the body; JSON if nil
	most    int64    // the greatest length of the body (bytes); maxSnapBody if 0
	turn    bool     // whether it always waits for a turn
	raw     bool     // whether the handler or plan writes the whole body, including the envelope
	probe   bool     // whether monitoring asks it again and again, so that success is not news
	handle  handler
	plan    planner           // used instead of handle
	talk    talker            // likewise
	roads   bool              // whether the answer of plan depends on the roads of the map
	foreign *compat.Operation // of a compatible server; nil for the API itself
}

// mediaTypes returns the media types of the body.
func (op operation) mediaTypes() []string {
	if op.media == nil {
		return []string{mediaJSON}
	}
	return op.media
}

// maxBody returns the greatest length of the body (bytes).
func (op operation) maxBody() int64 { return cmp.Or(op.most, maxSnapBody) }

// keyRule determines which requests need a key.
type keyRule uint8

const (
	keyIgnored        keyRule = iota // a key is not checked
	keyAlways                        // every request needs a key
	keyBeyondLoopback                // needed beyond loopback, or if configured
	keyAdmin                         // needs the operator's key, on this machine only
)

// routes is the table of all paths; openapi.json describes the same paths.
var routes = append([]*route{
	newRoute("/api/roads/v1/snap-to-roads", keyAlways, map[string]operation{
		http.MethodGet:  {id: "snapToRoadsGet", handle: (*Server).snapQuery, turn: true},
		http.MethodPost: {id: "snapToRoads", handle: (*Server).snapBody, body: true, turn: true},
	}),
	newRoute("/api/roads/v1/match-trip", keyAlways, map[string]operation{
		http.MethodPost: {
			id: "matchTrip", handle: (*Server).matchTrip, raw: true, turn: true,
			body: true, media: []string{mediaJSON, mediaGPX, mediaCSV}, most: maxTripBody,
		},
	}),
	newRoute("/api/roads/v1/match-trips", keyAlways, talk("matchTrips", (*Server).matchTrips)),
	newRoute("/api/roads/v1/match-live", keyAlways, talk("matchLive", (*Server).matchLive)),
	newRoute("/api/roads/v1/ways/{way_id}", keyAlways, get("getWay", (*Server).getWay)),
	newRoute("/api/roads/v1/search", keyAlways, get("search", (*Server).search)),
	newRoute("/api/admin-unit/provinces", keyBeyondLoopback, plan("listProvinces", (*Server).listProvinces)),
	newRoute("/api/admin-unit/provinces/{code}", keyBeyondLoopback, plan("getProvince", (*Server).getProvince)),
	newRoute("/api/admin-unit/provinces/{code}/former", keyBeyondLoopback, plan("listProvincesBefore", (*Server).listProvincesBefore)),
	newRoute("/api/admin-unit/former/provinces", keyBeyondLoopback, plan("listFormerProvinces", (*Server).listFormerProvinces)),
	newRoute("/api/admin-unit/former/provinces/{code}", keyBeyondLoopback, plan("getFormerProvince", (*Server).getFormerProvince)),
	newRoute("/api/admin-unit/former/districts/{code}", keyBeyondLoopback, plan("getFormerDistrict", (*Server).getFormerDistrict)),
	newRoute("/api/admin-unit/wards", keyBeyondLoopback, plan("listWards", (*Server).listWards)),
	newRoute("/api/admin-unit/wards/{code}", keyBeyondLoopback, plan("getWard", (*Server).getWard)),
	newRoute("/api/admin-unit/wards/{code}/former", keyBeyondLoopback, plan("listFormerUnits", (*Server).listFormerUnits)),
	newRoute("/api/admin-unit/locate", keyBeyondLoopback, map[string]operation{
		http.MethodGet: {id: "locateUnit", plan: (*Server).locateUnit, roads: true},
	}),
	newRoute("/api/admin-unit/search", keyBeyondLoopback, plan("searchUnits", (*Server).searchUnits)),
	newRoute("/api/admin-unit/export", keyBeyondLoopback, map[string]operation{
		http.MethodGet: {id: "exportUnits", plan: (*Server).exportUnits, raw: true},
	}),
	newRoute("/api/admin-unit/convert", keyBeyondLoopback, map[string]operation{
		http.MethodPost: {id: "convertAddresses", handle: (*Server).convert, turn: true},
	}),
	newRoute("/api/admin-unit/convert-lines", keyBeyondLoopback, talk("convertLines", (*Server).convertLines)),
	newRoute("/api/admin-unit/legacy", keyBeyondLoopback, plan("findLegacy", (*Server).findLegacy)),
	newRoute("/api/admin-unit/legacy/{code}", keyBeyondLoopback, plan("getLegacy", (*Server).getLegacy)),
	newRoute("/admin/reload", keyAdmin, map[string]operation{
		http.MethodPost: {id: "reload", handle: (*Server).reload},
	}),
	newRoute("/healthz", keyIgnored, map[string]operation{
		http.MethodGet: {id: "healthz", handle: (*Server).healthz, probe: true},
	}),
	newRoute("/readyz", keyIgnored, map[string]operation{
		http.MethodGet: {id: "readyz", handle: (*Server).readyz, probe: true},
	}),
	newRoute("/", keyIgnored, map[string]operation{
		http.MethodGet: {id: "frontPage", handle: (*Server).frontPage, raw: true},
	}),
	newRoute("/docs", keyIgnored, map[string]operation{
		http.MethodGet: {id: "docs", handle: (*Server).docs, raw: true},
	}),
	newRoute("/docs/{file}", keyIgnored, map[string]operation{
		http.MethodGet: {id: "docsFile", handle: (*Server).docsFile, raw: true},
	}),
	newRoute("/metrics", keyBeyondLoopback, map[string]operation{
		http.MethodGet: {id: "metrics", handle: (*Server).metrics, raw: true, probe: true},
	}),
	newRoute("/openapi.json", keyIgnored, map[string]operation{
		http.MethodGet: {id: "openapi", handle: (*Server).openapi, raw: true},
	}),
}, compatRoutes()...)

func get(id string, h handler) map[string]operation {
	return map[string]operation{http.MethodGet: {id: id, handle: h}}
}

func plan(id string, p planner) map[string]operation {
	return map[string]operation{http.MethodGet: {id: id, plan: p}}
}

func talk(id string, t talker) map[string]operation {
	return map[string]operation{http.MethodPost: {id: id, talk: t, body: true, media: []string{mediaLines}, most: math.MaxInt64}}
}

func newRoute(path string, rule keyRule, methods map[string]operation) *route {
	r := &route{path: path, methods: methods, needKey: rule}
	for _, m := range []string{http.MethodGet, http.MethodHead, http.MethodPost} {
		if _, ok := r.operation(m); ok {
			if r.allow != "" {
				r.allow += ", "
			}
			r.allow += m
		}
	}
	return r
}

// operation returns the operation for method. HEAD uses that of GET; net/http
// discards its body.
func (r *route) operation(method string) (operation, bool) {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	op, ok := r.methods[method]
	return op, ok
}

// findRoute returns the route of an escaped path, and the texts of its {names} in order.
// Segments are unescaped one by one, so that an escaped slash does not separate
// segments and dots have no special meaning.
func findRoute(escapedPath string) (found *route, texts []string, ok bool) {
	for _, r := range routes {
		if texts, ok = matchPath(r.path, escapedPath); ok {
			return r, texts, true
		}
	}
	return nil, nil, false
}

func matchPath(pattern, escaped string) (texts []string, ok bool) {
	for {
		want, wantRest, wantMore := strings.Cut(pattern, "/")
		have, haveRest, haveMore := strings.Cut(escaped, "/")
		have, err := url.PathUnescape(have)
		if err != nil || wantMore != haveMore {
			return nil, false
		}
		switch {
		case strings.HasPrefix(want, "{"):
			if have == "" {
				return nil, false
			}
			texts = append(texts, have)
		case want != have:
			return nil, false
		}
		if !wantMore {
			return texts, true
		}
		pattern, escaped = wantRest, haveRest
	}
}
