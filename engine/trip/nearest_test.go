// SPDX-License-Identifier: MIT

package trip_test

import (
	"slices"
	"testing"
	"time"

	"roadsnap/engine/geo"
)

func TestTrackNearestIsThePassNearestInTime(t *testing.T) {
	m := straight(t)
	there := drive(m.Point('s'), m.Point('t'))
	back := slices.Clone(there)
	slices.Reverse(back)
	obs := slices.Concat(there, back)
	for i := range obs {
		obs[i].Time = there[0].Time.Add(time.Duration(i) * time.Second)
	}
	tr, _ := track(t, m, obs)
	middle := len(there) / 2
	beside := geo.Point{Lat: there[middle].Point.Lat + 5.0/111_195, Lon: there[middle].Point.Lon}
	for _, c := range []struct{ about, want int }{
		{0, middle}, {middle + 1, middle}, {len(obs), len(obs) - 1 - middle},
	} {
		at, ok := tr.Nearest(beside, 10, obs[0].Time.Add(time.Duration(c.about)*time.Second))
		if want := obs[c.want].Time; !ok || at.Sub(want).Abs() > 400*time.Millisecond {
			t.Errorf("about second %d the vehicle is there at %v, %v; want %v", c.about, at, ok, want)
		}
	}
	if at, ok := tr.Nearest(beside, 3, obs[0].Time); ok {
		t.Errorf("5 m away it is found within 3 m, at %v", at)
	}
}
