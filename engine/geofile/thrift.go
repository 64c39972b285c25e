// SPDX-License-Identifier: MIT

package geofile

import "encoding/binary"

// thrift writes the fields of structs in the compact protocol of Apache Thrift, in which the
// metadata of Parquet are. Fields of a struct are written in ascending order.
type thrift struct {
	out  []byte
	last int   // the last field of the current struct
	open []int // of the structs round it
}

// Types of the protocol.
const (
	thriftInt    = 5
	thriftLong   = 6
	thriftBytes  = 8
	thriftList   = 9
	thriftStruct = 12
)

func (t *thrift) field(id, kind int) {
	t.out = append(t.out, byte((id-t.last)<<4|kind)) //nolint:gosec // fields follow each other closely
	t.last = id
}

// int and long write an integer of 32 or 64 bits.
func (t *thrift) int(id int, v int64)  { t.field(id, thriftInt); t.element(v) }
func (t *thrift) long(id int, v int64) { t.field(id, thriftLong); t.element(v) }

// element writes an integer of a list.
func (t *thrift) element(v int64) { t.out = binary.AppendVarint(t.out, v) }

func (t *thrift) text(id int, s string) { t.field(id, thriftBytes); t.bytes(s) }

// bytes writes a text of a list.
func (t *thrift) bytes(s string) {
	t.out = append(binary.AppendUvarint(t.out, uint64(len(s))), s...)
}

// begin starts a struct in a field; end ends it, or that of an element of a list.
func (t *thrift) begin(id int) {
	t.field(id, thriftStruct)
	t.open, t.last = append(t.open, t.last), 0
}

func (t *thrift) end() {
	t.out = append(t.out, 0)
	t.last = 0
	if n := len(t.open); n > 0 && t.open[n-1] >= 0 {
		t.last, t.open = t.open[n-1], t.open[:n-1]
	}
}

// list starts a list of n elements; endList ends it.
func (t *thrift) list(id, kind, n int) {
	t.field(id, thriftList)
	const short = 15
	if n < short {
		t.out = append(t.out, byte(n<<4|kind)) //nolint:gosec // below 256
	} else {
		t.out = binary.AppendUvarint(append(t.out, byte(short<<4|kind)), uint64(n))
	}
	t.open = append(t.open, t.last, inList)
	t.last = 0
}

func (t *thrift) endList() {
	n := len(t.open)
	t.last, t.open = t.open[n-2], t.open[:n-2]
}

// inList marks in thrift.open that the structs that end are elements of a list.
const inList = -1
