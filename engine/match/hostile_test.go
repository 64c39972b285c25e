// SPDX-License-Identifier: MIT

package match

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"roadsnap/data"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/engine/road"
)

// ground is a map on which trips are drawn at random.
type ground struct {
	tb     testing.TB
	g      *road.Graph
	random *rand.Rand
	plane  geo.Plane
	lo, hi geo.XY // the corners of the map
	search *road.Search
}

func newGround(tb testing.TB, g *road.Graph, seed uint64) *ground {
	b := g.Bounds()
	plane := geo.NewPlane(b.Center())
	return &ground{
		tb: tb, g: g, random: rand.New(rand.NewPCG(seed, seed)), plane: plane, search: road.NewSearch(g),
		lo: plane.XY(geo.Point{Lat: b.South, Lon: b.West}), hi: plane.XY(geo.Point{Lat: b.North, Lon: b.East}),
	}
}

// anywhere returns a place on the map.
func (m *ground) anywhere() geo.XY {
	return geo.XY{X: m.lo.X + m.random.Float64()*(m.hi.X-m.lo.X), Y: m.lo.Y + m.random.Float64()*(m.hi.Y-m.lo.Y)}
}

// onRoad returns a place on a road for cars, streets being likelier where they are dense.
func (m *ground) onRoad() geo.XY {
	for {
		l := road.LinkID(m.random.IntN(m.g.NumLinks()))
		if m.g.Access(l.Forward())&road.Car != 0 {
			return m.plane.XY(m.g.Shape(l)[0].Point())
		}
	}
}

// noisy moves a place by normal noise of that deviation (metres).
func (m *ground) noisy(p geo.XY, sigma float64) geo.XY {
	return geo.XY{X: p.X + sigma*m.random.NormFloat64(), Y: p.Y + sigma*m.random.NormFloat64()}
}

// within moves a place back onto the map.
func (m *ground) within(p geo.XY) geo.XY {
	return geo.XY{X: min(max(p.X, m.lo.X), m.hi.X), Y: min(max(p.Y, m.lo.Y), m.hi.Y)}
}

// step returns the place at a distance in a random direction, on the map.
func (m *ground) step(p geo.XY, metres float64) geo.XY {
	for range 100 {
		sin, cos := math.Sincos(2 * math.Pi * m.random.Float64())
		if q := (geo.XY{X: p.X + metres*cos, Y: p.Y + metres*sin}); m.within(q) == q {
			return q
		}
	}
	return m.anywhere()
}

// drive returns the places of a drive along the roads, from place to place, a step apart
// (metres).
func (m *ground) drive(n int, step float64) (places []geo.XY) {
	rules := road.DefaultRules(road.Car)
	from := road.Position{}
	var line []geo.Point
	have := 0.0
	for tries := 0; have < float64(n)*step; tries++ {
		if tries == 10_000 {
			m.tb.Fatal("no long drive")
		}
		if line == nil {
			hits := m.g.Near(nil, m.plane.Point(m.onRoad()), 50, road.Car)
			if len(hits) == 0 {
				continue
			}
			from = road.Position{Edge: hits[0].Link.Forward()}
		}
		hits := m.g.Near(nil, m.plane.Point(m.onRoad()), 50, road.Car)
		if len(hits) == 0 {
			continue
		}
		to := road.Position{Edge: hits[0].Link.Forward()}
		m.search.Run(from, 30_000, []road.Position{to}, rules)
		length, found := m.search.Distance(0)
		if !found || length < 2000 {
			if tries%50 == 49 {
				line, have = nil, 0
			}
			continue
		}
		edges := m.search.Path(nil, 0)
		for _, e := range edges[:len(edges)-1] {
			line = m.g.AppendShape(line, e, 0, m.g.Length(e.Link()))
		}
		have, from = have+length, to
	}
	rest := 0.0
	for i := 1; i < len(line); i++ {
		length := geo.Distance(line[i-1], line[i])
		for ; rest < length && len(places) < n; rest += step {
			places = append(places, m.plane.XY(geo.Lerp(line[i-1], line[i], rest/length)))
		}
		rest -= length
	}
	if len(places) < n {
		return m.drive(n, step)
	}
	return places
}

