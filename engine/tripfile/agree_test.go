// SPDX-License-Identifier: MIT

package tripfile

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"roadsnap/engine/trace"
)

// TestNumbersAgree checks that all formats have the same values in the same columns.
func TestNumbersAgree(t *testing.T) {
	trips, o := sampled(t)
	for _, per := range Tables() {
		o.Per, o.What = []Per{per}, Both
		o.Format = CSV
		want := rows(t, written(t, o, trips...), ',')
		o.Format = GeoJSON
		compare(t, "GeoJSON", per, want, geoJSONRows(t, written(t, o, trips...), want[0]))
		o.Format = XLSX
		compare(t, "XLSX", per, want, xlsxRows(t, written(t, o, trips...), string(per)))
		if per != PerTrip {
			o.Format = KML
			compare(t, "KML", per, want, kmlRows(t, written(t, o, trips...), want[0]))
		}
	}
}

func compare(t *testing.T, format string, per Per, want, got [][]string) {
	t.Helper()
	if len(got) != len(want)-1 || len(got) == 0 {
		t.Fatalf("%s per %s: %d rows, want %d", format, per, len(got), len(want)-1)
	}
	for i, cells := range got {
		for j, name := range want[0] {
			w, g := strings.TrimPrefix(want[i+1][j], "'"), cells[j] // no text of the test has an apostrophe without a guard
			if at, err := time.Parse(time.RFC3339, w); err == nil && format == "XLSX" {
				w = strconv.FormatInt(at.UnixMilli()+7*60*60*1000, 10) // by the clock of Vietnam
			}
			if w == g {
				continue
			}
			a, aErr := strconv.ParseFloat(w, 64)
			b, bErr := strconv.ParseFloat(g, 64)
			if firstError(aErr, bErr) != nil || a != b {
				t.Fatalf("%s per %s, row %d, %s: %q, and %q in CSV", format, per, i+1, name, g, w)
			}
		}
	}
}

func geoJSONRows(t *testing.T, content []byte, names []string) (list [][]string) {
	var all struct {
		Features []struct{ Properties map[string]any }
	}
	d := json.NewDecoder(bytes.NewReader(content))
	d.UseNumber()
	if err := d.Decode(&all); err != nil {
		t.Fatal(err)
	}
	for _, f := range all.Features {
		cells := make([]string, len(names))
		for i, name := range names {
			switch x := f.Properties[name].(type) {
			case string:
				cells[i] = x
			case json.Number:
				cells[i] = x.String()
			case bool:
				cells[i] = truthText(x)
			}
		}
		list = append(list, cells)
	}
	return list
}

// xlsxRows returns the rows of a sheet as CSV has them.
func xlsxRows(t *testing.T, content []byte, sheet string) [][]string {
	f := opened(t, content)
	list, err := f.GetRows(sheet, excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	names := list[0]
	for _, cells := range list[1:] {
		for i := range cells {
			if n := names[i]; strings.HasSuffix(n, "time") || n == "arrival" || n == "departure" {
				x, err := strconv.ParseFloat(cells[i], 64)
				if cells[i] == "" {
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				cells[i] = strconv.FormatInt(int64(math.Round((x-25569)*24*60*60*1000)), 10)
			}
			if names[i] == "forward" || names[i] == "explained" {
				cells[i] = strings.ToLower(map[string]string{"1": "true", "0": "false"}[cells[i]])
			}
		}
	}
	for i := range list[1:] {
		for len(list[i+1]) < len(names) {
			list[i+1] = append(list[i+1], "")
		}
	}
	return list[1:]
}

// kmlRows returns the data of the placemarks that have some.
func kmlRows(t *testing.T, content []byte, names []string) (list [][]string) {
	d := xml.NewDecoder(bytes.NewReader(content))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		start, is := token.(xml.StartElement)
		if !is || start.Name.Local != "Placemark" {
			continue
		}
		var p struct {
			Data []struct {
				Name  string `xml:"name,attr"`
				Value string `xml:"value"`
			} `xml:"ExtendedData>Data"`
		}
		if err := d.DecodeElement(&p, &start); err != nil {
			t.Fatal(err)
		}
		cells := make([]string, len(names))
		if len(p.Data) < 2 { // a gap has only its kind
			continue
		}
		for _, x := range p.Data[1:] {
			cells[slices.Index(names, x.Name)] = x.Value
		}
		list = append(list, cells)
	}
}

// TestReadBack checks that package trace reads the recordings of all its formats back.
func TestReadBack(t *testing.T) {
	for _, c := range []struct {
		name string
		o    Options
	}{
		{"raw.gpx", Options{Format: GPX, What: Raw}},
		{"raw.geojson", Options{Format: GeoJSON, What: Raw}},
		{"raw.csv", Options{Format: CSV, What: Raw}},
		{"raw.en.csv", Options{Format: CSV, What: Raw, Excel: EnglishExcel}},
		{"raw.vi.csv", Options{Format: CSV, What: Raw, Excel: VietnameseExcel}},
		{"raw.kml", Options{Format: KML, What: Raw}},
		{"raw.xlsx", Options{Format: XLSX, What: Raw, Per: []Per{PerPoint}, NewBook: newBook}},
		{"all.xlsx", Options{Format: XLSX, What: Raw, NewBook: newBook}},
	} {
		want := hostile().Matched.Trip
		got, err := trace.Read(context.Background(), bytes.NewReader(written(t, c.o, hostile())), c.name, trace.Options{})
		if err != nil || len(got) != 1 || len(got[0].Observations) != len(want.Observations) {
			t.Errorf("%s: %d trips, %v", c.name, len(got), err)
			continue
		}
		if got[0].Vehicle != want.Vehicle || c.o.Format == CSV && got[0].ID != want.Vehicle+"/"+want.ID {
			t.Errorf("%s: trip %q of vehicle %q", c.name, got[0].ID, got[0].Vehicle)
		}
		if c.o.Format == XLSX { // the reader takes the apostrophe of any table for a guard
			want.Channels.Address[3] = want.Channels.Address[3][1:]
		}
		if c := got[0].Channels; len(c.Odometer) != len(want.Observations) || c.Odometer[3] != want.Channels.Odometer[3] || c.Ignition[3] != trace.IgnitionOn || c.Address[3] != want.Channels.Address[3] {
			t.Errorf("%v: channels are %+v", got[0].ID, c)
		}
		for i, o := range got[0].Observations {
			w := want.Observations[i]
			if !o.Time.Equal(w.Time) || math.Abs(o.Lat-w.Lat) > 5e-8 || math.Abs(o.Lon-w.Lon) > 5e-8 || math.Abs(o.Speed-w.Speed) > 1e-9 || o.Heading != w.Heading {
				t.Errorf("%s: observation %d is %+v, want %+v", c.name, i, o, w)
				break
			}
		}
	}
}

// TestArchive checks that KMZ holds the KML.
func TestArchive(t *testing.T) {
	content := written(t, Options{Format: KMZ, What: Both}, hostile())
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil || len(z.File) != 1 || z.File[0].Name != "doc.kml" {
		t.Fatalf("%v, %v", z, err)
	}
	f, err := z.Open("doc.kml")
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(f)
	if want := written(t, Options{Format: KML, What: Both}, hostile()); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes, want %d, %v", len(got), len(want), err)
	}
}
