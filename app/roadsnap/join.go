// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"roadsnap/engine"
	"roadsnap/engine/boundary"
	"roadsnap/engine/choropleth"
	"roadsnap/engine/geofile"
	"roadsnap/engine/layer"
	"roadsnap/engine/unitfile"
	"roadsnap/engine/units"
)

// joinCmd is `roadsnap join`.
type joinCmd struct {
	bordered
	output
	joinPicture
	Table          string   `arg:"" name:"table" help:"The table: CSV or XLSX, or a GIS file." type:"existingfile"`
	By             string   `help:"What names the unit of a row: code or name." enum:"code,name" default:"code"`
	To             string   `help:"The units to join to: wards or provinces." enum:"wards,provinces" default:"wards"`
	Key            string   `help:"The column with the code or name of the unit; found by its name by default." placeholder:"NAME"`
	ProvinceColumn string   `help:"The column with the name or code of the province, for names of wards." placeholder:"NAME"`
	DistrictColumn string   `help:"The column with the former district, for names of former wards." placeholder:"NAME"`
	Column         []string `help:"The columns to join; by default all." placeholder:"NAME"`
	Sheet          string   `help:"The sheet of a workbook; by default the first with a value." placeholder:"NAME"`
	Several        string   `help:"Which number counts if several rows are for one unit: sum, mean, first, last, min, max or count." enum:"sum,mean,first,last,min,max,count" default:"sum"`
	Out            string   `help:"The file to write: .csv, .xlsx, .geojson, .gpkg, .fgb, .topojson, .parquet, .shp, .zip or .kml." placeholder:"FILE"`
	Unmatched      string   `help:"A CSV file for the rows without a unit, with the reason and the candidates." placeholder:"FILE"`
	Excel          bool     `help:"Write CSV with a byte order mark, as Excel needs it."`
}

// Help returns the rest of the help.
func (joinCmd) Help() string {
	return `Every unit gets a row with the values of its rows in the table. Codes may lack their leading zeros, names their marks and their kind; former codes and names count if they lead to a single present unit. A name that several units have is ambiguous: add the column of provinces. Rows without a unit are listed, and the command then ends with exit code 3.

If several rows are for one unit, --several says which number counts; of texts the first one does, or with last the last one.

CSV and workbooks have no borders; the other formats have those of the pack.

  roadsnap join population.csv --to wards --out population.gpkg --pack vietnam.rsp
  roadsnap join schools.xlsx --by name --to provinces --column schools --out schools.csv
  roadsnap join income.csv --by name --to provinces --picture income.png --column income --title "Income 2025"`
}

// table is a joined table.
type joinedTable struct {
	*choropleth.Joined
	layer   *layer.Layer
	columns []int // to join
	several choropleth.Several
}

// Run joins the table and writes the files.
func (c *joinCmd) Run(ctx context.Context, s streams) error {
	if c.Out == "" && c.Picture == "" {
		return &exitError{exitUsage, errors.New("say with --out or --picture what to write")}
	}
	for _, path := range []string{c.Out, c.Picture, c.Unmatched} {
		if path == "" {
			continue
		}
		if sameFile(path, c.Table) || c.Pack != "" && sameFile(path, c.Pack) {
			return &exitError{exitUsage, fmt.Errorf("%q is an input and would be lost; give another name", path)}
		}
		if err := c.check(path); err != nil {
			return err
		}
	}
	if err := c.checkPicture(); err != nil {
		return &exitError{exitUsage, err}
	}
	l, err := layer.Open(ctx, c.Table, layer.Options{Bare: true, Sheet: c.Sheet})
	if err != nil {
		return err
	}
	return c.open(func(e *engine.Engine) error {
		t, err := c.join(ctx, e.Units(), l)
		if err != nil {
			return err
		}
		licence, err := licenceOf(e)
		if err != nil {
			return err
		}
		err = e.Atlas(func(a *units.Atlas) error {
			if err := c.write(ctx, s, a, t, licence); err != nil {
				return err
			}
			return c.draw(s, a, t, licence)
		})
		if err != nil {
			return err
		}
		return c.report(s, e.Units(), t)
	})
}

