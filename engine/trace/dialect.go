package trace

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"strings"

	"roadsnap/engine/geo"
)

// sampleRows is how many rows are looked at to find delimiter and columns:
// enough for the title and the empty lines above the names that reports have.
const sampleRows = 50

// delimiters in the order of preference. Comma is last but one because a
// decimal comma can pass for it.
var delimiters = []rune{'\t', ';', ',', '|'}

// table is how a text is cut into cells, and what they hold.
type table struct {
	delimiter rune
	columns   columns
	names     int  // the row of column names, counted from 0 over rows that are not blank
	named     bool // there is such a row
}

// findTable tries every delimiter on the beginning of a file and takes the row
// that names the most columns, latitude and longitude among them; failing
// that, the first delimiter with which two columns look like a position.
func findTable(c *collector, head []byte) (table, error) {
	samples := make([][][]string, len(delimiters))
	var best table
	most := 0
	for i, d := range delimiters {
		samples[i] = sample(head, d)
		for j, row := range samples[i] {
			if cols := namedColumns(row); cols.usable() && cols.worth() > most {
				best = table{delimiter: d, columns: cols, names: j, named: true}
				most = cols.worth()
			}
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
	return table{}, unknownColumns(c, samples)
}

// sample cuts whole lines of head into rows.
func sample(head []byte, delimiter rune) [][]string {
	if len(head) >= headBytes { // the last line may be cut
		if end := bytes.LastIndexByte(head, '\n'); end >= 0 {
			head = head[:end]
		}
	}
	r := newCSVReader(bytes.NewReader(head), delimiter)
	r.ReuseRecord = false
	var rows [][]string
	for len(rows) < sampleRows {
		row, err := r.Read()
		if err != nil {
			break
		}
		rows = append(rows, row)
	}
	return rows
}

// unknownColumns shows the names that there are, cut as finely as possible.
func unknownColumns(c *collector, samples [][][]string) error {
	var first []string
	for _, rows := range samples {
		if len(rows) > 0 && len(rows[0]) > len(first) {
			first = rows[0]
		}
	}
	shown := strings.Join(first, ", ")
	if r := []rune(shown); len(r) > 100 {
		shown = string(r[:100]) + "…"
	}
	return c.fault(ErrColumns, 1, 0, "no columns with latitude and longitude; the first line is: "+shown,
		"name two columns lat and lon, or vĩ độ and kinh độ")
}

// guessColumns finds latitude and longitude in rows without names: two
// neighbouring columns of numbers with decimals that fit the map, or else the
// ranges. The order is latitude first unless the values say otherwise.
func guessColumns(rows [][]string, bounds geo.Bounds, k *clock) (columns, bool) {
	c := columns{speed: 1 / kmhPerMPS}
	width := 0
	for _, row := range rows {
		width = max(width, len(row))
	}
	for i := 0; i+1 < width; i++ {
		switch pairOrder(rows, i, bounds) {
		case latFirst:
			c.at[roleLat], c.at[roleLon] = column{i, true}, column{i + 1, true}
		case lonFirst:
			c.at[roleLat], c.at[roleLon] = column{i + 1, true}, column{i, true}
		default:
			continue
		}
		guessTime(&c, rows, width, k)
		return c, true
	}
	return c, false
}

type pair uint8

const (
	noPair pair = iota
	latFirst
	lonFirst
)

// pairOrder says whether columns i and i+1 can be a position.
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

// hasDecimals reports whether a cell has at least three decimals: speeds,
// counts and heights have fewer, positions worth reading have more.
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

// guessTime finds the first column that holds a time in most rows.
func guessTime(c *columns, rows [][]string, width int, k *clock) {
	for i := range width {
		if i == c.at[roleLat].index || i == c.at[roleLon].index {
			continue
		}
		times := 0
		for _, row := range rows {
			if i >= len(row) {
				continue
			}
			probe := clock{location: k.location}
			if _, _, err := probe.read(row[i]); err == nil && !probe.relative {
				times++
			}
		}
		if times > 0 && 2*times >= len(rows) {
			c.at[roleTime] = column{i, true}
			return
		}
	}
}

// newCSVReader returns a reader that takes what spreadsheets and trackers
// write: rows of any length, quotes within cells.
func newCSVReader(r interface{ Read([]byte) (int, error) }, delimiter rune) *csv.Reader {
	cr := csv.NewReader(bufio.NewReaderSize(r, headBytes))
	cr.Comma = delimiter
	cr.FieldsPerRecord = -1
	cr.LazyQuotes = true
	cr.ReuseRecord = true
	return cr
}
