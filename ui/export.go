package ui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/files"
	"roadsnap/ui/job"
	"roadsnap/ui/kit"
	"roadsnap/ui/mapdraw/export"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/mapview"
	"roadsnap/ui/pointer"
	"roadsnap/ui/text"
)

// pictureFormat is a kind of file that pictures of the map are exported to.
type pictureFormat struct {
	name      string // the same in every language
	extension string // without the dot
	export    func(context.Context, io.Writer, export.Options) error
}

var pictureFormats = []pictureFormat{
	{"PNG", "png", export.PNG},
	{"SVG", "svg", export.SVG},
}

// paper is a sheet, its sides in pixels at paperDots, the longer one first.
type paper struct {
	name        string // the same in every language
	long, short int
}

// paperDots is how many pixels an inch of paper has.
const paperDots = 300

var papers = []paper{
	{"A4", 3508, 2480}, {"A3", 4961, 3508}, {"A2", 7016, 4961}, {"A1", 9933, 7016}, {"A0", 14043, 9933},
}

// sides returns width and height of the sheet, laid as a picture of that shape.
func (p paper) sides(wide bool) (width, height int) {
	if wide {
		return p.long, p.short
	}
	return p.short, p.long
}

// exportForm asks how large a picture of the map is to be, and of what kind.
type exportForm struct {
	size          *kit.Choice
	width, height *widget.Entry
	format        *kit.Options // by pictureFormats
	finer, legend *kit.Check
}

// exportPicture asks for the picture's size and kind, then for its file.
func (w *Window) exportPicture() {
	t, view := w.words.T, w.mapView.View()
	f := &exportForm{
		width: w.sizeEntry(view.Width), height: w.sizeEntry(view.Height),
		finer: kit.NewCheck(t("maps.export.finer")), legend: kit.NewCheck(t("maps.export.legend")),
	}
	f.size = w.sizeChoice(f, view)
	var names []string
	for _, p := range pictureFormats {
		names = append(names, p.name)
	}
	f.format = kit.NewOptions(names, true)
	f.legend.SetChecked(true)
	box := dialog.NewForm(t("maps.export.picture"), t("maps.export.save"), t("dialog.cancel"), []*widget.FormItem{
		widget.NewFormItem(t("maps.export.format"), f.format.Content),
		widget.NewFormItem(t("maps.size"), f.size),
		widget.NewFormItem(t("maps.export.width"), f.width),
		widget.NewFormItem(t("maps.export.height"), f.height),
		widget.NewFormItem("", f.finer),
		widget.NewFormItem("", f.legend),
	}, func(yes bool) {
		if yes {
			w.savePicture(f)
		}
	}, w.window)
	w.files.Show(box, fyne.NewSize(440, 0))
}

// sizeChoice fills the fields of f with the size of the screen or of a sheet of
// paper.
func (w *Window) sizeChoice(f *exportForm, viewport view.Viewport) *kit.Choice {
	names := []string{w.words.T("maps.export.screen")}
	for _, p := range papers {
		names = append(names, w.words.T("maps.export.paper", "paper", p.name, "dots", w.words.Number(paperDots, 0)))
	}
	choice := kit.NewChoice(names)
	choice.SetSelectedIndex(0)
	choice.OnChanged = func(string) {
		width, height := viewport.Width, viewport.Height
		if i := choice.SelectedIndex(); i > 0 {
			width, height = papers[i-1].sides(viewport.Width >= viewport.Height)
		}
		f.width.SetText(strconv.Itoa(width))
		f.height.SetText(strconv.Itoa(height))
	}
	return choice
}

// sizeEntry is a field for a number of pixels.
func (w *Window) sizeEntry(pixels int) *widget.Entry {
	e := widget.NewEntry()
	e.SetText(strconv.Itoa(pixels))
	e.OnSubmitted = func(string) { w.files.Agree() }
	e.Validator = func(text string) error {
		if n, err := strconv.Atoi(strings.TrimSpace(text)); err != nil || n < 1 || n > export.MaxSide {
			return errors.New(w.words.T("maps.export.size", "most", w.words.Number(export.MaxSide, 0)))
		}
		return nil
	}
	return e
}

// savePicture asks where the picture of f is to go, and makes it.
func (w *Window) savePicture(f *exportForm) {
	format := pictureFormats[f.format.Chosen]
	o := w.exportOptions(f)
	q := files.Question{
		Title: w.words.T("maps.export.picture"), Kind: format.name, AllFiles: w.words.T("files.all"),
		Extensions: []string{format.extension}, Name: "roadsnap." + format.extension,
	}
	w.files.Save(q, func(path string) {
		if filepath.Ext(path) == "" {
			path += "." + format.extension
		}
		w.writePicture(path, format, o)
	})
}

