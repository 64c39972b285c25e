// SPDX-License-Identifier: MIT

package osmimport

import (
	"slices"

	"roadsnap/engine/basemap"
	"roadsnap/engine/coast"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// writeCoast divides the area of the extract into land and sea by its coastline
// ways. The area is the box in the header of the file, or else the box of its
// roads. It is not the box of the coastline, which extends beyond the extract.
func (im *importer) writeCoast(w *pack.Writer) error {
	var lines []coast.Line
	var buffer run
	for k := range im.ways.all() {
		if k.use&useFeature == 0 || im.layers.list[k.style].kind != basemap.Coastline {
			continue
		}
		// A coast with missing nodes is broken; coast.Trace handles that.
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
	im.report.Coast = &report
	if err != nil || traced == nil {
		return err
	}
	return traced.Write(w)
}
