// SPDX-License-Identifier: MIT

package trace

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	"roadsnap/engine/crs"
	"roadsnap/engine/geo"
)

// sampleRows is the number of rows examined to find delimiter and columns.
const sampleRows = 50

// maxAbove is the largest number of rows above the column names, not counting
// blank ones. Reports have titles there, loggers their settings; more is prose
// with a table in it.
const maxAbove = 30

// delimiters lists the delimiters in order of preference. The comma comes after
// tab and semicolon because it may be a decimal comma.
var delimiters = []rune{'\t', ';', ',', '|'}

// table is the layout of a table.
type table struct {
	delimiter rune
	columns   columns
	names     int         // index of the row of column names, not counting blank rows
	named     bool        // the table has column names
	decimal   byte        // mark of decimals, 0 for either
	system    *crs.System // of the positions; nil for degrees in WGS 84
}

// findTable tries every delimiter on head and returns the row that names the
// most columns, latitude and longitude among them. If there is none, it returns
// the first delimiter with which two columns look like a position.
func findTable(c *collector, head []byte) (table, error) {
	samples := make([][][]string, len(delimiters))
	var best table
	most := 0
	var tooLong *lineFault // of a line that is too long with one of the delimiters
	for i, d := range delimiters {
		var err error
		if samples[i], err = sample(head, d); err != nil {
			errors.As(err, &tooLong)
		}
		if found := namedTable(samples[i]); found.named && found.columns.score() > most {
			best, most = found, found.columns.score()
			best.delimiter = d
			best.columns.guessTime(samples[i][found.names+1:], &c.clock)
		}
	}
	if best.named {
		return best, nil
	}
	for i, d := range delimiters {
		if cols, ok := guessColumns(samples[i], c.opt.Bounds, &c.clock); ok {
			return table{delimiter: d, columns: cols}, nil
		}
	}
	for i, d := range delimiters {
		if cols, ok := guessPosition(samples[i], &c.clock); ok {
			return table{delimiter: d, columns: cols}, nil
		}
	}
	if tooLong != nil {
		return table{}, tooLong.fault(c)
	}
	return table{}, unknownColumns(c, samples...)
}

// namedTable returns the table below the row that names the most columns, latitude and
// longitude among them. It has no names if there is no such row.
func namedTable(rows [][]string) (best table) {
	most := 0
	for j := range rows[:min(len(rows), maxAbove+1)] {
		cols := namedColumns(heading(rows, j))
		if !cols.usable() || cols.score() <= most {
			continue
		}
		if p := cols.at[rolePosition]; p.found && !holdsPositions(rows[j+1:], p.index) {
			continue
		}
		best = table{columns: cols, names: j, named: true}
		most = cols.score()
	}
	return best
}

// maxHeading is the largest number of rows that a heading takes.
const maxHeading = 3

// heading returns the column names in row j. The name of a merged cell stands in a row above
// it, such as "Thời gian" next to "Vị trí", which has "Vĩ độ" and "Kinh độ" below.
func heading(rows [][]string, j int) []string {
	names, own := rows[j], false
	for above := j - 1; above >= 0 && above > j-maxHeading && filled(rows[above]) > 1; above-- {
		for i, cell := range rows[above] {
			if strings.TrimSpace(cell) == "" || strings.Contains(cell, ":") || i < len(names) && strings.TrimSpace(names[i]) != "" {
				continue
			}
			if !own {
				names, own = slices.Clone(names), true
			}
			for len(names) <= i {
				names = append(names, "")
			}
			names[i] = cell
		}
	}
	return names
}

// filled returns the number of cells that are not blank.
func filled(row []string) (n int) {
	for _, cell := range row {
		n += oneIf(strings.TrimSpace(cell) != "")
	}
	return n
}

// holdsPositions reports whether column i has a position in some row, or no value at all. A
// column of addresses has the same names as one of positions.
func holdsPositions(rows [][]string, i int) bool {
	texts := false
	for _, row := range rows {
		if i >= len(row) || missing(row[i]) {
			continue
		}
		lat, lon := cutPosition(row[i])
		_, okLat := parseAngle(lat)
		_, okLon := parseAngle(lon)
		if okLat && okLon {
			return true
		}
		texts = true
	}
	return !texts
}

