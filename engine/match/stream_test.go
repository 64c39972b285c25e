// SPDX-License-Identifier: MIT

package match_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
)

// longTrip returns a drive of several thousand noisy fixes through a town, with a stop,
// an outlier, a bad position, a clock that jumps, and a drive off the roads.
func longTrip(g *road.Graph, seed uint64) []match.Observation { return workingDay(g, seed, false) }

// workingDay returns the same or, with speeds, one in which the receiver also drifts in a long
// stop and reports that it stands.
func workingDay(g *road.Graph, seed uint64, speeds bool) []match.Observation {
	random := rand.New(rand.NewPCG(seed, 21))
	start := time.Date(2026, 5, 1, 6, 0, 0, 0, time.UTC)
	path := wander(random, g, 12_000, 8)
	var obs []match.Observation
	add := func(p geo.Point) {
		plane := geo.NewPlane(p)
		p = plane.Point(geo.XY{X: random.NormFloat64() * 6, Y: random.NormFloat64() * 6})
		obs = append(obs, match.Observation{Point: p, Time: start.Add(time.Duration(len(obs)) * time.Second)})
	}
	for i, p := range path {
		add(p)
		switch {
		case i == len(path)/3: // five minutes at a light
			for range 300 {
				add(p)
			}
		case speeds && i == len(path)/2:
			roof := newDrift(50, 0.98, seed)
			for range 900 {
				add(roof.move(p))
				obs[len(obs)-1].HasSpeed = true
			}
		case i%97 == 13:
			obs[len(obs)-1].Lat += 0.01
		case i%301 == 7:
			obs[len(obs)-1].Lat = 200
		case i%211 == 5:
			obs[len(obs)-1].Time = start
		}
	}
	if speeds {
		for i := range obs {
			if !obs[i].HasSpeed {
				obs[i].Speed, obs[i].HasSpeed = 8, true
			}
		}
	}
	away := geo.NewPlane(path[len(path)-1])
	for k := range 40 { // straight out of town and back again
		at := 60.0 * float64(min(k, 39-k))
		add(away.Point(geo.XY{X: at, Y: at}))
	}
	return obs
}

// wander returns places every step metres along a walk over the edges of g that turns
// back only at dead ends.
func wander(random *rand.Rand, g *road.Graph, metres, step float64) []geo.Point {
	var path []geo.Point
	edge := road.EdgeID(random.IntN(g.NumEdges()))
	for g.Access(edge)&road.Car == 0 {
		edge = road.EdgeID(random.IntN(g.NumEdges()))
	}
	at := 0.0
	for driven := 0.0; driven < metres; driven += step {
		for at > g.Length(edge.Link()) {
			at -= g.Length(edge.Link())
			next := edge.Reverse()
			options := g.Out(g.To(edge))
			for k, n := 0, random.IntN(len(options)); k < len(options); k++ {
				if e := options[(k+n)%len(options)]; e != edge.Reverse() && g.Access(e)&road.Car != 0 && g.BannedFor(edge, e)&road.Car == 0 {
					next = e
					break
				}
			}
			edge = next
		}
		path = append(path, g.AppendShape(nil, edge, at, at)[0])
		at += step
	}
	return path
}

// TestStreamIsTheWholeTrip checks that the parts of a trip, however it is cut into
// calls, add up to the result of one call for the whole trip.
func TestStreamIsTheWholeTrip(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2) {
		g, _ := roadtest.Build(t, roadtest.City(8, seed))
		obs := workingDay(g, seed, seed == 1)
		for _, lag := range []int{64, 256, 1 << 20} {
			c := match.DefaultConfig()
			c.Lag = lag
			m := configured(t, g, c)
			want, err := m.Match(context.Background(), obs, match.MotorVehicle)
			if err != nil {
				t.Fatal(err)
			}
			checkResult(t, g, obs, want)
			for _, size := range []int{1, 7, 256, 1000, len(obs)} {
				if got := stream(t, m, obs, size, lag); !reflect.DeepEqual(got, want) {
					t.Errorf("seed %d, lag %d: fed %d at a time, the result differs", seed, lag, size)
				}
			}
		}
	}
}

