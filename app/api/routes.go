package api

import (
	"net/http"
	"net/url"
	"strings"
)

// handler appends the members of a successful answer between status and
// licence, `"data":…`, to dst.
type handler func(s *Server, dst []byte, r *request) ([]byte, error)

// planner checks the request, and returns what writes the value of the member
// data, and what may follow it. Its answers depend on the request and the
// borders alone, so that clients can keep them.
type planner func(s *Server, r *request) (content, error)

// route is one path of the server.
type route struct {
	path    string               // "{code}" stands for one segment of any text
	methods map[string]operation // by method; HEAD is answered wherever GET is
	allow   string               // of a 405
	needKey keyRule
}

// operation is one method of a path.
type operation struct {
	id     string // operationId in openapi.json
	body   bool   // whether it reads a JSON body
	raw    bool   // whether the handler makes the whole body, envelope and all
	handle handler
	plan   planner // in place of handle
}

// keyRule says which requests need a key.
type keyRule uint8

const (
	keyIgnored        keyRule = iota // a key is not even looked at
	keyAlways                        // every request needs one
	keyBeyondLoopback                // needed beyond loopback, or if a setting says so
)

// routes is the table of all that is served; openapi.json describes the same.
var routes = []*route{
	newRoute("/api/roads/v1/snap-to-roads", keyAlways, map[string]operation{
		http.MethodGet:  {id: "snapToRoadsGet", handle: (*Server).snapQuery},
		http.MethodPost: {id: "snapToRoads", handle: (*Server).snapBody, body: true},
	}),
	newRoute("/api/admin-unit/provinces", keyBeyondLoopback, plan("listProvinces", (*Server).listProvinces)),
	newRoute("/api/admin-unit/provinces/{code}", keyBeyondLoopback, plan("getProvince", (*Server).getProvince)),
	newRoute("/api/admin-unit/wards", keyBeyondLoopback, plan("listWards", (*Server).listWards)),
	newRoute("/api/admin-unit/wards/{code}", keyBeyondLoopback, plan("getWard", (*Server).getWard)),
	newRoute("/api/admin-unit/locate", keyBeyondLoopback, plan("locateUnit", (*Server).locateUnit)),
	newRoute("/api/admin-unit/search", keyBeyondLoopback, plan("searchUnits", (*Server).searchUnits)),
	newRoute("/api/admin-unit/legacy", keyBeyondLoopback, plan("findLegacy", (*Server).findLegacy)),
	newRoute("/api/admin-unit/legacy/{code}", keyBeyondLoopback, plan("getLegacy", (*Server).getLegacy)),
	newRoute("/healthz", keyIgnored, get("healthz", (*Server).healthz)),
	newRoute("/readyz", keyIgnored, get("readyz", (*Server).readyz)),
	newRoute("/openapi.json", keyIgnored, map[string]operation{
		http.MethodGet: {id: "openapi", handle: (*Server).openapi, raw: true},
	}),
}

func get(id string, h handler) map[string]operation {
	return map[string]operation{http.MethodGet: {id: id, handle: h}}
}

func plan(id string, p planner) map[string]operation {
	return map[string]operation{http.MethodGet: {id: id, plan: p}}
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

// operation returns what method does on the route. HEAD does what GET does; the
// server of net/http leaves out its body.
func (r *route) operation(method string) (operation, bool) {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	op, ok := r.methods[method]
	return op, ok
}

// findRoute returns the route of an escaped path, and the text of its {code}.
// Segments are unescaped one by one: an escaped slash is a letter of its
// segment, not a border, and there is nothing to be won by dots.
func findRoute(escapedPath string) (found *route, code string, ok bool) {
	for _, r := range routes {
		if code, ok = matchPath(r.path, escapedPath); ok {
			return r, code, true
		}
	}
	return nil, "", false
}

func matchPath(pattern, escaped string) (code string, ok bool) {
	for {
		want, wantRest, wantMore := strings.Cut(pattern, "/")
		have, haveRest, haveMore := strings.Cut(escaped, "/")
		have, err := url.PathUnescape(have)
		if err != nil || wantMore != haveMore {
			return "", false
		}
		switch {
		case want == "{code}":
			if have == "" {
				return "", false
			}
			code = have
		case want != have:
			return "", false
		}
		if !wantMore {
			return code, true
		}
		pattern, escaped = wantRest, haveRest
	}
}
