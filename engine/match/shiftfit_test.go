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
)

// TestEstimateShift compares the estimate with the shift that made the residuals, of which
// some belong to wrong roads.
func TestEstimateShift(t *testing.T) {
	const seed = 1
	random := rand.New(rand.NewPCG(seed, 2))
	for _, tt := range []struct {
		name    string
		shift   geo.XY
		n       int
		wrong   float64 // share of the residuals
		turned  bool    // the roads have all directions
		want    geo.XY
		differs bool
	}{
		{name: "none", n: 100, turned: true},
		{name: "within noise", shift: geo.XY{X: 2}, n: 100, turned: true},
		{name: "twelve metres", shift: geo.XY{X: 7, Y: -10}, n: 100, turned: true, want: geo.XY{X: 5, Y: -10}, differs: true},
		{name: "a quarter on wrong roads", shift: geo.XY{X: 10, Y: -10}, n: 200, wrong: 0.25, turned: true, want: geo.XY{X: 10, Y: -10}, differs: true},
		{name: "one straight road shows its own direction only", shift: geo.XY{X: 10, Y: -10}, n: 100, want: geo.XY{Y: -10}, differs: true},
		{name: "too far", shift: geo.XY{X: 40}, n: 200, turned: true},
		{name: "few, a surely different shift", shift: geo.XY{X: 12}, n: shiftFewest, turned: true, want: geo.XY{X: 10}, differs: true},
		{name: "too few", shift: geo.XY{X: 15}, n: shiftFewest - 1, turned: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			bt := &batch{}
			m := shiftMeter{batch: bt}
			for i := range tt.n {
				angle := 0.0
				if tt.turned {
					angle = float64(i)
				}
				normal := geo.XY{X: -math.Sin(angle), Y: math.Cos(angle)}
				d := tt.shift.X*normal.X + tt.shift.Y*normal.Y + random.NormFloat64()*2
				if random.Float64() < tt.wrong {
					d = random.Float64()*60 - 30
				}
				m.residuals = append(m.residuals, residual{normal, d, shiftResidual, 1})
			}
			at, differs := m.estimateShift()
			if at != tt.want || differs != tt.differs {
				t.Errorf("seed %d: %v, differs %v; want %v, %v", seed, at, differs, tt.want, tt.differs)
			}
			// With that shift in use, the same residuals do not ask for another.
			bt.from.shift.at = at
			if again, differs := m.estimateShift(); differs {
				t.Errorf("seed %d: then %v", seed, again)
			}
		})
	}
}

// TestShiftIsRemembered checks that a batch without residuals keeps the sums, and one with
// many keeps shiftKept of them.
func TestShiftIsRemembered(t *testing.T) {
	bt := &batch{}
	bt.from.shift.sums = shiftSums{xx: 4, yy: 4, x: 8}
	bt.next.shift = bt.from.shift
	m := shiftMeter{batch: bt}
	m.estimateShift()
	if bt.next.shift.sums != bt.from.shift.sums {
		t.Errorf("without residuals: %v, want %v", bt.next.shift.sums, bt.from.shift.sums)
	}
	for range 10 * shiftMemory {
		m.residuals = append(m.residuals, residual{geo.XY{Y: 1}, 0, shiftResidual, 1})
	}
	m.estimateShift()
	if got := bt.next.shift.sums.xx; math.Abs(got-3.4) > 1e-9 {
		t.Errorf("with many residuals: xx is %g, want 3.4", got)
	}
}

// TestShiftIsLearnedFromTheResult drives against a one-way, which is found only when the
// batch is matched again. What the used result shows is handed over.
func TestShiftIsLearnedFromTheResult(t *testing.T) {
	d := roadtest.Draw(t, "A-s-B--C-e-D", "A-B", "C>B", "C-D")
	m := newMatcher(d.Graph, newModel(DefaultConfig()))
	plane := geo.NewPlane(d.Point('A'))
	end := plane.XY(d.Point('D')).X
	var obs []Observation
	for x := 0.0; x < end; x += 10 {
		at := time.Date(2025, 3, 4, 8, 0, len(obs), 0, time.UTC)
		obs = append(obs, Observation{Point: plane.Point(geo.XY{X: x, Y: 3}), Accuracy: 5, Time: at})
	}
	for _, lag := range []Lag{{}, DefaultLag()} {
		s, err := m.Stream(MotorVehicle)
		if err != nil {
			t.Fatal(err)
		}
		s.lag, s.held, s.fresh, s.doublings = lag, obs, len(obs), borderDoublings
		w, err := m.batch(context.Background(), obs, false, s)
		if err != nil {
			t.Fatal(err)
		}
		if !w.violates {
			t.Errorf("lag %v: the one-way is not driven against", lag)
		}
		if w.next.shift.sums == (shiftSums{}) {
			t.Errorf("lag %v: nothing is handed over of the shift", lag)
		}
		m.workspaces.Put(w)
	}
}

// TestIndependence checks that steps share their error for ten seconds, or for fifty metres
// where the time is unknown.
func TestIndependence(t *testing.T) {
	at := geo.Point{Lon: 106.7, Lat: 10.78}
	east := func(metres float64) geo.Point { return geo.NewPlane(at).Point(geo.XY{X: metres}) }
	m := shiftMeter{recorded: &recorded{fixes: []fix{
		{timed: true}, {timed: true, seconds: 5}, {timed: true, seconds: 30}, {},
	}}}
	for _, tt := range []struct {
		name   string
		fix    int
		metres float64
		want   float64
	}{
		{"five seconds", 1, 100, 0.5},
		{"half a minute", 2, 0, 1},
		{"25 m, time unknown", 3, 25, 0.5},
		{"60 m, time unknown", 3, 60, 1},
	} {
		if got := m.independence(&step{at: at}, &step{at: east(tt.metres), fix: tt.fix}); math.Abs(got-tt.want) > 0.01 {
			t.Errorf("%s: %.2f, want %.2f", tt.name, got, tt.want)
		}
	}
}

// TestShiftIsSure pins how sure an estimate must be: of two with the same distance, the one
// with the greater sums counts.
func TestShiftIsSure(t *testing.T) {
	for _, tt := range []struct {
		squared float64 // distance from the shift in use, in standard deviations
		want    bool
	}{{3.8, false}, {4.2, true}} {
		m := shiftMeter{batch: &batch{}}
		const distance, n = 12.0, 10
		for i := range n { // half of the roads lead north, half east
			normal := geo.XY{X: float64(i % 2), Y: float64((i + 1) % 2)}
			m.residuals = append(m.residuals, residual{normal, distance * normal.X, shiftResidual, 1})
		}
		// The sums of the residuals are set so that the fit has that distance.
		weight := tt.squared
		for range 40 {
			for i := range m.residuals {
				m.residuals[i].sigma = math.Sqrt(float64(n) / 2 / weight * square(distance))
			}
			sums := m.fitShift(shift{}, 1)
			weight *= tt.squared / sums.squaredDistance(sums.solve(), geo.XY{})
		}
		if _, differs := m.estimateShift(); differs != tt.want {
			t.Errorf("a squared distance of %v: differs %v, want %v", tt.squared, differs, tt.want)
		}
	}
}
