// SPDX-License-Identifier: MIT

package tripfile

import (
	"fmt"
	"slices"

	"roadsnap/engine/errclass"
	"roadsnap/internal/diskspace"
)

// ErrSpace means that a file cannot fit into the free space.
var ErrSpace = errclass.New(errclass.DiskFull, "the disk has too little free space")

// leastPoint is what a point takes in a file at least (bytes): its coordinates and a time, or
// what is left of them after compression.
var leastPoint = map[Format]int64{GPX: 40, GeoJSON: 20, KML: 20, KMZ: 4, CSV: 25, XLSX: 8}

// LeastSize returns what a file with points takes at least (bytes), far less than it will
// probably take. It is 0 if the points are not written.
func (o Options) LeastSize(points int) int64 {
	o = o.withDefaults()
	tables := o.Per
	if len(tables) == 0 {
		tables = DefaultTables(o.Format, o.What)
	}
	lines := len(o.Per) == 0 && o.Format.hasPlaces() && o.What.raw()
	if !lines && !slices.Contains(tables, PerPoint) {
		return 0
	}
	return int64(points) * leastPoint[o.Format]
}

// freeIn returns the free space in a folder (bytes). Tests replace it.
var freeIn = diskspace.FreeFor

// CheckSpace returns an error that wraps ErrSpace if a file with points cannot fit into the
// free space of a folder. A file that may fit is tried.
func (o Options) CheckSpace(folder string, points int) error {
	need := o.LeastSize(points)
	if free, err := freeIn(folder); err == nil && free < need {
		return fmt.Errorf("%w in %s: more than %d MB are needed, %d MB are free", ErrSpace, folder, need/1e6, free/1e6)
	}
	return nil // if it is unknown, the disk will say
}
