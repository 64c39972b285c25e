// SPDX-License-Identifier: MIT

package score

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestCalibrate(t *testing.T) {
	honest := []Judged{{0.75, true}, {0.75, true}, {0.75, true}, {0.75, false}}
	nan := math.NaN()
	for _, c := range []struct {
		name    string
		answers []Judged
		want    float64
	}{
		{"nothing", nil, 0},
		{"right three times of four, and 75 % sure", honest, 0},
		{"as often, but certain", []Judged{{1, true}, {1, true}, {1, true}, {1, false}}, 0.25},
		{"certain and wrong", []Judged{{1, false}}, 1},
		{"two deciles, one of them wrong about itself", append([]Judged{{0.1, true}, {0.1, true}, {0.1, true}, {0.1, true}}, honest...), 0.45},
		{"faults of opposite sign do not cancel between deciles", []Judged{{0.25, true}, {0.75, false}}, 0.75},
		{"no probabilities", []Judged{{nan, false}, {-3, false}, {7, true}}, 0},
	} {
		ece, deciles := Calibrate(c.answers)
		if !near(ece, c.want, 1e-12) {
			t.Errorf("%s: %g, want %g", c.name, ece, c.want)
		}
		count := 0
		for _, d := range deciles {
			count += d.Count
		}
		if count != len(c.answers) {
			t.Errorf("%s: %d answers in the deciles, want %d", c.name, count, len(c.answers))
		}
	}
	_, deciles := Calibrate(append(honest, Judged{1, true}, Judged{0, false}))
	if got, want := deciles[7], (Decile{Count: 4, Confidence: 0.75, Right: 0.75}); got != want {
		t.Errorf("decile 7 is %+v, want %+v", got, want)
	}
	if deciles[9].Count != 1 || deciles[0].Count != 1 {
		t.Errorf("1 and 0 are not in the last and the first decile: %+v", deciles)
	}
}

func TestAUC(t *testing.T) {
	for _, c := range []struct {
		name    string
		answers []Judged
		want    float64
		known   bool
	}{
		{"nothing", nil, 0, false},
		{"only right ones", []Judged{{0.5, true}, {0.9, true}}, 0, false},
		{"only wrong ones", []Judged{{0.5, false}}, 0, false},
		{"tells them apart", []Judged{{0.2, false}, {0.3, false}, {0.7, true}}, 1, true},
		{"tells them the wrong way round", []Judged{{0.2, true}, {0.7, false}}, 0, true},
		{"knows nothing", []Judged{{0.5, true}, {0.5, false}, {0.5, false}}, 0.5, true},
		{"one pair of four lost", []Judged{{0.1, false}, {0.3, true}, {0.6, false}, {0.9, true}}, 0.75, true},
	} {
		if got, known := AUC(c.answers); !near(got, c.want, 1e-12) || known != c.known {
			t.Errorf("%s: %g, %v, want %g, %v", c.name, got, known, c.want, c.known)
		}
	}
}

// TestConfidenceBruteForce computes both measures by definition.
func TestConfidenceBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var answers []Judged
		for range rapid.IntRange(0, 40).Draw(t, "n") {
			answers = append(answers, Judged{float64(rapid.IntRange(0, 20).Draw(t, "confidence")) / 20, rapid.Bool().Draw(t, "right")})
		}
		won, pairs := 0.0, 0.0
		for _, a := range answers {
			for _, b := range answers {
				if !a.Right || b.Right {
					continue
				}
				pairs++
				switch {
				case a.Confidence > b.Confidence:
					won++
				case a.Confidence == b.Confidence:
					won += 0.5
				}
			}
		}
		if got, known := AUC(answers); known != (pairs > 0) || known && !near(got, won/pairs, 1e-9) {
			t.Fatalf("AUC %g, %v, want %g of %g", got, known, won, pairs)
		}
		want := 0.0
		for d := range Deciles {
			confidence, right, n := 0.0, 0.0, 0.0
			for _, a := range answers {
				if in := a.Confidence*Deciles >= float64(d) && (a.Confidence*Deciles < float64(d+1) || d == Deciles-1); !in {
					continue
				}
				n++
				confidence += a.Confidence
				if a.Right {
					right++
				}
			}
			if n > 0 {
				want += n / float64(len(answers)) * math.Abs(confidence/n-right/n)
			}
		}
		if got, _ := Calibrate(answers); !near(got, want, 1e-9) {
			t.Fatalf("calibration error %g, want %g", got, want)
		}
	})
}
