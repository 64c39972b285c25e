package ui

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"testing"

	"roadsnap/ui/mapdraw/export"
	"roadsnap/ui/units"
)

// TestWhatBecameOfAnExportCanBePutAway closes the line about a file that was written.
func TestWhatBecameOfAnExportCanBePutAway(t *testing.T) {
	w := newTestWindow(t)
	b := w.exportBox
	b.show(units.ExportState{Path: "/tmp/wards.kml", Count: 2})
	if !b.content.Visible() {
		t.Fatal("nothing is told of the export")
	}
	buttons := buttonsIn(b.content)
	if len(buttons) != 1 {
		t.Fatalf("%d buttons beside the line", len(buttons))
	}
	buttons[0].OnTapped()
	w.ui.Rest(t)
	if b.show(w.unitsState.Export); b.content.Visible() {
		t.Error("the line is still there")
	}
}

// TestPictureThatWasWrittenIsTold holds that the line names the file, in every place of
// the window and in the language that is chosen meanwhile, until it is put away.
func TestPictureThatWasWrittenIsTold(t *testing.T) {
	w := newTestWindow(t)
	w.show(placeTrips)
	path := filepath.Join(t.TempDir(), "here.svg")
	w.writePicture(path, pictureFormat{"SVG", "svg", func(context.Context, io.Writer, export.Options) error { return nil }}, export.Options{})
	w.eventually(t, "the line", func() bool { return w.exportBox.content.Visible() })
	w.exportBox.show(units.ExportState{Path: "/tmp/wards.kml", Count: 2})
	if n := len(buttonsIn(w.exportBox.content)); n != 2 {
		t.Errorf("%d lines can be put away, want both", n)
	}
	w.exportBox.show(units.ExportState{})
	w.setLanguage("vi")
	if text := textsIn(w.exportBox.content); !slices.Contains(text, "Đã ghi ảnh vào here.svg") {
		t.Errorf("the box says %q", text)
	}
	buttonsIn(w.exportBox.content)[0].OnTapped()
	if w.exportBox.content.Visible() {
		t.Error("the line is still there")
	}
	w.writePicture(path, pictureFormat{"SVG", "svg", func(context.Context, io.Writer, export.Options) error { return errors.New("no") }}, export.Options{})
	progress := w.window.Canvas().Overlays().Top()
	w.eventually(t, "the complaint", func() bool { return w.window.Canvas().Overlays().Top() != progress })
	if w.exportBox.content.Visible() {
		t.Error("a picture that was not written is told of")
	}
}
