// SPDX-License-Identifier: MIT

package unitfile_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/boundary"
	"roadsnap/engine/geofile"
	"roadsnap/engine/unitfile"
	"roadsnap/engine/units"
)

// withOverview calls fn with the embedded borders of the provinces.
func withOverview(t *testing.T, fn func(*units.Atlas)) {
	t.Helper()
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Atlas(func(a *units.Atlas) error { fn(a); return nil }); err != nil {
		t.Fatal(err)
	}
}

func TestRecordHasEveryMemberInOrder(t *testing.T) {
	withOverview(t, func(a *units.Atlas) {
		province, _ := a.Province("01")
		ward, _ := a.Ward("00004")
		for _, c := range []struct {
			name string
			unit unitfile.Unit
			want []string
		}{
			{"province", unitfile.OfProvince(a, province), []string{"id", "prov_code", "prov_name", "prov_fname", "prov_ne", "prov_fne", "level", "region", "sort", "center", "viewport"}},
			{"ward without borders", unitfile.OfWard(a, ward), []string{"id", "prov_code", "ward_code", "ward_name", "ward_fname", "ward_ne", "ward_fne", "level", "region", "center", "viewport"}},
		} {
			b, err := unitfile.Record(c.unit)
			if err != nil {
				t.Fatal(err)
			}
			at := -1
			for _, name := range c.want {
				i := strings.Index(string(b), `"`+name+`":`)
				if i <= at {
					t.Errorf("%s: %q is missing or out of order in %s", c.name, name, b)
				}
				at = i
			}
			if strings.Contains(string(b), `"center": null`) == c.unit.HasLand {
				t.Errorf("%s: %s", c.name, b)
			}
		}
	})
}

func TestBorderRecordHoldsTheWholeOutline(t *testing.T) {
	withOverview(t, func(a *units.Atlas) {
		province, _ := a.Province("56")
		u := unitfile.OfProvince(a, province)
		b, err := unitfile.BorderRecord(u, a.Net().Finest())
		if err != nil {
			t.Fatal(err)
		}
		var record struct {
			GeomLevel string
			Geom      struct {
				Type        string
				Coordinates [][][][2]float64
			}
		}
		if err := json.Unmarshal(b, &record); err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, polygon := range record.Geom.Coordinates {
			for _, ring := range polygon {
				n += len(ring) - 1
			}
		}
		if want := u.Land.Vertices(); n != want || n != unitfile.CountVertices(u.Land, boundary.Street) || record.Geom.Type != "MultiPolygon" || record.GeomLevel != a.Net().Finest().String() {
			t.Errorf("%d vertices of %s at %s, want %d", n, record.Geom.Type, record.GeomLevel, want)
		}
	})
}

func TestWriteLeavesNothingBehindWhenStopped(t *testing.T) {
	withOverview(t, func(a *units.Atlas) {
		var list []unitfile.Unit
		for _, p := range a.Provinces() {
			list = append(list, unitfile.OfProvince(a, p))
		}
		o := unitfile.Options{Kind: units.KindProvince, Level: a.Net().Finest(), Licence: "free to use"}
		for _, format := range geofile.Formats() {
			path := filepath.Join(t.TempDir(), "provinces"+format.Extension())
			write := func(ctx context.Context, o unitfile.Options) error {
				w, err := geofile.Create(path, format, unitfile.Schema(o))
				if err != nil {
					t.Fatal(err)
				}
				return unitfile.Write(ctx, w, list, o)
			}
			ctx, cancel := context.WithCancel(t.Context())
			stopped := o
			stopped.Progress = func(done, total int) {
				if total != len(list) {
					t.Errorf("%d of %d", done, total)
				}
				cancel()
			}
			if err := write(ctx, stopped); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v", format, err)
			}
			if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) > 0 {
				t.Errorf("%s: %v left behind, %v", format, left, err)
			}
			if err := write(t.Context(), o); err != nil {
				t.Errorf("%s: %v", format, err)
			}
			if s, err := os.Stat(path); err != nil || s.Size() == 0 {
				t.Errorf("%s: %v", format, err)
			}
		}
	})
}

