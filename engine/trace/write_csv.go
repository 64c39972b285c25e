// SPDX-License-Identifier: MIT

package trace

import (
	"bufio"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"roadsnap/engine/correction"
)

// csvEncoder writes one row per observation after a row of column names, with
// commas, decimal points and LF line ends.
type csvEncoder struct {
	reports bool // trips have the columns of csvReportTitle
}

const (
	csvMatchedTitle = "trip_id,index,time,lat,lon,raw_lat,raw_lon,state,reason,way_id,distance_m,confidence" + csvReportTitle + ",correction\n"
	csvTripTitle    = "trip_id,time,lat,lon,speed_kmh,heading,accuracy_m"
	csvReportTitle  = ",vehicle,device,driver,ignition,odometer_m,elevation_m,address"
)

func (*csvEncoder) open(w *bufio.Writer, _ Notice) error {
	_, err := w.WriteString(csvMatchedTitle)
	return err
}

// openTrips leaves out the columns of reports if no trip has one.
func (e *csvEncoder) openTrips(w *bufio.Writer, trips []Trip) error {
	e.reports = slices.ContainsFunc(trips, Trip.hasReports)
	title := csvTripTitle
	if e.reports {
		title += csvReportTitle
	}
	_, err := w.WriteString(title + "\n")
	return err
}

func (*csvEncoder) close(*bufio.Writer) error { return nil }

func (*csvEncoder) matched(w *bufio.Writer, m Matched) error {
	var row csvRow
	corrections := correction.PointsOf(m.Corrected)
	for i, p := range m.Result.Points {
		row.text(m.Trip.ID)
		row.integer(int64(p.Index))
		row.time(m.Trip, i)
		row.number(p.Location.Lat, 6)
		row.number(p.Location.Lon, 6)
		if i < len(m.Trip.Observations) {
			row.number(m.Trip.Observations[i].Lat, 6)
			row.number(m.Trip.Observations[i].Lon, 6)
		} else {
			row.empty()
			row.empty()
		}
		row.text(p.State.String())
		row.text(string(p.Reason))
		if p.HasWay {
			row.integer(p.WayID)
		} else {
			row.empty()
		}
		row.number(p.Distance, 2)
		row.number(p.Confidence, 4)
		row.report(m.Trip, i)
		row.text(corrections.Text(i))
		if err := row.end(w); err != nil {
			return err
		}
	}
	return nil
}

func (e *csvEncoder) trip(w *bufio.Writer, t Trip) error {
	var row csvRow
	for i, o := range t.Observations {
		row.text(t.ID)
		row.time(t, i)
		row.number(o.Lat, 7)
		row.number(o.Lon, 7)
		row.optional(o.Speed*kmhPerMPS, o.HasSpeed)
		row.optional(o.Heading, o.HasHeading)
		row.optional(o.Accuracy, o.Accuracy > 0)
		if e.reports {
			row.report(t, i)
		}
		if err := row.end(w); err != nil {
			return err
		}
	}
	return nil
}

// kmhPerMPS is one m/s in km/h.
const kmhPerMPS = 3.6

// csvRow builds one row. Its buffer is reused for every row.
type csvRow struct {
	buf   []byte
	cells int
}

func (r *csvRow) next() {
	if r.cells > 0 {
		r.buf = append(r.buf, ',')
	}
	r.cells++
}

func (r *csvRow) empty() { r.next() }

func (r *csvRow) integer(x int64) {
	r.next()
	r.buf = strconv.AppendInt(r.buf, x, 10)
}

func (r *csvRow) number(x float64, decimals int) {
	r.next()
	r.buf = strconv.AppendFloat(r.buf, x, 'f', decimals, 64)
}

// optional appends x with the fewest digits that represent it exactly, or an
// empty cell if it is not known.
func (r *csvRow) optional(x float64, known bool) {
	r.next()
	if known {
		r.buf = strconv.AppendFloat(r.buf, x, 'f', -1, 64)
	}
}

// report appends the cells of csvReportTitle.
func (r *csvRow) report(t Trip, i int) {
	at := t.reportAt(i)
	r.text(t.Vehicle)
	r.text(t.Device)
	r.text(t.Driver)
	r.text(at.ignition.String())
	r.optional(at.odometer.value, at.odometer.known)
	r.optional(at.elevation.value, at.elevation.known)
	r.text(at.address)
}

func (r *csvRow) time(t Trip, i int) {
	r.next()
	if at := timeOf(t, i); !at.IsZero() {
		r.buf = append(r.buf, formatTime(at)...)
	}
}

// text appends a cell of untrusted text.
func (r *csvRow) text(s string) {
	r.next()
	r.buf = AppendCSVText(r.buf, s)
}

// AppendCSVText appends a cell of untrusted text, see [Guarded]. Quotes keep it one cell in
// tables with commas, semicolons or tabs.
func AppendCSVText(dst []byte, s string) []byte {
	s = Guarded(strings.Map(printable, s))
	if !strings.ContainsAny(s, ",;\t\"\r\n") && strings.TrimSpace(s) == s {
		return append(dst, s...)
	}
	dst = append(dst, '"')
	dst = append(dst, strings.ReplaceAll(s, `"`, `""`)...)
	return append(dst, '"')
}

// printable replaces control characters other than tab, LF and CR, because with
// them programs, this one included, would take the file for binary.
func printable(r rune) rune {
	if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0x7f {
		return utf8.RuneError
	}
	return r
}

// Guarded returns the text of a cell of CSV that no spreadsheet runs as a formula: with an
// apostrophe before a leading = + - @ or control character. It is for texts that come from others,
// not for numbers, which may be negative.
func Guarded(s string) string {
	if startsFormula(s) {
		return "'" + s
	}
	return s
}

// GuardedCell is Guarded for a cell of a table of others: numbers and telephone numbers, such as
// -12.5, -12,5 and +84 901 234 567, stay as they are.
func GuardedCell(s string) string {
	if s != "" && (s[0] == '-' || s[0] == '+') {
		_, err := strconv.ParseFloat(s, 64)
		if err == nil || strings.Trim(s[1:], "0123456789., ") == "" {
			return s
		}
	}
	return Guarded(s)
}

// Unguarded returns the text of which Guarded or GuardedCell made s.
func Unguarded(s string) string {
	if rest, ok := strings.CutPrefix(s, "'"); ok && startsFormula(rest) {
		return rest
	}
	return s
}

// startsFormula reports whether a spreadsheet could take a cell for a formula,
// not counting leading apostrophes. A cell that already has one gets another, so
// that the reader restores the original.
func startsFormula(s string) bool {
	s = strings.TrimLeft(s, "'")
	return s != "" && strings.IndexByte("=+-@\t\r\n", s[0]) >= 0
}

func (r *csvRow) end(w *bufio.Writer) error {
	r.buf = append(r.buf, '\n')
	_, err := w.Write(r.buf)
	r.buf, r.cells = r.buf[:0], 0
	return err
}

var _ tripEncoder = (*csvEncoder)(nil)
