package mapdraw

import "roadsnap/ui/mapdraw/view"

// chooseNames chooses all that is written on the picture: the labels of the map,
// then the names of units where those leave room.
func (e *exporter) chooseNames() error {
	if err := e.chooseLabels(); err != nil {
		return err
	}
	plan := groundPlan{}
	for _, b := range e.underPanels() {
		plan.take(b)
	}
	size := e.view.WorldSize()
	var said []saidPlace
	for _, lb := range e.labels {
		if lb.label.kind == placeLabel {
			said = append(said, lb.label.said())
		}
		for _, b := range lb.boxes {
			plan.take(b.Add(lb.label.at.X*size, lb.label.at.Y*size))
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
func (e *exporter) nameUnits(names []placedName, plan groundPlan, said []saidPlace) {
	w := nameWriter{layouts: e.layouts} // a large picture has more names than memory would hold
	f := nameFrame{Box: e.edge(), size: e.view.WorldSize(), zoom: e.view.Zoom, scale: e.view.Scale}
	w.each(names, said, f, func(_ placedName, laid laidLabel, x, y float64) bool {
		if !laid.boxes[0].Add(x, y).Within(f.Box) || !plan.claim(laid.boxes, x, y) {
			return false
		}
		laid.label.at = view.World{X: x / f.size, Y: y / f.size}
		laid.sprite = nil // as above
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
