package export

import (
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
	"roadsnap/ui/text"
	"roadsnap/ui/units"
)

// box shows under the list of every place how far an export of units is, and what
// became of the last exports.
type box struct {
	words   text.Catalogue
	units   *units.Model
	state   units.ExportState
	bar     *widget.ProgressBar
	ofUnits *fyne.Container
	picture *fyne.Container
	content *fyne.Container
}

func newBox(words text.Catalogue, model *units.Model) *box {
	b := &box{
		words: words, units: model, bar: widget.NewProgressBar(),
		ofUnits: container.NewVBox(), picture: container.NewVBox(),
	}
	b.content = container.NewVBox(widget.NewSeparator(), container.NewPadded(container.NewVBox(b.ofUnits, b.picture)))
	return b
}

// show takes over what is known of the last export of units.
func (b *box) show(e units.ExportState) {
	if e.Total > 0 {
		b.bar.SetValue(float64(e.Done) / float64(e.Total))
	}
	if e.Busy == b.state.Busy && e.Path == b.state.Path && e.Problem == b.state.Problem && e.Count == b.state.Count {
		return
	}
	b.state = e
	b.ofUnits.RemoveAll()
	switch {
	case e.Busy:
		b.ofUnits.Add(container.NewBorder(nil, nil, nil, kit.IconButton(theme.CancelIcon(), b.words.T("dialog.cancel"), b.units.CancelExport), b.bar))
	case !e.Problem.Empty():
		b.ofUnits.Add(b.closable(kit.Notice(b.words, e.Problem), b.units.ForgetExport))
	case e.Path != "":
		text := b.words.T("units.export.done", "n", b.words.Count(e.Count), "file", filepath.Base(e.Path))
		b.ofUnits.Add(b.closable(kit.Wrapped(text, widget.SuccessImportance), b.units.ForgetExport))
	}
	b.refresh()
}

// showPicture tells of the picture that was written to a path; "" is none.
func (b *box) showPicture(path string, forget func()) {
	b.picture.RemoveAll()
	if path != "" {
		text := b.words.T("maps.export.done", "file", filepath.Base(path))
		b.picture.Add(b.closable(kit.Wrapped(text, widget.SuccessImportance), forget))
	}
	b.refresh()
}

func (b *box) refresh() {
	kit.SetVisible(b.ofUnits, len(b.ofUnits.Objects) > 0)
	kit.SetVisible(b.picture, len(b.picture.Objects) > 0)
	kit.SetVisible(b.content, len(b.ofUnits.Objects)+len(b.picture.Objects) > 0)
	b.content.Refresh()
}

// closable puts a button next to the line about an export that removes the line.
func (b *box) closable(o fyne.CanvasObject, forget func()) fyne.CanvasObject {
	return kit.Closable(o, b.words.T("dialog.close"), forget)
}
