package present

import (
	"context"
	"os"
	"path/filepath"

	"roadsnap/engine"
	"roadsnap/engine/unitimport"
	"roadsnap/engine/units"
)

// BoundarySources returns what to import when the user has chosen a file of
// boundaries: an archive alone; of files that lie side by side, as one for each
// province do, the folder with all of them.
func BoundarySources(path string) []string {
	if filepath.Ext(path) == ".zip" {
		return []string{path}
	}
	folder := filepath.Dir(path)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return []string{path} // the import will say what is wrong
	}
	end, alike := filepath.Ext(path), 0
	for _, e := range entries {
		if filepath.Ext(e.Name()) == end && IsBoundaries(e.Name()) {
			alike++
		}
	}
	if alike > 1 {
		return []string{folder}
	}
	return []string{path}
}

// Table returns the official table of units.
func (p *Units) Table() *units.Table { return p.table }

// ImportUnits makes a pack at out from files of boundaries and installs it.
func (p *Maps) ImportUnits(table *units.Table, sources []string, out string) {
	p.run(func(ctx context.Context) (change, error) {
		return p.make(ctx, engine.ImportOptions{
			Units: sources, Table: table, Out: out,
			UnitsProgress: func(q unitimport.Progress) {
				p.update(func(s *MapsState) { s.Stage, s.Done, s.Total = unitStageKeys[q.Stage], q.Done, q.Total })
			},
		})
	}, nil)
}

// unitStageKeys are the words for the stages of an import of boundaries.
var unitStageKeys = map[unitimport.Stage]string{
	unitimport.StageRead:    "units.stage.read",
	unitimport.StageBorders: "units.stage.borders",
	unitimport.StageWrite:   "units.stage.write",
}
