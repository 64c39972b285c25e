// SPDX-License-Identifier: MIT

package trip

import (
	"math"
	"testing"
	"time"

	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

func TestDeviceDistance(t *testing.T) {
	unknown := math.NaN()
	for _, c := range []struct {
		name     string
		readings []float64
		want     float64
		ok       bool
	}{
		{"none", nil, 0, false},
		{"one", []float64{5000}, 0, false},
		{"unknown", []float64{unknown, unknown}, 0, false},
		{"not connected", []float64{0, 0, 0}, 0, false},
		{"standing", []float64{7000, 7000}, 0, true},
		{"with unknown ends", []float64{unknown, 1000, unknown, 1500, 2600, unknown}, 1600, true},
		{"from zero", []float64{0, 500, 900}, 900, true},
		{"an outlier", []float64{1000, 1500, 9e9, 2000, 2600}, 1600, true},
		{"an outlier first", []float64{9e9, 1500, 2000, 2600}, 1100, true},
		{"an outlier last", []float64{1000, 1500, 9e9}, 500, true},
		{"a zero between", []float64{1000, 1500, 0, 2000, 2600}, 1600, true},
		{"a reset", []float64{900_000, 900_500, 0, 400, 1000}, 1500, true},
		{"a new device", []float64{1000, 1500, 900_000, 900_400}, 900, true},
		{"negative", []float64{-1, 1000, 1500}, 500, true},
	} {
		r := trace.Trip{Channels: trace.Channels{Odometer: c.readings}}
		for i := range c.readings {
			r.Observations = append(r.Observations, match.Observation{Time: start.Add(time.Duration(i) * time.Minute)})
		}
		if got, ok := deviceDistance(r); got != c.want || ok != c.ok {
			t.Errorf("%s: %g %v, want %g %v", c.name, got, ok, c.want, c.ok)
		}
	}
}
