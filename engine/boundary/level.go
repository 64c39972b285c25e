package boundary

import "fmt"

// Level says in how much detail borders are drawn. All levels are cut from one
// set of arcs, so that neighbours share every vertex at each of them.
type Level uint8

// The levels, from the finest to the lightest.
const (
	Street   Level = iota // the borders as they were built
	Ward                  // for a screen that shows a ward
	Province              // for a screen that shows a province
	Country               // for the whole country
	levels   = iota
)

// Levels returns the levels from the lightest to the finest.
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

// ParseLevel returns the level that has the name.
func ParseLevel(name string) (Level, bool) {
	for _, l := range Levels() {
		if l.String() == name {
			return l, true
		}
	}
	return 0, false
}

// Tolerance returns how far a border may lie from where it is at Street, in
// metres: no point of either line is farther than that from the other.
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
