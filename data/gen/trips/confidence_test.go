// SPDX-License-Identifier: MIT

package main

import (
	"math"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/match/score"
)

// observed returns the points of a trip as the matcher gets them.
func (t *trip) observed() (obs []match.Observation) {
	for _, p := range t.Points {
		o := match.Observation{Point: geo.Point{Lat: p[0], Lon: p[1]}}
		if len(p) > 2 {
			o.Time = time.UnixMilli(int64(1000 * p[2]))
		}
		if !t.Unstated {
			o.Accuracy = t.Sigma
		}
		obs = append(obs, o)
	}
	return obs
}

// TestConfidenceIsCalibrated checks the parameters of the confidence of legs on simulated
// trips of all kinds, by Rao's score test: the slope of the likelihood at each of them must not
// differ from 0 by more than chance. A wrong level or weight makes it steep.
func TestConfidenceIsCalibrated(t *testing.T) {
	const seed, most = 20261, 3.0
	g := sampleRoads(t)
	m, err := match.New(g, match.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	var legs []score.Judged
	var slope, variance [1 + match.NumEvidence]float64
	for i := range 200 {
		trip, ok := plan{name: "andorra", seed: seed}.trip(g, i)
		if !ok {
			continue
		}
		r, err := m.Match(t.Context(), trip.observed(), match.MotorVehicle)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Legs) != 1 {
			continue
		}
		var truth []geo.Point
		for _, v := range trip.Shape {
			truth = append(truth, geo.Point{Lat: v[0], Lon: v[1]})
		}
		l := &r.Legs[0]
		wrong := score.Lines([][]geo.Point{truth}, [][]geo.Point{l.Shape}, trip.Trim)
		a := score.Judged{Confidence: l.Confidence, Right: wrong.Added+wrong.Missed <= 10}
		legs = append(legs, a)
		right := 0.0
		if a.Right {
			right = 1
		}
		evidence := l.Evidence()
		for k, x := range append([]float64{1}, evidence[:]...) {
			slope[k] += x * (right - a.Confidence)
			variance[k] += x * x * a.Confidence * (1 - a.Confidence)
		}
	}
	for k := range slope {
		if z := slope[k] / math.Sqrt(variance[k]); math.Abs(z) > most {
			t.Errorf("seed %d: parameter %d is wrong by %.1f standard errors", seed, k, z)
		}
	}
	if auc, _ := score.AUC(legs); len(legs) < 150 || auc < 0.92 {
		t.Errorf("seed %d: the area under the ROC curve of %d legs is %.3f", seed, len(legs), auc)
	}
}
