// SPDX-License-Identifier: MIT

package road_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/osmimport"
	"roadsnap/engine/pack"
	"roadsnap/engine/road"
)

// place is a query point: on a road for motor vehicles, moved off it by some ten
// metres, as by a receiver.
type place struct {
	at   geo.Point
	from road.Position
}

func places(g *road.Graph, n int) []place {
	random := rand.New(rand.NewPCG(1, 1))
	var list []place
	for len(list) < n {
		from := randomPosition(random, g)
		if g.Access(from.Edge)&road.AnyMotor == 0 {
			continue
		}
		p := onEdge(g, from.Edge, from.Offset)
		list = append(list, place{at: aside(p, random.NormFloat64()*10, random.NormFloat64()*10), from: from})
	}
	return list
}

func aside(p geo.Point, x, y float64) geo.Point {
	return geo.NewPlane(p).Point(geo.XY{X: x, Y: y})
}

func BenchmarkNear(b *testing.B) {
	onMaps(b, func(b *testing.B, g *road.Graph) {
		list := places(g, 4096)
		for _, radius := range []float64{25, 50, 200} {
			b.Run(fmt.Sprintf("%gm", radius), func(b *testing.B) {
				var hits []road.Hit
				i, total := 0, 0
				b.ReportAllocs()
				for b.Loop() {
					hits = g.Near(hits[:0], list[i%len(list)].at, radius, road.AnyMotor)
					total += len(hits)
					i++
				}
				b.ReportMetric(float64(total)/float64(i), "hits/op")
			})
		}
	})
}

// BenchmarkSearch measures the searches of a matcher: from one candidate to all those
// of the next fix, at several distances in metres.
func BenchmarkSearch(b *testing.B) {
	onMaps(b, func(b *testing.B, g *road.Graph) {
		list := places(g, 1024)
		for _, step := range []float64{15, 100, 500, 2000} {
			targets := make([][]road.Position, len(list))
			random := rand.New(rand.NewPCG(2, 2))
			for i := range list {
				sin, cos := math.Sincos(random.Float64() * 2 * math.Pi)
				for _, h := range g.Near(nil, aside(list[i].at, step*cos, step*sin), 40, road.AnyMotor) {
					targets[i] = append(targets[i],
						road.Position{Edge: h.Link.Forward(), Offset: h.Offset},
						road.Position{Edge: h.Link.Backward(), Offset: g.Length(h.Link) - h.Offset})
				}
			}
			b.Run(fmt.Sprintf("%gm", step), func(b *testing.B) { benchmarkSearch(b, g, list, targets, 2*step+100) })
		}
	})
}

func benchmarkSearch(b *testing.B, g *road.Graph, from []place, targets [][]road.Position, bound float64) {
	s := road.NewSearch(g)
	rules := road.DefaultRules(road.AnyMotor)
	var path []road.EdgeID
	i, total, found, edges := 0, 0, 0, 0
	b.ReportAllocs()
	for b.Loop() {
		to := targets[i%len(targets)]
		s.Run(from[i%len(from)].from, bound, to, rules)
		for j := range to {
			if _, ok := s.Distance(j); ok {
				found++
				path = s.Path(path[:0], j)
				edges += len(path)
			}
		}
		total += len(to)
		i++
	}
	b.ReportMetric(float64(total)/float64(i), "targets/op")
	b.ReportMetric(float64(found)/float64(i), "found/op")
	b.ReportMetric(float64(edges)/float64(max(found, 1)), "edges/path")
}

// onMaps runs a benchmark on a random town, on Andorra (mountain roads of many points),
// and on Hồ Chí Minh City if its extract is available.
func onMaps(b *testing.B, run func(b *testing.B, g *road.Graph)) {
	b.Run("town", func(b *testing.B) {
		g, _ := roadtest.Build(b, roadtest.City(100, 1))
		run(b, g)
	})
	b.Run("andorra", func(b *testing.B) {
		folder, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/paulmach/osm").Output()
		if err != nil {
			b.Skip("the module github.com/paulmach/osm is not there: ", err)
		}
		run(b, imported(b, filepath.Join(strings.TrimSpace(string(folder)), "testdata", "andorra-latest.osm.bz2")))
	})
	b.Run("hcmc", func(b *testing.B) {
		folder := os.Getenv("ROADSNAP_DATA")
		if folder == "" {
			b.Skip("ROADSNAP_DATA is not set")
		}
		run(b, imported(b, filepath.Join(folder, "roads", "hcm_2018.osm.pbf")))
	})
}

// imported returns the graph of an extract, mapped from a file.
func imported(b *testing.B, source string) *road.Graph {
	b.Helper()
	path := filepath.Join(b.TempDir(), "map.rsp")
	w, err := pack.Create(path, pack.Meta{})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = w.Abort() }()
	if _, err := osmimport.File(b.Context(), source, w, osmimport.Options{NoBasemap: true}); err != nil {
		b.Fatal(err)
	}
	if err := w.Commit(); err != nil {
		b.Fatal(err)
	}
	p, err := pack.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = p.Close() })
	g, err := road.Open(p)
	if err != nil {
		b.Fatal(err)
	}
	return g
}
