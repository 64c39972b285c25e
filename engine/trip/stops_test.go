// SPDX-License-Identifier: MIT

package trip

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// day drives an invented vehicle and records it.
type day struct {
	random   *rand.Rand
	plane    geo.Plane
	at       geo.XY
	heading  float64
	clock    float64 // seconds since the start
	interval float64 // between fixes (seconds)
	noise    float64 // per axis (metres)
	wander   float64 // of a parked receiver, per axis (metres)
	speeds   bool    // fixes have speeds
	due      float64 // the time of the next fix

	drift        geo.XY
	observations []match.Observation
	stops        []Stop // the true ones
	moving       []span // jams, ferries and tunnels
}

// span is a time in which the vehicle did not stop, seconds since the start.
type span struct {
	hazard   string
	from, to float64
}

func newDay(seed uint64, interval float64) *day {
	random := rand.New(rand.NewPCG(seed, 77))
	return &day{
		random: random, plane: geo.NewPlane(geo.Point{Lat: 10.8, Lon: 106.7}), interval: interval,
		noise: 2 + 5*random.Float64(), wander: 10, heading: 2 * math.Pi * random.Float64(),
	}
}

// pass lets time go by at a speed (m/s). Fixes are taken unless hidden.
func (d *day) pass(seconds, speed float64, hidden bool) {
	const step = 0.5
	for t := 0.0; t < seconds; t += step {
		d.clock += step
		d.at.X += speed * step * math.Sin(d.heading)
		d.at.Y += speed * step * math.Cos(d.heading)
		// A slow wandering of the receiver, larger where it stands, with a memory of two minutes.
		size := 4.0
		if speed == 0 {
			size = d.wander
		}
		keep := math.Exp(-step / 120)
		fresh := size * math.Sqrt(1-keep*keep)
		d.drift.X = d.drift.X*keep + fresh*d.random.NormFloat64()
		d.drift.Y = d.drift.Y*keep + fresh*d.random.NormFloat64()
		if d.clock < d.due {
			continue
		}
		d.due = d.clock + d.interval
		if hidden {
			continue
		}
		p := geo.XY{X: d.at.X + d.drift.X + d.noise*d.random.NormFloat64(), Y: d.at.Y + d.drift.Y + d.noise*d.random.NormFloat64()}
		if speed == 0 && d.random.Float64() < 0.01 { // a reflection
			p.X += 120 * d.random.NormFloat64()
			p.Y += 120 * d.random.NormFloat64()
		}
		d.observations = append(d.observations, match.Observation{
			Point: d.plane.Point(p), Time: start.Add(time.Duration(d.clock * float64(time.Second))), Speed: speed, HasSpeed: d.speeds,
		})
	}
}

func (d *day) recording() trace.Trip { return trace.Trip{Observations: d.observations} }

func (d *day) uniform(low, high float64) float64 { return low + (high-low)*d.random.Float64() }

// drive drives for some minutes, with bends and traffic lights.
func (d *day) drive() {
	for left := d.uniform(300, 1500); left > 0; {
		leg := d.uniform(10, 60)
		d.pass(leg, d.uniform(5, 20), false)
		left -= leg
		d.heading += 0.6 * d.random.NormFloat64()
		if d.random.IntN(4) == 0 {
			light := d.uniform(10, 90)
			d.pass(light, 0, false)
			d.pass(30, d.uniform(5, 20), false)
			left -= light
		}
	}
}

// stop stands for at least five minutes; the recorder may be off meanwhile.
func (d *day) stop() {
	from := d.clock
	seconds := math.Exp(d.uniform(math.Log(300), math.Log(7200)))
	if off := d.random.IntN(4) == 0; off {
		// A tracker records a fix when it is switched off, and one when it is switched on.
		on := min(seconds/3, d.uniform(20, 120))
		d.pass(on, 0, false)
		d.due = 0
		d.pass(1, 0, false)
		d.pass(seconds-2*on, 0, true)
		d.due = 0
		d.pass(on, 0, false)
	} else {
		d.pass(seconds, 0, false)
	}
	at := func(seconds float64) time.Time { return start.Add(time.Duration(seconds * float64(time.Second))) }
	d.stops = append(d.stops, Stop{Arrival: at(from), Departure: at(d.clock), Center: d.plane.Point(d.at)})
}

