// SPDX-License-Identifier: MIT

package trace

import (
	"context"
	"errors"
	"io"
	"runtime"
	"strconv"
	"testing"
)

// tableReader makes a table of rows points.
type tableReader struct {
	rows, next int
	buf        []byte
}

func (r *tableReader) Read(p []byte) (int, error) {
	for len(r.buf) == 0 {
		if r.next > r.rows {
			return 0, io.EOF
		}
		if r.next == 0 {
			r.buf = append(r.buf[:0], "time,lat,lon\n"...)
		} else {
			r.buf = strconv.AppendInt(r.buf[:0], 1_700_000_000+int64(r.next), 10)
			r.buf = append(r.buf, ",10.5"...)
			r.buf = strconv.AppendInt(r.buf, int64(r.next%1000), 10)
			r.buf = append(r.buf, ",106.5\n"...)
		}
		r.next++
	}
	n := copy(p, r.buf)
	r.buf = r.buf[n:]
	return n, nil
}

// TestMillions reads a table of as many points as a file may have, and one of one more.
func TestMillions(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds and half a gigabyte")
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	trips, err := Read(context.Background(), &tableReader{rows: DefaultMaxPoints}, "x.csv", Options{})
	if err != nil || len(trips) != 1 || len(trips[0].Observations) != DefaultMaxPoints {
		t.Fatalf("%d trips, %v", len(trips), err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	// An observation has 80 bytes, and a slice that grew has room for a quarter more.
	if each := (after.HeapAlloc - before.HeapAlloc) / DefaultMaxPoints; each > 110 {
		t.Errorf("%d bytes a point", each)
	}
	runtime.KeepAlive(trips)
	_, err = Read(context.Background(), &tableReader{rows: DefaultMaxPoints + 1}, "x.csv", Options{})
	var e *Error
	if !errors.Is(err, ErrTooLarge) || !errors.As(err, &e) || e.Line != DefaultMaxPoints+2 {
		t.Errorf("one more: %v", err)
	}
}
