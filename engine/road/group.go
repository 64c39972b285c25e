// SPDX-License-Identifier: MIT

package road

import (
	"math/bits"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/parallel"
)

// The shapes of the links are cut into runs of a few consecutive segments, and the runs,
// in the order of the links, into groups. A group is the unit of the spatial index: what
// a query needs to know of all its runs is in two cache lines.
const (
	// maxRunSegments balances the number of runs against the number of segments measured
	// needlessly. In BenchmarkNear, 8 is as fast as 4 in a city of short streets and a
	// sixth faster on mountain roads; 16 gains little more.
	maxRunSegments = 8
	runsInGroup    = 16
	// sampleLinks is the distance of the links whose group is stored. The others are
	// found from there.
	sampleLinks = 16
)

// packedGroup is a group of runs in the pack (128 bytes).
//
// The four boxes of planes hold, for each run in one byte, the edges of its box in steps
// from Min: south, west, north, east. A step is 2 to the power of Shift, chosen so that
// all are below 128.
type packedGroup struct {
	South, West, North, East [2]uint64
	Segments                 uint64            // of each run, less one, in four bits
	Min                      geo.Fixed         // south-west corner of the box of the group
	FirstLink                LinkID            // of the first run
	First                    uint32            // index into RGPT of its data
	Runs                     [runsInGroup]runs // of each run
	Starts                   uint16            // bit by run: it begins its link
	Wide                     uint16            // bit by run: its numbers have 32 bits
	Count                    uint8             // number of runs
	Shift                    uint8
	Reserved                 uint16 // zero
}

// runs holds the start of the data of a run, from that of the first, in the lower ten
// bits, and the access of its link in either direction in the upper six.
type runs uint16

const (
	startBits = 10
	maxStart  = 1<<startBits - 1
)

func (r runs) start() uint32  { return uint32(r) & maxStart }
func (r runs) access() Access { return Access(r >> startBits) }

func (p *packedGroup) segments(i int) int    { return int(p.Segments>>(4*i)&15) + 1 }
func (p *packedGroup) startsLink(i int) bool { return p.Starts>>i&1 != 0 }
func (p *packedGroup) wide(i int) bool       { return p.Wide>>i&1 != 0 }

// link returns the link of run i.
func (p *packedGroup) link(i int) LinkID {
	after := bits.OnesCount16(p.Starts & (2<<i - 1) &^ 1)
	return p.FirstLink + LinkID(after)
}

// find returns the run that begins a link, or false if it is in no run of the group.
func (p *packedGroup) find(l LinkID) (i int, found bool) {
	n := int(l) - int(p.FirstLink)
	if !p.startsLink(0) {
		n-- // the first run continues FirstLink
	}
	if n < 0 || n >= bits.OnesCount16(p.Starts) {
		return 0, false
	}
	starts := p.Starts
	for range n {
		starts &= starts - 1
	}
	return bits.TrailingZeros16(starts), true
}

// The data of a run are 16-bit numbers. Those of a wide run have 32 bits, the lower half
// first.
//
//	if it does not begin its link: the number of its first segment within the link, and
//	the distance of its start from that of the link (centimetres), both of 32 bits
//	latitude and longitude of each point, from the south-west corner of its box
//	the length of each segment (centimetres)
const continuedSize = 4 // 16-bit numbers

// dataSize returns the number of 16-bit numbers of run i.
func (p *packedGroup) dataSize(i int) uint32 {
	size := uint32(3*p.segments(i) + 2)
	if p.wide(i) {
		size *= 2
	}
	if !p.startsLink(i) {
		size += continuedSize
	}
	return size
}

// corner returns the south-west corner of the box of run i, as far as the steps tell.
func (p *packedGroup) corner(i int) geo.Fixed {
	return geo.Fixed{Lat: p.Min.Lat + int32(step(&p.South, i)<<p.Shift), Lon: p.Min.Lon + int32(step(&p.West, i)<<p.Shift)}
}

// step returns the byte of run i in a plane.
func step(plane *[2]uint64, i int) uint32 {
	const inWord = 8
	return uint32(plane[i/inWord]>>(i%inWord*8)) & 0xff
}

// query is a box in the steps of a group.
type query struct{ south, west, north, east uint64 }

const (
	topBits = 0x8080808080808080
	eachOne = 0x0101010101010101
	maxStep = 127
)

// query returns a box in the steps of the group, each in all bytes of a word.
func (p *packedGroup) query(box geo.FixedBounds) query {
	each := func(v, from int32) uint64 {
		return uint64(min(max((int64(v)-int64(from))>>p.Shift, 0), maxStep)) * eachOne
	}
	return query{each(box.MinLat, p.Min.Lat), each(box.MinLon, p.Min.Lon), each(box.MaxLat, p.Min.Lat), each(box.MaxLon, p.Min.Lon)}
}

