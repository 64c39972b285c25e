// SPDX-License-Identifier: MIT

package osmimport

import (
	"time"

	"github.com/paulmach/osm"

	"roadsnap/engine/geo"
)

// node, way and relation are OpenStreetMap's objects with the fields that the import
// uses. They are valid only during the call that receives them, including their
// slices and strings.
type (
	node struct {
		id      int64
		version int32
		point   geo.Fixed
		valid   bool     // the position is on Earth
		tags    osm.Tags // nil unless the import needs them; see keepsTags
	}
	way struct {
		id      int64
		version int32
		refs    []int64 // node ids
		tags    osm.Tags
	}
	relation struct {
		id      int64
		tags    osm.Tags
		members []member
	}
	member struct {
		kind osm.Type
		id   int64
		role string
	}
)

// sink receives the objects of a scan in the order of the file. Objects whose
// function is nil are skipped.
type sink struct {
	node     func(*node) error
	way      func(*way) error
	relation func(*relation) error
	// newest, if not nil, is called with the times of objects.
	newest func(time.Time)
}

// extract is an open file.
type extract interface {
	// scan reads the file once and passes its objects to s.
	scan(s sink) error
	// once reports whether all objects are to be read in one scan, because parsing
	// is slow.
	once() bool
	// sorted reports whether the file has nodes, then ways, then relations.
	sorted() bool
	// signsOfCut returns signs that the file ends early. It is called after the scans.
	signsOfCut() []string
	// time returns the time of the data, if the file declares it.
	time() (t time.Time, known bool)
	// bounds returns the box that the file covers, if the file declares it.
	bounds() (b geo.FixedBounds, known bool)
}
