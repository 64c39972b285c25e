package osmimport

import (
	"slices"

	"roadsnap/engine/basemap"
	"roadsnap/engine/coast"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// traceCoast tells land from sea by the ways of coastline, in the area that the
// extract covers. That is the box of its header; a file without one covers at least
// the box of its roads. Ways of coastline themselves stick out of either.
func (im *importer) traceCoast() (err error) {
	var lines []coast.Line
	var buffer run
	for _, k := range im.ways {
		if k.use&useFeature == 0 || im.layers.list[k.style].kind != basemap.Coastline {
			continue
		}
		// Where nodes are missing the coast is broken, which coast.Trace sees.
		im.runsOf(k, &buffer, func(r run) {
			if len(r.points) > 1 {
				lines = append(lines, coast.Line{Way: k.id, Points: slices.Clone(r.points)})
			}
		})
	}
	if len(lines) == 0 {
		return nil
	}
	area := im.covers
	if area == geo.NoFixedBounds {
		area = im.roadBox
	}
	traced, report, err := coast.Trace(im.ctx, lines, area)
	im.coast, im.report.Coast = traced, &report
	return err
}

func (im *importer) writeCoast(w *pack.Writer) error {
	if im.coast == nil {
		return nil
	}
	return im.coast.Write(w)
}
