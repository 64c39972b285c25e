// SPDX-License-Identifier: MIT

package batch_test

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/extensions"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

// TestKeyTypes divides trips of all types among three shards. Each row group has a single trip, so
// that its statistics decide about it where they can.
func TestKeyTypes(t *testing.T) {
	for _, c := range []struct {
		kind arrow.DataType
		key  func(n int) string // JSON
	}{
		{&arrow.Decimal128Type{Precision: 12, Scale: 2}, func(n int) string { return fmt.Sprintf(`"%d.25"`, n) }},
		{&arrow.Decimal128Type{Precision: 38, Scale: 3}, func(n int) string { return fmt.Sprintf(`"-%d5678901234567890123456789012345.123"`, n) }},
		{extensions.NewUUIDType(), func(n int) string { return fmt.Sprintf(`"%08x-0405-0607-0809-0a0b0c0d0e0f"`, n) }},
		{arrow.BinaryTypes.Binary, func(n int) string { return fmt.Sprintf(`"%04d"`, n) }}, // base64
		{&arrow.FixedSizeBinaryType{ByteWidth: 3}, func(n int) string { return fmt.Sprintf(`"%04d"`, n) }},
		{arrow.PrimitiveTypes.Uint16, func(n int) string { return fmt.Sprint(n) }},
		{arrow.BinaryTypes.LargeString, func(n int) string { return fmt.Sprintf(`"%d"`, n) }},
	} {
		schema := arrow.NewSchema([]arrow.Field{{Name: "trip", Type: c.kind}, {Name: "ts", Type: arrow.PrimitiveTypes.Int64}, {Name: "lat", Type: arrow.PrimitiveTypes.Float64}, {Name: "lon", Type: arrow.PrimitiveTypes.Float64}}, nil)
		folder := t.TempDir()
		in := filepath.Join(folder, "a.parquet")
		const trips = 12
		write(t, in, func(w io.Writer) error {
			p, err := pqarrow.NewFileWriter(schema, w, parquet.NewWriterProperties(), pqarrow.DefaultWriterProps())
			for n := range trips {
				row := fmt.Sprintf(`{"trip": %s, "ts": 1741072500, "lat": 42.503683, "lon": 1.514522}`, c.key(n+1000))
				record, _, bad := array.RecordFromJSON(memory.DefaultAllocator, schema, strings.NewReader("["+row+"]"))
				if err = errors.Join(err, bad); err == nil {
					err = p.Write(record)
				}
			}
			return errors.Join(err, p.Close())
		})
		run(t, "--out", filepath.Join(folder, "whole"), "match", in)
		var parts []row
		for i := range 3 {
			out := filepath.Join(folder, fmt.Sprint(i))
			run(t, "--out", out, "--by", "key", "--shard", fmt.Sprintf("%d/3", i), "match", in)
			parts = append(parts, outputs(t, out)...)
		}
		want := outputs(t, filepath.Join(folder, "whole"))
		if got := byTrip(parts); len(want) != trips || got != byTrip(want) {
			t.Errorf("%v: %s", c.kind, firstDifference(got, byTrip(want)))
		}
		if !strings.Contains(want[0].json, c.key(1000)) {
			t.Errorf("%v: the first trip is %s", c.kind, want[0].json)
		}
		if r := check(t, filepath.Join(folder, "whole"), true); len(r.Problems) > 0 || r.Trips != trips {
			t.Errorf("%v: the check finds %d trips and %q", c.kind, r.Trips, r.Problems)
		}
	}
}
