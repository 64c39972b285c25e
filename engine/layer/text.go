// SPDX-License-Identifier: MIT

package layer

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/paulmach/orb"

	"roadsnap/engine/geo"
	"roadsnap/engine/trace"
	"roadsnap/engine/vector"
)

// gpx reads the waypoints of a GPX file as points, and its tracks and routes as lines.
func (b *builder) gpx(path string, in io.Reader) error {
	places, err := trace.Waypoints(b.ctx, in, filepath.Base(path), trace.Options{MaxPoints: MaxFeatures})
	if err != nil {
		return err
	}
	for _, p := range places {
		if err := b.add(orb.MultiPoint{{p.Lon, p.Lat}}, 0, ""); err != nil {
			return err
		}
		for _, f := range p.Fields {
			if err := b.set(f[0], f[1]); err != nil {
				return err
			}
		}
	}
	trips, err := trace.ReadFile(b.ctx, path, trace.Options{Format: trace.GPX, Routes: true})
	if len(places) > 0 && err != nil {
		return b.ctx.Err() // a file of waypoints has no trips
	}
	if err != nil {
		return err
	}
	for _, t := range trips {
		if slices.ContainsFunc(t.Notes, func(n trace.Note) bool { return n.Kind == trace.NoteWaypoints }) {
			continue
		}
		if err := b.trip(t); err != nil {
			return err
		}
	}
	return nil
}

// trip adds a track as a line.
func (b *builder) trip(t trace.Trip) error {
	line := make(orb.LineString, len(t.Observations))
	var first, last time.Time
	for i, o := range t.Observations {
		if line[i] = (orb.Point{o.Lon, o.Lat}); o.Time.IsZero() {
			continue
		}
		if last = o.Time; first.IsZero() {
			first = o.Time
		}
	}
	if err := b.add(orb.MultiLineString{line}, 0, ""); err != nil {
		return err
	}
	name := t.Name
	if name == "" {
		name = t.ID
	}
	values := [][2]string{{"name", name}, {"vehicle", t.Vehicle}, {"driver", t.Driver}, {"points", strconv.Itoa(len(line))}}
	if !first.IsZero() {
		values = append(values, [2]string{"start", first.Format(time.RFC3339)}, [2]string{"end", last.Format(time.RFC3339)})
	}
	for _, v := range values {
		if err := b.set(v[0], v[1]); err != nil {
			return err
		}
	}
	return nil
}

// table reads a table of points.
func (b *builder) table(path string) error {
	t, err := trace.ReadRows(b.ctx, path, b.options.Sheet, MaxFeatures, trace.Options{Bounds: b.options.Bounds})
	if err != nil {
		return err
	}
	b.layer.Sheets, b.layer.Sheet = t.Sheets, t.Sheet
	b.semicolons = t.Recipe.Delimiter == ";"
	names, rows := headerOf(t)
	if b.options.Bare {
		return b.bare(names, rows)
	}
	lat, lon, err := b.positionColumns(t, names)
	if err != nil {
		return err
	}
	bad := 0
	for _, row := range rows {
		g, why := b.position(row.Cells, lat, lon)
		if err := b.add(g, row.Line, why); err != nil {
			return err
		}
		if b.layer.Geometry[b.layer.Len()-1] == nil {
			bad++
		}
		if err := b.cells(names, row.Cells); err != nil {
			return err
		}
	}
	if bad == len(rows) && bad > 0 && b.off == nil {
		why := "none of its rows has a position"
		if len(b.layer.Faults) > 0 {
			why += ": " + b.layer.Faults[0].Error()
		}
		return fmt.Errorf("%w: %s", vector.ErrFormat, why)
	}
	return nil
}

// bare reads the rows of a table without positions.
func (b *builder) bare(names []string, rows []trace.PreviewRow) error {
	for _, row := range rows {
		if err := b.add(nil, row.Line, ""); err != nil {
			return err
		}
		if err := b.cells(names, row.Cells); err != nil {
			return err
		}
	}
	return nil
}

