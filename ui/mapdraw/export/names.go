// SPDX-License-Identifier: MIT

package export

import (
	"roadsnap/ui/mapdraw/borders"
	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/sites"
	"roadsnap/ui/mapdraw/thematic"
	"roadsnap/ui/mapdraw/view"
)

// chooseNames chooses all names on the picture: first the labels of the map, then
// the names of units where those leave room.
func (e *exporter) chooseNames() error {
	sets, err := e.gatherLabels()
	if err != nil {
		return err
	}
	e.layLabels(sets)
	if e.symbols = e.shownSymbols(); len(e.symbols) > 0 {
		e.panels = e.furnish()
		e.layLabels(sets) // the legend has grown
	}
	plan := label.Plan{}
	plan.Take(e.underPanels(), raster.Vec{})
	size := e.view.WorldSize()
	e.labels = append(e.labels, e.own...)
	var said []label.Said
	for _, lb := range e.labels {
		if lb.Label.Kind == label.Level {
			said = append(said, lb.Label.Said())
		}
		plan.Take(lb.Boxes, raster.Vec{X: lb.Label.At.X * size, Y: lb.Label.At.Y * size})
	}
	for _, names := range e.unitNames {
		e.labels = append(e.labels, names.Choose(e.layouts, e.edge(), e.view, plan, said)...)
	}
	for _, places := range e.sites {
		e.labels = append(e.labels, places.Choose(e.layouts, e.edge(), e.view, plan)...)
	}
	return e.ctx.Err()
}

// gatherLabels reads the names of the whole picture.
func (e *exporter) gatherLabels() (sets []label.Set, err error) {
	for row := range squares(e.Height) {
		for column := range squares(e.Width) {
			if err := e.gather(square(column*view.TileSize, row*view.TileSize)); err != nil {
				return nil, err
			}
			sets = append(sets, e.painter.Names())
		}
		e.step()
	}
	return sets, e.ctx.Err()
}

// layLabels chooses the names to write. All are completely visible, and none lies on the legend.
// Those of the user's layers come first.
func (e *exporter) layLabels(sets []label.Set) {
	plan, covered, size := label.Plan{}, e.underPanels(), e.view.WorldSize()
	plan.Take(covered, raster.Vec{})
	e.own = nil
	for _, names := range e.ownNames {
		e.own = append(e.own, names.Choose(e.layouts, e.edge(), e.view, plan)...)
	}
	for _, lb := range e.own {
		for _, b := range lb.Boxes {
			covered = append(covered, b.Add(lb.Label.At.X*size, lb.Label.At.Y*size))
		}
	}
	screens := float64(e.Width) * float64(e.Height) / (e.view.Scale * e.view.Scale) / screenArea
	e.labels = label.ForPicture(sets, e.skipped(), label.Page{Box: e.edge(), Covered: covered}, e.view.WorldSize(), e.view.Scale, screens, e.stopped)
}

// skipped reports which labels are left out: names of former districts where
// wards are named.
func (e *exporter) skipped() func(*label.Label) bool {
	for _, names := range e.unitNames {
		if districts := names.Districts(&e.Theme, e.view.Zoom); districts != nil {
			return districts.Name
		}
	}
	return nil
}

// edge returns the bounds of the picture (world pixels).
func (e *exporter) edge() raster.Box {
	return raster.Sized(e.Width, e.Height).Add(e.origin.X, e.origin.Y)
}

// underPanels returns the boxes covered by panels (world pixels).
func (e *exporter) underPanels() (covered []raster.Box) {
	for _, p := range e.panels {
		covered = append(covered, p.box.Add(e.origin.X, e.origin.Y))
	}
	return covered
}

// screenArea is the area of the screen that label.ForPicture assumes (square
// logical pixels).
const screenArea = 1500 * 900

// takeUnits replaces borders, names of units and of layers, and named places in the overlays by
// their versions for a picture.
func (e *exporter) takeUnits() {
	all := e.Overlays
	e.Overlays = nil
	for _, o := range all {
		switch o := o.(type) {
		case *borders.Borders:
			e.Overlays = append(e.Overlays, o.Sheet(e.view, &e.Theme))
		case borders.UnitNames:
			e.unitNames = append(e.unitNames, o)
		case *thematic.Names:
			e.ownNames = append(e.ownNames, o)
		case *sites.Overlay:
			e.Overlays = append(e.Overlays, o.Circles())
			e.sites = append(e.sites, o)
		default:
			e.Overlays = append(e.Overlays, o)
		}
	}
}
