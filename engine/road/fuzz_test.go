// SPDX-License-Identifier: MIT

package road_test

import (
	"encoding/binary"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/road"
)

// script reads the bytes of the fuzzer as numbers; at their end it reads zeros.
type script []byte

func (s *script) byte() byte {
	if len(*s) == 0 {
		return 0
	}
	b := (*s)[0]
	*s = (*s)[1:]
	return b
}

func (s *script) int32() int32 {
	var b [4]byte
	for i := range b {
		b[i] = s.byte()
	}
	return int32(binary.LittleEndian.Uint32(b[:]))
}

// point returns a point anywhere on Earth or beyond it, or near the previous one.
func (s *script) point(last geo.Fixed) geo.Fixed {
	switch s.byte() % 4 {
	case 0:
		return geo.Fixed{Lat: s.int32(), Lon: s.int32()}
	case 1:
		return last
	}
	return geo.Fixed{Lat: last.Lat + int32(s.byte()), Lon: last.Lon - int32(s.byte())}
}

// ways builds ways from the bytes. There are few node ids, so that ways meet, cross
// themselves, repeat and run back over themselves.
func (s *script) ways() *road.Builder {
	b := road.NewBuilder()
	last := geo.Fixed{Lat: 107_800_000, Lon: 1_066_900_000}
	for range s.byte()%24 + 1 {
		w := road.WaySpec{
			Way:     road.Way{ID: int64(s.byte() % 8), Class: road.Class(s.byte()), Layer: int8(s.byte()), MaxSpeedKMH: s.byte()},
			Forward: road.Access(s.byte()), Backward: road.Access(s.byte()),
		}
		w.Class %= 26 // one of which is invalid
		for range s.byte() % 12 {
			last = s.point(last)
			w.Nodes = append(w.Nodes, int64(s.byte()%16)-4)
			w.Points = append(w.Points, last)
		}
		b.AddWay(w)
	}
	for range s.byte() % 8 {
		b.AddRestrictionFor(road.Access(s.byte()), int64(s.byte()%8), int64(s.byte()%16)-4, int64(s.byte()%8), s.byte()%2 == 0)
	}
	for range s.byte() % 8 {
		via := []int64{int64(s.byte() % 8), int64(s.byte() % 8)}[:1+s.byte()%2]
		b.AddViaRestriction(road.Access(s.byte()), int64(s.byte()%8), via, int64(s.byte()%8), s.byte()%2 == 0)
	}
	for range s.byte() % 4 {
		b.AddBarrier(int64(s.byte()%16)-4, road.Access(s.byte()))
	}
	return b
}

// FuzzBuilder checks that the graph of any ways passes Verify, and that Near and Search
// agree with their references.
func FuzzBuilder(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("\x03\x01\x02\x00\x00\x0f\x0f\x05\x01\x00\x02\x01\x00\x00\x04\x05\x02\x02\x09\x03\x01\x04\x02"))
	seed := make([]byte, 600)
	for i := range seed {
		seed[i] = byte(i*i + i/7)
	}
	f.Add(seed)
	f.Fuzz(func(t *testing.T, data []byte) {
		s := script(data)
		g, stats := roadtest.Build(t, s.ways())
		if stats.Links+stats.Shadows != g.NumLinks() || stats.Shadows != g.NumShadows() || stats.Nodes != g.NumNodes() {
			t.Fatalf("%+v of %d links and %d nodes", stats, g.NumLinks(), g.NumNodes())
		}
		if g.NumLinks() == 0 {
			return
		}
		for l := range road.LinkID(min(g.NumLinks(), 4)) {
			p, _ := g.At(l, g.Length(l)/2)
			for _, h := range g.Near(nil, p, 100, 0) {
				if h.Segment < 0 || h.Segment > len(g.Shape(h.Link))-2 || h.Offset < 0 || h.Offset > g.Length(h.Link) {
					t.Fatalf("near %v: %+v of a link of %v m", p, h, g.Length(h.Link))
				}
			}
		}
		search := road.NewSearch(g)
		edges := uint32(g.NumEdges())
		for range 4 {
			from := road.Position{Edge: road.EdgeID(uint32(s.int32()) % edges)}
			to := road.Position{Edge: road.EdgeID(uint32(s.int32()) % edges)}
			from.Offset, to.Offset = g.Length(from.Edge.Link())/3, g.Length(to.Edge.Link())/2
			rules := road.Rules{Access: road.Access(s.byte()), UTurnPenalty: float64(s.byte())}
			search.Run(from, 1e6, []road.Position{to}, rules)
			checkSearch(t, g, search, from, []float64{1e6}, []road.Position{to}, rules)
		}
	})
}
