// SPDX-License-Identifier: MIT

package api

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"roadsnap/app/compat"
)

// The requests and answers of compatible operations have the forms of other servers;
// package compat knows them. Here they get what all operations share: keys, hosts, rates,
// a turn of the scheduler, and the licence member. Their paths may contain a key
// and the places of a vehicle.

// foreign is what is known of a request to a compatible server.
type foreign struct {
	family compat.Family // "" for a request to the API itself
	texts  []string      // of the {names} of the path
	key    string        // the key in the path
}

// compatRoutes are the routes of the compatible operations.
func compatRoutes() (list []*route) {
	for _, op := range compat.Operations() {
		list = append(list, newRoute(op.Path, keyAlways, map[string]operation{
			op.Method: {id: op.ID, foreign: &op, handle: (*Server).compatible, raw: true, turn: true},
		}))
	}
	return mergeRoutes(list)
}

// mergeRoutes joins the methods of routes with the same path.
func mergeRoutes(list []*route) (merged []*route) {
	byPath := map[string]*route{}
	for _, r := range list {
		known, found := byPath[r.path]
		if !found {
			byPath[r.path] = r
			merged = append(merged, r)
			continue
		}
		for method, op := range r.methods {
			known.methods[method] = op
		}
		*known = *newRoute(known.path, known.needKey, known.methods)
	}
	return merged
}

const (
	compatPath = "/compat/"
	keyPath    = "/compat/k/" // /compat/k/KEY/osrm/… is /compat/osrm/… with that key
)

// readForeign takes the key out of a path below /compat and finds the family. It returns
// the rest of the path, escaped, or that of other requests unchanged.
func (s *Server) readForeign(r *request) (path string) {
	path = r.URL.EscapedPath()
	if rest, found := strings.CutPrefix(path, keyPath); found {
		key, rest, _ := strings.Cut(rest, "/")
		path = compatPath + rest
		var err error
		if r.foreign.key, err = url.PathUnescape(key); err != nil || key == "" {
			r.foreign.key = "\x00" // no key is like that
		}
	}
	if f, known := compat.FamilyOf(path); known && s.compat.Enabled(f) {
		r.foreign.family = f
	}
	return path
}

// family returns the family whose operations have this path; "" for one of the API itself.
func (r *route) family() compat.Family {
	for _, op := range r.methods {
		if op.foreign != nil {
			return op.foreign.Family
		}
	}
	return ""
}

// offers reports whether this server offers the route that was found for r. Several
// spellings of a path lead to one route, so the route decides and names the family.
func (s *Server) offers(r *request) bool {
	r.foreign.family = r.route.family()
	if r.foreign.family == "" || s.compat.Enabled(r.foreign.family) {
		return true
	}
	r.foreign.family = ""
	return false
}

// compatible answers a compatible operation.
func (s *Server) compatible(dst []byte, r *request) ([]byte, error) {
	if len(r.query) > mostParameters {
		return dst, errManyParameters
	}
	call := &compat.Call{Path: r.foreign.texts, Query: foreignQuery(r, r.query)}
	if err := s.readForeignBody(r, call); err != nil {
		return dst, err
	}
	err := s.turn(r, func(ctx context.Context) (err error) {
		dst, err = s.compat.Answer(ctx, dst, r.op.foreign, call)
		return err
	})
	if err != nil {
		return dst, err
	}
	s.measures.Matched(call.Points)
	return s.endForeign(dst), nil
}

// mostParameters bounds the parameters of the URL and those of a form. Clients send some
// dozens, or one for each of 100 places.
const mostParameters = 1000

var errManyParameters = &compat.Fault{
	Status: http.StatusBadRequest, Kind: compat.TooBig, Message: fmt.Sprintf("too many parameters: at most %d", mostParameters),
}

// foreignQuery returns parameters without those that hold a key.
func foreignQuery(r *request, q query) (list compat.Parameters) {
	for _, p := range q {
		if !keyParameter(r, p.name) {
			list = append(list, compat.Parameter{Name: p.name, Value: p.value, Malformed: p.malformed})
		}
	}
	return list
}

// endForeign adds the licence to a JSON object.
func (s *Server) endForeign(object []byte) []byte {
	licence := s.licence
	if strings.HasSuffix(string(object), "{}") {
		licence = licence[1:] // without the comma
	}
	return append(object[:len(object)-1], licence...)
}

// readForeignBody reads the body that the operation wants.
func (s *Server) readForeignBody(r *request, call *compat.Call) error {
	kind := r.op.foreign.Body
	if kind == compat.NoBody {
		return nil
	}
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind == compat.FormBody && (err != nil || media != "application/x-www-form-urlencoded") {
		return &failure{status: http.StatusUnsupportedMediaType, message: "the body must be a form: Content-Type: application/x-www-form-urlencoded"}
	}
	if r.ContentLength > maxSnapBody {
		return errTooLarge(maxSnapBody)
	}
	return s.withBody(r, maxSnapBody, func(_ context.Context, body []byte) error {
		if kind == compat.FormBody {
			if bytes.Count(body, []byte("&")) >= mostParameters {
				return errManyParameters
			}
			call.Query = append(call.Query, foreignQuery(r, parseQuery(string(body)))...)
		} else {
			call.Body = bytes.Clone(body)
		}
		return nil
	})
}

// foreignKeyNames are the parameters in which clients of other servers send a key.
var foreignKeyNames = []string{"access_token", "key", "api_key"}

// keyParameter reports whether a parameter of r contains a key.
func keyParameter(r *request, name string) bool {
	if name == "apikey" {
		return true
	}
	if r.foreign.family == "" {
		return false
	}
	for _, other := range foreignKeyNames {
		if name == other {
			return true
		}
	}
	return false
}

// foreignKeys returns the keys in places where only compatible operations have them.
func (s *Server) foreignKeys(r *request) (keys []string) {
	if r.foreign.family == "" {
		return nil
	}
	if r.foreign.key != "" {
		keys = append(keys, r.foreign.key)
	}
	for _, p := range r.query {
		if p.name != "apikey" && keyParameter(r, p.name) && (p.value != "" || p.malformed) {
			keys = append(keys, s.unwrapToken(p.value))
		}
	}
	return keys
}

// unwrapToken returns the key in a token of Mapbox's shape, pk.PAYLOAD.KEY, where PAYLOAD
// is a JSON object in base64. Any other text is a key itself.
func (s *Server) unwrapToken(token string) string {
	usage, rest, _ := strings.Cut(token, ".")
	payload, key, found := strings.Cut(rest, ".")
	if !found || usage != "pk" {
		return token
	}
	var object map[string]any
	decoded, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(strings.NewReplacer("+", "-", "/", "_").Replace(payload), "="))
	if err != nil || json.Unmarshal(decoded, &object) != nil {
		return token
	}
	return key
}

// foreignFailure appends the answer of a family to f, and returns its status and the code
// for the log.
func (s *Server) foreignFailure(dst []byte, r *request, f failure, cause error) (status int, body []byte) {
	fault := compat.Fault{Status: f.status, Message: f.message}
	var known *compat.Fault
	if errors.As(cause, &known) {
		fault = *known
	}
	if fault.Message == "" {
		fault.Message = http.StatusText(f.status)
	}
	status, body, err := compat.Refusal(dst, r.foreign.family, fault)
	if err != nil {
		return http.StatusInternalServerError, s.appendFailure(dst[:0], failure{status: http.StatusInternalServerError, message: fmt.Sprint(err)})
	}
	return status, s.endForeign(body)
}
