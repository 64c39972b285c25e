// SPDX-License-Identifier: MIT

package export

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"roadsnap/assets"
	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/geofile"
	"roadsnap/ui/files"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/kit"
	"roadsnap/ui/mapdraw/export"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
	"roadsnap/ui/text"
	"roadsnap/ui/units"
)

// bench holds the exports of a window that shows nothing else.
type bench struct {
	*Exports
	ui     *jobtest.UI
	picker files.Picker // nil: the toolkit's dialogs ask
	// first and last are the times of the trips on the picture.
	first, last time.Time
	opened      []string // URLs
}

func newBench(t *testing.T) *bench {
	t.Helper()
	test.NewTempApp(t)
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack})
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{ui: jobtest.New(t)}
	window := test.NewTempWindow(t, widget.NewLabel(""))
	b.Exports = New(Options{
		Window: window, Jobs: b.ui.Jobs, Units: units.NewModel(b.ui.Jobs, e),
		Files: files.New(files.Options{
			Window: window, Post: b.ui.Post,
			Picker: func() files.Picker { return b.picker }, Words: func() text.Catalogue { return b.words },
			OpenURL: func(u *url.URL) error { b.opened = append(b.opened, u.String()); return nil },
		}),
		Title: func(then func(string)) { then("51C-123.45") }, Times: func() (first, last time.Time) { return b.first, b.last },
		Scene: func() export.Options {
			return export.Options{
				Theme: maptest.Themes(t).Light, Fonts: maptest.Fonts(t), View: view.Viewport{Width: 800, Height: 600, Scale: 2},
				Legend: []export.LegendRow{{Sample: export.SampleRoad, Text: "A road"}},
				Scales: []export.Scale{{Ramp: style.RampSpeed, Title: "Speed"}}, Subtitle: "12 km",
			}
		},
	})
	b.speak(t, "en")
	b.ui.Rest(t)
	return b
}

func (b *bench) speak(t *testing.T, language string) {
	t.Helper()
	words, err := text.Load(assets.Translations(), language)
	if err != nil {
		t.Fatal(err)
	}
	b.SetLanguage(words)
}

// newForm returns a filled form.
func (b *bench) newForm(width, height string) *form {
	f := &form{
		title: b.titleEntry(),
		width: b.sizeEntry(1), height: b.sizeEntry(1), format: kit.NewOptions([]string{"PNG", "SVG", "PDF"}, true),
		finer: kit.NewCheck(""), legend: kit.NewCheck(""),
	}
	f.width.SetText(width)
	f.height.SetText(height)
	f.legend.SetChecked(true)
	return f
}

func TestExportPicture(t *testing.T) {
	w := newBench(t)
	f := w.newForm(" 320", "200")
	o := f.options(w.o.Scene())
	if o.Width != 320 || o.Height != 200 || o.Scale != 0 || len(o.Legend) != 1 || len(o.Scales) != 1 || o.Title != "51C-123.45" || o.Subtitle != "12 km" {
		t.Fatalf("the options are %+v", o)
	}
	f.finer.SetChecked(true)
	f.legend.SetChecked(false)
	f.title.SetText(" ")
	if o := f.options(w.o.Scene()); o.Scale != 2 || len(o.Legend)+len(o.Scales) != 0 || o.Title+o.Subtitle != "" {
		t.Errorf("finer and without a legend, the options are %+v", o)
	}
	dir := t.TempDir()
	for _, format := range pictureFormats {
		path := filepath.Join(dir, "map."+format.extension)
		w.writePicture(path, format, o)
		w.ui.Until(t, path, func() bool {
			_, err := os.Stat(path)
			return err == nil && w.o.Window.Canvas().Overlays().Top() == nil
		})
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if format.extension == "png" {
			if img, err := png.Decode(bytes.NewReader(file)); err != nil || img.Bounds().Dx() != 320 || img.Bounds().Dy() != 200 {
				t.Errorf("the PNG: %v", err)
			}
		} else if format.extension == "pdf" {
			if !bytes.HasPrefix(file, []byte("%PDF-")) || !bytes.HasSuffix(file, []byte("%%EOF\n")) {
				t.Error("the PDF is not complete")
			}
		} else if err := xml.Unmarshal(file, new(struct{})); err != nil {
			t.Errorf("the SVG: %v", err)
		}
	}
	f = w.newForm("320", "200") // PNG
	w.picker = choosing(filepath.Join(dir, "named.svg"))
	w.savePicture(f)
	named := ""
	w.ui.Until(t, "named.svg", func() bool {
		file, _ := os.ReadFile(filepath.Join(dir, "named.svg"))
		named = string(file)
		return named != "" && w.o.Window.Canvas().Overlays().Top() == nil
	})
	if !strings.Contains(named, "<svg") {
		t.Errorf("named.svg is %.20q", named)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("%v was left behind", left)
	}
}

