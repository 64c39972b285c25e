package boundary

import (
	"context"
	"fmt"
	"math"
	"slices"

	"roadsnap/engine/errclass"
	"roadsnap/engine/geo"
)

// ErrArea means that an area cannot be built: there are too many, or it is of a
// group that there is not.
var ErrArea = errclass.New(errclass.Internal, "unusable area")

// Area is one of the areas that Build divides the land among. Its land is that
// of all its parts together; what of them it has twice counts once.
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
	// Tolerance is how far a vertex may be moved to meet a neighbour's that misses
	// it, and a border then bent to meet a neighbour's vertex, in metres.
	Tolerance float64
	// Progress, if not nil, hears how far the work is: done grows up to total,
	// which stays the same.
	Progress func(done, total int64)
}

// DefaultOptions returns a tolerance of one metre. Surveyed borders are known to
// a few metres at best, and neighbours that were digitised apart miss each other
// by less than a metre where they mean the same line.
func DefaultOptions() Options { return Options{Tolerance: 1} }

// progressTotal is what done grows to in the progress of Build. The steps of the
// work are given shares of it by the time that they take on the wards of a country.
const progressTotal = 1000

// How far the work is after each step of divide; then levels are drawn, then
// polygons made.
const (
	doneCollecting = 120
	doneSnapping   = 190
	doneCutting    = 390
	doneTracing    = 470
	doneFaces      = 480
	doneDividing   = 500
	doneLevels     = 950
)

func (o *Options) progress(done int64) {
	if o.Progress != nil {
		o.Progress(done, progressTotal)
	}
}

// divide builds the borders between areas.
func divide(ctx context.Context, areas []Area, o Options) (*arcs, Report, error) {
	var report Report
	if !(o.Tolerance >= 0 && o.Tolerance <= maxTolerance) {
		return nil, report, fmt.Errorf("tolerance of %v m is not within 0 and %d", o.Tolerance, maxTolerance)
	}
	step := func(done int64) error {
		o.progress(done)
		return ctx.Err()
	}
	s := newSets()
	edges, areaOf, err := collect(areas, s, &report)
	if err != nil {
		return nil, report, err
	}
	edges = s.unite(edges)
	if err := step(doneCollecting); err != nil {
		return nil, report, err
	}
	if edges, err = snap(ctx, edges, s, areaOf, o.Tolerance, &report); err != nil {
		return nil, report, err
	}
	if err := step(doneSnapping); err != nil {
		return nil, report, err
	}
	edges, cuts, err := cut(ctx, edges)
	if err != nil {
		return nil, report, err
	}
	report.Cuts = points(cuts)
	edges = s.unite(edges)
	if err := step(doneCutting); err != nil {
		return nil, report, err
	}
	g := trace(edges)
	report.lose(s.bare, &g)
	if err := step(doneTracing); err != nil {
		return nil, report, err
	}
	f, err := findFaces(&g, s)
	if err != nil {
		return nil, report, err
	}
	if err := step(doneFaces); err != nil {
		return nil, report, err
	}
	of, overlaps := owners(&f, s, areaOf)
	report.faults(&g, &f, of, overlaps)
	lines := borders(&g, &f, of)
	report.count(lines)
	return lines, report, step(doneDividing)
}

// maxTolerance keeps a tolerance below what would swallow whole wards, in metres.
const maxTolerance = 100

// collect takes the outlines apart into segments.
func collect(areas []Area, s *sets, report *Report) (edges []edge, areaOf []uint32, err error) {
	if uint64(len(areas)) >= math.MaxUint32 {
		return nil, nil, fmt.Errorf("no borders of %d areas: %w", len(areas), ErrArea)
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
				before := len(edges)
				if edges = appendRing(edges, ring, set); len(edges) == before && len(ring) > 0 {
					s.bare = append(s.bare, ring[0])
				}
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
