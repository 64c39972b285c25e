package osmimport

import (
	"time"

	"github.com/paulmach/osm"

	"roadsnap/engine/geo"
)

// node, way and relation are OpenStreetMap's objects as far as the import looks
// at them. They and their slices belong to the reader: whoever keeps one beyond
// the call copies it, its strings included.
type (
	node struct {
		id      int64
		version int32
		point   geo.Fixed
		valid   bool     // the position is on the Earth
		tags    osm.Tags // only if one of them is a place
	}
	way struct {
		id      int64
		version int32
		refs    []int64 // ids of its nodes
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

// sink takes what a reader finds, in the order of the file. A reader passes over
// what has no func.
type sink struct {
	node     func(*node) error
	way      func(*way) error
	relation func(*relation) error
	// newest is told of the times of objects, if the file itself has none.
	newest func(time.Time)
}

// extract is an open file.
type extract interface {
	// scan reads the file through once and hands what it finds to s.
	scan(s sink) error
	// once reports whether all is to be scanned in one go, since parsing is what
	// takes the time.
	once() bool
	// time returns the state of the data, if the file tells.
	time() (t time.Time, known bool)
	// bounds returns the box that the file says to cover, if it does.
	bounds() (b geo.FixedBounds, known bool)
}
