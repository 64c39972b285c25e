// SPDX-License-Identifier: MIT

package boundary

import "fmt"

// Level is a level of detail of borders. All levels are made from one set of arcs, so
// that neighbours share every vertex at each level.
type Level uint8

// The levels, from the finest to the coarsest.
const (
	Street   Level = iota // the borders as built
	Ward                  // for a screen that shows a ward
	Province              // for a screen that shows a province
	Country               // for the whole country
	levels   = iota
)

// Levels returns the levels from the coarsest to the finest.
func Levels() []Level { return []Level{Country, Province, Ward, Street} }

// String returns "country", "province", "ward" or "street".
func (l Level) String() string {
	switch l {
	case Street:
		return "street"
	case Ward:
		return "ward"
	case Province:
		return "province"
	case Country:
		return "country"
	}
	return fmt.Sprintf("Level(%d)", uint8(l))
}

// ParseLevel returns the level with the given name.
func ParseLevel(name string) (Level, bool) {
	for _, l := range Levels() {
		if l.String() == name {
			return l, true
		}
	}
	return 0, false
}

// Tolerance returns the largest distance (metres) of a border from its line at
// Street: no point of either line is farther than that from the other.
func (l Level) Tolerance() float64 {
	switch l {
	case Ward:
		return 10
	case Province:
		return 100
	case Country:
		return 1000
	}
	return 0
}
