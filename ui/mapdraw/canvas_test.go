package mapdraw

import (
	"testing"

	"roadsnap/engine/geo"
)

func TestStretches(t *testing.T) {
	line := make([]geo.Point, 8)
	for i := range line {
		line[i].Lat = float64(i)
	}
	type stretch struct {
		first, last float64
		inferred    bool
	}
	for _, c := range []struct {
		name     string
		inferred []VertexRange
		want     []stretch
	}{
		{"none", nil, []stretch{{0, 7, false}}},
		{"middle", []VertexRange{{2, 4}}, []stretch{{0, 2, false}, {2, 4, true}, {4, 7, false}}},
		{"start", []VertexRange{{0, 3}}, []stretch{{0, 3, true}, {3, 7, false}}},
		{"end", []VertexRange{{5, 7}}, []stretch{{0, 5, false}, {5, 7, true}}},
		{"all", []VertexRange{{0, 7}}, []stretch{{0, 7, true}}},
		{"side by side", []VertexRange{{1, 3}, {3, 5}}, []stretch{{0, 1, false}, {1, 3, true}, {3, 5, true}, {5, 7, false}}},
		{"beyond the end", []VertexRange{{5, 99}}, []stretch{{0, 5, false}, {5, 7, true}}},
		{"upside down", []VertexRange{{5, 2}}, []stretch{{0, 7, false}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []stretch
			RouteLeg{Line: line, Inferred: c.inferred}.stretches(func(l []geo.Point, inferred bool) {
				got = append(got, stretch{l[0].Lat, l[len(l)-1].Lat, inferred})
			})
			if len(got) != len(c.want) {
				t.Fatalf("stretches %v, want %v", got, c.want)
			}
			for i := range got {
				if got[i] != c.want[i] {
					t.Errorf("stretches %v, want %v", got, c.want)
				}
			}
		})
	}
}
