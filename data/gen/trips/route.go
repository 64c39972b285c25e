// SPDX-License-Identifier: MIT

package main

import (
	"container/heap"
	"math"
	"math/rand/v2"
	"sort"

	"roadsnap/engine/geo"
	"roadsnap/engine/road"
)

// vehicle is a kind of vehicle.
type vehicle struct {
	name   string
	access road.Access
	pace   [2]float64 // range of the share of the usual speed
	top    float64    // km/h
	// against is the longest road driven against its permitted direction (metres).
	against float64
}

var vehicles = []vehicle{
	{"car", road.Car, [2]float64{0.75, 1.1}, 130, 0},
	{"truck", road.Car, [2]float64{0.6, 0.9}, 85, 0},
	{"motorcycle", road.Motorcycle, [2]float64{0.7, 1.1}, 80, 80},
}

// usualSpeeds are the speeds on an open road (km/h).
var usualSpeeds = map[road.Class]float64{
	road.Road: 40, road.Motorway: 110, road.MotorwayLink: 55, road.Trunk: 80, road.TrunkLink: 45,
	road.Primary: 60, road.PrimaryLink: 40, road.Secondary: 50, road.SecondaryLink: 35,
	road.Tertiary: 45, road.TertiaryLink: 35, road.Unclassified: 40, road.Residential: 30,
	road.LivingStreet: 15, road.Service: 15, road.Alley: 12,
}

// driver chooses routes and drives them.
type driver struct {
	g       *road.Graph
	random  *rand.Rand
	vehicle vehicle
	pace    float64
	taste   uint64 // the seed of the preferences
}

func newDriver(g *road.Graph, random *rand.Rand) *driver {
	v := vehicles[random.IntN(len(vehicles))]
	return &driver{g, random, v, v.pace[0] + (v.pace[1]-v.pace[0])*random.Float64(), random.Uint64()}
}

// open reports whether the driver uses e, and whether against its permitted direction.
func (d *driver) open(e road.EdgeID) (open, against bool) {
	l := e.Link()
	class := d.g.Class(l)
	if usualSpeeds[class] == 0 || d.g.Island(l)&d.vehicle.access != 0 {
		return false, false
	}
	if d.g.Access(e)&d.vehicle.access != 0 {
		return true, false
	}
	against = d.g.Access(e.Reverse())&d.vehicle.access != 0 && class >= road.Tertiary && d.g.Length(l) <= d.vehicle.against
	return against, against
}

// speed returns the speed on e (m/s).
func (d *driver) speed(e road.EdgeID) float64 {
	w := d.g.Way(e.Link())
	speed := usualSpeeds[w.Class]
	if w.HasMaxSpeed && w.MaxSpeedKMH >= 10 {
		speed = 0.95 * float64(w.MaxSpeedKMH)
	}
	return min(speed*d.pace, d.vehicle.top) / 3.6
}

// tasteSpread is the standard deviation of the logarithm of how much longer a way seems
// to a driver than it is.
const tasteSpread = 0.3

// seconds returns how long e seems to take: the same for each trip over a way, but
// different from driver to driver, so that not all routes are the fastest.
func (d *driver) seconds(e road.EdgeID, against bool) float64 {
	way := d.g.WayID(e.Link())
	drawn := rand.NewPCG(d.taste, uint64(way)).Uint64()
	preference := -2.0 // the sum of four uniform numbers: nearly normal, with variance 1/3
	for range 4 {
		preference += float64(drawn&0xffff) / 0xffff
		drawn >>= 16
	}
	s := d.g.Length(e.Link()) / d.speed(e) * math.Exp(tasteSpread*math.Sqrt(3)*preference)
	if against {
		s = 2*s + 20
	}
	return s
}

// turn returns how long the turn from one edge to the next takes (seconds), infinite if
// it is not made.
func (d *driver) turn(from, to road.EdgeID) float64 {
	if d.g.BannedFor(from, to)&d.vehicle.access != 0 {
		return math.Inf(1)
	}
	if to == from.Reverse() {
		for _, e := range d.g.Out(d.g.To(from)) {
			if open, _ := d.open(e); open && e != to {
				return math.Inf(1) // only at a dead end
			}
		}
		return 15
	}
	a, b := d.ends(from)[1], d.ends(to)[0]
	angle := math.Abs(math.Remainder(b-a, 360))
	return 0.08 * max(angle-30, 0)
}

// ends returns the directions in which an edge begins and ends (degrees).
func (d *driver) ends(e road.EdgeID) [2]float64 {
	s := d.g.Shape(e.Link())
	at := func(i int) geo.Point { return s[i].Point() }
	n := len(s)
	if e.Backward() {
		return [2]float64{geo.Bearing(at(n-1), at(n-2)), geo.Bearing(at(1), at(0))}
	}
	return [2]float64{geo.Bearing(at(0), at(1)), geo.Bearing(at(n-2), at(n-1))}
}

// piece is a part of a route on one edge, from one offset to another. start is where it
// begins on the route (metres).
type piece struct {
	edge            road.EdgeID
	from, to, start float64
}

func (p piece) end() float64 { return p.start + p.to - p.from }

// route is a true route.
type route struct {
	g      *road.Graph
	pieces []piece
	stops  []float64 // where the trip rests, along the route
	shape  []geo.Point
	along  []float64 // of each vertex of the shape
}

func (r *route) length() float64 {
	if len(r.pieces) == 0 {
		return 0
	}
	return r.pieces[len(r.pieces)-1].end()
}

