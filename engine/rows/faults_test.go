// SPDX-License-Identifier: MIT

package rows_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"roadsnap/engine/rows"
)

// TestBadRows checks the reason of each kind of unusable row, and that its neighbours and
// its other values stay as they are.
func TestBadRows(t *testing.T) {
	e := open(t)
	const good = `{"trip_id":"a","time":1700000000,"lat":42.5,"lon":1.5,"accuracy":5,"speed":1,"heading":0,"profile":"car"}`
	for _, c := range []struct{ row, reason string }{
		{`{"trip_id":null,"time":1700000000,"lat":42.5,"lon":1.5}`, "null_key"},
		{`{"time":1700000000,"lat":42.5,"lon":1.5}`, "null_key"},
		{`{"trip_id":1.5,"time":1700000000,"lat":42.5,"lon":1.5}`, "bad_key"},
		{`{"trip_id":{},"time":1700000000,"lat":42.5,"lon":1.5}`, "bad_key"},
		{`{"trip_id":"a","time":1700000000,"lat":null,"lon":1.5}`, "null_position"},
		{`{"trip_id":"a","time":1700000000,"lat":"","lon":1.5}`, "null_position"},
		{`{"trip_id":"a","time":1700000000,"lat":"north","lon":1.5}`, "bad_position"},
		{`{"trip_id":"a","time":1700000000,"lat":91,"lon":1.5}`, "bad_position"},
		{`{"trip_id":"a","time":1700000000,"lat":"1e999","lon":1.5}`, "bad_position"},
		{`{"trip_id":"a","time":1700000000,"lat":[42.5],"lon":1.5}`, "bad_position"},
		{`{"trip_id":"a","time":"noon","lat":42.5,"lon":1.5}`, "bad_time"},
		{`{"trip_id":"a","time":true,"lat":42.5,"lon":1.5}`, "bad_time"},
		{`{"trip_id":"a","time":1,"lat":42.5,"lon":1.5,"accuracy":-1}`, "bad_accuracy"},
		{`{"trip_id":"a","time":1,"lat":42.5,"lon":1.5,"speed":"fast"}`, "bad_speed"},
		{`{"trip_id":"a","time":1,"lat":42.5,"lon":1.5,"heading":361}`, "bad_heading"},
		{`{"trip_id":"a","time":1,"lat":42.5,"lon":1.5,"profile":"ship"}`, "bad_profile"},
		{`{"trip_id":"a"`, "bad_row"},
		{`[1]`, "bad_row"},
		{``, "bad_row"},
		{`{"trip_id":"a","x":"` + strings.Repeat("x", rows.MaxRow) + `"}`, "row_too_long"},
	} {
		in := good + "\n" + c.row + "\n" + good + "\n"
		for _, o := range operations {
			b, report, err := run(t, e, rows.Options{Operation: o, Format: rows.NDJSON}, []byte(in))
			if err != nil {
				t.Fatalf("%s, %s: %v", o, c.reason, err)
			}
			found := false
			got := fromNDJSON(t, b)
			for i, row := range got {
				if row["reason"] == c.reason {
					found = true
					if (o == rows.Match || o == rows.Locate) && (i != 1 || len(got) != 3) {
						t.Errorf("%s: %s is row %d of %d", o, c.reason, i, len(got))
					}
				}
			}
			position := strings.Contains(c.reason, "pos") || strings.HasPrefix(c.reason, "bad_row") || c.reason == "row_too_long"
			optional := strings.HasPrefix(c.reason, "bad_a") || strings.HasPrefix(c.reason, "bad_s") || strings.HasPrefix(c.reason, "bad_h") || c.reason == "bad_profile"
			want := true
			switch {
			case o == rows.Locate:
				want = position
			case o == rows.Stops:
				want = !optional
			}
			if found != want || want != (report.Bad == 1) || want != (report.Reasons[rows.Reason(c.reason)] == 1) {
				t.Errorf("%s: a row %.60s gives %.300s, want reason %s: %v", o, c.row, b, c.reason, want)
			}
		}
	}
}

// TestBadTSV checks rows with another number of values.
func TestBadTSV(t *testing.T) {
	e := open(t)
	in := "a\t1700000000\t42.5\t1.5\nb\t1\na\t1700000001\t42.5\t1.5\textra\n\\N\t\\N\t\\N\t\\N\n"
	b, report, err := run(t, e, rows.Options{Operation: rows.Match, Format: rows.TSV}, []byte(in))
	if err != nil || report.Bad != 3 {
		t.Fatal(report, err)
	}
	for i, line := range strings.Split(strings.TrimSuffix(string(b), "\n"), "\n") {
		if n := strings.Count(line, "\t"); n != 11 {
			t.Errorf("row %d has %d values: %q", i, n+1, line)
		}
		if want := []string{"off_road\tno_road", "invalid\tbad_row", "invalid\tbad_row", "invalid\tnull_key"}[i]; i > 0 && !strings.Contains(line, want) {
			t.Errorf("row %d is %q, want %q", i, line, want)
		}
	}
}

