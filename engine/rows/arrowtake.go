// SPDX-License-Identifier: MIT

package rows

import (
	"encoding/binary"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/bitutil"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// takeable reports whether take works with a type.
func takeable(t arrow.DataType) bool {
	switch t := t.(type) {
	case *arrow.DictionaryType, *arrow.StringViewType, *arrow.BinaryViewType, *arrow.RunEndEncodedType:
		return false
	case *arrow.StructType:
		for _, f := range t.Fields() {
			if !takeable(f.Type) {
				return false
			}
		}
		return true
	case *arrow.ListType:
		return takeable(t.Elem())
	case *arrow.LargeListType:
		return takeable(t.Elem())
	case *arrow.MapType:
		return takeable(t.Elem())
	case arrow.ExtensionType:
		return takeable(t.StorageType())
	case *arrow.NullType, *arrow.BooleanType, arrow.BinaryDataType:
		return true
	case *arrow.FixedSizeListType:
		return false
	case arrow.FixedWidthDataType:
		return true
	}
	return false
}

// plain returns a column in its plain type.
func plain(a arrow.Array, t arrow.DataType) arrow.Array {
	switch a := a.(type) {
	case *array.Dictionary:
		numbers := make([]int, a.Len())
		for i := range numbers {
			numbers[i] = -1
			if a.IsValid(i) {
				numbers[i] = a.GetValueIndex(i)
			}
		}
		return take(plain(a.Dictionary(), t), numbers)
	case *array.StringView:
		b := array.NewStringBuilder(memory.DefaultAllocator)
		b.Reserve(a.Len())
		for i := range a.Len() {
			if a.IsNull(i) {
				b.AppendNull()
			} else {
				b.Append(a.Value(i))
			}
		}
		return b.NewArray()
	case *array.BinaryView:
		b := array.NewBinaryBuilder(memory.DefaultAllocator, arrow.BinaryTypes.Binary)
		b.Reserve(a.Len())
		for i := range a.Len() {
			if a.IsNull(i) {
				b.AppendNull()
			} else {
				b.Append(a.Value(i))
			}
		}
		return b.NewArray()
	}
	return a
}

// take returns the values with the numbers; −1 is null. The type must be takeable.
func take(a arrow.Array, numbers []int) arrow.Array {
	return array.MakeFromData(takeData(a.Data(), numbers))
}

func takeData(d arrow.ArrayData, numbers []int) arrow.ArrayData {
	n := len(numbers)
	if d.DataType().ID() == arrow.NULL {
		return array.NewData(d.DataType(), n, []*memory.Buffer{nil}, nil, n, 0)
	}
	valid, nulls := takeValid(d, numbers)
	buffers := []*memory.Buffer{valid}
	var children []arrow.ArrayData
	storage := d.DataType()
	if extension, ok := storage.(arrow.ExtensionType); ok {
		storage = extension.StorageType()
	}
	switch t := storage.(type) {
	case *arrow.StructType:
		shifted := make([]int, n)
		for i, k := range numbers {
			if shifted[i] = k; k >= 0 {
				shifted[i] += d.Offset()
			}
		}
		for _, c := range d.Children() {
			children = append(children, takeData(c, shifted))
		}
	case *arrow.BooleanType:
		bits := make([]byte, bitutil.BytesForBits(int64(n)))
		from := d.Buffers()[1].Bytes()
		for i, k := range numbers {
			if k >= 0 && bitutil.BitIsSet(from, k+d.Offset()) {
				bitutil.SetBit(bits, i)
			}
		}
		buffers = append(buffers, memory.NewBufferBytes(bits))
	case *arrow.ListType, *arrow.MapType:
		offsets, items := takeList(d, numbers, 4)
		buffers = append(buffers, offsets)
		children = []arrow.ArrayData{takeData(d.Children()[0], items)}
	case *arrow.LargeListType:
		offsets, items := takeList(d, numbers, 8)
		buffers = append(buffers, offsets)
		children = []arrow.ArrayData{takeData(d.Children()[0], items)}
	case arrow.FixedWidthDataType:
		width := t.BitWidth() / 8
		bytes := make([]byte, n*width)
		from := d.Buffers()[1].Bytes()
		for i, k := range numbers {
			if k >= 0 {
				copy(bytes[i*width:(i+1)*width], from[(k+d.Offset())*width:])
			}
		}
		buffers = append(buffers, memory.NewBufferBytes(bytes))
	default:
		buffers = append(buffers, takeBytes(d, numbers, offsetWidth(storage))...)
	}
	return array.NewData(d.DataType(), n, buffers, children, nulls, 0)
}

// takeValid returns the bitmap of the known values, nil if all are.
func takeValid(d arrow.ArrayData, numbers []int) (*memory.Buffer, int) {
	var from []byte
	if b := d.Buffers()[0]; b != nil {
		from = b.Bytes()
	}
	bits, nulls := make([]byte, bitutil.BytesForBits(int64(len(numbers)))), 0
	for i, k := range numbers {
		if k >= 0 && (len(from) == 0 || bitutil.BitIsSet(from, k+d.Offset())) {
			bitutil.SetBit(bits, i)
		} else {
			nulls++
		}
	}
	if nulls == 0 {
		return nil, 0
	}
	return memory.NewBufferBytes(bits), nulls
}

// offsetWidth returns the size of the offsets of a type (bytes).
func offsetWidth(t arrow.DataType) int {
	if t.ID() == arrow.LARGE_STRING || t.ID() == arrow.LARGE_BINARY {
		return 8
	}
	return 4
}

// extents returns the function that gives where a value begins and ends.
func extents(d arrow.ArrayData, width int) func(k int) (from, to int) {
	var offsets []byte
	if b := d.Buffers()[1]; b != nil {
		offsets = b.Bytes()
	}
	at := func(k int) int {
		switch {
		case len(offsets) == 0:
			return 0
		case width == 8:
			return int(binary.LittleEndian.Uint64(offsets[8*k:]))
		}
		return int(binary.LittleEndian.Uint32(offsets[4*k:]))
	}
	return func(k int) (int, int) { return at(k + d.Offset()), at(k + d.Offset() + 1) }
}

// offsetBuffer makes a buffer of offsets.
type offsetBuffer struct {
	bytes []byte
	width int
}

func (b *offsetBuffer) add(offset int) {
	if b.width == 8 {
		b.bytes = binary.LittleEndian.AppendUint64(b.bytes, uint64(offset))
		return
	}
	b.bytes = binary.LittleEndian.AppendUint32(b.bytes, uint32(offset))
}

// takeList returns the offsets of lists, and the numbers of their items.
func takeList(d arrow.ArrayData, numbers []int, width int) (*memory.Buffer, []int) {
	extent := extents(d, width)
	offsets := offsetBuffer{width: width}
	offsets.add(0)
	var items []int
	for _, k := range numbers {
		if k >= 0 {
			from, to := extent(k)
			for ; from < to; from++ {
				items = append(items, from)
			}
		}
		offsets.add(len(items))
	}
	return memory.NewBufferBytes(offsets.bytes), items
}

// takeBytes returns the offsets and the bytes of texts.
func takeBytes(d arrow.ArrayData, numbers []int, width int) []*memory.Buffer {
	extent := extents(d, width)
	var from []byte
	if b := d.Buffers()[2]; b != nil {
		from = b.Bytes()
	}
	offsets := offsetBuffer{width: width}
	offsets.add(0)
	var bytes []byte
	for _, k := range numbers {
		if k >= 0 {
			first, end := extent(k)
			bytes = append(bytes, from[first:end]...)
		}
		offsets.add(len(bytes))
	}
	return []*memory.Buffer{memory.NewBufferBytes(offsets.bytes), memory.NewBufferBytes(bytes)}
}
