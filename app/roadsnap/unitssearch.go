// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"strings"

	"roadsnap/data"
	"roadsnap/engine/unitfile"
	"roadsnap/engine/units"
)

// unitsSearchCmd is `roadsnap units search`.
type unitsSearchCmd struct {
	selection
	Limit int      `help:"The maximum number of results; 0 means all." default:"10"`
	JSON  bool     `name:"json" help:"Print JSON with the kind, the score, the matched name and the unit."`
	Text  []string `arg:"" help:"A name, with or without marks, kind and province, or a code."`
}

// Help returns the rest of the help.
func (unitsSearchCmd) Help() string {
	return `The text may be an address in any order, with or without marks, commas and kinds. Former names
find the current units. A stated kind decides, as in "tỉnh Bình Dương". Names that match only with a
typing error come last.

  roadsnap units search ben thanh, quan 1
  roadsnap units search 12 Lê Lợi, P. Bến Nghé, Q.1, TPHCM
  roadsnap units search --kind ward --province 01 hoan kiem`
}

// Run prints the units that match the text, best first.
func (c *unitsSearchCmd) Run(s streams) error {
	if c.Limit < 0 {
		return &exitError{exitUsage, fmt.Errorf("--limit %d: must be 0 or more", c.Limit)}
	}
	t, err := units.Load(data.Units())
	if err != nil {
		return err
	}
	province, err := c.province(t)
	if err != nil {
		return err
	}
	text := strings.TrimSpace(strings.Join(c.Text, " "))
	if text == "" {
		return &exitError{exitUsage, errors.New("give a name or a code")}
	}
	found := t.Search(text, units.Filter{Kind: c.kind(), ProvinceCode: province.Code, Limit: c.Limit})
	if c.JSON {
		records := make([]object, len(found))
		for i, m := range found {
			records[i] = matchRecord(m)
		}
		return printJSON(s.out, records)
	}
	switch {
	case len(found) > 0:
	case strings.Trim(text, "0123456789") == "":
		return fmt.Errorf("no unit has the code %s; a province has two digits, a ward five", text)
	default:
		return fmt.Errorf("no unit is called %q; check the spelling, or see roadsnap units list", text)
	}
	for _, m := range found {
		if _, err := fmt.Fprintln(s.out, describeMatch(t, m)); err != nil {
			return err
		}
	}
	return nil
}

// matchRecord has the form of the HTTP API.
func matchRecord(m units.Hit) object {
	u := unitfile.Unit{Kind: m.Kind, Province: m.Province, Ward: m.Ward}
	return object{
		{"kind", m.Kind.String()},
		{"score", thousandths(m.Score)},
		{"matched", m.Matched},
		{"unit", recordOf(u, unitfile.Columns(m.Kind))},
	}
}
