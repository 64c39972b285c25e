// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"roadsnap/data"
	"roadsnap/engine"
)

func TestUnitsLocatePoint(t *testing.T) {
	borders := borderPack(t)
	for _, c := range []struct {
		name string
		args []string
		code int
		says string // a pattern in what goes to either stream
	}{
		{"inside", []string{"21.05", "105.02", "--pack", borders}, exitOK, `(?s)00004 Phường Ba Đình.*01 Thành phố Hà Nội.*20\d\d m away`},
		{"with a comma", []string{"21.05,105.15", "--pack", borders}, exitOK, `00008 Phường Ngọc Hà`},
		{"on a border", []string{"21.05", "105.1", "--pack", borders}, exitOK, `lies on it`},
		{"abroad", []string{"48.85", "2.35", "--pack", borders}, exitFailed, `at sea or abroad`},
		{"overview", []string{"21.0285", "105.8542"}, exitOK, `(?s)overview.*01 Thành phố Hà Nội|(?s)01 Thành phố Hà Nội.*overview`},
		{"decimal commas", []string{"21,05", "105,15", "--pack", borders}, exitOK, `00008 Phường Ngọc Hà`},
		{"decimal commas in one text", []string{"21,05 105,15", "--pack", borders}, exitOK, `00008 Phường Ngọc Hà`},
		{"a comma and a blank", []string{"21.05,", "105.15", "--pack", borders}, exitOK, `00008 Phường Ngọc Hà`},
		{"degrees, minutes, seconds", []string{"21°03′00″N", "105°09′00″E", "--pack", borders}, exitOK, `00008 Phường Ngọc Hà`},
		{"one text with them", []string{`N21°03'00" E105°09'00"`, "--pack", borders}, exitOK, `00008 Phường Ngọc Hà`},
		{"one number", []string{"21.05"}, exitUsage, `is not a latitude and longitude`},
		{"no number", []string{"north", "east"}, exitUsage, `"north east" is not a latitude and longitude`},
		{"off the Earth", []string{"105.8", "200"}, exitUsage, `is not a latitude and longitude`},
		{"longitude first", []string{"106.7009", "10.7769"}, exitUsage, `latitude comes first: 10.7769 106.7009`},
		{"east before north", []string{"42.5E", "10.5N"}, exitUsage, `latitude comes first: 10.5 42.5`},
		{"a file", []string{"unitslocate_test.go"}, exitUsage, `standard input: roadsnap units locate < unitslocate_test.go`},
		{"a table as JSON", []string{"--json"}, exitUsage, `--json goes with one point`},
		{"half of the columns", []string{"--lat-column", "a"}, exitUsage, `both`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := roadsnap(t, "", append([]string{"units", "locate"}, c.args...)...)
			if got.code != c.code || !regexp.MustCompile(c.says).MatchString(got.out+got.err) {
				t.Errorf("exit code %d\n%s\n%s", got.code, got.out, got.err)
			}
		})
	}
	answer := decode[struct {
		Province struct {
			Code string `json:"prov_code"`
		}
		Ward *struct {
			Code string `json:"ward_code"`
		}
		On       bool    `json:"on_boundary"`
		Distance float64 `json:"distance_to_boundary_m"`
	}](t, roadsnap(t, "", "units", "locate", "21.25", "105.1", "--json", "--pack", borders))
	if answer.Province.Code != "04" || answer.Ward == nil || answer.Ward.Code != "01279" || answer.On || answer.Distance < 5000 {
		t.Errorf("%+v", answer)
	}
}

// The cells that are added for points in two wards, and where there is no answer.
const (
	baDinh  = "00004,Ba Đình,01,Hà Nội,false"
	ngocHa  = "00008,Ngọc Hà,01,Hà Nội,false"
	nowhere = ",,,,"
	added   = "ward_code,ward_name,prov_code,prov_name,on_boundary"
)

