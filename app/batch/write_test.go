// SPDX-License-Identifier: MIT

package batch

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// TestSameRecordsGiveTheSameFile writes a column of 2 MB of texts that are all different, which
// outgrows a dictionary, again and again.
func TestSameRecordsGiveTheSameFile(t *testing.T) {
	schema := arrow.NewSchema([]arrow.Field{{Name: "note", Type: arrow.BinaryTypes.String}}, nil)
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	defer b.Release()
	for i := range 20_000 {
		b.Field(0).(*array.StringBuilder).Append(fmt.Sprintf("%0100d", i))
	}
	record := b.NewRecordBatch()
	defer record.Release()
	write := func() []byte {
		var out bytes.Buffer
		w, err := newParquetWriter(&out, schema, "")
		if err == nil {
			err = w.Write(record)
		}
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	want := write()
	for i := range 20 {
		if !bytes.Equal(write(), want) {
			t.Fatalf("file %d differs from the first one", i+1)
		}
	}
}
