package boundary

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"roadsnap/engine/geo"
)

// ErrArea means that an area cannot be built: it has no outline, or an
// impossible group.
var ErrArea = errors.New("unusable area")

// Area is one of the areas that Build divides the land among.
type Area struct {
	Parts []Part
	Group uint32 // the number of the group that it belongs to
	Code  uint32 // what its owner knows it by; Build keeps it
}

// Part is a polygon: outline and holes, in any order and direction, the first
// point repeated at the end or not.
type Part [][]geo.Fixed

// Options say how Build works. The zero value is not usable; DefaultOptions is.
type Options struct {
	// Tolerance is how far a vertex may be moved, in metres, to meet a vertex or
	// a border of a neighbour that misses it.
	Tolerance float64
	// Progress, if not nil, hears how far the work is, from 0 to total.
	Progress func(done, total int64)
}

// DefaultOptions returns a tolerance of one metre. Surveyed borders are known to
// a few metres at best, and neighbours that were digitised apart miss each other
// by less than a metre where they mean the same line.
func DefaultOptions() Options { return Options{Tolerance: 1} }

// buildStages is how often divide tells of its progress.
const buildStages = 6

// divide builds the borders between areas.
func divide(ctx context.Context, areas []Area, o Options) (*arcs, Report, error) {
	var report Report
	if !(o.Tolerance >= 0 && o.Tolerance <= maxTolerance) {
		return nil, report, fmt.Errorf("boundary: tolerance of %v m is not within 0 and %d", o.Tolerance, maxTolerance)
	}
	done := int64(0)
	step := func() error {
		if done++; o.Progress != nil {
			o.Progress(done, buildStages)
		}
		return ctx.Err()
	}
	s := newSets()
	edges, areaOf, err := collect(areas, s, &report)
	if err != nil {
		return nil, report, err
	}
	edges = s.unite(edges)
	if err := step(); err != nil {
		return nil, report, err
	}
	edges = snap(edges, s, areaOf, o.Tolerance, &report)
	if err := step(); err != nil {
		return nil, report, err
	}
	edges, cuts, err := cut(ctx, edges)
	if err != nil {
		return nil, report, err
	}
	report.Cuts = points(cuts)
	edges = s.unite(edges)
	if err := step(); err != nil {
		return nil, report, err
	}
	g := trace(edges)
	if err := step(); err != nil {
		return nil, report, err
	}
	f, err := findFaces(&g, s)
	if err != nil {
		return nil, report, err
	}
	if err := step(); err != nil {
		return nil, report, err
	}
	of, overlaps := owners(&f, s, areaOf)
	report.faults(&g, &f, of, overlaps)
	lines := borders(&g, &f, of)
	report.count(lines)
	return lines, report, step()
}

// maxTolerance keeps a tolerance below what would swallow whole wards, in metres.
const maxTolerance = 100

// collect takes the outlines apart into segments.
func collect(areas []Area, s *sets, report *Report) (edges []edge, areaOf []uint32, err error) {
	if uint64(len(areas)) >= math.MaxUint32 {
		return nil, nil, fmt.Errorf("boundary: %d areas: %w", len(areas), ErrArea)
	}
	n := 0
	for _, a := range areas {
		for _, part := range a.Parts {
			for _, ring := range part {
				n += len(ring)
			}
		}
	}
	edges = make([]edge, 0, n)
	for i, a := range areas {
		report.Areas++
		for _, part := range a.Parts {
			number := uint32(len(areaOf))
			areaOf = append(areaOf, uint32(i))
			set := s.of([]uint32{number})
			for _, ring := range part {
				report.Rings++
				report.Vertices += len(ring)
				edges = appendRing(edges, ring, set)
			}
		}
	}
	return edges, areaOf, nil
}

// appendRing appends the segments of a ring. Points that repeat the one before
// make none.
func appendRing(edges []edge, ring []geo.Fixed, set uint32) []edge {
	for i, p := range ring {
		if q := ring[(i+1)%len(ring)]; p != q {
			edges = append(edges, newEdge(p, q, set))
		}
	}
	return edges
}

func points(list []geo.Fixed) []geo.Point {
	out := make([]geo.Point, len(list))
	for i, f := range list {
		out[i] = f.Point()
	}
	return slices.Clip(out)
}
