// SPDX-License-Identifier: MIT

package roadtest

import (
	"math/rand/v2"

	"roadsnap/engine/geo"
	"roadsnap/engine/road"
)

// City returns the builder of a random town of size×size crossings, for property tests
// and benchmarks: winding streets about 80 m apart, some one-way, some missing, some
// turns banned. The result depends only on the arguments.
func City(size int, seed uint64) *road.Builder { return build(size, seed, false) }

// CityWithLimits is like City, but some streets are secondary roads, most of which have a
// speed limit.
func CityWithLimits(size int, seed uint64) *road.Builder { return build(size, seed, true) }

func build(size int, seed uint64, limits bool) *road.Builder {
	c := city{b: road.NewBuilder(), random: rand.New(rand.NewPCG(seed, 0)), size: size, limits: limits, plane: geo.NewPlane(origin)}
	c.meeting = make([][]int, size*size)
	c.placeCrossings()
	for i := range size {
		for j := range size {
			c.street(c.crossing(i, j), i, j+1)
			c.street(c.crossing(i, j), i+1, j)
		}
	}
	for range size * size / 4 {
		c.restriction()
	}
	return c.b
}

const (
	blockMetres = 80
	bends       = 3 // points between two crossings
)

type city struct {
	b         *road.Builder
	random    *rand.Rand
	size      int
	limits    bool
	plane     geo.Plane
	crossings []geo.XY
	streets   [][2]int // the crossings that the street with id i+1 joins
	meeting   [][]int  // by crossing, the ids of the streets there
	nodes     int64    // bends so far
}

func (c *city) crossing(i, j int) int { return i*c.size + j }

func (c *city) placeCrossings() {
	for i := range c.size {
		for j := range c.size {
			c.crossings = append(c.crossings, c.near(geo.XY{X: float64(j) * blockMetres, Y: float64(i) * blockMetres}))
		}
	}
}

func (c *city) near(p geo.XY) geo.XY {
	const shake = blockMetres / 8
	return geo.XY{X: p.X + c.random.NormFloat64()*shake, Y: p.Y + c.random.NormFloat64()*shake}
}

// street joins a crossing to that in row i and column j, if there is one.
func (c *city) street(from, i, j int) {
	if i >= c.size || j >= c.size || c.random.IntN(12) == 0 {
		return
	}
	to := c.crossing(i, j)
	a, b := c.crossings[from], c.crossings[to]
	c.streets = append(c.streets, [2]int{from, to})
	for _, crossing := range c.streets[len(c.streets)-1] {
		c.meeting[crossing] = append(c.meeting[crossing], len(c.streets))
	}
	w := road.WaySpec{
		Way:     road.Way{ID: int64(len(c.streets)), Class: road.Residential},
		Forward: road.Anyone, Backward: road.Anyone,
	}
	w.Nodes = append(w.Nodes, int64(from))
	w.Points = append(w.Points, c.plane.Point(a).Fixed())
	for k := 1; k <= bends; k++ {
		t := float64(k) / (bends + 1)
		c.nodes++
		w.Nodes = append(w.Nodes, int64(len(c.crossings))+c.nodes)
		w.Points = append(w.Points, c.plane.Point(c.near(geo.XY{X: a.X + t*(b.X-a.X), Y: a.Y + t*(b.Y-a.Y)})).Fixed())
	}
	w.Nodes = append(w.Nodes, int64(to))
	w.Points = append(w.Points, c.plane.Point(b).Fixed())
	switch c.random.IntN(10) {
	case 0:
		w.Oneway, w.Backward = true, road.Foot
		if len(c.streets)%2 == 0 {
			w.Class = road.Trunk
		}
	case 1:
		w.Oneway, w.Forward = true, road.Foot
	case 3:
		w.NoTrucksForward, w.NoTrucksBackward = true, len(c.streets)%2 == 0
	case 2:
		w.Class, w.Forward, w.Backward = road.Alley, road.Anyone&^road.Car, road.Anyone&^road.Car
	}
	if n := len(c.streets); c.limits && n%4 == 1 && w.Class == road.Residential {
		w.Class = road.Secondary
		w.HasMaxSpeed, w.MaxSpeedKMH = n%3 > 0, uint8(20+n*37%80)
	}
	c.b.AddWay(w)
}

// restriction adds a restriction from a random street to another, or to itself.
func (c *city) restriction() {
	from := c.random.IntN(len(c.streets))
	via := c.streets[from][c.random.IntN(2)]
	to := c.meeting[via][c.random.IntN(len(c.meeting[via]))]
	c.b.AddRestriction(int64(from+1), int64(via), int64(to), c.random.IntN(4) == 0)
}
