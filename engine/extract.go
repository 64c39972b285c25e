// SPDX-License-Identifier: MIT

package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"roadsnap/engine/basemap"
	"roadsnap/engine/boundary"
	"roadsnap/engine/diagnostic"
	"roadsnap/engine/errclass"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/engine/search"
	"roadsnap/engine/units"
)

// ErrNothingThere is returned by Extract for a region without anything of the map.
var ErrNothingThere = errclass.New(errclass.NothingThere, "the map has nothing in this region")

// ExtractOptions describe a part of a pack.
type ExtractOptions struct {
	Pack   string      // the pack to extract from
	Region *geo.Region // the part
	Out    string      // the pack to write; an older one is replaced when the new one is whole
	Name   string      // of the new map; that of the old one if empty
}

// Extract writes a pack of a part of another pack: the roads, map features, coasts and units
// that meet a region. Roads, features and units are whole, not cut at its edge, and trips
// well inside match as on the whole map. The same options give the same bytes. On an error or
// a cancelled context no new file stays and an older pack at Out is unchanged. The error wraps
// ErrSpace if the disk is too full to begin.
func Extract(ctx context.Context, o ExtractOptions) (meta pack.Meta, err error) {
	if sameFile(o.Pack, o.Out) {
		return pack.Meta{}, fmt.Errorf("%q is the map itself and would be lost; choose another file: %w", o.Out, os.ErrExist)
	}
	p, err := pack.Open(o.Pack)
	if err != nil {
		return pack.Meta{}, err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	w, err := pack.Create(o.Out, pack.Meta{Bounds: geo.NoBounds})
	if err != nil {
		return pack.Meta{}, err
	}
	err = p.Guard(func() error {
		parts, err := openAll(p)
		if err == nil {
			err = checkSpace(o.Out, o.need(ctx, p, parts))
		}
		if err != nil {
			return err
		}
		meta, err = o.write(ctx, p, parts, w)
		return err
	})
	if err == nil {
		err = w.Commit()
	}
	if err != nil {
		// As in Import.
		_ = w.Abort()
		return pack.Meta{}, err
	}
	return meta, nil
}

const (
	// extractMargin covers the difference between parts of a map. The packs of parts of 1 to
	// 80 % of a map of 60 cities were 1.00 to 1.31 times as large as their share of the
	// features.
	extractMargin = 1.4
	extractBase   = 1 << 20 // bytes
)

// need returns about what the new pack takes on the disk (bytes), by its share of the
// features. To count those of most of a country takes two seconds.
func (o *ExtractOptions) need(ctx context.Context, p *pack.Pack, all parts) int64 {
	share := 1.0
	if total := p.Meta().Counts["map_features"]; all.layers != nil && total > 0 {
		inside := 0
		const finest = 99 // any zoom of the last tier
		all.layers.Visit(finest, o.Region.Bounds(), func(basemap.Feature) bool {
			inside++
			return ctx.Err() == nil
		})
		share = min(float64(inside)/float64(total), 1)
	}
	return int64(extractMargin*share*float64(p.Size())) + extractBase
}

// write adds all parts that p has to w.
func (o *ExtractOptions) write(ctx context.Context, p *pack.Pack, all parts, w *pack.Writer) (pack.Meta, error) {
	m, some := o.meta(p.Meta()), false
	if all.graph != nil {
		stats, err := all.graph.Extract(ctx, o.Region.Touches, w)
		if err != nil {
			return m, err
		}
		m.Counts["road_ways"], m.Counts["road_nodes"], m.Counts["road_links"] = int64(stats.Ways), int64(stats.Nodes), int64(stats.Links)
		m.Counts["road_length_km"] = int64(stats.Length / 1000)
		m.Counts["turn_restrictions"] = int64(stats.Restrictions.Applied)
		some = stats.Links > 0
	}
	if all.layers != nil {
		var names search.Builder
		features, places, err := all.layers.Extract(ctx, o.Region, w, names.Add)
		if err == nil {
			err = names.Write(ctx, w)
		}
		if err != nil {
			return m, err
		}
		m.Counts["map_features"], m.Counts["map_places"] = int64(features), int64(places)
		some = some || features > 0
	}
	if all.shore != nil {
		if err := all.shore.Extract(ctx, o.Region, w); err != nil {
			return m, err
		}
	}
	if all.net != nil {
		wards, provinces, err := all.net.Extract(ctx, boundary.Units, o.Region, w)
		if err != nil {
			return m, err
		}
		m.Counts["wards"], m.Counts["provinces"] = int64(wards), int64(provinces)
		some = some || wards > 0
	}
	if !some {
		return m, ErrNothingThere
	}
	if all.former != nil {
		former, _, err := all.former.Extract(ctx, boundary.Former, o.Region, w)
		if err == nil && p.Has(units.SharesTag) {
			var shares []units.SharedLand
			if shares, err = pack.Slice[units.SharedLand](p, units.SharesTag); err == nil {
				err = pack.WriteOptional(w, units.SharesTag, shares)
			}
		}
		if err != nil {
			return m, err
		}
		m.Counts["former_wards"] = int64(former)
	}
	if list, known, err := diagnostic.Read(p); err == nil && known {
		if err := diagnostic.Write(w, diagnosticsIn(list, o.Region.Bounds().Bounds())); err != nil {
			return m, err
		}
	}
	w.SetMeta(m)
	return m, nil
}

// meta returns the metadata of the extract but for the counts that it adds.
func (o *ExtractOptions) meta(m pack.Meta) pack.Meta {
	if o.Name != "" {
		m.Name = o.Name
	}
	m.Importer = "roadsnap " + Version
	b, whole := o.Region.Bounds().Bounds(), m.Bounds
	m.Bounds = geo.Bounds{South: max(b.South, whole.South), West: max(b.West, whole.West), North: min(b.North, whole.North), East: min(b.East, whole.East)}
	if m.Bounds.Empty() {
		m.Bounds = geo.NoBounds
	}
	m.Counts = map[string]int64{}
	return m
}

// diagnosticsIn returns the diagnostics whose places are listed and meet a box.
func diagnosticsIn(list diagnostic.List, box geo.Bounds) (in diagnostic.List) {
	for _, d := range list {
		d.Items = slices.DeleteFunc(slices.Clone(d.Items), func(i diagnostic.Item) bool { return i.Bounds.Empty() || !i.Bounds.Intersects(box) })
		if d.Count = len(d.Items); d.Count > 0 {
			in = append(in, d)
		}
	}
	return in
}

// provinceMargin is how far the region of a province reaches beyond its border (metres). The
// borders of the overview are simplified by less.
const provinceMargin = 1000

// ProvinceRegion returns the region of a province and a kilometre around it, by the borders
// of Atlas. The error wraps ErrNoBorders if they do not have the province.
func (e *Engine) ProvinceRegion(province units.Province) (region *geo.Region, err error) {
	err = e.Atlas(func(a *units.Atlas) error {
		land, found := a.ProvinceLand(province)
		if !found {
			return fmt.Errorf("%s: %w", province.Name, ErrNoBorders)
		}
		var rings [][]geo.Fixed
		for p := range land.Polygons(boundary.Street) {
			for r := range p.Rings() {
				rings = append(rings, slices.Collect(r.Points()))
			}
		}
		region = geo.NewRegion(rings, provinceMargin)
		return nil
	})
	return region, err
}
