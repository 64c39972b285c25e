// SPDX-License-Identifier: MIT

package score

import (
	"encoding/binary"
	"math"
	"testing"

	"roadsnap/engine/geo"
)

// routesOf makes two routes of arbitrary bytes, 16 per vertex. Vertices not far away
// are moved into town, because sampling lines around the Earth takes too long. An
// invalid vertex begins a new line, one at a pole begins the second route.
func routesOf(data []byte) (routes [2][][]geo.Point) {
	which := 0
	routes[0], routes[1] = lines(nil), lines(nil)
	for ; len(data) >= 16; data = data[16:] {
		x := math.Float64frombits(binary.LittleEndian.Uint64(data))
		y := math.Float64frombits(binary.LittleEndian.Uint64(data[8:]))
		r := &routes[which]
		switch {
		case math.Abs(y) > 1e9:
			which = 1
		case math.IsNaN(x) || math.IsNaN(y) || math.Abs(x) > 1e9:
			*r = append(*r, nil)
		default:
			last := len(*r) - 1
			(*r)[last] = append((*r)[last], line(math.Mod(x, 1000), math.Mod(y, 1000))...)
		}
	}
	return routes
}

func bytesOf(metres ...float64) (data []byte) {
	for _, m := range metres {
		data = binary.LittleEndian.AppendUint64(data, math.Float64bits(m))
	}
	return data
}

// FuzzScores checks the properties of any two routes.
func FuzzScores(f *testing.F) {
	next, line := math.Inf(1), math.NaN()
	f.Add(bytesOf(0, 0, 100, 0, 200, 0, 0, next, 0, 0, 100, 0, 200, 0), 10.0)
	f.Add(bytesOf(0, 0, 100, 0, line, line, 0, 0, 100, 0, 0, next, 20, 0, 80, 0, line, line, 100, 0, 0, 0), 0.0)
	f.Add(bytesOf(0, 0, 0, 0, 0.1, 0, 0, next, 0, 0.2), -5.0)
	f.Add(bytesOf(0, next, 0, 0, 100, 0), math.Inf(1))
	f.Fuzz(func(t *testing.T, data []byte, trim float64) {
		if len(data) > 16*64 {
			return
		}
		routes := routesOf(data)
		o := Compare(routes[0], routes[1])
		if !(o.Common >= 0 && o.Common <= o.Truth && o.Common <= o.Matched) {
			t.Fatalf("impossible lengths %+v", o.Route)
		}
		if c := o.Correct(); !(c >= 0 && c <= 1) {
			t.Fatalf("correct %g", c)
		}
		if w := o.Wrong(); !(w >= 0) {
			t.Fatalf("wrong %g", w)
		}
		for i, l := range routes[1] {
			for _, p := range l {
				o.Right(i, p)
			}
		}
		m := Lines(routes[0], routes[1], trim)
		if !(m.Added >= 0 && m.Missed >= 0 && m.Missed <= m.Truth) {
			t.Fatalf("impossible mismatch %+v", m)
		}
		if self := Lines(routes[0], routes[0], 0); self.Added != 0 || self.Missed != 0 {
			t.Fatalf("a route against itself: %+v", self)
		}
	})
}
