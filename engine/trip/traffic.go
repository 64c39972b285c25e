// SPDX-License-Identifier: MIT

package trip

import (
	"slices"

	"roadsnap/engine/geo"
)

// Traffic counts how often each segment of the roads was driven, in either direction.
// Segments are equal if their ends are, to 1e-7°. The zero Traffic is empty. It is not safe
// for concurrent use.
type Traffic struct {
	// table is a hash table with open addressing, a power of two long and at most half full.
	// Entries without a count are empty.
	table []segment
	used  int
}

// segment is a segment of a road, its lower end first.
type segment struct {
	a, b  uint64 // the ends, as returned by nodeOf
	count uint32
}

// nodeOf returns a position as a number.
func nodeOf(p geo.Fixed) uint64 { return uint64(uint32(p.Lat))<<32 | uint64(uint32(p.Lon)) }

// pointOf returns the position of a number that nodeOf returned.
func pointOf(node uint64) geo.Point {
	return geo.Fixed{Lat: int32(uint32(node >> 32)), Lon: int32(uint32(node))}.Point()
}

// Add counts the segments of the lines of a trip. Each passage counts.
func (t *Traffic) Add(lines [][]geo.Point) {
	for _, line := range lines {
		if len(line) == 0 {
			continue
		}
		last := nodeOf(line[0].Fixed())
		for _, p := range line[1:] {
			next := nodeOf(p.Fixed())
			if next != last {
				t.count(min(last, next), max(last, next))
			}
			last = next
		}
	}
}

// count counts a passage of a segment.
func (t *Traffic) count(a, b uint64) {
	if 2*t.used >= len(t.table) {
		t.grow()
	}
	e := t.find(a, b)
	if e.count == 0 {
		e.a, e.b = a, b
		t.used++
	}
	e.count++
}

// find returns the entry of a segment, or the empty one where it belongs.
func (t *Traffic) find(a, b uint64) *segment {
	const mix = 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio
	h := (a ^ a>>29) * mix
	h = (h ^ h>>32 ^ b) * mix
	mask := uint64(len(t.table) - 1)
	for i := (h ^ h>>32) & mask; ; i = (i + 1) & mask {
		if e := &t.table[i]; e.count == 0 || e.a == a && e.b == b {
			return e
		}
	}
}

// grow doubles the table.
func (t *Traffic) grow() {
	old := t.table
	t.table = make([]segment, max(2*len(old), 1024))
	for _, e := range old {
		if e.count > 0 {
			*t.find(e.a, e.b) = e
		}
	}
}

// Segments returns the number of different segments.
func (t *Traffic) Segments() int { return t.used }

// Most returns how often the busiest segment was driven, 0 if there is none.
func (t *Traffic) Most() int {
	most := uint32(0)
	for i := range t.table {
		most = max(most, t.table[i].count)
	}
	return int(most)
}

// BusyRoad is a line of segments that were driven about equally often.
type BusyRoad struct {
	Line  []geo.Point
	Class int
}

// Roads joins segments of the same class to lines, and returns them by class. class returns
// the class for a number of passages.
func (t *Traffic) Roads(class func(passages int) int) []BusyRoad {
	j := joiner{links: make([]link, 0, 2*t.used), heads: make(map[crossing]int32, t.used)}
	for i := range t.table {
		if e := &t.table[i]; e.count > 0 {
			c := class(int(e.count))
			j.add(crossing{e.a, c}, e.b)
			j.add(crossing{e.b, c}, e.a)
		}
	}
	var roads []BusyRoad
	for i, l := range j.links {
		if i%2 == 0 && !l.done {
			roads = append(roads, j.road(int32(i)))
		}
	}
	slices.SortStableFunc(roads, func(a, b BusyRoad) int { return a.Class - b.Class })
	return roads
}

// crossing is the end of segments of a class.
type crossing struct {
	node  uint64
	class int
}

// link is a segment as seen from one of its ends. Those of both ends follow each other in
// joiner.links, the first one at an even index.
type link struct {
	from  crossing
	other uint64 // the other end
	next  int32  // the next link at the crossing, −1 for none
	done  bool   // the segment is on a line; set for both links
}

// joiner joins segments to lines.
type joiner struct {
	links []link
	heads map[crossing]int32 // the first link at each crossing
}

func (j *joiner) add(from crossing, other uint64) {
	next, ok := j.heads[from]
	if !ok {
		next = -1
	}
	j.heads[from] = int32(len(j.links))
	j.links = append(j.links, link{from: from, other: other, next: next})
}

// take puts the segment of a link on a line.
func (j *joiner) take(i int32) *link {
	j.links[i].done, j.links[i^1].done = true, true
	return &j.links[i]
}

// road returns the line through the segment of a link, extended at both ends.
func (j *joiner) road(i int32) BusyRoad {
	l := j.take(i)
	class := l.from.class
	line := j.extend([]geo.Point{pointOf(l.from.node), pointOf(l.other)}, crossing{l.other, class})
	slices.Reverse(line)
	return BusyRoad{j.extend(line, l.from), class}
}

// extend extends a line that ends at a crossing, until there is no segment left.
func (j *joiner) extend(line []geo.Point, at crossing) []geo.Point {
	for {
		i, ok := j.heads[at]
		for ok && i >= 0 && j.links[i].done {
			i = j.links[i].next
		}
		if !ok || i < 0 {
			return line
		}
		at.node = j.take(i).other
		line = append(line, pointOf(at.node))
	}
}
