// SPDX-License-Identifier: MIT

package match_test

import (
	"bufio"
	"compress/gzip"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
	"roadsnap/engine/osmimport"
	"roadsnap/engine/pack"
	"roadsnap/engine/road"
)

// The tests in the files behaviour_…_test.go cover trips that matchers are known to get
// wrong, each on a map small enough to draw.

// grid holds the distances between the characters of a picture (metres).
type grid struct{ across, down float64 }

// square is the grid of roadtest.
var square = grid{roadtest.GridMetres, roadtest.GridMetres}

// gridMap is a map drawn on another grid than that of roadtest, so that the two
// carriageways of a divided road fit into a picture.
type gridMap struct {
	*road.Graph
	grid  grid
	drawn *roadtest.Map
	plane geo.Plane
}

// drawOn draws a map on a grid. Turn restrictions are omitted.
func drawOn(tb testing.TB, on grid, picture string, lines ...string) gridMap {
	tb.Helper()
	drawn := roadtest.Draw(tb, picture, lines...)
	m := gridMap{grid: on, drawn: drawn, plane: geo.NewPlane(drawn.NodePoint(0))}
	b := road.NewBuilder()
	bends := int64(drawn.NumNodes())
	for l := range road.LinkID(drawn.NumLinks()) {
		e := l.Forward()
		w := road.WaySpec{Way: drawn.Way(l), Forward: drawn.Access(e), Backward: drawn.Access(e.Reverse())}
		shape := drawn.Shape(l)
		for i, p := range shape {
			node := int64(drawn.From(e))
			if i == len(shape)-1 {
				node = int64(drawn.To(e))
			} else if i > 0 {
				bends++
				node = bends
			}
			w.Nodes = append(w.Nodes, node)
			w.Points = append(w.Points, m.move(p.Point()).Fixed())
		}
		b.AddWay(w)
	}
	m.Graph, _ = roadtest.Build(tb, b)
	return m
}

func (m gridMap) move(p geo.Point) geo.Point {
	at := m.plane.XY(p)
	at.X *= m.grid.across / square.across
	at.Y *= m.grid.down / square.down
	return m.plane.Point(at)
}

// Point returns the position of a letter of the picture.
func (m gridMap) Point(letter rune) geo.Point { return m.move(m.drawn.Point(letter)) }

// drift is noise that is correlated from one fix to the next, like that of real
// receivers; with keep 0 it is white.
type drift struct {
	sigma  float64 // per axis, metres
	keep   float64 // correlation of one fix with the next
	random *rand.Rand
	at     geo.XY
}

func newDrift(sigma, keep float64, seed uint64) *drift {
	d := &drift{sigma: sigma, random: rand.New(rand.NewPCG(seed, 7))}
	d.move(geo.Point{}) // keep is still 0, so the noise begins anywhere in its distribution
	d.keep = keep
	return d
}

// move returns p with the noise of the next fix.
func (d *drift) move(p geo.Point) geo.Point {
	fresh := d.sigma * math.Sqrt(1-d.keep*d.keep)
	d.at.X = d.keep*d.at.X + fresh*d.random.NormFloat64()
	d.at.Y = d.keep*d.at.Y + fresh*d.random.NormFloat64()
	return shift(p, d.at.X, d.at.Y)
}

// clocked sets the times of the observations at equal intervals.
func clocked(obs []match.Observation, seconds float64) []match.Observation {
	for i := range obs {
		obs[i].Time = departure.Add(time.Duration(float64(i) * seconds * float64(time.Second)))
	}
	return obs
}

// variants are the values recorded in addition to the positions.
var variants = []struct {
	name           string
	time, accuracy bool
}{
	{"positions only", false, false},
	{"with time", true, false},
	{"with accuracy", false, true},
	{"with time and accuracy", true, true},
}

// only returns the observations without their times or accuracies.
func only(obs []match.Observation, withTime, withAccuracy bool) []match.Observation {
	obs = slices.Clone(obs)
	for i := range obs {
		if !withTime {
			obs[i].Time = time.Time{}
		}
		if !withAccuracy {
			obs[i].Accuracy = 0
		}
	}
	return obs
}

