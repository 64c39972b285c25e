// SPDX-License-Identifier: MIT

package api

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"strings"
	"time"
	"unicode/utf8"
)

// request is a request during the checks.
type request struct {
	*http.Request
	w         http.ResponseWriter
	id        string    // request id
	at        time.Time // of arrival
	route     *route    // nil for an unknown path
	op        operation // the zero value for an unknown path or method
	preflight bool      // a CORS preflight request
	code      string    // the {code} of the path
	foreign   foreign   // of a compatible server
	media     string    // the media type of the body
	query     query
	shed      bool         // whether it was refused because it would wait too long
	content   content      // what a planner returned
	key       string       // ID of the key presented, empty for none
	record    KeyRecord    // of the key
	keyName   string       // its name
	answer    http.Header  // of the answer
	constant  []byte       // the body of the answer, of which many requests share one; nil for none
	held      int64        // bytes taken from Server.answers
	talk      conversation // of an operation with lines
}

// ServeHTTP answers one request. A server that was not started by Start assumes
// that it is reachable beyond loopback.
func (s *Server) ServeHTTP(w http.ResponseWriter, hr *http.Request) {
	s.active.Add(1)
	defer s.active.Add(-1)
	defer s.connections.begin(hr.Context())()
	hr.RemoteAddr = s.clientBehind(hr)
	r := &request{Request: hr, w: w, id: requestID(hr), at: time.Now(), answer: w.Header()}
	defer s.giveAnswer(r)
	w.Header().Set("X-Request-Id", r.id)
	// A buffer returns to the pool only after the answer has been written. If the
	// write panics the buffer is lost, which does no harm.
	buffer := buffers.Get().(*[]byte)
	body, err := s.answer(w, (*buffer)[:0], r)
	var info RequestInfo
	var cut bool
	switch {
	case r.content != nil:
		info, body, cut, err = s.stream(w, r, body)
	case r.talk != nil:
		info, err = s.converse(w, r)
		cut = err != nil
	default:
		info = s.respond(w, r, body, err)
		cut = info.Status == statusClientGone // net/http would send an empty answer with status 200
	}
	recycle(buffer, body)
	s.report(r, info, err)
	if cut {
		abort(w, hr)
	}
}

// answer performs all checks on r and returns the body of the answer, or an error
// in place of it. A panic becomes an error too.
func (s *Server) answer(w http.ResponseWriter, dst []byte, r *request) (body []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			body, err = dst[:0], fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	if r.Method == http.MethodOptions && r.RequestURI == "*" { // about the server as a whole (RFC 9110, section 9.3.7)
		w.Header().Set("Allow", "GET, HEAD, POST, OPTIONS")
		r.preflight = true
		return dst, nil
	}
	if err := s.admit(w, r); err != nil {
		return dst, err
	}
	if r.preflight {
		r.route.markPreflight(w.Header())
		return dst, nil
	}
	if r.op.talk != nil {
		r.talk, err = r.op.talk(s, r)
		return dst, err
	}
	if r.op.plan != nil {
		r.content, err = r.op.plan(s, r)
		return dst, err
	}
	if r.op.raw {
		return r.op.handle(s, dst, r)
	}
	dst = append(dst, `{"status":"OK",`...)
	if dst, err = r.op.handle(s, dst, r); err != nil {
		return dst, err
	}
	return append(dst, s.licence...), nil
}

// admit performs the checks before the content, in the order of the contract.
func (s *Server) admit(w http.ResponseWriter, r *request) error {
	s.sites.markCORS(w.Header(), r.Request)
	var ok bool
	path := s.readForeign(r)
	var texts []string
	if r.route, texts, ok = findRoute(path); ok && !s.offers(r) {
		r.route, ok = nil, false
	}
	if !ok {
		f := &failure{status: http.StatusNotFound, message: "unknown path; /openapi.json describes all paths"}
		if r.foreign.family != "" {
			f.cause = r.foreign.family.Unknown(path)
		}
		return f
	}
	if len(texts) > 0 {
		r.code = texts[0]
	}
	r.foreign.texts = texts
	if r.preflight = isPreflight(r.Request); r.preflight {
		return s.sites.check(r.Request)
	}
	if r.op, ok = r.route.operation(r.Method); !ok {
		return &failure{
			status: http.StatusMethodNotAllowed, allow: r.route.allow,
			message: "this path allows only " + r.route.allow,
		}
	}
	r.query = parseQuery(r.URL.RawQuery)
	if err := s.checkKey(r); err != nil {
		return err
	}
	if err := s.sites.check(r.Request); err != nil {
		return err
	}
	if err := s.checkRate(r); err != nil {
		return err
	}
	if r.op.body {
		if err := checkMedia(r); err != nil {
			return err
		}
	}
	if r.op.turn {
		return s.checkWait(r)
	}
	return nil
}

// checkKey checks every key that r presents. One unknown key refuses the request
// even if no key is needed.
func (s *Server) checkKey(r *request) error {
	rule := r.route.needKey
	switch rule {
	case keyIgnored:
		return nil
	case keyAdmin:
		return s.checkAdmin(r)
	}
	for _, key := range append(presentedKeys(r), s.foreignKeys(r)...) {
		record, known := s.keys.Check(key)
		if !known {
			return s.wrongKey(r)
		}
		r.key, r.keyName, r.record = record.ID, record.Name, record
	}
	if r.key == "" && (rule == keyAlways || s.exposed || s.keyForUnits || forwarded(r.Request)) {
		return &failure{status: http.StatusUnauthorized, message: "an API key is needed: query parameter apikey, header X-API-Key, or Authorization: Bearer"}
	}
	return nil
}

