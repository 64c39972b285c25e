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
		for _, got := range []float64{added, sum.log()} {
			if got != want && !(math.Abs(got-want) < 1e-12*max(1, math.Abs(want))) {
				t.Fatalf("%v: %v, want %v", logs, got, want)
			}
		}
	}
}
