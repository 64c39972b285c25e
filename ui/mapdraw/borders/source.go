// SPDX-License-Identifier: MIT

package borders

import (
	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
)

// Source provides the borders of administrative units. Its methods are called on
// goroutines of a Borders and of exports, several at once. Slices are valid until
// visit returns.
type Source interface {
	// Borders calls visit with each border that may touch box.
	Borders(level boundary.Level, box geo.FixedBounds, visit func(Border)) error
	// Outline calls visit with each ring of a unit's outline, holes included. It
	// makes no call if the unit lies outside box.
	Outline(code string, level boundary.Level, box geo.FixedBounds, visit func(ring []geo.Fixed)) error
	// BorderNames returns the names to write, the most important first.
	BorderNames() ([]Name, error)
	// FormerDistricts returns the districts whose names are left out where wards
	// are named.
	FormerDistricts() ([]District, error)
}

// Border is a line between two units, or between a unit and the sea or another
// country.
type Border struct {
	Line []geo.Fixed
	// Province is set if the line divides provinces, or is a coast or frontier.
	Province bool
	// Level is the level of Line. It is coarser than requested if there is
	// nothing finer.
	Level boundary.Level
}

// Name is the name of a unit, written in its middle.
type Name struct {
	Text    string
	English string // the text in English: "Ba Dinh Ward"; "" for Text
	// Bare is the name without the kind of unit: "Ba Đình" of "Phường Ba Đình", and
	// BareEnglish the same in English. If the map names a place in the unit so, the unit is
	// not named again. A name without them is always written.
	Bare, BareEnglish string
	At                geo.Point
	Province          bool
	// Area is the area of the unit (square metres). It limits how far the name
	// may be moved, and decides when a ward has room for it. 0 means that there
	// is always room.
	Area float64
}

// in returns the text in a language.
func (n *Name) in(language string) string {
	if language == vietnamese || n.English == "" {
		return n.Text
	}
	return n.English
}

// District is a unit between province and ward, abolished in July 2025.
type District struct {
	Name   string     // without its kind: "Gò Vấp"
	Bounds geo.Bounds // of the wards that replaced it
	// Ward is set if one of these wards has its name.
	Ward bool
}

// reporting wraps a Source and calls onError with its errors.
type reporting struct {
	Source
	onError func(error)
}

func (h reporting) report(err error) error {
	if err != nil {
		h.onError(err)
	}
	return err
}

// Borders implements Source.
func (h reporting) Borders(level boundary.Level, box geo.FixedBounds, visit func(Border)) error {
	return h.report(h.Source.Borders(level, box, visit))
}

// Outline implements Source.
func (h reporting) Outline(code string, level boundary.Level, box geo.FixedBounds, visit func(ring []geo.Fixed)) error {
	return h.report(h.Source.Outline(code, level, box, visit))
}

// BorderNames implements Source.
func (h reporting) BorderNames() ([]Name, error) {
	names, err := h.Source.BorderNames()
	return names, h.report(err)
}

// FormerDistricts implements Source.
func (h reporting) FormerDistricts() ([]District, error) {
	districts, err := h.Source.FormerDistricts()
	return districts, h.report(err)
}
