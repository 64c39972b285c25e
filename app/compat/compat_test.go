// SPDX-License-Identifier: MIT

package compat

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/url"
	"strings"
	"sync"
	"testing"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/yield"
)

// sample is an engine on the embedded map of Andorra.
var sample = sync.OnceValues(func() (*engine.Engine, error) {
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack})
	if err != nil {
		return nil, err
	}
	return e, e.OpenBytes("sample", data.SamplePack)
})

// reply is an answer in the form of a family.
type reply struct {
	status int
	body   []byte
	json   map[string]any
}

// ask sends a request to the operation that serves the path. A query in body is that of a
// form, or any text.
func ask(tb testing.TB, path, query, body string) reply {
	tb.Helper()
	e, err := sample()
	if err != nil {
		tb.Fatal(err)
	}
	return askOn(tb, e, path, query, body)
}

func askOn(tb testing.TB, e Engine, path, query, body string) (got reply) {
	tb.Helper()
	s, err := New(e, Families()...)
	if err != nil {
		tb.Fatal(err)
	}
	family, known := FamilyOf(path)
	if !known {
		tb.Fatalf("%s is of no family", path)
	}
	op, segments := findOperation(path, body != "")
	call := &Call{Path: segments, Query: parametersOf(tb, query)}
	if op == nil {
		return refused(tb, family, family.Unknown(path))
	}
	switch op.Body {
	case FormBody:
		call.Query = append(call.Query, parametersOf(tb, body)...)
	case TextBody:
		call.Body = []byte(body)
	}
	text, err := s.Answer(context.Background(), nil, op, call)
	if err != nil {
		return refused(tb, family, err)
	}
	return decode(tb, 200, text)
}

// findOperation returns the operation of a path, with a body or without.
func findOperation(path string, body bool) (*Operation, []string) {
	have := strings.Split(path, "/")
	for _, op := range Operations() {
		want := strings.Split(op.Path, "/")
		if len(want) != len(have) || (op.Body != NoBody) != body {
			continue
		}
		var segments []string
		same := true
		for i := range want {
			if strings.HasPrefix(want[i], "{") {
				segments = append(segments, have[i])
			} else if want[i] != have[i] {
				same = false
			}
		}
		if same {
			return &op, segments
		}
	}
	return nil, nil
}

func parametersOf(tb testing.TB, query string) (list Parameters) {
	tb.Helper()
	for pair := range strings.SplitSeq(query, "&") {
		if pair == "" {
			continue
		}
		name, value, _ := strings.Cut(pair, "=")
		text, err := url.QueryUnescape(value)
		if err != nil {
			tb.Fatal(err)
		}
		list = append(list, Parameter{Name: name, Value: text})
	}
	return list
}

// refused returns the answer to an error. One that is not a Fault gets status 422, as
// those of the matcher do.
func refused(tb testing.TB, f Family, err error) reply {
	tb.Helper()
	fault := Fault{Status: 422, Message: err.Error()}
	var known *Fault
	if errors.As(err, &known) {
		fault = *known
	}
	status, body, err := Refusal(nil, f, fault)
	if err != nil {
		tb.Fatal(err)
	}
	return decode(tb, status, body)
}

func decode(tb testing.TB, status int, body []byte) reply {
	tb.Helper()
	got := reply{status: status, body: body}
	if err := json.Unmarshal(body, &got.json); err != nil {
		tb.Fatalf("%v in %s", err, body)
	}
	return got
}

// as decodes the answer into v.
func (r reply) as(tb testing.TB, v any) {
	tb.Helper()
	if r.status != 200 {
		tb.Fatalf("status %d: %s", r.status, r.body)
	}
	if err := json.Unmarshal(r.body, v); err != nil {
		tb.Fatal(err)
	}
}

// trip is a drive through Andorra la Vella with noise of some metres, a point every few
// seconds.
func trip(tb testing.TB) []geo.Point {
	tb.Helper()
	e, err := sample()
	if err != nil {
		tb.Fatal(err)
	}
	town := []geo.Point{{Lat: 42.5079, Lon: 1.5262}, {Lat: 42.5088, Lon: 1.5310}, {Lat: 42.5098, Lon: 1.5395}}
	traced, err := e.Trace(context.Background(), match.Path(town), match.Car)
	if err != nil || len(traced.Legs) != 1 {
		tb.Fatalf("%d legs, %v", len(traced.Legs), err)
	}
	leg, along := traced.Legs[0], traced.Along[0]
	var points []geo.Point
	for at, v := 0.0, 1; at < leg.Length; at += 40 {
		for along[v] < at {
			v++
		}
		p := geo.Lerp(leg.Shape[v-1], leg.Shape[v], (at-along[v-1])/(along[v]-along[v-1]))
		n := float64(len(points))
		plane := geo.NewPlane(p)
		points = append(points, plane.Point(geo.XY{X: 5 * math.Sin(n*1.7), Y: 5 * math.Cos(n*2.9)}))
	}
	return points
}

// lonLats returns points as OSRM and Mapbox write them.
func lonLats(points []geo.Point) string {
	var b strings.Builder
	for i, p := range points {
		if i > 0 {
			b.WriteByte(';')
		}
		text, _ := json.Marshal(positionOf(p))
		b.Write(text[1 : len(text)-1])
	}
	return b.String()
}

func TestUnknownFamiliesAreRefused(t *testing.T) {
	e, err := sample()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := New(e, "graphhopper"); err == nil || !strings.Contains(err.Error(), "osrm") {
		t.Errorf("an unknown family: %v, want an error that names the known ones", err)
	}
	s, err := New(e, OSRM)
	if err != nil || !s.Enabled(OSRM) || s.Enabled("x") || (*Service)(nil).Enabled(OSRM) {
		t.Errorf("enabled %v, %v", s, err)
	}
}

// TestCountWaysPauses checks that ways are counted with a pause before each point, and that
// the count ends with the request.
func TestCountWaysPauses(t *testing.T) {
	e, err := sample()
	if err != nil {
		t.Fatal(err)
	}
	points := trip(t)[:5]
	pauses := 0
	ended := errors.New("ended")
	ctx := yield.With(t.Context(), func() error {
		if pauses++; pauses == 3 {
			return ended
		}
		return nil
	})
	if _, err := e.CountWays(ctx, points, []float64{50, 50, 50, 50, 50}, match.Car); !errors.Is(err, ended) || pauses != 3 {
		t.Errorf("%d pauses, %v; want the error of the third", pauses, err)
	}
}
