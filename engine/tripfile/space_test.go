// SPDX-License-Identifier: MIT

package tripfile

import (
	"errors"
	"testing"

	"roadsnap/internal/diskspace"
)

// TestSpace checks that the least size is below the real one, and that a full disk is noticed
// before a file is written.
func TestSpace(t *testing.T) {
	trips, o := sampled(t)
	points := 0
	for _, x := range trips {
		points += len(x.Matched.Trip.Observations)
	}
	for _, f := range Formats() {
		for _, w := range Whats() {
			o.Format, o.What = f, w
			if least, size := o.LeastSize(points), len(written(t, o, trips...)); least > int64(size)/2 {
				t.Errorf("%s, %s: at least %d bytes of %d", f, w, least, size)
			}
		}
	}
	defer func() { freeIn = diskspace.FreeFor }()
	freeIn = func(string) (int64, error) { return 1e6, nil }
	o = Options{Format: CSV, What: Raw}
	if err := o.CheckSpace("x", 1e6); !errors.Is(err, ErrSpace) {
		t.Errorf("a million points in 1 MB: %v", err)
	}
	if err := o.CheckSpace("x", 1000); err != nil {
		t.Errorf("a thousand points: %v", err)
	}
	o.Per = []Per{PerTrip}
	if err := o.CheckSpace("x", 1e9); err != nil {
		t.Errorf("one row for a trip: %v", err)
	}
	freeIn = func(string) (int64, error) { return 0, errors.ErrUnsupported }
	if err := o.CheckSpace("x", 1e9); err != nil {
		t.Errorf("unknown space: %v", err)
	}
}
