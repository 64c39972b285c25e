// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"math"
)

// survey holds the bounds of an extract (nanodegrees) and its greatest id.
type survey struct {
	south, west, north, east int64
	greatest                 int64
}

func newSurvey() survey {
	return survey{south: math.MaxInt64, west: math.MaxInt64, north: math.MinInt64, east: math.MinInt64}
}

// frameOfBlock is the frame of reference of the positions of a block.
type frameOfBlock struct{ granularity, lat, lon int64 }

func frameOf(block []byte) (frameOfBlock, error) {
	at := frameOfBlock{granularity: 100}
	err := fields(block, func(f field) error {
		switch f.number {
		case 17:
			at.granularity = int64(f.value)
		case 19:
			at.lat = int64(f.value)
		case 20:
			at.lon = int64(f.value)
		}
		return nil
	})
	return at, err
}

// block adds a PrimitiveBlock.
func (s *survey) block(block []byte) error {
	at, err := frameOf(block)
	if err != nil {
		return err
	}
	return groups(block, func(group field) error {
		return fields(group.data, func(f field) error { return s.object(f, at) })
	})
}

// groups calls visit with each PrimitiveGroup of a block.
func groups(block []byte, visit func(field) error) error {
	return fields(block, func(f field) error {
		if f.number != 2 {
			return nil
		}
		return visit(f)
	})
}

func (s *survey) object(f field, at frameOfBlock) error {
	switch f.number {
	case 1:
		return errors.New("its nodes are not dense; convert it with osmium or osmconvert")
	case 2:
		return fields(f.data, func(f field) error {
			switch f.number {
			case 1:
				return deltas(f.data, s.id)
			case 8:
				return deltas(f.data, func(v int64) {
					v = at.lat + at.granularity*v
					s.south, s.north = min(s.south, v), max(s.north, v)
				})
			case 9:
				return deltas(f.data, func(v int64) {
					v = at.lon + at.granularity*v
					s.west, s.east = min(s.west, v), max(s.east, v)
				})
			}
			return nil
		})
	default:
		return fields(f.data, func(f field) error {
			if f.number == 1 {
				s.id(int64(f.value))
			}
			return nil
		})
	}
}

func (s *survey) id(v int64) { s.greatest = max(s.greatest, v) }

func (s *survey) check() error {
	if s.south > s.north {
		return errors.New("it has no nodes")
	}
	return nil
}

// places returns the places of n copies, row by row of a square, with a margin
// around each. The first one stays at the place of the extract.
func (s *survey) places(n int) []place {
	const edge = 1_000_000 // nanodegrees: 100 m
	width, height := s.east-s.west+edge, s.north-s.south+edge
	// Copies move by whole units of the format, so that no position is rounded.
	width, height = width-width%100, height-height%100
	columns := int(math.Ceil(math.Sqrt(float64(n))))
	out := make([]place, n)
	for i := range out {
		out[i] = place{lat: int64(i/columns) * height, lon: int64(i%columns) * width, ids: int64(i) * (s.greatest + 1)}
	}
	return out
}

// header returns the HeaderBlock of an extract with copies at places.
func (s *survey) header(places []place) []byte {
	south, west, north, east := s.south, s.west, s.north, s.east
	for _, p := range places {
		north, east = max(north, s.north+p.lat), max(east, s.east+p.lon)
	}
	var box []byte
	for i, v := range []int64{west, east, north, south} {
		box = appendNumber(box, i+1, zig(v))
	}
	out := appendData(nil, 1, box)
	for _, feature := range []string{"OsmSchema-V0.6", "DenseNodes"} {
		out = appendData(out, 4, []byte(feature))
	}
	out = appendData(out, 5, []byte("Sort.Type_then_ID"))
	return appendData(out, 16, []byte("roadsnap bigextract"))
}
