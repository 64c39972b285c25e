// SPDX-License-Identifier: MIT

package trace

import (
	"bufio"
	"context"
	"errors"
	"strings"
)

// Feed reads points that arrive line by line, such as from a pipe. A line is a JSON object: a
// point with lat and lon, a GeoJSON feature, or a trip with points. Otherwise it is a row of
// CSV, and the first such line has the column names. Not safe for concurrent use.
//
// What [Read] decides for a whole file is decided for each line on its own. So dates have the
// day before the month, and no row is needed to find the columns.
type Feed struct {
	name    string
	options Options
	names   string // the line with the column names
	line    int    // number of lines so far
}

// NewFeed returns an empty feed. Errors contain name. Its last element, without its extension,
// is the ID of the points that name no trip. Options.MaxBytes and the other limits hold for
// each line.
func NewFeed(name string, o Options) *Feed { return &Feed{name: name, options: o} }

// Line returns the trips with the points of the next line, without its line end. Most lines
// give one trip with one point; empty lines and column names give none. The error is an
// [*Error] with the number of the line, or that of ctx; the next line can be read after it.
func (f *Feed) Line(ctx context.Context, line string) ([]Trip, error) {
	f.line++
	line = strings.TrimSpace(strings.TrimPrefix(line, "\ufeff"))
	o, above := f.options, 0
	switch {
	case line == "" || line == f.names:
		return nil, nil
	case strings.HasPrefix(line, "{"):
		o.Format = JSON
		line = "[" + line + "]" // an object alone must be a trip or a feature
	case f.names == "":
		f.names = line
		return nil, nil
	default:
		o.Format = CSV
		line = f.names + "\n" + line + "\n"
		above = 1
	}
	trips, err := readText(ctx, line, f.name, o)
	var e *Error
	if errors.As(err, &e) {
		e.Line, e.Column = f.line, 0
	}
	for i := range trips {
		for k := range trips[i].Notes {
			if n := &trips[i].Notes[k]; n.Line > above {
				n.Line = f.line
			}
		}
	}
	return trips, err
}

// readText is Read for a text in UTF-8, without what decompressing and decoding it costs.
func readText(ctx context.Context, text, name string, o Options) ([]Trip, error) {
	o = o.withDefaults()
	c := newCollector(ctx, name, o)
	var err error
	if int64(len(text)) > o.MaxBytes {
		err = errTooManyBytes
	} else {
		err = readAs(c, bufio.NewReader(strings.NewReader(text)), []byte(text), o.Format)
	}
	if err != nil {
		return nil, c.explain(err)
	}
	all, err := c.finish()
	if err != nil {
		return nil, err
	}
	return choose(all, name, nil, nil)
}
