// SPDX-License-Identifier: MIT

package basemap

import (
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// record holds the attributes of a feature.
type record struct {
	ID        int64
	FirstPart uint32 // index of the first part; the next record's is the end
	Name, Ref uint32 // numbers in the string table
	Kind      uint8
	Flags     uint8
	Level     int8
	Rank      uint8
}

// layer is features in flat arrays, those of a tier or of a block.
type layer struct {
	// records has a closing element after the features: its FirstPart ends the parts
	// of the last feature, and its other fields are zero.
	records []record
	// ends has one more element than there are parts: part i is
	// points[ends[i]:ends[i+1]].
	ends   []uint32
	points []geo.Fixed
}

func newLayer() *layer { return &layer{records: make([]record, 1), ends: make([]uint32, 1)} }

func (l *layer) len() int { return max(len(l.records)-1, 0) }

// parts returns the ends of the parts of feature i, or nil if they are invalid in a
// damaged pack.
func (l *layer) parts(i int) []uint32 {
	from, to := l.records[i].FirstPart, l.records[i+1].FirstPart
	if from > to || uint64(to) >= uint64(len(l.ends)) {
		return nil
	}
	return l.ends[from : to+1 : to+1]
}

// shape returns feature i without its strings.
func (l *layer) shape(i int) Feature {
	r := &l.records[i]
	return Feature{
		ID: r.ID, Kind: Kind(r.Kind), Flags: Flags(r.Flags), Level: r.Level, Rank: r.Rank,
		points: l.points, ends: l.parts(i),
	}
}

// The tags of the string table, which all tiers share, and the suffixes of the tags of
// each tier: B, the tier's letter, and the suffix.
const (
	tagStrings    pack.Tag = "BSTO"
	tagStringData pack.Tag = "BSTD"

	suffixBlocks = "BL"
	suffixData   = "DA"
	suffixNodes  = "IN"
	suffixItems  = "II"
)

func (r *tierRule) tag(suffix string) pack.Tag {
	return pack.Tag("B" + string(rune(r.letter)) + suffix)
}

// Tags returns the tags of all sections that this package writes and reads.
func Tags() []pack.Tag {
	tags := []pack.Tag{tagStrings, tagStringData}
	for i := range tierRules {
		for _, suffix := range []string{suffixBlocks, suffixData, suffixNodes, suffixItems} {
			tags = append(tags, tierRules[i].tag(suffix))
		}
	}
	return tags
}

// In reports whether p has any section of a base map.
func In(p *pack.Pack) bool {
	for _, tag := range Tags() {
		if p.Has(tag) {
			return true
		}
	}
	return false
}
