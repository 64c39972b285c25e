// SPDX-License-Identifier: MIT

package match

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestLogSum compares sums of logarithms with the logarithms of sums.
func TestLogSum(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		logs := make([]float64, 1+random.IntN(8))
		plain, added := 0.0, math.Inf(-1)
		for i := range logs {
			logs[i] = random.NormFloat64() * 30
			if random.IntN(4) == 0 {
				logs[i] = math.Inf(-1)
			}
			plain += math.Exp(logs[i])
			added = logAdd(added, logs[i])
		}
		sum := newLogSum(logs[0])
		for _, l := range logs[1:] {
			sum.add(l)
		}
		want := math.Log(plain)
		for _, x := range []struct{ got, within float64 }{{added, 1e-8}, {sum.log(), 1e-12 * max(1, math.Abs(want))}} {
			if x.got != want && !(math.Abs(x.got-want) <= x.within) {
				t.Fatalf("%v: %v, want %v", logs, x.got, want)
			}
		}
	}
}

// TestLogAddError checks the stated error of logAdd, at its nodes, between and beyond them.
func TestLogAddError(t *testing.T) {
	worst := 0.0
	for x := 0.0; x < 40; x += 1. / 1024 {
		want := math.Log1p(math.Exp(-x))
		for _, got := range []float64{logAdd(0, -x), logAdd(-x, 0)} {
			worst = max(worst, math.Abs(got-want))
		}
	}
	if worst > 4e-10 {
		t.Errorf("the error is %v", worst)
	}
	infinite := math.Inf(-1)
	if got := logAdd(infinite, infinite); got != infinite {
		t.Errorf("two zeros add up to %v", got)
	}
	if got := logAdd(-3, infinite); got != -3 {
		t.Errorf("nothing added to -3 gives %v", got)
	}
}
