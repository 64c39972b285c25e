// SPDX-License-Identifier: MIT

package trip

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// TestCropProperties crops random recordings at random places.
func TestCropProperties(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	moved := 0
	for range 3000 {
		whole := randomRecording(random)
		n := len(whole.Observations)
		if same := Crop(whole, 0, n); !reflect.DeepEqual(same, whole) && n > 0 {
			t.Fatalf("a crop of the whole differs: %+v", same)
		}
		if first, end := Between(whole, time.Time{}, time.Time{}); first != 0 || end != n {
			t.Fatalf("all of %d points are %d to %d", n, first, end)
		}
		first, end := random.IntN(n+3)-1, random.IntN(n+3)-1
		part := Crop(whole, first, end)
		a, b := min(max(first, 0), n), min(end, n)
		if !slices.EqualFunc(part.Observations, whole.Observations[a:max(a, b)], sameObservation) {
			t.Fatalf("%d to %d of %d points are %d", first, end, n, len(part.Observations))
		}
		if k := len(part.Observations); k > 2 { // a crop of a crop is a crop
			x, y := random.IntN(k), random.IntN(k)
			if x < y && !reflect.DeepEqual(Crop(part, x, y).Observations, Crop(whole, a+x, a+y).Observations) {
				t.Fatalf("a crop of a crop differs")
			}
		}
		timed := forward(whole.Observations)
		if len(timed) == 0 {
			continue
		}
		from := whole.Observations[timed[random.IntN(len(timed))]].Time.Add(time.Duration(random.IntN(3)-1) * time.Second)
		to := from.Add(time.Duration(random.IntN(40000)) * time.Second)
		if random.IntN(2) == 0 {
			to = whole.Observations[timed[random.IntN(len(timed))]].Time
		}
		first, end = Between(whole, from, to)
		for _, i := range timed {
			at := whole.Observations[i].Time
			if in := !at.Before(from) && !at.After(to); in != (i >= first && i < end) {
				t.Fatalf("point %d at %v, of %v to %v: %d to %d", i, at, from, to, first, end)
			}
		}
		// The parts before, inside and after it are the whole.
		head, tail := Crop(whole, 0, first), Crop(whole, end, n)
		if joined := slices.Concat(head.Observations, Crop(whole, first, end).Observations, tail.Observations); !slices.EqualFunc(joined, whole.Observations, sameObservation) {
			t.Fatal("the parts are not the whole")
		}
		if first > 0 || end < n {
			moved++
		}
	}
	if moved < 500 {
		t.Errorf("only %d crops left something out", moved)
	}
}

func sameObservation(a, b match.Observation) bool {
	return a.Time.Equal(b.Time) && (a.Point == b.Point || !a.Valid() && !b.Valid())
}

// TestDropDropsOnlyTheList drops random points with their channels.
func TestDropDropsOnlyTheList(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	for range 2000 {
		whole := randomRecording(random)
		n := len(whole.Observations)
		var list []int
		for range random.IntN(8) {
			list = append(list, random.IntN(n+4)-2)
		}
		rest := Drop(whole, list)
		k := 0
		for i, o := range whole.Observations {
			if slices.Contains(list, i) {
				continue
			}
			if k >= len(rest.Observations) || !sameObservation(o, rest.Observations[k]) ||
				whole.Channels.Address != nil && whole.Channels.Address[i] != rest.Channels.Address[k] ||
				whole.Channels.Odometer != nil && whole.Channels.Odometer[i] != rest.Channels.Odometer[k] {
				t.Fatalf("point %d is not point %d of the rest without %v", i, k, list)
			}
			k++
		}
		if k != len(rest.Observations) || rest.ID != whole.ID || (rest.Channels.Ignition == nil) != (whole.Channels.Ignition == nil) {
			t.Fatalf("%d points are left, want %d", len(rest.Observations), k)
		}
	}
}

