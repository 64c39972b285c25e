// SPDX-License-Identifier: MIT

package batch

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"roadsnap/engine"
	"roadsnap/engine/rows"
	"roadsnap/engine/trace"
)

// groupRows is the number of rows of a row group. One is in memory while it is written.
const groupRows = 1 << 18

// parquetWriter writes records as a Parquet file.
type parquetWriter struct{ *pqarrow.FileWriter }

// newParquetWriter returns the writer of a file with the columns. Row groups are said to be
// sorted by a column, unless its name is empty.
func newParquetWriter(out io.Writer, schema *arrow.Schema, sorted string) (parquetWriter, error) {
	options := []parquet.WriterProperty{
		parquet.WithCompression(compress.Codecs.Zstd),
		parquet.WithMaxRowGroupLength(groupRows),
		parquet.WithCreatedBy("roadsnap " + engine.Version),
		// A dictionary that outgrows its page makes the library list two encodings of pages, in
		// an order that differs from run to run.
		parquet.WithDictionaryDefault(false),
	}
	leaf := int32(0)
	for _, f := range schema.Fields() {
		if f.Name == sorted {
			options = append(options, parquet.WithSortingColumns([]parquet.SortingColumn{{ColumnIdx: leaf, NullsFirst: true}}))
		}
		leaf += int32(countLeaves(f.Type))
	}
	plain := &plainWriter{out: out}
	w, err := pqarrow.NewFileWriter(schema, plain, parquet.NewWriterProperties(options...), pqarrow.DefaultWriterProps())
	if plain.err != nil {
		return parquetWriter{}, plain.err
	}
	if err != nil {
		return parquetWriter{}, fmt.Errorf("these columns cannot be written as Parquet: %w: %w", err, rows.ErrSchema)
	}
	return parquetWriter{w}, nil
}

// plainWriter is a writer that cannot be closed by others.
type plainWriter struct {
	out io.Writer
	err error // of the last call of Write
}

func (w *plainWriter) Write(b []byte) (n int, err error) {
	n, w.err = w.out.Write(b)
	return n, w.err
}

// countLeaves returns the number of columns that Parquet has for a type.
func countLeaves(t arrow.DataType) (n int) {
	nested, ok := t.(arrow.NestedType)
	if !ok {
		return 1
	}
	for _, f := range nested.Fields() {
		n += countLeaves(f.Type)
	}
	return n
}

// Write writes a record.
func (w parquetWriter) Write(record arrow.RecordBatch) error { return w.WriteBuffered(record) }

// objectWriter writes records as JSON objects, one per line.
type objectWriter struct {
	out  *bufio.Writer
	line []byte
}

func newObjectWriter(out io.Writer) *objectWriter {
	return &objectWriter{out: bufio.NewWriterSize(out, 1<<16)}
}

// Write writes the rows of a record.
func (w *objectWriter) Write(record arrow.RecordBatch) error {
	names := make([][]byte, record.NumCols())
	for i := range names {
		name, err := json.Marshal(record.ColumnName(i))
		if err != nil {
			return err
		}
		names[i] = append(name, ':')
	}
	for row := range int(record.NumRows()) {
		b := append(w.line[:0], '{')
		for i, name := range names {
			if i > 0 {
				b = append(b, ',')
			}
			var err error
			if b, err = appendJSON(append(b, name...), record.Column(i), row); err != nil {
				return fmt.Errorf("column %s: %w", record.ColumnName(i), err)
			}
		}
		w.line = append(b, '}', '\n')
		if _, err := w.out.Write(w.line); err != nil {
			return err
		}
	}
	return nil
}

// Close writes what is left.
func (w *objectWriter) Close() error { return w.out.Flush() }

// appendJSON appends a value. Times are written as package rows writes them.
func appendJSON(b []byte, values arrow.Array, i int) ([]byte, error) {
	if values.IsNull(i) {
		return append(b, "null"...), nil
	}
	switch a := values.(type) {
	case *array.Float64:
		if v := a.Value(i); v-v == 0 { // finite
			return strconv.AppendFloat(b, v, 'f', -1, 64), nil
		}
		return append(b, "null"...), nil
	case *array.Float32:
		if v := a.Value(i); v-v == 0 {
			return strconv.AppendFloat(b, float64(v), 'f', -1, 32), nil
		}
		return append(b, "null"...), nil
	case *array.Int64:
		return strconv.AppendInt(b, a.Value(i), 10), nil
	case *array.Boolean:
		return strconv.AppendBool(b, a.Value(i)), nil
	case *array.Timestamp:
		t := a.Value(i).ToTime(a.DataType().(*arrow.TimestampType).Unit).UTC()
		if t.Nanosecond()%int(time.Millisecond) != 0 {
			return append(t.AppendFormat(append(b, '"'), time.RFC3339Nano), '"'), nil
		}
		return append(append(append(b, '"'), trace.FormatTime(t)...), '"'), nil
	}
	v, err := json.Marshal(values.GetOneForMarshal(i))
	return append(b, v...), err
}
