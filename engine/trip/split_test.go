// SPDX-License-Identifier: MIT

package trip

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"roadsnap/engine/errclass"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// randomRecording returns a recording with every kind of disorder: no times, times twice,
// back and in 2099, places that are not on Earth, and channels that are or are not there.
func randomRecording(random *rand.Rand) trace.Trip {
	t := trace.Trip{ID: fmt.Sprintf("file-%d", random.IntN(3)), Vehicle: "51C-123.45", Device: "77", Driver: []string{"", "An", "An, Bình"}[random.IntN(3)]}
	for _, kind := range []trace.NoteKind{trace.NoteTruncated, trace.NoteReversed, trace.NoteBadRecord, trace.NoteEncoding} {
		if random.IntN(3) == 0 {
			t.Notes = append(t.Notes, trace.Note{Kind: kind, Line: random.IntN(9), Count: 1})
		}
	}
	disorder := 0.0
	if random.IntN(2) == 0 {
		disorder = 0.3 * random.Float64()
	}
	clock, timeless := start.Add(12*time.Hour), random.IntN(8) == 0
	for range random.IntN(60) {
		clock = clock.Add(time.Duration(1+random.ExpFloat64()*3000) * time.Second)
		o := match.Observation{Point: geo.Point{Lat: 10 + random.Float64(), Lon: 106}, Time: clock}
		if random.Float64() < disorder {
			switch random.IntN(6) {
			case 0:
				o.Time = time.Time{}
			case 1:
				o.Time = clock.Add(-24 * time.Hour)
			case 2:
				o.Time = time.Date(2099, 1, 1, 0, 0, random.IntN(9), 0, time.UTC)
			case 3:
				o.Lat = 200
			default:
				if n := len(t.Observations); n > 0 {
					o = t.Observations[n-1]
				}
			}
		}
		if timeless {
			o.Time = time.Time{}
		}
		t.Observations = append(t.Observations, o)
	}
	n := len(t.Observations)
	if random.IntN(2) == 0 {
		for range n {
			t.Channels.Ignition = append(t.Channels.Ignition, trace.Ignition(random.IntN(3)))
			t.Channels.Odometer = append(t.Channels.Odometer, math.Floor(100*random.Float64()))
		}
	}
	if random.IntN(2) == 0 {
		for i := range n {
			t.Channels.Address = append(t.Channels.Address, fmt.Sprint(i))
		}
	}
	return t
}

// TestSplitLosesNothing cuts random recordings at random places and at the points of random
// rules: the parts hold the observations of the whole, each once, and become it again.
func TestSplitLosesNothing(t *testing.T) {
	parted := 0
	for seed := range uint64(3000) {
		random := rand.New(rand.NewPCG(seed, 11))
		whole := randomRecording(random)
		n := len(whole.Observations)
		rule := SplitRule{Stop: time.Duration(random.IntN(3)) * 10 * time.Minute, Gap: time.Duration(random.IntN(3)) * time.Hour, Midnight: random.IntN(2) == 0, Location: trace.VietnamTime()}
		at := SplitPoints(whole, Stops(whole), rule)
		if !slices.IsSorted(at) || len(at) > 0 && (at[0] <= 0 || at[len(at)-1] >= n) {
			t.Fatalf("seed %d: split points %v of %d observations", seed, at, n)
		}
		if random.IntN(2) == 0 && n > 0 {
			for range random.IntN(9) {
				at = append(at, random.IntN(n+4)-2)
			}
		}
		parts := Split(whole, at)
		parted += len(parts) - 1
		var all []match.Observation
		ids := map[string]bool{}
		for _, p := range parts {
			all = append(all, p.Observations...)
			if ids[p.ID] || p.Vehicle != whole.Vehicle || p.Device != whole.Device || len(parts) > 1 && len(p.Observations) == 0 {
				t.Fatalf("seed %d: part %+v", seed, p)
			}
			ids[p.ID] = true
		}
		if !slices.Equal(all, whole.Observations) {
			t.Fatalf("seed %d: the parts hold %d observations, the whole %d", seed, len(all), n)
		}
		if len(forward(whole.Observations)) > 0 {
			random.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		}
		again, err := Merge(parts)
		if err != nil || !reflect.DeepEqual(again, whole) {
			t.Fatalf("seed %d: %d parts become\n%+v, want\n%+v (%v)", seed, len(parts), again, whole, err)
		}
	}
	if parted < 3000 {
		t.Errorf("only %d cuts were made", parted)
	}
}