// jam halts and moves on by some metres, for 5 to 30 minutes.
func (d *day) jam() {
	from := d.clock
	for end := d.clock + d.uniform(300, 1800); d.clock < end; {
		d.pass(min(120, 10+30*d.random.ExpFloat64()), 0, false)
		d.pass(d.uniform(3, 12), d.uniform(1.5, 4), false)
	}
	d.moving = append(d.moving, span{"jam", from, d.clock})
}

// ferry crosses a river at walking pace or more.
func (d *day) ferry() {
	from := d.clock
	d.pass(d.uniform(300, 1200), d.uniform(1.5, 5), false)
	d.moving = append(d.moving, span{"ferry", from, d.clock})
}

// tunnel is driven without fixes.
func (d *day) tunnel() {
	from := d.clock
	d.pass(d.uniform(60, 400), d.uniform(8, 20), true)
	d.moving = append(d.moving, span{"tunnel", from, d.clock})
}

func randomDay(seed uint64, interval float64) *day {
	d := newDay(seed, interval)
	d.work()
	return d
}

// work drives all day.
func (d *day) work() {
	for range 6 {
		d.drive()
		switch d.random.IntN(6) {
		case 0:
			d.jam()
			d.drive()
		case 1:
			d.ferry()
			d.drive()
		case 2:
			d.tunnel()
			d.drive()
		}
		d.stop()
	}
	d.drive()
}

// Days of the test, and their seeds. Others (1 to 150) were used to choose the rules.
const firstSeed, days = 5001, 40

// matches reports whether a stop is the true one: it has 80 % of its time, its ends are
// within 60 s, and its centre is within 50 m.
func matches(got, want Stop) bool {
	from, to := got.Arrival, got.Departure
	if want.Arrival.After(from) {
		from = want.Arrival
	}
	if want.Departure.Before(to) {
		to = want.Departure
	}
	return to.Sub(from) >= want.Duration()*8/10 &&
		got.Arrival.Sub(want.Arrival).Abs() <= time.Minute && got.Departure.Sub(want.Departure).Abs() <= time.Minute &&
		geo.Distance(got.Center, want.Center) <= 50
}

// hazardAt names what the vehicle did at a time at which it made no stop.
func (d *day) hazardAt(at time.Time) string {
	seconds := at.Sub(start).Seconds()
	for _, m := range d.moving {
		if m.from <= seconds && seconds <= m.to {
			return m.hazard
		}
	}
	for _, s := range d.stops {
		if !at.Before(s.Arrival) && !at.After(s.Departure) {
			return "part of a stop"
		}
	}
	return "drive"
}

// TestStopsOfADay counts how many stops of synthetic days are found, and how many of those
// that are found are true.
func TestStopsOfADay(t *testing.T) {
	for _, interval := range []float64{1, 5, 15, 30, 60} {
		t.Run(fmt.Sprintf("every %.0f s", interval), func(t *testing.T) {
			checkStops(t, 0.95, func(seed uint64) *day { return newDay(seed, interval) })
		})
	}
}

// TestStopsThatAreTold counts them where parked receivers drift by 40 m, but report speeds. By
// positions alone, three of ten are found.
func TestStopsThatAreTold(t *testing.T) {
	for _, interval := range []float64{1, 5, 15, 30, 60} {
		t.Run(fmt.Sprintf("every %.0f s", interval), func(t *testing.T) {
			checkStops(t, 0.8, func(seed uint64) *day {
				d := newDay(seed, interval)
				d.wander, d.speeds = 40, true
				return d
			})
		})
	}
}

// checkStops checks that at least that share of the stops of days are found, and of those
// found are true.
func checkStops(t *testing.T, least float64, begin func(seed uint64) *day) {
	t.Helper()
	right, truth, claimed := 0, 0, 0
	wrong := map[string]int{}
	for seed := range uint64(days) {
		d := begin(firstSeed + seed)
		d.work()
		stops := Stops(d.recording())
		truth, claimed = truth+len(d.stops), claimed+len(stops)
		for _, got := range stops {
			if slices.ContainsFunc(d.stops, func(want Stop) bool { return matches(got, want) }) {
				right++
			} else {
				wrong[d.hazardAt(got.Arrival.Add(got.Duration()/2))]++
			}
		}
		for i := 1; i < len(stops); i++ {
			if stops[i].First <= stops[i-1].Last || !stops[i].Arrival.After(stops[i-1].Departure) {
				t.Errorf("seed %d: stops overlap: %+v, %+v", firstSeed+seed, stops[i-1], stops[i])
			}
		}
	}
	precision, recall := float64(right)/float64(claimed), float64(right)/float64(truth)
	t.Logf("precision %.3f, recall %.3f of %d stops; wrong ones: %v", precision, recall, truth, wrong)
	if precision < least || recall < least {
		t.Errorf("precision %.3f, recall %.3f, want %.2f each", precision, recall, least)
	}
	if wrong["ferry"]+wrong["tunnel"] > 0 {
		t.Errorf("stops on ferries and in tunnels: %v", wrong)
	}
}

