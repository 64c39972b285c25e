// SPDX-License-Identifier: MIT

package match_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
)

// BenchmarkMatch measures trips of 100 points across a drawn town.
func BenchmarkMatch(b *testing.B) {
	g, _ := roadtest.Build(b, roadtest.City(40, 1))
	m := newMatcher(b, g)
	for _, every := range []float64{10, 50, 150} {
		b.Run(fmt.Sprintf("every %.0f m", every), func(b *testing.B) {
			obs := acrossTown(g, every)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := m.Match(context.Background(), obs, match.MotorVehicle); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(obs)*b.N)/b.Elapsed().Seconds(), "points/s")
		})
	}
}

// acrossTown returns 100 noisy points of a route across the town.
func acrossTown(g *road.Graph, every float64) []match.Observation {
	s := road.NewSearch(g)
	bounds := g.Bounds()
	from := g.Near(nil, geo.Lerp(geo.Point{Lat: bounds.South, Lon: bounds.West}, bounds.Center(), 0.1), 500, road.AnyMotor)[0]
	var line []geo.Point
	for _, to := range g.Near(nil, geo.Lerp(bounds.Center(), geo.Point{Lat: bounds.North, Lon: bounds.East}, 0.9), 500, road.AnyMotor) {
		target := road.Position{Edge: to.Link.Forward()}
		s.Run(road.Position{Edge: from.Link.Forward()}, 1e6, []road.Position{target}, road.DefaultRules(road.AnyMotor))
		for _, e := range s.Path(nil, 0) {
			line = g.AppendShape(line, e, 0, g.Length(e.Link()))
		}
		if line != nil {
			break
		}
	}
	random := rand.New(rand.NewPCG(1, 1))
	var obs []match.Observation
	rest := 0.0
	for i := 1; i < len(line) && len(obs) < 100; i++ {
		length := geo.Distance(line[i-1], line[i])
		for ; rest < length && len(obs) < 100; rest += every {
			p := geo.Lerp(line[i-1], line[i], rest/length)
			obs = append(obs, match.Observation{Point: shift(p, random.NormFloat64()*10, random.NormFloat64()*10), Accuracy: 10})
		}
		rest -= length
	}
	return obs
}

// BenchmarkSynthetic measures the short synthetic set on the pack of Hồ Chí Minh City
// named by ROADSNAP_HCMC_PACK.
func BenchmarkSynthetic(b *testing.B) {
	data, name := os.Getenv("ROADSNAP_DATA"), os.Getenv("ROADSNAP_HCMC_PACK")
	if data == "" || name == "" {
		b.Skip("ROADSNAP_DATA and ROADSNAP_HCMC_PACK name the traces and the map")
	}
	m := newMatcher(b, roadsIn(b, name))
	trips, points := readTraces(b, filepath.Join(data, "synthetic", "hcmc.jsonl.gz"))
	b.ReportAllocs()
	for b.Loop() {
		for _, obs := range trips {
			if _, err := m.Match(context.Background(), obs, match.MotorVehicle); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(points*b.N)/b.Elapsed().Seconds(), "points/s")
}

// BenchmarkHostile measures hundred fixes that no drive has, on the same map, for comparison with
// the mean trip of BenchmarkSynthetic.
func BenchmarkHostile(b *testing.B) {
	name := os.Getenv("ROADSNAP_HCMC_PACK")
	if name == "" {
		b.Skip("ROADSNAP_HCMC_PACK names the map")
	}
	m := newMatcher(b, roadsIn(b, name))
	plane := geo.NewPlane(geo.Point{Lat: 10.79, Lon: 106.67})
	for _, c := range []struct {
		name    string
		size    float64 // of the square with random places (metres); 0 for a line with a fix every 100 m
		minutes int     // between two fixes; 0 for no times
	}{{"line", 0, 0}, {"2km", 2000, 0}, {"5km", 5000, 0}, {"10km", 10_000, 0}, {"30km", 30_000, 0}, {"10km-10min", 10_000, 10}} {
		b.Run(c.name, func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 2))
			obs := make([]match.Observation, 100)
			for i := range obs {
				at := geo.XY{X: float64(i%80)*100 - 4000}
				if c.size > 0 {
					at = geo.XY{X: (random.Float64() - 0.5) * c.size, Y: (random.Float64() - 0.5) * c.size}
				}
				obs[i].Point = plane.Point(at)
				if c.minutes > 0 {
					obs[i].Time = departure.Add(time.Duration(i*c.minutes) * time.Minute)
				}
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := m.Match(context.Background(), obs, match.MotorVehicle); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// readTraces reads a set of traces in the format of `roadsnap bench`.
func readTraces(tb testing.TB, path string) (trips [][]match.Observation, points int) {
	tb.Helper()
	eachLine(tb, path, func(line []byte) {
		var trace struct {
			Sigma  float64      `json:"sigma_m"`
			Points [][3]float64 `json:"points"`
		}
		if err := json.Unmarshal(line, &trace); err != nil {
			tb.Fatal(err)
		}
		obs := make([]match.Observation, len(trace.Points))
		for i, p := range trace.Points {
			obs[i] = match.Observation{
				Point: geo.Point{Lat: p[0], Lon: p[1]}, Accuracy: trace.Sigma,
				Time: time.UnixMilli(int64(p[2] * 1000)),
			}
		}
		trips, points = append(trips, obs), points+len(obs)
	})
	return trips, points
}
