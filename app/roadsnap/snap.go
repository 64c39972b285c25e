// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"roadsnap/engine"
	"roadsnap/engine/correction"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/tripfile"
	"roadsnap/internal/atomicfile"
)

// snapCmd is `roadsnap snap`.
type snapCmd struct {
	matching
	output
	liveOptions
	fileOptions
	trackChoice
	recipeChoice
	ListTracks bool `help:"List the tracks and routes of the files instead of snapping them."`

	Corrections string `help:"Match the one trip of the file under the corrections in this JSON file; see trips correct add --help." type:"existingfile" placeholder:"FILE"`

	Format string   `help:"The output format: ${enum}." enum:"json,geojson,gpx,csv,kml,kmz,xlsx" default:"json"`
	Out    string   `help:"Write one file per trace, NAME.snapped.FORMAT, to this folder instead of standard output." placeholder:"DIR"`
	Files  []string `arg:"" name:"file" help:"Trace files: GPX, KML, KMZ, TCX, FIT, GeoJSON, NMEA, CSV or XLSX, gzipped or not, or ZIP archives of them; - is standard input."`
}

// Run snaps every file. A file that fails is reported and the others go on.
func (c *snapCmd) Run(ctx context.Context, s streams) error {
	lag, err := c.checkLive()
	if err != nil {
		return &exitError{exitUsage, err}
	}
	if c.ListTracks {
		return c.listTracks(ctx, s.withResults())
	}
	if c.Corrections != "" && (c.Live || len(c.Files) != 1) {
		return &exitError{exitUsage, errors.New("--corrections is for one file, and not for --live")}
	}
	file, err := c.file(s)
	if err != nil {
		return err
	}
	if c.Live {
		return c.runLive(ctx, s.withResults(), lag)
	}
	var log correction.Log
	if c.Corrections != "" {
		if log, err = readCorrections(c.Corrections, s.in); err != nil {
			return err
		}
	}
	names, err := outputNames(c.Files, c.Format)
	if c.Out != "" {
		if err == nil {
			err = c.checkFolder(names)
		}
		if err != nil {
			return &exitError{exitUsage, err}
		}
	}
	recipe, err := c.load()
	if err != nil {
		return err
	}
	return c.open(func(e *engine.Engine, info engine.Info, p match.Profile) error {
		work := snapper{ctx: ctx, recipe: recipe, streams: s, engine: e, info: info, profile: p, strict: c.Strict, tracks: c.trackChoice, format: trace.Format(c.Format), file: file, corrections: log}
		if file != nil {
			file.Source, file.Ways = tripfile.SourceOf(info.Meta), e.Ways
		}
		if c.Out == "" {
			work.streams = s.withResults()
			return work.toStandardOutput(c.Files)
		}
		if err := os.MkdirAll(c.Out, 0o755); err != nil {
			return err
		}
		written := 0
		err := work.each(c.Files, func(i int, file string) error {
			err := atomicfile.Write(filepath.Join(c.Out, names[i]), 0o644, func(w io.Writer) error {
				return work.document(w, filepath.Join(c.Out, names[i]), func(out tripWriter) error { return work.snap(file, out) })
			})
			if err == nil {
				written++
			}
			return err
		})
		if written > 0 {
			fmt.Fprintf(s.notes, "wrote %s to %s\n", countFiles(written), c.Out)
		}
		return err
	})
}

// file returns the options of a file for other programs, nil for one of package trace.
func (c *snapCmd) file(s streams) (*tripfile.Options, error) {
	if c.Out == "" {
		if err := checkTerminal(c.Format, s); err != nil {
			return nil, err
		}
	}
	switch trace.Format(c.Format) {
	case trace.JSON:
		if c.chosen() {
			return nil, &exitError{exitUsage, errors.New("--what, --per and --excel are for other formats than JSON")}
		}
		return nil, nil
	case trace.GPX, trace.GeoJSON, trace.CSV:
		if !c.chosen() {
			return nil, nil
		}
	}
	o, err := c.options(c.Format, tripfile.Snapped)
	return &o, err
}

