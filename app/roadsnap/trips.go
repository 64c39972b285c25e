// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"syscall"
	"text/tabwriter"
	"time"

	"roadsnap/engine/correction"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/workspace"
)

// tripsCmd is `roadsnap trips`.
type tripsCmd struct {
	List    tripsListCmd    `cmd:"" help:"List the kept trips, or those in the trash."`
	Show    tripsShowCmd    `cmd:"" help:"Show the record of a trip with its stops."`
	Import  tripsImportCmd  `cmd:"" help:"Keep the trips of trace files."`
	Export  tripsExportCmd  `cmd:"" help:"Write trips, as recorded or as snapped, for other programs."`
	Remove  tripsRemoveCmd  `cmd:"" help:"Move trips to the trash, which keeps them for 30 days."`
	Recover tripsRecoverCmd `cmd:"" help:"Take trips out of the trash."`
	Backup  tripsBackupCmd  `cmd:"" help:"Write a copy of all kept trips to one file."`
	Restore tripsRestoreCmd `cmd:"" help:"Add the trips of a backup that are missing."`

	Crop    tripsCropCmd    `cmd:"" help:"Leave out what is before or after a time."`
	Split   tripsSplitCmd   `cmd:"" help:"Split a trip at times, stops, gaps or midnight."`
	Join    tripsJoinCmd    `cmd:"" help:"Join trips of one vehicle to one."`
	Despike tripsDespikeCmd `cmd:"" help:"Drop points to which the vehicle cannot have driven."`
	Revert  tripsRevertCmd  `cmd:"" help:"Take back the last crop, split, join or despike of trips."`

	Correct  tripsCorrectCmd  `cmd:"" help:"Correct the match of a trip by hand."`
	Register tripsRegisterCmd `cmd:"" help:"The register of vehicles, drivers and assignments."`
}

// kept holds the options that all commands on the workspace share.
type kept struct {
	Workspace string `help:"The file that keeps the trips; by default that of the desktop app." type:"path" placeholder:"FILE"`
}

