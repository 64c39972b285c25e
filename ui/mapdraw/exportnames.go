package mapdraw

import (
	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/view"
)

// chooseNames chooses all that is written on the picture: the labels of the map,
// then the names of units where those leave room.
func (e *exporter) chooseNames() error {
	if err := e.chooseLabels(); err != nil {
		return err
	}
	plan := label.Plan{}
	for _, b := range e.underPanels() {
		plan.Take(b)
	}
	size := e.view.WorldSize()
	var said []label.Said
	for _, lb := range e.labels {
		if lb.Label.Kind == label.Level {
			said = append(said, lb.Label.Said())
		}
		for _, b := range lb.Boxes {
			plan.Take(b.Add(lb.Label.At.X*size, lb.Label.At.Y*size))
		}
	}
	for _, overlay := range e.unitNames {
		// Without names there are none to write; whoever installed the borders has
		// been told.
		names, _ := overlay.b.source.BorderNames()
		e.nameUnits(placeNames(names), plan, said)
		overlay.b.mu.Lock()
		around := overlay.b.around
		overlay.b.mu.Unlock()
		e.nameUnits(around, plan, nil)
	}
	return e.ctx.Err()
}

// nameUnits chooses names of units: whole ones only, and none on what plan has. On a
// screen the rest of a name is a drag away; a picture ends at its edge.
func (e *exporter) nameUnits(names []placedName, plan label.Plan, said []label.Said) {
	w := nameWriter{layouts: e.layouts} // a large picture has more names than memory would hold
	f := nameFrame{Box: e.edge(), size: e.view.WorldSize(), zoom: e.view.Zoom, scale: e.view.Scale}
	w.each(names, said, f, func(_ placedName, laid label.Laid, x, y float64) bool {
		if !laid.Boxes[0].Add(x, y).Within(f.Box) || !plan.Claim(laid.Boxes, x, y) {
			return false
		}
		laid.Label.At = view.World{X: x / f.size, Y: y / f.size}
		laid.Sprite = nil // as above
		e.labels = append(e.labels, laid)
		return true
	})
}

// takeUnits takes borders and names of units out of the overlays and puts what draws
// them on a picture in their place.
func (e *exporter) takeUnits() {
	all := e.Overlays
	e.Overlays = nil
	for _, o := range all {
		switch o := o.(type) {
		case *Borders:
			e.Overlays = append(e.Overlays, e.newBorderSheet(o))
		case borderNames:
			if o.b.fonts != nil {
				e.unitNames = append(e.unitNames, o)
			}
		default:
			e.Overlays = append(e.Overlays, o)
		}
	}
}
