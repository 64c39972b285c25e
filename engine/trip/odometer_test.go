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

func TestOdometerFault(t *testing.T) {
	unknown := math.NaN()
	// from returns 41 readings from 1 km on, metres apart, of which the first late ones and the last
	// early ones are unknown.
	from := func(apart float64, late, early int) (list []float64) {
		for i := range 41 {
			v := 1000 + float64(i)*apart
			if i < late || i >= 41-early {
				v = unknown
			}
			list = append(list, v)
		}
		return list
	}
	for _, c := range []struct {
		name          string
		readings      []float64
		matched, gaps float64
		want          float64
	}{
		{"none", nil, 10_000, 0, 0},
		{"equal", from(250, 0, 0), 10_000, 0, 0},
		{"too much", from(320, 0, 0), 10_000, 0, 2800},
		{"too little", from(200, 0, 0), 10_000, 0, 2000},
		{"standing", from(0, 0, 0), 10_000, 0, 10_000},
		{"a gap", from(250, 0, 0), 7_000, 2_000, 0},
		{"more than a gap", from(250, 0, 0), 3_000, 2_000, 3_000},
		{"nearly whole", from(250, 2, 2), 10_000, 0, 1_000},
		{"known late", from(250, 3, 0), 10_000, 0, 0},
		{"known early", from(250, 0, 3), 10_000, 0, 0},
		{"fewer readings than observations", from(250, 0, 0)[:38], 10_000, 0, 0},
	} {
		r := trace.Trip{Channels: trace.Channels{Odometer: c.readings}}
		for i := range 41 {
			r.Observations = append(r.Observations, match.Observation{Time: start.Add(time.Duration(i) * time.Minute)})
		}
		if got := odometerFault(r, c.matched, c.gaps); got != c.want {
			t.Errorf("%s: %g, want %g", c.name, got, c.want)
		}
	}
}

// TestOdometerIsJudged holds that a difference is a reason from its limit and its share on.
func TestOdometerIsJudged(t *testing.T) {
	for _, c := range []struct {
		amount, matched float64
		reason          bool
	}{{1900, 10_000, false}, {2100, 10_000, true}, {2100, 30_000, false}, {3100, 30_000, true}} {
		a := DefaultRules().Judge(Summary{Matched: c.matched, Measures: []Measure{{DeviceDistance, c.amount}}})
		if a.Explained() == c.reason {
			t.Errorf("%g of %g m: %v", c.amount, c.matched, a)
		}
	}
}
