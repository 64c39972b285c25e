// SPDX-License-Identifier: MIT

package engine

import (
	"strings"

	"roadsnap/engine/geo"
	"roadsnap/engine/units"
)

// district returns the district before July 2025 that led to a hit, with the wards that its
// territory went to; ok is false for other hits.
func (e *Engine) district(h *units.Hit) (f *Found, ok bool) {
	if !h.Former {
		return nil, false
	}
	wards := e.units.WardsOfFormerDistrict(h.FormerName)
	if len(wards) == 0 {
		return nil, false
	}
	name, _, _ := strings.Cut(h.FormerName, ",")
	f = &Found{Kind: FoundDistrict, Unit: *h, Name: name, Wards: wards, Districts: []string{name}}
	if p, known := e.units.Province(wards[0].ProvinceCode); known {
		f.Province, f.ProvinceEn = p.FullName, p.FullNameEN
	}
	return f, true
}

// landOf returns the box round the land of a unit or a former district; known is false if the
// borders lack it.
func landOf(a *units.Atlas, f *Found) (at geo.Point, box geo.Bounds, known bool) {
	if f.Kind == FoundDistrict {
		box = geo.NoBounds
		for _, w := range f.Wards {
			if land, known := a.WardLand(w); known {
				box = box.Union(land.Bounds())
			}
		}
		if box.Empty() {
			return at, box, false
		}
		return box.Center(), box, true
	}
	land, known := a.WardLand(f.Unit.Ward)
	if f.Unit.Kind == units.KindProvince {
		land, known = a.ProvinceLand(f.Unit.Province)
	}
	if !known {
		return at, geo.NoBounds, false
	}
	return land.Center(), land.Bounds(), true
}
