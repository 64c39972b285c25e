// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/engine/road"
)

// sample writes the sample map and the sample trips into folder. The map is made
// from the OpenStreetMap extract in the test data of github.com/paulmach/osm, and
// the trips are simulated on it. The same extract gives the same bytes.
func sample(ctx context.Context, folder string) error {
	extract, err := andorra(ctx)
	if err != nil {
		return err
	}
	packPath := filepath.Join(folder, "andorra.rsp")
	_, err = engine.Import(ctx, engine.ImportOptions{Roads: extract, Out: packPath, Name: "Andorra (sample)"})
	if err != nil {
		return err
	}
	p, err := pack.Open(packPath)
	if err != nil {
		return err
	}
	defer func() { _ = p.Close() }() // opened for reading only
	g, err := road.Open(p)
	if err != nil {
		return err
	}
	for _, d := range drives {
		if err := d.write(g, filepath.Join(folder, "trips")); err != nil {
			return fmt.Errorf("sample trip %s: %w", d.file, err)
		}
	}
	return nil
}

// andorra returns the path of the extract in the module cache.
func andorra(ctx context.Context) (string, error) {
	dir, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/paulmach/osm").Output()
	if err != nil {
		return "", fmt.Errorf("find the module github.com/paulmach/osm: %w", err)
	}
	return filepath.Join(strings.TrimSpace(string(dir)), "testdata", "andorra-latest.osm.bz2"), nil
}

// drive is a simulated trip along the shortest route through stops, sampled at an
// interval, with noise.
type drive struct {
	file, name, about string
	stops             []geo.Point
	start             time.Time
	interval          time.Duration
	speed             float64     // on an open road (m/s)
	sigma             float64     // Gaussian noise per axis (metres)
	rest              float64     // time at each stop between the ends (seconds)
	outage            [2]int      // range of points that were not received
	outlier           int         // index of a single wrong point, 0 for none
	tail              []geo.Point // walk off the roads at the end, straight from point to point
	seed              uint64
}

// andorraTime is the time zone of the sample trips, Central European Time.
var andorraTime = time.FixedZone("CET", 60*60)

// drives holds the sample trips. Each tests a difficulty for a matcher.
var drives = []drive{
	{
		file: "city.gpx", name: "Andorra la Vella: errands in town",
		about: "Simulated on the sample map: 1 s, 6 m of noise, two stops of 40 s.",
		stops: []geo.Point{{Lat: 42.5036, Lon: 1.5147}, {Lat: 42.5079, Lon: 1.5262}, {Lat: 42.5098, Lon: 1.5395}, {Lat: 42.5130, Lon: 1.5330}},
		start: time.Date(2025, 3, 4, 8, 15, 0, 0, andorraTime), interval: time.Second, speed: 9, sigma: 6, rest: 40, seed: 1,
	},
	{
		file: "valley.gpx", name: "Andorra la Vella to Canillo: up the valley",
		about: "Simulated on the sample map: 5 s, 12 m of noise, one outage of 90 s and one wild point.",
		stops: []geo.Point{{Lat: 42.5079, Lon: 1.5262}, {Lat: 42.5350, Lon: 1.5800}, {Lat: 42.5667, Lon: 1.5990}},
		start: time.Date(2025, 3, 4, 9, 40, 0, 0, andorraTime), interval: 5 * time.Second, speed: 14, sigma: 12, rest: 60,
		outage: [2]int{70, 88}, outlier: 120, seed: 2,
	},
	{
		file: "meadow.gpx", name: "La Massana to a meadow off the road",
		about: "Simulated on the sample map: 3 s, 8 m of noise, ending with a walk where no road is mapped.",
		stops: []geo.Point{{Lat: 42.5446, Lon: 1.5148}, {Lat: 42.5529, Lon: 1.5179}},
		start: time.Date(2025, 3, 5, 16, 5, 0, 0, andorraTime), interval: 3 * time.Second, speed: 11, sigma: 8, rest: 0,
		tail: []geo.Point{{Lat: 0.0030, Lon: 0.0005}, {Lat: 0.0060, Lon: -0.0010}}, seed: 3,
	},
}

// write simulates the trip and writes it as GPX.
func (d drive) write(g *road.Graph, folder string) error {
	line, stops, err := d.route(g)
	if err != nil {
		return err
	}
	fixes := d.record(line, stops)
	doc := gpxDocument{
		Version: "1.1", Creator: "roadsnap, simulated", Namespace: "http://www.topografix.com/GPX/1/1",
		Track: gpxTrack{
			Name: d.name, Type: "simulated",
			Comment: fmt.Sprintf("%s The way driven is %.0f m long.", d.about, geo.Length(line)),
		},
	}
	for _, f := range fixes {
		doc.Track.Points = append(doc.Track.Points, gpxPoint{
			Lat: fmt.Sprintf("%.6f", f.at.Lat), Lon: fmt.Sprintf("%.6f", f.at.Lon), Time: f.time.UTC().Format(time.RFC3339),
		})
	}
	text, err := xml.MarshalIndent(doc, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, d.file), append([]byte(xml.Header), append(text, '\n')...), 0o644)
}

// The part of GPX 1.1 used by the sample trips.
type (
	gpxDocument struct {
		XMLName   xml.Name `xml:"gpx"`
		Version   string   `xml:"version,attr"`
		Creator   string   `xml:"creator,attr"`
		Namespace string   `xml:"xmlns,attr"`
		Track     gpxTrack `xml:"trk"`
	}
	gpxTrack struct {
		Name    string     `xml:"name"`
		Comment string     `xml:"desc"`
		Type    string     `xml:"type"`
		Points  []gpxPoint `xml:"trkseg>trkpt"`
	}
	gpxPoint struct {
		Lat  string `xml:"lat,attr"`
		Lon  string `xml:"lon,attr"`
		Time string `xml:"time"`
	}
)