// TestStopsIgnoreWhatHasNoTime inserts observations that say nothing into a stop: the
// indexes are still those of the recording.
func TestStopsIgnoreWhatHasNoTime(t *testing.T) {
	d := newDay(1, 5)
	d.drive()
	d.stop()
	d.drive()
	want := Stops(d.recording())
	if len(want) != 1 {
		t.Fatalf("%d stops, want 1", len(want))
	}
	at := want[0].First + 3
	bad := []match.Observation{
		{Point: geo.Point{Lat: 10.8, Lon: 106.7}},                                              // no time
		{Point: geo.Point{Lat: math.NaN(), Lon: 106.7}, Time: d.observations[at].Time},         // no place
		{Point: geo.Point{Lat: 11, Lon: 107}, Time: d.observations[at-1].Time.Add(-time.Hour)}, // back in time
		{Point: geo.Point{Lat: 11, Lon: 107}, Time: d.observations[at-1].Time},                 // twice
	}
	got := Stops(trace.Trip{Observations: slices.Insert(slices.Clone(d.observations), at, bad...)})
	want[0].Last += len(bad)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	for _, none := range [][]match.Observation{nil, d.observations[:1], d.observations[want[0].First:][:2], match.Path([]geo.Point{{Lat: 10, Lon: 106}, {Lat: 10, Lon: 106}})} {
		if stops := Stops(trace.Trip{Observations: none}); len(stops) != 0 {
			t.Errorf("%d observations: %+v", len(none), stops)
		}
	}
}

// TestSilentStops has a fix every minute and an hour without any, in which the vehicle got on
// by 400 m: it stood where the recording says that it was slow, or at an end of it.
func TestSilentStops(t *testing.T) {
	const gap = 3600
	for _, c := range []struct {
		name  string
		steps [][2]float64 // seconds and metres
		at    int          // the observation at the stop, -1 if there is none
	}{
		{"slow before", [][2]float64{{60, 600}, {60, 600}, {60, 100}, {gap, 400}, {60, 600}, {60, 600}}, 3},
		{"slow after", [][2]float64{{60, 600}, {60, 600}, {gap, 400}, {60, 100}, {60, 600}}, 3},
		{"at the end", [][2]float64{{60, 600}, {60, 600}, {gap, 400}}, 3},
		{"at the beginning", [][2]float64{{gap, 400}, {60, 600}, {60, 600}}, 0},
		{"a sleeping tracker", [][2]float64{{60, 600}, {gap, 400}, {gap, 400}, {60, 600}}, 2},
		{"farther than a tracker misses", [][2]float64{{60, 600}, {60, 600}, {gap, 1100}, {60, 600}}, -1},
		{"a tracker that reports often", [][2]float64{{10, 100}, {10, 100}, {10, 100}, {gap, 500}, {10, 100}, {10, 100}}, -1},
		{"a slow ferry without fixes", [][2]float64{{60, 600}, {60, 600}, {gap, 3 * gap}, {60, 600}}, -1},
	} {
		at := geo.Point{Lat: 10.8, Lon: 106.7}
		list := []match.Observation{{Point: at, Time: start}}
		clock := start
		for _, s := range c.steps {
			clock = clock.Add(time.Duration(s[0]) * time.Second)
			at.Lat += s[1] / geo.MetresPerDegree
			list = append(list, match.Observation{Point: at, Time: clock})
		}
		stops := Stops(trace.Trip{Observations: list})
		switch {
		case c.at < 0 && len(stops) == 0:
		case c.at < 0 || len(stops) != 1 || stops[0].First != c.at || stops[0].Last != c.at || stops[0].Duration() < gap*time.Second*9/10:
			t.Errorf("%s: %+v, want one at %d", c.name, stops, c.at)
		}
	}
}