// open opens the workspace, calls use, and closes it.
func (k *kept) open(ctx context.Context, s streams, use func(*workspace.Workspace) error) (err error) {
	path := k.Workspace
	if path == "" {
		if path, err = workspace.DefaultPath(); err != nil {
			return err
		}
	} else if other, err := workspace.IsOther(path); err != nil {
		return err
	} else if other {
		return &exitError{exitUsage, fmt.Errorf("%s is no file of kept trips, and stays as it is; give --workspace another name", path)}
	}
	defer func() {
		// SQLite does not name the file of a full disk.
		if errors.Is(err, syscall.ENOSPC) && !errors.As(err, new(*fs.PathError)) {
			err = fmt.Errorf("%s: %w", path, err)
		}
	}()
	w, err := workspace.Open(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	if w.Aside != "" {
		fmt.Fprintf(s.notes, "%s was damaged; it was renamed to %s, and %d of its trips were saved\n", path, w.Aside, w.Rescued)
	}
	return use(w)
}

// tripsListCmd is `roadsnap trips list`.
type tripsListCmd struct {
	kept
	Trash bool `help:"List the trips in the trash."`
	JSON  bool `name:"json" help:"Print JSON."`
}

// Run prints the list.
func (c *tripsListCmd) Run(ctx context.Context, s streams) error {
	return c.open(ctx, s, func(w *workspace.Workspace) error {
		list, err := w.Trips(ctx, workspace.ListOptions{Trash: c.Trash})
		if err != nil {
			return err
		}
		if c.JSON {
			records := make([]object, len(list))
			for i, t := range list {
				records[i] = tripRecord(t)
			}
			return printJSON(s.out, records)
		}
		out := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(out, "ID\tVEHICLE\tSTART\tEND\tKM\tPOINTS\tVERDICT\tBY HAND\tNAME\tFILE")
		for _, t := range list {
			fmt.Fprintf(out, "%d\t%s\t%s\t%s\t%.1f\t%d\t%s\t%s\t%s\t%s\n", t.ID, harmless(t.Vehicle), moment(t.First), moment(t.Last),
				t.Raw/1000, t.Points, verdictText(t), byHandText(t), harmless(t.Name), harmless(filepath.Base(t.File)))
		}
		return out.Flush()
	})
}

// moment formats a time, "-" for none.
func moment(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.In(trace.VietnamTime()).Format("2006-01-02 15:04:05")
}

// tripRecord returns a kept trip as JSON.
func tripRecord(t workspace.Trip) object {
	at := func(t time.Time) any {
		if t.IsZero() {
			return nil
		}
		return t.In(trace.VietnamTime()).Format(time.RFC3339)
	}
	tags := []int{}
	for n := range 32 {
		if t.Tags.Has(n) {
			tags = append(tags, n)
		}
	}
	return object{
		{"id", t.ID}, {"vehicle", t.Vehicle}, {"name", t.Name}, {"file", t.File}, {"start", at(t.First)}, {"end", at(t.Last)},
		{"raw_m", tenths(t.Raw)}, {"points", t.Points}, {"note", t.Note}, {"tags", tags}, {"reviewed", t.Reviewed}, {"removed", at(t.Removed)},
		{"verdict", verdict(t)}, {"corrections", slices.Concat([]correction.Applied{}, t.Corrected)},
	}
}

// verdict returns the verdict of the default rules on a kept trip, nil if it is not matched.
func verdict(t workspace.Trip) *trace.JSONVerdict {
	if !t.HasSummary {
		return nil
	}
	return trip.DefaultRules().Judge(t.Summary).Encode()
}

// verdictText returns the verdict in English, "-" if the trip is not matched.
func verdictText(t workspace.Trip) string {
	if !t.HasSummary {
		return "-"
	}
	return trip.DefaultRules().Judge(t.Summary).String()
}

// byHandText returns when a trip was last corrected by hand, "-" if it was not.
func byHandText(t workspace.Trip) string {
	if len(t.Corrected) == 0 {
		return "-"
	}
	last := t.Corrected[len(t.Corrected)-1]
	if last.When.IsZero() {
		return "corrected"
	}
	return "corrected " + last.When.In(trace.VietnamTime()).Format("2006-01-02")
}

// tripsShowCmd is `roadsnap trips show`.
type tripsShowCmd struct {
	kept
	ID   int64 `arg:"" help:"The number of the trip in trips list."`
	JSON bool  `name:"json" help:"Print JSON."`
}

// Run prints the record.
func (c *tripsShowCmd) Run(ctx context.Context, s streams) error {
	return c.open(ctx, s, func(w *workspace.Workspace) error {
		t, err := keptTrip(ctx, w, workspace.ID(c.ID))
		if err != nil {
			return noTrip(err)
		}
		recording, err := w.Recording(ctx, t.ID)
		if err != nil {
			return err
		}
		stops := trip.Stops(recording)
		if c.JSON {
			records := make([]object, len(stops))
			for i, stop := range stops {
				records[i] = object{
					{"first_index", stop.First}, {"last_index", stop.Last}, {"arrival", stop.Arrival.In(trace.VietnamTime()).Format(time.RFC3339)},
					{"departure", stop.Departure.In(trace.VietnamTime()).Format(time.RFC3339)}, {"lat", stop.Center.Lat}, {"lon", stop.Center.Lon},
				}
			}
			return printJSON(s.out, append(tripRecord(t), member{"stops", records}))
		}
		rows := [][2]string{
			{"trip", strconv.FormatInt(c.ID, 10)}, {"vehicle", harmless(t.Vehicle)}, {"name", harmless(t.Name)}, {"file", harmless(t.File)},
			{"start", moment(t.First)}, {"end", moment(t.Last)}, {"points", strconv.Itoa(t.Points)}, {"from point to point", fmt.Sprintf("%.2f km", t.Raw/1000)},
			{"verdict", verdictText(t)},
		}
		name := "by hand"
		for _, a := range t.Corrected {
			rows = append(rows, [2]string{name, harmless(fmt.Sprintf("%s, %s, %s%s", a.Operation, moment(a.When), a.Who, unmetNote(a)))})
			name = ""
		}
		name = "stops"
		for _, stop := range stops {
			rows = append(rows, [2]string{name, fmt.Sprintf("%s to %s, %s at %.5f, %.5f", moment(stop.Arrival), stop.Departure.In(trace.VietnamTime()).Format("15:04:05"),
				stop.Duration().Round(time.Second), stop.Center.Lat, stop.Center.Lon)})
			name = ""
		}
		return table(s.out, rows)
	})
}

// keptTrip returns a trip, with its summary unless it is in the trash.
func keptTrip(ctx context.Context, w *workspace.Workspace, id workspace.ID) (workspace.Trip, error) {
	list, err := w.Trips(ctx, workspace.ListOptions{})
	if i := slices.IndexFunc(list, func(t workspace.Trip) bool { return t.ID == id }); i >= 0 {
		return list[i], err
	}
	if err != nil {
		return workspace.Trip{}, err
	}
	return w.Trip(ctx, id)
}

// noTrip adds the remedy to the error for an unknown number.
func noTrip(err error) error {
	if errors.Is(err, workspace.ErrNoTrip) {
		return fmt.Errorf("%w; roadsnap trips list shows all", err)
	}
	return err
}

// tripsImportCmd is `roadsnap trips import`.
type tripsImportCmd struct {
	kept
	trackChoice
	recipeChoice
	Strict bool     `help:"Refuse a file with a record that cannot be read, instead of leaving the record out."`
	Files  []string `arg:"" name:"file" help:"Trace files: GPX, KML, KMZ, TCX, FIT, GeoJSON, NMEA, CSV or XLSX, gzipped or not, or ZIP archives of them." type:"existingfile"`
}

// Run keeps the trips of each file. A file that fails is reported and the others go on.
func (c *tripsImportCmd) Run(ctx context.Context, s streams) error {
	recipe, err := c.load()
	if err != nil {
		return err
	}
	defer debug.SetMemoryLimit(sparing())
	return c.open(ctx, s, func(w *workspace.Workspace) error {
		saved, err := workspace.Recipes(ctx, w)
		if err != nil {
			return err
		}
		added, known, failed := 0, 0, 0
		bar := progress{s: s}
		for _, file := range c.Files {
			content := workspace.NewContent()
			o := c.within(trace.Options{Strict: c.Strict, Recipe: recipe, Recipes: saved})
			o.Progress = bar.reading(file)
			trips, err := trace.ReadFileTo(ctx, file, content, o)
			bar.finish()
			if err == nil {
				var of []workspace.Added
				of, err = w.Add(ctx, file, content, trips)
				for _, t := range of {
					if t.Known {
						known++
					} else {
						added++
					}
				}
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				failed++
				complain(s.err, err)
			}
		}
		fmt.Fprintf(s.notes, "%s added, %d kept already\n", tripCount(added), known)
		if failed > 0 {
			return &exitError{exitPartly, fmt.Errorf("could not keep %d of %s", failed, countFiles(len(c.Files)))}
		}
		return nil
	})
}

// importMemory is the heap above which an import collects its garbage more often (bytes). A
// million points need 220 MB; with the memory that SQLite takes, the program stays below
// 330 MB, and is a tenth slower than with 530 MB.
const importMemory = 250 << 20

// sparing makes the program use little memory, and returns the limit to set afterwards.
func sparing() (before int64) {
	if before = debug.SetMemoryLimit(-1); before < importMemory {
		return before // the user wants less
	}
	return debug.SetMemoryLimit(importMemory)
}

// someTrips are trips as arguments.
type someTrips struct {
	IDs []int64 `arg:"" name:"id" help:"The numbers of the trips in trips list."`
}

func (t *someTrips) ids() []workspace.ID {
	ids := make([]workspace.ID, len(t.IDs))
	for i, id := range t.IDs {
		ids[i] = workspace.ID(id)
	}
	return ids
}

// tripsRemoveCmd is `roadsnap trips remove`.
type tripsRemoveCmd struct {
	kept
	someTrips
}

// Run moves the trips to the trash.
func (c *tripsRemoveCmd) Run(ctx context.Context, s streams) error {
	return c.open(ctx, s, func(w *workspace.Workspace) error { return noTrip(w.Remove(ctx, c.ids()...)) })
}

// tripsRecoverCmd is `roadsnap trips recover`.
type tripsRecoverCmd struct {
	kept
	someTrips
}

// Run takes the trips out of the trash.
func (c *tripsRecoverCmd) Run(ctx context.Context, s streams) error {
	return c.open(ctx, s, func(w *workspace.Workspace) error { return noTrip(w.Restore(ctx, c.ids()...)) })
}

// tripsBackupCmd is `roadsnap trips backup`.
type tripsBackupCmd struct {
	kept
	File string `arg:"" help:"The file to write. It must not exist." type:"path"`
}

// Run writes the copy.
func (c *tripsBackupCmd) Run(ctx context.Context, s streams) error {
	if _, err := os.Lstat(c.File); err == nil {
		return &exitError{exitUsage, fmt.Errorf("%s exists; give another name", c.File)}
	}
	return c.open(ctx, s, func(w *workspace.Workspace) error { return w.Backup(ctx, c.File) })
}

// tripsRestoreCmd is `roadsnap trips restore`.
type tripsRestoreCmd struct {
	kept
	File string `arg:"" help:"A backup." type:"existingfile"`
}

// Run adds the trips that are missing.
func (c *tripsRestoreCmd) Run(ctx context.Context, s streams) error {
	return c.open(ctx, s, func(w *workspace.Workspace) error {
		added, err := w.Merge(ctx, c.File)
		if err == nil {
			fmt.Fprintf(s.notes, "%s added\n", tripCount(added))
		}
		return err
	})
}
