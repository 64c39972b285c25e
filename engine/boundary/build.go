// SPDX-License-Identifier: MIT

package boundary

import (
	"context"
	"fmt"
	"math"
	"slices"

	"roadsnap/engine/errclass"
	"roadsnap/engine/geo"
)

// ErrArea means that an area cannot be built: there are too many areas, or its group
// does not exist.
var ErrArea = errclass.New(errclass.Internal, "unusable area")

// Area is one of the areas that Build divides the land among. Its land is the union
// of its parts.
type Area struct {
	Parts []Part
	Group uint32 // index of its group in Source.Groups
	Code  uint32 // the caller's code for the area; Build copies it
	// Size is the size of its land (m²) by another source, 0 if unknown. It decides which
	// of several areas gets what all of them claim.
	Size float64
}

// Part is a polygon: its outline and holes, in any order and direction. The first
// point may be repeated at the end.
type Part [][]geo.Fixed

// Options control Build. The zero value is usable and snaps nothing; DefaultOptions
// returns the usual tolerance.
type Options struct {
	// Tolerance is the largest distance (metres) by which a vertex moves onto a
	// neighbour's vertex, and by which a border bends to pass through one.
	Tolerance float64
	// Progress, if not nil, is called with the work done so far. done grows to total,
	// which stays the same.
	Progress func(done, total int64)
}

// DefaultOptions returns a tolerance of one metre. Surveyed borders are known to a
// few metres at best. Neighbours that were digitised separately differ by less than a
// metre where they mean the same line.
func DefaultOptions() Options { return Options{Tolerance: 1} }

// progressTotal is the total that Build reports to Options.Progress. Each step has a
// share of it that matches its time on the wards of a country.
const progressTotal = 1000

// Progress after each step of divide, and after the levels are drawn. Making polygons
// takes the rest.
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
	p, err := newPartition(ctx, areas, o, &report)
	if err != nil {
		return nil, report, err
	}
	of, overlaps := owners(&p.faces, p.sets, p.areaOf)
	settle(&p.graph, &p.faces, of, overlaps, areas)
	report.faults(&p.graph, &p.faces, of, overlaps)
	lines := borders(&p.graph, &p.faces, of)
	report.count(lines)
	o.progress(doneDividing)
	return lines, report, ctx.Err()
}

// partition is the plane, divided by the outlines of areas.
type partition struct {
	graph  graph
	faces  faces
	sets   *sets    // of parts
	areaOf []uint32 // the area of each part
}

func newPartition(ctx context.Context, areas []Area, o Options, report *Report) (p partition, err error) {
	if !(o.Tolerance >= 0 && o.Tolerance <= maxTolerance) {
		return p, fmt.Errorf("tolerance of %v m is not between 0 and %d m", o.Tolerance, maxTolerance)
	}
	step := func(done int64) error {
		o.progress(done)
		return ctx.Err()
	}
	p.sets = newSets()
	var edges []edge
	if edges, p.areaOf, err = collect(areas, p.sets, report); err != nil {
		return p, err
	}
	edges = p.sets.unite(edges)
	if err := step(doneCollecting); err != nil {
		return p, err
	}
	if edges, err = snap(ctx, edges, p.sets, p.areaOf, o.Tolerance, report); err != nil {
		return p, err
	}
	if err := step(doneSnapping); err != nil {
		return p, err
	}
	edges, cuts, err := cut(ctx, edges)
	if err != nil {
		return p, err
	}
	report.Cuts = points(cuts)
	edges = p.sets.unite(edges)
	if err := step(doneCutting); err != nil {
		return p, err
	}
	p.graph = trace(edges)
	report.lose(p.sets.bare, &p.graph)
	if err := step(doneTracing); err != nil {
		return p, err
	}
	if p.faces, err = findFaces(&p.graph, p.sets); err != nil {
		return p, err
	}
	return p, step(doneFaces)
}

// maxTolerance bounds Options.Tolerance (metres), because a larger one would swallow
// whole wards.
const maxTolerance = 100

// collect splits the outlines into edges. areaOf is the area of each part.
func collect(areas []Area, s *sets, report *Report) (edges []edge, areaOf []uint32, err error) {
	if uint64(len(areas)) >= math.MaxUint32 {
		return nil, nil, fmt.Errorf("%d areas are too many: %w", len(areas), ErrArea)
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

// appendRing appends the edges of a ring, ignoring points that repeat the one before.
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