// TestHeader checks a header of TSV.
func TestHeader(t *testing.T) {
	e := open(t)
	b, _, err := run(t, e, rows.Options{Operation: rows.Locate, Format: rows.TSV, Header: true, Prefix: "vn_"}, []byte("y\tx\n21.03\t105.85\n"))
	want := "y\tx\tvn_reason\tvn_province_code\tvn_province_name\tvn_ward_code\tvn_ward_name\tvn_on_boundary\n21.03\t105.85\t\\N\t01\tThành phố Hà Nội\t\\N\t\\N\tfalse\n"
	if err != nil || string(b) != want {
		t.Errorf("%q, %v", b, err)
	}
}

// TestBadColumns checks that unusable columns are one clear line.
func TestBadColumns(t *testing.T) {
	e := open(t)
	row := `{"trip_id":"a","time":1,"lat":1,"lon":1,"state":"x"}`
	for _, c := range []struct {
		name string
		o    rows.Options
		in   string
		says string
		is   error
	}{
		{"no latitude", rows.Options{Format: rows.NDJSON}, `{"trip_id":1,"time":2,"lon":3}`, "--column lat=NAME", rows.ErrSchema},
		{"no such column", rows.Options{Format: rows.NDJSON, Columns: map[rows.Role]string{rows.Lat: "north"}}, row, `no column "north"`, rows.ErrSchema},
		{"an added name", rows.Options{Format: rows.NDJSON}, row, "--prefix", rows.ErrSchema},
		{"an added name in a later row", rows.Options{Format: rows.NDJSON}, `{"trip_id":"a","time":1,"lat":1,"lon":1}` + "\n" + strings.ReplaceAll(row, "state", `st\u0061te`), "--prefix", rows.ErrSchema},
		{"no object", rows.Options{Format: rows.NDJSON}, "1\n", "no JSON object", rows.ErrSchema},
		{"no rows", rows.Options{Format: rows.NDJSON}, "", "no rows", rows.ErrInput},
		{"a name twice", rows.Options{Format: rows.TSV, Names: []string{"trip", "time", "lat", "lon", "lat"}}, "", "two columns", rows.ErrSchema},
		{"an added name of TSV", rows.Options{Format: rows.TSV, Names: []string{"trip", "time", "lat", "lon", "way_id"}}, "", "--prefix", rows.ErrSchema},
		{"no header", rows.Options{Format: rows.TSV, Header: true}, "", "no header", rows.ErrInput},
		{"no Arrow", rows.Options{Format: rows.Arrow}, "trip_id,time\n", "no Arrow", rows.ErrInput},
		{"no format", rows.Options{Format: "xml"}, "", `unknown format "xml"`, rows.ErrSchema},
		{"cut Arrow", rows.Options{Format: rows.Arrow}, string(cut(toArrow(t, pointsOf(sampleTrips(t, 1)), 10))), "Arrow", rows.ErrInput},
	} {
		c.o.Operation = rows.Match
		_, _, err := run(t, e, c.o, []byte(c.in))
		if !errors.Is(err, c.is) || !strings.Contains(fmt.Sprint(err), c.says) || strings.Contains(fmt.Sprint(err), "\n") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func cut(b []byte) []byte { return b[:len(b)*2/3] }

// FuzzRun checks that no input makes the filter crash, and that each row of the formats
// with lines has one output row.
func FuzzRun(f *testing.F) {
	e := open(f)
	list := broken(pointsOf(sampleTrips(f, 1))[:40])
	for i, format := range []rows.Format{rows.Arrow, rows.NDJSON, rows.TSV} {
		in := [][]byte{toArrow(f, list, 7), toNDJSON(list), toTSV(list)}[i]
		for n, o := range operations {
			f.Add(in, string(format), n)
			_ = o
		}
	}
	f.Fuzz(func(t *testing.T, in []byte, format string, n int) {
		if len(in) > 1<<16 || n < 0 || n >= len(operations) {
			return
		}
		o := rows.Options{Operation: operations[n], Format: rows.Format(format), Unsorted: n%2 == 0, Memory: 1 << 20}
		if o.Format == rows.TSV {
			o.Names = tsvNames
		}
		out, report, err := run(t, e, o, in)
		if err == nil && o.Format != rows.Arrow && (o.Operation == rows.Match || o.Operation == rows.Locate) && int64(bytes.Count(out, []byte{'\n'})) != report.Rows {
			t.Errorf("%d rows gave %d lines", report.Rows, bytes.Count(out, []byte{'\n'}))
		}
		written := countedRecords(0)
		o.Writer = func(*arrow.Schema, string) (rows.RecordWriter, error) { return &written, nil }
		if _, r, err := run(t, e, o, in); err == nil && (o.Operation == rows.Match || o.Operation == rows.Locate) && int64(written) != r.Rows {
			t.Errorf("%d rows gave %d rows of records", r.Rows, written)
		}
		if err != nil || o.Operation == rows.Locate {
			return
		}
		o.Writer = nil
		kept := int64(0)
		for _, odd := range []int{0, 1} {
			o.Keep = func(trip string) bool { return len(trip)%2 == odd }
			_, r, err := run(t, e, o, in)
			if kept += r.Rows; err != nil {
				t.Errorf("half of the trips gives %v", err)
			}
		}
		if kept != report.Rows {
			t.Errorf("both halves of %d rows have %d rows", report.Rows, kept)
		}
	})
}

// countedRecords counts the rows of records, which must be valid.
type countedRecords int64

func (c *countedRecords) Write(record arrow.RecordBatch) error {
	*c += countedRecords(record.NumRows())
	return array.ValidateRecordFull(record)
}

func (c *countedRecords) Close() error { return nil }
