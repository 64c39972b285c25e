// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"

	"roadsnap/engine/match"
	"roadsnap/engine/match/score"
)

// benchConfidenceCmd is `roadsnap bench confidence`.
type benchConfidenceCmd struct {
	Traces []string `help:"A map pack and a file of simulated trips with their truth; repeatable." sep:"none" required:"" placeholder:"PACK=FILE"`
}

// Help returns the rest of the help.
func (benchConfidenceCmd) Help() string {
	return "Prints how often points and legs are right where they are sure, by interval and noise. Fits the weights of the evidence of legs on one half of the maps and measures them on the other, and prints those fitted on all maps."
}

// legSample is a leg whose truth is known.
type legSample struct {
	score.Judged
	evidence [match.NumEvidence]float64
}

// calibration is what is measured on one half of the maps.
type calibration struct {
	points, legs map[string][]score.Judged // by "all", interval and noise
	samples      []legSample               // of whole trips and of parts of them
}

// addTo adds an answer to the groups of a trace.
func addTo(groups map[string][]score.Judged, t *benchTrace, a score.Judged) {
	for _, g := range []string{"all", fmt.Sprintf("every %03g s", t.interval), t.cell} {
		groups[g] = append(groups[g], a)
	}
}

// Run prints the tables.
func (c *benchConfidenceCmd) Run(ctx context.Context, s streams) error {
	bar := progress{s: s}
	defer bar.finish()
	var halves [2]calibration
	for i := range halves {
		halves[i] = calibration{points: map[string][]score.Judged{}, legs: map[string][]score.Judged{}}
	}
	sets := slices.Clone(c.Traces)
	slices.SortFunc(sets, func(a, b string) int { return strings.Compare(mapOf(a), mapOf(b)) })
	for i, set := range sets {
		packPath, file, ok := strings.Cut(set, "=")
		if !ok {
			return &exitError{exitUsage, fmt.Errorf("--traces is %q; it must be PACK=FILE", set)}
		}
		if err := halves[i%2].measure(ctx, packPath, file, &bar); err != nil {
			return err
		}
	}
	bar.finish()
	for i, h := range halves {
		fmt.Fprintf(s.out, "half %d of the maps\n", i+1)
		if err := errors.Join(printReliability(s.out, "points", h.points), printReliability(s.out, "legs", h.legs)); err != nil {
			return err
		}
	}
	for i, h := range halves {
		weights := fitLogistic(h.samples)
		fmt.Fprintf(s.out, "fitted on half %d: %.3f\n", i+1, weights)
		var on []score.Judged
		for _, x := range halves[1-i].samples {
			on = append(on, score.Judged{Confidence: weights.of(x), Right: x.Right})
		}
		ece, _ := score.Calibrate(on)
		auc, _ := score.AUC(on)
		fmt.Fprintf(s.out, "  on the other half, %d legs of whole and cut trips: calibration error %.4f, area %.4f\n", len(on), ece, auc)
	}
	_, err := fmt.Fprintf(s.out, "fitted on all: %.3f\n", fitLogistic(slices.Concat(halves[0].samples, halves[1].samples)))
	return err
}

// mapOf returns the name of the map of PACK=FILE.
func mapOf(set string) string {
	packPath, _, _ := strings.Cut(set, "=")
	return filepath.Base(packPath)
}

// measure matches the trips of a map.
func (c *calibration) measure(ctx context.Context, packPath, file string, bar *progress) error {
	traces, err := readTrueTraces(file, false)
	if err != nil {
		return err
	}
	e, err := openEngine(packPath)
	if err != nil {
		return err
	}
	whole := len(traces)
	for i := range whole {
		for part := range uint64(partsOfTrip) {
			if p, ok := cutTrace(&traces[i], rand.New(rand.NewPCG(uint64(i), part))); ok {
				traces = append(traces, p)
			}
		}
	}
	results := make([]match.Result, len(traces))
	err = inParallel(len(traces), bar, func(i int) (err error) {
		if results[i], err = e.Match(ctx, traces[i].observations, match.MotorVehicle); err != nil {
			return fmt.Errorf("trace %q: %w", traces[i].id, err)
		}
		return nil
	})
	if err = errors.Join(err, e.Close()); err != nil {
		return err
	}
	for i := range traces {
		t := &traces[i]
		s := scoreTrace(t, results[i])
		for k, a := range s.ofLegs {
			c.samples = append(c.samples, legSample{a, results[i].Legs[k].Evidence()})
		}
		if i >= whole {
			continue
		}
		for _, a := range s.ofLegs {
			addTo(c.legs, t, a)
		}
		for _, a := range s.answers {
			addTo(c.points, t, a)
		}
	}
	return nil
}

