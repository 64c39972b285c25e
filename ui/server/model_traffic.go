// SPDX-License-Identifier: MIT

package server

import (
	"slices"
	"time"
)

// Kept limits of Traffic.
const (
	MaxRequests  = 1000 // that Traffic lists
	ChartSeconds = 120  // that Traffic counts one by one
)

// Traffic is what the server answered since the app started.
type Traffic struct {
	Total, Failed int       // all requests, and those with a status of 400 or above
	Recent        []Request // the newest first, at most MaxRequests
	Seconds       []Second  // the last ChartSeconds, the oldest first
}

// Request is an answered request. It has neither the query nor the key, which are secrets.
type Request struct {
	At        time.Time // of arrival
	Method    string
	Path      string // without the query
	Operation string // of the API's description; empty for an unknown path
	Key       string // name of the key, empty for none
	Status    int
	Duration  time.Duration
}

// Summary returns the method, path and status.
func (r Request) Summary() string { return r.Method + " " + r.Path + " " + itoa(r.Status) }

// Second counts the requests that were answered in a second.
type Second struct {
	Requests, Failed int
	Total, Slowest   time.Duration // of the answers
}

// Mean returns the mean duration of an answer, 0 without requests.
func (s Second) Mean() time.Duration {
	if s.Requests == 0 {
		return 0
	}
	return s.Total / time.Duration(s.Requests)
}

// Percentile returns the duration within which a share (0…1) of the listed requests were
// answered, 0 without requests.
func (t Traffic) Percentile(share float64) time.Duration {
	if len(t.Recent) == 0 {
		return 0
	}
	durations := make([]time.Duration, len(t.Recent))
	for i, r := range t.Recent {
		durations[i] = r.Duration
	}
	slices.Sort(durations)
	return durations[min(int(share*float64(len(durations))), len(durations)-1)]
}

// Quiet reports whether no request was answered in the seconds of the chart.
func (t Traffic) Quiet() bool {
	return !slices.ContainsFunc(t.Seconds, func(s Second) bool { return s.Requests > 0 })
}

// lastOperation returns the operation of the last request that asked for data, fallback if
// there is none.
func (t Traffic) lastOperation(known func(string) bool, fallback string) string {
	for _, r := range t.Recent {
		if r.Operation != "" && known(r.Operation) {
			return r.Operation
		}
	}
	return fallback
}
