package ui

import (
	"testing"

	"fyne.io/fyne/v2"

	"roadsnap/ui/present"
)

// TestWhatBecameOfAnExportCanBePutAway closes the line about a file that was written.
func TestWhatBecameOfAnExportCanBePutAway(t *testing.T) {
	w := newTestWindow(t)
	b := w.units.export
	b.show(present.UnitExport{Path: "/tmp/wards.kml", Count: 2})
	if !b.content.Visible() {
		t.Fatal("nothing is told of the export")
	}
	var buttons []*button
	var find func(o fyne.CanvasObject)
	find = func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *button:
			buttons = append(buttons, o)
		case *fyne.Container:
			for _, child := range o.Objects {
				find(child)
			}
		}
	}
	find(b.body)
	if len(buttons) != 1 {
		t.Fatalf("%d buttons beside the line", len(buttons))
	}
	buttons[0].OnTapped()
	w.ui.run()
	if b.show(w.unitsState.Export); b.content.Visible() {
		t.Error("the line is still there")
	}
}
