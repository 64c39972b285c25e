// SPDX-License-Identifier: MIT

package chunk

import (
	"bytes"
	"math"
	"testing"

	"pgregory.net/rapid"

	"roadsnap/engine/geo"
)

func TestRecordsAreWhereTheyWereAdded(t *testing.T) {
	var b Bytes
	var records [][]byte
	var places []Position
	total := 0
	for i, size := range []int{0, 1, Size - 1, 1, 2, Size, Size + 1, 3 * Size, 0, 7, Size / 2, Size / 2, 1} {
		record := bytes.Repeat([]byte{byte(i + 1)}, size)
		records, places = append(records, record), append(places, b.Add(record))
		total += size
	}
	for i, p := range places {
		if got := b.At(p); !bytes.HasPrefix(got, records[i]) {
			t.Errorf("record %d of %d bytes is not at %#x", i, len(records[i]), p)
		}
		if i > 0 && p < places[i-1] {
			t.Errorf("position %d, %#x, is below the one before", i, p)
		}
	}
	if b.Len() != int64(total) {
		t.Errorf("Len() = %d, want %d", b.Len(), total)
	}
	var all []byte
	for i := range b.Chunks() {
		all = append(all, b.Chunk(i)...)
		b.Free(i)
	}
	if !bytes.Equal(all, bytes.Join(records, nil)) {
		t.Error("the chunks are not the records one after another")
	}
}

func TestNumbersComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u, i := rapid.Uint64().Draw(t, "u"), rapid.Int64().Draw(t, "i")
		coordinate := rapid.OneOf(rapid.Int32(), rapid.SampledFrom([]int32{math.MinInt32, math.MaxInt32, 0}))
		p := geo.Fixed{Lat: coordinate.Draw(t, "lat"), Lon: coordinate.Draw(t, "lon")}
		q := geo.Fixed{Lat: coordinate.Draw(t, "lat"), Lon: coordinate.Draw(t, "lon")}
		r := NewReader(AppendStep(AppendInt(AppendUint(nil, u), i), p, q))
		if got := r.Uint(); got != u {
			t.Fatalf("%d, want %d", got, u)
		}
		if got := r.Int(); got != i {
			t.Fatalf("%d, want %d", got, i)
		}
		if got := r.Step(p); got != q || r.More() {
			t.Fatalf("%v and more %v, want %v and no more", got, r.More(), q)
		}
	})
}
