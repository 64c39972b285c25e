// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"roadsnap/app/batch"
	"roadsnap/engine"
	"roadsnap/engine/match"
	"roadsnap/engine/rows"
)

// rowsCmd is `roadsnap rows`.
type rowsCmd struct {
	batch.RowFlags
	Format    string   `help:"The format of input and output: ${enum}." enum:"arrow,ndjson,tsv" default:"arrow"`
	Columns   []string `help:"With tsv: the names of the columns in their order." placeholder:"NAME,…"`
	Header    bool     `help:"With tsv: the first line names the columns, also of the output."`
	Unsorted  bool     `help:"Take rows in any order, and sort them by trip."`
	Operation string   `arg:"" enum:"match,locate,stops" help:"What to do: ${enum}."`
}

// Help returns the rest of the help.
func (rowsCmd) Help() string {
	return `A filter for data engines: reads rows from standard input and writes rows to standard output. arrow is an Arrow IPC stream, ndjson one JSON object per line, tsv the format of the script transforms of Hive and Spark SQL.

The rows of a trip follow each other in the order of their times, or --unsorted sorts them by trip. Columns are found by names such as trip_id, ts, latitude, lng; match and stops need a trip, a time, a latitude and a longitude, locate only the position. tsv has the columns trip_id, time, lat and lon unless --columns or --header names others. Times are those of the format, RFC 3339, or numbers of seconds, milliseconds, microseconds or nanoseconds since 1970; accuracies are metres, speeds m/s.

match adds to every row: state, reason, snapped_lat, snapped_lon, way_id, distance_m, confidence and matched_m, the length of the route since the previous point. match --per trip writes a row per trip with its distances, verdict, confidence and polyline6, whose legs are separated by semicolons. match --per way writes a row per way that was passed, with direction, length and times. locate adds province_code, province_name, ward_code, ward_name and on_boundary. stops writes a row per stop.

A row that cannot be used gives a row with a reason. Columns that cannot be used end the command with exit code 2. match and match --per way hold at most some 2,000 rows of a trip, however long it is; match --per trip and stops at most a million.

  roadsnap rows match --pack vietnam.rsp --format ndjson < points.ndjson > matched.ndjson
  roadsnap rows match --per way --column lat=y --column lon=x < points.arrows > ways.arrows
  roadsnap rows locate --format tsv --columns lat,lon < points.tsv`
}

// Run filters standard input.
func (c *rowsCmd) Run(ctx context.Context, s streams) (err error) {
	o, err := c.options()
	if err != nil {
		return &exitError{exitUsage, err}
	}
	if f, ok := s.in.(*os.File); ok && isTerminal(f) {
		return &exitError{exitUsage, errors.New("rows are read from standard input; give it a file or a pipe")}
	}
	if s.shown && c.Format == string(rows.Arrow) {
		return &exitError{exitUsage, errors.New("arrow is no text; send the output to a file or a pipe")}
	}
	path, err := packInUse(c.Pack)
	if err != nil {
		return err
	}
	e, err := openEngineFor(engine.Options{Units: batch.Units()}, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	info, err := e.Info()
	if err != nil {
		return err
	}
	o.In, o.Out, o.Metadata = s.in, s.out, batch.Metadata(info)
	o.Begin = func(p match.Profile) (rows.Stream, error) { return e.Stream(p) }
	o.Atlas = e.Atlas
	report, err := rows.Run(ctx, o)
	if errors.Is(err, rows.ErrSchema) {
		return &exitError{exitUsage, err}
	}
	if report.Bad > 0 {
		fmt.Fprintf(s.notes, "%d of %d rows are bad: %s\n", report.Bad, report.Rows, rows.CountsText(report.Reasons))
	}
	return err
}

// options returns the options of the filter without its streams and engine.
func (c *rowsCmd) options() (o rows.Options, err error) {
	if o, err = c.Options(c.Operation); err != nil {
		return o, err
	}
	o.Format, o.Names, o.Header, o.Unsorted = rows.Format(c.Format), c.Columns, c.Header, c.Unsorted
	if (c.Header || c.Columns != nil) && o.Format != rows.TSV {
		return o, errors.New("--columns and --header go with --format tsv; other formats have names")
	}
	if c.Header && c.Columns != nil {
		return o, errors.New("give either --columns or --header")
	}
	return o, nil
}
