// SPDX-License-Identifier: MIT

package trip

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"roadsnap/engine/geo"
)

func TestVisits(t *testing.T) {
	at := func(north float64) geo.Point { return geo.Point{Lat: 10 + north/geo.MetresPerDegree, Lon: 106} }
	sites := []Site{
		{Name: "yard", Center: at(0), Radius: 200},
		{Name: "gate", Center: at(150), Radius: 60},
		{Name: "far", Center: at(5000), Radius: 100},
		{Name: "the gate again", Center: at(150), Radius: 60},
		{Name: "nowhere", Center: geo.Point{Lat: math.NaN()}, Radius: 100},
		{Name: "no size", Center: at(9000)},
	}
	stops := []Stop{{Center: at(10)}, {Center: at(160)}, {Center: at(80)}, {Center: at(201)}, {Center: at(5099)}, {Center: at(9000)}, {Center: at(212)}}
	want := []Visit{{0, 0}, {1, 1}, {0, 2}, {1, 3}, {2, 4}}
	if got := Visits(sites, stops); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := Visits(nil, stops); got != nil {
		t.Errorf("without sites: %v", got)
	}
}

// town returns stop centres: some at places that are visited again and again, others
// anywhere.
func town(seed uint64, n int) (visited []geo.Point, places []geo.Point) {
	random := rand.New(rand.NewPCG(seed, 13))
	plane := geo.NewPlane(geo.Point{Lat: 10.8, Lon: 106.7})
	size := 1000 + 20*math.Sqrt(float64(n))*10
	for range n/40 + 1 {
		places = append(places, plane.Point(geo.XY{X: size * random.Float64(), Y: size * random.Float64()}))
	}
	for range n {
		p := places[int(float64(len(places))*math.Pow(random.Float64(), 2))]
		if random.IntN(5) == 0 {
			visited = append(visited, plane.Point(geo.XY{X: size * random.Float64(), Y: size * random.Float64()}))
			continue
		}
		q := plane.XY(p)
		visited = append(visited, plane.Point(geo.XY{X: q.X + 15*random.NormFloat64(), Y: q.Y + 15*random.NormFloat64()}))
	}
	return visited, places
}

// slowFrequent finds the same places as FrequentPlaces, by comparing each cell with each.
func slowFrequent(visited []geo.Point, sites []Site) (places []Frequent) {
	cells := map[cellKey][]geo.Point{}
	for _, p := range visited {
		if p.Valid() && !slices.ContainsFunc(sites, func(s Site) bool { return geo.Distance(s.Center, p) <= s.Radius }) {
			cells[keyOf(p)] = append(cells[keyOf(p)], p)
		}
	}
	middle := func(k cellKey) geo.Point {
		return geo.Point{Lat: (float64(k.row) + 0.5) * rowHeight, Lon: (float64(k.column) + 0.5) * columnWidth(k.row)}
	}
	around := map[cellKey]int{}
	for a := range cells {
		for b, stops := range cells {
			if geo.Distance(middle(a), middle(b)) <= 50 {
				around[a] += len(stops)
			}
		}
	}
	for {
		var seed cellKey
		most := 0
		for k := range cells {
			if n := around[k]; n > most || n == most && n > 0 && (k.row < seed.row || k.row == seed.row && k.column < seed.column) {
				seed, most = k, n
			}
		}
		if most < 3 {
			break
		}
		place := []cellKey{seed}
		stops := slices.Clone(cells[seed])
		delete(cells, seed)
		for n := 0; n < len(place); n++ {
			for k := range cells {
				if geo.Distance(middle(place[n]), middle(k)) <= 50 && geo.Distance(middle(seed), middle(k)) <= 200 {
					place = append(place, k)
					stops = append(stops, cells[k]...)
					delete(cells, k)
				}
			}
		}
		if len(stops) < 3 {
			continue
		}
		f := newFrequent(stops)
		if !slices.ContainsFunc(sites, func(s Site) bool { return geo.Distance(s.Center, f.Center) <= s.Radius }) {
			places = append(places, f)
		}
	}
	slices.SortFunc(places, func(a, b Frequent) int {
		switch {
		case a.Stops != b.Stops:
			return b.Stops - a.Stops
		case a.Center.Lat < b.Center.Lat || a.Center.Lat == b.Center.Lat && a.Center.Lon < b.Center.Lon:
			return -1
		}
		return 1
	})
	return places
}

