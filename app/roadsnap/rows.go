// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	sizes "github.com/dustin/go-humanize" //nolint:misspell // its name

	"roadsnap/engine"
	"roadsnap/engine/match"
	"roadsnap/engine/rows"
)

// rowsCmd is `roadsnap rows`.
type rowsCmd struct {
	Pack      string            `help:"The map pack; by default the installed map in use, and without one the embedded sample map (Andorra)." type:"existingfile" placeholder:"FILE"`
	Format    string            `help:"The format of input and output: ${enum}." enum:"arrow,ndjson,tsv" default:"arrow"`
	Per       string            `help:"With match: one output row per ${enum}." enum:"point,trip,way" default:"point"`
	Profile   string            `help:"The mode of travel of trips without a column profile: ${enum}." enum:"motor_vehicle,car,motorcycle,truck,bus,bicycle,foot" default:"motor_vehicle"`
	Column    map[string]string `help:"The name of a column that is not recognised: trip_id, time, lat, lon, accuracy, speed, heading or profile; without a NAME, there is none. May be repeated." placeholder:"ROLE=NAME"`
	Columns   []string          `help:"With tsv: the names of the columns in their order." placeholder:"NAME,…"`
	Header    bool              `help:"With tsv: the first line names the columns, also of the output."`
	Prefix    string            `help:"Put TEXT before the names of columns that are added to rows." placeholder:"TEXT"`
	Unsorted  bool              `help:"Take rows in any order, and sort them by trip."`
	Memory    string            `help:"With --unsorted: the memory for rows. More of them are sorted in files." default:"256MB" placeholder:"SIZE"`
	Temp      string            `help:"With --unsorted: the folder of these files; by default the system's." type:"existingdir" placeholder:"DIR"`
	Operation string            `arg:"" enum:"match,locate,stops" help:"What to do: ${enum}."`
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
func (c *rowsCmd) Run(ctx context.Context, s streams) error {
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
	return withMap(path, func(e *engine.Engine, _ engine.Info) error {
		o.In, o.Out = s.in, s.out
		o.Begin = func(p match.Profile) (rows.Stream, error) { return e.Stream(p) }
		o.Atlas = e.Atlas
		_, err := rows.Run(ctx, o)
		if errors.Is(err, rows.ErrSchema) {
			return &exitError{exitUsage, err}
		}
		return err
	})
}

// options returns the options of the filter without its streams and engine.
func (c *rowsCmd) options() (o rows.Options, err error) {
	o = rows.Options{
		Format: rows.Format(c.Format), Operation: rows.Operation(c.Operation), Columns: map[rows.Role]string{},
		Names: c.Columns, Header: c.Header, Prefix: c.Prefix, Unsorted: c.Unsorted, Folder: c.Temp,
	}
	switch {
	case c.Per == "point":
	case c.Operation != string(rows.Match):
		return o, errors.New("--per goes with match")
	case c.Per == "trip":
		o.Operation = rows.Trips
	default:
		o.Operation = rows.Ways
	}
	if (c.Header || c.Columns != nil) && o.Format != rows.TSV {
		return o, errors.New("--columns and --header go with --format tsv; other formats have names")
	}
	if c.Header && c.Columns != nil {
		return o, errors.New("give either --columns or --header")
	}
	for role, name := range c.Column {
		if rows.Aliases(rows.Role(role)) == nil {
			return o, fmt.Errorf("--column %s=%s: there is no role %q; the roles are %s", role, name, role, roleNames())
		}
		o.Columns[rows.Role(role)] = name
	}
	if o.Profile, err = match.ParseProfile(c.Profile); err != nil {
		return o, err
	}
	memory, err := sizes.ParseBytes(c.Memory)
	if err != nil || memory < leastRowMemory || memory > 1<<50 {
		return o, fmt.Errorf("--memory %s: want a size such as 512MB, 16MB at least", c.Memory)
	}
	o.Memory = int64(memory)
	return o, nil
}

// leastRowMemory is the least value of --memory (bytes).
const leastRowMemory = 16_000_000

// roleNames lists the roles of columns.
func roleNames() string {
	var names []string
	for _, r := range rows.Roles() {
		names = append(names, string(r))
	}
	return strings.Join(names, ", ")
}
