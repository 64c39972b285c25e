// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"roadsnap/engine/geo"
	"roadsnap/engine/units"
)

// answer appends the new cells to a row.
func (t *pointTable) answer(dst []byte, a *units.Atlas, row []byte, line int, counts *rowCounts) []byte {
	lat, lon, cells, closed := t.rows.pick(row, t.layout.Lat, t.layout.Lon)
	dst = t.fill(dst, cells, closed, counts)
	p, ok := t.point(lat, lon)
	if !closed || !ok {
		counts.bad(line)
		return append(dst, t.answers.nothing...)
	}
	at, found := a.Locate(p)
	if !found {
		counts.outside++
		return append(dst, t.answers.nothing...)
	}
	return t.answers.append(dst, at)
}

// point parses the two cells: plain decimal degrees without allocating, all others as
// the readers of traces do.
func (t *pointTable) point(lat, lon []byte) (geo.Point, bool) {
	if t.layout.Lat != t.layout.Lon {
		x, okX := plainDegrees(lat)
		y, okY := plainDegrees(lon)
		if p := (geo.Point{Lat: x, Lon: y}); okX && okY {
			return p, p.Valid()
		}
	}
	return t.layout.Point(string(content(lat)), string(content(lon)))
}

// plainDegrees parses digits with an optional sign and decimal point. Up to 15 digits,
// both the whole number and the power of ten are exact in a float64, so that the quotient
// is the nearest one, as from strconv.
func plainDegrees(cell []byte) (float64, bool) {
	digits := cell
	if len(digits) > 0 && digits[0] == '-' {
		digits = digits[1:]
	}
	if len(digits) == 0 || len(digits) > 16 {
		return 0, false
	}
	whole, decimals, point := int64(0), 0, false
	for _, b := range digits {
		switch {
		case b >= '0' && b <= '9':
			whole = whole*10 + int64(b-'0')
			if point {
				decimals++
			}
		case b == '.' && !point:
			point = true
		default:
			return 0, false
		}
	}
	count := len(digits)
	if point {
		count--
	}
	if count == 0 || count > maxExactDigits {
		return 0, false
	}
	x := float64(whole) / powersOfTen[decimals]
	if cell[0] == '-' {
		x = -x
	}
	return x, true
}

const maxExactDigits = 15

var powersOfTen = [maxExactDigits + 1]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// answers holds the new cells as text, by the code of the ward, or of the province where
// no ward is known, and by whether the point lies on a border.
type answers struct {
	wards, provinces map[string][2][]byte
	nothing          []byte
}

func newAnswers(table *units.Table, delimiter byte) answers {
	a := answers{make(map[string][2][]byte), make(map[string][2][]byte), bytes.Repeat([]byte{delimiter}, len(locatedColumns))}
	cells := func(texts ...string) (both [2][]byte) {
		for i, on := range [2]string{"false", "true"} {
			for _, text := range append(texts, on) {
				both[i] = append(append(both[i], delimiter), quoteCell(text, delimiter)...)
			}
		}
		return both
	}
	for _, p := range table.Provinces() {
		a.provinces[p.Code] = cells("", "", p.Code, p.Name)
		for _, w := range table.WardsOf(p.Code) {
			a.wards[w.Code] = cells(w.Code, w.Name, p.Code, p.Name)
		}
	}
	return a
}

func (a *answers) append(dst []byte, at units.Location) []byte {
	both := a.provinces[at.Province.Code]
	if at.WardFound {
		both = a.wards[at.Ward.Code]
	}
	if at.OnBorder {
		return append(dst, both[1]...)
	}
	return append(dst, both[0]...)
}

// quoteCell puts quotation marks around a cell if it needs them.
func quoteCell(text string, delimiter byte) string {
	if !strings.ContainsAny(text, "\"\r\n"+string(rune(delimiter))) {
		return text
	}
	return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
}

// rowCounts counts rows.
type rowCounts struct {
	rows    int
	outside int   // in no unit
	wide    int   // with more cells than names
	faulty  int   // without a position
	first   []int // the lines of the first faulty ones
}

// shownLines is the number of faulty rows that are reported by line.
const shownLines = 10

func (t *rowCounts) bad(line int) {
	t.faulty++
	if len(t.first) < shownLines {
		t.first = append(t.first, line)
	}
}

func (t *rowCounts) add(o *rowCounts) {
	t.rows, t.outside, t.wide, t.faulty = t.rows+o.rows, t.outside+o.outside, t.wide+o.wide, t.faulty+o.faulty
	t.first = append(t.first, o.first[:min(len(o.first), shownLines-len(t.first))]...)
}

// report prints the counts of faulty rows. It returns an error if rows had no
// position.
func (t *rowCounts) report(w io.Writer) error {
	if t.outside > 0 {
		fmt.Fprintf(w, "%s in no unit: at sea or abroad, or in gaps between units\n", t.share(t.outside, "lies", "lie"))
		if t.outside == t.rows-t.faulty {
			fmt.Fprintln(w, "no point lies in a unit: are latitude and longitude swapped? choose the columns with --lat-column and --lon-column")
		}
	}
	if t.wide > 0 {
		fmt.Fprintf(w, "%s more cells than there are column names, so that the added cells are not under their names\n", t.share(t.wide, "has", "have"))
	}
	if t.faulty == 0 {
		return nil
	}
	lines := strings.ReplaceAll(strings.Trim(fmt.Sprint(t.first), "[]"), " ", ", ")
	if t.faulty > len(t.first) {
		lines += ", …"
	}
	place := "lines"
	if t.faulty == 1 {
		place = "line"
	}
	return &exitError{exitPartly, fmt.Errorf("%s no valid position (%s %s)", t.share(t.faulty, "has", "have"), place, lines)}
}

// share says how many of the rows do something: "1 of 5 rows has", "2 of 5 rows have".
func (t *rowCounts) share(n int, one, many string) string {
	rows, verb := "rows", many
	if t.rows == 1 {
		rows = "row"
	}
	if n == 1 {
		verb = one
	}
	return fmt.Sprintf("%d of %d %s %s", n, t.rows, rows, verb)
}
