// SPDX-License-Identifier: MIT

package trace

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"

	"roadsnap/engine/geo"
)

// Layout describes how to split a table of points into cells, and which cells
// hold the positions. It is for programs that process the rows themselves to
// keep them unchanged.
type Layout struct {
	Delimiter byte
	Named     bool // the table has a row of column names
	Names     int  // index of that row, not counting blank rows; rows above it are not points
	Lat, Lon  int  // column indexes; equal if one cell holds both
}

// LayoutOptions are options for FindLayout. The zero value is usable.
type LayoutOptions struct {
	File     string     // name of the table in errors
	Bounds   geo.Bounds // where points are expected, to order columns without names; the zero value means unknown
	Lat, Lon string     // names of the columns, or their numbers from 1; both empty to detect them
}

// FindLayout detects the layout of a table from its first 64 KiB. It recognises
// the same column names as Read. Without names, it takes two columns of numbers
// that look like positions. The error wraps ErrColumns, or ErrFormat if head is
// not text.
func FindLayout(head []byte, o LayoutOptions) (Layout, error) {
	c := newCollector(context.Background(), o.File, Options{Bounds: o.Bounds}.withDefaults())
	head = bytes.TrimPrefix(head, []byte("\uFEFF"))
	if isUTF16(head, 0) || isUTF16(head, 1) {
		return Layout{}, c.fault(ErrFormat, 0, 0, "the text is UTF-16, like Excel's “Unicode text”", "save it as “CSV UTF-8”")
	}
	if bytes.HasPrefix(head, []byte("\x1f\x8b")) {
		return Layout{}, c.fault(ErrFormat, 0, 0, "compressed with gzip", "unpack it first, for example with zcat")
	}
	if err := refuseForeign(c, head); err != nil {
		return Layout{}, err
	}
	if o.Lat != "" || o.Lon != "" {
		return namedLayout(c, head, o)
	}
	t, err := findTable(c, head)
	if err != nil {
		return Layout{}, err
	}
	l := Layout{Delimiter: byte(t.delimiter), Named: t.named, Names: t.names}
	if both := t.columns.at[rolePosition]; t.columns.at[roleLat].found && t.columns.at[roleLon].found {
		l.Lat, l.Lon = t.columns.at[roleLat].index, t.columns.at[roleLon].index
	} else {
		l.Lat, l.Lon = both.index, both.index
	}
	return l, nil
}

// namedLayout finds the columns given in o, by number or in the first row that
// has both names.
func namedLayout(c *collector, head []byte, o LayoutOptions) (Layout, error) {
	if o.Lat == "" || o.Lon == "" {
		return Layout{}, c.fault(ErrColumns, 0, 0, "only one of the two columns is named", "name both the latitude and the longitude column")
	}
	lat, errLat := strconv.Atoi(o.Lat)
	lon, errLon := strconv.Atoi(o.Lon)
	if errLat == nil && errLon == nil && lat > 0 && lon > 0 {
		if l, ok := numberedLayout(head, lat-1, lon-1); ok {
			return l, nil
		}
	}
	for _, d := range delimiters {
		rows, _ := sample(head, d) // a line that is too long ends them
		for i, row := range rows {
			lat, okLat := indexOfName(row, o.Lat)
			lon, okLon := indexOfName(row, o.Lon)
			if okLat && okLon {
				return Layout{Delimiter: byte(d), Named: true, Names: i, Lat: lat, Lon: lon}, nil
			}
		}
	}
	return Layout{}, c.fault(ErrColumns, 1, 0, fmt.Sprintf("no columns %s and %s", quote(o.Lat), quote(o.Lon)),
		"give the names as in the first line, or the column numbers, counted from 1")
}

func indexOfName(row []string, name string) (int, bool) {
	for i, cell := range row {
		if cell = strings.TrimSpace(cell); cell == name || foldName(cell) != "" && foldName(cell) == foldName(name) {
			return i, true
		}
	}
	return 0, false
}

// numberedLayout uses the first delimiter with which the first row has both
// columns. That row holds column names unless it has a position.
func numberedLayout(head []byte, lat, lon int) (Layout, bool) {
	for _, d := range delimiters {
		rows, _ := sample(head, d)
		if len(rows) == 0 || len(rows[0]) <= max(lat, lon) {
			continue
		}
		l := Layout{Delimiter: byte(d), Lat: lat, Lon: lon}
		_, isPoint := l.Point(rows[0][lat], rows[0][lon])
		l.Named = !isPoint
		return l, true
	}
	return Layout{}, false
}

// Point parses the cells of the columns Lat and Lon, which are the same cell if
// l.Lat == l.Lon. It accepts the same notations as Read. ok is false if they are
// not a position on Earth.
func (l Layout) Point(lat, lon string) (p geo.Point, ok bool) {
	if l.Lat == l.Lon {
		lat, lon = cutPosition(lat)
	}
	var okLat, okLon bool
	p.Lat, okLat = parseAngle(lat)
	p.Lon, okLon = parseAngle(lon)
	return p, okLat && okLon && p.Valid()
}
