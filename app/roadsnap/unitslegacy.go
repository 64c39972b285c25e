// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"roadsnap/engine"
	"roadsnap/engine/unitfile"
	"roadsnap/engine/units"
)

// unitsLegacyCmd is `roadsnap units legacy`.
type unitsLegacyCmd struct {
	bordered
	Of    string   `help:"List instead the former units that make up the current ward or province with this code." placeholder:"CODE"`
	Limit int      `help:"The maximum number of units with the same name; 0 means all." default:"10"`
	JSON  bool     `name:"json" help:"Print JSON, as the HTTP API does."`
	Text  []string `arg:"" optional:"" name:"code or text" help:"The code of a ward, district or province before July 2025, or a name. Districts and provinces need their kind."`
}

// Help returns the rest of the help.
func (unitsLegacyCmd) Help() string {
	return `Some codes were reused: 26740 was Phường Bến Nghé and is now Phường Sài Gòn. Both meanings are listed. The name of a district or province stands for all its former units; its code, of three or two digits, for itself.

With a pack that has borders of June 2025 (roadsnap import --former-units) the parts of the land that went to each unit are shown.

  roadsnap units legacy 26740
  roadsnap units legacy Bến Nghé, Quận 1
  roadsnap units legacy --limit 0 Huyện Củ Chi
  roadsnap units legacy 760
  roadsnap units legacy 74
  roadsnap units legacy --of 26740
  roadsnap units legacy --of 79`
}

// Run prints the successors of a former unit, or the predecessors of a current one.
func (c *unitsLegacyCmd) Run(s streams) error {
	text := strings.Join(c.Text, " ")
	switch {
	case (strings.TrimSpace(text) == "") == (c.Of == ""):
		return &exitError{exitUsage, errors.New("give a code or a name, or else --of with the code of a current ward")}
	case c.Limit < 0:
		return &exitError{exitUsage, fmt.Errorf("--limit %d: must be 0 or more", c.Limit)}
	}
	return c.open(func(e *engine.Engine) error {
		return e.Atlas(func(a *units.Atlas) error { return c.answer(s, a.Table, a.Former(), text) })
	})
}

// answer prints the answer by a table, with shares of land if there are borders of June 2025.
func (c *unitsLegacyCmd) answer(s streams, t *units.Table, before *units.FormerBorders, text string) error {
	if c.Of != "" {
		if province, ok := t.Province(c.Of); ok {
			return c.provinceMadeOf(s, t, before, province)
		}
		return c.madeOf(s, t, before)
	}
	if p, ok := findPlace(t, strings.TrimSpace(text)); ok {
		return c.place(s, t, before, p)
	}
	found := findLegacy(t, text)
	if len(found) == 0 {
		return fmt.Errorf("no former unit (before July 2025) has the code or name %q; roadsnap units search finds current units", text)
	}
	if more := len(found) - c.Limit; c.Limit > 0 && more > 0 {
		found = found[:c.Limit]
		defer fmt.Fprintf(s.notes, "%d more; --limit 0 lists all\n", more)
	}
	if c.JSON {
		record := legacyRecord(found[0], before)
		if len(found) > 1 {
			var others []object
			for _, l := range found[1:] {
				others = append(others, legacyRecord(l, before))
			}
			record = append(record, member{"alternatives", others})
		}
		return printJSON(s.out, record)
	}
	for i, l := range found {
		if i > 0 {
			fmt.Fprintln(s.out)
		}
		if err := printLegacy(s.out, t, before, l); err != nil {
			return err
		}
	}
	if slices.ContainsFunc(found, func(l units.Legacy) bool { return l.HasOld && !l.Old.Complete }) {
		fmt.Fprintln(s.notes, "a list may be incomplete: a unit abolished before July 2025 may have gone to other units too")
	}
	return nil
}

// findLegacy returns the former and the current unit of a code, or the former units of a
// name.
func findLegacy(t *units.Table, text string) (found []units.Legacy) {
	if isCode(text, units.WardDigits) {
		if l, ok := t.Legacy(text); ok {
			found = append(found, l)
		}
		return found
	}
	for _, former := range t.LegacyByName(text, 0) {
		found = append(found, t.LegacyOf(former))
	}
	return found
}