// TestStopEndsWithTheSignal has a stop of ten minutes, and then an hour without fixes in which
// the vehicle got on by 3 km: when it left is unknown, and the hour is neither driving nor
// standing.
func TestStopEndsWithTheSignal(t *testing.T) {
	at, clock := geo.Point{Lat: 10.8, Lon: 106.7}, start
	var list []match.Observation
	drive := func(n int, seconds, metres float64) {
		for range n {
			clock = clock.Add(time.Duration(seconds * float64(time.Second)))
			at.Lat += metres / geo.MetresPerDegree
			list = append(list, match.Observation{Point: at, Time: clock})
		}
	}
	drive(20, 10, 100)
	drive(60, 10, 0)
	drive(1, 3600, 3000)
	drive(20, 10, 100)
	recording := trace.Trip{Observations: list}
	stops := Stops(recording)
	if len(stops) != 1 || stops[0].Duration() < 9*time.Minute || stops[0].Duration() > 11*time.Minute {
		t.Fatalf("%+v, want one of 10 min", stops)
	}
	result := match.Result{Points: make([]match.Point, len(list))}
	s := NewStatistics(recording, result, stops, NewTrack(list, result), nil)
	if s.Silent != 50*time.Minute || s.Driving+s.Standing+s.Silent != list[len(list)-1].Time.Sub(list[0].Time) {
		t.Errorf("%v without signal, %v driving, %v standing", s.Silent, s.Driving, s.Standing)
	}
}

// TestStopsOfWildTracks finds stops of tracks that no vehicle drives: they are in order, do not
// overlap, and lie within the recording.
func TestStopsOfWildTracks(t *testing.T) {
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 3))
	found := 0
	for range 2000 {
		list := make([]match.Observation, random.IntN(60))
		ignition := make([]trace.Ignition, len(list))
		at, clock, speeds := geo.Point{Lat: 10.8, Lon: 106.7}, start, random.IntN(2) == 0
		for i := range list {
			size := math.Pow(10, -6+4*random.Float64()) // degrees
			at.Lat += size * random.NormFloat64()
			at.Lon += size * random.NormFloat64()
			clock = clock.Add(time.Duration(math.Pow(10, 4*random.Float64()) * float64(time.Second)))
			list[i] = match.Observation{Point: at, Time: clock, Speed: []float64{0, 0, 0, 8}[random.IntN(4)], HasSpeed: speeds}
			ignition[i] = trace.Ignition(random.IntN(3))
		}
		stops := Stops(trace.Trip{Observations: list, Channels: trace.Channels{Ignition: ignition}})
		for i, s := range stops {
			found++
			if s.First > s.Last || s.Arrival.After(list[s.First].Time) || s.Departure.Before(list[s.Last].Time) ||
				s.Arrival.Before(list[0].Time) || s.Departure.After(list[len(list)-1].Time) || s.Idling > s.Duration() || s.Idling < 0 {
				t.Fatalf("seed %d: %+v", seed, s)
			}
			if i > 0 && (s.First <= stops[i-1].Last || s.Arrival.Before(stops[i-1].Departure)) {
				t.Fatalf("seed %d: stops overlap: %+v, %+v", seed, stops[i-1], s)
			}
		}
	}
	if found < 1000 {
		t.Errorf("%d stops, the test proves little", found)
	}
}

func BenchmarkStops(b *testing.B) {
	d := randomDay(1, 1)
	b.ReportAllocs()
	for b.Loop() {
		Stops(d.recording())
	}
	b.ReportMetric(float64(len(d.observations)), "points")
}

// TestMedian compares medians with those of sorted values.
func TestMedian(t *testing.T) {
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 1))
	for range 2000 {
		values := make([]float64, 1+r.IntN(40))
		for i := range values {
			values[i] = float64(r.IntN(1 + r.IntN(50)))
		}
		sorted := slices.Sorted(slices.Values(values))
		n := len(sorted)
		want := (sorted[(n-1)/2] + sorted[n/2]) / 2
		if got := medianOf(values); got != want {
			t.Fatalf("seed %d: %v of %v, want %v", seed, got, sorted, want)
		}
	}
}