func TestUnitsLocateTable(t *testing.T) {
	borders := borderPack(t)
	semicolons := func(s string) string { return strings.ReplaceAll(s, ",", ";") }
	tabs := func(s string) string { return strings.ReplaceAll(s, ",", "\t") }
	for _, c := range []struct {
		name, in, want string
		args           []string
		code           int
		says           string // in what goes to standard error
	}{
		{name: "plain", in: "id,lat,lon\n1,21.05,105.05\n2,21.05,105.15\n", want: "id,lat,lon," + added + "\n1,21.05,105.05," + baDinh + "\n2,21.05,105.15," + ngocHa + "\n"},
		{name: "no line end at the end", in: "lat,lon\n21.05,105.05", want: "lat,lon," + added + "\n21.05,105.05," + baDinh},
		{name: "CRLF", in: "lat,lon\r\n21.05,105.05\r\n", want: "lat,lon," + added + "\r\n21.05,105.05," + baDinh + "\r\n"},
		{name: "byte order mark", in: "\uFEFFlat,lon\n21.05,105.05\n", want: "\uFEFFlat,lon," + added + "\n21.05,105.05," + baDinh + "\n"},
		{name: "semicolons and decimal commas", in: "lat;lon\n21,05;105,05\n", want: "lat;lon;" + semicolons(added) + "\n21,05;105,05;" + semicolons(baDinh) + "\n"},
		{name: "tabs", in: "latitude\tlongitude\n21.05\t105.05\n", want: "latitude\tlongitude\t" + tabs(added) + "\n21.05\t105.05\t" + tabs(baDinh) + "\n"},
		{name: "x and y", in: "x,y\n105.05,21.05\n", want: "x,y," + added + "\n105.05,21.05," + baDinh + "\n"},
		{name: "Vietnamese names", in: "Kinh độ,Vĩ độ\n105.05,21.05\n", want: "Kinh độ,Vĩ độ," + added + "\n105.05,21.05," + baDinh + "\n"},
		{name: "lng", in: "lng,lat\n105.05,21.05\n", want: "lng,lat," + added + "\n105.05,21.05," + baDinh + "\n"},
		{name: "one column for both", in: "id,coordinates\n1,\"21.05, 105.05\"\n", want: "id,coordinates," + added + "\n1,\"21.05, 105.05\"," + baDinh + "\n"},
		{name: "without names", in: "a,21.0500,105.0500\nb,21.0500,105.1500\n", want: "a,21.0500,105.0500," + baDinh + "\nb,21.0500,105.1500," + ngocHa + "\n"},
		{name: "a title above", in: "Report\n\nlat,lon\n21.05,105.05\n", want: "Report\n\nlat,lon," + added + "\n21.05,105.05," + baDinh + "\n"},
		{name: "named columns", in: "lat,lon,n,e\n0,0,21.05,105.05\n", args: []string{"--lat-column", "n", "--lon-column", "e"}, want: "lat,lon,n,e," + added + "\n0,0,21.05,105.05," + baDinh + "\n"},
		{name: "numbered columns", in: "a,b,c\n0,105.05,21.05\n", args: []string{"--lat-column", "3", "--lon-column", "2"}, want: "a,b,c," + added + "\n0,105.05,21.05," + baDinh + "\n"},
		{name: "numbered columns without names", in: "0,105.05,21.05\n", args: []string{"--lat-column", "3", "--lon-column", "2"}, want: "0,105.05,21.05," + baDinh + "\n"},
		{name: "quotes", in: "note,lat,lon\n\"a, \"\"b\"\"\nc\",21.05,\"105.05\"\n", want: "note,lat,lon," + added + "\n\"a, \"\"b\"\"\nc\",21.05,\"105.05\"," + baDinh + "\n"},
		{name: "a quote inside a cell", in: "note,lat,lon\n5\" pipe,21.05,105.05\n6\" pipe,21.05,105.15\n", want: "note,lat,lon," + added + "\n5\" pipe,21.05,105.05," + baDinh + "\n6\" pipe,21.05,105.15," + ngocHa + "\n"},
		{name: "formulas", in: "=a;lat;lon\n=1+1;21.05;105.05\n\"=1;\"\"2\";21.05;105.05\n-5;21.05;105.05\n'@x;21.05;=21\n", code: exitPartly, says: "1 of 4 rows has no valid position (line 5)",
			want: "'=a;lat;lon;" + semicolons(added) + "\n'=1+1;21.05;105.05;" + semicolons(baDinh) + "\n\"'=1;\"\"2\";21.05;105.05;" + semicolons(baDinh) + "\n-5;21.05;105.05;" + semicolons(baDinh) + "\n'@x;21.05;'=21;;;;;\n"},
		{name: "blank lines", in: "lat,lon\n\n21.05,105.05\n\n", want: "lat,lon," + added + "\n\n21.05,105.05," + baDinh + "\n\n"},
		{name: "short rows", in: "lat,lon,a,b\n21.05,105.05\n", want: "lat,lon,a,b," + added + "\n21.05,105.05,,," + baDinh + "\n"},
		{name: "long rows", in: "lat,lon\n21.05,105.05,x\n", want: "lat,lon," + added + "\n21.05,105.05,x," + baDinh + "\n", says: "1 of 1 row has more cells"},
		{name: "on a border", in: "lat,lon\n21.05,105.1\n", want: "lat,lon," + added + "\n21.05,105.1," + strings.Replace(baDinh, "false", "true", 1) + "\n"},
		{name: "abroad", in: "lat,lon\n21.05,105.05\n48.85,2.35\n", want: "lat,lon," + added + "\n21.05,105.05," + baDinh + "\n48.85,2.35," + nowhere + "\n", says: "1 of 2 rows lies in no unit"},
		{name: "exchanged", in: "lat,lon\n2.35,48.85\n", want: "lat,lon," + added + "\n2.35,48.85," + nowhere + "\n", says: "swapped?"},
		{name: "no sense", in: "lat,lon\n21.05,105.05\nhere,there\n,\n105.05,21.05\n21.05\n", code: exitPartly, says: "4 of 5 rows have no valid position (lines 3, 4, 5, 6)",
			want: "lat,lon," + added + "\n21.05,105.05," + baDinh + "\nhere,there," + nowhere + "\n,," + nowhere + "\n105.05,21.05," + nowhere + "\n21.05,," + nowhere + "\n"},
		{name: "a quote that is never closed", in: "note,lat,lon\n\"a,21.05,105.05\n" + strings.Repeat("b,21.05,105.05\n", 30), code: exitPartly, says: "1 of 31 rows has no valid position (line 2)",
			want: "note,lat,lon," + added + "\n\"a,21.05,105.05," + nowhere + "\n" + strings.Repeat("b,21.05,105.05,"+baDinh+"\n", 30)},
		{name: "no points", in: "lat,lon\n", want: "lat,lon," + added + "\n"},
		{name: "no such columns", in: "a,b\n1,2\n", code: exitFailed, says: "no columns with latitude and longitude"},
		{name: "no such named columns", in: "lat,lon\n1,2\n", args: []string{"--lat-column", "n", "--lon-column", "e"}, code: exitFailed, says: `no columns "n" and "e"`},
		{name: "nothing", in: "", code: exitFailed, says: "empty"},
		{name: "UTF-16", in: "\xff\xfel\x00a\x00t\x00", code: exitFailed, says: "UTF-16"},
		{name: "a workbook", in: "PK\x03\x04......", code: exitFailed, says: "CSV"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := roadsnap(t, c.in, append([]string{"units", "locate", "--pack", borders}, c.args...)...)
			if got.code != c.code || got.out != c.want || !strings.Contains(got.err, c.says) || c.says == "" && got.err != "" {
				t.Errorf("exit code %d, want %d: %s\ngot  %q\nwant %q", got.code, c.code, got.err, got.out, c.want)
			}
		})
	}
}

