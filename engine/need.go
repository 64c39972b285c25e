// SPDX-License-Identifier: MIT

package engine

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"strings"

	"roadsnap/engine/errclass"
	"roadsnap/internal/diskspace"
)

// ErrSpace is returned by Import if the disk has too little free space for the pack.
var ErrSpace = errclass.New(errclass.NoSpace, "there is too little free space for the map")

// Need is about what an import takes (bytes).
type Need struct {
	Memory int64 // at its peak; see ImportOptions.Memory
	Disk   int64 // free space in the folder of the pack
}

// The needs of an import, measured on 1 to 120 copies of a city in Vietnam and on the
// borders of all wards.
const (
	baseMemory    = 160 << 20 // bytes
	memoryPerByte = 2.2       // bytes for each byte of a PBF file
	diskPerByte   = 4.6       // the same
	unitsPerByte  = 1         // bytes of disk for each byte of borders
	xmlShare      = 0.1       // size of a PBF file to that of XML that is not compressed
)

// NeedOf returns about what the import of a PBF file of a size (bytes) takes.
func NeedOf(size int64) Need {
	return Need{Memory: baseMemory + int64(memoryPerByte*float64(size)), Disk: int64(diskPerByte * float64(size))}
}

// Need returns about what the import of the sources takes. Sources that do not exist count
// as empty.
func (o *ImportOptions) Need() Need {
	roads := float64(sizeOf(o.Roads))
	if name := strings.ToLower(o.Roads); strings.HasSuffix(name, ".osm") || strings.HasSuffix(name, ".xml") {
		roads *= xmlShare
	}
	n := NeedOf(int64(roads))
	for _, path := range o.Units {
		n.Disk += unitsPerByte * sizeOf(path)
	}
	if o.Memory > 0 {
		n.Memory = min(n.Memory, o.Memory)
	}
	return n
}

// sizeOf returns the size of a file or of all files in a folder (bytes).
func sizeOf(path string) (size int64) {
	_ = filepath.WalkDir(path, func(path string, _ fs.DirEntry, _ error) error {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			size += info.Size()
		}
		return nil // the import reports what cannot be read
	})
	return size
}

// freeIn returns the free space in a folder (bytes). Tests replace it.
var freeIn = diskspace.Free

// checkSpace returns an ErrSpace if the pack will not fit.
func (o *ImportOptions) checkSpace() error { return checkSpace(o.Out, o.Need().Disk) }

// checkSpace returns an ErrSpace if the folder of a pack has less free space than it needs.
func checkSpace(pack string, need int64) error {
	folder := filepath.Dir(pack)
	free, err := freeIn(folder)
	if err == nil && free < need {
		return fmt.Errorf("%w in %s: about %d MB are needed, %d MB are free", ErrSpace, folder, need/1e6+1, free/1e6)
	}
	return nil // if it is unknown, the disk will say
}

// limitMemory makes the garbage collector keep the memory of the process near what it is
// now and what the import needs. It returns a function that restores the old limit.
func limitMemory(need int64) (restore func()) {
	before := debug.SetMemoryLimit(-1)
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	debug.SetMemoryLimit(min(before, int64(sample[0].Value.Uint64())+need))
	return func() { debug.SetMemoryLimit(before) }
}
