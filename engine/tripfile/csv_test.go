// SPDX-License-Identifier: MIT

package tripfile

import (
	"bytes"
	"encoding/csv"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// TestPointsAreThoseOfTrace checks that the table of points is the CSV of package trace, and
// that the table with both has further columns.
func TestPointsAreThoseOfTrace(t *testing.T) {
	trips, o := sampled(t)
	matched := make([]trace.Matched, len(trips))
	for i, x := range trips {
		matched[i] = x.Matched
	}
	var want bytes.Buffer
	if err := trace.Write(&want, trace.CSV, matched); err != nil {
		t.Fatal(err)
	}
	o.Format = CSV
	if got := written(t, o, trips...); !bytes.Equal(got, want.Bytes()) {
		t.Errorf("got %.300q, want %.300q", got, want.Bytes())
	}
	o.What = Both
	got, _, _ := bytes.Cut(written(t, o), []byte("\n"))
	first, _, _ := strings.Cut(want.String(), "\n")
	if want := first + ",speed_kmh,heading,accuracy_m"; string(got) != want {
		t.Errorf("columns of both: got %q, want %q", got, want)
	}
}

// rows parses CSV. The first row holds the names.
func rows(t *testing.T, content []byte, comma rune) [][]string {
	t.Helper()
	r := csv.NewReader(bytes.NewReader(content))
	r.Comma = comma
	list, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// hazards are texts that a spreadsheet may run, and those next to them.
var hazards = []string{"=1+1", "+84 90", "-1", "@SUM(A1)", "\t=1", "\r=1", "'=1", "''-1", "=", "'", "plain", "1,5", "a;b", "\"", "=cmd|' /C calc'!A0", " =1", "\n=1", "é=1", "\x00=1"}

// TestTextsAreNoFormulas checks, with texts made at random of dangerous characters, that no
// cell of text begins as a formula, that a text comes back without its apostrophe, and that
// numbers are numbers.
func TestTextsAreNoFormulas(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	const letters = "=+-@\t\r\n'\";,. a1ệ"
	random := func() string {
		if r.IntN(2) == 0 {
			return hazards[r.IntN(len(hazards))]
		}
		s := make([]rune, 1+r.IntN(6))
		for i := range s {
			s[i] = []rune(letters)[r.IntN(len([]rune(letters)))]
		}
		return string(s)
	}
	for range 300 {
		x := hostile()
		x.Matched.Trip.ID, x.Matched.Trip.Vehicle, x.Matched.Trip.Driver, x.Matched.Trip.Name = random(), random(), random(), random()
		texts := map[string]string{"trip_id": x.Matched.Trip.ID, "vehicle": x.Matched.Trip.Vehicle, "driver": x.Matched.Trip.Driver, "name": x.Matched.Trip.Name}
		for _, form := range []Excel{Plain, EnglishExcel, VietnameseExcel} {
			for _, per := range Tables() {
				comma := ','
				if form == VietnameseExcel {
					comma = ';'
				}
				if delete(texts, "name"); per == PerTrip { // that of a way is the name of a road
					texts["name"] = x.Matched.Trip.Name
				}
				content := bytes.TrimPrefix(written(t, Options{Format: CSV, What: Both, Per: []Per{per}, Excel: form}, x), []byte(byteOrderMark))
				checkCells(t, rows(t, content, comma), texts, form == VietnameseExcel)
			}
		}
	}
}

// checkCells checks the cells of a table. Those of texts are known by their columns.
func checkCells(t *testing.T, list [][]string, texts map[string]string, comma bool) {
	t.Helper()
	for _, cells := range list[1:] {
		for i, cell := range cells {
			name := list[0][i]
			if want, isText := texts[name]; isText {
				if cell != "" && strings.ContainsRune("=+-@\t\r\n", rune(cell[0])) {
					t.Fatalf("%s: %q is a formula", name, cell)
				}
				want = strings.ReplaceAll(strings.ReplaceAll(want, "\x00", "\ufffd"), "\r", "")
				cell = strings.ReplaceAll(cell, "\r", "") // encoding/csv joins line ends
				if cell != want && cell != "'"+want {
					t.Fatalf("%s: got %q, want %q", name, cell, want)
				}
			}
			if !numeric(name) || cell == "" {
				continue
			}
			if comma {
				if strings.Contains(cell, ".") {
					t.Fatalf("%s: %q has a decimal point", name, cell)
				}
				cell = strings.Replace(cell, ",", ".", 1)
			}
			if _, err := strconv.ParseFloat(cell, 64); err != nil {
				t.Fatalf("%s: %q is no number", name, cell)
			}
		}
	}
}

// numeric reports whether a column holds numbers.
func numeric(name string) bool {
	for _, end := range []string{"lat", "lon", "_m", "_s", "_kmh", "index", "way_id", "confidence", "heading"} {
		if name == end || strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}

// TestNegativeNumbersStayNumbers checks the sample that has them.
func TestNegativeNumbersStayNumbers(t *testing.T) {
	list := rows(t, written(t, Options{Format: CSV}, hostile()), ',')
	lon, elevation := columnNamed(list, "lon"), columnNamed(list, "elevation_m")
	if list[1][lon] != "-106.700980" || list[1][elevation] != "-2" {
		t.Errorf("got longitude %q and elevation %q", list[1][lon], list[1][elevation])
	}
}

func columnNamed(list [][]string, name string) int {
	for i, n := range list[0] {
		if n == name {
			return i
		}
	}
	return -1
}

// TestExcelForms checks the byte order mark, the separators and the form of times.
func TestExcelForms(t *testing.T) {
	for _, c := range []struct {
		form Excel
		head string
		row  string
	}{
		{EnglishExcel, "\ufefftrip_id,index,time,lat,lon,", "\r\n'=1+1,0,2024-12-31 07:15:00.500,10.776530,-106.700980,"},
		{VietnameseExcel, "\ufefftrip_id;index;time;lat;lon;", "\r\n'=1+1;0;2024-12-31 07:15:00,500;10,776530;-106,700980;"},
	} {
		got := string(written(t, Options{Format: CSV, Excel: c.form}, hostile()))
		if !strings.HasPrefix(got, c.head) || !strings.Contains(got, c.row) {
			t.Errorf("%s: got %.400q", c.form, got)
		}
	}
}

// TestWholeUpToAnError checks that a Writer keeps the first error.
func TestWholeUpToAnError(t *testing.T) {
	for _, f := range Formats() {
		w, err := NewWriter(fullDisk{}, Options{Format: f, NewBook: newBook})
		for range 2000 {
			if err == nil {
				err = w.Write(hostile())
			}
		}
		if err == nil {
			err = w.Close()
		}
		if !strings.Contains(err.Error(), errFull.Error()) {
			t.Errorf("%s: got %v", f, err)
		}
		if w != nil && w.Close() == nil {
			t.Errorf("%s: a second Close reports no error", f)
		}
	}
}

type fullDisk struct{}

var errFull = io.ErrShortWrite

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

// TestCheck checks which choices are refused.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		o  Options
		ok bool
	}{
		{Options{Format: CSV}, true},
		{Options{Format: CSV, Per: []Per{PerStop}, Excel: VietnameseExcel}, true},
		{Options{Format: CSV, Per: []Per{PerStop, PerLeg}}, false},
		{Options{Format: CSV, Excel: "fr"}, false},
		{Options{Format: XLSX, Excel: EnglishExcel}, false},
		{Options{Format: XLSX, Per: Tables()}, true},
		{Options{Format: XLSX, Per: []Per{PerStop, PerStop}}, false},
		{Options{Format: XLSX, Per: []Per{"day"}}, false},
		{Options{Format: GPX, What: Both}, true},
		{Options{Format: GPX, Per: []Per{PerLeg}}, false},
		{Options{Format: GeoJSON, What: Raw, Per: []Per{PerWay}}, false},
		{Options{Format: GeoJSON, What: Raw, Per: []Per{PerStop}}, true},
		{Options{Format: KML, What: "matched"}, false},
		{Options{Format: "nmea"}, false},
	} {
		c.o.NewBook = newBook
		if err := c.o.Check(); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c.o, err)
		}
	}
}

