// SPDX-License-Identifier: MIT

package tile

import (
	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
)

// English returns src with the English names of features that have one. If src is a
// GroundSource, so is the result.
func English(src Source) Source {
	if ground, ok := src.(GroundSource); ok {
		return englishGround{english{src}, ground}
	}
	return english{src}
}

type english struct{ source Source }

// Visit implements Source.
func (e english) Visit(zoom int, box geo.FixedBounds, visit func(basemap.Feature) bool) error {
	return e.source.Visit(zoom, box, func(f basemap.Feature) bool {
		f.Name = f.NameIn(true)
		return visit(f)
	})
}

type englishGround struct {
	english
	GroundSource
}
