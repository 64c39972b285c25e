// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"strings"

	"roadsnap/engine/trace"
	"roadsnap/engine/tripfile"
	"roadsnap/internal/workbook"
)

// fileOptions are the options of commands that write trips for other programs.
type fileOptions struct {
	What  string   `help:"Write the route (snapped), the recording (raw), or both." enum:",snapped,raw,both" default:"" placeholder:"WHAT" group:"Files for other programs"`
	Per   []string `help:"The rows of the table: trip, point, leg, way, stop or event. XLSX, GeoJSON and KML can have several, separated by commas." placeholder:"ROWS" group:"Files for other programs"`
	Excel string   `help:"Write CSV as Excel opens it: en with commas, vi with semicolons and decimal commas." enum:",en,vi" default:"" placeholder:"LANGUAGE" group:"Files for other programs"`
}

// chosen reports whether one of the options is given.
func (o *fileOptions) chosen() bool { return o.What != "" || len(o.Per) > 0 || o.Excel != "" }

// options returns the options of a file, without its source.
func (o *fileOptions) options(f string, what tripfile.What) (tripfile.Options, error) {
	all := tripfile.Options{Format: tripfile.Format(f), What: what, Excel: tripfile.Excel(o.Excel), NewBook: newBook}
	if o.What != "" {
		all.What = tripfile.What(o.What)
	}
	for _, p := range o.Per {
		all.Per = append(all.Per, tripfile.Per(p))
	}
	if err := all.Check(); err != nil {
		return all, &exitError{exitUsage, err}
	}
	return all, nil
}

func newBook(w io.Writer) (tripfile.Book, error) { return workbook.New(w) }

// checkTerminal refuses to write a binary file to a terminal.
func checkTerminal(f string, s streams) error {
	if s.shown && tripfile.Format(f).Binary() {
		return &exitError{exitUsage, fmt.Errorf("%s is no text for a terminal; give --out, or redirect the output to a file", strings.ToUpper(f))}
	}
	return nil
}

// tripWriter writes matched trips to one file.
type tripWriter interface {
	Write(m trace.Matched) error
	Close() error
}

// newTripWriter returns a writer of o to w; without o one of package trace.
func newTripWriter(w io.Writer, f trace.Format, o *tripfile.Options) (tripWriter, error) {
	if o == nil {
		return trace.NewWriter(w, f)
	}
	out, err := tripfile.NewWriter(w, *o)
	return fileWriter{out}, err
}

// fileWriter writes matched trips with package tripfile.
type fileWriter struct{ out *tripfile.Writer }

// Write writes a trip.
func (w fileWriter) Write(m trace.Matched) error {
	return w.out.Write(tripfile.Trip{Matched: m, HasResult: true})
}

// Close completes the file.
func (w fileWriter) Close() error { return w.out.Close() }
