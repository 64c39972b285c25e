// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/match/score"
)

// confidenceReport compares the confidences of points on the road with how often they
// are right. Points off the road have no confidence and do not count.
type confidenceReport struct {
	Points  int            `json:"points"`
	Right   float64        `json:"right"`             // per cent of the points
	ECE     float64        `json:"calibration_error"` // expected calibration error, 0 to 1
	AUC     *float64       `json:"auc"`               // area under the ROC curve; null unless some are right and some wrong
	Deciles []decileReport `json:"deciles"`           // of confidence, from 0 upwards
}

type decileReport struct {
	Points     int     `json:"points"`
	Confidence float64 `json:"confidence"` // mean, 0 to 1
	Right      float64 `json:"right"`      // fraction
}

func reportConfidence(answers []score.Judged) confidenceReport {
	r := confidenceReport{Points: len(answers)}
	ece, deciles := score.Calibrate(answers)
	r.ECE = round(ece, 5)
	right := 0.0
	for _, d := range deciles {
		right += d.Right * float64(d.Count)
		r.Deciles = append(r.Deciles, decileReport{Points: d.Count, Confidence: round(d.Confidence, 4), Right: round(d.Right, 4)})
	}
	r.Right = percent(right / max(float64(len(answers)), 1))
	if auc, known := score.AUC(answers); known {
		auc = round(auc, 5)
		r.AUC = &auc
	}
	return r
}

// judgeLegs judges the legs of a match. A leg is right if it goes the true way between its
// first and its last point. Not counted is a stretch at each end that depends on the noise
// of one point. all is the mismatch of the whole match.
func judgeLegs(t *benchTrace, r match.Result, all score.Mismatch) (answers []score.Judged) {
	for _, l := range r.Legs {
		wrong := all
		if l.FirstIndex > 0 || l.LastIndex < len(t.offsets)-1 {
			of := t.offsets[l.FirstIndex : l.LastIndex+1]
			wrong = score.Lines([][]geo.Point{cut(t.route, slices.Min(of), slices.Max(of))}, [][]geo.Point{l.Shape}, t.trim)
		}
		answers = append(answers, score.Judged{Confidence: l.Confidence, Right: wrong.Added+wrong.Missed <= sameMetres})
	}
	return answers
}

// sameMetres is how much of a leg may differ from the truth if it goes the same way: the
// samples of [score.Lines] do not meet exactly in sharp bends. Hardly any wrong way is
// shorter.
const sameMetres = 10

// cut returns the part of a line between two distances from its start (metres).
func cut(line []geo.Point, from, to float64) (part []geo.Point) {
	along := 0.0
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		length := geo.Distance(a, b)
		if length > 0 && along+length >= from && along <= to {
			if part == nil {
				part = append(part, geo.Lerp(a, b, max(from-along, 0)/length))
			}
			part = append(part, geo.Lerp(a, b, min(to-along, length)/length))
		}
		along += length
	}
	return part
}

// printConfidences prints the reports of points and of legs.
func printConfidences(w io.Writer, points, legs confidenceReport) error {
	if err := points.print(w, "points"); err != nil || legs.Points == 0 {
		return err
	}
	fmt.Fprintln(w)
	return legs.print(w, "legs")
}

// print prints the report. things are what has a confidence.
func (r *confidenceReport) print(w io.Writer, things string) error {
	auc := "unknown"
	if r.AUC != nil {
		auc = fmt.Sprintf("%.4f", *r.AUC)
	}
	rows := [][2]string{
		{things + " on roads", fmt.Sprintf("%d, %.2f %% right", r.Points, r.Right)},
		{"confidence", fmt.Sprintf("calibration error %.4f, area under the ROC curve %s", r.ECE, auc)},
	}
	if err := table(w, rows); err != nil || r.Points == 0 {
		return err
	}
	fmt.Fprintln(w)
	t := columns(w)
	fmt.Fprint(t, "confidence\t"+things+"\tmean %\tright %\t\n")
	for i, d := range r.Deciles {
		fmt.Fprintf(t, "%d–%d %%\t%d\t%.1f\t%.1f\t\n", 10*i, 10*(i+1), d.Points, 100*d.Confidence, 100*d.Right)
	}
	return t.Flush()
}