// wrongKey returns the answer to a request with an unknown key.
func (s *Server) wrongKey(r *request) error {
	if wait := s.wrongKeys.take(clientNetwork(r.RemoteAddr), r.at); wait > 0 {
		return &failure{status: http.StatusTooManyRequests, message: "too many wrong API keys from this address", retryAfter: wait}
	}
	return errKeyInvalid()
}

func errKeyInvalid() error {
	return &failure{status: http.StatusUnauthorized, message: "the API key is unknown, or has expired or been revoked"}
}

// presentedKeys returns the keys from all places that may contain one. An empty
// text is not a key, and other schemes of Authorization are ignored.
func presentedKeys(r *request) []string {
	var keys []string
	for _, p := range r.query {
		if p.name == "apikey" && (p.value != "" || p.malformed) {
			keys = append(keys, p.value)
		}
	}
	for _, key := range r.Header["X-Api-Key"] {
		if key != "" {
			keys = append(keys, key)
		}
	}
	for _, credentials := range r.Header["Authorization"] {
		scheme, key, _ := strings.Cut(credentials, " ")
		if key = strings.Trim(key, " "); key != "" && strings.EqualFold(scheme, "Bearer") {
			keys = append(keys, key)
		}
	}
	return keys
}

// checkRate counts r against the limit of its client. Only the API is limited,
// because monitoring may query the health at any time.
func (s *Server) checkRate(r *request) error {
	if r.route.needKey == keyIgnored {
		return nil
	}
	if over := s.takeRate(r, r.at); over != (overLimit{}) {
		return over.err()
	}
	return nil
}

// takeRate counts a request of the client of r at now.
func (s *Server) takeRate(r *request, now time.Time) overLimit {
	if r.key != "" {
		if over := s.keys.uses.take(r.record, now); over != (overLimit{}) || r.record.Rate > 0 {
			return over
		}
	}
	if wait := s.rate.take(r.clientID(), now); wait > 0 {
		return overLimit{wait: wait, why: "too many requests a second"}
	}
	return overLimit{}
}

// requestID returns the id that the client or a proxy gave the request, if it is
// safe to log, or else a new random one.
func requestID(r *http.Request) string {
	id := r.Header.Get("X-Request-Id")
	if id == "" || len(id) > 64 || strings.ContainsFunc(id, func(c rune) bool {
		return (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') && !strings.ContainsRune("-_.", c)
	}) {
		return rand.Text()
	}
	return id
}

// report measures and logs an answered request, and notifies the observer.
func (s *Server) report(r *request, info RequestInfo, err error) {
	s.measures.Answered(info)
	s.logRequest(r, info, err)
	if s.observe != nil {
		s.observe(info)
	}
}

// logRequest logs an answered request. Successful probes are logged for debugging only.
func (s *Server) logRequest(r *request, info RequestInfo, err error) {
	level := slog.LevelInfo
	if info.Status < http.StatusMultipleChoices {
		if r.op.probe {
			level = slog.LevelDebug
		} else if !s.logged.take() {
			return
		}
	}
	if info.Status >= http.StatusInternalServerError {
		level = slog.LevelError
	}
	if r.shed {
		if n := s.sheds.add(r.at); n > 0 {
			s.log.Warn("requests were refused, because they would wait too long for a processor", "requests", n)
		}
		level = slog.LevelDebug
	}
	if !s.log.Enabled(r.Context(), level) {
		return
	}
	attrs := []slog.Attr{
		slog.String("id", info.ID), slog.String("method", info.Method), slog.String("path", info.Path),
		slog.String("client", info.Client), slog.Int("status", info.Status),
		slog.Duration("duration", info.Duration), slog.Int("bytes", info.Bytes),
	}
	if info.Code != "" {
		attrs = append(attrs, slog.String("code", info.Code))
	}
	if r.key != "" {
		attrs = append(attrs, slog.String("key_id", r.key))
	}
	if info.TraceID != "" {
		attrs = append(attrs, slog.String("trace_id", info.TraceID), slog.String("parent_id", info.ParentID))
	}
	if level == slog.LevelError || info.Status == http.StatusForbidden {
		attrs = append(attrs, slog.Any("error", err))
	}
	s.log.LogAttrs(context.WithoutCancel(r.Context()), level, "request", attrs...)
}

// faults returns the faults that requests to any operation under /api may have. A
// repeated apikey is a fault even if all its values are valid.
func (r *request) faults() faults {
	var f faults
	r.query.one("apikey", &f)
	return f
}

// info returns the information about r for an observer, without the answer.
func (r *request) info() RequestInfo {
	client, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		client = r.RemoteAddr
	}
	info := RequestInfo{
		ID: r.id, Time: r.at, Method: clip(r.Method, 16), Path: r.logPath(),
		Operation: r.op.id, Client: client, Key: r.keyName,
	}
	if r.route != nil {
		info.Route = r.route.path
	}
	info.TraceID, info.ParentID, _ = traceParent(r.Header)
	return info
}

// clip returns at most the first n bytes of s.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// clientGone reports whether the client of r has disconnected, so that err does
// not matter.
func (r *request) clientGone(err error) bool {
	return errors.Is(err, context.Canceled) && errors.Is(r.Context().Err(), context.Canceled)
}
