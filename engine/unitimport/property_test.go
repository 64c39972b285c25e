// SPDX-License-Identifier: MIT

package unitimport

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/units"
)

// TestPartitionsComeBack divides a board among random wards, writes them in the
// manner of careless sources, and checks the land of each.
func TestPartitionsComeBack(t *testing.T) {
	table := officialTable(t)
	rapid.Check(t, func(t *rapid.T) {
		wards := someWards(t, table)
		owners := make([]int, 64)
		for i := range owners {
			owners[i] = rapid.IntRange(0, len(wards)-1).Draw(t, "owner")
		}
		var features []string
		want := make(map[string][]boundary.Part)
		for i, w := range wards {
			var cells []string
			for cell, owner := range owners {
				if owner == i {
					south, west := 210000000+cell/8*1000, 1050000000+cell%8*1000
					cells = append(cells, drawnCell(t, south, west))
					want[w.Code] = append(want[w.Code], cellPart(south, west))
				}
			}
			if len(cells) > 0 {
				features = append(features, featureOf(writtenWard(t, table, w), drawnGeometry(t, cells)))
			}
		}
		f, err := readString(collection(rapid.Permutation(features).Draw(t, "order")...))
		if err != nil {
			t.Fatal(err)
		}
		var r Report
		joined := join(table, nil, []found{f}, &r)
		if len(joined) != len(want) || len(r.NotJoined)+len(r.Invalid)+len(r.Doubled)+r.Provinces != 0 {
			t.Fatalf("%d of %d joined: %+v", len(joined), len(want), r.NotJoined)
		}
		for _, v := range joined {
			if !same(v.feature.parts, want[v.ward.Code]) {
				t.Fatalf("%s: %v, want %v", v.ward.FullName, v.feature.parts, want[v.ward.Code])
			}
		}
		land, _ := division(table, joined)
		_, report, err := boundary.Build(t.Context(), land, boundary.DefaultOptions())
		if err != nil || len(report.Gaps)+len(report.Overlaps)+len(report.Vanished)+len(report.Moved)+len(report.Bent) != 0 {
			t.Fatalf("%v, %+v", err, report)
		}
	})
}

// someWards draws up to six wards.
func someWards(t *rapid.T, table *units.Table) []units.Ward {
	return rapid.SliceOfNDistinct(rapid.SampledFrom(table.Wards()), 1, 6, func(w units.Ward) string { return w.Code }).Draw(t, "wards")
}

func cellPart(south, west int) boundary.Part {
	s, w := int32(south), int32(west)
	return boundary.Part{{{Lat: s, Lon: w}, {Lat: s, Lon: w + 1000}, {Lat: s + 1000, Lon: w + 1000}, {Lat: s + 1000, Lon: w}}}
}

// drawnCell writes a cell as the coordinates of a Polygon that begin anywhere, run
// either way, are closed or not, and may have altitudes.
func drawnCell(t *rapid.T, south, west int) string {
	ring := slices.Clone(cellPart(south, west)[0])
	for range rapid.IntRange(0, 3).Draw(t, "begin") {
		ring = append(ring[1:], ring[0])
	}
	if rapid.Bool().Draw(t, "clockwise") {
		slices.Reverse(ring)
	}
	if rapid.Bool().Draw(t, "closed") {
		ring = append(ring, ring[0])
	}
	altitude := rapid.SampledFrom([]string{"", ",0", ", 12.5"}).Draw(t, "altitude")
	verb := rapid.SampledFrom([]string{"%.7f", "%.10f", "%.9e", "%v"}).Draw(t, "number")
	var out []string
	for _, p := range ring {
		q := p.Point()
		out = append(out, fmt.Sprintf("["+verb+","+verb+altitude+"]", q.Lon, q.Lat))
	}
	return "[[" + strings.Join(out, ",") + "]]"
}

// drawnGeometry writes cells as one geometry.
func drawnGeometry(t *rapid.T, cells []string) string {
	if rapid.Bool().Draw(t, "collected") {
		var out []string
		for _, c := range cells {
			out = append(out, polygon(c))
		}
		return `{"type":"GeometryCollection","geometries":[` + strings.Join(out, ",") + `]}`
	}
	return `{"coordinates":[` + strings.Join(cells, ",") + `],"type":"MultiPolygon"}`
}

// writtenWard writes the properties of a ward in the manner of some source.
func writtenWard(t *rapid.T, table *units.Table, w units.Ward) string {
	p, _ := table.Province(w.ProvinceCode)
	pick := func(label string, of ...string) string { return rapid.SampledFrom(of).Draw(t, label) }
	name := pick("name", w.FullName, strings.ToUpper(w.FullName), strings.ToLower(w.FullName), norm.NFD.String(w.FullName), strings.ReplaceAll(w.FullName, "'", "’"))
	members := []string{
		fmt.Sprintf("%q:%q", pick("name's name", "name", "TEN_XA", "Tên xã", "full_name", "ward_fname"), name),
	}
	if rapid.Bool().Draw(t, "coded") {
		code := pick("code", strconv.Quote(w.Code), strconv.Itoa(w.ID), fmt.Sprintf("%d.0", w.ID))
		members = append(members, fmt.Sprintf("%q:%s", pick("code's name", "code", "MA_XA", "ward_code", "id"), code))
	}
	if rapid.Bool().Draw(t, "province by code") {
		members = append(members, fmt.Sprintf("%q:%q", pick("province's code", "provinceCode", "MA_TINH", "prov_code"), p.Code))
	} else {
		members = append(members, fmt.Sprintf("%q:%q", pick("province's name", "province", "TEN_TINH", "Tỉnh"), pick("of", p.Name, p.FullName, p.NameEN, p.FullNameEN)))
	}
	return strings.Join(rapid.Permutation(members).Draw(t, "members"), ",")
}

// TestSame turns rings round and shuffles them.
func TestSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var a, b []boundary.Part
		for range rapid.IntRange(1, 4).Draw(t, "parts") {
			ring := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) geo.Fixed {
				return geo.Fixed{Lat: rapid.Int32Range(0, 9).Draw(t, "lat"), Lon: rapid.Int32Range(0, 9).Draw(t, "lon")}
			}), 3, 8, rapid.ID).Draw(t, "ring")
			other := slices.Clone(ring)
			n := rapid.IntRange(0, len(ring)-1).Draw(t, "turn")
			other = append(other[n:], other[:n]...)
			if rapid.Bool().Draw(t, "back") {
				slices.Reverse(other)
			}
			a, b = append(a, boundary.Part{ring}), append([]boundary.Part{{other}}, b...)
		}
		if !same(a, b) {
			t.Fatalf("%v and %v differ", a, b)
		}
		b[0][0][0].Lat += 100
		if same(a, b) {
			t.Fatalf("%v and %v are the same", a, b)
		}
	})
}
