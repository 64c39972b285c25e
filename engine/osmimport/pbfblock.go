// SPDX-License-Identifier: MIT

package osmimport

import (
	"math"

	"github.com/paulmach/osm"

	"roadsnap/engine/geo"
)

// contents is the set of kinds of objects in a block.
type contents uint8

const (
	holdsNodes contents = 1 << iota
	holdsWays
	holdsRelations
)

// Limits on one block. Writers put 8,000 objects into a block. A far larger block is
// hostile, because a byte in the file can take dozens in memory.
const (
	maxBlockObjects = 1 << 19
	maxBlockNumbers = 1 << 22 // node references, tags and members together
	// maxBlockWords is the limit on the memory of a block (words of 8 bytes): 32 MiB. Blocks
	// of real extracts take up to 8 MiB.
	maxBlockWords = 4 << 20

	wordsPerTag    = 4
	wordsPerMember = 5
	wordsPerString = 2
)

// block is a decoded block of a PBF file. Its slices are reused for the next.
type block struct {
	holds     contents
	objects   int // of all kinds
	nodes     []node
	ways      []way
	relations []relation
	newest    int64 // time of the newest object (milliseconds since 1970), 0 if unknown

	refs    []int64
	tags    osm.Tags
	members []member

	strings []string
	numbers int // counted against maxBlockNumbers
	words   int // counted against maxBlockWords

	granularity, dateGranularity int64
	latOffset, lonOffset         int64
}

// decode fills b with the wanted kinds of objects of the PrimitiveBlock in data. It
// sets b.holds to all kinds in data.
func (b *block) decode(data []byte, want contents) error {
	b.reset()
	if err := b.decodeFrame(data); err != nil {
		return err
	}
	m := message{rest: data}
	for m.next() {
		if m.is(2, wireBytes) {
			if err := b.decodeGroup(m.bytes, want); err != nil {
				return err
			}
		}
	}
	return m.err
}

func (b *block) reset() {
	b.holds, b.objects, b.newest, b.numbers, b.words = 0, 0, 0, 0, 0
	b.nodes, b.ways, b.relations = b.nodes[:0], b.ways[:0], b.relations[:0]
	b.refs, b.tags, b.members = b.refs[:0], b.tags[:0], b.members[:0]
	b.strings = b.strings[:0]
	b.granularity, b.dateGranularity, b.latOffset, b.lonOffset = 100, 1000, 0, 0
}

// decodeFrame reads the string table and the units of the block, which the groups
// need and which may come after them.
func (b *block) decodeFrame(data []byte) error {
	m := message{rest: data}
	for m.next() {
		switch {
		case m.is(1, wireBytes):
			if err := b.decodeStrings(m.bytes); err != nil {
				return err
			}
		case m.is(17, wireVarint):
			b.granularity = int64(m.value)
		case m.is(18, wireVarint):
			b.dateGranularity = int64(m.value)
		case m.is(19, wireVarint):
			b.latOffset = int64(m.value)
		case m.is(20, wireVarint):
			b.lonOffset = int64(m.value)
		}
	}
	return m.err
}

func (b *block) decodeStrings(data []byte) error {
	// All strings are substrings of one copy.
	if err := b.take(len(data) / 8); err != nil {
		return err
	}
	text := string(data)
	b.strings = b.strings[:0]
	m := message{rest: data}
	for m.next() {
		if !m.is(1, wireBytes) {
			continue
		}
		end := len(data) - len(m.rest)
		b.strings = append(b.strings, text[end-len(m.bytes):end])
		if err := b.take(wordsPerString); err != nil {
			return err
		}
	}
	return m.err
}

func (b *block) decodeGroup(data []byte, want contents) error {
	m := message{rest: data}
	for m.next() {
		var err error
		switch {
		case m.is(1, wireBytes):
			b.holds |= holdsNodes
			b.objects++
			if want&holdsNodes != 0 {
				err = b.decodeNode(m.bytes)
			}
		case m.is(2, wireBytes):
			b.holds |= holdsNodes
			if want&holdsNodes != 0 {
				before := len(b.nodes)
				err = b.decodeDense(m.bytes)
				b.objects += len(b.nodes) - before
			}
		case m.is(3, wireBytes):
			b.holds |= holdsWays
			b.objects++
			if want&holdsWays != 0 {
				err = b.decodeWay(m.bytes)
			}
		case m.is(4, wireBytes):
			b.holds |= holdsRelations
			b.objects++
			if want&holdsRelations != 0 {
				err = b.decodeRelation(m.bytes)
			}
		}
		if err != nil {
			return err
		}
		if len(b.nodes)+len(b.ways)+len(b.relations) > maxBlockObjects {
			return corruptf("the block has more than %d objects", maxBlockObjects)
		}
	}
	return m.err
}

// spend counts n more numbers of the block, which take that many words each. It returns
// an error beyond maxBlockNumbers or maxBlockWords.
func (b *block) spend(n, words int) error {
	if b.numbers += n; b.numbers > maxBlockNumbers {
		return corruptf("the block has more than %d references, tags and members", maxBlockNumbers)
	}
	return b.take(n * words)
}

// take counts words of memory. It returns an error beyond maxBlockWords.
func (b *block) take(words int) error {
	if b.words += words; b.words > maxBlockWords {
		return corruptf("the block takes more than %d MiB", maxBlockWords*8>>20)
	}
	return nil
}

// string returns string i of the string table.
func (b *block) string(i uint64) (string, error) {
	if i >= uint64(len(b.strings)) {
		return "", corruptf("string index %d is out of range %d", i, len(b.strings))
	}
	return b.strings[i], nil
}

// info is the metadata of an object.
type info struct {
	version int32
	deleted bool
}

func (b *block) decodeInfo(data []byte) (info, error) {
	var i info
	m := message{rest: data}
	for m.next() {
		switch {
		case m.is(1, wireVarint):
			i.version = version(m.value)
		case m.is(2, wireVarint):
			b.saw(int64(m.value))
		case m.is(6, wireVarint):
			i.deleted = m.value == 0
		}
	}
	return i, m.err
}

// version returns v as a version, or 0 if it is out of range.
func version(v uint64) int32 {
	if v > math.MaxInt32 {
		return 0
	}
	return int32(v)
}

// saw updates b.newest with the time of an object (units of b.dateGranularity).
func (b *block) saw(stamp int64) {
	// Both limits are generous, and their product does not overflow.
	const latest, coarsest = 1 << 40, 1 << 20
	if stamp > 0 && stamp < latest && b.dateGranularity > 0 && b.dateGranularity <= coarsest {
		b.newest = max(b.newest, stamp*b.dateGranularity)
	}
}

// position returns the point at lat and lon (units of b.granularity). valid is false
// if it is not on Earth.
func (b *block) position(lat, lon int64) (p geo.Fixed, valid bool) {
	// Floating point cannot overflow on forged numbers. Real nanodegrees are below
	// 2^38 and exact.
	degrees := geo.Point{
		Lat: 1e-9 * (float64(b.latOffset) + float64(b.granularity)*float64(lat)),
		Lon: 1e-9 * (float64(b.lonOffset) + float64(b.granularity)*float64(lon)),
	}
	if !degrees.Valid() {
		return geo.Fixed{}, false
	}
	return degrees.Fixed(), true
}
