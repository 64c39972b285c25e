// SPDX-License-Identifier: MIT

package compat

import (
	"fmt"
	"net/http"
)

// Fault is an error of a request. Status is its HTTP status in Roadsnap's own API. Each
// family turns it into an error of its own form.
type Fault struct {
	Status  int
	Kind    Kind
	Number  int // of Valhalla's error; 0 if it follows from the kind
	Message string
}

// Kind is the kind of a Fault in more detail than the status.
type Kind uint8

// The kinds of faults.
const (
	Other          Kind = iota // all that the status says
	Syntax                     // a parameter that cannot be read
	Options                    // parameters that do not go together, or that are not supported
	Value                      // a value out of range
	TooBig                     // more points than the limit
	NoRoad                     // no road near any point
	NoMatch                    // roads, but no route that explains the points
	BadURL                     // a path of the wrong form
	UnknownService             // an unknown service in the path
	UnknownVersion             // an unknown version in the path
	UnknownProfile             // an unknown profile in the path
	NotOffered                 // an operation of the original that Roadsnap does not have
)

func (f *Fault) Error() string { return f.Message }

// malformed returns a fault of Syntax.
func malformed(format string, args ...any) *Fault {
	return invalid(Syntax, format, args...)
}

// invalid returns a fault of another kind in the content of a request.
func invalid(k Kind, format string, args ...any) *Fault {
	return &Fault{Status: http.StatusBadRequest, Kind: k, Message: fmt.Sprintf(format, args...)}
}

// Refusal returns the answer of family f to a fault: its HTTP status and a JSON object.
func Refusal(dst []byte, f Family, fault Fault) (status int, body []byte, err error) {
	status, answer := families[f](fault)
	body, err = appendJSON(dst, answer)
	return status, body, err
}
