// SPDX-License-Identifier: MIT

package match

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/road"
)

// matchWhole matches a trip as one batch, with its whole effort.
func matchWhole(tb testing.TB, w *workspace, obs []Observation) {
	tb.Helper()
	due := handover{effort: w.model.effort + w.model.effortPerFix*len(obs)}
	if err := w.match(context.Background(), obs, due, true, MotorVehicle); err != nil {
		tb.Fatal(err)
	}
}

// effortOf returns how many states the searches of a trip settle.
func effortOf(tb testing.TB, g *road.Graph, c model, obs []Observation) int {
	tb.Helper()
	w := testWorkspace(g, c)
	matchWhole(tb, w, obs)
	return w.from.effort - w.effort.left
}

// TestEffortIsBounded checks the effort for random places in a town, many without a
// route from one to the next.
func TestEffortIsBounded(t *testing.T) {
	g, _ := roadtest.Build(t, roadtest.City(40, 4))
	random := rand.New(rand.NewPCG(4, 4))
	obs := Path(randomTrip(random, g.Bounds(), 200))
	free, tight := newModel(DefaultConfig()), newModel(DefaultConfig())
	free.effort = math.MaxInt32
	tight.effort, tight.effortPerFix, tight.effortSpent = 300, 1, 1
	// Once the effort is spent, the searches of a step share effortSpent. Each settles one
	// state at least: a survey and searches from few candidates, narrow and wide, from any of
	// several steps.
	afterwards := (tight.effortSpent + (tight.longStepSources+1)*2*(tight.maxOutliers+1)) * len(obs)
	most := tight.effort + tight.effortPerFix*len(obs) + afterwards
	if all := effortOf(t, g, free, obs); all < 2*most {
		t.Fatalf("the trip takes %d states: nothing for a bound of %d to do", all, most)
	}
	if n := effortOf(t, g, tight, obs); n > most {
		t.Errorf("%d states settled, want at most %d", n, most)
	}
}

// TestShortStepsGoOnWithoutEffort checks that a trip whose effort is spent is still
// matched where its fixes are close.
func TestShortStepsGoOnWithoutEffort(t *testing.T) {
	m := roadtest.Draw(t, "A-B-C-D-E-F-G", "A-B", "B-C", "C-D", "D-E", "E-F", "F-G")
	c := newModel(DefaultConfig())
	c.effort, c.effortPerFix = 0, 0
	matcher := newMatcher(m.Graph, c)
	plane := geo.NewPlane(m.Point('A'))
	var path []geo.Point
	for x := 0.0; x < 1200; x += 380 {
		path = append(path, plane.Point(geo.XY{X: x, Y: 5}))
	}
	r, err := matcher.Match(context.Background(), Path(path), Car)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Legs) != 1 || len(r.Gaps) != 0 || math.Abs(r.Distance.Matched-1140) > 20 {
		t.Errorf("%d legs of %.0f m, gaps %v", len(r.Legs), r.Distance.Matched, r.Gaps)
	}
}

// TestSpentEffortIsNotRepeated checks that a trip whose effort is spent has no outliers
// over long steps, and no wider search where one gave up.
func TestSpentEffortIsNotRepeated(t *testing.T) {
	g, _ := roadtest.Build(t, roadtest.City(40, 4))
	bounds := g.Bounds()
	plane := geo.NewPlane(bounds.Center())
	radius := 0.4 * geo.Distance(geo.Point{Lat: bounds.South, Lon: bounds.West}, geo.Point{Lat: bounds.South, Lon: bounds.East})
	var path []geo.Point
	for i := range 100 { // across the town, nowhere twice
		sin, cos := math.Sincos(2.4 * float64(i))
		path = append(path, plane.Point(geo.XY{X: radius * cos, Y: radius * sin}))
	}
	c := newModel(DefaultConfig())
	c.effort, c.effortPerFix, c.effortSpent = 0, 0, 20
	used := func(longStep float64) int {
		c.longStep = longStep
		w := testWorkspace(g, c)
		if err := w.match(context.Background(), Path(path), handover{}, true, MotorVehicle); err != nil {
			t.Fatal(err)
		}
		return -w.effort.left / len(w.steps)
	}
	sources := 2 * c.longStepSources // both directions of a link, which are as good
	for _, longStep := range []float64{1e9, 1000} {
		if n, most := used(longStep), c.effortSpent+sources; n > most {
			t.Errorf("%d states a step, want at most %d", n, most)
		}
	}
}

