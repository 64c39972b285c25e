package osmimport

import (
	"math"

	"github.com/paulmach/osm"

	"roadsnap/engine/geo"
)

// contents says which objects a block holds.
type contents uint8

const (
	holdsNodes contents = 1 << iota
	holdsWays
	holdsRelations
)

// Limits on what one block may hold. Writers put 8,000 objects into a block; a
// block far beyond is made to exhaust memory, for a byte in the file can stand
// for dozens in memory.
const (
	maxBlockObjects = 1 << 19
	maxBlockNumbers = 1 << 22 // node references, tags and members together
)

// block is a decoded block of a PBF file. Its slices are reused for the next.
type block struct {
	holds     contents
	nodes     []node
	ways      []way
	relations []relation
	newest    int64 // milliseconds since 1970 of the newest object, 0 if none tells

	refs    []int64
	tags    osm.Tags
	members []member

	strings []string
	numbers int // spent of maxBlockNumbers

	granularity, dateGranularity int64
	latOffset, lonOffset         int64
}

// decode fills b with what want asks for of the PrimitiveBlock in data; holds
// always tells all that is there.
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
	b.holds, b.newest, b.numbers = 0, 0, 0
	b.nodes, b.ways, b.relations = b.nodes[:0], b.ways[:0], b.relations[:0]
	b.refs, b.tags, b.members = b.refs[:0], b.tags[:0], b.members[:0]
	b.strings = b.strings[:0]
	b.granularity, b.dateGranularity, b.latOffset, b.lonOffset = 100, 1000, 0, 0
}

// decodeFrame reads what the groups of the block rely on, wherever it stands.
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
	// One copy for all: the strings are cut from it.
	text := string(data)
	b.strings = b.strings[:0]
	m := message{rest: data}
	for m.next() {
		if !m.is(1, wireBytes) {
			continue
		}
		end := len(data) - len(m.rest)
		b.strings = append(b.strings, text[end-len(m.bytes):end])
		if len(b.strings) > maxBlockNumbers {
			return corruptf("a block of more than %d strings", maxBlockNumbers)
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
			if want&holdsNodes != 0 {
				err = b.decodeNode(m.bytes)
			}
		case m.is(2, wireBytes):
			b.holds |= holdsNodes
			if want&holdsNodes != 0 {
				err = b.decodeDense(m.bytes)
			}
		case m.is(3, wireBytes):
			b.holds |= holdsWays
			if want&holdsWays != 0 {
				err = b.decodeWay(m.bytes)
			}
		case m.is(4, wireBytes):
			b.holds |= holdsRelations
			if want&holdsRelations != 0 {
				err = b.decodeRelation(m.bytes)
			}
		}
		if err != nil {
			return err
		}
		if len(b.nodes)+len(b.ways)+len(b.relations) > maxBlockObjects {
			return corruptf("a block of more than %d objects", maxBlockObjects)
		}
	}
	return m.err
}

// spend counts n more numbers of the block.
func (b *block) spend(n int) error {
	if b.numbers += n; b.numbers > maxBlockNumbers {
		return corruptf("a block of more than %d references, tags and members", maxBlockNumbers)
	}
	return nil
}

// string returns string i of the block's table.
func (b *block) string(i uint64) (string, error) {
	if i >= uint64(len(b.strings)) {
		return "", corruptf("string %d of a table of %d", i, len(b.strings))
	}
	return b.strings[i], nil
}

// info is what is known about the making of an object.
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

// version returns the version of an object, 0 if the file makes no sense of it.
func version(v uint64) int32 {
	if v > math.MaxInt32 {
		return 0
	}
	return int32(v)
}

// saw notes the time of an object, in units of the date granularity.
func (b *block) saw(stamp int64) {
	// Both limits are beyond any calendar, and their product is in range.
	const latest, coarsest = 1 << 40, 1 << 20
	if stamp > 0 && stamp < latest && b.dateGranularity > 0 && b.dateGranularity <= coarsest {
		b.newest = max(b.newest, stamp*b.dateGranularity)
	}
}

// position returns the point at lat and lon, in units of the granularity, and
// whether there is such a point.
func (b *block) position(lat, lon int64) (p geo.Fixed, valid bool) {
	// In floating point a forged number cannot overflow; the file's nanodegrees
	// are below 2^38 and exact.
	degrees := geo.Point{
		Lat: 1e-9 * (float64(b.latOffset) + float64(b.granularity)*float64(lat)),
		Lon: 1e-9 * (float64(b.lonOffset) + float64(b.granularity)*float64(lon)),
	}
	if !degrees.Valid() {
		return geo.Fixed{}, false
	}
	return degrees.Fixed(), true
}
