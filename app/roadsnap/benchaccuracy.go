// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"

	"roadsnap/engine/match"
	"roadsnap/internal/atomicfile"
)

// benchAccuracyCmd is `roadsnap bench accuracy`.
type benchAccuracyCmd struct {
	Truth    string  `help:"A folder of recorded tracks: ID.truth (the true route), ID.csv.gz (time, latitude, longitude) and ID.osm.pbf (the roads)." type:"existingdir" xor:"set" placeholder:"DIR"`
	Traces   string  `help:"A file of synthetic traces with their truth, one JSON object per line, gzipped or not." type:"existingfile" xor:"set" placeholder:"FILE.jsonl"`
	Pack     string  `help:"With --traces: the map pack; the embedded sample map (Andorra) when left out." type:"existingfile" placeholder:"FILE"`
	Thin     float64 `help:"With --truth: the minimum time between two points (seconds); points in between are dropped." placeholder:"SECONDS"`
	Strip    bool    `help:"Match positions only, without time and accuracy."`
	Out      string  `help:"Write the matches to this file, one JSON object per line." placeholder:"FILE.jsonl"`
	PerTrack bool    `help:"With --truth: print the figures of each track too."`
	JSON     bool    `name:"json" help:"Print JSON."`
	output
}

// Help returns the rest of the help.
func (benchAccuracyCmd) Help() string { return "Give either --truth or --traces." }

// maxThin is the largest value of --thin: a day (seconds).
const maxThin = 24 * 60 * 60

// Run matches the traces, compares the matches with the truth, and prints the agreement.
func (c *benchAccuracyCmd) Run(ctx context.Context, s streams) error {
	switch {
	case c.Truth == "" && c.Traces == "":
		return &exitError{exitUsage, errors.New("give --truth or --traces")}
	case c.Truth != "" && c.Pack != "":
		return &exitError{exitUsage, errors.New("--pack goes with --traces; the tracks of --truth have roads of their own")}
	case c.Traces != "" && (c.Thin != 0 || c.PerTrack):
		return &exitError{exitUsage, errors.New("--thin and --per-track go with --truth")}
	case !(c.Thin >= 0 && c.Thin <= maxThin):
		return &exitError{exitUsage, fmt.Errorf("--thin is %g; it must be 0 to %d seconds", c.Thin, maxThin)}
	}
	if c.Out != "" {
		if err := c.check(c.Out); err != nil {
			return err
		}
	}
	measure := c.tracks
	if c.Traces != "" {
		measure = c.traces
	}
	var report accuracyReport
	work := func(matches io.Writer) (err error) {
		report, err = measure(ctx, s, json.NewEncoder(matches))
		return err
	}
	var err error
	if c.Out == "" {
		err = work(io.Discard)
	} else {
		err = atomicfile.Write(c.Out, 0o644, work)
	}
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(s.out, report)
	}
	return report.print(s.out)
}

// accuracyReport is a measurement, as JSON and as a text.
type accuracyReport interface {
	print(w io.Writer) error
}

// matchLine is a match in the form of --out.
type matchLine struct {
	ID     string        `json:"id"`
	Points []*matchPoint `json:"points,omitempty"` // one for each point, null if off road
	Shapes []string      `json:"shapes"`           // polylines of precision 6, one for each leg
}

type matchPoint struct {
	WayID int64   `json:"way_id"`
	Lat   float64 `json:"lat"`
	Lon   float64 `json:"lon"`
}

func matchPoints(r match.Result) []*matchPoint {
	points := make([]*matchPoint, len(r.Points))
	for i, p := range r.Points {
		if p.HasWay {
			points[i] = &matchPoint{WayID: p.WayID, Lat: p.Location.Lat, Lon: p.Location.Lon}
		}
	}
	return points
}

// columns returns a writer of tables with columns aligned to the right.
func columns(w io.Writer) *tabwriter.Writer {
	return tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
}