// join finds the unit of each row.
func (c *joinCmd) join(ctx context.Context, table *units.Table, l *layer.Layer) (*joinedTable, error) {
	by, kind := choropleth.ByCode, units.KindWard
	if c.By == "name" {
		by = choropleth.ByName
	}
	if c.To == "provinces" {
		kind = units.KindProvince
	}
	names := make([]string, len(l.Columns))
	for i := range l.Columns {
		names[i] = l.Columns[i].Name
	}
	column := func(name string) (int, error) {
		i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, name) || units.Key(n) == units.Key(name) })
		if i < 0 {
			return -1, &exitError{exitUsage, fmt.Errorf("the table has no column %q; its columns are %s", name, strings.Join(names, ", "))}
		}
		return i, nil
	}
	keys, err := choropleth.FindColumns(names, kind, by)
	for _, given := range []struct {
		name string
		into *int
	}{{c.Key, &keys.Unit}, {c.ProvinceColumn, &keys.Province}, {c.DistrictColumn, &keys.District}} {
		if given.name != "" {
			var unknown error
			if *given.into, unknown = column(given.name); unknown != nil {
				return nil, unknown
			}
		}
	}
	if keys.Unit < 0 {
		return nil, fmt.Errorf("%w; choose it with --key", err)
	}
	texts := func(i int) []string {
		if i < 0 {
			return nil
		}
		return l.Columns[i].Texts
	}
	t := &joinedTable{layer: l, several: choropleth.Several(c.Several)}
	for _, name := range c.Column {
		i, err := column(name)
		if err != nil {
			return nil, err
		}
		t.columns = append(t.columns, i)
	}
	if t.columns == nil {
		for i := range names {
			if i != keys.Unit && i != keys.Province && i != keys.District {
				t.columns = append(t.columns, i)
			}
		}
	}
	t.Joined, err = choropleth.Join(ctx, table, kind, by, choropleth.Keys{Unit: texts(keys.Unit), Province: texts(keys.Province), District: texts(keys.District)})
	return t, err
}

// value returns the number of a unit in a column of the layer, NaN if it has none.
func (t *joinedTable) value(code string, column int) float64 {
	rows := t.Rows[code]
	if len(rows) == 0 {
		return math.NaN()
	}
	return t.several.Number(rows, t.layer.Columns[column].Numbers)
}

// joinedAttributes are the attributes of units in joined tables.
var joinedAttributes = []string{"prov_code", "prov_fname", "ward_code", "ward_fname"}

// extra returns the columns of the table as columns of units.
func (t *joinedTable) extra() (columns []unitfile.Column) {
	taken := map[string]bool{"fid": true, "geom": true, "wkt": true}
	for _, name := range append(slices.Clone(joinedAttributes), "rows") {
		taken[name] = true
	}
	columns = append(columns, unitfile.Column{Name: "rows", Kind: geofile.Integer, Of: func(u unitfile.Unit) any { return int64(len(t.Rows[u.Code()])) }})
	for _, i := range t.columns {
		c := &t.layer.Columns[i]
		name := strings.Map(func(r rune) rune {
			if r < ' ' {
				return ' '
			}
			return r
		}, c.Name)
		for taken[strings.ToLower(name)] {
			name = "table_" + name
		}
		taken[strings.ToLower(name)] = true
		column := unitfile.Column{Name: name, Kind: geofile.Text, Of: func(u unitfile.Unit) any {
			if text := t.several.Text(t.Rows[u.Code()], c.Texts); text != "" {
				return text
			}
			return nil
		}}
		if c.Kind == layer.Number {
			column.Kind, column.Of = geofile.Real, func(u unitfile.Unit) any {
				if x := t.value(u.Code(), i); !math.IsNaN(x) {
					return x
				}
				return nil
			}
		}
		columns = append(columns, column)
	}
	return columns
}

