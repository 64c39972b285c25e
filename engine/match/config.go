// SPDX-License-Identifier: MIT

package match

import (
	"fmt"
	"time"
)

// Config holds the settings of a [Matcher]. The defaults serve all kinds of trip, because
// the matcher estimates noise and sampling interval from the trip itself.
type Config struct {
	// DefaultSigma is the standard deviation per axis (metres) of a fix without a
	// stated accuracy, where the trip gives no better estimate; 3 to 50. Newson and Krumm
	// measured 4.07 m on a good receiver; phones are worse.
	DefaultSigma float64
	// MaxRadius is the longest distance from a fix to its road (metres); 30 to 5,000.
	// The specification of the snap operation requires 200 m; Newson and Krumm also use
	// it.
	MaxRadius float64
	// MaxStep is the longest distance between two fixes that is routed (metres); 1 to
	// 1,000,000. Beyond it the trip is split. The specification requires 20 km.
	MaxStep float64
	// MaxOutage is the longest time without a fix that is bridged if the vehicle moved on
	// meanwhile; one second or more.
	MaxOutage time.Duration
	// TruckHeight (metres, 1 to 10) and TruckWeight (tonnes, 1 to 200) are the size of the
	// vehicle for [WarnHeight] and [WarnWeight] with the profile [Truck]. The defaults are
	// the greatest height of a load in Vietnam on a truck of 5 t or more, 4.2 m, and the
	// greatest weight of a truck of three axles, 24 t (Circular 39/2024/TT-BGTVT).
	TruckHeight, TruckWeight float64
	// Lag is the maximum number of observations held back undecided; 64 or more. From 1,072
	// on, it does not affect the result. See [Stream].
	Lag int
}

// DefaultConfig returns the default settings.
func DefaultConfig() Config {
	return Config{DefaultSigma: 10, MaxRadius: 200, MaxStep: 20_000, MaxOutage: 30 * time.Minute, TruckHeight: 4.2, TruckWeight: 24, Lag: 2048}
}

// Validate reports the first setting that is out of range. The error wraps
// [ErrConfig].
func (c Config) Validate() error {
	m := newModel(c)
	for _, f := range []struct {
		name      string
		v, lo, hi float64
	}{
		{"DefaultSigma", c.DefaultSigma, m.minSigma, m.maxSigma},
		{"MaxRadius", c.MaxRadius, m.minRadius, 5000},
		{"MaxStep", c.MaxStep, 1, 1e6},
		{"MaxOutage", c.MaxOutage.Seconds(), 1, 1e9},
		{"TruckHeight", c.TruckHeight, 1, 10},
		{"TruckWeight", c.TruckWeight, 1, 200},
		{"Lag", float64(c.Lag), 64, 1e9},
	} {
		if !(f.v >= f.lo && f.v <= f.hi) { // so that a NaN fails it
			return fmt.Errorf("%s is %g, must be %g to %g: %w", f.name, f.v, f.lo, f.hi, ErrConfig)
		}
	}
	return nil
}
