// SPDX-License-Identifier: MIT

package geofile

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/wkb"
)

// parquetRows reads a file with another implementation: its metadata, and its rows by the names
// of columns. Values are as in a Feature, the geometry is an orb.MultiPolygon.
func parquetRows(t *testing.T, path string) (*parquet.File, []map[string]any) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	p, err := parquet.OpenFile(file, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	var list []map[string]any
	for _, group := range p.RowGroups() {
		rows := group.Rows()
		buffer := make([]parquet.Row, 100)
		for {
			n, err := rows.ReadRows(buffer)
			for _, row := range buffer[:n] {
				values := map[string]any{}
				for _, v := range row {
					values[p.Schema().Columns()[v.Column()][0]] = parquetValue(t, p, v)
				}
				list = append(list, values)
			}
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return p, list
}

func parquetValue(t *testing.T, p *parquet.File, v parquet.Value) any {
	t.Helper()
	switch {
	case v.IsNull():
		return nil
	case v.Kind() == parquet.Int64:
		return v.Int64()
	case v.Kind() == parquet.Double:
		return v.Double()
	case p.Schema().Columns()[v.Column()][0] != geometryColumn:
		return string(v.ByteArray())
	}
	area, err := wkb.Unmarshal(v.ByteArray())
	if err != nil {
		t.Fatal(err)
	}
	return area
}

// TestGeoParquet reads features of every sort back with another implementation.
func TestGeoParquet(t *testing.T) {
	features := sampleFeatures()
	p, rows := parquetRows(t, writeFile(t, GeoParquet, sampleSchema, features))
	if len(rows) != len(features) {
		t.Fatalf("%d rows, want %d", len(rows), len(features))
	}
	for i, want := range features {
		for c, column := range sampleSchema.Columns {
			w := want.Values[c]
			if s, ok := w.(string); ok {
				w = composed(s)
			}
			if got := rows[i][composed(column.Name)]; got != w {
				t.Errorf("row %d, %s: %v, want %v", i, column.Name, got, w)
			}
		}
		area, _ := rows[i][geometryColumn].(orb.MultiPolygon)
		if canonical(area) != canonical(want.Area) {
			t.Errorf("row %d: another area", i)
		}
	}
	if text, _ := p.Lookup("licence"); text != sampleSchema.Licence {
		t.Errorf("licence %q", text)
	}
	geo := geoOf(t, p)
	column := geo.Columns[geo.Primary]
	if geo.Primary != geometryColumn || geo.Version != "1.1.0" || column.Encoding != "WKB" || column.CRS != nil ||
		!slices.Equal(column.Types, []string{"MultiPolygon"}) || !slices.Equal(column.BBox, []float64{-180, -90, 180, 90}) {
		t.Errorf("metadata %+v", geo)
	}
}

// geoMeta is the metadata of GeoParquet.
type geoMeta struct {
	Version string
	Primary string `json:"primary_column"`
	Columns map[string]struct {
		Encoding string
		Types    []string `json:"geometry_types"`
		BBox     []float64
		CRS      *struct {
			Type string
			ID   struct {
				Authority string
				Code      int
			}
		}
	}
}

func geoOf(t *testing.T, p *parquet.File) (geo geoMeta) {
	t.Helper()
	text, ok := p.Lookup("geo")
	if err := json.Unmarshal([]byte(text), &geo); err != nil || !ok {
		t.Fatal(ok, err)
	}
	return geo
}

// TestGeoParquetGroups writes more than a group of rows holds.
func TestGeoParquetGroups(t *testing.T) {
	var features []Feature
	for i := range 40 {
		f := Feature{Values: []any{int64(i)}, Area: orb.MultiPolygon{{coast(longVertices)}}}
		if i%3 == 0 {
			f.Area = nil
		}
		features = append(features, f)
	}
	p, rows := parquetRows(t, writeFile(t, GeoParquet, Schema{Name: "coasts", Columns: []Column{{"n", Integer}}}, features))
	if len(p.RowGroups()) != 2 || len(rows) != len(features) || p.NumRows() != int64(len(features)) {
		t.Fatalf("%d groups, %d rows, said to be %d", len(p.RowGroups()), len(rows), p.NumRows())
	}
	for i, row := range rows {
		if area, has := row[geometryColumn].(orb.MultiPolygon); row["n"] != int64(i) || has != (i%3 != 0) || has && len(area[0][0]) != longVertices+1 {
			t.Errorf("row %d: %v, an area: %v", i, row["n"], has)
		}
	}
}

// TestGeoParquetSystem writes an area in metres. Easting comes first, whatever the order of the
// axes of the system is, and the metadata name the system.
func TestGeoParquetSystem(t *testing.T) {
	s := Schema{Name: "areas", Columns: []Column{{"code", Text}}, System: mustSystem(t, 9210)}
	p, rows := parquetRows(t, writeFile(t, GeoParquet, s, []Feature{{Values: []any{"1"}, Area: orb.MultiPolygon{{square(105.8, 21, 0.01)}}}}))
	crs := geoOf(t, p).Columns[geometryColumn].CRS
	if crs == nil || crs.Type != "ProjectedCRS" || crs.ID.Authority != "EPSG" || crs.ID.Code != 9210 {
		t.Errorf("system %+v", crs)
	}
	area := rows[0][geometryColumn].(orb.MultiPolygon)
	for _, p := range area[0][0] {
		if math.Abs(p[0]-505e3) > 2e3 || math.Abs(p[1]-2322e3) > 4e3 {
			t.Errorf("vertex %v", p)
		}
	}
}

// TestGeoParquetOfNothing writes no features.
func TestGeoParquetOfNothing(t *testing.T) {
	path := writeFile(t, GeoParquet, smallSchema, nil)
	p, rows := parquetRows(t, path)
	if len(rows) != 0 || geoOf(t, p).Columns[geometryColumn].BBox != nil {
		t.Errorf("%d rows, %+v", len(rows), geoOf(t, p))
	}
	text, err := os.ReadFile(path)
	if n := len(text); err != nil || string(text[:4]) != parquetMagic || string(text[n-4:]) != parquetMagic || int(binary.LittleEndian.Uint32(text[n-8:])) != n-12 {
		t.Errorf("%q %v", text, err)
	}
}