// checkOnRoads fails the test if the line of a leg leaves the network, even between two
// vertices.
func checkOnRoads(tb testing.TB, g *road.Graph, r match.Result) {
	tb.Helper()
	const every, reach = 20, 0.5 // metres
	for i, leg := range r.Legs {
		for k := 1; k < len(leg.Shape); k++ {
			a, b := leg.Shape[k-1], leg.Shape[k]
			n := max(1, math.Ceil(geo.Distance(a, b)/every))
			for j := range int(n) + 1 {
				p := geo.Lerp(a, b, float64(j)/n)
				if len(g.Near(nil, p, reach, 0)) == 0 {
					tb.Fatalf("leg %d is off the network at %v, between vertices %d and %d", i, p, k-1, k)
				}
			}
		}
	}
}

// run matches a trip with the default parameters and checks the properties of all
// results.
func run(tb testing.TB, g *road.Graph, obs []match.Observation, p match.Profile) match.Result {
	tb.Helper()
	r := mustMatch(tb, newMatcher(tb, g), obs, p)
	checkResult(tb, g, obs, r)
	checkOnRoads(tb, g, r)
	return r
}

// wantWays fails the test unless the trip is one leg over these ways with no point off
// the road.
func wantWays(tb testing.TB, r match.Result, ways ...int64) {
	tb.Helper()
	if got := waysOf(r); !slices.Equal(got, ways) {
		tb.Errorf("ways %v, want %v", got, ways)
	}
	if _, _, off := states(r); off != 0 {
		tb.Errorf("%d points are off road", off)
	}
}

// wantLength fails the test unless the legs have that total length.
func wantLength(tb testing.TB, r match.Result, metres, within float64) {
	tb.Helper()
	if math.Abs(r.Distance.Matched-metres) > within {
		tb.Errorf("matched %.1f m, want %.1f ± %.1f", r.Distance.Matched, metres, within)
	}
}

// imported returns the graph of an OpenStreetMap extract.
func imported(tb testing.TB, source string) *road.Graph {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "map.rsp")
	w, err := pack.Create(path, pack.Meta{})
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = w.Abort() }()
	if _, err := osmimport.File(context.Background(), source, w, osmimport.Options{NoBasemap: true}); err != nil {
		tb.Fatal(err)
	}
	if err := w.Commit(); err != nil {
		tb.Fatal(err)
	}
	return roadsIn(tb, path)
}

// roadsIn returns the graph in a pack.
func roadsIn(tb testing.TB, path string) *road.Graph {
	tb.Helper()
	p, err := pack.Open(path)
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

// dataFolder returns the folder of real data, or skips the test.
func dataFolder(tb testing.TB) string {
	tb.Helper()
	folder := os.Getenv("ROADSNAP_DATA")
	if folder == "" {
		tb.Skip("ROADSNAP_DATA is not set: no real trips to match")
	}
	return folder
}

// recorded returns a recorded trip and the roads around it.
func recorded(tb testing.TB, name string) (*road.Graph, []match.Observation) {
	tb.Helper()
	folder := filepath.Join(dataFolder(tb), "kubicka")
	var obs []match.Observation
	eachLine(tb, filepath.Join(folder, name+".csv.gz"), func(line []byte) {
		fields := strings.Split(string(line), ",")
		if fields[0] == "time" {
			return
		}
		var values [3]float64
		for i := range values {
			var err error
			if values[i], err = strconv.ParseFloat(fields[i], 64); err != nil {
				tb.Fatal(err)
			}
		}
		obs = append(obs, match.Observation{
			Point: geo.Point{Lat: values[1], Lon: values[2]},
			Time:  time.UnixMilli(int64(math.Round(values[0] * 1000))).UTC(),
		})
	})
	return imported(tb, filepath.Join(folder, name+".osm.pbf")), obs
}

// eachLine calls take with each line of a gzipped file.
func eachLine(tb testing.TB, path string, take func(line []byte)) {
	tb.Helper()
	f, err := os.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	z, err := gzip.NewReader(f)
	if err != nil {
		tb.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		take(lines.Bytes())
	}
	if err := lines.Err(); err != nil {
		tb.Fatal(err)
	}
}

// recordedNames are trips of different lengths and intervals.
var recordedNames = []string{"00000006", "00000018", "00000050", "00000088"}

// serialised returns a result as text, with every number to its last bit.
func serialised(r match.Result) string { return fmt.Sprintf("%+v", r) }
