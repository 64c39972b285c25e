package mapdraw

// nameUnits chooses the names of units that are written beside the labels of the
// map, which plan has the ground of: whole ones only, and none on the legend. On a
// screen the rest of a name is a drag away; a picture ends at its edge.
func (e *exporter) nameUnits(plan groundPlan, frame box) error {
	w := nameWriter{layouts: e.layouts}
	look := borderLookOf(&e.Theme)
	size := e.view.worldSize()
	for _, overlay := range e.unitNames {
		// Without names there are none to write; whoever installed the borders has
		// been told.
		names, _ := overlay.b.source.BorderNames()
		for _, n := range placeNames(names) {
			at := vec{n.at.x * size, n.at.y * size}
			if !n.kind.shownAt(e.view.Zoom) || outside(at, frame) != 0 {
				continue
			}
			lb := w.label(n, &look, e.view.Zoom, e.view.Scale)
			boxes := lb.boxes(e.view.Scale)
			for _, rows := range nameShifts {
				y := at.y + rows*lb.size
				if boxes[0].add(at.x, y).within(frame) && plan.claim(boxes, at.x, y) {
					lb.at.y = y / size
					e.labels = append(e.labels, laidLabel{label: lb, boxes: boxes})
					break
				}
			}
		}
		if e.stopped() {
			return e.ctx.Err()
		}
	}
	return nil
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