// cells sets the values of the last feature to those of a row.
func (b *builder) cells(names, cells []string) error {
	for i, name := range names {
		value := ""
		if i < len(cells) {
			value = cells[i]
		}
		if err := b.set(name, value); err != nil {
			return err
		}
	}
	return nil
}

// headerOf returns the names of the columns of a table, which differ from one another, and its
// rows of values.
func headerOf(t *trace.Table) (names []string, rows []trace.PreviewRow) {
	at := t.Recipe.Header - 1
	if at < 0 && len(t.Recipe.Columns) == 0 {
		// Names such as "2024" look like numbers. So the first row with several cells has them.
		at = slices.IndexFunc(t.Rows, func(r trace.PreviewRow) bool { return len(r.Cells) > 1 })
		at = max(at, 0)
	}
	rows = t.Rows[min(at+1, len(t.Rows)):]
	width := 0
	for _, r := range rows {
		width = max(width, len(r.Cells))
	}
	var header []string
	if at >= 0 && at < len(t.Rows) {
		header = t.Rows[at].Cells
	}
	width = max(width, len(header))
	used := map[string]bool{}
	for i := range width {
		name := ""
		if i < len(header) {
			name = strings.Join(strings.Fields(header[i]), " ")
		}
		if name == "" {
			name = fmt.Sprintf("column %d", i+1)
		}
		for n, first := 2, name; used[name]; n++ {
			name = fmt.Sprintf("%s %d", first, n)
		}
		used[name] = true
		names = append(names, name)
	}
	return names, rows
}

// positionColumns returns the indexes of the columns of positions; they are equal if one cell
// holds both.
func (b *builder) positionColumns(t *trace.Table, names []string) (lat, lon int, err error) {
	if b.options.Lat != "" || b.options.Lon != "" {
		lat, lon = slices.Index(names, b.options.Lat), slices.Index(names, b.options.Lon)
		if lat < 0 || lon < 0 {
			return 0, 0, fmt.Errorf("%w: the table has no columns %q and %q; its columns are %s", trace.ErrColumns, b.options.Lat, b.options.Lon, strings.Join(names, ", "))
		}
		return lat, lon, nil
	}
	lat, lon = -1, -1
	for _, c := range t.Recipe.Columns {
		switch c.Role {
		case "lat":
			lat = c.Number - 1
		case "lon":
			lon = c.Number - 1
		case "position":
			if lat < 0 && lon < 0 {
				lat, lon = c.Number-1, c.Number-1
			}
		}
	}
	if lat < 0 || lon < 0 {
		return 0, 0, fmt.Errorf("%w: choose the columns of latitude and longitude among %s", trace.ErrColumns, strings.Join(names, ", "))
	}
	return lat, lon, nil
}

// position returns the point of a row in the system of the file. why says why it has none.
func (b *builder) position(cells []string, lat, lon int) (g orb.Geometry, why string) {
	if max(lat, lon) >= len(cells) || cells[lat] == "" || cells[lon] == "" {
		return nil, "it has no position"
	}
	if b.system.Degrees() {
		if p, ok := (trace.Layout{Lat: lat, Lon: lon}).Point(cells[lat], cells[lon]); ok {
			return orb.MultiPoint{{p.Lon, p.Lat}}, ""
		}
	}
	x, okX := metres(cells[lon])
	y, okY := metres(cells[lat])
	if lat == lon || !okX || !okY {
		return nil, fmt.Sprintf("%.30q and %.30q are no position; write them as 21.028511 and 105.804817", cells[lat], cells[lon])
	}
	if !b.system.Degrees() && !likely(b.system.Point(x, y)) && likely(b.system.Point(y, x)) {
		x, y = y, x // the northing is called X in Vietnam
	}
	return orb.MultiPoint{{x, y}}, ""
}

// metres parses a coordinate in metres, with either decimal mark.
func metres(text string) (float64, bool) {
	if x, ok := NumberOf(text, Point); ok {
		return x, true
	}
	return NumberOf(text, Comma)
}

// likely reports whether a point may be on Vietnam's mainland.
func likely(p geo.Point) bool {
	return p.Lat > 8 && p.Lat < 24 && p.Lon > 102 && p.Lon < 110
}
