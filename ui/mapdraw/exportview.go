package mapdraw

import (
	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
)

// raster.BoxOf returns the positions that a part of v's picture shows, given by its
// corner and its size in pixels, grown by a margin on all sides.
func (v Viewport) boxOf(left, top, width, height int, margin float64) geo.Box {
	nw := v.ToPoint(float64(left)-margin, float64(top)-margin)
	se := v.ToPoint(float64(left+width)+margin, float64(top+height)+margin)
	return geo.Bounds{
		South: max(se.Lat, -maxLatitude), West: max(nw.Lon, -180),
		North: min(nw.Lat, maxLatitude), East: min(se.Lon, 180),
	}.Box()
}

// take hands a feature to the painter until the work is called off.
func (e *exporter) take(f basemap.Feature) bool {
	e.painter.gather(f)
	return !e.stopped()
}
