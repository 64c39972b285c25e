// SPDX-License-Identifier: MIT

package rows_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/extensions"
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
		if k, ok := c.kind.(*arrow.Decimal128Type); ok && k.Scale > k.Precision {
			plain = &arrow.Decimal128Type{Precision: k.Precision}
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

// TestMetadata adds to the metadata of a schema, and replaces what an earlier filter has added.
func TestMetadata(t *testing.T) {
	e := open(t)
	in := toArrow(t, pointsOf(sampleTrips(t, 1))[:10], 10)
	for _, want := range []string{"one", "two"} {
		b, _, err := run(t, e, rows.Options{Operation: rows.Match, Format: rows.Arrow, Prefix: want, Metadata: map[string]string{"map": want}}, in)
		if err != nil {
			t.Fatal(err)
		}
		r, err := ipc.NewReader(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Schema().Metadata(); got.Len() != 1 || got.Values()[0] != want {
			t.Errorf("the metadata are %v, want %s", got, want)
		}
		in = b
	}
}

// firstOf returns the first value of a column.
func firstOf(t *testing.T, b []byte, name string) string {
	t.Helper()
	r, err := ipc.NewReader(bytes.NewReader(b))
	if err != nil || !r.Next() {
		t.Fatal(err)
	}
	c := r.RecordBatch().Column(r.Schema().FieldIndices(name)[0])
	if d, ok := c.(*array.Dictionary); ok {
		return d.Dictionary().ValueStr(d.GetValueIndex(0))
	}
	return c.ValueStr(0)
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
		{"wide decimals", column{"lat", &arrow.Decimal256Type{Precision: 60, Scale: 6}, `["42.503683", "42.503740"]`}, nil},
		{"decimals of another world", column{"trip_id", &arrow.Decimal128Type{Precision: 38, Scale: 1 << 30}, `["1", "1"]`}, rows.ErrSchema},
		{"narrow decimals", column{"lat", &arrow.Decimal32Type{Precision: 8, Scale: 6}, `["42.503683", "42.503740"]`}, nil},
		{"trips as decimals", column{"trip_id", &arrow.Decimal128Type{Precision: 38, Scale: 10}, `["1234567890123456789012345678.0123456789", "1234567890123456789012345678.0123456789"]`}, nil},
		{"trips as wide decimals", column{"trip_id", &arrow.Decimal256Type{Precision: 76, Scale: 2}, `["-12345678901234567890123456789012345678901234567890123456789012345678901234.56", "-12345678901234567890123456789012345678901234567890123456789012345678901234.56"]`}, nil},
		{"trips as small decimals", column{"trip_id", &arrow.Decimal64Type{Precision: 18, Scale: 0}, `["-999999999999999999", "-999999999999999999"]`}, nil},
		{"trips as bytes", column{"trip_id", arrow.BinaryTypes.Binary, `["AP8=", "AP8="]`}, nil},
		{"trips as views of bytes", column{"trip_id", arrow.BinaryTypes.BinaryView, `["AP8=", "AP8="]`}, nil},
		{"trips as 16 bytes", column{"trip_id", &arrow.FixedSizeBinaryType{ByteWidth: 16}, `["AAECAwQFBgcICQoLDA0ODw==", "AAECAwQFBgcICQoLDA0ODw=="]`}, nil},
		{"trips as UUIDs", column{"trip_id", extensions.NewUUIDType(), `["00010203-0405-0607-0809-0a0b0c0d0e0f", "00010203-0405-0607-0809-0a0b0c0d0e0f"]`}, nil},
		{"days", column{"ts", arrow.FixedWidthTypes.Date32, `["2025-03-04", "2025-03-04"]`}, nil},
		{"days as texts", column{"ts", arrow.BinaryTypes.String, `["2025-03-04", "2025-03-04T07:15:01+0700"]`}, nil},
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
		// The trip keeps its type and its value, also sorted and in rows per trip.
		b, report, err := run(t, e, rows.Options{Operation: rows.Trips, Format: rows.Arrow, Unsorted: true}, oneRecord(t, columns))
		if err != nil || report.Trips != 1 {
			t.Errorf("%s: %d trips, %v", c.name, report.Trips, err)
			continue
		}
		if got, want := firstOf(t, b, "trip_id"), firstOf(t, oneRecord(t, columns), "trip_id"); got != want {
			t.Errorf("%s: the trip is %s, want %s", c.name, got, want)
		}
	}
}
