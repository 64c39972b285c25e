// SPDX-License-Identifier: MIT

package shell

import (
	"context"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	engineunits "roadsnap/engine/units"
	"roadsnap/ui/find"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapview"
	"roadsnap/ui/units"
)

// foundMargin is the least distance from a result of the search box to the edge of the
// map (metres).
const foundMargin = 120

// newFinder returns the model of the search box. Without a map, results are not preferred
// by their distance.
func (w *Window) newFinder() *find.Model {
	m := find.NewModel(w.o.Jobs, w.o.Search, func() (geo.Point, bool) {
		return w.mapView.View().Center, w.o.Maps.State().Installed
	})
	m.OnChange(func() { w.finder.Show() })
	return m
}

// goTo shows a result of the search box and selects it: units in their panel, anything else
// as the clicked place.
func (w *Window) goTo(f engine.Found) {
	w.clearFound()
	w.shownFound = true
	w.showWelcome()
	if f.HasPlace {
		w.mapView.ShowBounds(f.Bounds.Pad(foundMargin))
	}
	switch f.Kind {
	case engine.FoundUnit, engine.FoundDistrict:
		w.selectFound(f)
		return
	case engine.FoundStreet, engine.FoundRoad:
		w.drawStreet(f)
	default:
		w.mapView.Layer(mapview.LayerFound).Set(overlay.Target{At: f.At})
	}
	where := w.tools.Where(f.At)
	if where.HasMark = f.Kind == engine.FoundPOI; where.HasMark {
		where.Mark = f.At
	}
	if f.Kind != engine.FoundCoordinates {
		where.Name, where.Street = f.Name, f.Kind == engine.FoundStreet || f.Kind == engine.FoundRoad
		where.Note = find.Missing(w.words, f)
	}
	w.tools.Inspect(where)
}

// selectFound selects a unit, or the wards of a former district, in their panel.
func (w *Window) selectFound(f engine.Found) {
	var rows []units.Row
	add := func(code string) {
		if row, known := w.o.Units.Row(code); known {
			rows = append(rows, row)
		}
	}
	switch {
	case f.Kind == engine.FoundDistrict:
		for _, ward := range f.Wards {
			add(ward.Code)
		}
	case f.Unit.Kind == engineunits.KindProvince:
		add(f.Unit.Province.Code)
	default:
		add(f.Unit.Ward.Code)
	}
	w.show(panelUnits)
	if len(rows) > 0 {
		w.o.Units.SelectRows(rows)
	}
}

// drawStreet marks all of a street. It marks a point of it until its lines have been read.
func (w *Window) drawStreet(f engine.Found) {
	mark := w.mapView.Layer(mapview.LayerFound)
	mark.Set(overlay.Target{At: f.At})
	w.readingStreet = w.o.Jobs.Start(func(ctx context.Context) func() {
		lines, err := w.o.Search.StreetLines(ctx, f)
		return func() {
			if err != nil || len(lines) == 0 {
				return // the drawing of the map reports what cannot be read
			}
			var all []overlay.Overlay
			for _, line := range lines {
				all = append(all, overlay.Highlight{Line: line})
			}
			w.mapView.Layer(mapview.LayerFound).Set(all...)
		}
	})
}

// clearFound removes the mark of a result from the map.
func (w *Window) clearFound() {
	w.readingStreet.Cancel()
	w.mapView.Layer(mapview.LayerFound).Set()
}

// findOnMap moves the focus to the search box.
func (c *commands) findOnMap() {
	if c.w.arrangement.fullMap {
		c.toggleFullMap()
	}
	c.w.window.Canvas().Focus(c.w.finder.Field())
}