var errNoRoute = errors.New("no route between two stops")

// longestHop limits the route between two stops (metres).
const longestHop = 40_000

// route returns the line of the trip and the distance of each stop along it
// (metres).
func (d drive) route(g *road.Graph) (line []geo.Point, stops []float64, err error) {
	search := road.NewSearch(g)
	rules := road.DefaultRules(road.Car)
	from, err := d.onRoad(g, d.stops[0])
	if err != nil {
		return nil, nil, err
	}
	for _, stop := range d.stops[1:] {
		to, err := d.onRoad(g, stop)
		if err != nil {
			return nil, nil, err
		}
		best, ok := nearest(search, from, to, rules)
		if !ok {
			return nil, nil, errNoRoute
		}
		line = appendRoute(line, g, search, best.from, best.to)
		stops = append(stops, geo.Length(line))
		from = []road.Position{best.to}
	}
	return line, stops, nil
}

// hop is a route from one position to another.
type hop struct {
	from, to road.Position
	length   float64
}

// nearest finds the shortest hop from one of the starts to one of the targets.
// Afterwards the search holds that hop as its target 0.
func nearest(search *road.Search, starts, targets []road.Position, rules road.Rules) (best hop, ok bool) {
	for _, s := range starts {
		search.Run(s, longestHop, targets, rules)
		for i, t := range targets {
			if length, found := search.Distance(i); found && (!ok || length < best.length) {
				best, ok = hop{s, t, length}, true
			}
		}
	}
	if ok {
		search.Run(best.from, longestHop, []road.Position{best.to}, rules)
	}
	return best, ok
}

// onRoad returns the positions on the road nearest to p, one for each direction.
func (d drive) onRoad(g *road.Graph, p geo.Point) ([]road.Position, error) {
	for _, hit := range g.Near(nil, p, 200, road.Car) {
		if c := g.Class(hit.Link); c > road.Residential {
			continue // a trip begins on a street, not in a yard
		}
		var both []road.Position
		if e := hit.Link.Forward(); g.Access(e)&road.Car != 0 {
			both = append(both, road.Position{Edge: e, Offset: hit.Offset})
		}
		if e := hit.Link.Backward(); g.Access(e)&road.Car != 0 {
			both = append(both, road.Position{Edge: e, Offset: g.Length(hit.Link) - hit.Offset})
		}
		return both, nil
	}
	return nil, fmt.Errorf("no street near %.4f, %.4f", p.Lat, p.Lon)
}

// appendRoute appends the line to the search's target 0.
func appendRoute(line []geo.Point, g *road.Graph, search *road.Search, from, to road.Position) []geo.Point {
	edges := search.Path(nil, 0)
	for i, e := range edges {
		start, end := 0.0, g.Length(e.Link())
		if i == 0 {
			start = from.Offset
		}
		if i == len(edges)-1 {
			end = to.Offset
		}
		line = g.AppendShape(line, e, start, end)
	}
	return line
}

// fix is a recorded point.
type fix struct {
	at   geo.Point
	time time.Time
}

// record drives along line and records a noisy fix at each interval.
func (d drive) record(line []geo.Point, stops []float64) []fix {
	random := rand.New(rand.NewPCG(d.seed, 0x726f6164736e6170))
	var fixes []fix
	note := func(p geo.Point) {
		i := len(fixes)
		at := shift(p, random.NormFloat64()*d.sigma, random.NormFloat64()*d.sigma)
		if d.outlier > 0 && i == d.outlier {
			at = shift(p, 420, -310)
		}
		fixes = append(fixes, fix{at, d.start.Add(time.Duration(i) * d.interval)})
	}
	seconds := d.interval.Seconds()
	total := geo.Length(line)
	for along, next := 0.0, 0; ; {
		note(pointAt(line, along))
		if along >= total {
			break
		}
		// A random speed between 55 and 100 %, as in bends and towns.
		along = min(along+d.speed*(0.55+0.45*random.Float64())*seconds, total)
		if next < len(stops)-1 && along >= stops[next] {
			for range int(d.rest / seconds) {
				note(pointAt(line, stops[next]))
			}
			next++
		}
	}
	d.walk(line[len(line)-1], note)
	if d.outage[1] > 0 {
		fixes = append(fixes[:d.outage[0]:d.outage[0]], fixes[d.outage[1]:]...)
	}
	return fixes
}

// walk continues from the end of the road along the tail at walking pace. The
// tail is relative to that end (degrees).
func (d drive) walk(end geo.Point, note func(geo.Point)) {
	path := []geo.Point{end}
	for _, t := range d.tail {
		path = append(path, geo.Point{Lat: end.Lat + t.Lat, Lon: end.Lon + t.Lon})
	}
	const pace = 1.4 // m/s
	for along := 0.0; along < geo.Length(path); along += pace * d.interval.Seconds() {
		note(pointAt(path, along))
	}
}

// pointAt returns the point of line at a distance from its start (metres).
func pointAt(line []geo.Point, metres float64) geo.Point {
	for i := 1; i < len(line); i++ {
		length := geo.Distance(line[i-1], line[i])
		if metres <= length && length > 0 {
			return geo.Lerp(line[i-1], line[i], metres/length)
		}
		metres -= length
	}
	return line[len(line)-1]
}

// shift moves p to the east and to the north (metres).
func shift(p geo.Point, east, north float64) geo.Point {
	return geo.Point{
		Lat: p.Lat + north/geo.MetresPerDegree,
		Lon: p.Lon + east/(geo.MetresPerDegree*math.Cos(p.Lat*math.Pi/180)),
	}
}
