package ui

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"testing"

	"roadsnap/engine/basemap"
	"roadsnap/ui/kit"
	"roadsnap/ui/mapdraw/export"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/pointer"
)

func testForm(w *testWindow, width, height string) *exportForm {
	f := &exportForm{
		width: w.sizeEntry(1), height: w.sizeEntry(1), format: kit.NewOptions([]string{"PNG", "SVG"}, true),
		finer: kit.NewCheck(""), legend: kit.NewCheck(""),
	}
	f.width.SetText(width)
	f.height.SetText(height)
	f.legend.SetChecked(true)
	return f
}

func TestExportPicture(t *testing.T) {
	w := newTestWindow(t)
	w.window.Resize(w.savedSize())
	openTrip(t, w, "a")
	o := w.exportOptions(testForm(w, " 320", "200"))
	if o.Width != 320 || o.Height != 200 || o.Scale != 0 || len(o.Overlays) == 0 || len(o.Legend) == 0 {
		t.Fatalf("the options are %+v", o)
	}
	dir := t.TempDir()
	for _, format := range pictureFormats {
		path := filepath.Join(dir, "map."+format.extension)
		w.writePicture(path, format, o)
		w.eventually(t, path, func() bool {
			_, err := os.Stat(path)
			return err == nil && w.window.Canvas().Overlays().Top() == nil
		})
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if format.extension == "png" {
			if img, err := png.Decode(bytes.NewReader(file)); err != nil || img.Bounds().Dx() != 320 || img.Bounds().Dy() != 200 {
				t.Errorf("the PNG: %v", err)
			}
		} else if err := xml.Unmarshal(file, new(struct{})); err != nil {
			t.Errorf("the SVG: %v", err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("%v was left behind", left)
	}
}

// TestExportHasWhatWasClickedAndMeasured holds that a picture shows the marks of the
// screen, without the leg to the pointer.
func TestExportHasWhatWasClickedAndMeasured(t *testing.T) {
	w, m := newTestMap(t)
	units := len(w.unitsLegend())
	at := road(t, w)
	click(m, at.X, at.Y)
	w.eventually(t, "the halo", func() bool { return len(m.Marks()) == 1 })
	last := func(o export.Options) overlay.Overlay { return o.Overlays[len(o.Overlays)-1] }
	o := w.exportOptions(testForm(w, "320", "200"))
	if _, ok := last(o).(overlay.Highlight); !ok || len(o.Notes) != 0 {
		t.Errorf("of a clicked road the picture has a %T and notes %v", last(o), o.Notes)
	}
	if n := len(o.Legend); n != 1+units || o.Legend[0].Sample != export.SampleRoad || o.Legend[0].Text == "" {
		t.Errorf("the legend is %+v", o.Legend)
	}
	if text := legendRoad(w.words, pointer.Road{Kind: basemap.RoadService}); text != "Service road" {
		t.Errorf("a road without a name is %q", text)
	}
	w.toggleMeasure()
	tap(m, 100, 100)
	if o := w.exportOptions(testForm(w, "320", "200")); len(o.Notes) != 0 {
		t.Errorf("one point has the note %v", o.Notes)
	}
	tap(m, 300, 100)
	m.MouseMoved(pressAt(300, 200, 0))
	o = w.exportOptions(testForm(w, "320", "200"))
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
	w.ruler.PutAway()
	w.eventually(t, "the finder to forget", func() bool { return !w.finderState.HasSelected })
	if o := w.exportOptions(testForm(w, "320", "200")); len(o.Notes) != 0 || len(o.Overlays) != len(m.Overlays()) {
		t.Errorf("something is left: %v, %v", o.Notes, o.Overlays)
	}
}

func TestExportSizes(t *testing.T) {
	w := newTestWindow(t)
	for text, good := range map[string]bool{"1": true, " 800 ": true, "16384": true, "16385": false, "0": false, "-3": false, "a": false, "": false} {
		if err := w.sizeEntry(1).Validator(text); (err == nil) != good {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestClosingTheProgressStopsTheExport(t *testing.T) {
	w := newTestWindow(t)
	path := filepath.Join(t.TempDir(), "map.png")
	began, stopped := make(chan struct{}), make(chan error, 1)
	w.writePicture(path, pictureFormat{"PNG", "png", func(ctx context.Context, _ io.Writer, _ export.Options) error {
		close(began)
		<-ctx.Done()
		stopped <- ctx.Err()
		return ctx.Err()
	}}, export.Options{})
	<-began
	w.files.Hide()
	if err := <-stopped; !errors.Is(err, context.Canceled) {
		t.Errorf("the export ended with %v", err)
	}
	w.eventually(t, "the end", func() bool {
		left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*"))
		hidden, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*"))
		return len(left)+len(hidden) == 0
	})
	if w.window.Canvas().Overlays().Top() != nil {
		t.Error("a stopped export complains")
	}
}

// TestClosingTheWindowTakesAHalfWrittenPictureAway holds that nothing is left of an
// export when the app has ended.
func TestClosingTheWindowTakesAHalfWrittenPictureAway(t *testing.T) {
	w := newTestWindow(t)
	folder := t.TempDir()
	began := make(chan struct{})
	w.writePicture(filepath.Join(folder, "map.png"), pictureFormat{"PNG", "png", func(ctx context.Context, _ io.Writer, _ export.Options) error {
		close(began)
		<-ctx.Done()
		return ctx.Err()
	}}, export.Options{})
	<-began
	w.close()
	w.eventually(t, "an empty folder", func() bool {
		left, err := os.ReadDir(folder)
		return err == nil && len(left) == 0
	})
}

func TestExportDialogOpens(t *testing.T) {
	w := newTestWindow(t)
	w.exportPicture()
	if w.window.Canvas().Overlays().Top() == nil {
		t.Fatal("no dialog")
	}
}

func TestPaperFillsInTheSize(t *testing.T) {
	w := newTestWindow(t)
	f := testForm(w, "400", "300")
	for _, c := range []struct {
		view          view.Viewport
		choice        int
		width, height string
		dots          float64
	}{
		{view.Viewport{Width: 800, Height: 600}, 2, "4961", "3508", 300}, // A3, lying
		{view.Viewport{Width: 600, Height: 800}, 2, "3508", "4961", 300},
		{view.Viewport{Width: 800, Height: 600}, 5, "14043", "9933", 300},
		{view.Viewport{Width: 800, Height: 600}, 0, "800", "600", 0},
	} {
		choice := w.sizeChoice(f, c.view)
		choice.SetSelectedIndex(1)
		choice.SetSelectedIndex(c.choice)
		if f.width.Text != c.width || f.height.Text != c.height || f.width.Validate() != nil || f.height.Validate() != nil {
			t.Errorf("%+v: %q × %q", c, f.width.Text, f.height.Text)
		}
		if o := w.exportOptions(f); o.DotsPerInch != c.dots {
			t.Errorf("%+v: %v dots an inch", c, o.DotsPerInch)
		}
	}
}

// TestExportExplainsUnits holds that a unit that is selected alone is named.
func TestExportExplainsUnits(t *testing.T) {
	w := newTestWindow(t)
	last := func() string {
		legend := w.exportOptions(testForm(w, "320", "200")).Legend
		return legend[len(legend)-1].Text
	}
	rows := w.o.Units.State().Rows
	w.o.Units.Select(rows[0])
	w.eventually(t, "a province", func() bool { return len(w.unitsState.Selection) == 1 })
	if last() != rows[0].Name() {
		t.Errorf("the selected unit is called %q, want %q", last(), rows[0].Name())
	}
	w.o.Units.SelectAlso(rows[1])
	w.eventually(t, "two provinces", func() bool { return len(w.unitsState.Selection) == 2 })
	if last() != "Selected units" {
		t.Errorf("two selected units are called %q", last())
	}
}
