// SPDX-License-Identifier: MIT

package main

import (
	"math"
	"slices"

	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// benchCmd is `roadsnap bench`.
type benchCmd struct {
	Match      benchMatchCmd      `cmd:"" help:"Measure how fast traces are matched, on one core."`
	Accuracy   benchAccuracyCmd   `cmd:"" help:"Measure how well matches agree with the truth."`
	Figures    benchFiguresCmd    `cmd:"" help:"Measure all figures of accuracy at once, and compare them with a measurement before."`
	Confidence benchConfidenceCmd `cmd:"" help:"Measure how right confidences are, and fit those of legs."`
}

// strip removes everything but the positions from observations.
func strip(obs []match.Observation) {
	for i := range obs {
		obs[i] = match.Observation{Point: obs[i].Point}
	}
}

// shapes returns the legs of a match as polylines of precision 6; never nil.
func shapes(r match.Result) []string {
	s := make([]string, len(r.Legs))
	for i, l := range r.Legs {
		s[i] = trace.EncodeShape(l.Shape)
	}
	return s
}

// quantile returns the value below which the fraction q of the values lies,
// interpolated between neighbours; 0 for no values. 0 ≤ q ≤ 1.
func quantile(values []float64, q float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	at := q * float64(len(sorted)-1)
	low := int(at)
	high := min(low+1, len(sorted)-1)
	return sorted[low] + (sorted[high]-sorted[low])*(at-float64(low))
}

func median(values []float64) float64 { return quantile(values, 0.5) }

// mean returns the mean of the values, 0 for none.
func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / max(float64(len(values)), 1)
}

// percent turns a fraction into per cent with three decimals, as reports have it.
func percent(fraction float64) float64 { return round(100*fraction, 3) }

// round returns x rounded to a number of decimals.
func round(x float64, decimals int) float64 {
	unit := math.Pow10(decimals)
	return math.Round(x*unit) / unit
}
