// SPDX-License-Identifier: MIT

package gis

import (
	"github.com/paulmach/orb"

	"roadsnap/engine/geo"
)

// areaOf returns rings as one area, nil without rings. It is drawn by the even-odd rule, so that
// holes need no outer ring.
func areaOf(rings [][]geo.Point) orb.Geometry {
	if len(rings) == 0 {
		return nil
	}
	polygon := make(orb.Polygon, len(rings))
	for i, ring := range rings {
		for _, p := range ring {
			polygon[i] = append(polygon[i], orb.Point{p.Lon, p.Lat})
		}
	}
	return orb.MultiPolygon{polygon}
}
