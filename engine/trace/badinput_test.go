// SPDX-License-Identifier: MIT

package trace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// madeTrip is a trip of n points, 10 s and 100 m apart.
func madeTrip(id string, n int) Trip {
	trip := Trip{ID: id}
	start := time.Date(2026, 3, 1, 23, 58, 0, 0, time.UTC)
	for i := range n {
		trip.Observations = append(trip.Observations, match.Observation{
			Point: geo.Point{Lat: 10.5 + float64(i)*1e-3, Lon: 106.5}, Time: start.Add(time.Duration(i) * 10 * time.Second),
		})
	}
	return trip
}

// fileOf writes trips as a recorder does, in a format. NMEA has one trip.
func fileOf(t *testing.T, f Format, trips ...Trip) string {
	t.Helper()
	var b strings.Builder
	if f != NMEA {
		if err := WriteTrips(&b, f, trips); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	for _, o := range trips[0].Observations {
		degrees := func(x float64, width int) string {
			whole := int(x)
			return fmt.Sprintf("%0*d%07.4f", width, whole, (x-float64(whole))*60)
		}
		clock, date := "", ""
		if !o.Time.IsZero() {
			clock, date = o.Time.UTC().Format("150405"), o.Time.UTC().Format("020106")
		}
		b.WriteString(sum("GPRMC," + clock + ",A," + degrees(o.Lat, 2) + ",N," + degrees(o.Lon, 3) + ",E,19.44,270.5," + date + ",,,A"))
	}
	return b.String()
}

// TestBadInput reads a file of a good trip and a bad one. Either it opens, and the notes give
// the fault, or the error has a line and a reason; and the good trip is whole.
func TestBadInput(t *testing.T) {
	each := func(change func(i int, o *match.Observation)) func(*Trip) {
		return func(trip *Trip) {
			for i := range trip.Observations {
				change(i, &trip.Observations[i])
			}
		}
	}
	inYear := func(year int) func(*Trip) {
		return each(func(_ int, o *match.Observation) { o.Time = o.Time.AddDate(year-2026, 0, 0) })
	}
	for _, tt := range []struct {
		name   string
		change func(*Trip)
		points int    // of the bad trip; 0 if it is left out
		notes  string // kinds
		not    []Format
	}{
		{"good", func(*Trip) {}, 30, "", nil},
		{"without times", each(func(_ int, o *match.Observation) { o.Time = time.Time{} }), 30, "", nil},
		{"a single point", func(trip *Trip) { trip.Observations = trip.Observations[:1] }, 1, "", nil},
		{"all points equal", each(func(_ int, o *match.Observation) { o.Point = geo.Point{Lat: 10.5, Lon: 106.5} }), 30, "", nil},
		{"two vehicles mixed", each(func(i int, o *match.Observation) { o.Lat += float64(i % 2) }), 30, "mixed_vehicles", nil},
		{"two vehicles mixed without times", each(func(i int, o *match.Observation) {
			o.Lat += float64(i / 2 % 2)
			o.Time = time.Time{}
		}), 30, "mixed_vehicles", nil},
		{"times out of order", each(func(i int, o *match.Observation) { o.Time = o.Time.Add(time.Duration(i*7%5) * time.Minute) }), 30, "", nil},
		{"the clock jumps back at midnight", each(func(_ int, o *match.Observation) {
			if o.Time.Day() == 2 {
				o.Time = o.Time.AddDate(0, 0, -1)
			}
		}), 30, "", nil},
		{"in 1970", inYear(1970), 30, "wrong_date", []Format{NMEA}},
		{"in 2075", inYear(2075), 30, "wrong_date", nil},
		{"in 2099", inYear(2099), 30, "wrong_date", []Format{NMEA}}, // whose years have two digits
		{"some in 1970", each(func(i int, o *match.Observation) {
			if i < 3 {
				o.Time = time.Unix(int64(i), 0)
			}
		}), 30, "wrong_date", []Format{NMEA}},
		{"coordinates swapped", each(func(_ int, o *match.Observation) { o.Point = swap(o.Point) }), 30, "swapped_coordinates", []Format{NMEA}},
		{"in metres of a projection", each(func(_ int, o *match.Observation) { o.Lat, o.Lon = 1_190_432, 603_211 }), 0, "out_of_range", []Format{NMEA}},
		{"no fix", each(func(_ int, o *match.Observation) { o.Point = geo.Point{} }), 0, "no_fix", []Format{NMEA}},
	} {
		for _, f := range []Format{CSV, GPX, GeoJSON, NMEA} {
			if slices.Contains(tt.not, f) {
				continue
			}
			t.Run(tt.name+"/"+string(f), func(t *testing.T) {
				good, bad := madeTrip("good", 30), madeTrip("bad", 30)
				tt.change(&bad)
				list := []Trip{bad, good}
				if f == NMEA {
					list = list[:1]
				}
				trips, err := Read(context.Background(), strings.NewReader(fileOf(t, f, list...)), "trips", Options{})
				if err != nil {
					t.Fatal(err)
				}
				if f != NMEA {
					last := trips[len(trips)-1]
					trips = trips[:len(trips)-1]
					if err := sameTrips([]Trip{last}, []Trip{good}, GPX); err != nil {
						t.Errorf("the good trip: %v", err)
					}
				}
				var kinds []string
				got := 0
				for _, trip := range trips {
					got += len(trip.Observations)
					for _, n := range trip.Notes {
						kinds = append(kinds, string(n.Kind))
					}
				}
				if tt.points == 0 {
					kinds = []string{tt.notes} // of the good trip, see below
				}
				if g := strings.Join(kinds, " "); got != tt.points || g != tt.notes {
					t.Errorf("%d points, notes %q; want %d, %q", got, g, tt.points, tt.notes)
				}
			})
		}
	}
}

// TestBadBytes damages the file of three trips after the first one.
func TestBadBytes(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	garbage := make([]byte, 4096)
	for i := range garbage {
		garbage[i] = byte(random.Uint32())
	}
	for _, f := range []Format{CSV, GPX, GeoJSON, NMEA} {
		whole := madeTrip("first", 40)
		text := fileOf(t, f, whole, madeTrip("second", 40), madeTrip("third", 40))
		if f == NMEA {
			text += text + text
		}
		for _, share := range []float64{0.4, 0.5, 0.617, 0.75, 0.9} {
			half := text[:int(share*float64(len(text)))+7]
			least := int(120*share) - 3
			if f == GeoJSON { // which has the times after the points
				least = 40 * int(3*share)
			}
			for name, file := range map[string]string{"cut": half, "garbage follows": half + string(garbage)} {
				t.Run(fmt.Sprintf("%s/%s/%g", name, f, share), func(t *testing.T) {
					trips, err := Read(context.Background(), strings.NewReader(file), "trips", Options{})
					if err != nil {
						t.Fatal(err)
					}
					points, lost := 0, false
					for _, trip := range trips {
						points += len(trip.Observations)
						lost = lost || slices.ContainsFunc(trip.Notes, func(n Note) bool { return n.Kind.Loses() && n.Line > 1 })
					}
					if first := trips[0].Observations; len(first) < 40 || points < least {
						t.Errorf("%d points of the first trip, %d in all", len(first), points)
					}
					atLineEnd := strings.HasSuffix(half, "\n") && file == half
					if !lost && !atLineEnd && (f != NMEA || file == half) { // receivers write other data between sentences
						t.Errorf("no note of the loss: %v", trips[len(trips)-1].Notes)
					}
					for i, o := range trips[0].Observations[:40] {
						if sameObservation(match.Observation{Point: o.Point}, match.Observation{Point: whole.Observations[i].Point}) != nil {
							t.Errorf("point %d of the first trip is at %v", i, o.Point)
						}
					}
				})
			}
		}
	}
	for name, is := range map[string]error{"": ErrEmpty, " \n\n": ErrEmpty, string(garbage[:64]) + "\x00" + string(garbage): ErrFormat} {
		trips, err := Read(context.Background(), strings.NewReader(name), "trips", Options{})
		if !errors.Is(err, is) && !errors.Is(err, ErrColumns) {
			t.Errorf("%.10q: %d trips, %v, want %v", name, len(trips), err, is)
		}
	}
}

// TestCutTable cuts a table at each of its bytes. Only a cut within a row is noted, and no cut
// moves a point.
func TestCutTable(t *testing.T) {
	for _, head := range []string{"time,lat,lon\n", "driver,lat,lon,time,address\n"} {
		full := head
		for i := range 30 {
			switch {
			case strings.HasPrefix(head, "time"):
				full += fmt.Sprintf("2026-03-01 07:%02d:00,%.6f,%.6f\n", i, 10.5+float64(i)*1e-3, 106.5)
			default:
				full += fmt.Sprintf("Nguyễn Văn A,%.6f,%.6f,2026-03-01 07:%02d:00,\"Số %d, Lê Lợi\"\n", 10.5+float64(i)*1e-3, 106.5, i, i+10)
			}
		}
		last := strings.LastIndexByte(full[:len(full)-1], '\n') + 1
		for end := strings.Index(full, "07:15"); end <= len(full); end++ {
			row := full[strings.LastIndexByte(full[:end], '\n')+1 : end]
			trips, err := Read(context.Background(), strings.NewReader(full[:end]), "trips", Options{})
			if err != nil {
				t.Fatalf("cut at %d, %q: %v", end, row, err)
			}
			complete := row == "" || full[end-1:end+1] == "\"\n" || end == len(full)-1 || strings.HasPrefix(head, "time") && full[end] == '\n'
			noted := slices.ContainsFunc(trips[0].Notes, func(n Note) bool { return n.Kind == NoteTruncated })
			if noted == complete {
				t.Errorf("cut after %q (byte %d of %d): truncated %v, notes %v", row, end, last, noted, trips[0].Notes)
			}
			for i, o := range trips[0].Observations {
				if want := 10.5 + float64(i)*1e-3; o.Lat < want-1e-6 || o.Lat > want+1e-6 || o.Lon != 106.5 {
					t.Errorf("cut after %q: point %d at %v", row, i, o.Point)
				}
			}
		}
	}
}

// TestUncutTable reads whole tables without a line end after the last row.
func TestUncutTable(t *testing.T) {
	for name, row := range map[string]func(i int) string{
		"numbers of any length": func(i int) string { return fmt.Sprintf("10.5,106.%d,%d", i+1, []int{5, 100, 12}[i%3]) },
		"a short number":        func(i int) string { return fmt.Sprintf("10.5,106.5,%d", 29-i) },
		"empty last cells":      func(i int) string { return "10.5,106.5," + strings.Repeat("x", i%2) },
		"an empty cell at last": func(i int) string { return "10.5,106.5," + strings.Repeat("x", (29-i)%3) },
		"a total below":         func(i int) string { return []string{"10.5,106.5,7", "Total 29 points"}[i/29] },
		"a total in two cells":  func(i int) string { return []string{"10.5,106.5,7", "Tổng cộng,29"}[i/29] },
		"few rows":              func(i int) string { return []string{"10.5,106.5,7", "#", "#"}[min((i+22)/30, 1)] },
		"texts of any length": func(i int) string {
			return "10.5,106.5," + []string{"Lê Lợi", "Nguyễn Huệ", "Lý Tự Trọng"}[i%3]
		},
		"the last cell shortest": func(i int) string { return []string{"10.5,106.5,12", "10.5,106.5,123", "10.5,106.5,5"}[i%2+i/29] },
	} {
		var rows []string
		for i := range 30 {
			rows = append(rows, row(i))
		}
		trips, err := Read(context.Background(), strings.NewReader("lat,lon,note\n"+strings.Join(rows, "\n")), "trips", Options{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if slices.ContainsFunc(trips[0].Notes, func(n Note) bool { return n.Kind == NoteTruncated }) {
			t.Errorf("%s: notes %v", name, trips[0].Notes)
		}
	}
}

// TestBadTripOfMany checks that a feature or object that is no trip does not cost the others.
func TestBadTripOfMany(t *testing.T) {
	const line = `{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[106.5,10.5],[106.6,10.5]]}}`
	for name, bad := range map[string]string{
		"an area":         `{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[106.5,10.5],[106.6,10.5],[106.5,10.5]]]}}`,
		"too few times":   `{"type":"Feature","properties":{"coordTimes":["2026-03-01T07:00:00Z"]},"geometry":{"type":"LineString","coordinates":[[106.5,10.5],[106.6,10.5]]}}`,
		"unknown":         `{"type":"Feature","properties":{},"geometry":{"type":"Curve","coordinates":[[106.5,10.5],[106.6,10.5]]}}`,
		"nested too deep": `{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[[106.5,10.5],[106.6,10.5]]]}}`,
	} {
		text := `{"type":"FeatureCollection","features":[` + line + ",\n" + bad + ",\n" + line + `]}`
		trips, err := Read(context.Background(), strings.NewReader(text), "trips", Options{})
		if err != nil || len(trips) != 2 {
			t.Fatalf("%s: %d trips, %v", name, len(trips), err)
		}
		if n := trips[0].Notes; len(n) != 1 || n[0].Kind != NoteBadRecord || n[0].Line != 2 {
			t.Errorf("%s: notes %v", name, n)
		}
		if _, err := Read(context.Background(), strings.NewReader(text), "trips", Options{Strict: true}); err == nil {
			t.Errorf("%s: accepted though strict", name)
		}
		if _, err := Read(context.Background(), strings.NewReader(bad), "trips", Options{}); err == nil {
			t.Errorf("%s: accepted alone", name)
		}
	}
}

// TestManyUncutRows reads a long table whose last row has no line end, whole and cut.
func TestManyUncutRows(t *testing.T) {
	table := "lat,lon\n" + strings.TrimSuffix(strings.Repeat("10.5,106.51\n10.5,106.512\n", manyRows), "\n")
	for _, tt := range []struct {
		text string
		cut  bool
	}{{table, false}, {table[:len(table)-1], false}, {table[:len(table)-2], true}} {
		trips, err := Read(context.Background(), strings.NewReader(tt.text), "trips", Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(trips[0].Notes) > 0 != tt.cut || len(trips[0].Observations) != 2*manyRows-oneIf(tt.cut) {
			t.Errorf("%d points, notes %v, want cut %v", len(trips[0].Observations), trips[0].Notes, tt.cut)
		}
	}
}

// TestCutPoint cuts a list of points in the middle of the last number.
func TestCutPoint(t *testing.T) {
	text := `{"id":"a","points":[{"lat":10.5,"lon":106.5},{"lat":10.6,"lon":106.5},{"lat":10.7,"lon":106.5`
	trips, err := Read(context.Background(), strings.NewReader(text), "trips", Options{})
	if err != nil || len(trips) != 1 {
		t.Fatalf("%d trips, %v", len(trips), err)
	}
	if g := show(trips)[0]; g != "a | 10.5,106.5 | 10.6,106.5" || len(trips[0].Notes) != 1 || trips[0].Notes[0].Kind != NoteTruncated {
		t.Errorf("got %s, notes %v", g, trips[0].Notes)
	}
}

// TestManyUnclosedMarks checks that a row is not read again for each of its marks, which
// would take long for a long line.
func TestManyUnclosedMarks(t *testing.T) {
	text := "lat,lon,x\n10.1,106.1," + strings.Repeat(`"aaaa,`, 900) + "\n" + strings.Repeat("10.2,106.2,x\n", 3) + "10.3,106.3,\"b,c\"\n"
	g := newQuoteGuard(strings.NewReader(text), ',')
	got, err := io.ReadAll(g)
	if err != nil || len(got) != len(text) || !strings.HasSuffix(string(got), "x\n10.3,106.3,\"b,c\"\n") {
		t.Errorf("%d bytes of %d, %v", len(got), len(text), err)
	}
	if g.unclosed == 0 || g.unclosed > 2*maxRowMarks {
		t.Errorf("the row was read again %d times", g.unclosed)
	}
}
