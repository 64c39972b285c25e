package export

import (
	"roadsnap/ui/mapdraw/borders"
	"roadsnap/ui/mapdraw/label"
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
	for _, names := range e.unitNames {
		e.labels = append(e.labels, names.Choose(e.layouts, e.edge(), e.view, plan, said)...)
	}
	return e.ctx.Err()
}

// takeUnits takes borders and names of units out of the overlays and puts what draws
// them on a picture in their place.
func (e *exporter) takeUnits() {
	all := e.Overlays
	e.Overlays = nil
	for _, o := range all {
		switch o := o.(type) {
		case *borders.Borders:
			e.Overlays = append(e.Overlays, o.Sheet(e.view, &e.Theme))
		case borders.UnitNames:
			e.unitNames = append(e.unitNames, o)
		default:
			e.Overlays = append(e.Overlays, o)
		}
	}
}
