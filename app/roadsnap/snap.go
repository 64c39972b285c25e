package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"roadsnap/engine"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// snapCmd is `roadsnap snap`.
type snapCmd struct {
	Pack    string   `help:"The map pack; the embedded sample map (Andorra) when left out." type:"existingfile" placeholder:"FILE"`
	Format  string   `help:"What to write: ${enum}." enum:"json,geojson,gpx,csv" default:"json"`
	Out     string   `help:"The folder to write one file a trace to, instead of standard output." placeholder:"DIR"`
	Profile string   `help:"Who travels: ${enum}." enum:"motor_vehicle,car,motorcycle,bicycle,foot" default:"motor_vehicle"`
	Files   []string `arg:"" name:"file" help:"Trace files: GPX, GeoJSON, NMEA or CSV, gzipped or not; - is standard input."`
}

// Run snaps every file. A file that fails is reported and the others go on.
func (c *snapCmd) Run(ctx context.Context, s streams) (err error) {
	profile, err := match.ParseProfile(c.Profile)
	if err != nil {
		return &exitError{exitUsage, err}
	}
	e, err := openEngine(c.Pack)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	if c.Out != "" {
		if err := os.MkdirAll(c.Out, 0o755); err != nil {
			return err
		}
	}
	names, err := outputNames(c.Files, c.Format)
	if err != nil {
		return &exitError{exitUsage, err}
	}

	bar := progress{s: s}
	defer bar.finish()
	failed := 0
	for i, file := range c.Files {
		if s.terminal && len(c.Files) > 1 {
			bar.update("snapping", int64(i), int64(len(c.Files)))
		}
		err := c.file(ctx, s, e, profile, file, names[i])
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			failed++
			bar.finish()
			fmt.Fprintln(s.err, "roadsnap:", err)
		}
	}
	switch {
	case failed == 0:
		return nil
	case failed == len(c.Files):
		return fmt.Errorf("none of %d files could be snapped", failed)
	default:
		return &exitError{exitPartly, fmt.Errorf("%d of %d files failed", failed, len(c.Files))}
	}
}

// file snaps the trips of one file and writes them.
func (c *snapCmd) file(ctx context.Context, s streams, e *engine.Engine, profile match.Profile, file, outName string) error {
	info, err := e.Info()
	if err != nil {
		return err
	}
	options := trace.Options{Bounds: info.Meta.Bounds}
	var trips []trace.Trip
	if file == "-" {
		trips, err = trace.Read(ctx, s.in, "standard input", options)
	} else {
		trips, err = trace.ReadFile(ctx, file, options)
	}
	if err != nil {
		return err
	}
	matched := make([]trace.Matched, len(trips))
	for i, t := range trips {
		for _, n := range t.Notes {
			fmt.Fprintf(s.err, "%s: %s\n", file, n)
		}
		result, err := e.Match(ctx, t.Observations, profile)
		if err != nil {
			return fmt.Errorf("%s: trip %q: %w", file, t.ID, err)
		}
		matched[i] = trace.Matched{Trip: t, Result: result}
	}
	write := func(w io.Writer) error { return trace.Write(w, trace.Format(c.Format), matched) }
	if c.Out == "" {
		buffered := bufio.NewWriter(s.out)
		return errors.Join(write(buffered), buffered.Flush())
	}
	return writeWhole(filepath.Join(c.Out, outName), write)
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

// writeWhole writes a file through a temporary name, so that nobody ever sees
// half of it.
func writeWhole(path string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.partial")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	buffered := bufio.NewWriter(f)
	if err := errors.Join(write(buffered), buffered.Flush(), f.Chmod(0o644), f.Close()); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return os.Rename(f.Name(), path)
}