// densest returns the place with the most links within 50 m, of many.
func (m *ground) densest() (best geo.XY) {
	most := 0
	for range 2000 {
		p := m.onRoad()
		if n := len(m.g.Near(nil, m.plane.Point(p), 50, 0)); n > most {
			best, most = p, n
		}
	}
	return best
}

// divided returns two places near each other whose way by road is long.
func (m *ground) divided() (a, b geo.XY) {
	rules, most := road.DefaultRules(road.Car), 0.0
	for range 300 {
		p := m.onRoad()
		q := m.step(p, 300)
		from, to := m.g.Near(nil, m.plane.Point(p), 30, road.Car), m.g.Near(nil, m.plane.Point(q), 60, road.Car)
		if len(from) == 0 || len(to) == 0 {
			continue
		}
		m.search.Run(road.Position{Edge: from[0].Link.Forward()}, 20_000, []road.Position{{Edge: to[0].Link.Forward()}}, rules)
		if length, found := m.search.Distance(0); found && length > most {
			a, b, most = p, q, length
		}
	}
	return a, b
}

// trip makes observations of places: a point every interval seconds, 0 without times,
// with that accuracy, 0 without.
func (m *ground) trip(places []geo.XY, interval, accuracy float64) []Observation {
	obs := make([]Observation, len(places))
	for i, p := range places {
		obs[i] = Observation{Point: m.plane.Point(p), Accuracy: accuracy}
		if interval != 0 {
			obs[i].Time = time.Unix(1_700_000_000, 0).Add(time.Duration(float64(i) * interval * float64(time.Second)))
		}
	}
	return obs
}

// each returns n places.
func each(n int, at func(i int) geo.XY) []geo.XY {
	places := make([]geo.XY, n)
	for i := range places {
		places[i] = at(i)
	}
	return places
}

// normal returns an ordinary drive at 10 m/s.
func (m *ground) normal(n int, interval float64) []Observation {
	places := m.drive(n, 10*interval)
	for i := range places {
		places[i] = m.noisy(places[i], 8)
	}
	return m.trip(places, interval, 8)
}

