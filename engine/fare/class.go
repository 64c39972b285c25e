// SPDX-License-Identifier: MIT

package fare

import (
	"fmt"
	"slices"
)

// Class says how well the length of a part of a trip is known.
type Class uint8

// The classes, from the surest on.
const (
	Measured Class = iota // on roads, between recorded points
	Doubtful              // likewise, but the vehicle may have been on another road
	Inferred              // on the likeliest roads between points, as in a tunnel
	OffRoad               // straight between points off the mapped roads
	Unknown               // straight over a gap without a route, or what the user excluded
	classes  = 5
)

var classNames = [classes]string{Measured: "measured", Doubtful: "doubtful", Inferred: "inferred", OffRoad: "off_road", Unknown: "unknown"}

// Classes returns all classes.
func Classes() []Class { return []Class{Measured, Doubtful, Inferred, OffRoad, Unknown} }

// String returns the name in the wire formats.
func (c Class) String() string {
	if c >= classes {
		return fmt.Sprintf("class(%d)", c)
	}
	return classNames[c]
}

// MarshalText returns the name in the wire formats.
func (c Class) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText sets c from its name.
func (c *Class) UnmarshalText(text []byte) error {
	i := slices.Index(classNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("unknown class %q; use measured, doubtful, inferred, off_road or unknown", text)
	}
	*c = Class(i)
	return nil
}
