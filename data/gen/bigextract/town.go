// SPDX-License-Identifier: MIT

package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
)

// town adds to an extract what its source lacks: buildings along its residential streets,
// house numbers, and names of quarters. The extract of a whole country has 8 million
// buildings, far more than the city of some years ago that is copied.
type town struct {
	random  *rand.Rand
	density float64          // buildings for each node of a residential street
	nodes   map[int64]corner // of the extract
	next    int64            // id of the next object
	dense   []madeNode
	ways    []madeWay
	blocks  [][]byte
	count   int
}

// corner is a position (nanodegrees).
type corner struct{ lat, lon int64 }

type madeNode struct {
	id   int64
	at   corner
	tags []string // keys and values
}

type madeWay struct {
	id   int64
	refs []int64
	tags []string
}

const (
	townSeed = 17
	// numbered is the share of the buildings with house numbers.
	numbered = 0.1
	// quarterOf is the number of buildings of a quarter, which has a name.
	quarterOf = 2000
	// madeBlock is the number of objects of a block, the usual one.
	madeBlock = 8000

	metre = 1e9 / 111_195 // nanodegrees of latitude
)

// addTown adds blocks with made buildings to x.
func (x *extract) addTown(density float64) error {
	t := town{random: rand.New(rand.NewPCG(townSeed, 0)), density: density, nodes: make(map[int64]corner), next: x.survey.greatest + 1}
	for _, block := range x.blocks {
		if err := t.readNodes(block); err != nil {
			return err
		}
	}
	for _, block := range x.blocks {
		if err := t.readStreets(block); err != nil {
			return err
		}
	}
	t.flushNodes()
	t.flushWays()
	for _, block := range t.blocks {
		if err := x.survey.block(block); err != nil {
			return err
		}
	}
	x.blocks = append(x.blocks, t.blocks...)
	return nil
}

// readNodes keeps the positions of the nodes of a block.
func (t *town) readNodes(block []byte) error {
	at, err := frameOf(block)
	if err != nil {
		return err
	}
	return groups(block, func(group field) error {
		return fields(group.data, func(f field) error {
			if f.number != 2 {
				return nil
			}
			var lists [3][]int64 // ids, latitudes, longitudes
			err := fields(f.data, func(f field) error {
				i, known := map[int]int{1: 0, 8: 1, 9: 2}[f.number]
				if !known {
					return nil
				}
				return deltas(f.data, func(v int64) { lists[i] = append(lists[i], v) })
			})
			if err != nil || len(lists[0]) != len(lists[1]) || len(lists[0]) != len(lists[2]) {
				return errDamaged
			}
			for i, id := range lists[0] {
				t.nodes[id] = corner{at.lat + at.granularity*lists[1][i], at.lon + at.granularity*lists[2][i]}
			}
			return nil
		})
	})
}

// readStreets builds along the residential streets of a block.
func (t *town) readStreets(block []byte) error {
	var texts []string
	err := fields(block, func(f field) error {
		if f.number != 1 {
			return nil
		}
		return fields(f.data, func(f field) error {
			texts = append(texts, string(f.data))
			return nil
		})
	})
	if err != nil {
		return err
	}
	return groups(block, func(group field) error {
		return fields(group.data, func(f field) error {
			if f.number != 3 {
				return nil
			}
			return t.street(f.data, texts)
		})
	})
}

// street builds along a way if it is a residential street.
func (t *town) street(way []byte, texts []string) error {
	var keys, values []uint64
	var refs []int64
	err := fields(way, func(f field) error {
		switch f.number {
		case 2:
			keys = numbersOf(f.data)
		case 3:
			values = numbersOf(f.data)
		case 8:
			return deltas(f.data, func(v int64) { refs = append(refs, v) })
		}
		return nil
	})
	if err != nil || len(keys) != len(values) {
		return errDamaged
	}
	residential, name := false, ""
	for i := range keys {
		if max(keys[i], values[i]) >= uint64(len(texts)) {
			return errDamaged
		}
		switch texts[keys[i]] {
		case "highway":
			residential = texts[values[i]] == "residential"
		case "name":
			name = texts[values[i]]
		}
	}
	if !residential {
		return nil
	}
	for i := 1; i < len(refs); i++ {
		from, found := t.nodes[refs[i-1]]
		to, also := t.nodes[refs[i]]
		if !found || !also || from == to {
			continue
		}
		for n := t.density; n > 0 && t.random.Float64() < n; n-- {
			t.build(from, to, name)
		}
	}
	return nil
}

