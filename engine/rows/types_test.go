// SPDX-License-Identifier: MIT

package rows_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"roadsnap/engine/rows"
)

// column is a column of a record of two rows.
type column struct {
	name  string
	kind  arrow.DataType
	value string // JSON
}

// oneRecord returns a stream of one record.
func oneRecord(t *testing.T, columns []column, options ...ipc.Option) []byte {
	t.Helper()
	var fields []arrow.Field
	var arrays []arrow.Array
	for _, c := range columns {
		plain := c.kind
		if k, ok := c.kind.(*arrow.TimestampType); ok {
			plain = &arrow.TimestampType{Unit: k.Unit}
		}
		a, _, err := array.FromJSON(memory.DefaultAllocator, plain, bytes.NewReader([]byte(c.value)))
		if err != nil {
			t.Fatal(c.name, err)
		}
		if plain != c.kind {
			a = array.MakeFromData(array.NewData(c.kind, a.Len(), a.Data().Buffers(), nil, a.NullN(), 0))
		}
		fields, arrays = append(fields, arrow.Field{Name: c.name, Type: c.kind, Nullable: true}), append(arrays, a)
	}
	schema := arrow.NewSchema(fields, nil)
	var out bytes.Buffer
	w := ipc.NewWriter(&out, append(options, ipc.WithSchema(schema))...)
	if err := errors.Join(w.Write(array.NewRecordBatch(schema, arrays, 2)), w.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestArrowTypes gives the columns the types that data engines give them.
func TestArrowTypes(t *testing.T) {
	e := open(t)
	names := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}
	good := func() []column {
		return []column{
			{"trip_id", arrow.PrimitiveTypes.Int64, `[5, 5]`},
			{"ts", &arrow.TimestampType{Unit: arrow.Second}, `["2025-03-04 07:15:00", "2025-03-04 07:15:01"]`},
			{"lat", arrow.PrimitiveTypes.Float64, `[42.503683, 42.50374]`},
			{"lon", arrow.PrimitiveTypes.Float64, `[1.514522, 1.51458]`},
		}
	}
	for _, c := range []struct {
		name   string
		change column
		is     error
	}{
		{"numbers", column{"trip_id", arrow.PrimitiveTypes.Int64, `[5, 5]`}, nil},
		{"small numbers", column{"trip_id", arrow.PrimitiveTypes.Uint16, `[5, 5]`}, nil},
		{"large texts", column{"trip_id", arrow.BinaryTypes.LargeString, `["a", "a"]`}, nil},
		{"views", column{"trip_id", arrow.BinaryTypes.StringView, `["a", "a"]`}, nil},
		{"a dictionary", column{"trip_id", names, `["a", "a"]`}, nil},
		{"narrow positions", column{"lat", arrow.PrimitiveTypes.Float32, `[42.503683, 42.50374]`}, nil},
		{"seconds", column{"ts", arrow.PrimitiveTypes.Int64, `[1741072500, 1741072501]`}, nil},
		{"a zone", column{"ts", &arrow.TimestampType{Unit: arrow.Nanosecond, TimeZone: "Asia/Ho_Chi_Minh"}, `["2025-03-04 07:15:00", "2025-03-04 07:15:01"]`}, nil},
		{"an unknown zone", column{"ts", &arrow.TimestampType{Unit: arrow.Millisecond, TimeZone: "Mars/Olympus"}, `["2025-03-04 07:15:00", "2025-03-04 07:15:01"]`}, nil},
		{"few seconds", column{"ts", arrow.PrimitiveTypes.Uint32, `[1741072500, 1741072501]`}, nil},
		{"decimal times", column{"ts", &arrow.Decimal128Type{Precision: 16, Scale: 3}, `["1741072500.000", "1741072501.500"]`}, nil},
		{"decimals", column{"lat", &arrow.Decimal128Type{Precision: 9, Scale: 6}, `["42.503683", "42.503740"]`}, nil},
		{"texts of times", column{"ts", arrow.BinaryTypes.String, `["2025-03-04T07:15:00Z", "2025-03-04 07:15:01"]`}, nil},
		{"positions as texts", column{"lat", arrow.BinaryTypes.String, `["42.5", "42.5"]`}, rows.ErrSchema},
		{"trips as fractions", column{"trip_id", arrow.PrimitiveTypes.Float64, `[1, 1]`}, rows.ErrSchema},
		{"wide decimals", column{"lat", &arrow.Decimal256Type{Precision: 60, Scale: 6}, `["42.503683", "42.503740"]`}, rows.ErrSchema},
		{"trips as decimals", column{"trip_id", &arrow.Decimal128Type{Precision: 9}, `["1", "1"]`}, rows.ErrSchema},
		{"times as flags", column{"ts", arrow.FixedWidthTypes.Boolean, `[true, true]`}, rows.ErrSchema},
	} {
		columns := good()
		for i := range columns {
			if columns[i].name == c.change.name {
				columns[i] = c.change
			}
		}
		b, _, err := run(t, e, rows.Options{Operation: rows.Match, Format: rows.Arrow}, oneRecord(t, columns))
		if !errors.Is(err, c.is) {
			t.Errorf("%s: %v, want %v", c.name, err, c.is)
		}
		if c.is != nil || err != nil {
			continue
		}
		for i, row := range fromArrow(t, b) {
			if row["way_id"] != 181919639.0 {
				t.Errorf("%s: row %d is %v", c.name, i, row)
			}
		}
	}
}