func TestExportSizes(t *testing.T) {
	w := newBench(t)
	for text, good := range map[string]bool{"1": true, " 800 ": true, "16384": true, "16385": false, "0": false, "-3": false, "a": false, "": false} {
		if err := w.sizeEntry(1).Validator(text); (err == nil) != good {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestClosingTheProgressStopsTheExport(t *testing.T) {
	w := newBench(t)
	path := filepath.Join(t.TempDir(), "map.png")
	began, stopped := make(chan struct{}), make(chan error, 1)
	w.writePicture(path, pictureFormat{"PNG", "png", func(ctx context.Context, _ io.Writer, _ export.Options) error {
		close(began)
		<-ctx.Done()
		stopped <- ctx.Err()
		return ctx.Err()
	}}, export.Options{})
	<-began
	w.o.Files.Hide()
	if err := <-stopped; !errors.Is(err, context.Canceled) {
		t.Errorf("the export ended with %v", err)
	}
	w.ui.Until(t, "the end", func() bool {
		left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*"))
		hidden, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*"))
		return len(left)+len(hidden) == 0
	})
	if w.o.Window.Canvas().Overlays().Top() != nil {
		t.Error("a stopped export complains")
	}
}

// TestClosingTheJobsRemovesAHalfWrittenPicture closes the jobs as the app does when it
// ends.
func TestClosingTheJobsRemovesAHalfWrittenPicture(t *testing.T) {
	w := newBench(t)
	folder := t.TempDir()
	began := make(chan struct{})
	w.writePicture(filepath.Join(folder, "map.png"), pictureFormat{"PNG", "png", func(ctx context.Context, _ io.Writer, _ export.Options) error {
		close(began)
		<-ctx.Done()
		return ctx.Err()
	}}, export.Options{})
	<-began
	w.ui.Jobs.Close(time.Minute)
	w.ui.Until(t, "an empty folder", func() bool {
		left, err := os.ReadDir(folder)
		return err == nil && len(left) == 0
	})
}

func TestPaperFillsInTheSize(t *testing.T) {
	w := newBench(t)
	f := w.newForm("400", "300")
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
		if o := f.options(w.o.Scene()); o.DotsPerInch != c.dots {
			t.Errorf("%+v: %v dots an inch", c, o.DotsPerInch)
		}
	}
}

// TestLineAboutAnExport opens a written file and its folder, and closes the line about it.
func TestLineAboutAnExport(t *testing.T) {
	w := newBench(t)
	w.ShowUnits(units.ExportState{Path: "/tmp/wards.kml", Count: 2})
	if !w.box.Visible() {
		t.Fatal("no line about the export")
	}
	buttons := map[string]func(){} // by text
	for _, b := range buttonsIn(w.box) {
		buttons[b.Text] = b.OnTapped
	}
	buttons["Open"]()
	buttons["Show in folder"]()
	if want := []string{"file:///tmp/wards.kml", "file:///tmp"}; !slices.Equal(w.opened, want) {
		t.Errorf("%q are opened, want %q", w.opened, want)
	}
	buttons[""]()
	w.ui.Rest(t)
	if w.ShowUnits(w.o.Units.State().Export); w.box.Visible() {
		t.Error("the line is still there")
	}
}

// TestLineAboutAPictureOutlivesALanguage checks that the line names the file until it is
// closed, also after a change of the language.
func TestLineAboutAPictureOutlivesALanguage(t *testing.T) {
	w := newBench(t)
	path := filepath.Join(t.TempDir(), "here.svg")
	w.writePicture(path, pictureFormat{"SVG", "svg", func(context.Context, io.Writer, export.Options) error { return nil }}, export.Options{})
	w.ui.Until(t, "the line", func() bool { return w.box.Visible() })
	w.ShowUnits(units.ExportState{Path: "/tmp/wards.kml", Count: 2})
	if n := len(buttonsIn(w.box)); n != 2*3 {
		t.Errorf("%d buttons, want two that open and one that closes of both lines", n)
	}
	w.ShowUnits(units.ExportState{})
	w.speak(t, "vi")
	if text := textsIn(w.box); !slices.Contains(text, "Đã lưu ảnh vào here.svg") {
		t.Errorf("the box says %q", text)
	}
	buttons := buttonsIn(w.box)
	buttons[len(buttons)-1].OnTapped()
	if w.box.Visible() {
		t.Error("the line is still there")
	}
	w.writePicture(path, pictureFormat{"SVG", "svg", func(context.Context, io.Writer, export.Options) error { return errors.New("no") }}, export.Options{})
	progress := w.o.Window.Canvas().Overlays().Top()
	w.ui.Until(t, "the complaint", func() bool { return w.o.Window.Canvas().Overlays().Top() != progress })
	if w.box.Visible() {
		t.Error("a line about a picture that was not written")
	}
}

func TestFileOfUnitsHasTheEndingOfItsFormat(t *testing.T) {
	w := newBench(t)
	asked := make(asking, 1)
	w.picker = asked
	row, _ := w.o.Units.Row("79")
	for _, f := range geofile.Formats() {
		w.saveUnits(units.BatchOf(row), f)
		if q := <-asked; q.Name != "79_ho_chi_minh"+f.Extension() || !slices.Equal(q.Extensions, []string{f.Extension()[1:]}) {
			t.Errorf("%s: asked %+v", f, q)
		}
	}
}

// TestOtherPartsAreReplacedAfterAQuestion exports a Shapefile next to a table of the same
// name, which no file dialog asks about.
func TestOtherPartsAreReplacedAfterAQuestion(t *testing.T) {
	w := newBench(t)
	folder := t.TempDir()
	table, shapes := filepath.Join(folder, "q.dbf"), filepath.Join(folder, "q.shp")
	if err := os.WriteFile(table, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	w.picker = choosing(shapes)
	row, _ := w.o.Units.Row("79")
	w.saveUnits(units.BatchOf(row), geofile.Shapefile)
	w.ui.Rest(t)
	if b, err := os.ReadFile(table); string(b) != "mine" || w.o.Units.State().Export != (units.ExportState{}) {
		t.Fatalf("before the answer, the table is replaced: %v; the export is %+v", err, w.o.Units.State().Export)
	}
	w.o.Files.Agree()
	w.ui.Until(t, "the export", func() bool { return w.o.Units.State().Export.Path == shapes })
	if b, err := os.ReadFile(table); string(b) == "mine" {
		t.Errorf("after the answer, the table is not replaced: %v", err)
	}
	if other := otherPart(shapes); other != "" {
		t.Errorf("for a file that exists the window asks about %s", other)
	}
}

// choosing is a Picker that always chooses the same file.
type choosing string

func (c choosing) Open(_ files.Question, done func(string, error)) { done(string(c), nil) }
func (c choosing) Save(_ files.Question, done func(string, error)) { done(string(c), nil) }

func (c choosing) Folder(_ files.Question, done func(string, error)) { done(string(c), nil) }

// asking is a Picker that only records questions.
type asking chan files.Question

func (a asking) Open(q files.Question, _ func(string, error)) { a <- q }
func (a asking) Save(q files.Question, _ func(string, error)) { a <- q }

func (a asking) Folder(q files.Question, _ func(string, error)) { a <- q }

// textsIn returns the texts of the visible labels in o.
func textsIn(o fyne.CanvasObject) (texts []string) {
	for _, o := range visible(o) {
		if label, ok := o.(*widget.Label); ok {
			texts = append(texts, label.Text)
		}
	}
	return texts
}

// buttonsIn returns the visible buttons in o.
func buttonsIn(o fyne.CanvasObject) (list []*kit.Button) {
	for _, o := range visible(o) {
		if b, ok := o.(*kit.Button); ok {
			list = append(list, b)
		}
	}
	return list
}

// visible returns o and all objects in it that are not hidden.
func visible(o fyne.CanvasObject) (list []fyne.CanvasObject) {
	if !o.Visible() {
		return nil
	}
	list = append(list, o)
	if c, ok := o.(*fyne.Container); ok {
		for _, child := range c.Objects {
			list = append(list, visible(child)...)
		}
	}
	return list
}