// build adds a building next to a piece of a street.
func (t *town) build(from, to corner, street string) {
	// In metres, x along the street and y to its left.
	east := math.Cos(float64(from.lat) * 1e-9 * math.Pi / 180)
	dx, dy := float64(to.lon-from.lon)*east, float64(to.lat-from.lat)
	length := math.Hypot(dx, dy)
	dx, dy = dx/length, dy/length
	x, y := t.random.Float64()*length/metre, 5+3*t.random.Float64()
	width, depth := 4+4*t.random.Float64(), 10+8*t.random.Float64()
	if t.random.IntN(2) == 0 {
		y, depth = -y, -depth
	}
	w := madeWay{tags: []string{"building", "yes"}}
	for _, c := range [][2]float64{{x, y}, {x + width, y}, {x + width, y + depth}, {x, y + depth}} {
		at := corner{
			lat: from.lat + int64(metre*(c[0]*dy+c[1]*dx)), lon: from.lon + int64(metre*(c[0]*dx-c[1]*dy)/east),
		}
		w.refs = append(w.refs, t.node(at))
	}
	w.refs = append(w.refs, w.refs[0])
	t.count++
	if t.random.Float64() < numbered {
		number := fmt.Sprint(1 + t.random.IntN(400))
		if t.random.IntN(3) == 0 {
			number += fmt.Sprintf("/%d", 1+t.random.IntN(60)) // in an alley
		}
		w.tags = append(w.tags, "addr:housenumber", number)
		if street != "" {
			w.tags = append(w.tags, "addr:street", street)
		}
	}
	if t.count%quarterOf == 0 {
		t.node(from, "place", "quarter", "name", fmt.Sprintf("Khu phố %d", t.count/quarterOf))
	}
	t.ways = append(t.ways, w)
}

// node adds a node and returns its id.
func (t *town) node(at corner, tags ...string) int64 {
	n := madeNode{t.next, at, tags}
	t.next++
	t.dense = append(t.dense, n)
	return n.id
}

// flushNodes writes the blocks of the nodes.
func (t *town) flushNodes() {
	for first := 0; first < len(t.dense); first += madeBlock {
		var ids, lats, lons, tags []byte
		var last madeNode
		var strings table
		for _, n := range t.dense[first:min(first+madeBlock, len(t.dense))] {
			n.at.lat, n.at.lon = n.at.lat/100, n.at.lon/100 // units of the format
			ids = binary.AppendUvarint(ids, zig(n.id-last.id))
			lats, lons = binary.AppendUvarint(lats, zig(n.at.lat-last.at.lat)), binary.AppendUvarint(lons, zig(n.at.lon-last.at.lon))
			for _, s := range n.tags {
				tags = binary.AppendUvarint(tags, strings.add(s))
			}
			tags = append(tags, 0)
			last = n
		}
		dense := appendData(appendData(appendData(appendData(nil, 1, ids), 8, lats), 9, lons), 10, tags)
		t.blocks = append(t.blocks, appendData(strings.block(), 2, appendData(nil, 2, dense)))
	}
}

// flushWays writes the blocks of the ways.
func (t *town) flushWays() {
	for i := range t.ways {
		t.ways[i].id = t.next
		t.next++
	}
	for first := 0; first < len(t.ways); first += madeBlock {
		var group []byte
		var strings table
		for _, w := range t.ways[first:min(first+madeBlock, len(t.ways))] {
			var keys, values, refs []byte
			for i := 0; i < len(w.tags); i += 2 {
				keys, values = binary.AppendUvarint(keys, strings.add(w.tags[i])), binary.AppendUvarint(values, strings.add(w.tags[i+1]))
			}
			last := int64(0)
			for _, r := range w.refs {
				refs = binary.AppendUvarint(refs, zig(r-last))
				last = r
			}
			way := appendData(appendData(appendData(appendNumber(nil, 1, uint64(w.id)), 2, keys), 3, values), 8, refs)
			group = appendData(group, 3, way)
		}
		t.blocks = append(t.blocks, appendData(strings.block(), 2, group))
	}
}

// numbersOf returns a packed list of numbers.
func numbersOf(packed []byte) (list []uint64) {
	for len(packed) > 0 {
		v, n := binary.Uvarint(packed)
		if n <= 0 {
			return nil
		}
		list, packed = append(list, v), packed[n:]
	}
	return list
}

// table numbers the strings of a block. Number 0 is "".
type table struct {
	numbers map[string]uint64
	list    []byte // of the strings, as fields of a StringTable
}

func (t *table) add(s string) uint64 {
	if t.numbers == nil {
		t.numbers = map[string]uint64{"": 0}
		t.list = appendData(nil, 1, nil)
	}
	n, found := t.numbers[s]
	if !found {
		n = uint64(len(t.numbers))
		t.numbers[s] = n
		t.list = appendData(t.list, 1, []byte(s))
	}
	return n
}

// block returns a PrimitiveBlock with the table only.
func (t *table) block() []byte { return appendData(nil, 1, t.list) }
