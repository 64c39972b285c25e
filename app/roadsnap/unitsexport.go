package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"roadsnap/engine"
	"roadsnap/engine/boundary"
	"roadsnap/engine/geofile"
	"roadsnap/engine/units"
)

// standardOutput is how a command line names it.
const standardOutput = "-"

// unitsExportCmd is `roadsnap units export`.
type unitsExportCmd struct {
	bordered
	selection
	Out    string `help:"The file to write; - is standard output, for formats that are one text." required:"" placeholder:"FILE"`
	Format string `help:"What to write: geojson, gpkg, shp, shp.zip, kml or csv; by the ending of the file when left out." enum:"geojson,gpkg,shp,shp.zip,kml,csv," default:"" placeholder:"FORMAT"`
	Level  string `help:"How fine the borders are: country, province, ward or street; the finest there is when left out." enum:"country,province,ward,street," default:"" placeholder:"LEVEL"`
}

// Help is the rest of the help.
func (unitsExportCmd) Help() string {
	return `It writes the wards, or the provinces where no others are installed; --kind says otherwise. Formats are GeoJSON (.geojson), GeoPackage (.gpkg), Shapefile (.shp, or .zip for all of its parts in one archive), KML (.kml) and CSV with the borders as WKT (.csv). At every level neighbours share every vertex.

  roadsnap units export --pack vietnam.rsp --out wards.gpkg
  roadsnap units export --pack vietnam.rsp --province 01 --level ward --out hanoi.zip
  roadsnap units export --kind province --out - --format geojson`
}

// Run writes the file. Nothing appears at its place before all is written.
func (c *unitsExportCmd) Run(ctx context.Context, s streams) error {
	format, err := c.format()
	if err != nil {
		return &exitError{exitUsage, err}
	}
	if c.Out != standardOutput && sameFile(c.Pack, c.Out) {
		return &exitError{exitUsage, fmt.Errorf("%q is the map itself and would be lost; give --out another name", c.Out)}
	}
	return c.open(s, func(e *engine.Engine) error {
		licence, err := licenceOf(e)
		if err != nil {
			return err
		}
		return e.Atlas(func(a *units.Atlas) error {
			kind, level, err := c.choose(a)
			if err != nil {
				return err
			}
			list, err := c.units(a, kind)
			if err != nil {
				return err
			}
			x := exporter{columns: slices.Concat(namesOf(kind), []unitColumn{areaColumn, centreLat, centreLon}), level: level}
			schema := geofile.Schema{Name: kind.String() + "s", Licence: licence, Columns: x.schema()}
			w, err := c.create(s.out, format, schema)
			if err != nil {
				return err
			}
			if err := x.write(ctx, s, w, list, schema.Name); err != nil {
				return err
			}
			x.report(s.err, list, schema.Name, licence)
			noteOverview(s.err, a, list...)
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

// streamed returns the formats that standard output can take.
func streamed() (names []string) {
	for _, f := range geofile.Formats() {
		if f.Streams() {
			names = append(names, string(f))
		}
	}
	return names
}

// choose returns what kind of unit is written, and how fine.
func (c *unitsExportCmd) choose(a *units.Atlas) (units.Kind, boundary.Level, error) {
	kind := c.kind()
	switch {
	case kind == units.KindWard && !a.HasWards():
		return kind, 0, errNoWards
	case kind == units.AnyKind && a.HasWards():
		kind = units.KindWard
	case kind == units.AnyKind:
		kind = units.KindProvince
	}
	level := a.Net().Finest()
	if asked, given := boundary.ParseLevel(c.Level); given {
		if a.Net().Level(asked) != asked {
			return kind, 0, fmt.Errorf("borders at the level %v are not installed, the finest are at %v; %s", asked, level, importHint)
		}
		level = asked
	}
	return kind, level, nil
}

func (c *unitsExportCmd) create(out io.Writer, format geofile.Format, schema geofile.Schema) (*geofile.Writer, error) {
	if c.Out == standardOutput {
		return geofile.NewStream(out, format, schema)
	}
	return geofile.Create(c.Out, format, schema)
}

// exporter writes units with their borders at a level.
type exporter struct {
	columns []unitColumn
	level   boundary.Level
	shape   multiPolygon
}

func (x *exporter) schema() []geofile.Column {
	columns := make([]geofile.Column, len(x.columns))
	for i, c := range x.columns {
		columns[i] = geofile.Column{Name: c.name, Kind: c.kind}
	}
	return columns
}

// write writes all units, or leaves nothing behind.
func (x *exporter) write(ctx context.Context, s streams, w *geofile.Writer, list []unit, what string) (err error) {
	bar := progress{s: s}
	defer bar.finish()
	defer func() {
		if err != nil {
			err = errors.Join(err, w.Abort())
		}
	}()
	values := make([]any, len(x.columns))
	for i, u := range list {
		if err := ctx.Err(); err != nil {
			return err
		}
		if s.terminal {
			bar.count("writing "+what, i, len(list))
		}
		for k, c := range x.columns {
			values[k] = c.of(u)
		}
		feature := geofile.Feature{Values: values}
		if u.hasLand {
			feature.Area = x.shape.of(u.land, x.level)
		}
		if err := w.Add(feature); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return w.Commit()
}

// report says what was written. The licence is said here because not every
// format has a place for it.
func (x *exporter) report(out io.Writer, list []unit, what, licence string) {
	if len(list) == 1 {
		what = strings.TrimSuffix(what, "s")
	}
	fmt.Fprintf(out, "%d %s at the level %v\n", len(list), what, x.level)
	bare := 0
	for _, u := range list {
		if !u.hasLand {
			bare++
		}
	}
	if bare > 0 {
		fmt.Fprintf(out, "%d of them without borders, which are not installed\n", bare)
	}
	if licence != "" {
		fmt.Fprintln(out, "licence:", licence)
	}
}

// sameFile reports whether two paths lead to one file.
func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}
