// SPDX-License-Identifier: MIT

package report

import (
	"strings"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/regulation"
	"roadsnap/engine/units"
)

// placeOf returns the road, ward and province of a place, as far as they are known.
func (b *builder) placeOf(at geo.Point, road string) string {
	var ward units.Location
	located := false
	if b.world.Atlas != nil {
		ward, located = b.world.Atlas.Locate(at)
	}
	return b.placeText("", road, ward, located)
}

// placeText joins the names of a place.
func (b *builder) placeText(site, road string, at units.Location, located bool) string {
	parts := []string{}
	add := func(s string) {
		if s != "" {
			parts = append(parts, s)
		}
	}
	add(site)
	add(road)
	if located {
		ward, province := at.Ward.FullName, at.Province.FullName
		if b.l == English {
			ward, province = at.Ward.FullNameEN, at.Province.FullNameEN
		}
		if at.WardFound {
			add(ward)
		}
		add(province)
	}
	return strings.Join(parts, ", ")
}

// ruleDay returns the day of a moment as rules compare it.
func ruleDay(at time.Time) time.Time { return regulation.DayOf(at) }