// TestUnitsLocateManyRows checks order and answer of each row of a table of many
// batches.
func TestUnitsLocateManyRows(t *testing.T) {
	borders := borderPack(t)
	r := rand.New(rand.NewPCG(1, 2))
	var in strings.Builder
	in.WriteString("n,lat,lon\n")
	const rows = 60_000
	for i := range rows {
		fmt.Fprintf(&in, "%d,%.6f,%.6f\n", i, 20.95+0.4*r.Float64(), 104.95+0.3*r.Float64())
	}
	got := roadsnap(t, in.String(), "units", "locate", "--pack", borders)
	table, err := csv.NewReader(strings.NewReader(got.out)).ReadAll()
	if err != nil || got.code != exitOK || len(table) != rows+1 {
		t.Fatalf("exit code %d, %d rows, %v: %s", got.code, len(table), err, got.err)
	}
	for i, row := range table[1:] {
		if row[0] != strconv.Itoa(i) {
			t.Fatalf("row %d is row %s", i, row[0])
		}
		lat, _ := strconv.ParseFloat(row[1], 64)
		lon, _ := strconv.ParseFloat(row[2], 64)
		want := ""
		switch {
		case row[7] == "true":
			want = row[3] // any of those that meet there
		case lat < 21 || lat > 21.3 || lon < 105 || lon > 105.2:
		case lat < 21.1 && lon < 105.1:
			want = "00004"
		case lat < 21.1:
			want = "00008"
		case lat < 21.19:
			want = "01288"
		case lat > 21.2:
			want = "01279"
		default:
			want = row[3] // the overlap was given to either
		}
		if row[3] != want || (row[7] == "") != (row[5] == "") { // beyond the wards the overview may know the province
			t.Fatalf("%q, want %q", row, want)
		}
	}
}

