// SPDX-License-Identifier: MIT

package osmimport

import (
	"slices"

	"github.com/paulmach/osm"
)

// object is what the messages of nodes, ways and relations have in common.
type object struct {
	id   uint64 // as it is encoded
	tags osm.Tags
	info
}

// decodeObject decodes the message of a node, way or relation. It calls own with the fields that
// not all of them have. Tags of a deleted object are not decoded.
func (b *block) decodeObject(data []byte, own func(m *message)) (o object, err error) {
	var keys, vals list
	m := message{rest: data}
	for m.next() {
		switch {
		case m.is(1, wireVarint):
			o.id = m.value
		case m.is(2, wireBytes):
			keys.rest = m.bytes
		case m.is(3, wireBytes):
			vals.rest = m.bytes
		case m.is(4, wireBytes):
			if o.info, err = b.decodeInfo(m.bytes); err != nil {
				return o, err
			}
		default:
			own(&m)
		}
	}
	if m.err != nil || o.deleted {
		return o, m.err
	}
	o.tags, err = b.decodeTags(keys, vals)
	return o, err
}

// decodeNode decodes a node that is not dense. Few writers produce them.
func (b *block) decodeNode(data []byte) error {
	var lat, lon int64
	o, err := b.decodeObject(data, func(m *message) {
		switch {
		case m.is(8, wireVarint):
			lat = zigzag(m.value)
		case m.is(9, wireVarint):
			lon = zigzag(m.value)
		}
	})
	if err != nil || o.deleted {
		return err
	}
	n := node{id: zigzag(o.id), version: o.version, tags: o.tags}
	n.point, n.valid = b.position(lat, lon)
	if !slices.ContainsFunc(n.tags, func(t osm.Tag) bool { return keepsTags(t.Key) }) {
		n.tags = nil
	}
	b.nodes = append(b.nodes, n)
	return nil
}

// dense holds the parallel lists of a DenseNodes message.
type dense struct {
	ids, lats, lons, keysVals    list
	versions, timestamps, shown  list
	hasVersions, hasTimes, hides bool
}

func (d *dense) decode(data []byte) error {
	m := message{rest: data}
	for m.next() {
		switch {
		case m.is(1, wireBytes):
			d.ids.rest = m.bytes
		case m.is(5, wireBytes):
			if err := d.decodeInfo(m.bytes); err != nil {
				return err
			}
		case m.is(8, wireBytes):
			d.lats.rest = m.bytes
		case m.is(9, wireBytes):
			d.lons.rest = m.bytes
		case m.is(10, wireBytes):
			d.keysVals.rest = m.bytes
		}
	}
	return m.err
}

func (d *dense) decodeInfo(data []byte) error {
	m := message{rest: data}
	for m.next() {
		switch {
		case m.is(1, wireBytes):
			d.versions.rest, d.hasVersions = m.bytes, len(m.bytes) > 0
		case m.is(2, wireBytes):
			d.timestamps.rest, d.hasTimes = m.bytes, len(m.bytes) > 0
		case m.is(6, wireBytes):
			d.shown.rest, d.hides = m.bytes, len(m.bytes) > 0
		}
	}
	return m.err
}

func (d *dense) bad() bool {
	return d.ids.bad || d.lats.bad || d.lons.bad || d.keysVals.bad || d.versions.bad || d.timestamps.bad || d.shown.bad
}

func (b *block) decodeDense(data []byte) error {
	var d dense
	if err := d.decode(data); err != nil {
		return err
	}
	hasTags := len(d.keysVals.rest) > 0
	var id, lat, lon, stamp int64
	for d.ids.more() {
		id += d.ids.sint()
		lat += d.lats.sint()
		lon += d.lons.sint()
		n := node{id: id}
		if d.hasVersions {
			n.version = version(d.versions.uint())
		}
		if d.hasTimes {
			stamp += d.timestamps.sint()
			b.saw(stamp)
		}
		deleted := d.hides && d.shown.uint() == 0
		n.point, n.valid = b.position(lat, lon)
		if hasTags {
			var err error
			if n.tags, err = b.decodeDenseTags(&d.keysVals); err != nil {
				return err
			}
		}
		if d.bad() {
			return corruptf("the lists of dense nodes differ in length")
		}
		if !deleted {
			b.nodes = append(b.nodes, n)
		}
		if len(b.nodes) > maxBlockObjects {
			return corruptf("the block has more than %d objects", maxBlockObjects)
		}
	}
	if d.bad() || d.lats.more() || d.lons.more() {
		return corruptf("the lists of dense nodes differ in length")
	}
	return nil
}