// hostile are trips made to take long.
var hostile = []struct {
	name string
	make func(m *ground, n int) []Observation
}{
	{"random places", func(m *ground, n int) []Observation {
		return m.trip(each(n, func(int) geo.XY { return m.anywhere() }), 0, 0)
	}},
	{"random roads", func(m *ground, n int) []Observation {
		return m.trip(each(n, func(int) geo.XY { return m.onRoad() }), 0, 0)
	}},
	{"random roads, timed", func(m *ground, n int) []Observation {
		return m.trip(each(n, func(int) geo.XY { return m.onRoad() }), 1700, 0)
	}},
	{"teleporting", func(m *ground, n int) []Observation {
		a, b := m.onRoad(), m.onRoad()
		return m.trip(each(n, func(i int) geo.XY { return m.noisy([]geo.XY{a, b}[i%2], 100) }), 0, 0)
	}},
	{"walk of 500 m", func(m *ground, n int) []Observation {
		p := m.densest()
		return m.trip(each(n, func(int) geo.XY { p = m.step(p, 500); return p }), 0, 0)
	}},
	{"walk of 1 km", func(m *ground, n int) []Observation {
		p := m.densest()
		return m.trip(each(n, func(int) geo.XY { p = m.step(p, 1000); return p }), 0, 0)
	}},
	{"walk of 1.9 km", func(m *ground, n int) []Observation {
		p := m.densest()
		return m.trip(each(n, func(int) geo.XY { p = m.step(p, 1900); return p }), 0, 30)
	}},
	{"walk of 2.9 km", func(m *ground, n int) []Observation {
		p := m.densest()
		return m.trip(each(n, func(int) geo.XY { p = m.step(p, 2900); return p }), 0, 50)
	}},
	{"walk of 19.9 km", func(m *ground, n int) []Observation {
		p := m.densest()
		return m.trip(each(n, func(int) geo.XY { p = m.step(p, 19_900); return p }), 0, 0)
	}},
	{"round a town", func(m *ground, n int) []Observation {
		c := m.densest()
		return m.trip(each(n, func(i int) geo.XY {
			sin, cos := math.Sincos(2.4 * float64(i))
			return m.noisy(geo.XY{X: c.X + 1300*sin, Y: c.Y + 1300*cos}, 50)
		}), 0, 0)
	}},
	{"zigzag of 120 m", func(m *ground, n int) []Observation {
		places := m.drive(n, 30)
		for i := range places {
			places[i].Y += float64(i%2)*120 - 60
		}
		return m.trip(places, 0, 0)
	}},
	{"zigzag of 400 m", func(m *ground, n int) []Observation {
		places := m.drive(n, 30)
		for i := range places {
			places[i].X += float64(i%2)*400 - 200
		}
		return m.trip(places, 0, 0)
	}},
	{"densest junction", func(m *ground, n int) []Observation {
		p := m.densest()
		return m.trip(each(n, func(int) geo.XY { return m.noisy(p, 20) }), 1, 5)
	}},
	{"densest junction, wide", func(m *ground, n int) []Observation {
		p := m.densest()
		return m.trip(each(n, func(int) geo.XY { return m.noisy(p, 60) }), 0, 10)
	}},
	{"stated accuracy of 500 m", func(m *ground, n int) []Observation {
		places := m.drive(n, 50)
		for i := range places {
			places[i] = m.noisy(places[i], 100)
		}
		return m.trip(places, 5, 500)
	}},
	{"stated accuracy of 1 mm", func(m *ground, n int) []Observation {
		places := m.drive(n, 50)
		for i := range places {
			places[i] = m.noisy(places[i], 50)
		}
		return m.trip(places, 5, 0.001)
	}},
	{"duplicates", func(m *ground, n int) []Observation {
		places := m.drive(n/10+1, 100)
		return m.trip(each(n, func(i int) geo.XY { return places[i/10] }), 0.1, 5)
	}},
	{"duplicates of random roads", func(m *ground, n int) []Observation {
		p := m.onRoad()
		return m.trip(each(n, func(i int) geo.XY {
			if i%5 == 0 {
				p = m.onRoad()
			}
			return p
		}), 0, 0)
	}},
	{"off the map", func(m *ground, n int) []Observation {
		return m.trip(each(n, func(i int) geo.XY { return geo.XY{X: m.hi.X + 3000 + 100*float64(i), Y: m.hi.Y} }), 0, 0)
	}},
	{"a road and off the map", func(m *ground, n int) []Observation {
		p := m.onRoad()
		return m.trip(each(n, func(i int) geo.XY {
			if i%2 == 0 {
				return m.noisy(p, 300)
			}
			return geo.XY{X: m.hi.X + 5000, Y: m.hi.Y + 50*float64(i)}
		}), 0, 0)
	}},
	{"a road and five off it", func(m *ground, n int) []Observation {
		return m.trip(each(n, func(i int) geo.XY {
			if i%6 == 0 {
				return m.onRoad()
			}
			return geo.XY{X: m.hi.X + 5000, Y: m.hi.Y + 50*float64(i)}
		}), 0, 0)
	}},
	{"across a river", func(m *ground, n int) []Observation {
		a, b := m.divided()
		return m.trip(each(n, func(i int) geo.XY { return m.noisy([]geo.XY{a, b}[i%2], 10) }), 0, 0)
	}},
	{"border", func(m *ground, n int) []Observation {
		return m.trip(each(n, func(i int) geo.XY {
			return geo.XY{X: m.lo.X + (m.hi.X-m.lo.X)*float64(i)/float64(n), Y: m.lo.Y + float64(i%2)*1500}
		}), 0, 0)
	}},
	{"backwards times", func(m *ground, n int) []Observation { return m.trip(m.drive(n, 50), -5, 8) }},
	{"random times", func(m *ground, n int) []Observation {
		obs := m.trip(m.drive(n, 300), 5, 8)
		for i := range obs {
			obs[i].Time = obs[m.random.IntN(n)].Time
		}
		return obs
	}},
	{"spiral", func(m *ground, n int) []Observation {
		c := m.densest()
		return m.trip(each(n, func(i int) geo.XY {
			sin, cos := math.Sincos(0.3 * float64(i))
			r := 20 * float64(i)
			return m.within(geo.XY{X: c.X + r*sin, Y: c.Y + r*cos})
		}), 0, 0)
	}},
	{"1 Hz with 300 m of noise", func(m *ground, n int) []Observation {
		places := m.drive(n, 10)
		for i := range places {
			places[i] = m.noisy(places[i], 300)
		}
		return m.trip(places, 1, 0)
	}},
	{"1 Hz, 300 m of noise, 3 m stated", func(m *ground, n int) []Observation {
		places := m.drive(n, 10)
		for i := range places {
			places[i] = m.noisy(places[i], 300)
		}
		return m.trip(places, 0, 3)
	}},
	{"190 m from all roads", func(m *ground, n int) []Observation {
		var places []geo.XY
		for len(places) < n {
			p := m.noisy(m.onRoad(), 300)
			if hits := m.g.Near(nil, m.plane.Point(p), 199, road.AnyMotor); len(hits) > 0 && hits[0].Distance > 100 {
				places = append(places, p)
			}
		}
		return m.trip(places, 0, 0)
	}},
	{"headings against the roads", func(m *ground, n int) []Observation {
		obs := m.normal(n, 5)
		for i := range obs {
			obs[i].HasHeading, obs[i].Heading = true, 360*m.random.Float64()
		}
		return obs
	}},
	{"a jump every fifth point", func(m *ground, n int) []Observation {
		obs := m.normal(n, 5)
		for i := 0; i < n; i += 5 {
			obs[i].Point = m.plane.Point(m.step(m.plane.XY(obs[i].Point), 1500))
		}
		return obs
	}},
	{"drive, a point every 300 s", func(m *ground, n int) []Observation { return m.normal(n, 300) }},
	{"drive in reverse", func(m *ground, n int) []Observation {
		obs := m.normal(n, 5)
		for i := range n / 2 {
			obs[i].Point, obs[n-1-i].Point = obs[n-1-i].Point, obs[i].Point
		}
		return obs
	}},
}