// units returns all units of the kind.
func (t *joinedTable) units(a *units.Atlas) []unitfile.Unit {
	list, _ := (&selection{}).units(a, t.Kind) // without a province it does not fail
	return list
}

// write writes the units with the values of their rows.
func (c *joinCmd) write(ctx context.Context, s streams, a *units.Atlas, t *joinedTable, licence string) error {
	if c.Out == "" {
		return nil
	}
	o := unitfile.Options{Kind: t.Kind, Level: finest(a), Licence: licence, Columns: joinedAttributes, Extra: t.extra()}
	if ending := strings.ToLower(filepath.Ext(c.Out)); ending == ".csv" || ending == ".xlsx" {
		return writeUnitTable(c.Out, t.units(a), o.AllColumns(), c.Excel)
	}
	if t.Kind == units.KindWard && !a.HasWards() {
		return errNoWards
	}
	format, err := geofile.FormatOf(c.Out)
	if err != nil {
		return &exitError{exitUsage, err}
	}
	w, err := geofile.Create(c.Out, format, unitfile.Schema(o))
	if err != nil {
		return err
	}
	if err := unitfile.Write(ctx, w, t.units(a), o); err != nil {
		return err
	}
	fmt.Fprintln(s.notes, "licence:", licence)
	return nil
}

// finest returns the finest level of the borders.
func finest(a *units.Atlas) boundary.Level { return a.Net().Finest() }

// shownRows is the number of rows without a unit that are printed.
const shownRows = 20

// report prints what was joined, and the rows without a unit. The error says that there are some.
func (c *joinCmd) report(s streams, table *units.Table, t *joinedTable) error {
	matched, unmatched, repeated := t.Count()
	fmt.Fprintf(s.notes, "%d of %d rows joined to %d %s\n", matched, matched+unmatched, len(t.Rows), c.To)
	if repeated > 0 {
		fmt.Fprintf(s.notes, "%d of them have several rows: --several %s\n", repeated, c.Several)
	}
	var lines [][]string
	for i, m := range t.Matches {
		if m.Code != "" {
			continue
		}
		var candidates []string
		for _, code := range m.Candidates {
			if w, ok := table.Ward(code); ok && t.Kind == units.KindWard {
				candidates = append(candidates, describeWard(table, w))
			} else if p, ok := table.Province(code); ok {
				candidates = append(candidates, p.Code+" "+p.FullName)
			}
		}
		var cells []string
		for k := range t.layer.Columns {
			cells = append(cells, t.layer.Columns[k].Texts[i])
		}
		lines = append(lines, append([]string{fmt.Sprint(i + 1), string(m.Reason), strings.Join(candidates, "; ")}, cells...))
	}
	if c.Unmatched != "" {
		names := []string{"row", "reason", "candidates"}
		for i := range t.layer.Columns {
			names = append(names, t.layer.Columns[i].Name)
		}
		if err := writeTextTable(c.Unmatched, append([][]string{names}, lines...), c.Excel); err != nil {
			return err
		}
	}
	for i, line := range lines {
		if i == shownRows && c.Unmatched == "" {
			fmt.Fprintln(s.notes, "  … and more; --unmatched FILE lists them all")
		}
		if i >= shownRows {
			break
		}
		text := fmt.Sprintf("  row %s: %s: %s", line[0], line[1], strings.Join(line[3:], ", "))
		if line[2] != "" {
			text += " — " + line[2]
		}
		fmt.Fprintln(s.notes, shorten(text))
	}
	if unmatched == 0 {
		return nil
	}
	return &exitError{exitPartly, fmt.Errorf("%d of %d rows have no unit", unmatched, matched+unmatched)}
}

// shorten cuts a line that is too long for a terminal.
func shorten(text string) string {
	const most = 200
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}
