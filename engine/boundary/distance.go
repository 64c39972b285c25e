package boundary

import (
	"math"

	"roadsnap/engine/geo"
)

// Distance returns how far p is from the border of the land in metres, whether
// inside or outside. The land has a border.
func (l Land) Distance(p geo.Point) float64 {
	plane := geo.NewPlane(p)
	nearest := math.Inf(1)
	for polygon := range l.Polygons(Street) {
		for ring := range polygon.Rings() {
			var last geo.XY
			first := true
			for q := range ring.Points() {
				at := plane.XY(q.Point())
				if !first {
					_, d2 := geo.Project(geo.XY{}, last, at)
					nearest = min(nearest, d2)
				}
				last, first = at, false
			}
		}
	}
	return math.Sqrt(nearest)
}
