// SPDX-License-Identifier: MIT

package basemap

import (
	"bufio"
	"container/heap"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/chunk"
	"roadsnap/engine/internal/parallel"
)

// details sorts features into the order of their tier. It keeps up to memory bytes; beyond
// that, sorted runs of features are in a temporary file, and are merged at the end. So a
// country's buildings take no more memory than those of a city.
type details struct {
	rule    *tierRule
	scratch func() (*os.File, error) // opens the file; nil to keep all in memory
	memory  int
	most    int64 // size of the file (bytes)

	data  []byte   // the features in memory, each after its length of lengthSize bytes
	order []ranked // of them
	count int
	file  *os.File
	runs  []int64 // where each run in the file ends
}

// detailMemory is the usual value of details.memory.
const detailMemory = 16 << 20

// add adds a feature.
func (d *details) add(r record, parts ...[]geo.Fixed) error {
	box := geo.NoFixedBounds
	for _, p := range parts {
		box = box.Union(geo.FixedBoundsOf(p...))
	}
	d.order = append(d.order, d.rule.rank(box, uint64(len(d.data))))
	first := len(d.data)
	d.data = appendFeature(append(d.data, make([]byte, lengthSize)...), r, parts)
	binary.LittleEndian.PutUint32(d.data[first:], uint32(len(d.data)-first-lengthSize))
	d.count++
	if d.scratch == nil || len(d.data) < d.memory {
		return nil
	}
	return d.spill()
}

// feature returns a feature in memory by its place.
func (d *details) feature(f ranked) []byte {
	at := f.at & (1<<placeBits - 1)
	size := binary.LittleEndian.Uint32(d.data[at:])
	return d.data[at+lengthSize:][:size]
}

// sort sorts the features in memory.
func (d *details) sort() { parallel.Sort(d.order, compareRanked) }

// spill writes the features in memory to the file as a run.
func (d *details) spill() (err error) {
	// In the file each feature has a longer head than in memory.
	if d.end()+int64(len(d.data)+len(d.order)*(runHead-lengthSize)) > d.most {
		return ErrTooLarge
	}
	if d.file == nil {
		if d.file, err = d.scratch(); err != nil {
			return err
		}
	}
	d.sort()
	out := bufio.NewWriterSize(d.file, runBuffer)
	size := int64(0)
	var head [runHead]byte
	for _, f := range d.order {
		body := d.feature(f)
		head[0] = byte(f.at >> placeBits)
		binary.LittleEndian.PutUint64(head[1:], f.key)
		binary.LittleEndian.PutUint32(head[9:], uint32(len(body)))
		// A bufio.Writer keeps its first error, and Flush returns it.
		_, _ = out.Write(head[:])
		_, _ = out.Write(body)
		size += int64(len(head) + len(body))
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("keep details of the map in a temporary file: %w", err)
	}
	d.data, d.order = d.data[:0], d.order[:0]
	d.runs = append(d.runs, d.end()+size)
	return nil
}

// end returns where the last run ends.
func (d *details) end() int64 {
	if len(d.runs) == 0 {
		return 0
	}
	return d.runs[len(d.runs)-1]
}

const (
	lengthSize = 4

	runHead   = 13 // bytes before each feature: class of its size, key, length
	runBuffer = 64 << 10
)

// inOrder iterates over readers of all features in the order of the file. failed is called
// with an error of the temporary file, after which nothing follows.
func (d *details) inOrder(failed func(error)) iter.Seq[*chunk.Reader] {
	return func(yield func(*chunk.Reader) bool) {
		d.sort()
		var merge runs
		for i := range d.runs {
			from := int64(0)
			if i > 0 {
				from = d.runs[i-1]
			}
			merge = append(merge, &run{number: i, in: bufio.NewReaderSize(io.NewSectionReader(d.file, from, d.runs[i]-from), runBuffer)})
		}
		merge = append(merge, &run{number: len(d.runs), details: d, rest: d.order})
		for i := 0; i < len(merge); {
			switch more, err := merge[i].next(); {
			case err != nil:
				failed(err)
				return
			case more:
				i++
			default:
				merge = append(merge[:i], merge[i+1:]...)
			}
		}
		heap.Init(&merge)
		for len(merge) > 0 {
			r := chunk.NewReader(merge[0].body)
			if !yield(&r) {
				return
			}
			more, err := merge[0].next()
			if err != nil {
				failed(err)
				return
			}
			if more {
				heap.Fix(&merge, 0)
			} else {
				heap.Pop(&merge)
			}
		}
	}
}

// run is a sorted run: in the file, or the last one, in memory.
type run struct {
	number int
	in     *bufio.Reader
	head   [runHead]byte

	details *details
	rest    []ranked

	size uint8 // of the current feature, like key and body
	key  uint64
	body []byte
}

// next moves to the next feature. It returns false at the end.
func (r *run) next() (more bool, err error) {
	if r.in == nil {
		if len(r.rest) == 0 {
			return false, nil
		}
		f := r.rest[0]
		r.rest = r.rest[1:]
		r.size, r.key, r.body = uint8(f.at>>placeBits), f.key, r.details.feature(f)
		return true, nil
	}
	if _, err := io.ReadFull(r.in, r.head[:]); errors.Is(err, io.EOF) {
		return false, nil
	} else if err != nil {
		return false, fmt.Errorf("read the temporary file: %w", err)
	}
	r.size, r.key = r.head[0], binary.LittleEndian.Uint64(r.head[1:])
	n := int(binary.LittleEndian.Uint32(r.head[9:]))
	if cap(r.body) < n {
		r.body = make([]byte, 2*n)
	}
	r.body = r.body[:n]
	if _, err := io.ReadFull(r.in, r.body); err != nil {
		return false, fmt.Errorf("read the temporary file: %w", err)
	}
	return true, nil
}

// runs is a heap of runs by their current features. It implements heap.Interface.
type runs []*run

func (r runs) Len() int { return len(r) }

func (r runs) Less(i, k int) bool {
	a, b := r[i], r[k]
	if a.size != b.size {
		return a.size < b.size
	}
	if a.key != b.key {
		return a.key < b.key
	}
	return a.number < b.number // of equal features, those added first
}

func (r runs) Swap(i, k int) { r[i], r[k] = r[k], r[i] }

// Push implements heap.Interface.
func (r *runs) Push(x any) {
	if x, ok := x.(*run); ok {
		*r = append(*r, x)
	}
}

// Pop implements heap.Interface.
func (r *runs) Pop() any {
	last := len(*r) - 1
	x := (*r)[last]
	*r = (*r)[:last]
	return x
}
