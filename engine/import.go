// SPDX-License-Identifier: MIT

package engine

import (
	"context"
	"fmt"
	"os"

	"roadsnap/engine/diagnostic"
	"roadsnap/engine/errclass"
	"roadsnap/engine/geo"
	"roadsnap/engine/osmimport"
	"roadsnap/engine/pack"
	"roadsnap/engine/unitimport"
	"roadsnap/engine/units"
)

// ErrNoSource is returned by Import if the options name no source, or no table for the
// boundaries.
var ErrNoSource = errclass.New(errclass.NoSource, "there is nothing to import")

// ImportOptions are the sources and the output of Import. Roads, Units or both must be
// set.
type ImportOptions struct {
	Roads string   // an OpenStreetMap extract: .osm.pbf, .osm, .osm.gz or .osm.bz2
	Units []string // boundaries of wards: GeoJSON files, folders or zip archives of them
	Out   string   // the pack to write; an older one is replaced when the new one is whole
	Name  string   // of the map; the source's file name if empty

	Table        *units.Table // the official table that Units are joined to
	UnitsLicence string       // the notice that must be shown with Units, if any

	Progress      func(osmimport.Progress)  // of Roads, which are imported first
	UnitsProgress func(unitimport.Progress) // of Units
}

// ImportReport holds the report of each source, nil for one that was not given.
type ImportReport struct {
	Roads *osmimport.Report
	Units *unitimport.Report
}

// Diagnostics lists what was left out, repaired or doubted, first of the roads.
func (r ImportReport) Diagnostics() (list diagnostic.List) {
	if r.Roads != nil {
		list = r.Roads.Diagnostics()
	}
	if r.Units != nil {
		list = append(list, r.Units.Diagnostics()...)
	}
	return list
}

// Import writes a pack with the roads and map layers of an OpenStreetMap extract, the
// boundaries of GeoJSON files, or both. The pack also holds the diagnostics. On an error
// or a cancelled context no new file stays and an older pack at Out is unchanged; the
// report then covers the part that was read.
func Import(ctx context.Context, o ImportOptions) (ImportReport, error) {
	if err := o.check(); err != nil {
		return ImportReport{}, err
	}
	w, err := pack.Create(o.Out, pack.Meta{Bounds: geo.NoBounds})
	if err != nil {
		return ImportReport{}, err
	}
	report, err := o.read(ctx, w)
	if err == nil {
		err = diagnostic.Write(w, report.Diagnostics())
	}
	if err == nil {
		err = w.Commit()
	}
	if err != nil {
		// The first error is the cause; Abort only removes the unfinished file.
		_ = w.Abort()
		return report, err
	}
	return report, nil
}

func (o *ImportOptions) check() error {
	if o.Roads == "" && len(o.Units) == 0 {
		return fmt.Errorf("%w: neither an OpenStreetMap extract nor boundaries", ErrNoSource)
	}
	if len(o.Units) > 0 && o.Table == nil {
		return fmt.Errorf("%w: no table of units to join the boundaries to", ErrNoSource)
	}
	sources := []string{o.Roads}
	if len(o.Units) > 0 {
		wards, err := unitimport.Files(o.Units) // before the roads, which take minutes
		if err != nil {
			return err
		}
		sources = append(sources, wards...)
	}
	for _, source := range sources {
		if sameFile(source, o.Out) {
			return fmt.Errorf("%q is a source itself and would be lost; choose another file for the map: %w", o.Out, os.ErrExist)
		}
	}
	return nil
}

// read adds all sources to w.
func (o *ImportOptions) read(ctx context.Context, w *pack.Writer) (report ImportReport, err error) {
	const importer = "roadsnap " + Version
	if o.Roads != "" {
		roads, err := osmimport.File(ctx, o.Roads, w, osmimport.Options{Name: o.Name, Importer: importer, Progress: o.Progress})
		report.Roads = &roads
		if err != nil {
			return report, err
		}
	}
	if len(o.Units) > 0 {
		u := unitimport.Options{Name: o.Name, Importer: importer, Licence: o.UnitsLicence, Progress: o.UnitsProgress}
		wards, err := unitimport.Import(ctx, o.Units, o.Table, w, u)
		report.Units = &wards
		if err != nil {
			return report, err
		}
	}
	return report, nil
}

// sameFile reports whether both paths name the same existing file.
func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}
