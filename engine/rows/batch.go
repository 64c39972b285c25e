// SPDX-License-Identifier: MIT

package rows

import (
	"strings"

	"roadsnap/engine/match"
)

// batch holds input rows as they came. It does not change.
type batch interface {
	len() int
	// decode reads the rows, from which key and the output take what they need.
	decode(f *fixes)
	// key returns the trip of a row without a reason, in the form of the output. It is
	// valid while the batch is.
	key(i int) string
	// order returns a text by which the trips of rows are sorted.
	order(i int) string
	slice(from, to int) batch
	// take returns the rows with the numbers, which belong to the batch.
	take(numbers []int) batch
	// join returns the rows of the batch and of others after it.
	join(others []batch) (batch, error)
	size() int64 // in memory (bytes)
}

// source reads batches. The last one is followed by io.EOF.
type source interface {
	next() (batch, error)
}

// opened is a source that knows the columns of the output.
type opened interface {
	source
	tripColumn(joins bool) string
}

// span is a part of a batch.
type span struct {
	batch    batch
	from, to int
}

// sink writes chunks.
type sink interface {
	// joined writes input rows, each with the columns of a row of t.
	joined(spans []span, t *table) error
	// table writes rows of their own.
	table(t *table) error
	close() error
}

// fixes are the decoded rows of a batch.
type fixes struct {
	obs      []match.Observation
	profiles []match.Profile
	why      []Reason
	keyed    bool // the operation needs trips
}

// reset makes room for n rows without a reason.
func (f *fixes) reset(n int, p match.Profile) {
	if cap(f.obs) < n {
		f.obs, f.profiles, f.why = make([]match.Observation, n), make([]match.Profile, n), make([]Reason, n)
	}
	f.obs, f.profiles, f.why = f.obs[:n], f.profiles[:n], f.why[:n]
	clear(f.obs)
	clear(f.why)
	for i := range f.profiles {
		f.profiles[i] = p
	}
}

// hasTrip reports whether the trip of a row is known.
func (f *fixes) hasTrip(i int) bool { return f.why[i] != NullKey && f.why[i] != BadKey }

// fault gives a row a reason, unless it has one.
func (f *fixes) fault(i int, why Reason) {
	if f.why[i] == "" {
		f.why[i] = why
	}
}

// set sets the value of a role from a number.
func (f *fixes) set(role, i int, v float64) {
	o := &f.obs[i]
	switch role {
	case latOf:
		o.Lat = v
		if !(v >= -90 && v <= 90) {
			f.fault(i, BadPosition)
		}
	case lonOf:
		o.Lon = v
		if !(v >= -180 && v <= 180) {
			f.fault(i, BadPosition)
		}
	case timeOf:
		t, ok := timeOfNumber(v)
		if !ok {
			f.fault(i, BadTime)
			return
		}
		o.Time = t
	case accuracyOf:
		o.Accuracy = v
		if !(v >= 0 && v <= 1e9) {
			f.fault(i, BadAccuracy)
		}
	case speedOf:
		o.Speed, o.HasSpeed = v, true
		if !(v >= -1e9 && v <= 1e9) {
			f.fault(i, BadSpeed)
		}
	case headingOf:
		o.Heading, o.HasHeading = v, true
		if !(v >= -360 && v <= 360) {
			f.fault(i, BadHeading)
		}
	}
}

// null says that a role has no value.
func (f *fixes) null(role, i int) {
	switch role {
	case tripID:
		if f.keyed {
			f.fault(i, NullKey)
		}
	case latOf, lonOf:
		f.fault(i, NullPosition)
	}
}

// bad says that the value of a role cannot be read.
func (f *fixes) bad(role, i int) {
	f.fault(i, [numRoles]Reason{BadKey, BadTime, BadPosition, BadPosition, BadAccuracy, BadSpeed, BadHeading, BadProfile}[role])
}

// setText sets the value of a role from a text. An empty one is null.
func (f *fixes) setText(role, i int, text string) {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		f.null(role, i)
	case role == profileOf:
		p, err := match.ParseProfile(text)
		if err != nil {
			f.bad(role, i)
			return
		}
		f.profiles[i] = p
	case role == timeOf:
		t, ok := timeOfText(text)
		if !ok {
			f.bad(role, i)
			return
		}
		f.obs[i].Time = t
	default:
		v, ok := number(text)
		if !ok {
			f.bad(role, i)
			return
		}
		f.set(role, i, v)
	}
}
