// SPDX-License-Identifier: MIT

package api

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"roadsnap/engine/correction"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// The limits of the contract on a trip.
const (
	minTripPoints = 2
	maxTripPoints = 50_000
	maxTripBody   = 16 << 20 // bytes
	maxTripID     = 200      // characters
	maxTripDepth  = 64       // levels of nested values
)

// maxFaults is the number of faults of a trip that an answer lists. More would not help to
// correct it.
const maxFaults = 1000

// tripRequest is a trip to match.
type tripRequest struct {
	id      string // the JSON text of its id, "" if it has none
	trip    trace.Trip
	profile match.Profile

	hasProfile bool

	corrections correction.Log // of the match, by hand
}

// defaultTripID is the id of a trip that names none, as in the output of the command line.
const defaultTripID = "trip"

// decodeTrip decodes the JSON of a trip and adds its faults to f. If there are any, only the
// id may be used. It pauses in between; the error is that of ctx.
func decodeTrip(ctx context.Context, body []byte, f *faults) (tripRequest, error) {
	t := newTokens(ctx, body, "points", f)
	request := tripRequest{trip: trace.Trip{ID: defaultTripID}}
	if !utf8.Valid(body) {
		f.add("body", "is not UTF-8")
		return request, nil
	}
	points := -1 // not given
	t.document(map[string]func(field string){
		"id": func(field string) { request.id, request.trip.ID = t.tripID(field) },
		"profile": func(field string) {
			if name, ok := t.text(field); ok {
				request.profile, request.hasProfile = readProfile(field, name, f), true
			}
		},
		"points":      func(string) { request.trip.Observations, points = t.observations() },
		"corrections": func(string) { request.corrections = t.corrections() },
	})
	switch {
	case t.ended():
	case points < 0:
		f.add("points", "is required: an array of objects with lat and lon")
	case points < minTripPoints || points > maxTripPoints:
		f.add("points", fmt.Sprintf("must have %d to %d points, has %d", minTripPoints, maxTripPoints, points))
	}
	return request, t.in.err
}

// readProfile returns the profile with a name.
func readProfile(field, name string, f *faults) match.Profile {
	p, err := match.ParseProfile(name)
	if err != nil {
		var names []string
		for _, p := range match.Profiles() {
			names = append(names, p.String())
		}
		f.add(field, "must be one of "+strings.Join(names, ", "))
	}
	return p
}

// tripID reads an id, a short text or a whole number, and returns it as JSON and as text.
func (t *tokens) tripID(field string) (encoded, text string) {
	switch id := t.scalar().(type) {
	case string:
		if id != "" && utf8.RuneCountInString(id) <= maxTripID {
			return string(appendString(nil, id)), id
		}
	case json.Number:
		if _, err := strconv.ParseInt(id.String(), 10, 64); err == nil {
			return id.String(), id.String()
		}
	}
	t.fault(field, fmt.Sprintf("must be a text of 1 to %d characters, or an integer", maxTripID))
	return "", defaultTripID
}

// observations reads the array of points, and counts its elements, -1 if it is no array.
func (t *tokens) observations() (list []match.Observation, n int) {
	if !t.opens('[', "points", "must be an array of objects with lat and lon") {
		return nil, 0
	}
	for t.more() {
		if n++; n > maxTripPoints {
			t.skip()
			continue
		}
		list = append(list, t.observation("points["+strconv.Itoa(n-1)+"]"))
	}
	t.next()
	return list, n
}

// observation reads one point. place is that of the point, for faults.
func (t *tokens) observation(place string) (o match.Observation) {
	if !t.opens('{', place, "must be an object with the numbers lat and lon") {
		return o
	}
	var others []string
	var given [len(pointMembers)]bool
	for t.more() {
		name, _ := t.next().(string)
		i := slices.IndexFunc(pointMembers[:], func(m pointMember) bool { return m.name == name })
		switch {
		case i < 0:
			if len(others) < maxTripDepth {
				others = append(others, name)
			}
			t.skip()
		case given[i]:
			t.fault(place+"."+name, "must not be given twice")
			t.skip()
		default:
			given[i] = true
			pointMembers[i].read(t, place+"."+name, &o)
		}
	}
	t.next()
	for i, a := range []axis{latitude, longitude} {
		if !given[i] {
			t.fault(place+"."+a.name, a.missing(others))
		}
	}
	return o
}

// pointMember is a member of a point, and the function that reads its value.
type pointMember struct {
	name string
	read func(t *tokens, field string, o *match.Observation)
}

// pointMembers are the members of a point, those that are required first.
var pointMembers = [...]pointMember{
	{latitude.name, func(t *tokens, field string, o *match.Observation) { o.Lat = t.degrees(latitude, field) }},
	{longitude.name, func(t *tokens, field string, o *match.Observation) { o.Lon = t.degrees(longitude, field) }},
	{"time", func(t *tokens, field string, o *match.Observation) { o.Time = t.time(field) }},
	{"accuracy_m", func(t *tokens, field string, o *match.Observation) { o.Accuracy, _ = t.optional(field, 0, maxAccuracy) }},
	{"heading", func(t *tokens, field string, o *match.Observation) {
		o.Heading, o.HasHeading = t.optional(field, -360, 360)
	}},
	{"speed_mps", func(t *tokens, field string, o *match.Observation) {
		o.Speed, o.HasSpeed = t.optional(field, 0, maxSpeed)
	}},
}

// The greatest values of a point, far above those of any receiver: the circumference of the
// Earth (metres), and the speed of an orbit (m/s).
const (
	maxAccuracy = 40_000_000
	maxSpeed    = 10_000
)

// degrees reads a coordinate.
func (t *tokens) degrees(a axis, field string) float64 {
	n, ok := t.scalar().(json.Number)
	if !ok {
		t.fault(field, "must be a number")
		return 0
	}
	// The only possible error, a number out of range, gives an infinity.
	v, _ := n.Float64()
	if !a.holds(v) {
		t.fault(field, a.limits())
	}
	return v
}

// optional reads a number that may be null.
func (t *tokens) optional(field string, least, most float64) (v float64, known bool) {
	switch n := t.scalar().(type) {
	case nil:
		return 0, false
	case json.Number:
		v, _ = n.Float64() // as above
		if v >= least && v <= most {
			return v, true
		}
	}
	t.fault(field, fmt.Sprintf("must be a number from %g to %g, or null", least, most))
	return 0, false
}

// The range of times (Unix seconds): the years 1 to 9999, as RFC 3339 has them.
const (
	firstSecond = -62_135_596_800
	endSecond   = 253_402_300_800
)

// time reads a time. Those without a zone of their own are in that of Vietnam, as in files.
func (t *tokens) time(field string) time.Time {
	switch v := t.scalar().(type) {
	case nil:
		return time.Time{}
	case string:
		if at, err := time.Parse(time.RFC3339, v); err == nil && at.Unix() >= firstSecond && at.Unix() < endSecond {
			return at
		}
	case json.Number:
		seconds, _ := v.Float64() // as above
		if seconds >= firstSecond && seconds < endSecond {
			whole := math.Floor(seconds)
			fraction := time.Duration((seconds - whole) * float64(time.Second))
			return time.Unix(int64(whole), 0).Add(fraction.Round(time.Microsecond)).In(trace.VietnamTime())
		}
	}
	t.fault(field, "must be a time in RFC 3339, such as 2026-11-26T08:00:00+07:00, or seconds since 1970, or null")
	return time.Time{}
}
