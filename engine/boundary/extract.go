// SPDX-License-Identifier: MIT

package boundary

import (
	"context"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// Extract writes a division of the areas that meet a region, each with all of its land, and
// returns how many areas and groups have land in it. In a division without groups all areas
// keep their numbers, and the polygons that meet the region. The error is that of Build.
func (n *Net) Extract(ctx context.Context, f Family, region *geo.Region, w *pack.Writer) (areas, groups int, err error) {
	s := Source{Overview: n.Finest() == Country, Alone: n.Alone()}
	for i := range n.NumGroups() {
		s.Groups = append(s.Groups, n.Group(i).Code())
	}
	if s.Alone {
		s.Groups = s.Groups[:0]
		for i := range n.NumAreas() {
			s.Groups = append(s.Groups, n.Area(i).Code())
		}
	}
	seen := map[uint32]bool{}
	for i := range n.NumAreas() {
		land := n.Area(i)
		area, meets := land.extract(region, s.Alone)
		if !meets && !s.Alone {
			continue
		}
		if s.Alone {
			area.Group = uint32(i)
		}
		if meets {
			areas++
			seen[area.Group] = true
		}
		s.Areas = append(s.Areas, area)
	}
	// The outlines fit already.
	d, _, err := Build(ctx, s, Options{})
	if err != nil {
		return 0, 0, err
	}
	return areas, len(seen), d.WriteAs(f, w)
}

// extract returns the land as an area for Build, and whether it meets a region. If only is
// set, the area has only the polygons that do.
func (l Land) extract(region *geo.Region, only bool) (a Area, meets bool) {
	a = Area{Code: l.Code(), Group: uint32(l.Group())}
	for p := range l.Polygons(Street) {
		var part Part
		for ring := range p.Rings() {
			part = append(part, slices.Collect(ring.Points()))
		}
		touches := region.Overlaps(part...)
		meets = meets || touches
		if touches || !only {
			a.Parts = append(a.Parts, part)
		}
	}
	return a, meets
}
