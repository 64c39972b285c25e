package borders

import (
	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
)

// Source has the borders of administrative units. Its methods are called on
// goroutines of a Borders and of exports, several at once; what they pass on is good
// until visit returns.
type Source interface {
	// Borders calls visit with each border that may touch box.
	Borders(level boundary.Level, box geo.Box, visit func(Border)) error
	// Outline calls visit with each ring of a unit's outline, holes included, or
	// with none if the unit lies outside box.
	Outline(code string, level boundary.Level, box geo.Box, visit func(ring []geo.Fixed)) error
	// BorderNames returns the names to write, the most important first.
	BorderNames() ([]Name, error)
	// FormerDistricts returns the districts whose names are left out where wards are
	// named.
	FormerDistricts() ([]District, error)
}

// Border is a line between two units, or between one and what is none: the sea,
// another country.
type Border struct {
	Line []geo.Fixed
	// Province says that it divides provinces, or is a coast or frontier.
	Province bool
	// Level is that of Line: coarser than what was asked for where there is nothing
	// finer.
	Level boundary.Level
}

// Name is the name of a unit, written in its middle.
type Name struct {
	Text string
	// Bare is the name without what the unit is: "Ba Đình" of "Phường Ba Đình". A
	// place that the map names so, in the unit, is not named twice. "" is always
	// written.
	Bare     string
	At       geo.Point
	Province bool
	// Area of the unit in square metres: how far its name may be moved, and from
	// where a ward has room for it. 0 always has room.
	Area float64
}

// District is a unit between province and ward, of which there are none since July 2025.
type District struct {
	Name   string     // without its kind: "Gò Vấp"
	Bounds geo.Bounds // of the wards that it became
	// Ward says that one of these has its name.
	Ward bool
}

// reporting tells of what cannot be read of a source, and leaves it undrawn.
type reporting struct {
	Source
	onError func(error)
}

func (h reporting) told(err error) error {
	if err != nil {
		h.onError(err)
	}
	return err
}

// Borders implements Source.
func (h reporting) Borders(level boundary.Level, box geo.Box, visit func(Border)) error {
	return h.told(h.Source.Borders(level, box, visit))
}

// Outline implements Source.
func (h reporting) Outline(code string, level boundary.Level, box geo.Box, visit func(ring []geo.Fixed)) error {
	return h.told(h.Source.Outline(code, level, box, visit))
}

// BorderNames implements Source.
func (h reporting) BorderNames() ([]Name, error) {
	names, err := h.Source.BorderNames()
	return names, h.told(err)
}

// FormerDistricts implements Source.
func (h reporting) FormerDistricts() ([]District, error) {
	districts, err := h.Source.FormerDistricts()
	return districts, h.told(err)
}
