// SPDX-License-Identifier: MIT

package tripfile

import (
	"io"
	"runtime"
	"testing"
	"time"

	"roadsnap/engine/match"
)

// long is a trip of n points.
func long(n int) Trip {
	x := hostile()
	o, p := x.Matched.Trip.Observations[:10], x.Result.Points[:10]
	x.Matched.Trip.Observations, x.Result.Points = nil, nil
	for i := range n {
		a, b := o[i%10], p[i%10]
		a.Time, b.Index = a.Time.Add(time.Duration(i/10)*100*time.Second), i
		x.Matched.Trip.Observations, x.Result.Points = append(x.Matched.Trip.Observations, a), append(x.Result.Points, b)
	}
	x.Matched.Trip.Channels.Odometer, x.Matched.Trip.Channels.Elevation = nil, nil
	x.Result.Legs, x.Result.Gaps, x.Result.Warnings = []match.Leg{}, nil, nil
	return x
}

// TestRowsAreNotHeld writes 150,000 rows, 150 MB of XML in a workbook, and checks that a
// Writer holds no more of them in memory than the buffers of the library, 16 MB a sheet.
func TestRowsAreNotHeld(t *testing.T) {
	if testing.Short() {
		t.Skip("takes ten seconds")
	}
	x := long(10_000)
	for _, f := range []Format{CSV, XLSX} {
		began, size := time.Now(), &counter{}
		before := heap()
		w, err := NewWriter(size, Options{Format: f, NewBook: newBook, What: Both, Per: []Per{PerPoint}})
		if err != nil {
			t.Fatal(err)
		}
		for range 15 {
			if err := w.Write(x); err != nil {
				t.Fatal(err)
			}
		}
		held := heap() - before
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %v, %d MB, %d KB held", f, time.Since(began).Round(time.Second/10), size.n>>20, held>>10)
		if held > 40<<20 {
			t.Errorf("%s: %d MB are held in memory", f, held>>20)
		}
	}
	runtime.KeepAlive(x)
}

// heap returns the bytes in use.
func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

type counter struct{ n int64 }

func (c *counter) Write(b []byte) (int, error) {
	c.n += int64(len(b))
	return len(b), nil
}

var _ io.Writer = (*counter)(nil)
