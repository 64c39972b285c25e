// SPDX-License-Identifier: MIT

package tripfile

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"roadsnap/engine/errclass"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
	"roadsnap/engine/trace"
)

// Format is a file format. Its value is its name on the command line, and the extension of
// its files without the dot.
type Format string

// The formats.
const (
	GPX     Format = "gpx"
	GeoJSON Format = "geojson"
	KML     Format = "kml"
	KMZ     Format = "kmz" // KML in a zip archive
	CSV     Format = "csv"
	XLSX    Format = "xlsx" // a workbook of Excel
)

// Formats returns all formats.
func Formats() []Format { return []Format{GPX, GeoJSON, KML, KMZ, CSV, XLSX} }

// HasTables reports whether the tables of a file can be chosen. GPX has only tracks.
func (f Format) HasTables() bool { return f != GPX && slices.Contains(Formats(), f) }

// hasPlaces reports whether the places of rows are written.
func (f Format) hasPlaces() bool { return f != CSV && f != XLSX }

// Binary reports whether the file is no text.
func (f Format) Binary() bool { return f == KMZ || f == XLSX }

// A What is the choice of the lines that are written. Its value is its name on the command
// line.
type What string

// The choices.
const (
	Snapped What = "snapped" // the route on the roads
	Raw     What = "raw"     // as recorded
	Both    What = "both"
)

// Whats returns all choices.
func Whats() []What { return []What{Snapped, Raw, Both} }

func (w What) snapped() bool { return w != Raw }
func (w What) raw() bool     { return w != Snapped }

// Per says what the rows of a table are. Its value is the name of the table on the command
// line, and of its sheet.
type Per string

// The tables.
const (
	PerTrip  Per = "trip"
	PerPoint Per = "point" // a row per observation
	PerLeg   Per = "leg"   // a row per continuous part of the route
	PerWay   Per = "way"   // a row per part of a leg along one way of OpenStreetMap
	PerStop  Per = "stop"
	PerEvent Per = "event" // a row per gap, inferred part, warning and so on
)

// Tables returns all tables.
func Tables() []Per { return []Per{PerTrip, PerPoint, PerLeg, PerWay, PerStop, PerEvent} }

// OfRoute reports whether the rows exist only for matched trips.
func (p Per) OfRoute() bool { return p == PerLeg || p == PerWay || p == PerEvent }

// Excel is a form of CSV that Excel opens by a double click: with a byte order mark, and
// with the separator and the decimal sign that Excel expects in a language.
type Excel string

// The forms.
const (
	Plain             Excel = ""   // commas and decimal points, for programs
	EnglishExcel      Excel = "en" // commas and decimal points
	VietnameseExcel   Excel = "vi" // semicolons and decimal commas
	byteOrderMark           = "\ufeff"
	excelLineEnd            = "\r\n"
	spreadsheetMoment       = "2006-01-02 15:04:05"
)

// Excels returns all forms but the plain one.
func Excels() []Excel { return []Excel{EnglishExcel, VietnameseExcel} }

// Options says what is written and how.
type Options struct {
	Format Format
	What   What  // "": Snapped
	Per    []Per // nil: the tables that the format has as a rule, see DefaultTables
	Excel  Excel // for CSV only
	Source Source

	// Location is the zone of times in workbooks and in CSV for Excel, which cannot
	// represent zones; nil: trace.VietnamTime. In other formats a time keeps its zone.
	Location *time.Location
	// Ways returns the roads of matched points by their IDs, for the names of ways, as
	// engine.Engine does; nil: none is known.
	Ways func(points []match.Point) (map[int64]road.Way, error)
	// Place returns the name of the place of a stop, "" if it has none; nil: none has.
	Place func(center geo.Point) string
	// NewBook returns a workbook that is written to w; required for XLSX. A library for it is
	// no part of the engine.
	NewBook func(w io.Writer) (Book, error)
	// Labels are the names of the folders in KML; empty ones are in English.
	Labels Labels
}