// TestColumnsOfListsAndFiles checks which columns follow those of the names, and
// their values for a unit with a border and for one without.
func TestColumnsOfListsAndFiles(t *testing.T) {
	withOverview(t, func(a *units.Atlas) {
		province, _ := a.Province("01")
		ward, _ := a.Ward("00004")
		for _, u := range []unitfile.Unit{unitfile.OfProvince(a, province), unitfile.OfWard(a, ward)} {
			names := len(unitfile.RecordColumns(u.Kind))
			listed := unitfile.ListColumns(u.Kind)[names:]
			if len(listed) != 2 || listed[0].Name != "area_km2" || listed[1].Name != "vertices" {
				t.Fatalf("%s: a list has %v", u.FullName(), listed)
			}
			for _, c := range listed {
				if (c.Of(u) != nil) != u.HasLand {
					t.Errorf("%s: %s is %v", u.FullName(), c.Name, c.Of(u))
				}
			}
			var in []string
			if title := unitfile.Schema(unitfile.Options{Kind: u.Kind}).Title; title != map[units.Kind]string{units.KindProvince: "prov_fname", units.KindWard: "ward_fname"}[u.Kind] {
				t.Errorf("%s: titles are %s", u.FullName(), title)
			}
			for _, c := range unitfile.Schema(unitfile.Options{Kind: u.Kind}).Columns[names:] {
				in = append(in, c.Name)
			}
			if got := strings.Join(in, " "); got != "former area_km2 center_lat center_lon" {
				t.Errorf("%s: a file has %s", u.FullName(), got)
			}
		}
	})
}

// TestWriteToAStream checks that a stream gets the same bytes as a file.
func TestWriteToAStream(t *testing.T) {
	withOverview(t, func(a *units.Atlas) {
		province, _ := a.Province("56")
		list := []unitfile.Unit{unitfile.OfProvince(a, province)}
		o := unitfile.Options{Kind: units.KindProvince, Level: a.Net().Finest(), Licence: "free to use"}
		for _, format := range geofile.Formats() {
			if !format.Streams() {
				continue
			}
			var stream bytes.Buffer
			toStream, err := geofile.NewStream(&stream, format, unitfile.Schema(o))
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), "provinces"+format.Extension())
			toFile, err := geofile.Create(path, format, unitfile.Schema(o))
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(unitfile.Write(t.Context(), toStream, list, o), unitfile.Write(t.Context(), toFile, list, o)); err != nil {
				t.Fatal(err)
			}
			if file, err := os.ReadFile(path); err != nil || stream.Len() == 0 || !bytes.Equal(file, stream.Bytes()) {
				t.Errorf("%s: %d bytes in the stream, %d in the file, %v", format, stream.Len(), len(file), err)
			}
		}
	})
}

func TestSquareKilometresKeepSquareMetres(t *testing.T) {
	if got := unitfile.SquareKilometres(1234567.4); math.Abs(got-1.234567) > 1e-12 {
		t.Errorf("%v km²", got)
	}
}

// TestFormerUnitsOfAUnit checks the column of former units: of a ward, of a province that took in
// others, and of one that did not change.
func TestFormerUnitsOfAUnit(t *testing.T) {
	withOverview(t, func(a *units.Atlas) {
		value := func(u unitfile.Unit) any {
			o := unitfile.Options{Kind: u.Kind, Columns: []string{"former"}}
			return o.AllColumns()[0].Of(u)
		}
		ward, _ := a.Ward("26740")
		if got := value(unitfile.OfWard(a, ward)); got != "Phường Đa Kao (một phần); Phường Bến Nghé; Phường Nguyễn Thái Bình (một phần)" {
			t.Error(got)
		}
		for code, want := range map[string]any{"24": "Tỉnh Bắc Giang; Tỉnh Bắc Ninh", "01": nil} {
			p, _ := a.Province(code)
			if got := value(unitfile.OfProvince(a, p)); got != want {
				t.Errorf("%s: %v, want %v", code, got, want)
			}
		}
		if got := value(unitfile.Unit{Kind: units.KindWard, Ward: ward}); got != nil {
			t.Error(got)
		}
	})
}
