// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"time"

	sizes "github.com/dustin/go-humanize" //nolint:misspell // its name

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/diagnostic"
	"roadsnap/engine/osmimport"
	"roadsnap/engine/unitimport"
	"roadsnap/engine/units"
)

// importCmd is `roadsnap import`.
type importCmd struct {
	Roads   string            `help:"An OpenStreetMap extract: .osm.pbf, .osm, .osm.gz or .osm.bz2." type:"existingfile" placeholder:"FILE"`
	Units   []string          `help:"Boundaries of wards: GeoJSON, Shapefile, GeoPackage, FlatGeobuf or KML, or a folder or zip archive of them; may be repeated." type:"path" sep:"none" placeholder:"FILE|DIR"`
	CRS     string            `name:"units-crs" help:"The coordinate system of the boundaries if their files do not say it: EPSG:4326 (WGS 84), EPSG:4756, 3405, 3406, 5896 to 5899 or 9205 to 9218 (VN-2000)." placeholder:"EPSG:CODE"`
	Charset string            `name:"units-encoding" help:"The encoding of Shapefiles' tables if they do not say it: utf-8, windows-1258 or tcvn3 (ABC)." placeholder:"NAME"`
	Columns map[string]string `name:"units-columns" help:"Columns of the boundaries, if they are not recognised: code, name, full_name, province_code, province, kind; and of former units, district." mapsep:"," placeholder:"code=COLUMN,…"`
	Former  []string          `name:"former-units" help:"Boundaries of the wards, communes and townships of June 2025, in the same formats; may be repeated." type:"path" sep:"none" placeholder:"FILE|DIR"`
	Before  string            `name:"former-licence" help:"The notice that must be shown with them." placeholder:"TEXT"`
	Licence string            `name:"units-licence" help:"The notice that must be shown with the boundaries." placeholder:"TEXT"`
	Out     string            `help:"The map pack to write. A pack that exists there is replaced, another file only with --force." required:"" placeholder:"FILE.rsp"`
	Name    string            `help:"The name of the map; by default that of the source."`
	Borders bool              `help:"Use the borders of wards in the extract if no --units are given." default:"true" negatable:""`
	Smaller bool              `help:"Replace a pack even if the new one has far fewer roads, or no turn restrictions or wards."`
	Partial bool              `help:"Import an extract that seems to be cut off."`
	Memory  string            `help:"Use no more memory than this, such as 600M, if possible; slower." placeholder:"SIZE"`
	Strict  bool              `help:"Write nothing if a feature of --units is invalid or joins no ward."`
	JSON    bool              `name:"json" help:"Print the report as JSON."`
	output
}

// Validate is called by the parser.
func (c *importCmd) Validate() error {
	if c.Roads == "" && len(c.Units) == 0 {
		return errors.New("--roads FILE or --units FILE|DIR is needed") // former units are kept next to those in force
	}
	return nil
}

// importJSON is the output of `roadsnap import --json`: the members of the roads' report,
// and the report of the units, each if it was imported.
type importJSON struct {
	*osmimport.Report
	Units  *unitimport.Report `json:"units,omitempty"`
	Former *unitimport.Report `json:"former_units,omitempty"`
}

