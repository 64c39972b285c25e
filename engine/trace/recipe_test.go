// SPDX-License-Identifier: MIT

package trace

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/charmap"

	"roadsnap/engine/crs"
	"roadsnap/engine/geo"
)

// preview reads the beginning of a file with this content.
func preview(t *testing.T, name string, content []byte, o Options) *Preview {
	t.Helper()
	p, err := PreviewFile(context.Background(), written(t, name, content), "", 1000, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func written(t *testing.T, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// rolesOf returns the columns of a recipe as "role=number".
func rolesOf(r Recipe) (list []string) {
	for _, c := range r.Columns {
		list = append(list, c.Role+"="+string(rune('0'+c.Number)))
	}
	return list
}

func TestPreview(t *testing.T) {
	windows, err := charmap.Windows1258.NewEncoder().String("Thơi gian;Lat;Lon;Đia chi\n21/11/2026 07:15:00;10.77;106.7;Đương A\n21/11/2026 07:15:10;10.7701;106.7001;Đương A\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, text string
		roles      []string
		header     int
		doubts     []Doubt
		uncertain  bool
		err        error
	}{
		{"by names", "STT,Biển số,Ngày giờ,Vĩ độ,Kinh độ\n1,51C-1,21/11/2026 07:15:00,10.77,106.7\n2,51C-1,21/11/2026 07:15:10,10.7701,106.7001\n",
			[]string{"vehicle=2", "time=3", "lat=4", "lon=5"}, 1, nil, false, nil},
		{"below a title", "Báo cáo\n\nlat;lon;time\n10.77;106.7;2026-11-21 07:15:00\n10.78;106.7;2026-11-21 07:15:10\n",
			[]string{"lat=1", "lon=2", "time=3"}, 2, nil, false, nil},
		{"by content", "a,2026-11-21 07:15:00,106.7001,10.7701\nb,2026-11-21 07:15:10,106.7002,10.7702\n",
			[]string{"time=2", "lon=3", "lat=4"}, 0, []Doubt{DoubtUnnamed}, false, nil},
		{"by content below other names", "a,b,c\n1,106.7001,10.7701\n2,106.7002,10.7702\n", []string{"lon=2", "lat=3"}, 1, []Doubt{DoubtUnnamed, DoubtNoTime}, true, nil},
		{"in one cell by content", "n;where;when\n1;10.7701, 106.7001;2026-11-21 07:15\n2;10.7702, 106.7002;2026-11-21 07:16\n", []string{"position=2", "time=3"}, 1, []Doubt{DoubtUnnamed}, true, nil},
		{"no times", "lat,lon\n10.77,106.7\n10.78,106.7\n", []string{"lat=1", "lon=2"}, 1, []Doubt{DoubtNoTime}, false, nil},
		{"either order of dates", "lat,lon,time\n10.77,106.7,01/02/2026 07:15\n10.78,106.7,01/02/2026 07:16\n", []string{"lat=1", "lon=2", "time=3"}, 1, []Doubt{DoubtDates}, false, nil},
		{"swapped", "lat,lon,time\n106.7,10.77,2026-11-21 07:15\n106.7,10.78,2026-11-21 07:16\n", []string{"lat=1", "lon=2", "time=3"}, 1, []Doubt{DoubtSwapped}, false, nil},
		{"windows-1258", windows, []string{"time=1", "lat=2", "lon=3", "address=4"}, 1, []Doubt{DoubtEncoding}, false, nil},
		{"projected", "time,x,y\n2026-11-21 07:15,603437.1,1191234.5\n2026-11-21 07:16,603447.1,1191244.5\n", []string{"time=1", "lon=2", "lat=3"}, 1, []Doubt{DoubtProjected}, true, ErrProjected},
		{"addresses only", "Xe;Thời gian;Địa chỉ\n1;21/11/2026 07:15;A\n2;21/11/2026 07:16;B\n", nil, 1, nil, false, ErrAddresses},
		{"no positions", "a,b\n1,2\n3,4\n", nil, 1, nil, true, ErrColumns},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := preview(t, "x.csv", []byte(c.text), Options{})
			if !errors.Is(p.Err, c.err) || !p.Table || len(p.Rows) < 2 {
				t.Fatalf("%+v", p)
			}
			if !slices.Equal(rolesOf(p.Recipe), c.roles) || p.Recipe.Header != c.header || !slices.Equal(p.Doubts, c.doubts) || p.Uncertain() != c.uncertain {
				t.Errorf("recipe %+v, doubts %v, uncertain %v", p.Recipe, p.Doubts, p.Uncertain())
			}
		})
	}
}

// TestRecipeReadsTheSame checks that the recipe of a preview, written and read as JSON, reads a
// file as it is read without one.
func TestRecipeReadsTheSame(t *testing.T) {
	text := []byte("Báo cáo;;;\nBiển số;Ngày;Giờ;Tọa độ;Vận tốc (m/s);Lái xe\n51C-1;21/11/2026;07:15:00;10,77 106,7;3,5;An\n51C-1;21/11/2026;07:15:10;10,7701 106,7001;4,5;An\n")
	want, err := Read(context.Background(), bytes.NewReader(text), "x.csv", Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := preview(t, "x.csv", text, Options{})
	asJSON, err := json.Marshal(p.Recipe)
	if err != nil {
		t.Fatal(err)
	}
	r, err := ParseRecipe(asJSON)
	if err != nil || !reflect.DeepEqual(r, p.Recipe) {
		t.Fatalf("%+v, %v, want %+v", r, err, p.Recipe)
	}
	got, err := Read(context.Background(), bytes.NewReader(text), "x.csv", Options{Recipe: &r})
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v\nwant %+v", got, err, want)
	}
}

func TestRecipes(t *testing.T) {
	const unnamed = "a|b|c|d\n1|01/02/2026 07:15|106.7|10.77\n2|01/02/2026 07:16|106.8|10.78\n"
	for _, c := range []struct {
		name, text, recipe string
		want               string // of the second observation
	}{
		{"names that say nothing", unnamed, `{"header":1,"delimiter":"|","columns":[{"role":"lat","number":4},{"role":"lon","number":3},{"role":"time","number":2}]}`,
			"10.7800 106.8000 2026-02-01T07:16:00+07:00 -"},
		{"month first", unnamed, `{"header":1,"dates":"mdy","columns":[{"role":"lat","number":4},{"role":"lon","number":3},{"role":"time","number":2}]}`,
			"10.7800 106.8000 2026-01-02T07:16:00+07:00 -"},
		{"zone", unnamed, `{"header":1,"zone":"UTC","columns":[{"role":"lat","number":4},{"role":"lon","number":3},{"role":"time","number":2}]}`,
			"10.7800 106.8000 2026-02-01T07:16:00Z -"},
		{"columns elsewhere", "c,a,b\n106.7,10.77,1\n106.8,10.78,1\n", `{"header":1,"columns":[{"role":"lat","number":1,"name":"A"},{"role":"lon","number":2,"name":"c"}]}`, "10.7800 106.8000 - -"},
		{"decimal comma and thousands", "lat;lon;v\n10,77;106,7;1\n10,78;106,8;1.234,5\n", `{"header":1,"decimal":",","speed":"m/s","columns":[{"role":"lat","number":1},{"role":"lon","number":2},{"role":"speed","number":3}]}`,
			"10.7800 106.8000 - 1234.5"},
		{"no header", "1.5;x;106.7\n2.5;x;106.8\n", `{"header":0,"columns":[{"role":"lat","number":1},{"role":"lon","number":3}]}`, "2.5000 106.8000 - -"},
		{"one cell", "p\n\"10.77, 106.7\"\n\"10.78, 106.8\"\n", `{"header":1,"columns":[{"role":"position","number":1}]}`, "10.7800 106.8000 - -"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := ParseRecipe([]byte(c.recipe))
			if err != nil {
				t.Fatal(err)
			}
			trips, err := Read(context.Background(), strings.NewReader(c.text), "x.csv", Options{Recipe: &r})
			if err != nil || len(trips) != 1 || len(trips[0].Observations) != 2 {
				t.Fatalf("%+v, %v", trips, err)
			}
			if got := describe(trips[0]); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// describe returns position, time and speed of the second observation.
func describe(trip Trip) string {
	o := trip.Observations[1]
	at, speed := "-", "-"
	if !o.Time.IsZero() {
		at = o.Time.Format(time.RFC3339)
	}
	if o.HasSpeed {
		speed = fmt.Sprint(o.Speed)
	}
	return strings.Join([]string{fmt.Sprintf("%.4f %.4f", o.Lat, o.Lon), at, speed}, " ")
}

// TestSavedRecipe checks that the next file of the same shape is read by a saved recipe, and
// that other files are not.
func TestSavedRecipe(t *testing.T) {
	saved := Recipe{Name: "Portal", Shape: Shape([]string{"a", "b", "Tên"}), Header: 1, Columns: []Column{{"lat", 2, "b"}, {"lon", 1, "a"}}}
	o := Options{Recipes: []Recipe{saved}}
	for _, c := range []struct {
		name    string
		content []byte
		applies bool
	}{
		{"same.csv", []byte("A,B,ten\n106.7,10.77,x\n106.8,10.78,x\n"), true},
		{"below.csv", []byte("title\nA;B;TÊN\n106.7;10.77;x\n106.8;10.78;x\n"), true},
		{"same.xlsx", workbookOf(t, false, tab{name: "S", rows: [][]any{{"a", "b", "Tên"}, {106.7, 10.77, "x"}, {106.8, 10.78, "x"}}}), true},
		{"other.csv", []byte("lat,lon,Tên\n10.77,106.7,x\n10.78,106.7,x\n"), false},
	} {
		trips, err := Read(context.Background(), bytes.NewReader(c.content), c.name, o)
		if err != nil || len(trips) != 1 {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		by := slices.ContainsFunc(trips[0].Notes, func(n Note) bool { return n.Kind == NoteRecipe && n.Detail == "Portal" })
		if by != c.applies || trips[0].Observations[0].Lat != 10.77 {
			t.Errorf("%s: %+v", c.name, trips[0])
		}
	}
}

// TestProjected checks positions in metres against the projections of package geo.
func TestProjected(t *testing.T) {
	want := geo.Point{Lat: 10.7769, Lon: 106.7009}
	system, err := crs.ByEPSG(9210)
	if err != nil {
		t.Fatal(err)
	}
	// x, y found by search: System has no inverse.
	x, y := 500_000.0, 1_190_000.0
	for range 50 {
		p := system.Point(x, y)
		x += (want.Lon - p.Lon) * 109_000
		y += (want.Lat - p.Lat) * 110_600
	}
	utm, _ := geo.UTMOf(want)
	row := func(a, b float64) string { return fmt.Sprintf("%.4f,%.4f\n", a, b) }
	for _, c := range []struct {
		name, text string
		recipe     *Recipe
	}{
		{"TM-3", "x,y\n" + row(x, y), &Recipe{Header: 1, CRS: "EPSG:9210", Columns: []Column{{"lat", 2, ""}, {"lon", 1, ""}}}},
		{"TM-3 with X to the north", "X,Y\n" + row(y, x), &Recipe{Header: 1, CRS: "9210", Columns: []Column{{"lat", 2, ""}, {"lon", 1, ""}}}},
		{"UTM of WGS 84", "easting,northing\n" + row(utm.Easting, utm.Northing), &Recipe{Header: 1, CRS: "EPSG:32648", Columns: []Column{{"lat", 2, ""}, {"lon", 1, ""}}}},
		{"UTM with its zone", "UTM-Zone,UTM-Ch,UTM-East,UTM-North\n48,P," + row(utm.Easting, utm.Northing), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			trips, err := Read(context.Background(), strings.NewReader(c.text), "x.csv", Options{Recipe: c.recipe})
			if err != nil || len(trips) != 1 {
				t.Fatal(err)
			}
			if p := trips[0].Observations[0].Point; geo.Distance(p, want) > 0.01 {
				t.Errorf("%v is %g m off", p, geo.Distance(p, want))
			}
		})
	}
	if list := LikelySystems(x, y, geo.NoBounds); !slices.ContainsFunc(list, func(s System) bool { return s.EPSG == 9210 }) {
		t.Errorf("likely: %v", list)
	}
	if list := LikelySystems(y, x, geo.BoundsOf(geo.Point{Lat: 10.7, Lon: 106.65}, geo.Point{Lat: 10.8, Lon: 106.75})); len(list) == 0 || list[0].EPSG != 9210 {
		t.Errorf("on the map: %v", list)
	}
	if list := LikelySystems(5, 7, geo.NoBounds); len(list) != 0 {
		t.Errorf("of no metres: %v", list)
	}
	_, err = Read(context.Background(), strings.NewReader("x,y\n"+row(x, y)), "x.csv", Options{})
	if !errors.Is(err, ErrProjected) || !strings.Contains(err.Error(), "VN-2000") || !strings.Contains(err.Error(), "EPSG:") {
		t.Error(err)
	}
}

func TestRefusedRecipes(t *testing.T) {
	for _, c := range []struct{ name, text, words string }{
		{"no JSON", `{`, "unexpected end"},
		{"no position", `{"columns":[{"role":"lat","number":1}]}`, "are needed"},
		{"role", `{"columns":[{"role":"weight","number":1}]}`, `no role "weight"`},
		{"role twice", `{"columns":[{"role":"lat","number":1},{"role":"lat","number":2}]}`, "two columns"},
		{"number", `{"columns":[{"role":"position","number":0}]}`, "column 0"},
		{"delimiter", `{"delimiter":"x","columns":[{"role":"position","number":1}]}`, "delimiter"},
		{"zone", `{"zone":"Hanoi","columns":[{"role":"position","number":1}]}`, "zone"},
		{"crs", `{"crs":"EPSG:2154","columns":[{"role":"position","number":1}]}`, "2154"},
		{"header", `{"header":99,"columns":[{"role":"position","number":1}]}`, "header 99"},
	} {
		if _, err := ParseRecipe([]byte(c.text)); !errors.Is(err, ErrRecipe) || !strings.Contains(err.Error(), c.words) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestPreviewOfSheets checks which sheet of a workbook is previewed.
func TestPreviewOfSheets(t *testing.T) {
	rows := [][]any{{"lat", "lon"}, {10.5, 106.5}, {10.6, 106.6}}
	path := written(t, "x.xlsx", workbookOf(t, false, tab{name: "Tổng hợp", rows: [][]any{{"Km"}, {"1"}}}, tab{name: "A", rows: rows}, tab{name: "B", rows: rows}))
	for _, c := range []struct {
		sheet, want string
		rows        int
		err         error
	}{{"", "A", 3, nil}, {"B", "B", 3, nil}, {"Tổng hợp", "Tổng hợp", 2, ErrColumns}} {
		p, err := PreviewFile(context.Background(), path, c.sheet, 1000, Options{})
		if err != nil || p.Sheet != c.want || len(p.Rows) != c.rows || len(p.Sheets) != 3 || !errors.Is(p.Err, c.err) || p.Format != XLSX {
			t.Errorf("%q: %+v, %v", c.sheet, p, err)
		}
	}
	p := preview(t, "x.xlsx", workbookOf(t, false, tab{name: "S", rows: [][]any{{"a", "b"}, {1, 2}}}), Options{})
	if len(p.Rows) != 2 || !p.Uncertain() || p.Sheet != "S" {
		t.Errorf("%+v", p)
	}
	r := Recipe{Header: 1, Columns: []Column{{"lat", 1, ""}, {"lon", 2, ""}}, Sheets: []string{"B"}}
	trips, err := ReadFile(context.Background(), path, Options{Recipe: &r})
	if err != nil || len(trips) != 1 || trips[0].Name != "B" {
		t.Errorf("%+v, %v", trips, err)
	}
}

// TestPreviewEndsEarly checks that a preview reads no more than its rows.
func TestPreviewEndsEarly(t *testing.T) {
	p, err := PreviewText(context.Background(), []byte("lat,lon\n"+strings.Repeat("10.5,106.5\n", 5000)), "x.csv", 100, Options{})
	if err != nil || len(p.Rows) != 100 || len(p.Trips) != 1 || len(p.Trips[0].Observations) != 99 || p.Err != nil {
		t.Fatalf("%d rows, %v", len(p.Rows), p.Err)
	}
	if p, err := PreviewText(context.Background(), []byte(exampleJSON), "x", 100, Options{}); err != nil || p.Table || p.Uncertain() {
		t.Errorf("%+v, %v", p, err)
	}
}

// TestRecipeOfMoreColumnsThanNames has a column without a name.
func TestRecipeOfMoreColumnsThanNames(t *testing.T) {
	r := Recipe{Header: 1, Delimiter: ";", Columns: []Column{{"lat", 1, ""}, {"lon", 2, ""}}}
	trips, err := Read(context.Background(), strings.NewReader("x\n"+strings.Repeat("10.5;106.5\n", 20)+"x;t\n"), "x.csv", Options{Recipe: &r})
	if err != nil || len(trips) != 1 || len(trips[0].Observations) != 20 {
		t.Errorf("%+v, %v", trips, err)
	}
}

func FuzzRecipe(f *testing.F) {
	f.Add([]byte(`{"header":1,"delimiter":";","columns":[{"role":"lat","number":1},{"role":"lon","number":2}]}`), []byte("x\nx;t\n1;2\n"))
	f.Add([]byte(`{"header":1,"delimiter":";","decimal":",","dates":"mdy","zone":"+07:00","speed":"kn","crs":"EPSG:9210","columns":[{"role":"lat","number":1,"name":"x"},{"role":"lon","number":2}]}`), []byte("x;y\n1;2\n"))
	f.Add([]byte(`{"header":0,"encoding":"windows-1258","columns":[{"role":"position","number":1},{"role":"utm_zone","number":2}]}`), []byte("1 2,48\n"))
	f.Fuzz(func(t *testing.T, recipe, text []byte) {
		r, err := ParseRecipe(recipe)
		if err != nil {
			if !errors.Is(err, ErrRecipe) {
				t.Fatal(err)
			}
			return
		}
		o := fuzzOptions(Auto)
		o.Recipe = &r
		trips, err := Read(context.Background(), bytes.NewReader(text), "fuzz", o)
		if err != nil {
			checkFault(t, err)
		}
		for _, trip := range trips {
			for _, at := range trip.Observations {
				if !at.Valid() || math.IsNaN(at.Speed) {
					t.Fatalf("%+v", at)
				}
			}
		}
		if _, err := PreviewText(context.Background(), text, "fuzz", 20, o); err != nil {
			t.Fatal(err)
		}
	})
}
