// SPDX-License-Identifier: MIT

package geofile

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/paulmach/orb"
)

// sampleSchema has names too long for a .dbf, two of them with the same short form.
var sampleSchema = Schema{
	Name:    `phường "xã"`,
	Licence: `© OpenStreetMap contributors, ODbL <1.0> & "others"`,
	Columns: []Column{
		{"code", Text}, {"name", Text}, {"Tên đầy đủ của đơn vị", Text},
		{"province_name", Text}, {"province_name_en", Text},
		{"population", Integer}, {"area_km2", Real},
	},
}

// square returns a ring with its lower left corner at lon, lat.
func square(lon, lat, side float64) orb.Ring {
	return orb.Ring{{lon, lat}, {lon + side, lat}, {lon + side, lat + side}, {lon, lat + side}, {lon, lat}}
}

func reversed(r orb.Ring) orb.Ring {
	r = r.Clone()
	r.Reverse()
	return r
}

// coast returns a ring of n vertices with bays, at the full precision of the grid.
func coast(n int) orb.Ring {
	r := make(orb.Ring, 0, n+1)
	for i := range n {
		a := 2 * math.Pi * float64(i) / float64(n)
		d := 1 + 0.01*math.Sin(50*a)
		r = append(r, orb.Point{106 + d*math.Cos(a), 16 + d*math.Sin(a)})
	}
	return append(r, r[0])
}

const longVertices = 50_000

// sampleFeatures has features of every sort.
func sampleFeatures() []Feature {
	f := func(code, name any, population any, area any, a orb.MultiPolygon) Feature {
		return Feature{Values: []any{code, name, "Phường Bến Nghé", "Thành phố Hồ Chí Minh", nil, population, area}, Area: a}
	}
	one := orb.MultiPolygon{{square(106, 10, 1)}}
	return []Feature{
		f("00001", "plain", int64(1), 0.25, one),
		f("00002", "a hole", int64(-5), -123456.789, orb.MultiPolygon{{square(106, 10, 1), reversed(square(106.2, 10.2, 0.1)), reversed(square(106.5, 10.5, 0.25))}}),
		f("00003", "several parts, an island in a lake", int64(0), 1e-12, orb.MultiPolygon{
			{square(106, 10, 1), reversed(square(106.25, 10.25, 0.5))}, {square(106.4, 10.4, 0.125)}, {square(-70.5, -33.25, 2)}}),
		f("00004", "holes and rings the wrong way round", nil, nil, orb.MultiPolygon{{reversed(square(106, 10, 1)), square(106.25, 10.25, 0.5)}}),
		f("00005", "an open ring", int64(7), 3.0, orb.MultiPolygon{{orb.Ring{{1, 1}, {2, 1}, {2, 2}}}}),
		f("00006", "no boundary", int64(8), 1.5, nil),
		f("00007", `Cư M'gar, "Ea H'leo"; Krông Búk`, int64(9007199254740991), 0.1, one),
		f("00008", "two\nlines, and a\ttab", int64(-999999999), 1.7976931348623157e308, one),
		f("00009", "<Đà Nẵng> & ]]> '=1+1'", int64(3), 2.2250738585072014e-308, one),
		f("00010", "Quận Hoàn Kiếm, Hà Nội", int64(4), 12345678.90625, one), // marks on their own
		f("00011", strings.Repeat("Ấ", 100), int64(5), 5e-324, one),         // 300 bytes
		f("00012", "東京 🗾", int64(6), 1e21, orb.MultiPolygon{{square(-180, -90, 0.0000016)}, {square(179.9999984, 89.9999984, 0.0000016)}}),
		f(nil, nil, nil, nil, orb.MultiPolygon{{coast(longVertices)}, {square(150, 0, 1.0/3)}}),
	}
}

// writeFile writes features to a file of format f in a new folder.
func writeFile(t testing.TB, f Format, s Schema, features []Feature) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "Xã & phường 100%?"+f.Extension())
	w, err := Create(path, f, s)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range features {
		if err := w.Add(x); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	return path
}