// meeting returns the runs of one word of the planes whose boxes may share a point with
// q: the top bit of the byte of each. It compares eight bytes at once, which must be
// below 128.
func (p *packedGroup) meeting(q *query, word int) uint64 {
	// The top bit of a byte of (x | topBits) − y remains if x ≥ y.
	return ((q.north | topBits) - p.South[word]) & ((p.North[word] | topBits) - q.south) &
		((q.east | topBits) - p.West[word]) & ((p.East[word] | topBits) - q.west) & topBits
}

// run is a decoded run.
type run struct {
	room    [maxRunSegments + 1]geo.Fixed
	count   int      // number of points
	first   uint32   // number of the first segment within the link
	start   uint32   // distance from the start of the link (centimetres)
	lengths []uint16 // of the segments; two each if wide
	wide    bool
}

// points returns the points.
func (r *run) points() []geo.Fixed { return r.room[:r.count] }

// last returns the last point.
func (r *run) last() geo.Fixed { return r.room[r.count-1] }

// decode decodes run i of a group.
func (g *Graph) decode(r *run, p *packedGroup, i int) {
	at := int(p.First) + int(p.Runs[i].start())
	data := g.points.Range(at, at+int(p.dataSize(i)))
	r.count, r.wide, r.first, r.start = min(p.segments(i)+1, len(r.room)), p.wide(i), 0, 0
	if !p.startsLink(i) {
		r.first, r.start = join(data[0], data[1]), join(data[2], data[3])
		data = data[continuedSize:]
	}
	corner, points := p.corner(i), r.room[:r.count]
	if r.wide {
		for k := range points {
			d := data[4*k : 4*k+4]
			points[k] = geo.Fixed{Lat: corner.Lat + int32(join(d[0], d[1])), Lon: corner.Lon + int32(join(d[2], d[3]))}
		}
		r.lengths = data[4*len(points):]
		return
	}
	for k := range points {
		if len(data) < 2 { // never; it spares two checks of the index
			break
		}
		points[k] = geo.Fixed{Lat: corner.Lat + int32(data[0]), Lon: corner.Lon + int32(data[1])}
		data = data[2:]
	}
	r.lengths = data
}

// join returns a number of 32 bits.
func join(low, high uint16) uint32 { return uint32(low) | uint32(high)<<16 }

// length returns the length of a segment (centimetres).
func (r *run) length(segment int) uint32 {
	if r.wide {
		return join(r.lengths[2*segment], r.lengths[2*segment+1])
	}
	return uint32(r.lengths[segment])
}

// along returns the distances from the start of the link to both ends of a segment
// (centimetres).
func (r *run) along(segment int) (from, to uint32) {
	from = r.start
	for k := range segment {
		from += r.length(k)
	}
	return from, from + r.length(segment)
}

// place is the position of a run.
type place struct{ group, run int }

// firstRun returns the first run of a link on the ground.
func (g *Graph) firstRun(l LinkID) place {
	for group := int(*g.groupOfLink.At(int(l) / sampleLinks)); ; group++ {
		if i, found := g.groups.At(group).find(l); found {
			return place{group, i}
		}
	}
}

// next moves to the next run, and reports whether it is of the same link.
func (g *Graph) next(at *place) (p *packedGroup, same bool) {
	p = g.groups.At(at.group)
	if at.run++; at.run == int(p.Count) {
		if at.group, at.run = at.group+1, 0; at.group == g.groups.Len() {
			return nil, false
		}
		p = g.groups.At(at.group)
	}
	return p, !p.startsLink(at.run)
}

// groupBuilder cuts the links of a network into runs and groups.
type groupBuilder struct {
	g           *network
	pending     []newRun // of several groups, which are packed on all processors
	groups      []packedGroup
	boxes       []geo.FixedBounds // of the groups
	groupOfLink []uint32
	runs        int    // so far
	written     uint32 // number of 16-bit numbers so far
	data        [groupsAtOnce][]uint16
}

// groupsAtOnce is the number of groups that are packed at once.
const groupsAtOnce = 1 << 10

// newRun is a run that is not yet in a group.
type newRun struct {
	link     LinkID
	access   Access // of the link in either direction
	first    uint32 // number of its first segment within the link
	points   []geo.Fixed
	distance []uint32 // of the points from the start of the link (centimetres)
}