// sampleGraph returns the roads of the embedded map.
func sampleGraph(tb testing.TB) *road.Graph {
	tb.Helper()
	p, err := pack.OpenBytes(data.SampleName, data.SamplePack)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = p.Close() })
	g, err := road.Open(p)
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

// workOf returns the work of matching a whole trip: how many states its searches settle,
// and pointWork for each point.
func workOf(tb testing.TB, m *Matcher, obs []Observation) int {
	tb.Helper()
	s, err := m.Stream(Car)
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := s.all(context.Background(), obs); err != nil {
		tb.Fatal(err)
	}
	c := &m.model
	return c.effort + c.effortPerFix*max(len(obs)-effortFixes, 0) - s.state.effort + pointWork*len(obs)
}

const (
	// pointWork is the work of a point besides searches. It takes as long as 20 states.
	pointWork = 20
	// mostHostile is how many times the work of an ordinary drive any trip may take, of
	// hostilePoints points or more.
	mostHostile   = 20
	hostilePoints = 100
)

// normalWork returns the mean work of some ordinary drives.
func normalWork(m *ground, matcher *Matcher, n int) int {
	const drives = 5
	sum := 0
	for range drives {
		sum += workOf(m.tb, matcher, m.normal(n, 5))
	}
	return sum / drives
}

