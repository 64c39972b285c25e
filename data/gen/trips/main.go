// SPDX-License-Identifier: MIT

// Command trips simulates trips with a known truth on the maps of packs, one JSON object
// per line, in the form that `roadsnap bench accuracy --traces` reads.
//
//	go run ./data/gen/trips -seed 1 -n 100 -out FOLDER MAP.rsp...
//
// FOLDER gets a file MAP.jsonl for each pack. Trips alternate between all kinds of noise;
// interval, vehicle, driver and route are drawn at random. With -ladder they fill the
// cells of interval and white noise instead. The same seed, number and packs give the
// same bytes.
//
// The truth does not depend on the matcher. Of the engine, only the reader of road graphs
// is used.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"roadsnap/engine/pack"
	"roadsnap/engine/road"
)

func main() {
	seed := flag.Uint64("seed", 1, "the seed of all random numbers")
	n := flag.Int("n", 100, "how many trips on each map")
	ladder := flag.Bool("ladder", false, "fill the cells of interval and noise, as many trips in each")
	out := flag.String("out", "", "the folder to write to")
	flag.Parse()
	if *n < 1 || *out == "" || flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: trips [-seed N] [-n TRIPS] [-ladder] -out FOLDER MAP.rsp...")
		os.Exit(2)
	}
	for _, path := range flag.Args() {
		name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		count, err := write(path, filepath.Join(*out, name+".jsonl"), plan{name, *seed, *n, *ladder})
		if err != nil {
			fmt.Fprintln(os.Stderr, "trips:", err)
			os.Exit(1)
		}
		fmt.Printf("%s: %d trips, seed %d\n", name, count, *seed)
	}
}

// plan says which trips to make on a map.
type plan struct {
	name   string // of the map
	seed   uint64
	n      int
	ladder bool
}

// write makes the trips of a plan. Small networks have room for fewer.
func write(packPath, out string, p plan) (count int, err error) {
	file, err := pack.Open(packPath)
	if err != nil {
		return 0, err
	}
	defer func() { _ = file.Close() }() // opened for reading only
	g, err := road.Open(file)
	if err != nil {
		return 0, err
	}
	f, err := os.Create(out)
	if err != nil {
		return 0, err
	}
	w := bufio.NewWriter(f)
	encoder := json.NewEncoder(w)
	for i := range p.n {
		t, ok := p.trip(g, i)
		if !ok {
			continue
		}
		if err := encoder.Encode(t); err != nil {
			return 0, errors.Join(err, f.Close())
		}
		count++
	}
	return count, errors.Join(w.Flush(), f.Close())
}

// trip is a line of the file.
type trip struct {
	ID       string `json:"id"`
	Cell     string `json:"cell,omitempty"` // the kind of noise; "" on the ladder
	Vehicle  string `json:"vehicle"`
	Interval int    `json:"interval_s"`
	// Sigma is the standard deviation of the noise per axis (metres), without a shift.
	Sigma float64 `json:"sigma_m"`
	// Unstated says that the points have no accuracy, as from most trackers.
	Unstated bool `json:"unstated,omitempty"`
	// Trim is how far along the route the noise may move its ends (metres).
	Trim float64 `json:"trim_m"`
	// Shift is the constant error of all points, to the east and to the north (metres).
	Shift [2]float64 `json:"shift_m"`

	Points     [][]float64  `json:"points"` // latitude, longitude, seconds since 1970 if known
	Ways       []int64      `json:"point_way_ids"`
	Offsets    []float64    `json:"point_offsets_m"` // along the true shape
	TruePoints [][2]float64 `json:"true_points"`
	RouteWays  []int64      `json:"true_way_ids"`
	Shape      [][2]float64 `json:"true_shape"`
	Length     float64      `json:"true_length_m"`
	Stopped    int          `json:"stopped_points"`
}

// The cells of the ladder.
var (
	ladderIntervals = []int{1, 5, 15, 30}
	ladderSigmas    = []float64{5, 10, 20}
)

// ladderPoints is the greatest number of points of a trip on the ladder.
const ladderPoints = 100

// trip makes the trip with number i. ok is false where the map has no room for it.
func (p plan) trip(g *road.Graph, i int) (t trip, ok bool) {
	random := rand.New(rand.NewPCG(p.seed, uint64(i)))
	t = trip{ID: fmt.Sprintf("%s-%d-%d", p.name, p.seed, i)}
	points := 40 + random.IntN(120)
	spoil := white
	if p.ladder {
		cell := i % (len(ladderIntervals) * len(ladderSigmas))
		t.Interval, t.Sigma, points = ladderIntervals[cell/len(ladderSigmas)], ladderSigmas[cell%len(ladderSigmas)], ladderPoints
		if t.Sigma == 20 {
			spoil = outlying
		}
	} else {
		k := kinds[i%len(kinds)]
		t.Cell, spoil = k.name, k.spoil
		t.Interval = []int{1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120}[random.IntN(12)]
		t.Sigma = []float64{3, 4, 6, 9, 13}[random.IntN(5)]
		t.Unstated = random.IntN(2) == 0
	}
	d := newDriver(g, random)
	if p.ladder {
		d.vehicle = vehicles[0] // what other matchers expect
	}
	t.Vehicle = d.vehicle.name
	seconds := min(float64(points*t.Interval), longestTrip)
	r, ok := d.route(seconds)
	if !ok {
		return t, false
	}
	fixes := d.drive(r).sample(float64(t.Interval), points)
	if len(fixes) < fewestPoints || fixes[len(fixes)-1].along < shortestTrip {
		return t, false
	}
	n := &noise{Rand: random, g: g, trip: &t}
	fixes = spoil(n, fixes)
	t.Trim = 3*t.Sigma + 10 + n.shift.length()
	t.Shift = [2]float64{n.shift.east, n.shift.north}
	t.record(r, fixes)
	return t, len(fixes) >= fewestPoints
}

// The limits of a trip: its time (seconds), how short it may be (metres), and how few
// points say anything.
const (
	longestTrip  = 5400
	shortestTrip = 200
	fewestPoints = 5
)

// record fills in the points and the truth.
func (t *trip) record(r *route, fixes []fix) {
	first, last := fixes[0].along, fixes[0].along
	for _, f := range fixes {
		first, last = min(first, f.along), max(last, f.along)
	}
	for _, f := range fixes {
		p := []float64{round7(f.at.Lat), round7(f.at.Lon)}
		if f.timed {
			p = append(p, startTime+f.seconds)
		}
		t.Points = append(t.Points, p)
		t.Ways = append(t.Ways, r.wayAt(f.along))
		t.Offsets = append(t.Offsets, f.along-first)
		t.TruePoints = append(t.TruePoints, [2]float64{f.truth.Lat, f.truth.Lon})
		if f.waiting {
			t.Stopped++
		}
	}
	for _, v := range r.between(first, last) {
		t.Shape = append(t.Shape, [2]float64{v.Lat, v.Lon})
	}
	for _, s := range r.pieces {
		if s.end() >= first && s.start <= last {
			if w := r.g.WayID(s.edge.Link()); len(t.RouteWays) == 0 || t.RouteWays[len(t.RouteWays)-1] != w {
				t.RouteWays = append(t.RouteWays, w)
			}
		}
	}
	t.Length = last - first
}

// startTime is when all trips begin (seconds since 1970).
const startTime = 1_700_000_000