// sample splits the whole lines of head into at most sampleRows rows. The error is that of the
// row after them, unless there is none.
func sample(head []byte, delimiter rune) ([][]string, error) {
	if len(head) >= headBytes { // the last line may be cut
		if end := bytes.LastIndexByte(head, '\n'); end >= 0 {
			head = head[:end]
		}
	}
	r := newTextRows(bytes.NewReader(head), delimiter)
	r.ReuseRecord = false
	var rows [][]string
	for len(rows) < sampleRows {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return rows, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// unknownColumns returns an error that shows the first row, split by the
// delimiter that gives the most cells.
func unknownColumns(c *collector, samples ...[][]string) error {
	var first []string
	for _, rows := range samples {
		if len(rows) > 0 && len(rows[0]) > len(first) {
			first = rows[0]
		}
		if at, ok := addressesOnly(rows); ok {
			return c.fault(ErrAddresses, at+1, 0, "the table has addresses and no coordinates",
				"export it again with coordinates (latitude and longitude)")
		}
	}
	shown := strings.Join(first, ", ")
	if r := []rune(shown); len(r) > 100 {
		shown = string(r[:100]) + "…"
	}
	return c.fault(ErrColumns, 1, 0, "no columns with latitude and longitude; the first line is: "+shown,
		"name two columns lat and lon, or vĩ độ and kinh độ")
}

// addressesOnly finds a row that names a column of addresses and one of times, vehicles or
// speeds: the table of a tracker that was exported without positions.
func addressesOnly(rows [][]string) (at int, ok bool) {
	for j, row := range rows[:min(len(rows), maxAbove+1)] {
		var found [numRoles]bool
		for _, cell := range row {
			if r, _, known := roleOfColumn(cell); known {
				found[r] = true
			}
		}
		if (found[roleAddress] || found[rolePlace]) && (found[roleTime] || found[roleDate] || found[roleVehicle] || found[roleSpeed]) {
			return j, true
		}
	}
	return 0, false
}

// guessColumns finds latitude and longitude in rows without names: two adjacent
// columns of numbers with decimals that are valid coordinates. Latitude comes
// first unless the ranges or the map contradict.
func guessColumns(rows [][]string, bounds geo.Bounds, k *clock) (columns, bool) {
	c := columns{speed: 1 / kmhPerMPS, elevation: 1}
	width := widest(rows)
	for i := 0; i+1 < width; i++ {
		switch pairOrder(rows, i, bounds) {
		case latFirst:
			c.at[roleLat], c.at[roleLon] = column{i, true}, column{i + 1, true}
		case lonFirst:
			c.at[roleLat], c.at[roleLon] = column{i + 1, true}, column{i, true}
		default:
			continue
		}
		c.takeNames(rows)
		c.guessTime(rows, k)
		return c, true
	}
	return c, false
}

// guessPosition finds a column with latitude and longitude in rows without names.
func guessPosition(rows [][]string, k *clock) (columns, bool) {
	c := columns{speed: 1 / kmhPerMPS, elevation: 1}
	width := widest(rows)
	for i := range width {
		if positionsIn(rows, i) {
			c.at[rolePosition] = column{i, true}
			c.takeNames(rows)
			c.guessTime(rows, k)
			return c, true
		}
	}
	return c, false
}

// positionsIn reports whether half of the rows have latitude and longitude in column i.
func positionsIn(rows [][]string, i int) bool {
	fit := 0
	for _, row := range rows {
		if i >= len(row) {
			continue
		}
		lat, lon := splitPosition(row[i])
		if !hasDecimals(lat) || !hasDecimals(lon) {
			continue
		}
		a, okA := parseAngle(lat)
		b, okB := parseAngle(lon)
		p := geo.Point{Lat: a, Lon: b}
		fit += oneIf(okA && okB && (p.Valid() || swap(p).Valid()))
	}
	return fit > 0 && 2*fit >= len(rows)
}

type pair uint8

const (
	noPair pair = iota
	latFirst
	lonFirst
)

// pairOrder reports whether columns i and i+1 can be a position, and in which
// order.
func pairOrder(rows [][]string, i int, bounds geo.Bounds) pair {
	near := bounds.Pad(mapMargin)
	fit, asGiven, swapped, onMap, mapSwapped := 0, 0, 0, 0, 0
	for _, row := range rows {
		if i+1 >= len(row) || !hasDecimals(row[i]) || !hasDecimals(row[i+1]) {
			continue
		}
		a, okA := parseAngle(row[i])
		b, okB := parseAngle(row[i+1])
		if !okA || !okB {
			continue
		}
		p := geo.Point{Lat: a, Lon: b}
		s := swap(p)
		if !p.Valid() && !s.Valid() {
			continue
		}
		fit++
		asGiven += oneIf(p.Valid())
		swapped += oneIf(s.Valid())
		onMap += oneIf(near.Contains(p))
		mapSwapped += oneIf(near.Contains(s))
	}
	switch {
	case fit == 0 || 2*fit < len(rows):
		return noPair
	case asGiven < swapped, asGiven == swapped && onMap < mapSwapped:
		return lonFirst
	}
	return latFirst
}

func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}

// hasDecimals reports whether a cell has at least three decimals or a degree
// sign. Speeds, counts and heights have fewer decimals, useful positions more.
func hasDecimals(s string) bool {
	s = strings.TrimSpace(s)
	i := strings.LastIndexAny(s, ".,")
	if i < 0 {
		return strings.ContainsAny(s, "°º")
	}
	n := 0
	for i++; i < len(s) && isDigit(s[i]); i++ {
		n++
	}
	return n >= 3
}
