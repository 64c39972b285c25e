package main

import (
	"context"
	"errors"
	"time"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/osmimport"
	"roadsnap/engine/unitimport"
	"roadsnap/engine/units"
)

// importCmd is `roadsnap import`.
type importCmd struct {
	Roads   string   `help:"An OpenStreetMap extract: .osm.pbf, .osm, .osm.gz or .osm.bz2." type:"existingfile" placeholder:"FILE"`
	Units   []string `help:"Boundaries of wards: a GeoJSON file, plain or .gz, or a folder or zip archive of them; may be repeated." type:"path" sep:"none" placeholder:"FILE|DIR"`
	Licence string   `name:"units-licence" help:"The notice that must be shown with the boundaries." placeholder:"TEXT"`
	Out     string   `help:"The map pack to write." required:"" placeholder:"FILE.rsp"`
	Name    string   `help:"What the map is called; the source's name when left out."`
	JSON    bool     `name:"json" help:"Print the report as JSON."`
}

// Validate is called by the parser.
func (c *importCmd) Validate() error {
	if c.Roads == "" && len(c.Units) == 0 {
		return errors.New("--roads FILE or --units FILE|DIR is needed")
	}
	return nil
}

// importJSON is what `roadsnap import --json` prints: the members of the roads'
// report, and that of the units, each if it was asked for.
type importJSON struct {
	*osmimport.Report
	Units *unitimport.Report `json:"units,omitempty"`
}

// Run makes the pack and prints what was found and what was left out.
func (c *importCmd) Run(ctx context.Context, s streams) error {
	start := time.Now()
	official, err := units.Load(data.Units())
	if err != nil {
		return err
	}
	bar := progress{s: s}
	report, err := engine.Import(ctx, engine.ImportOptions{
		Roads: c.Roads, Units: c.Units, Out: c.Out, Name: c.Name, Table: official, UnitsLicence: c.Licence,
		Progress: func(p osmimport.Progress) { bar.update(roadStageNames[p.Stage], p.Done, p.Total) },
		UnitsProgress: func(p unitimport.Progress) {
			bar.show(unitStageNames[p.Stage], p.Done, p.Total, p.Stage == unitimport.StageRead)
		},
	})
	bar.finish()
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(s.out, importJSON{report.Roads, report.Units})
	}
	var rows [][2]string
	if report.Roads != nil {
		rows = append(rows, roadRows(*report.Roads)...)
	}
	if report.Units != nil {
		rows = append(rows, unitRows(report.Units)...)
	}
	rows = append(rows, [2]string{"time", time.Since(start).Round(time.Millisecond).String()})
	return table(s.out, rows)
}

// roadStageNames says what an import of roads is doing.
var roadStageNames = map[osmimport.Stage]string{
	osmimport.StageRead:   "reading the extract",
	osmimport.StageWays:   "reading ways",
	osmimport.StageNodes:  "reading nodes",
	osmimport.StageRoads:  "building the road network",
	osmimport.StageLayers: "building the map layers",
}

// unitStageNames says what an import of boundaries is doing.
var unitStageNames = map[unitimport.Stage]string{
	unitimport.StageRead:    "reading boundaries",
	unitimport.StageBorders: "dividing the land",
	unitimport.StageWrite:   "writing borders",
}
