// SPDX-License-Identifier: MIT

package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

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
	Units []string // boundaries of wards: GIS files, see unitimport, folders or zip archives of them
	Out   string   // the pack to write; an older one is replaced when the new one is whole
	Name  string   // of the map; the source's file name if empty

	// Table is the official table that boundaries are joined to. With it and without Units,
	// the boundary relations of Roads are used, unless NoBorders is set: the map of a
	// country then has wards by one download. Boundaries that the user names are better
	// known, so they replace those of Roads and are not mixed with them.
	Table     *units.Table
	NoBorders bool
	// UnitsCRS, UnitsEncoding and UnitsColumns say how Units are read; see System, Encoding
	// and Columns of unitimport.Options.
	UnitsCRS, UnitsEncoding string
	UnitsColumns            map[string]string

	UnitsLicence string // the notice that must be shown with Units, if any

	// Former are boundaries of the wards, communes and townships of June 2025, and their notice.
	// They are read like Units, and kept next to those in force.
	Former        []string
	FormerLicence string

	// Smaller allows Out to replace a pack with far more; see ErrSmaller. Replaces is the
	// pack to compare with if that is not Out.
	Smaller  bool
	Replaces string

	// Partial imports an extract that seems to be cut off, instead of refusing it.
	Partial bool

	// Memory limits the memory of the import (bytes); 0 stands for Need().Memory. The limit
	// is a soft one: data that are in use stay in memory. Below Need().Memory the import is
	// slower. Two imports at once in one process share the lower limit.
	Memory int64

	Progress      func(osmimport.Progress)  // of Roads, which are imported first
	UnitsProgress func(unitimport.Progress) // of Units
}

// ImportReport holds the report of each source, nil for one that was not given. Units is
// also nil if Roads has no unit of Vietnam, current or former.
type ImportReport struct {
	Roads  *osmimport.Report
	Units  *unitimport.Report
	Former *unitimport.Report
}

// CutOff reports whether the extract seems to be cut off although it can be read; see
// ImportOptions.Partial.
func (r ImportReport) CutOff() bool { return r.Roads != nil && len(r.Roads.SignsOfCut) > 0 }

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
// boundaries of files or of the extract, or both. The pack also holds the diagnostics. On an error
// or a cancelled context no new file stays and an older pack at Out is unchanged; the
// report then covers the part that was read. The error wraps ErrSpace if the disk is too
// full to begin, and ErrSmaller if the pack lacks much of the one that it replaces.
func Import(ctx context.Context, o ImportOptions) (ImportReport, error) {
	if err := o.check(); err != nil {
		return ImportReport{}, err
	}
	defer limitMemory(o.heap())()
	w, err := pack.Create(o.Out, pack.Meta{Bounds: geo.NoBounds})
	if err != nil {
		return ImportReport{}, err
	}
	report, err := o.read(ctx, w)
	if err == nil {
		err = diagnostic.Write(w, report.Diagnostics())
	}
	if err == nil {
		err = o.compare(w.Meta().Counts)
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
	if len(o.Units)+len(o.Former) > 0 && o.Table == nil {
		return fmt.Errorf("%w: no table of units to join the boundaries to", ErrNoSource)
	}
	sources := []string{o.Roads}
	for _, paths := range [][]string{o.Units, o.Former} {
		if len(paths) == 0 {
			continue
		}
		wards, err := unitimport.Files(paths) // before the roads, which take minutes
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
	return o.checkSpace()
}

// importer is the program and version in the metadata of packs.
const importer = "roadsnap " + Version

// read adds all sources to w.
func (o *ImportOptions) read(whole context.Context, w *pack.Writer) (report ImportReport, err error) {
	ctx, cancel := context.WithCancel(whole)
	defer cancel()
	progress := &importProgress{o: o}
	var borders *borderJob
	defer func() { borders.abandon(cancel) }()
	if len(o.Units) > 0 {
		if borders = o.fileBorders(ctx, progress); o.atOnce() {
			borders.start(cancel)
		}
	}
	if o.Roads != "" {
		r := osmimport.Options{Name: o.Name, Importer: importer, Partial: o.Partial, Progress: progress.roads}
		if o.Table != nil && len(o.Units) == 0 && !o.NoBorders {
			r.BorderLevels = unitimport.Levels()
			r.Borders = func(list []osmimport.Border) {
				if borders = o.relationBorders(ctx, list, progress); o.atOnce() {
					borders.start(func() {}) // the map may have roads all the same
				}
			}
		}
		roads, err := osmimport.File(ctx, o.Roads, w, r)
		report.Roads = &roads
		if bordersFailed := errors.Is(err, context.Canceled) && whole.Err() == nil; err != nil && !bordersFailed {
			return report, err
		}
	}
	switch {
	case borders == nil:
	case len(o.Units) > 0:
		report.Units, err = borders.write(ctx, w, progress)
	default:
		report.Units, err = o.relations(borders.write(ctx, w, progress))
	}
	if err == nil && len(o.Former) > 0 {
		report.Former, err = o.former(ctx, borders, w)
	}
	return report, err
}

// relations returns the outcome of the boundary relations of Roads. The report is nil if
// there are none, and no former ones.
func (o *ImportOptions) relations(r *unitimport.Report, err error) (*unitimport.Report, error) {
	if !errors.Is(err, unitimport.ErrNothing) {
		return r, err
	}
	// The map has roads all the same. Say why it has no wards, if it is a map of Vietnam.
	if !slices.ContainsFunc(r.NotJoined, func(n unitimport.NotJoined) bool { return n.Reason == unitimport.ReasonAbolished }) && len(r.Invalid) == 0 {
		return nil, nil //nolint:nilnil // nothing to report
	}
	r.Missing, r.Absent = nil, nil
	return r, nil
}

// sameFile reports whether both paths name the same existing file.
func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}
