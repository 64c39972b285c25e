package match

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/road/roadtest"
)

// TestWorkPerPoint counts the states that the searches of a trip settle. They
// must grow with the number of its points and no faster.
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
		{"to and fro across the town", func(i int, _ *rand.Rand) geo.Point {
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
				w := testWorkspace(g, DefaultConfig())
				if err := w.match(context.Background(), Path(path), handover{effort: w.config.Effort + w.config.EffortPerFix*n}, true, MotorVehicle); err != nil {
					t.Fatal(err)
				}
				return w.config.Effort + w.config.EffortPerFix*n - w.effort
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