// exportOptions returns what f asks for of what the map shows now.
func (w *Window) exportOptions(f *exportForm) export.Options {
	pixels := func(e *widget.Entry) int {
		n, _ := strconv.Atoi(strings.TrimSpace(e.Text)) // the form has looked at it
		return n
	}
	o := export.Options{
		Source: w.o.Source, Theme: w.theme, Fonts: w.o.Fonts, View: w.mapView.View(),
		Width: pixels(f.width), Height: pixels(f.height), ScaleBar: true,
		// Where the pointer was on its way to the menu is no part of a measurement.
		Overlays: slices.Concat(w.mapView.Overlays(), w.marks(false)),
		Licence:  strings.Join(w.o.Maps.State().Notices(), " · "),
	}
	for _, p := range papers {
		if width, height := p.sides(o.Width >= o.Height); o.Width == width && o.Height == height {
			o.DotsPerInch = paperDots
		}
	}
	if f.finer.Checked {
		o.Scale = o.View.Scale
	}
	if at, text := w.measureNote(); text != "" {
		o.Notes = []export.Note{{At: at, Text: text}}
	}
	if f.legend.Checked {
		o.Legend = append(w.exportLegend(), w.unitsLegend()...)
	}
	return o
}

// exportLegend explains the trip on the map, and what was clicked. What is measured
// says what it is by the note beside it.
func (w *Window) exportLegend() (rows []export.LegendRow) {
	if w.drawnTrip != nil {
		_, samples := tripOverlays(w.drawnTrip)
		for _, s := range samples {
			rows = append(rows, export.LegendRow{Sample: s, Text: mapview.LegendText(w.words, s)})
		}
	}
	switch here := w.finder.State().Selected; {
	case !w.finder.State().HasSelected || w.ruler.Active():
	case here.HasRoad && !here.HasFix:
		rows = append(rows, export.LegendRow{Sample: export.SampleRoad, Text: legendRoad(w.words, here.Road)})
	default:
		rows = append(rows, export.LegendRow{Sample: export.SampleSelected, Text: mapview.LegendText(w.words, export.SampleSelected)})
	}
	return rows
}

// legendRoad names a road, one without a name by its class.
func legendRoad(words text.Catalogue, r pointer.Road) string {
	if r.Name != "" || r.Ref != "" {
		return r.Title(words)
	}
	return capital(words.Class(r.Kind))
}

// unitsLegend explains borders and the selected units; the picture leaves out what it does
// not show.
func (w *Window) unitsLegend() []export.LegendRow {
	selected := w.words.T("legend.units")
	if s := w.o.Units.State().Selection; len(s) == 1 {
		selected = s[0].Name()
	}
	return []export.LegendRow{
		{Sample: export.SampleProvinceBorder, Text: w.words.T("legend.province_border")},
		{Sample: export.SampleWardBorder, Text: w.words.T("legend.ward_border")},
		{Sample: export.SampleUnit, Text: selected},
	}
}

// capital returns a text with its first letter as a capital, as rows of a legend begin.
func capital(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}

// writePicture draws a picture into a file and shows how far it is. Closing that
// stops it.
func (w *Window) writePicture(path string, format pictureFormat, o export.Options) {
	bar := widget.NewProgressBar()
	box := dialog.NewCustom(w.words.T("maps.export.picture"), w.words.T("dialog.cancel"),
		container.NewVBox(widget.NewLabel(filepath.Base(path)), bar), w.window)
	drawing := job.Report(w.o.Jobs, bar.SetValue, func(ctx context.Context, report func(float64)) func() {
		o.OnProgress = func(done, total int) { report(float64(done) / float64(total)) }
		err := replaceFile(path, func(out io.Writer) error { return format.export(ctx, out, o) })
		return func() {
			if box.Hide(); err != nil {
				w.files.Complain(err)
			} else {
				w.tellPicture(path)
			}
		}
	})
	box.SetOnClosed(drawing.Cancel)
	w.files.Show(box, fyne.NewSize(360, 0))
}

// tellPicture says where a picture was written to, "" that it need not be told any more.
func (w *Window) tellPicture(path string) {
	w.picture = path
	w.exportBox.showPicture(path, w.forgetPicture)
}

func (w *Window) forgetPicture() { w.tellPicture("") }

// replaceFile writes a file that is there only when all of it is.
func replaceFile(path string, write func(io.Writer) error) (err error) {
	file, err := os.CreateTemp(filepath.Dir(path), ".roadsnap-*.partial")
	if err != nil {
		return text.Writing(fmt.Errorf("ui: write %s: %w", path, err))
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(file.Name()))
		}
	}()
	err = errors.Join(write(file), file.Chmod(0o644), file.Sync(), file.Close())
	if err != nil {
		return fmt.Errorf("ui: write %s: %w", path, err)
	}
	return os.Rename(file.Name(), path)
}
