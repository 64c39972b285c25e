// SPDX-License-Identifier: MIT

package match

import (
	"math/rand/v2"
	"slices"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
)

// noisyDrive returns workspace fixes of a drive along a straight road, one every 10 m,
// whose noise has a persistent part and one that changes from fix to fix. Between the
// fixes far and further, the road is 25 m away.
func noisyDrive(t *testing.T, n int, stays, changes float64, far, further int) *workspace {
	t.Helper()
	m := roadtest.Draw(t, "A------------------------------B", "A-B")
	w := testWorkspace(m.Graph, newModel(DefaultConfig()))
	random := rand.New(rand.NewPCG(6, 6))
	plane := geo.NewPlane(m.Point('A'))
	points := make([]geo.Point, n)
	bias := 0.0
	for i := range points {
		if i%20 == 0 {
			bias = random.NormFloat64() * stays
		}
		at := geo.XY{X: 10 * float64(i), Y: bias + random.NormFloat64()*changes}
		if i >= far && i < further {
			at.Y += 25
		}
		points[i] = plane.Point(geo.XY{X: at.X + random.NormFloat64()*changes, Y: at.Y})
	}
	w.begin(handover{effort: w.model.effort}, true, MotorVehicle)
	w.prepare(Path(points))
	w.estimateNoise()
	return w
}

// TestOnlyChangingNoiseAveragesAway compares the standard deviations of averaged fixes
// with equal noise, with the part that averages out and the part that does not.
func TestOnlyChangingNoiseAveragesAway(t *testing.T) {
	changing, staying := noisyDrive(t, 300, 0, 10, 0, 0), noisyDrive(t, 300, 8, 0.5, 0, 0)
	if j := changing.next.noise.jitter; j < 8 || j > 12 {
		t.Errorf("noise of 10 m that changes: jitter %.1f m", j)
	}
	if j := staying.next.noise.jitter; j > 1 {
		t.Errorf("noise of 8 m that stays: jitter %.1f m", j)
	}
	changing.reduce()
	staying.reduce()
	f, g := changing.fixes[150], staying.fixes[150]
	if f.meanSigma > 0.8*f.sigma {
		t.Errorf("noise that changes: σ %.1f m is %.1f m averaged", f.sigma, f.meanSigma)
	}
	if g.meanSigma < 0.95*g.sigma {
		t.Errorf("noise that stays: σ %.1f m is %.1f m averaged", g.sigma, g.meanSigma)
	}
}

// TestNoiseOfAStretch drives past high buildings: only the fixes that lie off the road
// for a while count as noisier.
func TestNoiseOfAStretch(t *testing.T) {
	w := noisyDrive(t, 300, 0, 4, 100, 160)
	before, within, after := w.fixes[50].sigma, w.fixes[130].sigma, w.fixes[220].sigma
	if before != after || within < 2*before {
		t.Errorf("σ is %.1f m before, %.1f m within and %.1f m after", before, within, after)
	}
	if limit := estimateRange * w.model.DefaultSigma; within > limit {
		t.Errorf("σ is %.1f m, more than %.1f", within, limit)
	}
}

// TestOneFixDoesNotMoveTheNoise moves each fix of a drive in turn by 1 km, and inserts
// such a fix between each two. Of 20 fixes, a missing one may matter.
func TestOneFixDoesNotMoveTheNoise(t *testing.T) {
	for _, n := range []int{20, 60, 100, 300} {
		w := noisyDrive(t, n, 0, 4, 0, 0)
		points := make([]geo.Point, n)
		for i := range w.fixes {
			points[i] = w.fixes[i].at
		}
		sigma, exact, jitter := w.next.noise.sigma, w.next.noise.exactSigma, w.next.noise.jitter
		for i := range points {
			bad := points[i]
			bad.Lat += 0.009
			replaced := slices.Clone(points)
			replaced[i] = bad
			for _, trip := range [][]geo.Point{replaced, slices.Insert(slices.Clone(points), i, bad)} {
				if len(trip) == 20 {
					continue
				}
				w.begin(handover{effort: w.model.effort}, true, MotorVehicle)
				w.prepare(Path(trip))
				w.estimateNoise()
				if w.next.noise.sigma != sigma || w.next.noise.jitter != jitter {
					t.Fatalf("%d of %d: σ is %.1f m, jitter %.1f m, without it %.1f m and %.1f m",
						i, n, w.next.noise.sigma, w.next.noise.jitter, sigma, jitter)
				}
				if got := w.next.noise.exactSigma; len(trip) > n && got != exact {
					t.Fatalf("one more at %d of %d: the estimate changes", i, n)
				}
			}
		}
	}
}

// TestJitterIsTrustedLittle drives with noise along the road only, which the distances to
// the road do not show. It raises σ a little, and the spread of a stop up to twice.
func TestJitterIsTrustedLittle(t *testing.T) {
	m := roadtest.Draw(t, "A------------------------------B", "A-B")
	w := testWorkspace(m.Graph, newModel(DefaultConfig()))
	plane := geo.NewPlane(m.Point('A'))
	random := rand.New(rand.NewPCG(6, 6))
	var points []geo.Point
	for i := range 200 {
		points = append(points, plane.Point(geo.XY{X: 100 + 30*float64(i) + 20*random.NormFloat64(), Y: 4.5 * random.NormFloat64()}))
	}
	w.begin(handover{effort: w.model.effort}, true, MotorVehicle)
	w.prepare(Path(points))
	w.estimateNoise()
	f := &w.fixes[100]
	if j := w.next.noise.jitter; j < 10 {
		t.Fatalf("the jitter is %.1f m", j)
	}
	if f.sigma != 5 {
		t.Errorf("σ is %.1f m, want 5", f.sigma)
	}
	if got := w.recorded.stopSigma(f); got != 10 {
		t.Errorf("a stop spreads by %.1f m, want 10", got)
	}
	f.guessed = false
	if got := w.recorded.stopSigma(f); got != f.sigma {
		t.Errorf("with a stated accuracy, a stop spreads by %.1f m, want %.1f", got, f.sigma)
	}
}