// decodeDenseTags reads the tags of one node, which end with a 0. It returns nil
// unless the import needs them.
func (b *block) decodeDenseTags(l *list) (osm.Tags, error) {
	first, needed := len(b.tags), false
	for {
		k := l.uint()
		if k == 0 || l.bad {
			break
		}
		v := l.uint()
		key, err := b.string(k)
		if err != nil {
			return nil, err
		}
		value, err := b.string(v)
		if err != nil {
			return nil, err
		}
		needed = needed || keepsTags(key)
		b.tags = append(b.tags, osm.Tag{Key: key, Value: value})
	}
	if !needed {
		b.tags = b.tags[:first]
		return nil, nil
	}
	return b.tags[first:len(b.tags):len(b.tags)], b.spend(len(b.tags)-first, wordsPerTag)
}

// decodeTags reads the tags of an object from its lists of keys and values.
func (b *block) decodeTags(keys, vals list) (osm.Tags, error) {
	first := len(b.tags)
	if err := b.spend(keys.count(), wordsPerTag); err != nil {
		return nil, err
	}
	for keys.more() {
		key, err := b.string(keys.uint())
		if err != nil {
			return nil, err
		}
		value, err := b.string(vals.uint())
		if err != nil {
			return nil, err
		}
		b.tags = append(b.tags, osm.Tag{Key: key, Value: value})
	}
	if keys.bad || vals.bad || vals.more() {
		return nil, corruptf("the numbers of keys and values of tags differ")
	}
	return b.tags[first:len(b.tags):len(b.tags)], nil
}

func (b *block) decodeWay(data []byte) error {
	var refs list
	o, err := b.decodeObject(data, func(m *message) {
		if m.is(8, wireBytes) {
			refs.rest = m.bytes
		}
	})
	if err != nil || o.deleted {
		return err
	}
	w := way{id: int64(o.id), version: o.version, tags: o.tags}
	if err := b.spend(refs.count(), 1); err != nil {
		return err
	}
	first, ref := len(b.refs), int64(0)
	for refs.more() {
		ref += refs.sint()
		b.refs = append(b.refs, ref)
	}
	if refs.bad {
		return corruptf("the nodes of way %d cannot be decoded", w.id)
	}
	w.refs = b.refs[first:len(b.refs):len(b.refs)]
	b.ways = append(b.ways, w)
	return nil
}

func (b *block) decodeRelation(data []byte) error {
	var roles, ids, kinds list
	o, err := b.decodeObject(data, func(m *message) {
		switch {
		case m.is(8, wireBytes):
			roles.rest = m.bytes
		case m.is(9, wireBytes):
			ids.rest = m.bytes
		case m.is(10, wireBytes):
			kinds.rest = m.bytes
		}
	})
	if err != nil || o.deleted {
		return err
	}
	r := relation{id: int64(o.id), tags: o.tags}
	if r.members, err = b.decodeMembers(roles, ids, kinds); err != nil {
		return err
	}
	b.relations = append(b.relations, r)
	return nil
}

// memberKinds maps the numbers of member types in a PBF file to types.
var memberKinds = [...]osm.Type{osm.TypeNode, osm.TypeWay, osm.TypeRelation}

func (b *block) decodeMembers(roles, ids, kinds list) ([]member, error) {
	if err := b.spend(ids.count(), wordsPerMember); err != nil {
		return nil, err
	}
	first, id := len(b.members), int64(0)
	for ids.more() {
		id += ids.sint()
		role, err := b.string(roles.uint())
		if err != nil {
			return nil, err
		}
		kind := kinds.uint()
		if kind >= uint64(len(memberKinds)) || roles.bad || kinds.bad {
			return nil, corruptf("the members of a relation cannot be decoded")
		}
		b.members = append(b.members, member{kind: memberKinds[kind], id: id, role: role})
	}
	if ids.bad || roles.more() || kinds.more() {
		return nil, corruptf("the member lists of a relation differ in length")
	}
	return b.members[first:len(b.members):len(b.members)], nil
}
