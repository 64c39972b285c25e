// SPDX-License-Identifier: MIT

package search

import (
	"math"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
)

// reading is a way in which the words of a text were read.
type reading struct {
	words  []string
	factor float64 // of the score
	typo   bool
	// number is the house number before the words, if it is not on the map.
	number string
}

// candidate is an entry with its coarse score.
type candidate struct {
	score   float64
	entry   int32
	reading int32
	place   int32 // in the heap
}

// candidates keeps the finalists of a query: the entries with the best coarse scores, each
// with its best reading.
type candidates struct {
	readings []reading
	list     []candidate
	heap     []int32         // numbers in list; the root is the worst
	of       map[int32]int32 // numbers in list, by entry
}

func (c *candidates) reset() {
	clear(c.readings)
	c.readings, c.list, c.heap = c.readings[:0], c.list[:0], c.heap[:0]
	if c.of == nil {
		c.of = map[int32]int32{}
	}
	clear(c.of)
}

// floor returns the score that an entry must exceed.
func (c *candidates) floor() float64 {
	if len(c.heap) < finalists {
		return math.Inf(-1)
	}
	return c.list[c.heap[0]].score
}

// add adds an entry whose score exceeds the floor, or gives a known one its better score.
func (c *candidates) add(entry int32, score float64) {
	reading := int32(len(c.readings) - 1)
	if i, known := c.of[entry]; known {
		if k := &c.list[i]; k.score < score {
			k.score, k.reading = score, reading
			c.down(k.place)
		}
		return
	}
	if len(c.heap) < finalists {
		i := int32(len(c.list))
		c.list = append(c.list, candidate{score, entry, reading, i})
		c.heap = append(c.heap, i)
		c.of[entry] = i
		c.up(i)
		return
	}
	i := c.heap[0]
	delete(c.of, c.list[i].entry)
	c.list[i] = candidate{score, entry, reading, 0}
	c.of[entry] = i
	c.down(0)
}

// down moves a candidate towards the leaves of the heap, to where its score belongs.
func (c *candidates) down(at int32) {
	for {
		least := at
		for k := 2*at + 1; k <= 2*at+2 && int(k) < len(c.heap); k++ {
			if c.list[c.heap[k]].score < c.list[c.heap[least]].score {
				least = k
			}
		}
		if least == at {
			return
		}
		c.swap(at, least)
		at = least
	}
}

// up moves a candidate towards the root.
func (c *candidates) up(at int32) {
	for at > 0 && c.list[c.heap[at]].score < c.list[c.heap[(at-1)/2]].score {
		c.swap(at, (at-1)/2)
		at = (at - 1) / 2
	}
}

func (c *candidates) swap(a, b int32) {
	c.heap[a], c.heap[b] = c.heap[b], c.heap[a]
	c.list[c.heap[a]].place, c.list[c.heap[b]].place = a, b
}

// leastOf returns the share of the quality that does not depend on how much of the name the text
// covers.
func leastOf(typo bool) float64 {
	if typo {
		return leastTypo // one of several words must not be enough
	}
	return leastCovered
}

// noteAll records those of entries, ascending, that are in the area and whose coarse scores
// are among the best. words is the reading that they have.
func (f *finder) noteAll(entries []uint32, words []string, factor float64, typo bool) {
	if len(entries) == 0 {
		return
	}
	f.readings = append(f.readings, reading{words, factor, typo, f.number})
	least := leastOf(typo)
	limit := reach{near: f.query.HasNear, factor: factor}
	limit.lower(f.floor())
	area := f.query.Within
	for _, e := range entries {
		f.entries.Need(int(e))
		r := f.entries.Item(int(e))
		if r.Importance != limit.importance && !limit.next(r.Importance) {
			return
		}
		square := f.square(r.Lat, r.Lon)
		if square > limit.square || area != nil && !f.mayHold(area, int(e)) {
			continue // of hundreds of thousands of entries nearly all end here
		}
		covered := 1.0
		if n := int(r.Words); n > len(words) {
			covered = float64(len(words)) / float64(n)
		}
		score := factor*(least+(1-least)*covered) + weightImportance/255*float64(r.Importance) + weightNear*f.nearness(square)
		if k := basemap.Kind(r.Kind); k == basemap.POIBusStop || k == basemap.POIATM {
			score -= minorKind
		}
		if score <= f.floor() {
			continue
		}
		if area != nil && !area.holds(f.pointsOf(int(e))) {
			continue
		}
		f.add(int32(e), score)
		limit.lower(f.floor())
	}
}

// mayHold reports whether an entry that was used before has a point in the box of an area.
func (f *finder) mayHold(a *Area, e int) bool {
	f.entries.Need(e + 1)
	r := f.entries.Item(e)
	first, end := r.FirstPoint, f.entries.Item(e+1).FirstPoint
	if first > end || uint64(end) > uint64(f.points.Len()) || !r.mayReach(&a.Box, end-first) {
		return false
	}
	for _, p := range f.points.Range(int(first), int(end)) {
		if a.Box.Contains(p) {
			return true
		}
	}
	return false
}

// reach is how far from the point of a query entries of an importance can be that have a score
// above the floor. Entries are in the order of importance.
type reach struct {
	near       bool // the query has a point
	factor     float64
	floor      float64
	importance uint8
	square     float64 // of the distance (square metres)
}

// lower sets the floor.
func (r *reach) lower(floor float64) {
	if floor != r.floor {
		r.floor = floor
		r.next(r.importance)
	}
}

// next sets the importance. It returns false if no entry of it, or of a lower one, can have
// a score above the floor.
func (r *reach) next(importance uint8) bool {
	r.importance = importance
	// The nearness that the best name of this importance needs, less what rounding adds.
	need := (r.floor-r.factor-weightImportance/255*float64(importance))/weightNear - 1e-9
	switch {
	case need <= 0:
		r.square = math.Inf(1)
		return true
	case !r.near || need >= 1:
		r.square = -1
		return false
	}
	d := nearHalf * (1/need - 1)
	r.square = d * d
	return true
}

// square returns the square of the distance of a place from the point of the query (square
// metres), 0 without one.
func (f *finder) square(lat, lon int32) float64 {
	if !f.query.HasNear {
		return 0
	}
	dy := (float64(lat)/1e7 - f.near.Lat) * geo.MetresPerDegree
	dx := (float64(lon)/1e7 - f.near.Lon) * f.metresLon
	return dx*dx + dy*dy
}

// nearness returns 1 at the point of the query, a half at nearHalf, and 0 without one.
func (f *finder) nearness(square float64) float64 {
	if !f.query.HasNear {
		return 0
	}
	return 1 / (1 + math.Sqrt(square)/nearHalf)
}