// Run writes the pack and prints the report.
func (c *importCmd) Run(ctx context.Context, s streams) error {
	start := time.Now()
	if err := c.checkPack(c.Out); err != nil {
		return err
	}
	official, err := units.Load(data.Units())
	if err != nil {
		return err
	}
	memory, err := parseMemory(c.Memory)
	if err != nil {
		return &exitError{exitUsage, err}
	}
	out := c.Out
	if c.Strict {
		out += ".strict"     // takes its place once the report is known
		defer os.Remove(out) //nolint:errcheck // gone already, unless the import is refused
	}
	bar := progress{s: s}
	options := engine.ImportOptions{
		Roads: c.Roads, Units: c.Units, Out: out, Name: c.Name, Table: official, UnitsLicence: c.Licence,
		Former: c.Former, FormerLicence: c.Before,
		NoBorders: !c.Borders, Memory: memory, Partial: c.Partial,
		Smaller: c.Smaller, Replaces: c.Out,
		UnitsCRS: c.CRS, UnitsEncoding: c.Charset, UnitsColumns: c.Columns,
		Progress: func(p osmimport.Progress) { bar.update(roadStageNames[p.Stage], p.Done, p.Total) },
		UnitsProgress: func(p unitimport.Progress) {
			bar.show(unitStageNames[p.Stage], p.Done, p.Total, p.Stage == unitimport.StageRead)
		},
	}
	need := options.Need()
	fmt.Fprintf(s.notes, "takes about %s of memory%s, and %s of disk for the map%s\n",
		byteSize(need.Memory), freeMemory(), byteSize(need.Disk), freeIn(filepath.Dir(out)))
	report, err := engine.Import(ctx, options)
	bar.finish()
	if report.CutOff() && errors.Is(err, osmimport.ErrTruncated) {
		return fmt.Errorf("%w. Download the extract again; if it is whole, use --partial", err)
	}
	if errors.Is(err, engine.ErrSmaller) {
		return fmt.Errorf("%w; the pack is unchanged. If the new one is right, use --smaller", err)
	}
	if err != nil {
		return err
	}
	var bad error
	if len(c.Units) > 0 { // the extract has whatever it has
		bad = badFeatures(report.Units)
	}
	if c.Strict && bad == nil {
		if err := os.Rename(out, c.Out); err != nil {
			return err
		}
	}
	if !c.Strict || bad == nil {
		fmt.Fprintf(s.notes, "wrote %s\n", c.Out)
		if len(c.Units) > 0 && c.Licence == "" {
			fmt.Fprintln(s.notes, "no licence of the borders was given; import again with --units-licence TEXT if their source asks for a notice")
		}
	}
	if report.Units != nil && len(c.Units) == 0 {
		noteFewWards(s, int64(report.Units.Joined), report.Diagnostics(), "import it again with --units and the official borders")
	}
	return errors.Join(c.print(s, report, start), bad)
}

// noteFewWards says so if a map has few of the wards of its provinces, and what to do.
func noteFewWards(s streams, wards int64, found diagnostic.List, remedy string) {
	if have, of, few := engine.FewWards(wards, found); few {
		fmt.Fprintf(s.notes, "the map has borders of only %d of the %d wards of its provinces; to have them all, %s\n", have, of, remedy)
	}
}

// parseMemory returns the size that --memory gives (bytes), 0 without one.
func parseMemory(size string) (int64, error) {
	if size == "" {
		return 0, nil
	}
	const least = 64 << 20
	n, err := sizes.ParseBytes(size)
	if err != nil || n < least || n > math.MaxInt64 {
		return 0, fmt.Errorf("--memory must be a size of at least 64M, such as 600M or 1.5G, but got %q", size)
	}
	return int64(n), nil
}

// badFeatures returns the error for features that were left out, nil if there are none.
func badFeatures(r *unitimport.Report) error {
	if r == nil || len(r.Invalid)+len(r.NotJoined) == 0 {
		return nil
	}
	return &exitError{exitPartly, fmt.Errorf("%d of %d features were left out; the report lists them", len(r.Invalid)+len(r.NotJoined), r.Features)}
}

// print prints the report: as JSON, or as a table that is for people only.
func (c *importCmd) print(s streams, report engine.ImportReport, start time.Time) error {
	if c.JSON {
		return printJSON(s.out, importJSON{report.Roads, report.Units, report.Former})
	}
	if s.notes == io.Discard { // --quiet
		return nil
	}
	var rows [][2]string
	if report.Roads != nil {
		rows = append(rows, roadRows(*report.Roads)...)
	}
	if report.Units != nil {
		rows = append(rows, unitRows(report.Units)...)
	}
	if r := report.Former; r != nil {
		rows = append(rows, [2]string{"former units", fmt.Sprintf("%d of %d features joined, %d units have no border", r.Joined, r.Features, len(r.Missing))})
	}
	rows = append(rows, [2]string{"time", time.Since(start).Round(time.Millisecond).String()})
	return table(s.out, rows)
}

// roadStageNames are the stages of an import of roads, for the progress bar.
var roadStageNames = map[osmimport.Stage]string{
	osmimport.StageRead:   "reading the extract",
	osmimport.StageWays:   "reading ways",
	osmimport.StageLayers: "building the map layers",
	osmimport.StageRoads:  "building the road network",
}

// unitStageNames are the stages of an import of boundaries, for the progress bar.
var unitStageNames = map[unitimport.Stage]string{
	unitimport.StageRead:    "reading boundaries",
	unitimport.StageBorders: "dividing the land",
	unitimport.StageShares:  "comparing with former borders",
	unitimport.StageWrite:   "writing borders",
}