// TestSpikes has a straight drive to the north, a fix each second at 20 m/s, with changes.
func TestSpikes(t *testing.T) {
	fast, far := SpikeRule{Speed: 55}, SpikeRule{Leap: 300}
	for _, c := range []struct {
		name   string
		rule   SpikeRule
		change func(list []match.Observation) []match.Observation
		want   []int
	}{
		{"nothing", SpikeRule{55, 300}, func(l []match.Observation) []match.Observation { return l }, nil},
		{"one point", fast, func(l []match.Observation) []match.Observation { return shiftEast(l, 10, 11, 2000) }, []int{10}},
		{"three points", fast, func(l []match.Observation) []match.Observation { return shiftEast(l, 10, 13, 2000) }, []int{10, 11, 12}},
		{"the first point", fast, func(l []match.Observation) []match.Observation { return shiftEast(l, 0, 1, 2000) }, []int{0}},
		{"the last point", fast, func(l []match.Observation) []match.Observation { return shiftEast(l, 39, 40, 2000) }, []int{39}},
		{"a speed that is allowed", SpikeRule{Speed: 3000}, func(l []match.Observation) []match.Observation { return shiftEast(l, 10, 11, 2000) }, nil},
		{"no rule", SpikeRule{}, func(l []match.Observation) []match.Observation { return shiftEast(l, 10, 11, 2000) }, nil},
		{"a jump for good is none", fast, func(l []match.Observation) []match.Observation { return shiftEast(l, 10, 40, 2000) }, nil},
		{"too many are a place", fast, func(l []match.Observation) []match.Observation { return shiftEast(l, 5, 27, 9000) }, nil},
		{"leaving and returning", far, func(l []match.Observation) []match.Observation { return slower(shiftEast(l, 10, 12, 400), 30) }, []int{10, 11}},
		{"not far", far, func(l []match.Observation) []match.Observation { return slower(shiftEast(l, 10, 12, 250), 30) }, nil},
		{"far steps on the way", far, func(l []match.Observation) []match.Observation {
			for i := range l {
				l[i].Lat = 10 + float64(i)*400/geo.MetresPerDegree
			}
			return slower(l, 30)
		}, nil},
		{"for too long", far, func(l []match.Observation) []match.Observation { return slower(shiftEast(l, 10, 12, 400), 60) }, nil},
		{"without times", far, func(l []match.Observation) []match.Observation {
			l = shiftEast(l, 10, 12, 400)
			for i := range l {
				l[i].Time = time.Time{}
			}
			return l
		}, []int{10, 11}},
		{"two spikes", fast, func(l []match.Observation) []match.Observation {
			return shiftEast(shiftEast(l, 10, 11, 2000), 12, 14, -900)
		}, []int{10, 12, 13}},
		{"no points", fast, func([]match.Observation) []match.Observation { return nil }, nil},
	} {
		var list []match.Observation
		for i := range 40 {
			list = append(list, match.Observation{Point: geo.Point{Lat: 10 + float64(i)*20/geo.MetresPerDegree, Lon: 106}, Time: start.Add(time.Duration(i) * time.Second)})
		}
		if got := Spikes(trace.Trip{Observations: c.change(list)}, c.rule); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// shiftEast moves points to the east (metres), and slower makes the steps longer.
func shiftEast(list []match.Observation, first, end int, by float64) []match.Observation {
	for i := first; i < end; i++ {
		list[i].Lon += by / (geo.MetresPerDegree * 0.985)
	}
	return list
}

func slower(list []match.Observation, times int) []match.Observation {
	for i := range list {
		list[i].Time = start.Add(time.Duration(i*times) * time.Second)
	}
	return list
}

// TestSpikesOfRandomRecordings: the list is in order, of valid points, and without the spikes no
// point is a spike of speed but those that a spike hid.
func TestSpikesOfRandomRecordings(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	found := 0
	for range 2000 {
		whole := randomRecording(random)
		list := Spikes(whole, SpikeRule{Speed: 60 * random.Float64(), Leap: 20000 * random.Float64()})
		found += len(list)
		if !slices.IsSorted(list) || len(slices.Compact(slices.Clone(list))) != len(list) {
			t.Fatalf("the list is %v", list)
		}
		for _, i := range list {
			if !whole.Observations[i].Valid() {
				t.Fatalf("point %d has no position", i)
			}
		}
	}
	if found < 100 {
		t.Errorf("only %d spikes", found)
	}
}

func TestSharedTimes(t *testing.T) {
	piece := func(from, to int) (x trace.Trip) {
		for i := from; i < to; i++ {
			x.Observations = append(x.Observations, match.Observation{Point: geo.Point{Lat: 10 + 0.001*float64(i), Lon: 106}, Time: start.Add(time.Duration(i) * time.Minute)})
		}
		return x
	}
	other := piece(4, 8)
	other.Observations[1].Lat += 1
	for _, c := range []struct {
		name  string
		trips []trace.Trip
		want  []Shared
	}{
		{"one after the other", []trace.Trip{piece(5, 9), piece(0, 5)}, nil},
		{"a common moment", []trace.Trip{piece(0, 5), piece(4, 9)}, nil},
		{"a longer export", []trace.Trip{piece(3, 9), piece(0, 6)}, []Shared{{A: 1, B: 0, From: start.Add(3 * time.Minute), To: start.Add(5 * time.Minute), Equal: 3}}},
		{"other points", []trace.Trip{piece(0, 7), other}, []Shared{{A: 0, B: 1, From: start.Add(4 * time.Minute), To: start.Add(6 * time.Minute), Equal: 2, Others: 2}}},
		{"no times", []trace.Trip{piece(0, 7), {}}, nil},
	} {
		if got := SharedTimes(c.trips); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}
