package match_test

import (
	"fmt"
	"slices"
	"testing"

	"roadsnap/engine/match"
)

// standMost is how much an hour of standing may add to a trip, in metres.
const standMost = 10

// clouds are the noises of a receiver that stands.
var clouds = []struct {
	name  string
	sigma float64
	keep  float64
}{
	{"white σ 5", 5, 0}, {"white σ 10", 10, 0}, {"white σ 20", 20, 0},
}

// stops are streets on which a trip from s to e stops at p for an hour.
var stops = []struct {
	name    string
	grid    grid
	picture string
	lines   []string
	ways    []int64
}{
	{
		name: "mid-edge", grid: square,
		picture: "A-s----p-----e-B",
		lines:   []string{"A-B"}, ways: []int64{1},
	},
	{
		name: "beside a parallel road", grid: grid{100, 20},
		picture: `
			A-s----p-----e-B
			C--------------D`,
		lines: []string{"A-B", "C-D", "A-C", "B-D"}, ways: []int64{1},
	},
	{
		name: "on a divided road", grid: grid{100, 20},
		picture: `
			C--------------D
			A-s----p-----e-B`,
		lines: []string{"A>B", "D>C", "A-C", "B-D"}, ways: []int64{1},
	},
}

// stopping returns a drive from s to e at 10 m/s, and the same with a stop of
// that many seconds at p.
func stopping(m places, c *drift, seconds int) (through, stopped []match.Observation) {
	w := walk(m, 10, 0)
	noisy := func(obs []match.Observation) []match.Observation {
		for i := range obs {
			obs[i].Point, obs[i].Accuracy = c.move(obs[i].Point), c.sigma
		}
		return obs
	}
	there := noisy(w.along("sp"))
	cloud := make([]match.Observation, seconds)
	for i := range cloud {
		cloud[i].Point = m.Point('p')
	}
	noisy(cloud)
	on := noisy(w.along("pe"))
	return clocked(slices.Concat(there, on), 1), clocked(slices.Concat(there, cloud, on), 1)
}

// TestStandingForAnHour stops on the way. What the stop adds is what the trip is
// longer than without it.
func TestStandingForAnHour(t *testing.T) {
	for _, stop := range stops {
		m := drawOn(t, stop.grid, stop.picture, stop.lines...)
		for _, c := range clouds {
			t.Run(stop.name+", "+c.name, func(t *testing.T) {
				for seed := range uint64(4) {
					through, stopped := stopping(m, newDrift(c.sigma, c.keep, seed), 3600)
					for _, accuracy := range []bool{true, false} {
						without := run(t, m.Graph, only(through, true, accuracy), match.MotorVehicle)
						r := run(t, m.Graph, only(stopped, true, accuracy), match.MotorVehicle)
						what := fmt.Sprintf("seed %d, accuracy known %v", seed, accuracy)
						if got := waysOf(r); !slices.Equal(got, stop.ways) {
							t.Errorf("%s: ways %v, want %v", what, got, stop.ways)
						}
						if more := r.Distance.Matched - without.Distance.Matched; more > standMost {
							t.Errorf("%s: %.1f m are added to %.1f m", what, more, without.Distance.Matched)
						}
					}
				}
			})
		}
	}
}
