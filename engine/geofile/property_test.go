// SPDX-License-Identifier: MIT

package geofile

import (
	"fmt"
	"math/big"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"

	"roadsnap/engine/geo"
)

// drawRing draws a ring of any shape, often degenerate: closed or not, crossing
// itself, with positions that coincide on the grid.
func drawRing(t *rapid.T) orb.Ring {
	// The small scale causes repeated positions and rings without area.
	scale := rapid.SampledFrom([]float64{1e-7, 1e-3, 1}).Draw(t, "scale")
	r := orb.Ring(rapid.SliceOfN(rapid.Custom(func(t *rapid.T) orb.Point {
		return orb.Point{
			scale * rapid.Float64Range(-180, 180).Draw(t, "lon"),
			scale * rapid.Float64Range(-90, 90).Draw(t, "lat"),
		}
	}), 0, 12).Draw(t, "ring"))
	if len(r) > 0 && rapid.Bool().Draw(t, "closed") {
		r = append(r, r[0])
	}
	return r
}

// exactTurn returns the sign of a ring's area by the shoelace formula in big integers.
func exactTurn(r ring) int {
	sum, term := new(big.Int), new(big.Int)
	for i, p := range r {
		q := r[(i+1)%len(r)]
		sum.Add(sum, term.Mul(big.NewInt(int64(p.Lon)), big.NewInt(int64(q.Lat))))
		sum.Sub(sum, term.Mul(big.NewInt(int64(q.Lon)), big.NewInt(int64(p.Lat))))
	}
	return sum.Sign()
}

// TestRingProperty checks that shapes have closed rings without repeated positions,
// outer rings counter-clockwise and holes clockwise, for input rings of either
// direction.
func TestRingProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		area := orb.MultiPolygon(rapid.SliceOfN(rapid.Custom(func(t *rapid.T) orb.Polygon {
			return rapid.SliceOfN(rapid.Custom(drawRing), 0, 4).Draw(t, "polygon")
		}), 0, 4).Draw(t, "area"))
		var s shape
		if err := s.set(area); err != nil {
			t.Fatal(err)
		}
		rings, vertices, box := 0, 0, geo.NoFixedBounds
		for _, polygon := range s.polygons {
			for i, r := range polygon {
				rings, vertices = rings+1, vertices+len(r)
				if len(r) < minRing || r[0] != r[len(r)-1] {
					t.Fatalf("not a closed ring: %v", r)
				}
				for j := range r[1:] {
					if r[j] == r[j+1] {
						t.Fatalf("repeated position in %v", r)
					}
				}
				if got, want := exactTurn(r), 1-2*min(i, 1); got != want {
					t.Fatalf("ring %d turns %d, want %d: %v", i, got, want, r)
				}
				if i == 0 {
					box = box.Union(geo.FixedBoundsOf(r...))
				}
			}
		}
		if rings != s.rings || vertices != s.vertices || box != s.box {
			t.Fatalf("counted %d rings, %d vertices, %v; found %d, %d, %v", s.rings, s.vertices, s.box, rings, vertices, box)
		}

		before := outline(&s)
		for _, polygon := range area {
			for _, r := range polygon {
				if rapid.Bool().Draw(t, "reversed") {
					r.Reverse()
				}
			}
		}
		if err := s.set(area); err != nil {
			t.Fatal(err)
		}
		if after := outline(&s); after != before {
			t.Fatalf("other rings after some were reversed:\n%s\n%s", before, after)
		}
	})
}

// outline returns a text form of the rings that does not depend on their first
// positions.
func outline(s *shape) string {
	var b strings.Builder
	for _, polygon := range s.polygons {
		for _, r := range polygon {
			degrees := make(orb.Ring, len(r))
			for i, f := range r {
				p := f.Point()
				degrees[i] = orb.Point{p.Lon, p.Lat}
			}
			b.WriteString(canonicalRing(degrees) + "\n")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestTurnExact uses the corners of the Earth, where products are largest.
func TestTurnExact(t *testing.T) {
	corner := rapid.Custom(func(t *rapid.T) geo.Fixed {
		lon := rapid.SampledFrom([]int32{-1_800_000_000, -1_799_999_999, -1, 0, 1, 1_799_999_999, 1_800_000_000})
		lat := rapid.SampledFrom([]int32{-900_000_000, -899_999_999, -1, 0, 1, 899_999_999, 900_000_000})
		return geo.Fixed{Lat: lat.Draw(t, "lat"), Lon: lon.Draw(t, "lon")}
	})
	rapid.Check(t, func(t *rapid.T) {
		r := ring(rapid.SliceOfN(corner, minRing-1, 40).Draw(t, "ring"))
		r = append(r, r[0])
		if got, want := turnOf(r), exactTurn(r); got != want {
			t.Fatalf("turn %d, want %d: %v", got, want, r)
		}
	})
}

// TestTableNamesProperty checks that names are valid in a .dbf, unique and
// deterministic, and that valid names are kept.
func TestTableNamesProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfNDistinct(rapid.OneOf(
			rapid.StringMatching(`[a-cA-C0-2_ ]{1,14}`),
			rapid.StringMatching(`province_name[a-c_]{0,3}`),
			rapid.StringMatching(`[ăâđêôơưĂÂĐÊÔƠƯ東]{1,5}`),
			rapid.String(),
		), 1, maxColumns, strings.ToLower).Draw(t, "names")
		var columns []Column
		for _, name := range names {
			columns = append(columns, Column{Name: name})
		}
		got := tableNames(columns)
		seen := map[string]bool{}
		for i, name := range got {
			if seen[strings.ToUpper(name)] {
				t.Fatalf("%q twice in %q", name, got)
			}
			seen[strings.ToUpper(name)] = true
			if len(name) == 0 || len(name) > tableNameSize || strings.Trim(name, asciiWord) != "" || strings.IndexByte("0123456789_", name[0]) >= 0 {
				t.Fatalf("%q became %q", columns[i].Name, name)
			}
			if tableName(columns[i].Name) == columns[i].Name && name != columns[i].Name {
				t.Fatalf("%q fits and became %q", columns[i].Name, name)
			}
		}
		if again := tableNames(columns); fmt.Sprint(again) != fmt.Sprint(got) {
			t.Fatalf("%q, and then %q", got, again)
		}
	})
}

const asciiWord = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

func TestTableNames(t *testing.T) {
	var columns []Column
	for _, name := range []string{"Tên đầy đủ", "province_name", "province_name_en", "province_n", "2024", "東", "東京", "_x", "Đ"} {
		columns = append(columns, Column{Name: name})
	}
	const want = "[Ten_day_du province_1 province_2 province_n f2024 field field_1 f_x D]"
	if got := fmt.Sprint(tableNames(columns)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestCutText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "text")
		width := rapid.IntRange(0, 20).Draw(t, "width")
		got := cutText(s, width)
		switch {
		case !strings.HasPrefix(s, got) || len(got) > width || !utf8.ValidString(got):
			t.Fatalf("%q cut to %d is %q", s, width, got)
		case len(got) < len(s) && len(got) <= width-utf8.UTFMax:
			t.Fatalf("%q cut to %d is %q, shorter than it must be", s, width, got)
		}
	})
}