// checkFolder refuses an --out that is a file or looks like one, and files that exist.
func (c *snapCmd) checkFolder(names []string) error {
	isFile := slices.Contains([]string{".json", ".geojson", ".gpx", ".csv", ".kml", ".kmz", ".xlsx"}, filepath.Ext(c.Out))
	if info, err := os.Stat(c.Out); err == nil {
		isFile = !info.IsDir()
	}
	if isFile || c.Out == standardOutput {
		return fmt.Errorf("%s is not a folder; give --out a folder, or leave it out to write to standard output", c.Out)
	}
	for _, name := range names {
		if err := c.check(filepath.Join(c.Out, name)); err != nil {
			return err
		}
	}
	return nil
}

func countFiles(n int) string {
	if n == 1 {
		return "1 file"
	}
	return fmt.Sprintf("%d files", n)
}

// snapper snaps files to one map.
type snapper struct {
	ctx     context.Context
	streams streams
	engine  *engine.Engine
	info    engine.Info
	profile match.Profile
	strict  bool
	tracks  trackChoice
	recipe  *trace.Recipe // nil to find out how tables are read
	format  trace.Format
	file    *tripfile.Options // instead of format, unless nil

	corrections correction.Log // of the only trip

	partial    bool  // something of the current file was lost
	tried, off int   // the trips of the current file, and those without a matched point
	elsewhere  bool  // a trip of any file is not on the map
	sink       *sink // of the current document
}

// toStandardOutput writes all files as one document.
func (w *snapper) toStandardOutput(files []string) error {
	return w.document(w.streams.out, "standard output", func(out tripWriter) error {
		return w.each(files, func(_ int, file string) error { return w.snap(file, out) })
	})
}

// document writes one document, to which fill writes the trips. It is closed even after
// an error, so that the trips before it can be read. The name is for errors.
func (w *snapper) document(to io.Writer, name string, fill func(tripWriter) error) error {
	w.sink = &sink{to: to, name: name}
	out, err := newTripWriter(w.sink, w.format, w.file)
	if err != nil {
		return err
	}
	err = errors.Join(fill(out), out.Close())
	if w.sink.err != nil {
		return w.sink.err
	}
	return err
}

// sink writes to a file, and keeps the error.
type sink struct {
	to   io.Writer
	name string
	err  error
}

func (s *sink) Write(b []byte) (int, error) {
	n, err := s.to.Write(b)
	if err != nil {
		if path := new(fs.PathError); errors.As(err, &path) { // may name a temporary file
			err = path.Err
		}
		s.err = fmt.Errorf("write to %s: %w", s.name, err)
	}
	return n, s.err
}

// each calls work for every file, shows the progress, and reports the files that
// failed. It stops when the output fails.
func (w *snapper) each(files []string, work func(i int, file string) error) error {
	bar := progress{s: w.streams}
	defer bar.finish()
	failed, off, partial := 0, 0, 0
	for i, file := range files {
		if len(files) > 1 {
			bar.count("snapping", i, len(files))
		} else {
			bar.wait("snapping")
		}
		w.partial, w.tried, w.off = false, 0, 0
		err := work(i, file)
		switch {
		case w.ctx.Err() != nil:
			return w.ctx.Err()
		case w.sink != nil && w.sink.err != nil:
			return w.sink.err
		case err != nil && len(files) == 1:
			return err
		case err != nil:
			failed++
			bar.finish()
			complain(w.streams.err, err)
		case w.off > 0 && w.off == w.tried:
			off++
		case w.partial:
			partial++
		}
	}
	if failed+off+partial == 0 {
		return nil
	}
	text := shortfall(failed+off, partial, len(files))
	if w.elsewhere {
		text += "; give a map of the region with --pack FILE.rsp"
	}
	if failed == len(files) {
		return errors.New(text)
	}
	return &exitError{exitPartly, errors.New(text)}
}

