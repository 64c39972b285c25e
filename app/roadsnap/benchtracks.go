// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"roadsnap/engine/match/score"
)

// trackReport is the output of `bench accuracy --truth --json`. Shares are in per
// cent.
type trackReport struct {
	Tracks      int              `json:"tracks"`
	Points      int              `json:"points"`
	Unmatched   int              `json:"unmatched"` // tracks without a leg
	Legs        int              `json:"legs"`
	Correct     float64          `json:"correct"` // weighted by length
	MeanCorrect float64          `json:"mean_correct"`
	Error       float64          `json:"error"`
	Mismatch    float64          `json:"rmf_core"` // mean of the tracks'
	Confidence  confidenceReport `json:"confidence"`
	PerTrack    []trackRow       `json:"per_track,omitempty"`
}

// trackRow is one track of the report.
type trackRow struct {
	ID       string  `json:"id"`
	Points   int     `json:"points"`
	Legs     int     `json:"legs"`
	Truth    float64 `json:"truth_m"`
	Matched  float64 `json:"matched_m"`
	Correct  float64 `json:"correct"`
	Error    float64 `json:"error"`
	Mismatch float64 `json:"rmf_core"`
}

// tracks scores a folder of recorded tracks.
func (c *benchAccuracyCmd) tracks(ctx context.Context, s streams, matches *json.Encoder) (_ accuracyReport, err error) {
	tracks, err := findTracks(c.Truth)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "roadsnap-bench-*")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	bar := progress{s: s}
	defer bar.finish()

	report := trackReport{Tracks: len(tracks)}
	var total score.Total
	var answers []score.Judged
	var mismatch []float64
	for i, t := range tracks {
		bar.count("matching", i, len(tracks))
		scored, err := c.track(ctx, t, folder)
		if err != nil {
			return nil, err
		}
		if err := matches.Encode(matchLine{ID: t.id, Shapes: scored.shapes}); err != nil {
			return nil, err
		}
		total.Add(scored.route)
		answers = append(answers, scored.answers...)
		mismatch = append(mismatch, scored.mismatch)
		report.Points += scored.points
		report.Legs += len(scored.shapes)
		if len(scored.shapes) == 0 {
			report.Unmatched++
		}
		if c.PerTrack {
			report.PerTrack = append(report.PerTrack, scored.row())
		}
	}
	report.Correct, report.MeanCorrect, report.Error = percent(total.Correct()), percent(total.MeanCorrect()), percent(total.Wrong())
	report.Mismatch = percent(mean(mismatch))
	report.Confidence = reportConfidence(answers)
	return &report, nil
}

// track scores one track, thinned or stripped as the command line says.
func (c *benchAccuracyCmd) track(ctx context.Context, t track, folder string) (scored trackScore, err error) {
	opened, err := t.open(ctx, folder)
	if err != nil {
		return scored, err
	}
	defer func() { err = errors.Join(err, opened.engine.Close()) }()
	obs := opened.observations
	if c.Thin > 0 {
		if obs = thin(obs, time.Duration(c.Thin*float64(time.Second))); len(obs) == 0 {
			return scored, fmt.Errorf("%s: no point has a time; leave --thin out", t.points)
		}
	}
	if c.Strip {
		strip(obs)
	}
	return opened.score(ctx, obs)
}

func (t *trackScore) row() trackRow {
	return trackRow{
		ID: t.id, Points: t.points, Legs: len(t.shapes),
		Truth: round(t.route.Truth, 1), Matched: round(t.route.Matched, 1),
		Correct: percent(t.route.Correct()), Error: percent(t.route.Wrong()), Mismatch: percent(t.mismatch),
	}
}

func (r *trackReport) print(w io.Writer) error {
	if len(r.PerTrack) > 0 {
		t := columns(w)
		fmt.Fprint(t, "track\tpoints\tlegs\ttruth m\tmatch m\tcorrect %\terror %\tmismatch %\t\n")
		for _, row := range r.PerTrack {
			fmt.Fprintf(t, "%s\t%d\t%d\t%.0f\t%.0f\t%.2f\t%.2f\t%.2f\t\n", row.ID, row.Points, row.Legs, row.Truth, row.Matched, row.Correct, row.Error, row.Mismatch)
		}
		fmt.Fprintln(t)
		if err := t.Flush(); err != nil {
			return err
		}
	}
	rows := [][2]string{
		{"tracks", fmt.Sprintf("%d, %d points; %d legs, %d tracks without any", r.Tracks, r.Points, r.Legs, r.Unmatched)},
		{"route correct", fmt.Sprintf("%.2f %% by length, %.2f %% mean of the tracks", r.Correct, r.MeanCorrect)},
		{"route error", fmt.Sprintf("%.2f %% by length", r.Error)},
		{"route mismatch", fmt.Sprintf("%.2f %% mean of the tracks, without their ends", r.Mismatch)},
	}
	if err := table(w, rows); err != nil {
		return err
	}
	return r.Confidence.print(w, "points")
}