// Labels are the names of the folders and lines in KML.
type Labels struct{ Recorded, Points, Route, Ways, Gaps, Stops, Events string }

// ErrOptions is wrapped by errors about choices that contradict each other.
var ErrOptions = errclass.New(errclass.Internal, "these choices cannot be combined")

// DefaultTables returns the tables of a format if none are chosen. GPX and KML also have
// lines that are no tables: the recording, and the gaps.
func DefaultTables(f Format, w What) []Per {
	switch {
	case f == CSV:
		return []Per{PerPoint}
	case f == XLSX && w == Raw:
		return []Per{PerTrip, PerPoint, PerStop}
	case f == XLSX:
		return Tables()
	case f == GeoJSON && w != Raw:
		return []Per{PerLeg, PerPoint}
	case f == KML && w == Raw, f == KMZ && w == Raw:
		return []Per{PerStop}
	case f == KML, f == KMZ:
		return []Per{PerLeg, PerStop}
	}
	return nil
}

// Check reports choices that contradict each other. The error wraps ErrOptions or
// trace.ErrUnknownFormat.
func (o Options) Check() error {
	wrong := func(text string, values ...any) error {
		return fmt.Errorf("%w: "+text, append([]any{ErrOptions}, values...)...)
	}
	switch {
	case !slices.Contains(Formats(), o.Format):
		return fmt.Errorf("write as %q: %w", string(o.Format), trace.ErrUnknownFormat)
	case o.Format == XLSX && o.NewBook == nil:
		return wrong("nothing writes workbooks")
	case o.What != "" && !slices.Contains(Whats(), o.What):
		return wrong("%q is neither snapped, raw nor both", string(o.What))
	case len(o.Per) > 0 && !o.Format.HasTables():
		return wrong("%s has tracks and no tables", o.Format)
	case len(o.Per) > 1 && o.Format == CSV:
		return wrong("CSV has one table, and not %d; write XLSX", len(o.Per))
	case o.Excel != Plain && o.Format != CSV:
		return wrong("only CSV has a form for Excel, and not %s", o.Format)
	case o.Excel != Plain && !slices.Contains(Excels(), o.Excel):
		return wrong("there is no form of CSV for Excel in the language %q", string(o.Excel))
	}
	for i, p := range o.Per {
		switch {
		case !slices.Contains(Tables(), p):
			return wrong("there is no table per %q; the tables are %s", string(p), strings.Trim(fmt.Sprint(Tables()), "[]"))
		case slices.Contains(o.Per[:i], p):
			return wrong("the table per %s is named twice", p)
		case p.OfRoute() && o.What == Raw:
			return wrong("a recording has no table per %s; write what was snapped, or both", p)
		}
	}
	return nil
}

// withDefaults returns o with the defaults filled in.
func (o Options) withDefaults() Options {
	if o.What == "" {
		o.What = Snapped
	}
	if o.Location == nil {
		o.Location = trace.VietnamTime()
	}
	if o.Ways == nil {
		o.Ways = func([]match.Point) (map[int64]road.Way, error) { return nil, nil }
	}
	if o.Place == nil {
		o.Place = func(geo.Point) string { return "" }
	}
	if o.What == Raw {
		o.Source = Source{} // nothing in the file comes from the map
	}
	o.Labels = o.Labels.withDefaults()
	return o
}

func (l Labels) withDefaults() Labels {
	for _, f := range []struct {
		name    *string
		english string
	}{
		{&l.Recorded, "Recorded"}, {&l.Points, "Points"}, {&l.Route, "Route"}, {&l.Ways, "Ways"},
		{&l.Gaps, "Gaps"}, {&l.Stops, "Stops"}, {&l.Events, "Events"},
	} {
		if *f.name == "" {
			*f.name = f.english
		}
	}
	return l
}

// errClosed is the error of a closed Writer.
var errClosed = errors.New("the file is closed")
