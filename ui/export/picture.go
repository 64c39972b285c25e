// SPDX-License-Identifier: MIT

package export

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"roadsnap/internal/atomicfile"
	"roadsnap/ui/files"
	"roadsnap/ui/job"
	"roadsnap/ui/kit"
	"roadsnap/ui/mapdraw/export"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/text"
)

// pictureFormat is a file format for pictures of the map.
type pictureFormat struct {
	name      string // the same in every language
	extension string // without the dot
	export    func(context.Context, io.Writer, export.Options) error
}

var pictureFormats = []pictureFormat{
	{"PNG", "png", export.PNG},
	{"SVG", "svg", export.SVG},
	{"PDF", "pdf", export.PDF},
}

// paper is a paper format.
type paper struct {
	name        string // the same in every language
	long, short int    // sides (pixels at paperDots)
}

// paperDots is the resolution of pictures in paper formats (pixels per inch).
const paperDots = 300

var papers = []paper{
	{"A4", 3508, 2480}, {"A3", 4961, 3508}, {"A2", 7016, 4961}, {"A1", 9933, 7016}, {"A0", 14043, 9933},
}

// sides returns width and height (pixels), in landscape if wide.
func (p paper) sides(wide bool) (width, height int) {
	if wide {
		return p.long, p.short
	}
	return p.short, p.long
}

// form holds the fields of the dialog for exporting a picture.
type form struct {
	title         *kit.Entry
	source        *kit.Entry // of the values of layers; nil if none are drawn
	size          *kit.Choice
	width, height *kit.Entry
	format        *kit.Options // in the order of pictureFormats
	finer, legend *kit.Check
}

// AskPicture asks for size, format and file of a picture of the map and writes it.
func (e *Exports) AskPicture() {
	scene := e.o.Scene()
	t, view := e.words.T, scene.View
	f := &form{
		title: e.titleEntry(),
		width: e.sizeEntry(view.Width), height: e.sizeEntry(view.Height),
		finer: kit.NewCheck(t("maps.export.finer")), legend: kit.NewCheck(t("maps.export.legend")),
	}
	f.size = e.sizeChoice(f, view)
	var names []string
	for _, p := range pictureFormats {
		names = append(names, p.name)
	}
	f.format = kit.NewOptions(names, true)
	f.legend.SetChecked(true)
	items := []*widget.FormItem{widget.NewFormItem(t("maps.export.title"), f.title)}
	if len(scene.Colours) > 0 {
		f.source = kit.NewEntry()
		f.source.OnSubmitted = func(string) { e.o.Files.Agree() }
		items = append(items, widget.NewFormItem(t("maps.export.source"), f.source))
	}
	items = append(items,
		widget.NewFormItem(t("maps.export.format"), f.format.Content),
		widget.NewFormItem(t("maps.size"), f.size),
		widget.NewFormItem(t("maps.export.width"), f.width),
		widget.NewFormItem(t("maps.export.height"), f.height),
		widget.NewFormItem("", f.finer),
		widget.NewFormItem("", f.legend),
	)
	box := dialog.NewForm(files.Titled(t("maps.export.picture")), t("maps.export.save"), t("dialog.cancel"), items, func(yes bool) {
		if yes {
			e.savePicture(f)
		}
	}, e.o.Window)
	e.o.Files.Show(box, fyne.NewSize(440, 0))
}