func TestFrequentPlacesAgainstSlow(t *testing.T) {
	found := 0
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 14))
		visited, known := town(seed, random.IntN(300))
		visited = append(visited, geo.Point{Lat: math.NaN()})
		plane := geo.NewPlane(geo.Point{Lat: 10.79, Lon: 106.69})
		for i := range random.IntN(80) { // a street full of shops, longer than a place
			visited = append(visited, plane.Point(geo.XY{X: float64(i) * 20 * random.Float64()}))
		}
		var sites []Site
		for range random.IntN(3) {
			sites = append(sites, Site{Center: known[random.IntN(len(known))], Radius: 20 + 100*random.Float64()})
		}
		want := slowFrequent(visited, sites)
		found += len(want)
		if got := FrequentPlaces(visited, sites); !reflect.DeepEqual(got, want) {
			t.Fatalf("seed %d: %d places %v, want %d: %v", seed, len(got), got, len(want), want)
		}
		random.Shuffle(len(visited), func(i, j int) { visited[i], visited[j] = visited[j], visited[i] })
		if got := FrequentPlaces(visited, sites); !reflect.DeepEqual(got, want) {
			t.Fatalf("seed %d: the order of the centres matters", seed)
		}
	}
	if found < 60 {
		t.Errorf("only %d places were found", found)
	}
}

// TestFrequentPlaces checks the places themselves, at and away from the equator.
func TestFrequentPlaces(t *testing.T) {
	for _, origin := range []geo.Point{{Lat: 10.8, Lon: 106.7}, {Lat: -0.00001, Lon: 0.00001}, {Lat: 22.9, Lon: 105}, {Lat: 60, Lon: -170}} {
		plane := geo.NewPlane(origin)
		at := func(x, y float64) geo.Point { return plane.Point(geo.XY{X: x, Y: y}) }
		var visited []geo.Point
		for i := range 12 { // a yard of 160 m
			visited = append(visited, at(float64(i)*14-80, float64(i%3)*10))
		}
		for range 5 { // a shop
			visited = append(visited, at(800, 0))
		}
		visited = append(visited, at(950, 0), at(950, 5), at(952, 0)) // another one in the same street
		visited = append(visited, at(3000, 0), at(3000, 3))           // twice only
		got := FrequentPlaces(visited, nil)
		if len(got) != 3 || got[0].Stops != 12 || got[1].Stops != 5 || got[2].Stops != 3 {
			t.Fatalf("near %v: %+v", origin, got)
		}
		if d := geo.Distance(got[0].Center, at(-3, 10)); d > 5 || got[0].Radius < 70 || got[0].Radius > 100 {
			t.Errorf("near %v: the yard is %+v, %.0f m off", origin, got[0], d)
		}
		if got[1].Radius != leastRadius || geo.Distance(got[1].Center, at(800, 0)) > 1 {
			t.Errorf("near %v: the shop is %+v", origin, got[1])
		}
		if got := FrequentPlaces(visited, []Site{{Center: at(0, 0), Radius: 150}, {Center: at(800, 0), Radius: 30}}); len(got) != 1 || got[0].Stops != 3 {
			t.Errorf("near %v: named places are offered again: %+v", origin, got)
		}
	}
}

func BenchmarkFrequentPlaces(b *testing.B) {
	for name, visited := range map[string][]geo.Point{
		"town":      func() []geo.Point { c, _ := town(1, 100_000); return c }(),
		"one place": make([]geo.Point, 100_000),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				FrequentPlaces(visited, nil)
			}
		})
	}
}