// TestSplitNotes cuts a file that ends too early: only the part at its end says so. A
// recording that runs backwards begins at the end of its file.
func TestSplitNotes(t *testing.T) {
	for _, c := range []struct {
		kinds []trace.NoteKind
		want  [3][]trace.NoteKind
	}{
		{nil, [3][]trace.NoteKind{}},
		{[]trace.NoteKind{trace.NoteTruncated, trace.NoteBadRecord}, [3][]trace.NoteKind{
			{trace.NoteBadRecord}, {trace.NoteBadRecord}, {trace.NoteTruncated, trace.NoteBadRecord},
		}},
		{[]trace.NoteKind{trace.NoteTruncated, trace.NoteReversed}, [3][]trace.NoteKind{
			{trace.NoteTruncated, trace.NoteReversed}, {trace.NoteReversed}, {trace.NoteReversed},
		}},
	} {
		whole := hills(9, func(int) float64 { return 0 })
		for _, k := range c.kinds {
			whole.Notes = append(whole.Notes, trace.Note{Kind: k})
		}
		for i, part := range Split(whole, []int{3, 6}) {
			var got []trace.NoteKind
			for _, n := range part.Notes {
				got = append(got, n.Kind)
			}
			if !slices.Equal(got, c.want[i]) {
				t.Errorf("notes %v: part %d has %v, want %v", c.kinds, i+1, got, c.want[i])
			}
		}
	}
}

// TestMergeOverlaps joins pieces of a day that overlap, in any order.
func TestMergeOverlaps(t *testing.T) {
	for seed := range uint64(500) {
		random := rand.New(rand.NewPCG(seed, 12))
		d := newDay(seed, 10)
		d.drive()
		whole := d.recording()
		n := len(whole.Observations)
		for i := range n { // a time without order, and one that is missing
			if random.IntN(20) == 0 {
				whole.Observations[i].Time = time.Time{}
			}
		}
		whole.ID, whole.Channels.Odometer = "day", make([]float64, n)
		for i := range n {
			whole.Channels.Odometer[i] = float64(i)
		}
		piece := func(from, to int) trace.Trip {
			for whole.Observations[from].Time.IsZero() {
				from-- // the first one of a piece has a time, because it says where the piece belongs
			}
			for to < n && whole.Observations[to].Time.IsZero() {
				to++
			}
			p := whole
			p.Observations = slices.Clone(whole.Observations[from:to])
			p.Channels = whole.Channels.Slice(from, to)
			if random.IntN(4) == 0 && from > 0 && to < n {
				p.Channels = trace.Channels{}
			}
			return p
		}
		whole.Observations[0].Time = start
		a, b := 1+random.IntN(n/2-1), n/2+random.IntN(n/2)
		parts := []trace.Trip{piece(0, b), piece(a, n), piece(min(a, b)-1, max(a, b))}
		random.Shuffle(3, func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		got, err := Merge(parts)
		if err != nil || !reflect.DeepEqual(got.Observations, whole.Observations) || !slices.Equal(got.Channels.Odometer, whole.Channels.Odometer) {
			t.Fatalf("seed %d: %d observations, want %d (%v)", seed, len(got.Observations), n, err)
		}
	}
}

// TestMergeFillsChannels joins exports of one day of which each has the odometer at some
// points only: a value that any of them has is kept, in any order of the exports.
func TestMergeFillsChannels(t *testing.T) {
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 18))
		whole := hills(1+random.IntN(30), func(int) float64 { return 0 })
		n := len(whole.Observations)
		parts := make([]trace.Trip, 2+random.IntN(4))
		want := slices.Repeat([]float64{-1}, n)
		some := false
		for k := range parts {
			parts[k].Observations = slices.Clone(whole.Observations)
			if random.IntN(2) == 0 {
				continue
			}
			some = true
			for i := range n {
				parts[k].Channels.Odometer = append(parts[k].Channels.Odometer, math.NaN())
				if random.IntN(3) == 0 {
					parts[k].Channels.Odometer[i], want[i] = float64(i), float64(i)
				}
			}
		}
		got, err := Merge(parts)
		if err != nil || len(got.Observations) != n {
			t.Fatalf("seed %d: %d observations, want %d (%v)", seed, len(got.Observations), n, err)
		}
		odometer := got.Channels.Odometer
		for i := range odometer {
			if math.IsNaN(odometer[i]) {
				odometer[i] = -1
			}
		}
		if some && !slices.Equal(odometer, want) || !some && odometer != nil {
			t.Fatalf("seed %d: odometer %v of %d trips, want %v", seed, odometer, len(parts), want)
		}
	}
}

