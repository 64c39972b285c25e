// SPDX-License-Identifier: MIT

package shell

import (
	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/units"
	"roadsnap/ui/find"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapview"
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

// goTo shows a result of the search box and selects it: a unit in the panel of units,
// anything else as the clicked place.
func (w *Window) goTo(f engine.Found) {
	if f.HasPlace {
		w.mapView.ShowBounds(f.Bounds.Pad(foundMargin))
	}
	mark := w.mapView.Layer(mapview.LayerFound)
	mark.Set()
	if f.Kind == engine.FoundUnit {
		code := f.Unit.Ward.Code
		if f.Unit.Kind == units.KindProvince {
			code = f.Unit.Province.Code
		}
		w.show(panelUnits)
		if row, known := w.o.Units.Row(code); known {
			w.o.Units.Select(row)
		}
		return
	}
	mark.Set(overlay.Target{At: f.At})
	where := w.tools.Where(f.At)
	if f.Kind != engine.FoundCoordinates {
		where.Name, where.Street = f.Name, f.Kind == engine.FoundStreet || f.Kind == engine.FoundRoad
	}
	w.tools.Inspect(where)
}

// findOnMap moves the focus to the search box.
func (c *commands) findOnMap() {
	if c.w.arrangement.fullMap {
		c.toggleFullMap()
	}
	c.w.window.Canvas().Focus(c.w.finder.Field())
}
