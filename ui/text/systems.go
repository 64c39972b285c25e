// SPDX-License-Identifier: MIT

package text

import (
	"fmt"
	"strings"

	"roadsnap/engine/crs"
	"roadsnap/engine/units"
)

// System is a coordinate system that a user chooses.
type System struct {
	Name  string // as crs.ByName takes it
	Title string
}

// Systems returns the coordinate systems that files of Vietnam have: WGS 84, the zones of VN-2000
// with the provinces that use them, and the zones of UTM.
func (c Catalogue) Systems(t *units.Table) []System {
	list := []System{{"EPSG:4326", "WGS 84"}}
	for _, zone := range crs.Zones() {
		var provinces []string
		for _, p := range t.Provinces() {
			if m, ok := p.Meridian(); ok && m == zone.Meridian {
				name := p.Name
				if c.English() {
					name = p.NameEN
				}
				provinces = append(provinces, name)
			}
		}
		title := "VN-2000 " + MeridianText(zone.Meridian)
		if len(provinces) > 0 {
			title += " · " + strings.Join(provinces, ", ")
		}
		list = append(list, System{fmt.Sprintf("EPSG:%d", zone.EPSG), title})
	}
	return append(list,
		System{"EPSG:4756", "VN-2000, " + c.T("coordinates.system.degrees")},
		System{"EPSG:3405", "VN-2000 UTM 48N"}, System{"EPSG:3406", "VN-2000 UTM 49N"},
		System{"EPSG:32648", "WGS 84 UTM 48N"}, System{"EPSG:32649", "WGS 84 UTM 49N"},
	)
}