func TestMergeConflicts(t *testing.T) {
	d := newDay(3, 10)
	d.drive()
	a := d.recording()
	n := len(a.Observations)
	move := func(by float64, later time.Duration) trace.Trip {
		b := trace.Trip{ID: "b"}
		for _, o := range a.Observations[n/3 : n/2] {
			o.Lat += by
			o.Time = o.Time.Add(later)
			b.Observations = append(b.Observations, o)
		}
		return b
	}
	for _, c := range []struct {
		name     string
		b        trace.Trip
		conflict bool
		points   int
	}{
		{"five decimals", move(5e-6, 0), false, n},
		{"another place", move(0.001, 0), true, 0},
		{"between, near", move(0, 5*time.Second), false, n + n/2 - n/3},
		{"between, far", move(0.1, 5*time.Second), true, 0},
		{"no times", trace.Trip{Observations: match.Path([]geo.Point{{Lat: 10, Lon: 106}})}, true, 0},
		{"nothing", trace.Trip{}, false, n},
	} {
		for _, parts := range [][]trace.Trip{{a, c.b}, {c.b, a}} {
			got, err := Merge(parts)
			if errors.Is(err, ErrConflict) != c.conflict || len(got.Observations) != c.points {
				t.Errorf("%s: %d points, want %d; %v", c.name, len(got.Observations), c.points, err)
			}
			if err != nil && errclass.Of(err) != errclass.TripsConflict {
				t.Errorf("%s: class %s", c.name, errclass.Of(err))
			}
		}
	}
	if got, err := Merge(nil); err != nil || len(got.Observations) != 0 {
		t.Errorf("no parts: %+v, %v", got, err)
	}
}

// TestSplitPoints cuts where each rule says.
func TestSplitPoints(t *testing.T) {
	day := func(times ...string) (r trace.Trip) {
		for _, s := range times {
			at, err := time.Parse("2 15:04", s)
			if err != nil {
				t.Fatal(err)
			}
			r.Observations = append(r.Observations, match.Observation{Point: geo.Point{Lat: 10, Lon: 106}, Time: at})
		}
		return r
	}
	hanoi := trace.VietnamTime() // UTC+7
	r := day("1 10:00", "1 10:10", "1 10:20", "1 10:30", "1 16:30", "1 17:05", "1 17:10")
	stop := []Stop{{First: 0, Last: 3, Arrival: r.Observations[0].Time, Departure: r.Observations[3].Time}}
	for _, c := range []struct {
		name string
		rule SplitRule
		want []int
	}{
		{"nowhere", SplitRule{}, nil},
		{"at a stop", SplitRule{Stop: 30 * time.Minute}, []int{2}},
		{"the stop is shorter", SplitRule{Stop: 31 * time.Minute}, nil},
		{"at a gap", SplitRule{Gap: 6 * time.Hour}, []int{4}},
		{"at two gaps", SplitRule{Gap: 35 * time.Minute}, []int{4, 5}},
		{"the gap is shorter", SplitRule{Gap: 6*time.Hour + time.Second}, nil},
		{"at midnight in Vietnam", SplitRule{Midnight: true, Location: hanoi}, []int{5}},
		{"no midnight in UTC", SplitRule{Midnight: true}, nil},
		{"once in a stop with gaps", SplitRule{Stop: 30 * time.Minute, Gap: 10 * time.Minute}, []int{1, 4, 5}},
	} {
		if got := SplitPoints(r, stop, c.rule); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	night := []Stop{{First: 3, Last: 6, Arrival: r.Observations[3].Time, Departure: r.Observations[6].Time}}
	if got := SplitPoints(r, night, SplitRule{Stop: time.Hour, Gap: 2 * time.Hour, Midnight: true, Location: hanoi}); !slices.Equal(got, []int{5}) {
		t.Errorf("a night is cut at %v, want midnight alone", got)
	}
}

// TestSplitKeepsHalfAStop checks that both parts of a divided stop are stops.
func TestSplitKeepsHalfAStop(t *testing.T) {
	d := newDay(5, 10)
	d.drive()
	d.pass(1800, 0, false)
	d.drive()
	whole := d.recording()
	parts := Split(whole, SplitPoints(whole, Stops(whole), SplitRule{Stop: 20 * time.Minute}))
	if len(parts) != 2 {
		t.Fatalf("%d parts, want 2", len(parts))
	}
	for i, p := range parts {
		stops := Stops(p)
		if len(stops) != 1 || (stops[0].Duration()-15*time.Minute).Abs() > time.Minute {
			t.Errorf("part %d has the stops %+v, want one of 15 minutes", i, stops)
		}
	}
}

func BenchmarkSplit(b *testing.B) {
	d := randomDay(1, 1)
	whole := d.recording()
	whole.Observations = whole.Observations[:min(50_000, len(whole.Observations))]
	stops := Stops(whole)
	b.ReportAllocs()
	for b.Loop() {
		Split(whole, SplitPoints(whole, stops, SplitRule{Stop: 10 * time.Minute, Gap: 10 * time.Minute, Midnight: true}))
	}
	b.ReportMetric(float64(len(whole.Observations)), "points")
}

func BenchmarkMerge(b *testing.B) {
	d := randomDay(1, 1)
	whole := d.recording()
	n := len(whole.Observations)
	first, second := whole, whole
	first.Observations, second.Observations = whole.Observations[:n*2/3], whole.Observations[n/3:]
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Merge([]trace.Trip{first, second}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(n), "points")
}