// TestHostileTrips compares the work of trips made to take long with that of ordinary
// drives of as many points.
func TestHostileTrips(t *testing.T) {
	t.Parallel()
	g := sampleGraph(t)
	matcher := newMatcher(g, newModel(DefaultConfig()))
	for _, n := range []int{hostilePoints, 600} {
		usual := normalWork(newGround(t, g, 1), matcher, n)
		for _, tt := range hostile {
			t.Run(fmt.Sprintf("%s, %d points", tt.name, n), func(t *testing.T) {
				obs := tt.make(newGround(t, g, 2), n)
				if work := workOf(t, matcher, obs); work > mostHostile*usual {
					t.Errorf("%.1f times the work of an ordinary drive, want at most %d", float64(work)/float64(usual), mostHostile)
				}
			})
		}
	}
}

// genes describe a trip of the search for the most work.
type genes struct {
	step, noise, accuracy, interval, jump float64
	back                                  int // return to an earlier place every so many points
}

// mutate changes genes at random.
func (x genes) mutate(random *rand.Rand) genes {
	for _, v := range []*float64{&x.step, &x.noise, &x.accuracy, &x.interval, &x.jump} {
		if random.IntN(2) == 0 {
			*v *= math.Exp(random.NormFloat64())
		}
	}
	x.back = max(x.back+random.IntN(5)-2, 2)
	return x
}

// trip makes a trip from genes.
func (x genes) trip(m *ground, n int) []Observation {
	places := make([]geo.XY, 0, n)
	at := m.densest()
	for i := range n {
		switch {
		case i%x.back == x.back-1:
			at = places[max(i-2*x.back, 0)]
		case m.random.IntN(4) == 0:
			at = m.step(at, x.jump)
		default:
			at = m.step(at, x.step)
		}
		places = append(places, m.noisy(at, x.noise))
	}
	return m.trip(places, x.interval, x.accuracy)
}

// TestMostHostileTrip searches for the trip that takes the most work.
func TestMostHostileTrip(t *testing.T) {
	t.Parallel()
	g := sampleGraph(t)
	matcher := newMatcher(g, newModel(DefaultConfig()))
	usual := normalWork(newGround(t, g, 1), matcher, hostilePoints)
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	best, most := genes{step: 300, noise: 30, accuracy: 10, interval: 60, jump: 2000, back: 3}, 0
	for range 60 {
		x := best.mutate(random)
		if work := workOf(t, matcher, x.trip(newGround(t, g, seed), hostilePoints)); work > most {
			best, most = x, work
		}
	}
	times := float64(most) / float64(usual)
	t.Logf("seed %d: %.1f times the work of an ordinary drive with %+v", seed, times, best)
	if times > mostHostile {
		t.Errorf("seed %d: %.1f times the work of an ordinary drive, want at most %d, with %+v", seed, times, mostHostile, best)
	}
}

// BenchmarkHostile compares the time of trips made to take long with that of ordinary
// drives of as many points, in turn, the shortest of each, on the embedded map or that in ROADSNAP_HCMC_PACK.
func BenchmarkHostile(b *testing.B) {
	g := sampleGraph(b)
	if name := os.Getenv("ROADSNAP_HCMC_PACK"); name != "" {
		p, err := pack.Open(name)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = p.Close() })
		if g, err = road.Open(p); err != nil {
			b.Fatal(err)
		}
	}
	matcher := newMatcher(g, newModel(DefaultConfig()))
	for _, n := range []int{hostilePoints, 1000} {
		usual := newGround(b, g, 1).normal(n, 5)
		for _, tt := range hostile {
			b.Run(fmt.Sprintf("%s, %d points", tt.name, n), func(b *testing.B) {
				obs := tt.make(newGround(b, g, 2), n)
				least := [2]time.Duration{math.MaxInt64, math.MaxInt64} // other programs only add to it
				work := 0
				for b.Loop() {
					for i, trip := range [][]Observation{usual, obs} {
						start := time.Now()
						work = workOf(b, matcher, trip)
						least[i] = min(least[i], time.Since(start))
					}
				}
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(float64(least[1].Nanoseconds())/float64(1000*n), "µs/point")
				b.ReportMetric(float64(work)/float64(n), "work/point")
				b.ReportMetric(float64(least[1])/float64(least[0]), "×normal")
			})
		}
	}
}
