// SPDX-License-Identifier: MIT

package road_test

import (
	"testing"

	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/road"
)

// TestIslands draws a street of 1.5 km, a yard of 100 m behind a gate that is closed to
// cars but not to pedestrians, a path that branches off the street, and separate
// streets that are longer than a tenth of the rest.
func TestIslands(t *testing.T) {
	m := roadtest.Draw(t, `
		A-----------------------------B
		|         |
		C         E
		|         |
		D         F

		G-----H
	`, "A-B", "A-C access=foot", "C-D", "E>F access=foot", "G-H", "A-E access=foot")
	for _, c := range []struct {
		edge string
		want road.Access
		why  string
	}{
		{"AB", 0, "the street is the network"},
		{"CD", road.AnyVehicle, "people come through the gate, vehicles do not"},
		{"AC", 0, "the gate is joined to the street for those that it is open to"},
		{"EF", 0, "a path that can only be left is joined"},
		{"GH", 0, "a fifth of the network is no island"},
	} {
		if got := m.Island(m.Edge(c.edge).Link()); got != c.want {
			t.Errorf("%s is an island for %v, want %v: %s", c.edge, got, c.want, c.why)
		}
	}
}
