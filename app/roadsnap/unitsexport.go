// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"roadsnap/engine"
	"roadsnap/engine/crs"
	"roadsnap/engine/geo"
	"roadsnap/engine/geofile"
	"roadsnap/engine/unitfile"
	"roadsnap/engine/units"
)

// standardOutput is the name of standard output on a command line.
const standardOutput = "-"

// unitsExportCmd is `roadsnap units export`.
type unitsExportCmd struct {
	bordered
	selection
	output
	Out     string   `help:"The file to write; - is standard output, for text formats and GeoParquet." required:"" placeholder:"FILE"`
	Format  string   `help:"The output format: geojson, gpkg, fgb, topojson, parquet, shp, shp.zip, kml or csv; by default from the extension of the file." enum:"geojson,gpkg,shp,shp.zip,kml,csv,fgb,topojson,parquet," default:"" placeholder:"FORMAT"`
	Level   string   `help:"The level of detail of the borders: country, province, ward or street; by default the finest available." enum:"country,province,ward,street," default:"" placeholder:"LEVEL"`
	CRS     string   `name:"crs" help:"The coordinate system: wgs84, vn2000 (the TM-3 grid of the province), vn2000:NAME (that of a former province), utm48, utm49 or a code such as EPSG:9210." default:"wgs84" placeholder:"SYSTEM"`
	Columns []string `help:"The columns to write; by default all." placeholder:"NAME"`
	Bbox    boxArg   `help:"Only units whose land reaches into this box (degrees)." placeholder:"W,S,E,N"`
	Excel   bool     `help:"CSV for Excel: with a byte order mark, and without borders of more than 32,767 characters."`
}

// Help returns the rest of the help.
func (unitsExportCmd) Help() string {
	return `By default it writes the wards, or the provinces if the pack has no wards; choose with --kind. The formats are GeoJSON (.geojson), GeoPackage (.gpkg), FlatGeobuf (.fgb), TopoJSON (.topojson), GeoParquet (.parquet), Shapefile (.shp, or .zip for all its parts in one archive), KML (.kml) and CSV with the borders as WKT (.csv). Neighbours share all vertices of their common border at every level of detail.

Plans of a province are in VN-2000 with its own meridian, which circular 24/2025/TT-BNNMT sets. Plans from before July 2025 have the meridian of the former province: --crs "vn2000:Bình Dương". KML and TopoJSON are always in WGS 84.

  roadsnap units export --pack vietnam.rsp --out wards.gpkg
  roadsnap units export --pack vietnam.rsp --province 01 --level ward --out hanoi.zip
  roadsnap units export --pack vietnam.rsp --province 79 --crs vn2000 --columns ward_code,ward_fname --out hcm.gpkg
  roadsnap units export --kind province --out - --format geojson`
}

// Run writes the file, which appears only when it is complete.
func (c *unitsExportCmd) Run(ctx context.Context, s streams) error {
	format, err := c.format()
	if err != nil {
		return &exitError{exitUsage, err}
	}
	if c.Out != standardOutput {
		for _, path := range geofile.Parts(c.Out, format) {
			if sameFile(c.Pack, path) {
				return &exitError{exitUsage, fmt.Errorf("%q is the map itself and would be lost; give --out another name", path)}
			}
			if err := c.check(path); err != nil {
				return err
			}
		}
	}
	return c.open(func(e *engine.Engine) error {
		licence, err := licenceOf(e)
		if err != nil {
			return err
		}
		return e.Atlas(func(a *units.Atlas) error {
			list, o, err := c.choose(a, format, licence)
			if err != nil {
				return err
			}
			schema := unitfile.Schema(o)
			w, err := c.create(s.out, format, schema)
			if err != nil {
				return err
			}
			bar := progress{s: s}
			o.Progress = func(done, total int) { bar.count("writing "+schema.Name, done, total) }
			err = unitfile.Write(ctx, w, list, o)
			bar.finish()
			if err != nil {
				return err
			}
			report(s.notes, list, o, schema.Name)
			noteMeasures(s.notes, a, c.Pack, list...)
			return nil
		})
	})
}

// format returns the format to write.
func (c *unitsExportCmd) format() (geofile.Format, error) {
	switch {
	case c.Format != "" && c.Out == standardOutput && !geofile.Format(c.Format).Streams():
		return "", fmt.Errorf("%s needs a file of its own: give --out a name", c.Format)
	case c.Format != "":
		return geofile.Format(c.Format), nil
	case c.Out == standardOutput:
		return "", fmt.Errorf("say with --format what to write to standard output: %s", strings.Join(streamed(), ", "))
	}
	return geofile.FormatOf(c.Out)
}

// streamed returns the formats that can be written to standard output.
func streamed() (names []string) {
	for _, f := range geofile.Formats() {
		if f.Streams() {
			names = append(names, string(f))
		}
	}
	return names
}

// choose returns the units to write, and how.
func (c *unitsExportCmd) choose(a *units.Atlas, format geofile.Format, licence string) ([]unitfile.Unit, unitfile.Options, error) {
	choice := unitfile.Choice{
		Kind: c.kind(), Box: c.Bbox.bounds, Level: c.Level, System: c.CRS, Columns: c.Columns, Excel: c.Excel, Format: format,
	}
	province, err := c.province(a.Table)
	if err != nil {
		return nil, unitfile.Options{}, err
	}
	choice.Province = province.Code
	list, o, err := choice.Resolve(a, licence)
	var wrong *unitfile.ChoiceError
	switch {
	case !errors.As(err, &wrong):
	case wrong.Field == "kind":
		err = errNoWards
	case wrong.Field == "level":
		err = fmt.Errorf("%w; %s", err, importHint)
	default:
		err = &exitError{exitUsage, err}
	}
	return list, o, err
}

// boxArg is a box as west, south, east and north (degrees).
type boxArg struct{ bounds *geo.Bounds }

// UnmarshalText reads the four numbers.
func (b *boxArg) UnmarshalText(text []byte) error {
	box, err := geo.ParseBounds(string(text))
	b.bounds = &box
	return err
}

func (c *unitsExportCmd) create(out io.Writer, format geofile.Format, schema geofile.Schema) (*geofile.Writer, error) {
	if c.Out == standardOutput {
		return geofile.NewStream(out, format, schema)
	}
	return geofile.Create(c.Out, format, schema)
}

// report prints a summary of the file. It includes the licence, because not every format
// has a place for it.
func report(out io.Writer, list []unitfile.Unit, o unitfile.Options, what string) {
	if len(list) == 1 {
		what = strings.TrimSuffix(what, "s")
	}
	fmt.Fprintf(out, "%d %s at the level %v\n", len(list), what, o.Level)
	if o.System != (crs.System{}) {
		fmt.Fprintf(out, "coordinate system: %s (EPSG:%d)\n", o.System.Name(), o.System.EPSG())
	}
	bare := 0
	for _, u := range list {
		if !u.HasLand {
			bare++
		}
	}
	if bare > 0 {
		fmt.Fprintf(out, "%d of them without borders, which are not installed\n", bare)
	}
	fmt.Fprintln(out, "licence:", cmp.Or(o.Licence, "the map records none for its borders; ask their source"))
}

// sameFile reports whether both paths name the same existing file.
func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}