// stream feeds a trip in pieces of one size and joins the parts. At most lag
// observations may be held back at any time.
func stream(t *testing.T, m *match.Matcher, obs []match.Observation, size, lag int) match.Result {
	t.Helper()
	s, err := m.Stream(match.MotorVehicle)
	if err != nil {
		t.Fatal(err)
	}
	result := match.Result{Profile: match.MotorVehicle}
	for fed := 0; fed < len(obs); {
		end := min(fed+size, len(obs))
		parts, err := s.Feed(context.Background(), obs[fed:end]...)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range parts {
			result.Add(p)
		}
		if fed = end; fed-len(result.Points) > lag {
			t.Fatalf("%d of %d observations are decided, %d held back", len(result.Points), fed, fed-len(result.Points))
		}
	}
	part, err := s.Close(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	result.Add(part)
	return result
}

// TestLagDoesNotMatter checks that a stream that may hold back more observations than its
// longest batch has gives the same result, however many more.
func TestLagDoesNotMatter(t *testing.T) {
	t.Parallel()
	const least = 1072 // see Config.Lag
	for seed := range uint64(3) {
		g, _ := roadtest.Build(t, roadtest.City(8, seed))
		for _, accuracy := range []float64{0, 6} {
			obs := workingDay(g, seed, seed == 1)
			for i := range obs {
				obs[i].Accuracy = accuracy
			}
			checkLags(t, g, fmt.Sprintf("seed %d, accuracy %g", seed, accuracy), obs, least, least+1, 1500, 2048, 1<<20)
		}
	}
}

// TestLagDoesNotMatterOnRecordedTrips does so on recorded trips.
func TestLagDoesNotMatterOnRecordedTrips(t *testing.T) {
	t.Parallel()
	for _, name := range recordedNames {
		g, obs := recorded(t, name)
		checkLags(t, g, name, obs, 1072, 3000, 1<<20)
	}
}

// checkLags matches a trip with each lag and fails the test if a result differs from the
// first.
func checkLags(t *testing.T, g *road.Graph, what string, obs []match.Observation, lags ...int) {
	t.Helper()
	var first match.Result
	for i, lag := range lags {
		c := match.DefaultConfig()
		c.Lag = lag
		r := mustMatch(t, configured(t, g, c), obs, match.MotorVehicle)
		if i == 0 {
			first = r
		} else if !reflect.DeepEqual(r, first) {
			t.Errorf("%s: with lag %d, the result differs from that with %d", what, lag, lags[0])
		}
	}
}

// TestBatchesChangeLittle checks that a trip cut into batches is matched to nearly the
// same places as a whole.
func TestBatchesChangeLittle(t *testing.T) {
	t.Parallel()
	points, differ := 0, 0
	for seed := range uint64(6) {
		g, _ := roadtest.Build(t, roadtest.City(8, seed))
		obs := longTrip(g, seed)
		for i := range obs {
			obs[i].Accuracy = 6 // estimates of it may differ from batch to batch
		}
		var results [2]match.Result
		for i, lag := range []int{128, 1 << 20} {
			c := match.DefaultConfig()
			c.Lag = lag
			var err error
			if results[i], err = configured(t, g, c).Match(context.Background(), obs, match.MotorVehicle); err != nil {
				t.Fatal(err)
			}
		}
		for i, p := range results[0].Points {
			points++
			if geo.Distance(p.Location, results[1].Points[i].Location) > 15 {
				differ++
			}
		}
	}
	t.Logf("%d of %d points differ", differ, points)
	if differ*200 > points {
		t.Errorf("%d of %d points differ", differ, points)
	}
}

// TestManyInvalidInARow adds more bad positions than a batch holds. Wherever they are,
// they neither stop a stream nor end a leg.
func TestManyInvalidInARow(t *testing.T) {
	t.Parallel()
	d := roadtest.Draw(t, "A--------------------B", "A-B")
	c := match.DefaultConfig()
	c.Lag = 64
	m := configured(t, d.Graph, c)
	for _, before := range []int{0, 1, 2, 3, 40, 200} {
		for _, bad := range []int{1, 9, 10, 11, 60, 63, 64, 65, 1000} {
			t.Run(fmt.Sprintf("%d after %d", bad, before), func(t *testing.T) {
				t.Parallel()
				var obs []match.Observation
				for i := range before + bad + 20 {
					o := match.Observation{Point: shift(d.Point('A'), float64(i-bad)*8, 5), Time: departure.Add(time.Duration(i) * time.Second)}
					switch {
					case i < before:
						o.Point = shift(d.Point('A'), float64(i)*8, 5)
					case i < before+bad:
						o.Point = geo.Point{Lat: 91}
					}
					obs = append(obs, o)
				}
				ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
				defer cancel()
				want, err := m.Match(ctx, obs, match.MotorVehicle)
				if err != nil {
					t.Fatal(err)
				}
				checkResult(t, d.Graph, obs, want)
				if len(want.Legs) != 1 || len(want.Gaps) != 0 {
					t.Errorf("%d legs, gaps %v", len(want.Legs), want.Gaps)
				}
				for _, v := range want.Legs[0].Inferred {
					if v.FirstIndex != before-1 || v.LastIndex != before+bad {
						t.Errorf("inferred %+v", v)
					}
				}
				if got := stream(t, m, obs, 7, c.Lag); !reflect.DeepEqual(got, want) {
					t.Error("fed 7 at a time, the result differs")
				}
			})
		}
	}
}

func TestStreamEnds(t *testing.T) {
	m := newMatcher(t, roadtest.Draw(t, "A-B", "A-B").Graph)
	if _, err := m.Stream(match.Profile(99)); !errors.Is(err, match.ErrProfile) {
		t.Errorf("unknown profile: %v", err)
	}
	s, err := m.Stream(match.Car)
	if err != nil {
		t.Fatal(err)
	}
	if part, err := s.Close(context.Background()); err != nil || len(part.Points)+len(part.Legs)+len(part.Gaps) > 0 {
		t.Errorf("nothing fed: %+v, %v", part, err)
	}
	if _, err := s.Feed(context.Background(), match.Observation{}); !errors.Is(err, match.ErrClosed) {
		t.Errorf("fed after the end: %v", err)
	}
	if _, err := s.Close(context.Background()); !errors.Is(err, match.ErrClosed) {
		t.Errorf("closed twice: %v", err)
	}
}
