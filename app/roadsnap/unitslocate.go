// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/trace"
	"roadsnap/engine/unitfile"
	"roadsnap/engine/units"
)

// unitsLocateCmd is `roadsnap units locate`.
type unitsLocateCmd struct {
	bordered
	LatColumn string   `help:"The column of latitudes, by name or by number from 1; detected by default." placeholder:"NAME"`
	LonColumn string   `help:"The column of longitudes, by name or number." placeholder:"NAME"`
	Strict    bool     `help:"Stop at the first row without a valid position."`
	JSON      bool     `name:"json" help:"Print the answer to one point as JSON."`
	Point     []string `arg:"" optional:"" name:"lat lon" help:"Latitude and longitude of a point in degrees; a CSV is read from standard input when left out."`
}

// Help returns the rest of the help.
func (unitsLocateCmd) Help() string {
	return `Each row of a CSV file is copied, and the columns ward_code, ward_name, prov_code, prov_name and on_boundary are appended. They are empty at sea and abroad, and for rows without a valid position. Invalid rows are counted on standard error, and the exit code is then 3. The delimiter may be a comma, semicolon, tab or |. Columns are found by names such as lat, lon, latitude, lng, x, y, vĩ độ, kinh độ. Cells that a spreadsheet would take for formulas, such as =1+1, get an apostrophe before them; "roadsnap rows locate" changes no cell.

  roadsnap units locate --pack vietnam.rsp 10.7769 106.7009
  roadsnap units locate --pack vietnam.rsp 10°46′36″N 106°42′3″E
  roadsnap units locate --pack vietnam.rsp < points.csv > located.csv
  roadsnap units locate --pack vietnam.rsp --lat-column N --lon-column E < points.csv`
}

// Run prints the units of the given point, or of each row of standard input.
func (c *unitsLocateCmd) Run(ctx context.Context, s streams) error {
	if (c.LatColumn == "") != (c.LonColumn == "") {
		return &exitError{exitUsage, errors.New("give both --lat-column and --lon-column, or neither")}
	}
	if len(c.Point) == 0 {
		if c.JSON {
			return &exitError{exitUsage, errors.New("--json goes with one point; the rows of a table stay CSV")}
		}
		if f, ok := s.in.(*os.File); ok && isTerminal(f) {
			fmt.Fprintln(s.notes, "reading CSV from standard input; Ctrl-D ends it")
		}
		return c.open(func(e *engine.Engine) error { return c.table(ctx, s, e) })
	}
	p, err := c.point()
	if err != nil {
		return &exitError{exitUsage, err}
	}
	return c.open(func(e *engine.Engine) error {
		return e.Atlas(func(a *units.Atlas) error { return c.answer(s, a, p) })
	})
}

// point parses the arguments in the notations of tables. They may be separated by a comma,
// as maps on the web show positions.
func (c *unitsLocateCmd) point() (geo.Point, error) {
	text := strings.ReplaceAll(strings.Join(c.Point, " "), minusSign, "-")
	cells, layout := strings.Fields(text), trace.Layout{Lat: 0, Lon: 1}
	if len(cells) != 2 { // one text with both
		cells, layout = []string{text, ""}, trace.Layout{}
	}
	p, ok := layout.Point(strings.TrimRight(cells[0], ",;"), cells[1])
	north, east := strings.IndexAny(text, "NSns"), strings.IndexAny(text, "EWew")
	if ok && (east < 0 || north < east) {
		return p, nil
	}
	if swapped := (geo.Point{Lat: p.Lon, Lon: p.Lat}); swapped.Valid() && p.Lat != 0 && p.Lon != 0 && (ok || !p.Valid()) {
		return p, fmt.Errorf("latitude comes first: %v %v", swapped.Lat, swapped.Lon)
	}
	if _, err := os.Stat(text); err == nil {
		return p, fmt.Errorf("a file of points is read from standard input: roadsnap units locate < %s", text)
	}
	return p, fmt.Errorf("%q is not a latitude and longitude in degrees, such as 10.7769 106.7009", text)
}

// answer prints the units of one point.
func (c *unitsLocateCmd) answer(s streams, a *units.Atlas, p geo.Point) error {
	at, found := a.Locate(p)
	if !found {
		return fmt.Errorf("%v, %v is in no province or ward: it lies at sea or abroad, or in a gap between units", p.Lat, p.Lon)
	}
	distance, _ := a.DistanceToBorder(p)
	if c.JSON {
		answer := object{
			{"province", recordOf(unitfile.OfProvince(a, at.Province), unitfile.Columns(units.KindProvince))},
			{"ward", nil},
			{"on_boundary", at.OnBorder},
			{"distance_to_boundary_m", tenths(distance)},
		}
		if at.WardFound {
			answer[1].value = recordOf(unitfile.OfWard(a, at.Ward), unitfile.Columns(units.KindWard))
		}
		return printJSON(s.out, answer)
	}
	var rows [][2]string
	if at.WardFound {
		rows = append(rows, [2]string{"ward", at.Ward.Code + " " + at.Ward.FullName + " (" + at.Ward.FullNameEN + ")"})
	}
	rows = append(rows, [2]string{"province", at.Province.Code + " " + at.Province.FullName + " (" + at.Province.FullNameEN + ")"})
	if at.OnBorder {
		rows = append(rows, [2]string{"border", "the point lies on it, and the neighbour could be named too"})
	} else {
		rows = append(rows, [2]string{"border", fmt.Sprintf("%.0f m away", distance)})
	}
	noteOverview(s.notes, a, c.Pack)
	return table(s.out, rows)
}

// table adds the units to each row of a CSV.
func (c *unitsLocateCmd) table(ctx context.Context, s streams, e *engine.Engine) error {
	if err := e.Atlas(func(a *units.Atlas) error {
		noteOverview(s.notes, a, c.Pack)
		return nil
	}); err != nil {
		return err
	}
	t := pointTable{rowTable: rowTable{in: s.in, out: s.out, strict: c.Strict}, engine: e, latName: c.LatColumn, lonName: c.LonColumn}
	bar := progress{s: s.withResults()}
	bar.wait("locating")
	err := t.run(ctx)
	bar.finish()
	if err != nil {
		return err
	}
	return t.counts.report(s.notes)
}
