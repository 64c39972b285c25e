// SPDX-License-Identifier: MIT

package text

import "roadsnap/engine/units"

// English reports whether the language is English.
func (w Catalogue) English() bool { return w.Language == "en" }

// Province returns the full name of a province, without marks in English: "Da Nang City".
func (w Catalogue) Province(p units.Province) string {
	if w.English() {
		return p.FullNameEN
	}
	return p.FullName
}

// Ward returns the full name of a ward, without marks in English: "Ba Dinh Ward".
func (w Catalogue) Ward(of units.Ward) string {
	if w.English() {
		return of.FullNameEN
	}
	return of.FullName
}

// Region returns the name of a region; see units.Regions.
func (w Catalogue) Region(name string) string {
	if w.English() {
		return units.RegionEN(name)
	}
	return name
}

// Place returns the name of the ward of a place, or that of its province where no wards are known.
func (w Catalogue) Place(at units.Location) string {
	if at.WardFound {
		return w.Ward(at.Ward)
	}
	return w.Province(at.Province)
}