// TestUnusualSearchesCostMore checks what unusual searches cost, and that there are none that
// could not be paid for.
func TestUnusualSearchesCostMore(t *testing.T) {
	e := effort{left: 1000, step: 10}
	if got := e.limit(); got != 1000/unusualCharge {
		t.Errorf("a search may settle %d states at first", got)
	}
	e.pay(5)
	if e.penalise(5); e.left != 1000-5*unusualCharge {
		t.Errorf("%d states are left", e.left)
	}
	if e.penalise(5000); e.left != 0 || e.spent() || e.limit() != 5 {
		t.Errorf("%d states are left, %d for the next search", e.left, e.limit())
	}
	if e.pay(5); !e.spent() || e.limit() != 1 {
		t.Errorf("%d states for a search of a spent step", e.limit())
	}
}

// TestTimesEarnEffort checks what the times of observations add to the effort.
func TestTimesEarnEffort(t *testing.T) {
	c := newModel(DefaultConfig())
	every := func(n int, seconds float64) []Observation {
		obs := make([]Observation, n)
		for i := range obs {
			obs[i].Time = time.Unix(0, 0).Add(time.Duration(float64(i) * seconds * float64(time.Second)))
		}
		return obs
	}
	for _, tt := range []struct {
		name  string
		obs   []Observation
		fresh int
		want  int // by time
	}{
		{"every second", every(100, 1), 100, 0},
		{"every minute", every(11, 60), 11, 10 * 150},
		{"the last of them is new", every(11, 60), 1, 150},
		{"every ten minutes", every(3, 600), 3, 2 * 15_000},
		{"an hour", every(2, 3600), 2, 33_750},
		{"days", every(100, 3600), 100, c.effortByTime},
		{"back in time", every(11, -60), 11, 0},
		{"no times", make([]Observation, 10), 10, 0},
	} {
		var h handover
		h.earn(&c, tt.obs, tt.fresh, len(tt.obs))
		if got := h.effort - c.effortPerFix*tt.fresh; got != tt.want || h.byTime != got {
			t.Errorf("%s: %d states, %d noted, want %d", tt.name, got, h.byTime, tt.want)
		}
	}
}

// TestLongTripsKeepEarning checks that fixes beyond the first hundred earn twice as much, and
// their times as much more, also in a later batch.
func TestLongTripsKeepEarning(t *testing.T) {
	c := newModel(DefaultConfig())
	obs := make([]Observation, 50)
	for i := range obs {
		obs[i].Time = time.Unix(int64(i)*3600, 0)
	}
	for _, tt := range []struct{ base, perFix, byTime int }{
		{0, 50, c.effortByTime}, {50, 50, c.effortByTime}, {75, 75, c.effortByTime * 125 / 100},
		{1000, 100, c.effortByTime * 1050 / 100},
	} {
		var h handover
		h.earn(&c, obs, len(obs), tt.base+len(obs))
		if h.byTime != min(tt.byTime, 49*33_750) || h.effort != tt.perFix*c.effortPerFix+h.byTime {
			t.Errorf("from fix %d on: %d states, %d of them by time; want %d times %d and at most %d", tt.base, h.effort, h.byTime, tt.perFix, c.effortPerFix, tt.byTime)
		}
	}
}

