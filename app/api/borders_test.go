// SPDX-License-Identifier: MIT

package api

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"roadsnap/engine"
	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// The tests use a grid of squares of 2.2 km, row by row from the south-west, each
// a ward. The first 250 are the wards of province 10, and the next two are 00004
// and 00008 of province 01. The rest of the last row is sea. 00025, the third
// ward of province 01, lies within the ward 10017. Off the coast of 10000 there
// are an islet, which is too near for the level country, and an island.
const (
	landSide  = 16
	landStep  = 200_000 // units of geo.Fixed
	landSouth = 105_000_000
	landWest  = 1_060_000_000
)

// drawLand returns the land. Each side of a square has the given number of bends.
func drawLand(bends int) boundary.Source {
	s := boundary.Source{Groups: []uint32{1, 10}}
	for cell := range 252 {
		row, col := cell/landSide, cell%landSide
		a := boundary.Area{Group: 1, Code: uint32(10000 + cell), Parts: []boundary.Part{{drawSquare(row, col, bends)}}}
		switch {
		case cell >= 250:
			a.Group, a.Code = 0, []uint32{4, 8}[cell-250]
		case cell == 0:
			a.Parts = append(a.Parts, boundary.Part{drawIsland(-0.65, 0, 500)}, boundary.Part{drawIsland(-3, 2, 60_000)})
		case cell == 17:
			a.Parts[0] = append(a.Parts[0], drawIsland(1, 1, 40_000))
		}
		s.Areas = append(s.Areas, a)
	}
	s.Areas = append(s.Areas, boundary.Area{Group: 0, Code: 25, Parts: []boundary.Part{{drawIsland(1, 1, 40_000)}}})
	return s
}

// drawIsland returns a small square in the middle of a square of the grid.
func drawIsland(row, col float64, half int32) []geo.Fixed {
	c := geo.Fixed{Lat: int32(landSouth + (row+0.5)*landStep), Lon: int32(landWest + (col+0.5)*landStep)}
	return []geo.Fixed{
		{Lat: c.Lat - half, Lon: c.Lon - half}, {Lat: c.Lat - half, Lon: c.Lon + half},
		{Lat: c.Lat + half, Lon: c.Lon + half}, {Lat: c.Lat + half, Lon: c.Lon - half},
	}
}

func drawSquare(row, col, bends int) (ring []geo.Fixed) {
	ring = append(ring, drawSide(row, col, false, bends)...)
	ring = append(ring, drawSide(row, col+1, true, bends)...)
	for i, side := range [][]geo.Fixed{drawSide(row+1, col, false, bends), drawSide(row, col, true, bends)} {
		corner := geo.Fixed{Lat: int32(landSouth + (row+1-i)*landStep), Lon: int32(landWest + (col+1-i)*landStep)}
		if i == 1 {
			corner.Lon, corner.Lat = int32(landWest+col*landStep), int32(landSouth+(row+1)*landStep)
		}
		ring = append(ring, corner)
		for k := len(side) - 1; k > 0; k-- {
			ring = append(ring, side[k])
		}
	}
	return ring
}

// drawSide returns the side of a square from its corner to the east or the north,
// without the far corner. It bends to both sides, less towards its ends, so that
// it crosses no other side.
func drawSide(row, col int, north bool, bends int) []geo.Fixed {
	corner := geo.Fixed{Lat: int32(landSouth + row*landStep), Lon: int32(landWest + col*landStep)}
	side := []geo.Fixed{corner}
	seed := uint64(row*1000+col*2) * 7919
	if north {
		seed++
	}
	for k := 1; k <= bends; k++ {
		seed = seed*6364136223846793005 + 1442695040888963407
		t := float64(k) / float64(bends+1)
		off := int32(0.1 * landStep * math.Sin(math.Pi*t) * (float64(seed>>40)/(1<<23) - 1))
		along := int32(t * landStep)
		if north {
			side = append(side, geo.Fixed{Lat: corner.Lat + along, Lon: corner.Lon + off})
		} else {
			side = append(side, geo.Fixed{Lat: corner.Lat + off, Lon: corner.Lon + along})
		}
	}
	return side
}

// landPacks caches packs of the land by their number of bends.
var landPacks sync.Map

// landPack returns a pack with the land.
func landPack(tb testing.TB, bends int) []byte {
	tb.Helper()
	if ready, ok := landPacks.Load(bends); ok {
		return ready.([]byte)
	}
	division, report, err := boundary.Build(tb.Context(), drawLand(bends), boundary.DefaultOptions())
	if err != nil {
		tb.Fatal(err)
	}
	if len(report.Gaps)+len(report.Overlaps)+len(report.Cuts) > 0 {
		tb.Fatalf("the land is not valid: %d gaps, %d overlaps, %d cuts", len(report.Gaps), len(report.Overlaps), len(report.Cuts))
	}
	path := filepath.Join(tb.TempDir(), "land.rsp")
	w, err := pack.Create(path, pack.Meta{Name: "land", Bounds: division.Bounds()})
	if err != nil {
		tb.Fatal(err)
	}
	if err := errors.Join(division.Write(w), w.Commit()); err != nil {
		tb.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	landPacks.Store(bends, content)
	return content
}

// landEngine returns the real engine with the tables of tests and the land.
func landEngine(tb testing.TB, bends int) *engine.Engine {
	tb.Helper()
	e, err := engine.New(engine.Options{Units: unitFiles()})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := e.Close(); err != nil {
			tb.Error(err)
		}
	})
	if err := e.OpenBytes("land", landPack(tb, bends)); err != nil {
		tb.Fatal(err)
	}
	return e
}

// withLand makes a server answer from the land.
func withLand(tb testing.TB, bends int) func(*Options) {
	tb.Helper()
	e := landEngine(tb, bends)
	return func(o *Options) { o.Engine = e }
}
