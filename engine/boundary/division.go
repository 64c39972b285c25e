// SPDX-License-Identifier: MIT

package boundary

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/parallel"
)

// Source is the land to divide.
type Source struct {
	Areas  []Area
	Groups []uint32 // the code of each group
	// Overview means that the outlines are no finer than level Country. Build makes
	// no other level from them.
	Overview bool
	// Alone means that each area is a group by itself, with the area's number.
	Alone bool
}

// Division is a divided land, ready to be written.
type Division struct {
	arcs      *arcs
	lines     [levels]lines
	locator   locator
	areas     int
	alone     bool
	overview  bool
	lands     []record // areas, then groups, then a closing record
	polygons  []uint32
	rings     []uint32
	halves    []half
	faults    []faultRecord
	claimants []uint32
	changes   []changeRecord
}

// Build divides the land among its areas. It snaps, cuts and joins their outlines
// into arcs, gives each piece of land to one area, and simplifies the arcs for the
// coarser levels. The same source gives the same division. The error wraps ErrArea or
// ErrTangled if the source is at fault, or is the error of ctx.
func Build(ctx context.Context, s Source, o Options) (*Division, Report, error) {
	for i, a := range s.Areas {
		if int64(a.Group) >= int64(len(s.Groups)) {
			return nil, Report{}, fmt.Errorf("area %d is in group %d, but there are %d groups: %w", i, a.Group, len(s.Groups), ErrArea)
		}
	}
	d := &Division{areas: len(s.Areas), alone: s.Alone, overview: s.Overview}
	groupOf, codes := make([]uint32, len(s.Areas)), make([]uint32, len(s.Areas))
	for i, a := range s.Areas {
		groupOf[i], codes[i] = a.Group, a.Code
	}
	// The outlines themselves are not used again, so that they can be freed.
	arcs, report, err := divide(ctx, s.Areas, o)
	if err != nil {
		return nil, report, err
	}
	d.arcs = arcs
	var errs [2]error
	parallel.Do(
		func() { errs[0] = d.simplify(ctx, groupOf, o) },
		func() {
			d.locator = buildLocator(d.arcs)
			errs[1] = d.outline(ctx, codes, s.Groups, groupOf)
		},
	)
	if err := cmp.Or(errs[0], errs[1]); err != nil {
		return nil, report, err
	}
	d.note(&report)
	o.progress(progressTotal)
	return d, report, nil
}

// Size returns the size of an area (m²) on the WGS 84 ellipsoid.
func (d *Division) Size(area int) float64 { return d.lands[area].Size }

func (d *Division) finest() Level {
	if d.overview {
		return Country
	}
	return Street
}

func (d *Division) simplify(ctx context.Context, groupOf []uint32, o Options) (err error) {
	if d.overview {
		d.lines[Country] = d.arcs.lines
		return nil
	}
	d.lines, err = generalise(ctx, d.arcs, groupOf, func(done, total int64) {
		o.progress(doneDividing + (doneLevels-doneDividing)*done/max(total, 1))
	})
	return err
}

// outline makes the polygons of areas and groups, which have the given codes.
func (d *Division) outline(ctx context.Context, areas, groups, groupOf []uint32) error {
	own := func(o owner) owner { return o }
	group := func(o owner) owner {
		if o == nobody {
			return nobody
		}
		return groupOf[o]
	}
	if err := d.outlineAs(ctx, areas, groupOf, own); err != nil {
		return err
	}
	numbers := make([]uint32, len(groups))
	for i := range numbers {
		numbers[i] = uint32(i)
	}
	if err := d.outlineAs(ctx, groups, numbers, group); err != nil {
		return err
	}
	d.lands = append(d.lands, record{Polygon: uint32(len(d.polygons)), Box: geo.NoFixedBounds})
	d.polygons = append(d.polygons, uint32(len(d.rings)))
	d.rings = append(d.rings, uint32(len(d.halves)))
	return nil
}

// outlineAs makes the polygons of lands with the given codes and groups. label returns the
// land of an owner.
func (d *Division) outlineAs(ctx context.Context, codes, groups []uint32, label func(owner) owner) error {
	list, err := outlines(d.arcs, len(codes), label)
	if err != nil {
		return err
	}
	w := web{lines: d.arcs}
	centres := make([]geo.Fixed, len(list))
	parallel.Each(len(list), func(k int) {
		if len(list[k]) > 0 && ctx.Err() == nil {
			centres[k] = centre(&w, list[k][0])
		}
	})
	for k, o := range list {
		d.add(record{Code: codes[k], Group: groups[k], Center: centres[k]}, o)
	}
	return ctx.Err()
}

// add appends the land of one owner.
func (d *Division) add(r record, o outline) {
	r.Polygon, r.Box = uint32(len(d.polygons)), geo.NoFixedBounds
	for _, p := range o {
		d.polygons = append(d.polygons, uint32(len(d.rings)))
		for _, ring := range p.rings {
			d.rings = append(d.rings, uint32(len(d.halves)))
			d.halves = append(d.halves, ring...)
			for _, h := range ring {
				r.extend(d.arcs, h)
			}
		}
	}
	d.lands = append(d.lands, r)
}

// note stores the faults and changes of the report.
func (d *Division) note(r *Report) {
	for kind, list := range [][]Fault{kindGap: r.Gaps, kindOverlap: r.Overlaps} {
		for _, f := range list {
			d.faults = append(d.faults, faultRecord{
				Box: f.Bounds.Fixed(), At: f.At.Fixed(), Size: f.Area, Kind: uint32(kind), Given: f.Given, Areas: uint32(len(d.claimants)),
			})
			d.claimants = append(d.claimants, f.Areas...)
		}
	}
	d.faults = append(d.faults, faultRecord{Box: geo.NoFixedBounds, Kind: kindEnd, Areas: uint32(len(d.claimants))})
	for kind, list := range [][]Move{changeMoved: r.Moved, changeBent: r.Bent} {
		for _, m := range list {
			d.changes = append(d.changes, changeRecord{m.From.Fixed(), m.To.Fixed(), uint32(kind)})
		}
	}
	for i, list := range [][]geo.Point{r.Cuts, r.Lost} {
		for _, p := range list {
			d.changes = append(d.changes, changeRecord{p.Fixed(), p.Fixed(), uint32(changeCut + i)})
		}
	}
	d.changes = slices.Clip(d.changes)
}

// Bounds returns the bounding box of all land, geo.NoBounds if there is none.
func (d *Division) Bounds() geo.Bounds {
	return geo.FixedBoundsOf(d.arcs.points...).Bounds()
}