// TestLiveStreamsRenewEffort checks that a live stream saves up nothing and that its times
// earn again with each batch.
func TestLiveStreamsRenewEffort(t *testing.T) {
	c := newModel(DefaultConfig())
	for _, tt := range []struct{ left, want int }{{c.effort * 3, c.effort}, {20, 20}, {-20, -20}} {
		h := handover{effort: tt.left, byTime: c.effortByTime}
		if h.renewEffort(&c); h.effort != tt.want || h.byTime != 0 {
			t.Errorf("of %d states, %d are left, and times have added %d", tt.left, h.effort, h.byTime)
		}
	}
}

// TestSparseTimesAreSearched checks that fixes across a town, ten minutes apart, are joined
// even if no effort is left, and that they need their times for that.
func TestSparseTimesAreSearched(t *testing.T) {
	g, _ := roadtest.Build(t, roadtest.City(40, 4))
	c := newModel(DefaultConfig())
	c.effort, c.effortPerFix, c.effortSpent = 0, 0, 20
	m := newMatcher(g, c)
	random := rand.New(rand.NewPCG(7, 7))
	obs := make([]Observation, 8)
	for i := range obs {
		obs[i].Point = g.NodePoint(road.NodeID(random.IntN(g.NumNodes())))
	}
	for _, timed := range []bool{false, true} {
		for i := range obs {
			if timed {
				obs[i].Time = time.Unix(int64(600*i), 0)
			}
		}
		r, err := m.Match(context.Background(), obs, MotorVehicle)
		if err != nil {
			t.Fatal(err)
		}
		if one := len(r.Legs) == 1 && len(r.Gaps) == 0; one != timed {
			t.Errorf("with times %t: %d legs, gaps %v", timed, len(r.Legs), r.Gaps)
		}
	}
}

// TestWorkPerPoint counts the states that the searches of a trip settle. Their number
// must be proportional to that of its points.
func TestWorkPerPoint(t *testing.T) {
	t.Parallel()
	g, _ := roadtest.Build(t, roadtest.City(30, 6))
	bounds := g.Bounds()
	corner := geo.Point{Lat: bounds.South, Lon: bounds.West}
	far := geo.Point{Lat: bounds.North, Lon: bounds.East}
	for _, tt := range []struct {
		name string
		at   func(i int, random *rand.Rand) geo.Point
		most int // states a point
	}{
		{"standing", func(int, *rand.Rand) geo.Point { return bounds.Center() }, 1},
		{"a cloud", func(_ int, random *rand.Rand) geo.Point {
			return geo.NewPlane(bounds.Center()).Point(geo.XY{X: 8 * random.NormFloat64(), Y: 8 * random.NormFloat64()})
		}, 500},
		{"back and forth across the town", func(i int, _ *rand.Rand) geo.Point {
			return geo.Lerp(corner, far, math.Abs(math.Mod(float64(i)/25, 2)-1))
		}, 3000},
		{"corner to corner", func(i int, _ *rand.Rand) geo.Point {
			return []geo.Point{corner, far}[i%2]
		}, 100_000},
	} {
		t.Run(tt.name, func(t *testing.T) {
			used := func(n int) int {
				random := rand.New(rand.NewPCG(6, 6))
				path := make([]geo.Point, n)
				for i := range path {
					path[i] = tt.at(i, random)
				}
				return effortOf(t, g, newModel(DefaultConfig()), Path(path))
			}
			few, many := used(100), used(1000)
			t.Logf("%d states for 100 points, %d for 1,000", few, many)
			if many > 1000*tt.most {
				t.Errorf("%d states a point, want at most %d", many/1000, tt.most)
			}
			if many > 20*few+1000 {
				t.Errorf("ten times the points take %.1f times the work", float64(many)/float64(few))
			}
		})
	}
}

// TestEffortOfRandomPlaces pins effortByTime: what a hundred fixes every ten minutes may settle in
// all. With 180,000 states, random places cost 21 times a normal trip, above the goal of 20.
func TestEffortOfRandomPlaces(t *testing.T) {
	c := newModel(DefaultConfig())
	if most := c.effort + 100*c.effortPerFix + c.effortByTime; most > 160_000 {
		t.Errorf("a hundred fixes may settle %d states", most)
	}
}
