// SPDX-License-Identifier: MIT

package shell

import (
	"testing"

	"roadsnap/ui/mapdraw/export"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapview"
)

// TestExportHasWhatWasClickedAndMeasured checks that an exported picture shows the marks
// of the screen, without the measured leg to the pointer.
func TestExportHasWhatWasClickedAndMeasured(t *testing.T) {
	w, m := newTestMap(t)
	units := len(w.scene().Legend)
	at := onRoad(t, w)
	click(m, at.X, at.Y)
	w.eventually(t, "the halo", func() bool { return len(m.Layer(mapview.LayerMarks).Overlays()) == 1 })
	last := func(o export.Options) overlay.Overlay { return o.Overlays[len(o.Overlays)-1] }
	o := w.scene()
	if _, ok := last(o).(overlay.Highlight); !ok || len(o.Notes) != 0 {
		t.Errorf("of a clicked road the picture has a %T and notes %v", last(o), o.Notes)
	}
	if n := len(o.Legend); n != 1+units || o.Legend[0].Sample != export.SampleRoad || o.Legend[0].Text == "" {
		t.Errorf("the legend is %+v", o.Legend)
	}
	w.tools.ToggleMeasure()
	tap(m, 100, 100)
	if o := w.scene(); len(o.Notes) != 0 {
		t.Errorf("one point has the note %v", o.Notes)
	}
	tap(m, 300, 100)
	m.MouseMoved(pressAt(300, 200, 0))
	o = w.scene()
	if line, ok := last(o).(overlay.Measure); !ok || len(line.Points) != 2 || line.HasNext {
		t.Errorf("of a measurement the picture has %+v", last(o))
	}
	at2, noted := m.Note()
	if len(o.Notes) != 1 || o.Notes[0].Text != noted || o.Notes[0].At != at2 {
		t.Errorf("the notes are %v, on the screen %q", o.Notes, noted)
	}
	if len(o.Legend) != units {
		t.Errorf("the legend is %+v", o.Legend)
	}
	w.tools.PutAway()
	w.eventually(t, "the finder to forget", func() bool { return !w.clicked() })
	if o := w.scene(); len(o.Notes) != 0 || len(o.Overlays) != len(m.Overlays(mapview.LayerMarks)) {
		t.Errorf("something is left: %v, %v", o.Notes, o.Overlays)
	}
}

func TestExportDialogOpens(t *testing.T) {
	w := newTestWindow(t)
	w.exports.AskPicture()
	if w.window.Canvas().Overlays().Top() == nil {
		t.Fatal("no dialog")
	}
}

// TestExportExplainsUnits checks that a picture names the only selected unit.
func TestExportExplainsUnits(t *testing.T) {
	w := newTestWindow(t)
	last := func() string {
		legend := w.scene().Legend
		return legend[len(legend)-1].Text
	}
	rows := w.o.Units.State().Rows
	w.o.Units.Select(rows[0])
	w.eventually(t, "a province", func() bool { return len(w.o.Units.State().Selection) == 1 })
	if last() != rows[0].NameIn(w.words) {
		t.Errorf("the selected unit is called %q, want %q", last(), rows[0].NameIn(w.words))
	}
	w.o.Units.SelectAlso(rows[1])
	w.eventually(t, "two provinces", func() bool { return len(w.o.Units.State().Selection) == 2 })
	if last() != "Selected units" {
		t.Errorf("two selected units are called %q", last())
	}
}
