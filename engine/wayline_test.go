// SPDX-License-Identifier: MIT

package engine

import (
	"reflect"
	"testing"

	"roadsnap/engine/geo"
)

// TestJoinLines joins lines in any order, and leaves circles and gaps.
func TestJoinLines(t *testing.T) {
	line := func(lons ...int32) (l []geo.Fixed) {
		for _, lon := range lons {
			l = append(l, geo.Fixed{Lon: lon})
		}
		return l
	}
	for _, c := range []struct {
		name     string
		in, want [][]geo.Fixed
	}{
		{"one", [][]geo.Fixed{line(1, 2)}, [][]geo.Fixed{line(1, 2)}},
		{"in order", [][]geo.Fixed{line(1, 2), line(2, 3), line(3, 4)}, [][]geo.Fixed{line(1, 2, 3, 4)}},
		{"backwards", [][]geo.Fixed{line(3, 4), line(2, 3), line(1, 2)}, [][]geo.Fixed{line(1, 2, 3, 4)}},
		{"mixed", [][]geo.Fixed{line(2, 3), line(1, 2), line(3, 4)}, [][]geo.Fixed{line(1, 2, 3, 4)}},
		{"a gap", [][]geo.Fixed{line(1, 2), line(5, 6)}, [][]geo.Fixed{line(1, 2), line(5, 6)}},
		{"a circle", [][]geo.Fixed{line(1, 2, 1)}, [][]geo.Fixed{line(1, 2, 1)}},
		{"a circle in two", [][]geo.Fixed{line(2, 1), line(1, 2)}, [][]geo.Fixed{line(2, 1, 2)}},
	} {
		if got := joinLines(c.in); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