// build cuts all links on the ground, and calls yield with the data of each group.
func (b *groupBuilder) build(yield func([]uint16) bool) {
	b.groupOfLink = []uint32{}
	for l := range b.g.firstShadow() {
		if l%sampleLinks == 0 {
			b.groupOfLink = append(b.groupOfLink, uint32(b.runs/runsInGroup))
		}
		shape, cumulative := b.g.line(l)
		access := b.g.links[l].Forward | b.g.links[l].Backward
		for first, last := 0, len(shape)-1; first < last; first += maxRunSegments {
			end := min(first+maxRunSegments, last) + 1
			b.pending = append(b.pending, newRun{l, access, uint32(first), shape[first:end], cumulative[first:end]})
			b.runs++
			if len(b.pending) == groupsAtOnce*runsInGroup && !b.flush(yield) {
				return
			}
		}
	}
	b.flush(yield)
}

// flush adds the groups of the pending runs and passes their data on.
func (b *groupBuilder) flush(yield func([]uint16) bool) bool {
	n, old := (len(b.pending)+runsInGroup-1)/runsInGroup, len(b.groups)
	b.groups, b.boxes = append(b.groups, make([]packedGroup, n)...), append(b.boxes, make([]geo.FixedBounds, n)...)
	groups, boxes := b.groups[old:], b.boxes[old:]
	const step = 32 // groups
	parallel.Each((n+step-1)/step, func(k int) {
		for i := k * step; i < min((k+1)*step, n); i++ {
			list := b.pending[i*runsInGroup : min((i+1)*runsInGroup, len(b.pending))]
			groups[i], boxes[i], b.data[i] = packGroup(list, b.data[i][:0])
		}
	})
	b.pending = b.pending[:0]
	for i := range groups {
		groups[i].First = b.written
		b.written += uint32(len(b.data[i]))
		if !yield(b.data[i]) {
			return false
		}
	}
	return true
}

// packGroup returns a group of runs but for the place of its data, its box, and its data,
// appended to data.
func packGroup(list []newRun, data []uint16) (packedGroup, geo.FixedBounds, []uint16) {
	var boxes [runsInGroup]geo.FixedBounds
	box := geo.NoFixedBounds
	for i, r := range list {
		boxes[i] = geo.FixedBoundsOf(r.points...)
		box = box.Union(boxes[i])
	}
	p := packedGroup{
		Min: geo.Fixed{Lat: box.MinLat, Lon: box.MinLon}, FirstLink: list[0].link, Count: uint8(len(list)),
	}
	extent := max(int64(box.MaxLat)-int64(box.MinLat), int64(box.MaxLon)-int64(box.MinLon))
	for extent>>p.Shift > maxStep {
		p.Shift++
	}
	for i := range list {
		r := &list[i]
		setStep(&p.South, i, boxes[i].MinLat, p.Min.Lat, p.Shift)
		setStep(&p.West, i, boxes[i].MinLon, p.Min.Lon, p.Shift)
		setStep(&p.North, i, boxes[i].MaxLat, p.Min.Lat, p.Shift)
		setStep(&p.East, i, boxes[i].MaxLon, p.Min.Lon, p.Shift)
		p.Segments |= uint64(len(r.points)-2) << (4 * i)
		p.Runs[i] = runs(len(data)) | runs(r.access)<<startBits
		data = p.appendRun(data, i, r)
	}
	return p, box, data
}

func setStep(plane *[2]uint64, i int, v, from int32, shift uint8) {
	const inWord = 8
	plane[i/inWord] |= uint64(int64(v)-int64(from)) >> shift << (i % inWord * 8)
}

// appendRun appends the data of a run, and sets its bits in the group.
func (p *packedGroup) appendRun(data []uint16, i int, r *newRun) []uint16 {
	start := r.distance[0]
	if r.first == 0 {
		p.Starts |= 1 << i
	} else {
		data = append(data, uint16(r.first), uint16(r.first>>16), uint16(start), uint16(start>>16))
	}
	var numbers [3 * (maxRunSegments + 1)]uint32
	n, corner := 0, p.corner(i)
	for _, f := range r.points {
		numbers[n], numbers[n+1] = uint32(f.Lat)-uint32(corner.Lat), uint32(f.Lon)-uint32(corner.Lon)
		n += 2
	}
	for _, d := range r.distance[1:] {
		numbers[n] = d - start
		start = d
		n++
	}
	widest := uint32(0)
	for _, x := range numbers[:n] {
		widest |= x
	}
	if widest>>16 != 0 {
		p.Wide |= 1 << i
	}
	for _, x := range numbers[:n] {
		if data = append(data, uint16(x)); widest>>16 != 0 {
			data = append(data, uint16(x>>16))
		}
	}
	return data
}
