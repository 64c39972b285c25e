package engine

import (
	"context"
	"fmt"
	"os"

	"roadsnap/engine/osmimport"
	"roadsnap/engine/pack"
)

// Version is the version of the engine, written into the packs that it makes.
const Version = "0.1.0"

// ImportOptions say what Import reads and writes.
type ImportOptions struct {
	Roads    string // an OpenStreetMap extract: .osm.pbf, .osm, .osm.gz or .osm.bz2
	Out      string // the pack to write; an older one stays until the new one is whole
	Name     string // what the map is called, the source's file name if empty
	Progress func(osmimport.Progress)
}

// Import makes a pack of roads and map layers from an OpenStreetMap extract.
// After an error or a cancelled context nothing is left behind, and a pack that
// was at Out before is untouched.
func Import(ctx context.Context, o ImportOptions) (osmimport.Report, error) {
	if sameFile(o.Roads, o.Out) {
		return osmimport.Report{}, fmt.Errorf("import: %q is the extract itself and would be lost; choose another file for the map: %w", o.Out, os.ErrExist)
	}
	w, err := pack.Create(o.Out, pack.Meta{})
	if err != nil {
		return osmimport.Report{}, err
	}
	report, err := osmimport.File(ctx, o.Roads, w, osmimport.Options{Name: o.Name, Importer: "roadsnap " + Version, Progress: o.Progress})
	if err == nil {
		err = w.Commit()
	}
	if err != nil {
		// The first error says what happened; Abort only tidies up after it.
		_ = w.Abort()
		return report, fmt.Errorf("import: %w", err)
	}
	return report, nil
}

// sameFile reports whether two paths lead to one file.
func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}