// sizeChoice returns a choice that fills the fields of f with the size of the screen or of
// a paper format.
func (e *Exports) sizeChoice(f *form, viewport view.Viewport) *kit.Choice {
	names := []string{e.words.T("maps.export.screen")}
	for _, p := range papers {
		names = append(names, e.words.T("maps.export.paper", "paper", p.name, "dots", e.words.Number(paperDots, 0)))
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

// titleEntry returns a field with the title of the picture.
func (e *Exports) titleEntry() *kit.Entry {
	entry := kit.NewEntry()
	entry.OnSubmitted = func(string) { e.o.Files.Agree() }
	e.o.Title(func(title string) {
		if entry.Text == "" {
			entry.SetText(title)
		}
	})
	return entry
}

// sizeEntry returns a field for a number of pixels.
func (e *Exports) sizeEntry(pixels int) *kit.Entry {
	entry := kit.NewEntry()
	entry.SetText(strconv.Itoa(pixels))
	entry.OnSubmitted = func(string) { e.o.Files.Agree() }
	entry.Validator = func(text string) error {
		if n, err := strconv.Atoi(strings.TrimSpace(text)); err != nil || n < 1 || n > export.MaxSide {
			return errors.New(e.words.T("maps.export.size", "most", e.words.Number(export.MaxSide, 0)))
		}
		return nil
	}
	return entry
}

// savePicture asks for the file of the picture and writes it, in the format of its ending.
func (e *Exports) savePicture(f *form) {
	format := pictureFormats[f.format.Chosen]
	var others []string
	for _, x := range pictureFormats {
		others = append(others, x.extension)
	}
	o := f.options(e.o.Scene())
	q := files.Question{
		Title: files.Titled(e.words.T("maps.export.picture")), Kind: format.name, AllFiles: e.words.T("files.all"),
		Extensions: []string{format.extension}, Others: others, Name: e.pictureName(f.title.Text) + "." + format.extension,
	}
	e.o.Files.Save(q, func(path string) {
		end := strings.ToLower(filepath.Ext(path)[1:])
		written := slices.IndexFunc(pictureFormats, func(x pictureFormat) bool { return x.extension == end })
		e.writePicture(path, pictureFormats[written], o)
	})
}

// options returns scene with the choices of f.
func (f *form) options(scene export.Options) export.Options {
	pixels := func(e *kit.Entry) int {
		n, _ := strconv.Atoi(strings.TrimSpace(e.Text)) // checked by the validator
		return n
	}
	scene.Title = strings.TrimSpace(f.title.Text)
	if f.source != nil {
		if source := strings.TrimSpace(f.source.Text); source != "" {
			scene.Licence = source + " · " + cmp.Or(scene.Licence, export.OSMLicence)
		}
	}
	scene.Width, scene.Height = pixels(f.width), pixels(f.height)
	for _, p := range papers {
		if width, height := p.sides(scene.Width >= scene.Height); scene.Width == width && scene.Height == height {
			scene.DotsPerInch = paperDots
		}
	}
	if scene.Title == "" {
		scene.Subtitle = ""
	}
	if f.finer.Checked {
		scene.Scale = scene.View.Scale
	}
	if !f.legend.Checked {
		scene.Legend, scene.Colours, scene.Scales = nil, nil, nil
	}
	return scene
}

// writePicture draws a picture to a file in the background and shows its progress in a
// dialog. Closing the dialog cancels it.
func (e *Exports) writePicture(path string, format pictureFormat, o export.Options) {
	bar := widget.NewProgressBar()
	box := dialog.NewCustom(files.Titled(e.words.T("maps.export.picture")), e.words.T("dialog.cancel"),
		container.NewVBox(widget.NewLabel(filepath.Base(path)), bar), e.o.Window)
	drawing := job.Report(e.o.Jobs, bar.SetValue, func(ctx context.Context, report func(float64)) func() {
		o.OnProgress = func(done, total int) { report(float64(done) / float64(total)) }
		err := atomicfile.Write(path, 0o644, func(out io.Writer) error { return format.export(ctx, out, o) })
		return func() {
			if box.Hide(); err != nil {
				e.o.Files.Complain(text.Writing(fmt.Errorf("write %s: %w", path, err)))
			} else {
				e.showPicture(path)
			}
		}
	})
	box.SetOnClosed(drawing.Cancel)
	e.o.Files.Show(box, fyne.NewSize(360, 0))
}
