// SPDX-License-Identifier: MIT

package rows_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"roadsnap/engine/rows"
)

// TestDamagedWords replaces each word of a stream, among them the lengths of all vectors,
// buffers and bodies, and checks that little memory is allocated for what is not there.
func TestDamagedWords(t *testing.T) {
	e := open(t)
	const most = 64 << 20 // bytes; 4 million columns take more
	names := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}
	pair := arrow.StructOf(arrow.Field{Name: "x", Type: arrow.BinaryTypes.StringView}, arrow.Field{Name: "y", Type: arrow.ListOf(arrow.PrimitiveTypes.Int8)})
	const text = `"a text that is too long to be kept within a view"`
	columns := []column{
		{"lat", arrow.PrimitiveTypes.Float64, `[42.5, 42.5]`},
		{"lon", arrow.PrimitiveTypes.Float64, `[1.5, 1.5]`},
		{"name", names, `["a", "a"]`},
		{"view", arrow.BinaryTypes.StringView, `[` + text + `, ` + text + `]`},
		{"list", arrow.ListOf(arrow.PrimitiveTypes.Int8), `[[1], []]`},
		{"nothing", arrow.Null, `[null, null]`},
		{"nothings", arrow.ListOf(arrow.Null), `[[null], []]`},
	}
	nested := append(columns[:2:2], column{"pair", pair, `[{"x": ` + text + `, "y": [1]}, {"x": "a", "y": []}]`})
	for _, c := range []struct {
		name string
		in   []byte
		is   error // of the whole stream
	}{
		{"plain", oneRecord(t, columns), nil},
		{"compressed", oneRecord(t, columns, ipc.WithZstd()), nil},
		{"nested", oneRecord(t, nested), rows.ErrSchema},
	} {
		o := rows.Options{Operation: rows.Locate, Format: rows.Arrow}
		if _, _, err := run(t, e, o, c.in); !errors.Is(err, c.is) {
			t.Fatal(c.name, err)
		}
		refused := 0
		for at := 0; at+4 <= len(c.in); at += 4 {
			for _, word := range []uint32{1 << 22, 1<<32 - 64} {
				in := bytes.Clone(c.in)
				binary.LittleEndian.PutUint32(in[at:], word)
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				_, _, err := run(t, e, o, in)
				runtime.ReadMemStats(&after)
				if n := after.TotalAlloc - before.TotalAlloc; n > most {
					t.Errorf("%s: %#x at byte %d takes %d bytes, and gives %v", c.name, word, at, n, err)
				}
				if err != nil {
					refused++
				}
				if err != nil && !errors.Is(err, rows.ErrInput) && !errors.Is(err, rows.ErrSchema) {
					t.Errorf("%s: %#x at byte %d gives %v", c.name, word, at, err)
				}
			}
		}
		if refused == 0 {
			t.Errorf("%s: no damage was noticed", c.name)
		}
	}
}

// TestLargeRecord checks a record whose body is read in several parts, and one that is cut off
// within the second of them.
func TestLargeRecord(t *testing.T) {
	e := open(t)
	texts := []string{strings.Repeat("a", 21<<20), strings.Repeat("b", 22<<20)}
	in := oneRecord(t, []column{
		{"lat", arrow.PrimitiveTypes.Float64, `[42.5, 42.5]`},
		{"lon", arrow.PrimitiveTypes.Float64, `[1.5, 1.5]`},
		{"text", arrow.BinaryTypes.String, `["` + texts[0] + `", "` + texts[1] + `"]`},
	})
	o := rows.Options{Operation: rows.Locate, Format: rows.Arrow}
	b, _, err := run(t, e, o, in)
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range fromArrow(t, b) {
		if row["text"] != texts[i] {
			t.Errorf("the text of row %d is another one", i)
		}
	}
	if _, _, err := run(t, e, o, in[:len(in)/2]); !errors.Is(err, rows.ErrInput) {
		t.Errorf("half of the stream gives %v", err)
	}
}

// TestManyNulls checks a record that has more rows of nothing than a record may have.
func TestManyNulls(t *testing.T) {
	schema := arrow.NewSchema([]arrow.Field{{Name: "lat", Type: arrow.Null, Nullable: true}, {Name: "lon", Type: arrow.Null, Nullable: true}}, nil)
	const n = 1 << 40
	nulls := array.MakeFromData(array.NewData(arrow.Null, n, []*memory.Buffer{nil}, nil, n, 0))
	var in bytes.Buffer
	w := ipc.NewWriter(&in, ipc.WithSchema(schema))
	if err := w.Write(array.NewRecordBatch(schema, []arrow.Array{nulls, nulls}, n)); err != nil {
		t.Fatal(err)
	}
	_, _, err := run(t, open(t), rows.Options{Operation: rows.Locate, Format: rows.Arrow}, in.Bytes())
	if !errors.Is(err, rows.ErrInput) || !strings.Contains(err.Error(), "lat") {
		t.Error(err)
	}
}