// TestWaysAddUpToLegs checks the sums of ways, legs and the trip, and that times are in order.
func TestWaysAddUpToLegs(t *testing.T) {
	trips, o := sampled(t)
	o = o.withDefaults()
	for i := range trips {
		v, err := newView(&trips[i], &o, true)
		if err != nil {
			t.Fatal(err)
		}
		sum := map[int]float64{}
		var before time.Time
		for _, w := range waysOf(v) {
			sum[w.leg] += w.to - w.from
			from, to := w.ends()
			if from.Before(before) || to.Before(from) {
				t.Errorf("%s: way %d from %v to %v, after %v", v.title(), w.piece.WayID, from, to, before)
			}
			before = to
			if i < len(trips)-1 && v.roads[w.piece.WayID].Class == 0 {
				t.Errorf("%s: the road of way %d is not found", v.title(), w.piece.WayID)
			}
			if len(w.line) < 2 {
				t.Errorf("%s: way %d has %d places", v.title(), w.piece.WayID, len(w.line))
			}
		}
		inferred := 0.0
		for j, l := range v.lines {
			if d := sum[j] - l.leg.Length; d > 0.01 || d < -0.01 {
				t.Errorf("%s: leg %d of %.2f m has ways of %.2f m", v.title(), j, l.leg.Length, sum[j])
			}
			inferred += l.inferred(span{0, l.leg.Length})
		}
		if d := inferred - v.Result.Distance.Inferred; d > 1 || d < -1 {
			t.Errorf("%s: legs have %.2f m inferred, the trip %.2f m", v.title(), inferred, v.Result.Distance.Inferred)
		}
	}
}

// TestUnmatchedTrips checks that a trip without a result has no rows of a route.
func TestUnmatchedTrips(t *testing.T) {
	x := hostile()
	x.Result, x.HasResult = match.Result{}, false
	for _, c := range []struct {
		what What
		per  Per
		want int
	}{{Snapped, PerPoint, 0}, {Snapped, PerTrip, 1}, {Snapped, PerEvent, 0}, {Snapped, PerStop, 1}, {Both, PerPoint, 20}, {Raw, PerPoint, 20}, {Both, PerLeg, 0}} {
		got := rows(t, written(t, Options{Format: CSV, What: c.what, Per: []Per{c.per}}, x), ',')
		if len(got) != 1+c.want {
			t.Errorf("%s per %s: %d rows, want %d", c.what, c.per, len(got)-1, c.want)
		}
	}
	for _, f := range Formats() {
		written(t, Options{Format: f, NewBook: newBook, What: Both}, x)
	}
}
