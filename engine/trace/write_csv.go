package trace

import (
	"bufio"
	"strconv"
	"strings"
	"unicode/utf8"
)

// csvEncoder writes one row per observation, comma separated, with a line of
// column names, decimal points and LF line ends.
type csvEncoder struct{}

const (
	csvMatchedTitle = "trip_id,index,time,lat,lon,raw_lat,raw_lon,state,reason,way_id,distance_m,confidence\n"
	csvTripTitle    = "trip_id,time,lat,lon,speed_kmh,heading,accuracy_m\n"
)

func (csvEncoder) open(w *bufio.Writer) error {
	_, err := w.WriteString(csvMatchedTitle)
	return err
}

func (csvEncoder) openTrips(w *bufio.Writer) error {
	_, err := w.WriteString(csvTripTitle)
	return err
}

func (csvEncoder) close(*bufio.Writer) error { return nil }

func (csvEncoder) matched(w *bufio.Writer, m Matched) error {
	var row csvRow
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
		if err := row.end(w); err != nil {
			return err
		}
	}
	return nil
}

func (csvEncoder) trip(w *bufio.Writer, t Trip) error {
	var row csvRow
	for i, o := range t.Observations {
		row.text(t.ID)
		row.time(t, i)
		row.number(o.Lat, 7)
		row.number(o.Lon, 7)
		row.optional(o.Speed*kmhPerMPS, o.HasSpeed)
		row.optional(o.Heading, o.HasHeading)
		row.optional(o.Accuracy, o.Accuracy > 0)
		if err := row.end(w); err != nil {
			return err
		}
	}
	return nil
}

// kmhPerMPS is how many kilometres per hour one metre per second is.
const kmhPerMPS = 3.6

// csvRow builds one row; its buffer serves row after row.
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

// optional writes x as short as it can be told exactly, or nothing.
func (r *csvRow) optional(x float64, known bool) {
	r.next()
	if known {
		r.buf = strconv.AppendFloat(r.buf, x, 'f', -1, 64)
	}
}

func (r *csvRow) time(t Trip, i int) {
	r.next()
	if at := timeOf(t, i); !at.IsZero() {
		r.buf = append(r.buf, formatTime(at)...)
	}
}

// text writes a cell that somebody else may have worded. Quotes keep it one
// cell; an apostrophe before a leading = + - @ or control character keeps a
// spreadsheet from running it as a formula. Numbers never pass here, so a
// negative number stays a number. The reader takes the apostrophe off again.
func (r *csvRow) text(s string) {
	r.next()
	s = strings.Map(printable, s)
	if startsFormula(s) {
		s = "'" + s
	}
	if !strings.ContainsAny(s, ",;\t\"\r\n") && strings.TrimSpace(s) == s {
		r.buf = append(r.buf, s...)
		return
	}
	r.buf = append(r.buf, '"')
	r.buf = append(r.buf, strings.ReplaceAll(s, `"`, `""`)...)
	r.buf = append(r.buf, '"')
}

// printable keeps what belongs in a table of text: with other control characters
// a program, ours included, would take the file for something else than text.
func printable(r rune) rune {
	if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0x7f {
		return utf8.RuneError
	}
	return r
}

// startsFormula reports whether a spreadsheet could take a cell for a formula,
// or whether it begins so behind apostrophes, which must then be doubled for
// the reader to give back the same.
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

var _ tripEncoder = csvEncoder{}
