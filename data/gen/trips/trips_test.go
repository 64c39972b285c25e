// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/engine/road"
)

const samplePack = "../../andorra.rsp"

func sampleRoads(t *testing.T) *road.Graph {
	t.Helper()
	p, err := pack.Open(samplePack)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	g, err := road.Open(p)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestTruth checks the truth of trips of all kinds against the map: every vertex and
// every true point lies on its way, and the route goes where a vehicle may.
func TestTruth(t *testing.T) {
	g := sampleRoads(t)
	made, seen := 0, map[string]bool{}
	for i := range 3 * len(kinds) {
		trip, ok := plan{name: "andorra", seed: 1}.trip(g, i)
		if !ok {
			continue
		}
		made++
		seen[trip.Cell] = true
		n := len(trip.Points)
		if len(trip.Ways) != n || len(trip.Offsets) != n || len(trip.TruePoints) != n {
			t.Fatalf("%s: %d points, %d ways, %d offsets, %d true points", trip.ID, n, len(trip.Ways), len(trip.Offsets), len(trip.TruePoints))
		}
		onWay := func(p [2]float64, ways ...int64) bool {
			return slices.ContainsFunc(g.Near(nil, geo.Point{Lat: p[0], Lon: p[1]}, 0.3, 0), func(h road.Hit) bool {
				return slices.Contains(ways, g.WayID(h.Link))
			})
		}
		var line []geo.Point
		var lengths []float64
		for _, v := range trip.Shape {
			if !onWay(v, trip.RouteWays...) {
				t.Errorf("%s: vertex %v of the route is on none of its ways", trip.ID, v)
			}
			line = append(line, geo.Point{Lat: v[0], Lon: v[1]})
			lengths = append(lengths, geo.Length(line))
		}
		if l := geo.Length(line); math.Abs(l-trip.Length) > 1+trip.Length/1000 {
			t.Errorf("%s: the shape is %.1f m long, the route %.1f m", trip.ID, l, trip.Length)
		}
		for k, p := range trip.TruePoints {
			if !onWay(p, trip.Ways[k]) || !slices.Contains(trip.RouteWays, trip.Ways[k]) {
				t.Errorf("%s: point %d at %v is not on its way %d", trip.ID, k, p, trip.Ways[k])
			}
			if at := (&route{shape: line, along: lengths}).at(trip.Offsets[k]); geo.Distance(at, geo.Point{Lat: p[0], Lon: p[1]}) > 0.5 {
				t.Errorf("%s: point %d at %v is not at %.1f m of the route", trip.ID, k, p, trip.Offsets[k])
			}
			if k > 0 && trip.Offsets[k] < trip.Offsets[k-1] {
				t.Errorf("%s: point %d lies behind the one before", trip.ID, k)
			}
		}
	}
	if made < 2*len(kinds) || len(seen) != len(kinds) {
		t.Errorf("%d trips of %d kinds of noise", made, len(seen))
	}
}

// TestRoutes checks that edges join, that they are open, and that no turn is banned.
func TestRoutes(t *testing.T) {
	g := sampleRoads(t)
	for seed := range uint64(30) {
		d := newDriver(g, rand.New(rand.NewPCG(seed, 0)))
		r, ok := d.route(1200)
		if !ok {
			continue
		}
		for i, p := range r.pieces {
			open, against := d.open(p.edge)
			if !open || against && g.Length(p.edge.Link()) > d.vehicle.against {
				t.Errorf("seed %d: a %s drives on %d", seed, d.vehicle.name, g.WayID(p.edge.Link()))
			}
			if i == 0 {
				continue
			}
			before := r.pieces[i-1]
			turned := p.edge == before.edge.Reverse() && math.Abs(p.from-(g.Length(p.edge.Link())-before.to)) < 0.01
			if !turned && (g.To(before.edge) != g.From(p.edge) || g.BannedFor(before.edge, p.edge)&d.vehicle.access != 0) {
				t.Errorf("seed %d: from %v to %v", seed, before, p)
			}
		}
	}
}

// TestDrives checks speeds, accelerations and waits.
func TestDrives(t *testing.T) {
	g := sampleRoads(t)
	waited := 0
	for seed := range uint64(10) {
		d := newDriver(g, rand.New(rand.NewPCG(seed, 0)))
		r, ok := d.route(1200)
		if !ok {
			continue
		}
		fixes := d.drive(r).sample(1, 2000)
		speed := 0.0
		for i, f := range fixes[1:] {
			now := f.along - fixes[i].along
			if now < 0 || now > d.vehicle.top/3.6+0.1 || math.Abs(now-speed) > 4.5 {
				t.Fatalf("seed %d: %.1f m in second %d after %.1f m", seed, now, i, speed)
			}
			speed = now
			if f.waiting {
				waited++
			}
		}
	}
	if waited < 100 {
		t.Errorf("%d seconds of waiting", waited)
	}
}

// spoiled returns the errors that a kind of noise adds to a vehicle that stands still.
func spoiled(g *road.Graph, seed uint64, sigma float64, n int, spoil func(*noise, []fix) []fix) ([]offset, *noise) {
	at := geo.Point{Lat: 42.5079, Lon: 1.5262}
	fixes := []fix{}
	for i := range n {
		fixes = append(fixes, fix{at: at, truth: at, seconds: float64(i), timed: true})
	}
	noise := &noise{Rand: rand.New(rand.NewPCG(seed, 1)), g: g, trip: &trip{Sigma: sigma, Interval: 1}}
	var errors []offset
	for _, f := range spoil(noise, fixes) {
		q := geo.NewPlane(at).XY(f.at)
		errors = append(errors, offset{q.X, q.Y})
	}
	return errors, noise
}

// moments returns mean and standard deviation of both axes together, and the correlation
// of an error with the next one.
func moments(errors []offset, centre offset) (mean, deviation, correlation float64) {
	var sum, square, product float64
	for i, e := range errors {
		x, y := e.east-centre.east, e.north-centre.north
		sum += x + y
		square += x*x + y*y
		if i > 0 {
			product += x*(errors[i-1].east-centre.east) + y*(errors[i-1].north-centre.north)
		}
	}
	n := 2 * float64(len(errors))
	return sum / n, math.Sqrt(square / n), product / square
}

func TestNoiseMoments(t *testing.T) {
	g := sampleRoads(t)
	errors, _ := spoiled(g, 1, 5, 20_000, white)
	if mean, deviation, correlation := moments(errors, offset{}); math.Abs(mean) > 0.1 || math.Abs(deviation-5) > 0.1 || math.Abs(correlation) > 0.03 {
		t.Errorf("white: mean %.2f, deviation %.2f, correlation %.2f", mean, deviation, correlation)
	}
	// Memories of 20 to 100 s keep 0.95 to 0.99 of the nine tenths.
	var all []offset
	for seed := range uint64(40) {
		errors, _ = spoiled(g, seed, 5, 2000, correlated)
		if _, _, c := moments(errors, offset{}); c < 0.75 || c > 0.95 {
			t.Errorf("correlated, seed %d: correlation %.2f", seed, c)
		}
		all = append(all, errors...)
	}
	if mean, deviation, _ := moments(all, offset{}); math.Abs(mean) > 0.5 || math.Abs(deviation-5) > 0.4 {
		t.Errorf("correlated: mean %.2f, deviation %.2f", mean, deviation)
	}
	far := 0.0
	for seed := range uint64(40) {
		errors, n := spoiled(g, seed, 3, 2000, shifted)
		if mean, _, _ := moments(errors, n.shift); math.Abs(mean) > 2 {
			t.Errorf("shifted, seed %d: mean %.2f beyond the shift", seed, mean)
		}
		far = max(far, n.shift.length())
	}
	if far > longestShift || far < 0.8*longestShift {
		t.Errorf("the longest shift is %.1f m", far)
	}
	errors, _ = spoiled(g, 1, 5, 20_000, outlying)
	off := 0.0
	for _, e := range errors {
		if e.length() > 45 {
			off++
		}
	}
	if share := off / float64(len(errors)); math.Abs(share-0.05) > 0.01 {
		t.Errorf("%.3f of the fixes are outlying", share)
	}
}

// TestKinds checks what each other kind of noise does.
func TestKinds(t *testing.T) {
	g := sampleRoads(t)
	for _, k := range []struct {
		name        string
		spoil       func(*noise, []fix) []fix
		least, most int // fixes of 1,000
	}{{"outage", outage, 100, 999}, {"tunnel", tunnel, 900, 975}, {"repeated", repeated, 1150, 1250}, {"clock", clock, 1000, 1000}} {
		if errors, _ := spoiled(g, 3, 5, 1000, k.spoil); len(errors) < k.least || len(errors) > k.most {
			t.Errorf("%s: %d of 1,000 fixes", k.name, len(errors))
		}
	}
	at := geo.Point{Lat: 42.5079, Lon: 1.5262}
	n := &noise{Rand: rand.New(rand.NewPCG(1, 1)), g: g, trip: &trip{Sigma: 5}}
	for _, f := range snapped(n, []fix{{at: at}, {at: at}}) {
		if len(g.Near(nil, f.at, 0.1, 0)) == 0 {
			t.Errorf("snapped to %v, where no road is", f.at)
		}
	}
	for _, f := range rounded(n, []fix{{at: at}, {at: at}}) {
		if math.Abs(f.at.Lat*1e5-math.Round(f.at.Lat*1e5)) > 1e-6 {
			t.Errorf("rounded to %v", f.at)
		}
	}
}

// TestWriteAgain writes the same bytes for the same seed, and others for another.
func TestWriteAgain(t *testing.T) {
	folder := t.TempDir()
	file := func(name string, seed uint64, ladder bool) []byte {
		path := filepath.Join(folder, name)
		if _, err := write(samplePack, path, plan{"andorra", seed, 24, ladder}); err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	a := file("a", 1, false)
	if !bytes.Equal(a, file("b", 1, false)) {
		t.Error("the same seed gives other bytes")
	}
	if bytes.Equal(a, file("c", 2, false)) {
		t.Error("another seed gives the same bytes")
	}
	cells := map[[2]float64]bool{}
	for line := range bytes.Lines(file("ladder", 1, true)) {
		var l trip
		if err := json.Unmarshal(line, &l); err != nil {
			t.Fatal(err)
		}
		cells[[2]float64{float64(l.Interval), l.Sigma}] = true
	}
	if len(cells) != 12 {
		t.Errorf("cells %v", cells)
	}
}
