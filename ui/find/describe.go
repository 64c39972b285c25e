// SPDX-License-Identifier: MIT

package find

import (
	"strings"

	"roadsnap/engine"
	"roadsnap/ui/text"
)

// Title returns the first line of a result.
func Title(w text.Catalogue, f engine.Found) string {
	switch {
	case f.Kind == engine.FoundCoordinates:
		return text.Coordinates(f.At)
	case w.Language == "en" && f.NameEn != "":
		return f.NameEn
	case f.Name == "":
		return w.Category(f.Category)
	}
	return f.Name
}

// shownWards is the number of wards in the second line.
const shownWards = 2

// Detail returns the second line of a result: where it lies, and how far away it is.
func Detail(w text.Catalogue, f engine.Found, near bool) string {
	var parts []string
	if missing := Missing(w, f); missing != "" {
		parts = append(parts, missing)
	}
	var wards []string
	for i, ward := range f.Wards {
		if i == shownWards {
			wards = append(wards, "…")
			break
		}
		wards = append(wards, w.Ward(ward))
	}
	switch list := strings.Join(wards, ", "); {
	case f.Kind == engine.FoundDistrict:
		parts = append(parts, w.T("find.former", "wards", list))
	case list != "":
		parts = append(parts, list)
	}
	if len(f.Wards) == 0 && f.Province != "" {
		parts = append(parts, provinceName(w, f))
	}
	if f.Kind == engine.FoundUnit && f.Unit.Former {
		parts = append(parts, f.Unit.FormerName)
	}
	if near && f.HasPlace && f.Kind != engine.FoundCoordinates {
		parts = append(parts, w.Distance(f.Metres))
	}
	return strings.Join(parts, " · ")
}

// Missing says that the map lacks the house number that was asked for, "" if it does not.
func Missing(w text.Catalogue, f engine.Found) string {
	if f.MissingNumber == "" {
		return ""
	}
	return w.T("find.missing_number", "number", f.MissingNumber)
}

func provinceName(w text.Catalogue, f engine.Found) string {
	if w.English() {
		return f.ProvinceEn
	}
	return f.Province
}
