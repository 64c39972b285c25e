// SPDX-License-Identifier: MIT

package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"

	"roadsnap/engine"
	"roadsnap/engine/unitfile"
	"roadsnap/engine/units"
)

// unitsListCmd is `roadsnap units list`.
type unitsListCmd struct {
	bordered
	selection
	JSON bool `name:"json" xor:"form" help:"Print JSON, with the same member names as the HTTP API."`
	CSV  bool `name:"csv" xor:"form" help:"Print CSV, with the same column names."`
}

// Help returns the rest of the help.
func (unitsListCmd) Help() string {
	return `By default it lists the 34 provinces, with --province the wards of that province. Areas and vertex counts are those of the borders in the pack.

  roadsnap units list
  roadsnap units list --province 79 --csv > wards.csv`
}

// Run prints the list.
func (c *unitsListCmd) Run(s streams) error {
	return c.open(func(e *engine.Engine) error {
		return e.Atlas(func(a *units.Atlas) error {
			kind := c.kind()
			if kind == units.AnyKind {
				kind = units.KindProvince
				if c.Province != "" {
					kind = units.KindWard
				}
			}
			list, err := c.units(a, kind)
			if err != nil {
				return err
			}
			noteMeasures(s.notes, a, c.Pack, list...)
			columns := unitfile.ListColumns(kind)
			switch {
			case c.JSON:
				return printRecords(s.out, list, columns)
			case c.CSV:
				return printCSV(s.out, list, columns)
			}
			return printUnits(s.out, list)
		})
	})
}

// recordOf returns the columns of a unit as a JSON object.
func recordOf(u unitfile.Unit, columns []unitfile.Column) object {
	o := make(object, len(columns))
	for i, c := range columns {
		o[i] = member{c.Name, c.Of(u)}
	}
	return o
}

func printRecords(w io.Writer, list []unitfile.Unit, columns []unitfile.Column) error {
	records := make([]object, len(list))
	for i, u := range list {
		records[i] = recordOf(u, columns)
	}
	return printJSON(w, records)
}

func printCSV(w io.Writer, list []unitfile.Unit, columns []unitfile.Column) error {
	out := csv.NewWriter(w)
	row := make([]string, len(columns))
	for i, c := range columns {
		row[i] = c.Name
	}
	// Flush returns the error of every Write.
	_ = out.Write(row)
	for _, u := range list {
		for i, c := range columns {
			row[i] = cellText(c.Of(u))
		}
		_ = out.Write(row)
	}
	out.Flush()
	return out.Error()
}

// cellText formats a value of a column; nil is an empty text.
func cellText(v any) string {
	switch x := v.(type) {
	case string:
		return x
	case int64:
		return strconv.FormatInt(x, 10)
	case float64:
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return ""
}

// printUnits prints a table. Unknown numbers are dashes.
func printUnits(w io.Writer, list []unitfile.Unit) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "code\tname\tEnglish name\tkind\tregion\tkm²\tvertices")
	for _, u := range list {
		area, vertices := "–", "–"
		if u.HasLand {
			area, vertices = fmt.Sprintf("%.2f", u.Land.Size()/1e6), strconv.Itoa(u.Land.Vertices())
		}
		english, level, region := u.Ward.FullNameEN, u.Ward.Level, u.Ward.Region
		if u.Kind == units.KindProvince {
			english, level, region = u.Province.FullNameEN, u.Province.Level, u.Province.Region
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", u.Code(), u.FullName(), english, level, region, area, vertices)
	}
	return t.Flush()
}