// add appends a piece, which continues the last one if it can.
func (r *route) add(e road.EdgeID, from, to float64) {
	if n := len(r.pieces); n > 0 && r.pieces[n-1].edge == e && r.pieces[n-1].to == from {
		r.pieces[n-1].to = to
	} else if to > from {
		r.pieces = append(r.pieces, piece{e, from, to, r.length()})
	}
}

// finish makes the shape of the pieces.
func (r *route) finish() {
	for _, p := range r.pieces {
		line := r.g.AppendShape(nil, p.edge, p.from, p.to)
		scale := (p.to - p.from) / max(geo.Length(line), 1e-9) // lengths are whole centimetres
		along := p.start
		for i, v := range line {
			if i > 0 {
				along += scale * geo.Distance(line[i-1], v)
			}
			if n := len(r.shape); n > 0 && (r.shape[n-1] == v || along <= r.along[n-1]) {
				continue
			}
			r.shape, r.along = append(r.shape, v), append(r.along, along)
		}
	}
}

// at returns the place at a distance along the route.
func (r *route) at(along float64) geo.Point {
	i := min(max(sort.SearchFloat64s(r.along, along), 1), len(r.along)-1)
	f := (along - r.along[i-1]) / (r.along[i] - r.along[i-1])
	return geo.Lerp(r.shape[i-1], r.shape[i], min(max(f, 0), 1))
}

// between returns the shape between two distances along the route.
func (r *route) between(from, to float64) []geo.Point {
	line := []geo.Point{r.at(from)}
	for i, a := range r.along {
		if a > from && a < to {
			line = append(line, r.shape[i])
		}
	}
	return append(line, r.at(to))
}

// pieceAt returns the piece at a distance along the route.
func (r *route) pieceAt(along float64) piece {
	i := sort.Search(len(r.pieces), func(i int) bool { return r.pieces[i].end() >= along })
	return r.pieces[min(i, len(r.pieces)-1)]
}

func (r *route) wayAt(along float64) int64 { return r.g.WayID(r.pieceAt(along).edge.Link()) }

// route returns a route that takes about the given time, in one or more errands. ok is
// false if the map has no such route.
func (d *driver) route(seconds float64) (r *route, ok bool) {
	r = &route{g: d.g}
	edge, ok := d.anywhere()
	if !ok {
		return nil, false
	}
	offset := d.random.Float64() * d.g.Length(edge.Link())
	for left := seconds; left > 0; {
		errand := min(left, min(60+d.random.ExpFloat64()*300, 900))
		edges := d.errand(edge, errand)
		if len(edges) < 2 {
			break
		}
		for _, e := range edges[:len(edges)-1] {
			r.add(e, offset, d.g.Length(e.Link()))
			offset = 0
		}
		edge = edges[len(edges)-1]
		offset = d.g.Length(edge.Link()) * d.random.Float64()
		r.add(edge, 0, offset)
		r.stops = append(r.stops, r.length())
		// Some turn round where they stopped.
		back := edge.Reverse()
		if open, against := d.open(back); open && !against && d.random.IntN(3) == 0 {
			edge, offset = back, d.g.Length(edge.Link())-offset
		}
		left -= errand
	}
	if r.length() < shortestTrip {
		return nil, false
	}
	r.finish()
	return r, true
}

// anywhere returns a random edge on which a trip may begin.
func (d *driver) anywhere() (road.EdgeID, bool) {
	for range 1000 {
		e := road.EdgeID(d.random.IntN(d.g.NumEdges()))
		if open, against := d.open(e); open && !against {
			return e, true
		}
	}
	return 0, false
}

// errand returns the edges of the route from start to a place that is about as far away
// as the given time. It is the fastest one in the eyes of the driver.
func (d *driver) errand(start road.EdgeID, seconds float64) []road.EdgeID {
	from := map[road.EdgeID]road.EdgeID{}
	settled := map[road.EdgeID]bool{}
	var order []label
	queue := &labels{{edge: start, before: start}}
	for queue.Len() > 0 {
		l := heap.Pop(queue).(label)
		if l.seconds > seconds {
			break
		}
		if settled[l.edge] {
			continue
		}
		settled[l.edge], from[l.edge] = true, l.before
		order = append(order, l)
		for _, next := range d.g.Out(d.g.To(l.edge)) {
			open, against := d.open(next)
			if !open || settled[next] {
				continue
			}
			if turn := d.turn(l.edge, next); !math.IsInf(turn, 1) {
				heap.Push(queue, label{next, l.edge, l.seconds + turn + d.seconds(next, against)})
			}
		}
	}
	far := sort.Search(len(order), func(i int) bool { return order[i].seconds >= 0.7*order[len(order)-1].seconds })
	var edges []road.EdgeID
	for e := order[far+d.random.IntN(len(order)-far)].edge; ; e = from[e] {
		edges = append(edges, e)
		if e == start {
			break
		}
	}
	for i, j := 0, len(edges)-1; i < j; i, j = i+1, j-1 {
		edges[i], edges[j] = edges[j], edges[i]
	}
	return edges
}

// label says that the end of an edge is reached from another one after some time.
type label struct {
	edge, before road.EdgeID
	seconds      float64
}

// labels is a queue of labels, the earliest first.
type labels []label

func (q labels) Len() int { return len(q) }
func (q labels) Less(i, j int) bool {
	if q[i].seconds != q[j].seconds {
		return q[i].seconds < q[j].seconds
	}
	return q[i].edge < q[j].edge
}
func (q labels) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *labels) Push(x any)   { *q = append(*q, x.(label)) }
func (q *labels) Pop() (x any) {
	n := len(*q) - 1
	x, *q = (*q)[n], (*q)[:n]
	return x
}