// openBorders returns an engine on a pack.
func openBorders(t testing.TB, path string) *engine.Engine {
	t.Helper()
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack})
	if err == nil {
		err = e.OpenPack(path)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// endless gives rows for ever.
type endless struct{ at int }

func (e *endless) Read(b []byte) (int, error) {
	const row = "21.05,105.05\n"
	for i := range b {
		b[i] = row[e.at%len(row)]
		e.at++
	}
	return len(b), nil
}

// TestUnitsLocateIsStopped: the table has no end, and what is read does not
// gather in memory.
func TestUnitsLocateIsStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var errOut bytes.Buffer
	written := 0
	out := writerFunc(func(b []byte) (int, error) {
		if written += len(b); written > 4<<20 {
			cancel()
		}
		return len(b), nil
	})
	in := io.MultiReader(strings.NewReader("lat,lon\n"), &endless{})
	code := run(ctx, []string{"units", "locate", "--pack", borderPack(t)}, streams{in: in, out: out, err: &errOut})
	if code != exitInterrupted {
		t.Errorf("exit code %d: %s", code, errOut.String())
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// TestUnitsLocateFaults: what cannot be read or written is said, and nobody waits
// for ever.
func TestUnitsLocateFaults(t *testing.T) {
	broken := func(at int) io.Reader {
		return io.MultiReader(strings.NewReader("lat,lon\n"+strings.Repeat("21.05,105.05\n", at)), brokenReader{})
	}
	full := writerFunc(func([]byte) (int, error) { return 0, io.ErrShortWrite })
	for _, c := range []struct {
		name string
		in   io.Reader
		out  io.Writer
		says string
	}{
		{"reading fails at once", broken(1), io.Discard, "closed pipe"},
		{"reading fails later", broken(100_000), io.Discard, "closed pipe"},
		{"writing fails", strings.NewReader("lat,lon\n" + strings.Repeat("21.05,105.05\n", 100_000)), full, "short write"},
		{"a row without end", io.MultiReader(strings.NewReader("lat,lon\n21.05,105.05\n"), strings.NewReader(strings.Repeat("x", maxRow+headSize))), io.Discard, "line 3: a row is longer than 16.0 MiB"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var errOut bytes.Buffer
			code := run(t.Context(), []string{"units", "locate", "--pack", borderPack(t)}, streams{in: c.in, out: c.out, err: &errOut})
			if code != exitFailed || !regexp.MustCompile(c.says).MatchString(errOut.String()) {
				t.Errorf("exit code %d: %s", code, errOut.String())
			}
		})
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, io.ErrClosedPipe }
