package mapdraw

import "roadsnap/engine/basemap"

// take hands a feature to the painter until the work is called off.
func (e *exporter) take(f basemap.Feature) bool {
	e.painter.Gather(f)
	return !e.stopped()
}
