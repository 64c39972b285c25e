// SPDX-License-Identifier: MIT

package api

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"roadsnap/app/compat"
	"roadsnap/engine"
	"roadsnap/engine/errclass"
)

// codes holds the error code of the contract for each status.
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

// statusClientGone is logged for a request whose client disconnected before the
// answer. It is never sent. nginx introduced the number.
const statusClientGone = 499

// failure is an error with its answer. Other errors are looked up in answers.
type failure struct {
	status     int
	message    string
	fields     []fieldError  // of a 400
	allow      string        // of a 405
	retryAfter time.Duration // of a 429 or 503
	cause      error         // for the log only, never sent to the client
}

// fieldError is one fault in the content of a request.
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

// faults collects all faults in the content of a request, so that a client can
// correct them together.
type faults []fieldError

func (f *faults) add(field, message string) {
	*f = append(*f, fieldError{field, message})
}

// err returns the error for a request with these faults, nil if there are none.
func (f faults) err() error {
	if len(f) == 0 {
		return nil
	}
	return &failure{status: http.StatusBadRequest, message: "the request is not valid; see fieldErrors", fields: f}
}

// The times after which a refused client may try again.
const (
	retryBusy  = 1 * time.Second  // the queue handles hundreds of requests a second
	retryNoMap = 30 * time.Second // until a map is installed
)

// tooBusy is the class of errTooBusy.
const tooBusy errclass.Class = "too_busy"

// errTooBusy means that the queue is full.
var errTooBusy = errclass.New(tooBusy, "too many requests are waiting")

// answers are those to errors of the engine, by class. An error of another class is a
// fault of the server.
var answers = map[errclass.Class]failure{
	errclass.NoRoad:     {status: http.StatusUnprocessableEntity, message: "no route can be matched: the points are too far from any road of the map"},
	errclass.NoRoute:    {status: http.StatusUnprocessableEntity, message: "no route can be matched: roads are near, but no route over them joins the points"},
	errclass.TooNoisy:   {status: http.StatusUnprocessableEntity, message: "no route can be matched: the points are too noisy or too far apart to be one journey"},
	errclass.TooShort:   {status: http.StatusUnprocessableEntity, message: "no route can be matched: there are too few usable points"},
	errclass.NoMap:      {status: http.StatusServiceUnavailable, message: "no map is installed on the server", retryAfter: retryNoMap},
	errclass.NoBorders:  {status: http.StatusServiceUnavailable, message: "no borders of administrative units are installed on the server", retryAfter: retryNoMap},
	errclass.NoRoads:    {status: http.StatusServiceUnavailable, message: "the map installed on the server has no roads", retryAfter: retryNoMap},
	errclass.PackFault:  {status: http.StatusServiceUnavailable, message: "the map file on the server was changed in place or can no longer be read", retryAfter: retryNoMap},
	errclass.PackClosed: {status: http.StatusServiceUnavailable, message: "the map is being replaced", retryAfter: retryBusy},
	errclass.TimedOut:   {status: http.StatusServiceUnavailable, message: "the server is too busy: the answer took too long", retryAfter: retryBusy},
	errclass.Canceled:   {status: http.StatusServiceUnavailable, message: "the server is stopping", retryAfter: retryBusy},
	tooBusy:             {status: http.StatusServiceUnavailable, message: "the server is too busy", retryAfter: retryBusy},
}

// failureOf returns the answer to err. For an internal error the answer contains
// requestID, so that the log can be searched for it.
func failureOf(err error, requestID string) failure {
	var f *failure
	if errors.As(err, &f) {
		return *f
	}
	var fault *compat.Fault
	if errors.As(err, &fault) {
		return failure{status: fault.Status, message: fault.Message}
	}
	if answer, ok := answers[engine.Class(err)]; ok {
		answer.cause = err
		return answer
	}
	return failure{
		status:  http.StatusInternalServerError,
		message: "internal error; see the server log for request " + requestID,
		cause:   err,
	}
}
