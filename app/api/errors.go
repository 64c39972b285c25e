package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"roadsnap/engine"
	"roadsnap/engine/match"
	"roadsnap/engine/pack"
)

// codes are the error codes of the contract: one for each status.
var codes = map[int]string{
	http.StatusBadRequest:            "INVALID_REQUEST_DATA",
	http.StatusUnauthorized:          "UNAUTHORIZED",
	http.StatusForbidden:             "FORBIDDEN",
	http.StatusNotFound:              "NOT_FOUND",
	http.StatusMethodNotAllowed:      "METHOD_NOT_ALLOWED",
	http.StatusRequestEntityTooLarge: "PAYLOAD_TOO_LARGE",
	http.StatusUnsupportedMediaType:  "UNSUPPORTED_MEDIA_TYPE",
	http.StatusUnprocessableEntity:   "UNPROCESSABLE_ENTITY",
	http.StatusTooManyRequests:       "TOO_MANY_REQUESTS",
	http.StatusInternalServerError:   "INTERNAL_ERROR",
	http.StatusServiceUnavailable:    "SERVICE_UNAVAILABLE",
}

// statusClientGone stands in the log for a request whose client hung up before
// the answer; it is never sent. nginx made the number customary.
const statusClientGone = 499

// failure is an error with the answer that it gets. What is not a failure is
// looked up in sentinels.
type failure struct {
	status     int
	message    string
	fields     []fieldError  // of a 400
	allow      string        // of a 405
	retryAfter time.Duration // of a 429 or 503
	cause      error         // for the log, never for the client
}

// fieldError is one fault of a request's content.
type fieldError struct {
	field   string // "path[3].lat", "page", "app-version"
	message string
}

func (f *failure) Error() string {
	if f.cause != nil {
		return fmt.Sprintf("%s: %v", f.message, f.cause)
	}
	return f.message
}

func (f *failure) Unwrap() error { return f.cause }

// faults gathers every fault of a request's content, so that a client can mend
// them in one go.
type faults []fieldError

func (f *faults) add(field, message string) {
	*f = append(*f, fieldError{field, message})
}

// err returns the answer to a request with these faults, nil if there are none.
func (f faults) err() error {
	if len(f) == 0 {
		return nil
	}
	return &failure{status: http.StatusBadRequest, message: "the request is not valid; see fieldErrors", fields: f}
}

// The times after which a refused client may come back.
const (
	retryBusy  = 1 * time.Second  // the line moves by hundreds of requests a second
	retryNoMap = 30 * time.Second // somebody has to install one
)

// errTooBusy means that the waiting line is full.
var errTooBusy = errors.New("too many requests are waiting")

// sentinels tell how the errors of the engine are answered. An error that wraps
// none of them is a fault of ours.
var sentinels = []struct {
	err     error
	failure failure
}{
	{match.ErrNoRoad, failure{status: http.StatusUnprocessableEntity, message: "no route can be matched: the points are too far from any road of the map"}},
	{match.ErrNoRoute, failure{status: http.StatusUnprocessableEntity, message: "no route can be matched: roads are near, but no route over them joins the points"}},
	{match.ErrTooNoisy, failure{status: http.StatusUnprocessableEntity, message: "no route can be matched: the points are too noisy or too far apart to be one journey"}},
	{match.ErrTooShort, failure{status: http.StatusUnprocessableEntity, message: "no route can be matched: there are too few usable points"}},
	{engine.ErrNoMap, failure{status: http.StatusServiceUnavailable, message: "no map is installed on the server", retryAfter: retryNoMap}},
	{engine.ErrNoBorders, failure{status: http.StatusServiceUnavailable, message: "no borders of administrative units are installed on the server", retryAfter: retryNoMap}},
	{engine.ErrNoRoads, failure{status: http.StatusServiceUnavailable, message: "the map installed on the server has no roads", retryAfter: retryNoMap}},
	{pack.ErrClosed, failure{status: http.StatusServiceUnavailable, message: "the map is being exchanged", retryAfter: retryBusy}},
	{errTooBusy, failure{status: http.StatusServiceUnavailable, message: "the server is too busy", retryAfter: retryBusy}},
	{context.DeadlineExceeded, failure{status: http.StatusServiceUnavailable, message: "the server is too busy: the answer took too long", retryAfter: retryBusy}},
	{context.Canceled, failure{status: http.StatusServiceUnavailable, message: "the server is stopping", retryAfter: retryBusy}},
}

// failureOf returns the answer to err. requestID is told to the client where
// the fault is ours, so that the log can be searched for it.
func failureOf(err error, requestID string) failure {
	var f *failure
	if errors.As(err, &f) {
		return *f
	}
	for _, s := range sentinels {
		if errors.Is(err, s.err) {
			answer := s.failure
			answer.cause = err
			return answer
		}
	}
	return failure{
		status:  http.StatusInternalServerError,
		message: "an internal error; the server's log has the details under request " + requestID,
		cause:   err,
	}
}
