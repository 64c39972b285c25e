// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/match/score"
)

// trimFor returns how much of each end of a route is left out of the mismatch,
// for points of standard deviation sigma (metres). A noisy first point can move the
// beginning of a route that far, and a little further at a junction.
func trimFor(sigma float64) float64 { return 3*sigma + 10 }

// traceScore is the score of one trace of a synthetic set.
type traceScore struct {
	trace    *benchTrace
	exact    int     // points matched to their true way
	mismatch float64 // fraction, without the ends
	legs     int
	answers  []score.Judged // of points
	ofLegs   []score.Judged // if the true offsets of the points are known
}

// scoreTrace compares a match with the truth of its trace.
func scoreTrace(t *benchTrace, r match.Result) traceScore {
	s := traceScore{trace: t, legs: len(r.Legs)}
	wrong := score.Lines([][]geo.Point{t.route}, legLines(r), t.trim)
	s.mismatch = wrong.Fraction()
	if t.offsets != nil {
		s.ofLegs = judgeLegs(t, r, wrong)
	}
	for i, p := range r.Points {
		if !p.HasWay {
			continue // claims nothing, and is not right either
		}
		right := p.WayID == t.ways[i]
		if right {
			s.exact++
		}
		s.answers = append(s.answers, score.Judged{Confidence: p.Confidence, Right: right})
	}
	return s
}

// cellScore is the score of all traces of one interval and one noise. Shares are in
// per cent.
type cellScore struct {
	Interval float64 `json:"interval_s"`
	Sigma    float64 `json:"sigma_m"`
	Traces   int     `json:"traces"`
	Points   int     `json:"points"`
	WayExact float64 `json:"way_exact"`       // of the points, those on their true way; unmatched ones count against
	Mismatch float64 `json:"rmf_core"`        // mean of the traces' route mismatch without the ends
	Median   float64 `json:"rmf_core_median"` // median of the same
	Broken   float64 `json:"broken"`          // of the traces, those of more than one leg
	Failed   float64 `json:"failed"`          // of the traces, those without a leg
}

// cells returns the scores by interval and noise, in that order.
func cells(scores []traceScore) []cellScore {
	key := func(s traceScore) [2]float64 { return [2]float64{s.trace.interval, s.trace.sigma} }
	groups := map[[2]float64][]traceScore{}
	for _, s := range scores {
		groups[key(s)] = append(groups[key(s)], s)
	}
	var out []cellScore
	for k, g := range groups {
		c := sumUp(g)
		c.Interval, c.Sigma = k[0], k[1]
		out = append(out, c)
	}
	slices.SortFunc(out, func(a, b cellScore) int {
		return cmp.Or(cmp.Compare(a.Interval, b.Interval), cmp.Compare(a.Sigma, b.Sigma))
	})
	return out
}

// sumUp returns the score of traces of any interval and noise.
func sumUp(scores []traceScore) cellScore {
	c := cellScore{Traces: len(scores)}
	exact, broken, failed := 0, 0, 0
	var mismatch []float64
	for _, s := range scores {
		c.Points += len(s.trace.observations)
		exact += s.exact
		mismatch = append(mismatch, s.mismatch)
		switch {
		case s.legs == 0:
			failed++
		case s.legs > 1:
			broken++
		}
	}
	share := func(n, of int) float64 { return percent(float64(n) / max(float64(of), 1)) }
	c.WayExact, c.Broken, c.Failed = share(exact, c.Points), share(broken, c.Traces), share(failed, c.Traces)
	c.Mismatch, c.Median = percent(mean(mismatch)), percent(median(mismatch))
	return c
}

// traceReport is the output of `bench accuracy --traces --json`.
type traceReport struct {
	Cells      []cellScore      `json:"cells"`
	All        cellScore        `json:"all"` // interval and sigma 0
	Confidence confidenceReport `json:"confidence"`
	Legs       confidenceReport `json:"leg_confidence"` // of traces with point_offsets_m
}

// readTrueTraces is readBenchTraces for traces with a truth.
func readTrueTraces(path string, bare bool) ([]benchTrace, error) {
	traces, err := readBenchTraces(path, bare)
	for _, t := range traces {
		if t.ways == nil || len(t.route) < 2 {
			return nil, fmt.Errorf("%s: trace %q has no truth; it needs point_way_ids and true_shape", path, t.id)
		}
	}
	return traces, err
}

// traces scores a set of synthetic traces.
func (c *benchAccuracyCmd) traces(ctx context.Context, s streams, matches *json.Encoder) (_ accuracyReport, err error) {
	traces, err := readTrueTraces(c.Traces, c.Strip)
	if err != nil {
		return nil, err
	}
	e, err := openEngine(c.Pack)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	bar := progress{s: s}
	defer bar.finish()

	var scores []traceScore
	var answers, ofLegs []score.Judged
	for i := range traces {
		bar.count("matching", i, len(traces))
		t := &traces[i]
		result, err := e.Match(ctx, t.observations, match.MotorVehicle)
		if err != nil {
			return nil, fmt.Errorf("trace %q: %w", t.id, err)
		}
		scored := scoreTrace(t, result)
		scores = append(scores, scored)
		answers = append(answers, scored.answers...)
		ofLegs = append(ofLegs, scored.ofLegs...)
		if scored.legs == 0 {
			continue // a trace that failed has no line
		}
		if err := matches.Encode(matchLine{ID: t.id, Points: matchPoints(result), Shapes: shapes(result)}); err != nil {
			return nil, err
		}
	}
	report := traceReport{Cells: cells(scores), All: sumUp(scores), Confidence: reportConfidence(answers), Legs: reportConfidence(ofLegs)}
	return &report, nil
}

func (r *traceReport) print(w io.Writer) error {
	t := columns(w)
	fmt.Fprint(t, "interval s\tsigma m\ttraces\tway exact %\tmismatch %\tmedian %\tbroken %\tfailed %\t\n")
	row := func(interval, sigma string, c cellScore) {
		fmt.Fprintf(t, "%s\t%s\t%d\t%.2f\t%.2f\t%.2f\t%.1f\t%.1f\t\n", interval, sigma, c.Traces, c.WayExact, c.Mismatch, c.Median, c.Broken, c.Failed)
	}
	for _, c := range r.Cells {
		row(fmt.Sprint(c.Interval), fmt.Sprint(c.Sigma), c)
	}
	row("all", "all", r.All)
	fmt.Fprintln(t)
	if err := t.Flush(); err != nil {
		return err
	}
	return printConfidences(w, r.Confidence, r.Legs)
}