// printLegacy prints the former and the current unit of a code.
func printLegacy(w io.Writer, t *units.Table, before *units.FormerBorders, l units.Legacy) error {
	var rows [][2]string
	if l.HasOld {
		rows = append(rows, [2]string{lastDay(l.Old.Until), describeFormer(l.Old)})
		what := "became"
		shares, known := before.Shares(l.Old)
		for _, s := range l.Old.Successors {
			rows = append(rows, [2]string{what, describeWard(t, s) + shareText(shares, known, s.Code)})
			what = ""
		}
	}
	switch {
	case !l.HasCurrent:
	case !l.HasOld:
		rows = append(rows, [2]string{"current code", describeWard(t, l.Current)}, [2]string{"", "(no unit had this code before July 2025)"})
	case len(l.Old.Successors) == 1 && l.Old.Successors[0] == l.Current && units.Fold(l.Old.Name) == units.Fold(l.Current.FullName): // said
	default:
		rows = append(rows, [2]string{"current code", describeWard(t, l.Current)})
	}
	return table(w, rows)
}

// lastDay returns "until 2025-06-30", or "former" if the day is unknown.
func lastDay(d units.Date) string {
	if d.IsZero() {
		return "former"
	}
	return "until " + d.String()
}

// describeFormer returns the name of a former unit with its district and province.
func describeFormer(f units.Former) string {
	code := f.Code
	if code == "" {
		code = "?????"
	}
	return code + "  " + f.Name + ", " + f.District + ", " + f.Province
}

// madeOf prints the former units that make up a current ward.
func (c *unitsLegacyCmd) madeOf(s streams, t *units.Table, before *units.FormerBorders) error {
	ward, ok := t.Ward(c.Of)
	if !ok {
		return fmt.Errorf("no current ward has the code %q; roadsnap units search finds it by name", c.Of)
	}
	former := t.FormerUnitsOf(ward.Code)
	if c.JSON {
		var resolution any
		if ward.Published.Resolution != "" {
			resolution = ward.Published.Resolution
		}
		return printJSON(s.out, object{{"unit", wardRecord(ward)}, {"resolution", resolution}, {"made_of", formerRecords(former, before, ward.Code)}})
	}
	if len(former) == 0 {
		_, err := fmt.Fprintf(s.out, "the former units of %s are not known\n", ward.FullName)
		return err
	}
	fmt.Fprintf(s.out, "%s was made, in whole or in part, of\n", describeWard(t, ward))
	for _, f := range former {
		part := ""
		if len(f.Successors) > 1 {
			part = " (part)"
		}
		shares, known := before.Shares(f)
		part += shareText(shares, known, ward.Code)
		if _, err := fmt.Fprintln(s.out, " ", describeFormer(f)+part); err != nil {
			return err
		}
	}
	return nil
}

// legacyRecord has the form of the HTTP API.
func legacyRecord(l units.Legacy, before *units.FormerBorders) object {
	record := object{{"old", nil}, {"current", nil}, {"successors", nil}, {"complete", l.Old.Complete}}
	if l.HasOld {
		record[0].value = formerRecord(l.Old)
	}
	if l.HasCurrent {
		record[1].value = wardRecord(l.Current)
	}
	successors := make([]object, len(l.Old.Successors))
	for i, w := range l.Old.Successors {
		successors[i] = wardRecord(w)
	}
	record[2].value = successors
	if l.HasOld {
		record = append(record, sharesMember(before.Shares(l.Old))...)
	}
	return record
}

func wardRecord(w units.Ward) object {
	return recordOf(unitfile.Unit{Kind: units.KindWard, Ward: w}, unitfile.Columns(units.KindWard))
}

func formerRecords(list []units.Former, before *units.FormerBorders, ward string) []object {
	records := make([]object, len(list))
	for i, f := range list {
		shares, known := before.Shares(f)
		records[i] = append(append(formerRecord(f), member{"whole", len(f.Successors) == 1}), shareMember(shares, known, ward)...)
	}
	return records
}

func formerRecord(f units.Former) object {
	record := object{{"code", nil}, {"name", f.Name}, {"district", f.District}, {"province", f.Province}, {"until", nil}}
	if !f.Until.IsZero() {
		record[4].value = f.Until.String()
	}
	if f.Code != "" {
		record[0].value = f.Code
	}
	return record
}
