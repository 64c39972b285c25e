// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// benchTrace is one trace of a set to measure with, and its truth.
type benchTrace struct {
	id           string
	cell         string  // the name of its figure; "": made of interval and sigma
	interval     float64 // seconds from point to point; 0: unknown
	sigma        float64 // standard deviation of the points per axis, metres; 0: unknown
	observations []match.Observation
	ways         []int64     // the true way at each point; nil: unknown
	offsets      []float64   // where each point is on the true route (metres); nil: unknown
	route        []geo.Point // the true route; nil: unknown
	trim         float64     // how much of each end is left out of the mismatch (metres)
}

// traceLine is a trace in the form of the file.
type traceLine struct {
	ID       string      `json:"id"`
	Cell     string      `json:"cell"`
	Interval float64     `json:"interval_s"`
	Sigma    float64     `json:"sigma_m"`
	Unstated bool        `json:"unstated"` // the points have no accuracy
	Trim     float64     `json:"trim_m"`   // 0: according to sigma_m
	Points   [][]float64 `json:"points"`   // latitude, longitude, perhaps seconds since 1970
	Ways     []int64     `json:"point_way_ids"`
	Offsets  []float64   `json:"point_offsets_m"` // along true_shape
	Route    [][]float64 `json:"true_shape"`      // latitude, longitude
}

// maxTraceLine is the longest line that is read (bytes): a million points.
const maxTraceLine = 64 << 20

// readBenchTraces reads a set of traces, one JSON object per line, gzipped or not.
// If bare, the observations have neither time nor accuracy.
func readBenchTraces(path string, bare bool) (traces []benchTrace, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	lines := bufio.NewReader(f)
	if magic, _ := lines.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(lines)
		if err != nil {
			return nil, fmt.Errorf("%s: the gzip file is damaged (%w); fetch it again", path, err)
		}
		lines = bufio.NewReader(z)
	}
	traces, err = scanBenchTraces(lines, path)
	if bare {
		for _, t := range traces {
			strip(t.observations)
		}
	}
	return traces, err
}

func scanBenchTraces(r io.Reader, name string) ([]benchTrace, error) {
	var traces []benchTrace
	seen := map[string]int{}
	scanner := bufio.NewScanner(r)
	scanner.Buffer(nil, maxTraceLine)
	line := 0
	for scanner.Scan() {
		line++
		if len(bytes.TrimSpace(scanner.Bytes())) == 0 {
			continue
		}
		t, err := parseBenchTrace(scanner.Bytes())
		if err == nil && seen[t.id] > 0 {
			err = fmt.Errorf("the id %q stands on line %d already; give each trace its own", t.id, seen[t.id])
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, line, err)
		}
		seen[t.id] = line
		traces = append(traces, t)
	}
	if err := scanner.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w; the file is damaged, or holds something else than traces: make or fetch it again", name, line+1, err)
	}
	if len(traces) == 0 {
		return nil, fmt.Errorf("%s: holds no traces; it needs one JSON object per line", name)
	}
	return traces, nil
}

func parseBenchTrace(text []byte) (benchTrace, error) {
	var l traceLine
	if err := json.Unmarshal(text, &l); err != nil {
		return benchTrace{}, fmt.Errorf("not a trace (%w); each line must be a JSON object with id and points", err)
	}
	t := benchTrace{id: l.ID, cell: l.Cell, interval: l.Interval, sigma: l.Sigma, ways: l.Ways, offsets: l.Offsets, trim: l.Trim}
	if t.cell == "" {
		t.cell = fmt.Sprintf("%02g s, %02g m", l.Interval, l.Sigma)
	}
	if t.trim == 0 {
		t.trim = trimFor(l.Sigma)
	}
	switch {
	case l.ID == "":
		return t, errors.New("the trace has no id; give it one")
	case len(l.Points) == 0:
		return t, errors.New("the trace has no points; leave it out")
	case l.Sigma < 0:
		return t, fmt.Errorf("sigma_m is %g; leave it out where it is not known", l.Sigma)
	case l.Ways != nil && len(l.Ways) != len(l.Points):
		return t, fmt.Errorf("%d point_way_ids for %d points; there must be one each", len(l.Ways), len(l.Points))
	case l.Offsets != nil && len(l.Offsets) != len(l.Points):
		return t, fmt.Errorf("%d point_offsets_m for %d points; there must be one each", len(l.Offsets), len(l.Points))
	}
	for i, p := range l.Points {
		o, err := parsePoint(p)
		if err != nil {
			return t, fmt.Errorf("point %d: %w", i, err)
		}
		if !l.Unstated {
			o.Accuracy = l.Sigma
		}
		t.observations = append(t.observations, o)
	}
	for i, p := range l.Route {
		o, err := parsePoint(p)
		if err != nil {
			return t, fmt.Errorf("vertex %d of true_shape: %w", i, err)
		}
		t.route = append(t.route, o.Point)
	}
	return t, nil
}

// parsePoint parses a latitude, a longitude and an optional time.
func parsePoint(p []float64) (match.Observation, error) {
	if len(p) < 2 || len(p) > 3 {
		return match.Observation{}, fmt.Errorf("%d numbers; write latitude, longitude and, if known, seconds since 1970", len(p))
	}
	o := match.Observation{Point: geo.Point{Lat: p[0], Lon: p[1]}}
	if !o.Valid() {
		return o, fmt.Errorf("%g, %g is not on Earth; latitude comes first", p[0], p[1])
	}
	if len(p) == 3 {
		if math.Abs(p[2]) > 1e11 {
			return o, fmt.Errorf("the time %g is too far away; write seconds since 1970", p[2])
		}
		o.Time = time.UnixMilli(int64(math.Round(p[2] * 1000)))
	}
	return o, nil
}
