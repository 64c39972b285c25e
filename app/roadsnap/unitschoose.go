// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"roadsnap/engine/unitfile"
	"roadsnap/engine/units"
)

// nearWhole is the lowest score of a whole current name, however it is spelled.
// Beginnings and parts of names, and former names, have lower scores.
const nearWhole = 0.9

// choose returns the unit with a code or an unambiguous name. Otherwise it lists the
// units that match, and fails.
func choose(w io.Writer, a *units.Atlas, text string) (unitfile.Unit, error) {
	if isCode(text, units.ProvinceDigits) {
		if p, ok := a.Province(text); ok {
			return unitfile.OfProvince(a, p), nil
		}
		return unitfile.Unit{}, fmt.Errorf("no province has the code %s; roadsnap units list shows them", text)
	}
	if isCode(text, units.WardDigits) {
		if ward, ok := a.Ward(text); ok {
			return unitfile.OfWard(a, ward), nil
		}
		if _, ok := a.Legacy(text); ok {
			return unitfile.Unit{}, fmt.Errorf("%s is a former code; roadsnap units legacy %s shows the current units", text, text)
		}
		return unitfile.Unit{}, fmt.Errorf("no ward has the code %s; roadsnap units search finds it by name", text)
	}
	if strings.TrimSpace(text) == "" {
		return unitfile.Unit{}, &exitError{exitUsage, errors.New("give a code or a name")}
	}
	if strings.Trim(text, "0123456789") == "" {
		return unitfile.Unit{}, fmt.Errorf("no unit has the code %s; a province has two digits, a ward five", text)
	}
	found := a.Search(text, units.Filter{Limit: shownMatches + 1})
	switch {
	case len(found) == 0:
		return unitfile.Unit{}, fmt.Errorf("no unit is called %q; check the spelling, or see roadsnap units list", text)
	case len(found) == 1, found[0].Score >= nearWhole && found[1].Score < found[0].Score:
		if found[0].Former {
			fmt.Fprintln(w, describeFormerName(found[0]))
		}
		return matchUnit(a, found[0]), nil
	}
	fmt.Fprintf(w, "%q can be:\n", text)
	best := found[0].Score
	for i, m := range found {
		if i == shownMatches {
			fmt.Fprintln(w, "  … and more; roadsnap units search lists them")
			break
		}
		if best >= nearWhole && m.Score < nearWhole {
			break // the others are called so, this one only begins so
		}
		fmt.Fprintf(w, "  %s\n", describeMatch(a.Table, m))
	}
	return unitfile.Unit{}, fmt.Errorf("%q matches several units; give the code, the kind before the name, or the province after a comma", text)
}

// shownMatches is the number of units that are listed for an ambiguous name.
const shownMatches = 20

func matchUnit(a *units.Atlas, m units.Hit) unitfile.Unit {
	if m.Kind == units.KindProvince {
		return unitfile.OfProvince(a, m.Province)
	}
	return unitfile.OfWard(a, m.Ward)
}

// describeMatch returns the name of a unit with its province, and the text that matched
// the query if that is not its name.
func describeMatch(t *units.Table, m units.Hit) string {
	text := m.Province.Code + "     " + m.Province.FullName
	if m.Kind == units.KindWard {
		text = describeWard(t, m.Ward)
	}
	if m.Former {
		text += " — " + describeFormerName(m)
	}
	return text
}

func describeFormerName(m units.Hit) string {
	return fmt.Sprintf("%s (%s)", m.FormerName, lastDay(m.Until))
}

// describeWard returns the name of a ward with its province.
func describeWard(t *units.Table, w units.Ward) string {
	text := w.Code + "  " + w.FullName
	if p, ok := t.Province(w.ProvinceCode); ok {
		text += ", " + p.FullName
	}
	return text
}
