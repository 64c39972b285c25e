// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"

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

func (r *confidenceReport) print(w io.Writer) error {
	auc := "unknown"
	if r.AUC != nil {
		auc = fmt.Sprintf("%.4f", *r.AUC)
	}
	rows := [][2]string{
		{"points on roads", fmt.Sprintf("%d, %.2f %% right", r.Points, r.Right)},
		{"confidence", fmt.Sprintf("calibration error %.4f, area under the ROC curve %s", r.ECE, auc)},
	}
	if err := table(w, rows); err != nil || r.Points == 0 {
		return err
	}
	fmt.Fprintln(w)
	t := columns(w)
	fmt.Fprint(t, "confidence\tpoints\tmean %\tright %\t\n")
	for i, d := range r.Deciles {
		fmt.Fprintf(t, "%d–%d %%\t%d\t%.1f\t%.1f\t\n", 10*i, 10*(i+1), d.Points, 100*d.Confidence, 100*d.Right)
	}
	return t.Flush()
}
