package trace

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"

	"roadsnap/engine/geo"
)

// Layout says how a table of points is cut into cells and which cells hold the
// positions. It is for programs that go through the rows themselves, because
// they want them back as they were.
type Layout struct {
	Delimiter byte
	Named     bool // there is a row of column names
	Names     int  // which row that is, counted from 0 over rows that are not blank; rows above it are no points
	Lat, Lon  int  // the columns, counted from 0; the same if one cell holds both
}

// LayoutOptions say how to find a Layout. The zero value is usable.
type LayoutOptions struct {
	File     string     // what errors call the table
	Bounds   geo.Bounds // where points are expected, to tell columns without names apart; the zero value for unknown
	Lat, Lon string     // names of the columns, or their numbers from 1 on; both empty to find out
}

// FindLayout finds out the layout of a table from its beginning, of which 64 KiB
// are enough. Columns are known by the names that Read knows; without names, two
// columns of numbers are taken that look like positions. The error wraps
// ErrColumns, or ErrFormat for what is no text that can be cut into rows.
func FindLayout(head []byte, o LayoutOptions) (Layout, error) {
	c := newCollector(context.Background(), o.File, Options{Bounds: o.Bounds}.withDefaults())
	head = bytes.TrimPrefix(head, []byte("\uFEFF"))
	if isUTF16(head, 0) || isUTF16(head, 1) {
		return Layout{}, c.fault(ErrFormat, 0, 0, "the text is UTF-16, as Excel's “Unicode text” is", "save it as “CSV UTF-8”")
	}
	if bytes.HasPrefix(head, []byte("\x1f\x8b")) {
		return Layout{}, c.fault(ErrFormat, 0, 0, "compressed with gzip", "unpack it first, as with zcat")
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

// namedLayout finds the columns that the caller names: by their numbers, or in the
// first row that has both names.
func namedLayout(c *collector, head []byte, o LayoutOptions) (Layout, error) {
	if o.Lat == "" || o.Lon == "" {
		return Layout{}, c.fault(ErrColumns, 0, 0, "only one of the two columns is named", "name the column of latitudes and that of longitudes")
	}
	lat, errLat := strconv.Atoi(o.Lat)
	lon, errLon := strconv.Atoi(o.Lon)
	if errLat == nil && errLon == nil && lat > 0 && lon > 0 {
		if l, ok := numberedLayout(head, lat-1, lon-1); ok {
			return l, nil
		}
	}
	for _, d := range delimiters {
		for i, row := range sample(head, d) {
			lat, okLat := indexOfName(row, o.Lat)
			lon, okLon := indexOfName(row, o.Lon)
			if okLat && okLon {
				return Layout{Delimiter: byte(d), Named: true, Names: i, Lat: lat, Lon: lon}, nil
			}
		}
	}
	return Layout{}, c.fault(ErrColumns, 1, 0, fmt.Sprintf("no columns %s and %s", quote(o.Lat), quote(o.Lon)),
		"give the names as the first line has them, or the numbers of the columns from 1 on")
}

func indexOfName(row []string, name string) (int, bool) {
	for i, cell := range row {
		if cell = strings.TrimSpace(cell); cell == name || foldName(cell) != "" && foldName(cell) == foldName(name) {
			return i, true
		}
	}
	return 0, false
}

// numberedLayout takes the first delimiter that gives rows with both columns. The
// first row has the names unless it has a position.
func numberedLayout(head []byte, lat, lon int) (Layout, bool) {
	for _, d := range delimiters {
		rows := sample(head, d)
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

// Point reads the cells of the columns Lat and Lon, which are one and the same
// where one cell holds both. Degrees may be written as Read takes them; ok is
// false for what is no position on Earth.
func (l Layout) Point(lat, lon string) (p geo.Point, ok bool) {
	if l.Lat == l.Lon {
		lat, lon = cutPosition(lat)
	}
	var okLat, okLon bool
	p.Lat, okLat = parseAngle(lat)
	p.Lon, okLon = parseAngle(lon)
	return p, okLat && okLon && p.Valid()
}
