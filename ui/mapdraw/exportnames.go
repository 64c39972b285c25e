package mapdraw

import "math"

// chooseNames chooses all that is written on the picture: the labels of the map,
// then the names of units where those leave room.
func (e *exporter) chooseNames() error {
	if err := e.chooseLabels(); err != nil {
		return err
	}
	plan := groundPlan{}
	for _, p := range e.panels {
		plan.take(p.box.add(e.origin.x, e.origin.y))
	}
	size := e.view.worldSize()
	var said []saidPlace
	for _, lb := range e.labels {
		if lb.label.kind == placeLabel {
			said = append(said, lb.label.said())
		}
		for _, b := range lb.boxes {
			plan.take(b.add(lb.label.at.x*size, lb.label.at.y*size))
		}
	}
	for _, overlay := range e.unitNames {
		// Without names there are none to write; whoever installed the borders has
		// been told.
		names, _ := overlay.b.source.BorderNames()
		e.nameUnits(placeNames(names), plan, said)
	}
	return e.ctx.Err()
}

// nameUnits chooses names of units: whole ones only, and none on what plan has. On a
// screen the rest of a name is a drag away; a picture ends at its edge.
func (e *exporter) nameUnits(names []placedName, plan groundPlan, said []saidPlace) {
	w := nameWriter{layouts: e.layouts, labels: map[spriteKey]laidLabel{}}
	look := &e.Theme.borders
	size := e.view.worldSize()
	frame := box{e.origin.x, e.origin.y, e.origin.x + float64(e.Width), e.origin.y + float64(e.Height)}
	for _, n := range names {
		at := vec{n.at.x * size, n.at.y * size}
		if !look.names[n.kind].shownAt(e.view.Zoom) || outside(at, frame) != 0 || n.saidBy(said) {
			continue
		}
		laid := w.laid(n, look, e.view.Zoom, e.view.Scale)
		clear(w.labels) // a large picture has more of them than memory would hold
		if !n.roomFor(laid.label.width, size) {
			continue
		}
		for _, rows := range nameShifts {
			if math.Abs(rows*laid.label.size) > n.reach(size) {
				continue
			}
			x, y := w.place(laid, vec{at.x, at.y + rows*laid.label.size}, frame)
			if laid.boxes[0].add(x, y).within(frame) && plan.claim(laid.boxes, x, y) {
				laid.label.at = world{x / size, y / size}
				laid.sprite = nil // as above
				e.labels = append(e.labels, laid)
				break
			}
		}
	}
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
