package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"roadsnap/engine"
	"roadsnap/engine/atomicfile"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// snapCmd is `roadsnap snap`.
type snapCmd struct {
	matching
	Format string   `help:"What to write: ${enum}." enum:"json,geojson,gpx,csv" default:"json"`
	Out    string   `help:"The folder to write one file a trace to, instead of standard output." placeholder:"DIR"`
	Files  []string `arg:"" name:"file" help:"Trace files: GPX, GeoJSON, NMEA or CSV, gzipped or not; - is standard input."`
}

// Run snaps every file. A file that fails is reported and the others go on.
func (c *snapCmd) Run(ctx context.Context, s streams) error {
	names, err := outputNames(c.Files, c.Format)
	if c.Out != "" && err != nil {
		return &exitError{exitUsage, err}
	}
	return c.open(func(e *engine.Engine, info engine.Info, p match.Profile) error {
		work := snapper{ctx: ctx, streams: s, engine: e, info: info, profile: p, format: trace.Format(c.Format)}
		if c.Out == "" {
			return work.toStandardOutput(c.Files)
		}
		if err := os.MkdirAll(c.Out, 0o755); err != nil {
			return err
		}
		return work.each(c.Files, func(i int, file string) error {
			return atomicfile.Write(filepath.Join(c.Out, names[i]), 0o644, func(w io.Writer) error {
				return work.document(w, func(out *trace.Writer) error { return work.file(file, out) })
			})
		})
	})
}

// snapper snaps files to one map.
type snapper struct {
	ctx     context.Context
	streams streams
	engine  *engine.Engine
	info    engine.Info
	profile match.Profile
	format  trace.Format
}

// toStandardOutput writes all files as one document.
func (w *snapper) toStandardOutput(files []string) error {
	return w.document(w.streams.out, func(out *trace.Writer) error {
		return w.each(files, func(_ int, file string) error { return w.file(file, out) })
	})
}

// document writes one document with what fill puts into it. It is ended
// properly even after an error, so that what is there can be read.
func (w *snapper) document(to io.Writer, fill func(*trace.Writer) error) error {
	out, err := trace.NewWriter(to, w.format)
	if err != nil {
		return err
	}
	return errors.Join(fill(out), out.Close())
}

// each does the work of every file, shows how far it is, and reports those that
// failed.
func (w *snapper) each(files []string, work func(i int, file string) error) error {
	bar := progress{s: w.streams}
	defer bar.finish()
	failed := 0
	for i, file := range files {
		if w.streams.terminal && len(files) > 1 {
			bar.count("snapping", i, len(files))
		}
		err := work(i, file)
		if w.ctx.Err() != nil {
			return w.ctx.Err()
		}
		if err != nil {
			failed++
			bar.finish()
			complain(w.streams.err, err)
		}
	}
	switch {
	case failed == 0:
		return nil
	case failed == len(files):
		return fmt.Errorf("none of %d files could be snapped", failed)
	default:
		return &exitError{exitPartly, fmt.Errorf("%d of %d files failed", failed, len(files))}
	}
}

// file snaps the trips of one file and writes each as soon as it is snapped.
func (w *snapper) file(file string, out *trace.Writer) error {
	trips, err := w.read(file)
	if err != nil {
		return err
	}
	w.note(file, trips)
	for _, t := range trips {
		result, err := w.engine.Match(w.ctx, t.Observations, w.profile)
		if err != nil {
			return fmt.Errorf("%s: trip %q: %w", file, t.ID, err)
		}
		if len(result.Legs) == 0 {
			fmt.Fprintf(w.streams.err, "%s: trip %q %s the map %q\n", file, t.ID, lost(result), w.info.Meta.Name)
		}
		if err := out.Write(trace.Matched{Trip: t, Result: result}); err != nil {
			return err
		}
	}
	return nil
}

// lost says why a trip has no route.
func lost(r match.Result) string {
	near := slices.ContainsFunc(r.Points, func(p match.Point) bool {
		return p.Reason == match.ReasonNoRoute || p.Reason == match.ReasonOutlier
	})
	if near {
		return "is near roads, but no route joins its points on"
	}
	return "is nowhere near the roads of"
}

func (w *snapper) read(file string) ([]trace.Trip, error) {
	options := trace.Options{Bounds: w.info.Meta.Bounds}
	if file == "-" {
		return trace.Read(w.ctx, w.streams.in, "standard input", options)
	}
	return trace.ReadFile(w.ctx, file, options)
}

// note says what the reader repaired: what it did to the whole file once, not
// once for each trip.
func (w *snapper) note(file string, trips []trace.Trip) {
	said := map[trace.Note]bool{}
	for _, t := range trips {
		for _, n := range t.Notes {
			if !said[n] {
				said[n] = true
				fmt.Fprintf(w.streams.err, "%s: %s\n", file, n)
			}
		}
	}
}

// outputNames names the file that each input becomes, and refuses two inputs
// that would become the same.
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
