// SPDX-License-Identifier: MIT

package engine

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"slices"
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

// This table has the measured needs (10^6 bytes) of copies of Ho Chi Minh City side by side
// (make big-extract): the peak of the memory of the process, the pack, and the temporary file
// that is gone at the end. Buildings make an extract larger, but cheaper for each byte.
//
//	                            extract  memory   pack  temporary
//	  1 copy, 36,000 buildings      4.9     118     14          0
//	  8, 1.1 million buildings     54.7     300    117         42
//	 60, all wards                254.2     956    743          0
//	 60, 8 million, all wards     411.6    1165    915     at 0.76 as above: 313
//	120                           508.6    1468   1385          0
//	the city as it is published     3.8       –     13          0
//	all wards alone, 43.3 packed      –     431     50          0
//
// Above 250 MB the garbage collector is given less memory for each byte, and works more.
const (
	baseMemory    = 115e6 // bytes
	memoryPerByte = 3.4   // bytes for each byte of a PBF file
	fullMemory    = 250e6 // bytes of a PBF file, above which each takes memoryAbove
	memoryAbove   = 2.1
	diskPerByte   = 3.6 // bytes for each byte of a PBF file
	xmlShare      = 0.1 // size of a PBF file to that of XML that is not compressed

	// The borders are divided while the extract is read, before the peak of the memory.
	unitsMemory  = 8   // bytes for each byte of packed borders
	unitsPerByte = 1.2 // bytes of disk
	plainShare   = 0.2 // size of packed borders to that of borders that are not packed
)

// heapShare is the part of Need.Memory that the garbage collector limits. The rest is freed
// memory that the system has not got back yet, stacks, code, and pages of the files.
const heapShare = 0.8

// leastHeap is the least limit of an import (bytes). A lower one only makes it slower.
const leastHeap = 160 << 20

// NeedOf returns about what the import of a PBF file of a size (bytes) takes.
func NeedOf(size int64) Need {
	roads := float64(size)
	memory := baseMemory + memoryPerByte*min(roads, fullMemory) + memoryAbove*max(roads-fullMemory, 0)
	return Need{Memory: int64(memory), Disk: int64(diskPerByte * roads)}
}

// Need returns about what the import of the sources takes. Sources that do not exist count
// as empty.
func (o *ImportOptions) Need() Need {
	roads := float64(sizeOf(o.Roads))
	if name := strings.ToLower(o.Roads); strings.HasSuffix(name, ".osm") || strings.HasSuffix(name, ".xml") {
		roads *= xmlShare
	}
	n := NeedOf(int64(roads))
	borders := 0.0
	for _, path := range slices.Concat(o.Units, o.Former) {
		size := float64(sizeOf(path))
		n.Disk += int64(unitsPerByte * size)
		if !isPacked(path) {
			size *= plainShare
		}
		borders += size
	}
	n.Memory = max(n.Memory, int64(baseMemory+unitsMemory*borders))
	if o.Memory > 0 {
		n.Memory = min(n.Memory, o.Memory)
	}
	return n
}

// isPacked reports whether a file is compressed, or most files of a folder.
func isPacked(path string) bool {
	if entries, err := os.ReadDir(path); err == nil {
		packed := 0
		for _, e := range entries {
			if !e.IsDir() && isPacked(e.Name()) {
				packed++
			}
		}
		return 2*packed > len(entries)
	}
	return slices.Contains([]string{".gz", ".zip", ".kmz"}, strings.ToLower(filepath.Ext(path)))
}

// heap returns the limit of the garbage collector for the import (bytes).
func (o *ImportOptions) heap() int64 {
	unlimited := *o
	unlimited.Memory = 0
	limit := max(int64(heapShare*float64(unlimited.Need().Memory)), leastHeap)
	if o.Memory > 0 {
		limit = min(limit, o.Memory)
	}
	return limit
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
