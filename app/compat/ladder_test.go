// SPDX-License-Identifier: MIT

package compat

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/match/score"
)

// ladderTrace is a synthetic trace with its truth.
type ladderTrace struct {
	Sigma  float64      `json:"sigma_m"`
	Points [][3]float64 // latitude, longitude, seconds
	Truth  [][2]float64 `json:"true_shape"` // latitude, longitude
}

// TestConfidenceOnTheLadder checks that the confidence of matchings is calibrated: that it
// is the share of them that go the true ways from end to end, also if each is judged by a fit
// to the traces of the other map. It needs ROADSNAP_DATA, and in ROADSNAP_LADDER the packs of
// the maps hcmc and delaware, separated by commas.
func TestConfidenceOnTheLadder(t *testing.T) {
	folder, packs := os.Getenv("ROADSNAP_DATA"), os.Getenv("ROADSNAP_LADDER")
	if folder == "" || packs == "" {
		t.Skip("ROADSNAP_DATA and ROADSNAP_LADDER are not set")
	}
	var answers []score.Judged
	var maps [][]score.Judged
	for pack := range strings.SplitSeq(packs, ",") {
		e, err := engine.New(engine.Options{Units: data.Units()})
		if err != nil {
			t.Fatal(err)
		}
		if err := e.OpenPack(pack); err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(pack), ".rsp") + ".jsonl.gz"
		var here []score.Judged
		for _, trace := range readLadder(t, filepath.Join(folder, "synthetic", name)) {
			here = append(here, judge(t, e, &trace)...)
		}
		answers, maps = append(answers, here...), append(maps, here)
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
	ece, deciles := score.Calibrate(answers)
	for i, d := range deciles {
		t.Logf("%3d–%3d %%: %4d matchings, confidence %.3f, right %.3f", 10*i, 10*i+10, d.Count, d.Confidence, d.Right)
	}
	t.Logf("%d matchings, calibration error %.4f", len(answers), ece)
	if ece > 0.05 || len(answers) < 200 {
		t.Errorf("the calibration error of %d matchings is %.4f, want at most 0.05", len(answers), ece)
	}
	if len(maps) != 2 {
		t.Fatalf("%d maps, want 2", len(maps))
	}
	var others []score.Judged
	for i, part := range maps {
		level, slope := fitConfidence(maps[1-i])
		t.Logf("without map %d: level %.2f, slope %.2f", i+1, level, slope)
		for _, a := range part {
			others = append(others, score.Judged{Confidence: logistic(level + slope*legOdds(a)), Right: a.Right})
		}
	}
	if ece, _ := score.Calibrate(others); ece > 0.05 {
		t.Errorf("the calibration error is %.4f by fits to the other map, want at most 0.05", ece)
	} else {
		t.Logf("calibration error by fits to the other map: %.4f", ece)
	}
}

// legOdds returns the log-odds of the leg of a matching.
func legOdds(a score.Judged) float64 {
	c := min(max(a.Confidence, 1e-9), 1-1e-9)
	return (math.Log(c/(1-c)) - matchingLevel) / matchingSlope
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// fitConfidence returns the level and the slope of the greatest likelihood, by Newton's method.
func fitConfidence(answers []score.Judged) (level, slope float64) {
	slope = 1
	for range 50 {
		var g0, g1, h00, h01, h11 float64
		for _, a := range answers {
			x, right := legOdds(a), 0.0
			if a.Right {
				right = 1
			}
			p := logistic(level + slope*x)
			w := p * (1 - p)
			g0, g1 = g0+right-p, g1+(right-p)*x
			h00, h01, h11 = h00+w, h01+w*x, h11+w*x*x
		}
		det := h00*h11 - h01*h01
		level, slope = level+(h11*g0-h01*g1)/det, slope+(h00*g1-h01*g0)/det
	}
	return level, slope
}

func readLadder(tb testing.TB, path string) (traces []ladderTrace) {
	tb.Helper()
	file, err := os.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		tb.Fatal(err)
	}
	for decoder := json.NewDecoder(unzipped); decoder.More(); {
		var trace ladderTrace
		if err := decoder.Decode(&trace); err != nil {
			tb.Fatal(err)
		}
		traces = append(traces, trace)
	}
	return traces
}

// judge matches a trace in OSRM's form and compares each matching with the truth. One is
// right if no more than 10 m of the line are wrong, beyond what the noise of a single point
// decides at the ends: three standard deviations and 10 m.
func judge(tb testing.TB, e Engine, trace *ladderTrace) (answers []score.Judged) {
	tb.Helper()
	var points []geo.Point
	var times, radiuses []string
	for _, p := range trace.Points {
		points = append(points, geo.Point{Lat: p[0], Lon: p[1]})
		times = append(times, fmt.Sprintf("%.0f", p[2]))
		radiuses = append(radiuses, fmt.Sprint(trace.Sigma))
	}
	truth := make([]geo.Point, len(trace.Truth))
	for i, p := range trace.Truth {
		truth[i] = geo.Point{Lat: p[0], Lon: p[1]}
	}
	var got osrmMatched
	query := "overview=full&geometries=polyline6&gaps=ignore&timestamps=" + strings.Join(times, ";") + "&radiuses=" + strings.Join(radiuses, ";")
	askOn(tb, e, osrmPath+lonLats(points), query, "").as(tb, &got)
	var lines [][]geo.Point
	for _, m := range got.Matchings {
		lines = append(lines, matchedLine(tb, m.Geometry, "polyline6"))
	}
	wrong := score.Lines([][]geo.Point{truth}, lines, 3*trace.Sigma+10)
	for _, m := range got.Matchings {
		answers = append(answers, score.Judged{Confidence: m.Confidence, Right: wrong.Added+wrong.Missed <= 10})
	}
	return answers
}

func TestMatchingConfidence(t *testing.T) {
	last := -1.0
	for _, leg := range []float64{0, 1e-300, 0.001, 0.1, 0.5, 0.9, 0.999, 1} {
		c := matchingConfidence(leg)
		if !(c >= 0 && c <= 1) || c < last {
			t.Errorf("a leg of %g gives %g after %g", leg, c, last)
		}
		last = c
	}
	if matchingConfidence(0) != 0 || matchingConfidence(1) != 1 {
		t.Errorf("the ends are %g and %g", matchingConfidence(0), matchingConfidence(1))
	}
}