// partsOfTrip is how many parts of a trip are matched besides the whole, so that short legs
// are judged as well.
const partsOfTrip = 2

// cutTrace returns a random part of a trace, from 6 points on. ok is false if the trace has no
// offsets or the part is short.
func cutTrace(t *benchTrace, random *rand.Rand) (part benchTrace, ok bool) {
	n := len(t.observations)
	size := 5 + int(math.Pow(60, random.Float64()))
	if t.offsets == nil || size >= n {
		return part, false
	}
	first := random.IntN(n - size)
	part = *t
	part.id += fmt.Sprint("-", first)
	part.observations, part.ways = t.observations[first:first+size], t.ways[first:first+size]
	part.offsets = slices.Clone(t.offsets[first : first+size])
	from, to := slices.Min(part.offsets), slices.Max(part.offsets)
	for i := range part.offsets {
		part.offsets[i] -= from
	}
	part.route = cut(t.route, from, to)
	return part, to-from >= 100
}

// printReliability prints the groups, in the order of their names.
func printReliability(w io.Writer, things string, groups map[string][]score.Judged) error {
	t := columns(w)
	fmt.Fprintf(t, "%s\tmean confidence %%\tright %%\t± %%\tcalibration error\tarea\t of\t\n", things)
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		answers := groups[name]
		confidence, right := 0.0, 0.0
		for _, a := range answers {
			confidence += a.Confidence
			if a.Right {
				right++
			}
		}
		n := float64(len(answers))
		ece, _ := score.Calibrate(answers)
		auc, _ := score.AUC(answers)
		fmt.Fprintf(t, "%d\t%.1f\t%.1f\t%.1f\t%.4f\t%.3f\t %s\t\n", len(answers), 100*confidence/n, 100*right/n,
			196*math.Sqrt(right/n*(1-right/n)/n), ece, auc, name)
	}
	fmt.Fprintln(t)
	return t.Flush()
}

// legWeights are the level of the log-odds of a leg, then the weight of each term against it.
type legWeights [1 + match.NumEvidence]float64

// of returns the probability that the leg is right.
func (w *legWeights) of(s legSample) float64 {
	log := w[0]
	for i, x := range s.evidence {
		log -= w[i+1] * x
	}
	return 1 / (1 + math.Exp(-log))
}

// fitLogistic returns the weights of the greatest likelihood, by Newton's method.
func fitLogistic(samples []legSample) (w legWeights) {
	const n = len(w)
	for range 30 {
		var a [n][n + 1]float64 // the matrix of second derivatives, and the first derivatives
		for i := range n {
			a[i][i] = 1e-6
		}
		for _, s := range samples {
			x := [n]float64{1}
			for i, v := range s.evidence {
				x[i+1] = -v
			}
			p, right := w.of(s), 0.0
			if s.Right {
				right = 1
			}
			for i := range n {
				for k := range n {
					a[i][k] += p * (1 - p) * x[i] * x[k]
				}
				a[i][n] += (right - p) * x[i]
			}
		}
		// Gauss and Jordan; the matrix is positive definite.
		for i := range n {
			for k := range n {
				if k == i {
					continue
				}
				f := a[k][i] / a[i][i]
				for j := i; j <= n; j++ {
					a[k][j] -= f * a[i][j]
				}
			}
		}
		for i := range n {
			w[i] += a[i][n] / a[i][i]
		}
	}
	return w
}
