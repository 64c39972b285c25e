// SPDX-License-Identifier: MIT

package trace

// Channels holds what a recorder reports besides positions. A channel is nil if the file
// does not have it. Otherwise it has one value per observation.
type Channels struct {
	Ignition  []Ignition
	Odometer  []float64 // distance since some moment before the trip (metres); NaN: unknown
	Elevation []float64 // above the sea (metres); NaN: unknown
	Address   []string  // as the file writes it; "": unknown
}

// Ignition is the state of the ignition.
type Ignition uint8

// The states of the ignition.
const (
	IgnitionUnknown Ignition = iota
	IgnitionOff
	IgnitionOn
)

// Slice returns the channels of the observations from first up to, but not including, end.
// They share memory with c.
func (c Channels) Slice(first, end int) Channels {
	return Channels{
		Ignition: part(c.Ignition, first, end), Odometer: part(c.Odometer, first, end),
		Elevation: part(c.Elevation, first, end), Address: part(c.Address, first, end),
	}
}

func part[T any](s []T, first, end int) []T {
	if s == nil {
		return nil
	}
	return s[first:end:end]
}