// shortfall says how many of the files were not snapped, or in part only.
func shortfall(missed, partial, all int) string {
	of := func(n int) string {
		if all == 1 {
			return "the file"
		}
		return fmt.Sprintf("%d of %d files", n, all)
	}
	var parts []string
	if missed > 0 {
		parts = append(parts, "could not snap "+of(missed))
	}
	if partial > 0 {
		parts = append(parts, "snapped "+of(partial)+" in part only")
	}
	return strings.Join(parts, ", and ")
}

// snap snaps the trips of one file and writes each as soon as it is snapped.
func (w *snapper) snap(file string, out tripWriter) error {
	trips, err := w.read(file)
	if err != nil {
		return err
	}
	w.note(file, trips)
	if len(w.corrections.Done) > 0 && len(trips) != 1 {
		return &exitError{exitUsage, fmt.Errorf("%s has %d trips; --corrections is for one", file, len(trips))}
	}
	for _, t := range trips {
		matched, err := w.match(file, t)
		if err != nil {
			return err
		}
		if err := out.Write(matched); err != nil {
			return err
		}
	}
	return nil
}

// match snaps one trip of a file, and reports a trip without a point on a road.
func (w *snapper) match(file string, t trace.Trip) (trace.Matched, error) {
	matched, err := trip.Correct(w.ctx, w.engine, t, w.profile, w.corrections)
	if err != nil {
		return matched, fmt.Errorf("%s: trip %q: %w", file, t.ID, err)
	}
	w.tried++
	for _, a := range matched.Corrected {
		if a.Unmet != "" {
			w.partial = true
			fmt.Fprintf(w.streams.err, "%s: not applied: %s: %s\n", file, a.Operation, correction.UnmetText(a.Unmet))
		}
	}
	switch lost := matched.Result.Err(); {
	case errors.Is(lost, match.ErrNoRoad):
		w.partial, w.elsewhere = true, true
		w.off++
		fmt.Fprintf(w.streams.err, "%s: trip %q is not on the map %q: %v\n", file, t.ID, w.info.Meta.Name, lost)
	case lost != nil:
		w.partial = true
		w.off++
		fmt.Fprintf(w.streams.err, "%s: trip %q was not snapped: %v\n", file, t.ID, lost)
	}
	return matched, nil
}

func (w *snapper) read(file string) ([]trace.Trip, error) {
	options := w.tracks.within(trace.Options{Bounds: w.info.Meta.Bounds, Strict: w.strict, Recipe: w.recipe})
	if file == "-" {
		return trace.Read(w.ctx, w.streams.in, "standard input", options)
	}
	bar := progress{s: w.streams}
	defer bar.finish()
	options.Progress = bar.reading(file)
	return trace.ReadFile(w.ctx, file, options)
}

// note prints the repairs of the reader. A repair of the whole file is printed once, not
// for each trip.
func (w *snapper) note(file string, trips []trace.Trip) {
	said := map[trace.Note]bool{}
	for _, t := range trips {
		for _, n := range t.Notes {
			if said[n] {
				continue
			}
			said[n] = true
			out := w.streams.notes
			if n.Kind.Loses() {
				w.partial, out = true, w.streams.err
			}
			fmt.Fprintf(out, "%s: %s\n", file, harmless(n.String()))
		}
	}
}

// outputNames returns the name of each output file. It refuses two inputs with the same
// output.
func outputNames(files []string, format string) ([]string, error) {
	names := make([]string, len(files))
	from := map[string]string{}
	for i, f := range files {
		base := filepath.Base(f)
		if f == "-" {
			base = "stdin"
		}
		base = strings.TrimSuffix(base, ".gz")
		names[i] = strings.TrimSuffix(base, filepath.Ext(base)) + ".snapped." + format
		if other, taken := from[names[i]]; taken {
			return nil, fmt.Errorf("%s and %s would both be written to %s; snap them one at a time", other, f, names[i])
		}
		from[names[i]] = f
	}
	return names, nil
}
