// SPDX-License-Identifier: MIT

package workspace

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"roadsnap/engine/fleet"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

func TestOverlaps(t *testing.T) {
	w := openNew(t)
	whole := drive("51C-123.45", 0, 60) // 10 s and 111.2 m from point to point
	second := piece(whole, 0, 20)
	second.Vehicle = "51c 12345"
	moved := piece(drive("51C-123.45", 0, 60), 50, 60)
	moved.Observations[3].Lat += 1e-6
	other := drive("51C-123.46", 0, 60)
	touching := drive("51C-123.45", 0, 80)
	touching = piece(touching, 59, 80)
	untimed := trace.Trip{Vehicle: "51C-123.45", Observations: match.Path([]geo.Point{{Lat: 1, Lon: 1}, {Lat: 1, Lon: 2}})}
	unnamed := drive("", 0, 60)
	added := add(t, w, "x", whole, second, moved, other, touching, untimed, unnamed, piece(unnamed, 0, 50))
	got, err := w.Overlaps(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	at := func(n int) time.Time { return morning.Add(time.Duration(n) * 10 * time.Second).UTC() }
	same := func(from, to int) SameTime { return SameTime{From: at(from), To: at(to)} }
	want := []Overlap{
		{A: added[1].ID, B: added[0].ID, From: at(0), To: at(19), Equal: 20, Same: []SameTime{same(0, 19)}},
		// The point is in neither of the lengths on both sides of it.
		{A: added[0].ID, B: added[2].ID, From: at(50), To: at(59), Equal: 9, Differing: 2, Same: []SameTime{same(50, 52), same(54, 59)}},
	}
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	step := geo.Distance(whole.Observations[0].Point, whole.Observations[1].Point)
	for i, steps := range []float64{19, 7} {
		if math.Abs(got[i].Metres-steps*step) > 0.1 {
			t.Errorf("%v m in %+v, want %v", got[i].Metres, got[i], steps*step)
		}
		got[i].Metres = 0
		for k := range got[i].Same {
			s := &got[i].Same[k]
			if want := s.To.Sub(s.From).Seconds() / 10 * step; math.Abs(s.Metres-want) > 0.1 {
				t.Errorf("%+v, want %v m", s, want)
			}
			s.Metres = 0
		}
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Errorf("%+v, want %+v", got[i], want[i])
		}
	}
	// Trips that are not listed overlap no longer; one of another vehicle begins to.
	plate := "51C12345"
	if err := w.Edit(t.Context(), Edit{Vehicle: &plate}, added[3].ID); err != nil {
		t.Fatal(err)
	}
	if err := w.Remove(t.Context(), added[1].ID); err != nil {
		t.Fatal(err)
	}
	if got, err := w.Overlaps(t.Context()); err != nil || len(got) != 3 || got[0].B != added[3].ID || got[0].Equal != 60 {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestOverlapsOfManyTrips compares exports of a day that grow: each with the latest before it,
// and not with all.
func TestOverlapsOfManyTrips(t *testing.T) {
	w := openNew(t)
	const exports = 3 * maxEarlier
	whole := drive("GPS", 0, exports+1)
	var batch []trace.Trip
	for n := range exports {
		batch = append(batch, piece(whole, 0, n+2))
	}
	added := add(t, w, "x", batch...)
	list, err := w.Overlaps(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	earlier := map[ID]int{}
	with := map[[2]ID]Overlap{}
	for _, o := range list {
		earlier[o.B]++
		with[[2]ID{o.A, o.B}] = o
	}
	for n := 1; n < exports; n++ {
		o := with[[2]ID{added[n-1].ID, added[n].ID}]
		if got := earlier[added[n].ID]; got != min(n, maxEarlier) || o.Differing != 0 || len(o.Same) != 1 || !o.Same[0].To.Equal(added[n-1].Last) {
			t.Errorf("export %d is compared with %d earlier ones; %+v with the latest of them", n, got, o)
		}
	}
}

// TestStopsInOverlap cuts a drive with a stop of ten minutes: within the stop, before it, and
// after it.
func TestStopsInOverlap(t *testing.T) {
	day := drive("GPS", 0, 300)
	for i := range day.Observations {
		at := min(i, 100)
		if i > 160 {
			at = i - 60
		}
		day.Observations[i].Point = geo.Point{Lat: 10 + float64(at)*1e-3, Lon: 106}
	}
	w := openNew(t)
	for name, c := range map[string]struct {
		cut      [2]int // the second trip begins here, the first one ends here
		stops    int
		standing time.Duration
	}{
		"whole": {[2]int{50, 200}, 1, 10 * time.Minute}, "part": {[2]int{120, 145}, 1, 250 * time.Second}, "none": {[2]int{10, 90}, 0, 0},
	} {
		first, second := piece(day, 0, c.cut[1]+1), piece(day, c.cut[0], 300)
		first.Vehicle, second.Vehicle = name, name
		added := add(t, w, name, first, second)
		list, err := w.Overlaps(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range list {
			if o.A == added[0].ID && (len(o.Same) != 1 || o.Same[0].Stops != c.stops || (o.Same[0].Standing-c.standing).Abs() > 20*time.Second) {
				t.Errorf("%s: %+v, want %d stops, %v", name, o.Same, c.stops, c.standing)
			}
		}
	}
}

// TestOverlapsLikeObvious compares with a comparison of all points of all pairs.
func TestOverlapsLikeObvious(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 2))
	found := 0
	for range 20 {
		w := openNew(t)
		var trips []trace.Trip
		for i := range 30 {
			trips = append(trips, randomDrive(random, fmt.Sprintf("%d", i)))
		}
		for i, a := range add(t, w, "x", trips...) {
			if !a.Known && a.Of != i {
				t.Fatalf("trip %d is %+v", i, a)
			}
		}
		for range 2 { // then from the cache
			got, err := w.Overlaps(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			want := obviousOverlaps(t, w)
			for _, o := range got {
				slow, ok := want[[2]ID{o.A, o.B}]
				if delete(want, [2]ID{o.A, o.B}); !ok {
					t.Errorf("%+v is none", o)
				}
				if math.Abs(slow.Metres-o.Metres) > 1e-6 {
					t.Errorf("%v m, want %v", o.Metres, slow.Metres)
				}
				sum := 0.0
				for _, s := range o.Same {
					if sum += s.Metres; s.To.Before(s.From) || s.From.Before(o.From) || s.To.After(o.To) {
						t.Errorf("%+v in %+v", s, o)
					}
				}
				if math.Abs(sum-o.Metres) > 1e-6 {
					t.Errorf("parts of %v m in %+v", sum, o)
				}
				if slow.Metres, slow.Same = o.Metres, o.Same; !reflect.DeepEqual(slow, o) {
					t.Errorf("%+v, want %+v", o, slow)
				}
				found += o.Equal
			}
			if len(want) > 0 {
				t.Errorf("missing are %+v", want)
			}
			if _, err := w.Add(t.Context(), "more", ContentOf([]byte("more")), []trace.Trip{randomDrive(random, "more")}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if found == 0 {
		t.Error("no points were equal")
	}
}

// randomDrive returns points on a small grid of times and places, some without a time or a
// position, some out of order.
func randomDrive(random *rand.Rand, name string) trace.Trip {
	plates := []string{"51C-1", "51c 1", "51C-2", ""}
	t := trace.Trip{ID: name, Vehicle: plates[random.IntN(len(plates))]}
	start, step := random.IntN(40), 1+random.IntN(2)
	for i := range 1 + random.IntN(15) {
		n := start + i*step
		o := match.Observation{Time: morning.Add(time.Duration(n) * time.Second), Point: geo.Point{Lat: 10 + float64(n)*1e-4, Lon: 106}}
		switch random.IntN(12) {
		case 0:
			o.Lat += 1e-6
		case 1:
			o.Lat = math.NaN()
		case 2:
			o.Time = time.Time{}
		case 3:
			o.Time = o.Time.Add(-5 * time.Second)
		}
		t.Observations = append(t.Observations, o)
	}
	return t
}

// obviousOverlaps compares each listed trip with each other one.
func obviousOverlaps(t *testing.T, w *Workspace) map[[2]ID]Overlap {
	t.Helper()
	list, err := w.Trips(context.Background(), ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range list { // of times that run back
		if trip := &list[i]; trip.Last.Before(trip.First) {
			trip.First, trip.Last = trip.Last, trip.First
		}
	}
	overlaps := map[[2]ID]Overlap{}
	for _, a := range list {
		for _, b := range list {
			key := fleet.PlateKey(a.Vehicle)
			earlier := a.First.Before(b.First) || a.First.Equal(b.First) && (a.Last.Before(b.Last) || a.Last.Equal(b.Last) && a.ID < b.ID)
			if key == "" || key != fleet.PlateKey(b.Vehicle) || !earlier || a.First.IsZero() || b.First.IsZero() {
				continue
			}
			o := Overlap{A: a.ID, B: b.ID, From: b.First, To: a.Last}
			if b.Last.Before(o.To) {
				o.To = b.Last
			}
			if o.From.Before(o.To) {
				obviousEqual(&o, spanOf(t, w, a.ID, o), spanOf(t, w, b.ID, o))
				overlaps[[2]ID{a.ID, b.ID}] = o
			}
		}
	}
	return overlaps
}

// spanOf returns the points of a trip in the time of an overlap, in the order of time and
// latitude.
func spanOf(t *testing.T, w *Workspace, id ID, o Overlap) (points []match.Observation) {
	t.Helper()
	r, err := w.Recording(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Observations {
		if p.Valid() && !p.Time.IsZero() && !p.Time.Before(o.From) && !p.Time.After(o.To) {
			at := len(points)
			for at > 0 && (points[at-1].Time.After(p.Time) || points[at-1].Time.Equal(p.Time) && points[at-1].Lat > p.Lat) {
				at--
			}
			points = append(points[:at], append([]match.Observation{p}, points[at:]...)...)
		}
	}
	return points
}

// obviousEqual pairs the points of two trips.
func obviousEqual(o *Overlap, a, b []match.Observation) {
	taken := map[int]bool{}
	lastI, lastJ := -1, -1
	for i, p := range a {
		for j, q := range b {
			if taken[j] || !p.Time.Equal(q.Time) || p.Fixed() != q.Fixed() {
				continue
			}
			taken[j] = true
			o.Equal++
			if lastI >= 0 && (i-lastI == 1 || j-lastJ == 1) {
				o.Metres += geo.Distance(a[lastI].Fixed().Point(), p.Fixed().Point())
			}
			lastI, lastJ = i, j
			break
		}
	}
	o.Differing = len(a) + len(b) - 2*o.Equal
}

// BenchmarkOverlaps compares trips of 500 points, of which each tenth overlaps another.
func BenchmarkOverlaps(b *testing.B) {
	const trips = 2_000
	w := openNew(b)
	var batch []trace.Trip
	for i := range trips {
		t := drive(fmt.Sprint(i%50), i/50*100, 500)
		batch = append(batch, t)
		if i%10 == 0 {
			batch = append(batch, piece(t, 0, 400))
		}
	}
	add(b, w, "x", batch...)
	b.ReportAllocs()
	for b.Loop() {
		w.overlaps.set(nil)
		if list, err := w.Overlaps(b.Context()); err != nil || len(list) != trips/10 {
			b.Fatal(len(list), err)
		}
	}
}

// BenchmarkOverlapsOfAll looks for overlaps among many trips of 250 vehicles that have none.
// Each call after the first one does the same.
func BenchmarkOverlapsOfAll(b *testing.B) {
	w := openNew(b)
	fillMany(b, w, benchTrips(b))
	b.ReportAllocs()
	for b.Loop() {
		if list, err := w.Overlaps(b.Context()); err != nil || len(list) != 0 {
			b.Fatal(len(list), err)
		}
	}
}

// BenchmarkOverlapsOfOneName compares 5,000 trips of one name and one time, which have no
// point in common.
func BenchmarkOverlapsOfOneName(b *testing.B) {
	const trips, points = 5_000, 500
	w := openNew(b)
	for from := 0; from < trips; from += 500 {
		var batch []trace.Trip
		for i := range 500 {
			t := drive("GPS", 0, points)
			for k := range t.Observations {
				t.Observations[k].Lon += float64(from+i) * 1e-5
			}
			batch = append(batch, t)
		}
		add(b, w, fmt.Sprint(from), batch...)
	}
	b.ReportAllocs()
	for b.Loop() {
		w.overlaps.set(nil)
		if list, err := w.Overlaps(b.Context()); err != nil || len(list) < trips {
			b.Fatal(len(list), err)
		}
	}
}
