// SPDX-License-Identifier: MIT

package rows_test

import (
	"fmt"
	"io"
	"runtime"
	"testing"

	"roadsnap/engine/rows"
)

// manyRows is a reader of rows of many trips in turns. At the end it measures the heap.
type manyRows struct {
	row, rows int
	rest      []byte
	heap      uint64 // bytes
}

func (m *manyRows) Read(p []byte) (int, error) {
	if len(m.rest) == 0 {
		if m.row == m.rows {
			var stats runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&stats)
			m.heap = stats.HeapAlloc
			return 0, io.EOF
		}
		for range min(1000, m.rows-m.row) {
			m.rest = fmt.Appendf(m.rest, "t%d\t%d\t42.5\t1.5\n", m.row%997, 1_700_000_000+m.row)
			m.row++
		}
	}
	n := copy(p, m.rest)
	m.rest = m.rest[n:]
	return n, nil
}

// TestSortMemory holds that sorted rows that are in files are not in memory, too.
func TestSortMemory(t *testing.T) {
	e := open(t)
	in := &manyRows{rows: 600_000}
	var before runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	report, err := rows.Run(t.Context(), rows.Options{
		Operation: rows.Stops, Format: rows.TSV, Unsorted: true, Memory: 4 << 20, Folder: t.TempDir(), In: in, Out: io.Discard, Atlas: e.Atlas,
	})
	if err != nil || report.Rows != int64(in.rows) || report.Trips != 997 {
		t.Fatalf("%+v, %v", report, err)
	}
	if grown := int64(in.heap) - int64(before.HeapAlloc); grown > 16<<20 {
		t.Errorf("at the end of the input %d bytes are in memory, and 4 MiB were allowed", grown)
	}
}
