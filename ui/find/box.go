// SPDX-License-Identifier: MIT

package find

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine"
	"roadsnap/ui/kit"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/text"
)

// Actions are what the box asks the window to do.
type Actions struct {
	Go    func(engine.Found) // shows a result on the map
	Clear func()             // removes the mark of the last result from the map
	Leave func()             // takes the focus from the field
}

// Box is the search field on the map with its results.
type Box struct {
	words   text.Catalogue
	theme   *style.Theme
	model   *Model
	do      Actions
	field   *field
	rows    *fyne.Container
	list    fyne.CanvasObject // the plate under the rows
	content *fyne.Container
}

// New returns the box. Its icons have the colours of a theme.
func New(words text.Catalogue, th *style.Theme, model *Model, do Actions) *Box {
	b := &Box{words: words, theme: th, model: model, do: do, field: newField()}
	b.field.SetPlaceHolder(words.T("find.hint"))
	b.field.SetText(model.State().Text)
	b.field.OnChanged = model.Ask
	b.field.onKey = b.typedKey
	b.rows = container.New(layout.NewCustomPaddedVBoxLayout(0))
	ground := canvas.NewRectangle(theme.Color(theme.ColorNameOverlayBackground))
	ground.CornerRadius = theme.InputRadiusSize()
	b.list = container.NewStack(ground, b.rows)
	b.content = container.New(corner{}, b.field, b.list)
	b.Show()
	return b
}

// Content returns the box, to be stacked over the map.
func (b *Box) Content() fyne.CanvasObject { return b.content }

// Field returns the field.
func (b *Box) Field() fyne.Focusable { return b.field }

// Show shows the state of the model.
func (b *Box) Show() {
	s := b.model.State()
	b.rows.RemoveAll()
	for i, f := range s.Results {
		if i == 0 || GroupOf(f) != GroupOf(s.Results[i-1]) {
			b.rows.Add(caption(b.groupName(GroupOf(f))))
		}
		b.rows.Add(newRow(Title(b.words, f), Detail(b.words, f, true), siteIcon(b.theme, f.Category), i == s.Chosen, func() { b.leadTo(f) }))
	}
	if s.Done && len(s.Results) == 0 {
		b.rows.Add(caption(b.failure(s)))
	}
	kit.SetVisible(b.list, len(b.rows.Objects) > 0)
	b.content.Refresh()
}

func (b *Box) groupName(g Group) string {
	switch g {
	case Points:
		return b.words.T("find.group.points")
	case Streets:
		return b.words.T("find.group.streets")
	case Sites:
		return b.words.T("find.group.sites")
	case Places:
		return b.words.T("find.group.places")
	default:
		return b.words.T("find.group.units")
	}
}

// failure returns the text for no results.
func (b *Box) failure(s State) string {
	switch {
	case s.Err != nil:
		return b.words.T(text.Explain(s.Err).Sentence)
	case s.Link:
		return b.words.T("find.link")
	default:
		return b.words.T("find.nothing")
	}
}

// typedKey reports whether it has used a key of the field.
func (b *Box) typedKey(name fyne.KeyName) bool {
	switch name {
	case fyne.KeyDown:
		b.model.Choose(1)
	case fyne.KeyUp:
		b.model.Choose(-1)
	case fyne.KeyReturn, fyne.KeyEnter:
		if f, ok := b.model.Chosen(); ok {
			b.leadTo(f)
		}
	case fyne.KeyEscape:
		b.Close()
	default:
		return false
	}
	return true
}

// leadTo shows a result on the map and hides the others. The text stays for another
// search.
func (b *Box) leadTo(f engine.Found) {
	b.model.Ask("")
	b.field.hold(Title(b.words, f))
	b.do.Leave()
	b.do.Go(f)
}

// Close empties the box and takes the focus from it.
func (b *Box) Close() {
	b.field.hold("")
	b.model.Ask("")
	b.do.Clear()
	b.do.Leave()
}

// caption returns a line above a group.
func caption(line string) fyne.CanvasObject {
	t := canvas.NewText(line, theme.Color(theme.ColorNamePlaceHolder))
	t.TextSize = theme.CaptionTextSize()
	return container.New(layout.NewCustomPaddedLayout(4, 2, rowPadding, rowPadding), t)
}

// Sizes of the box (logical pixels).
const (
	boxWidth   = 330
	boxMargin  = 6
	boxButtons = 52 // width of the buttons on the map, which stay free
	rowPadding = 8
)

// corner is the layout of the box at the upper right of the map, left of the buttons.
// It needs no room, so that the map can be as small as without it.
type corner struct{}

// MinSize implements fyne.Layout.
func (corner) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

// Layout implements fyne.Layout.
func (corner) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	field, list := objects[0], objects[1]
	at, room := placeOf(field, size)
	field.Move(at)
	field.Resize(room)
	list.Move(at.AddXY(0, room.Height+2))
	list.Resize(fyne.NewSize(room.Width, list.MinSize().Height+boxMargin))
}

// placeOf returns the position and the size of the field on a map of a size.
func placeOf(field fyne.CanvasObject, size fyne.Size) (fyne.Position, fyne.Size) {
	width := max(min(boxWidth, size.Width-boxButtons-2*boxMargin), 0)
	return fyne.NewPos(size.Width-boxButtons-width, boxMargin), fyne.NewSize(width, field.MinSize().Height)
}

// Place returns the position and the size of the field on a map of a size.
func (b *Box) Place(size fyne.Size) (fyne.Position, fyne.Size) { return placeOf(b.field, size) }

// field is the text field of the box.
type field struct {
	widget.Entry
	onKey func(fyne.KeyName) bool
}

func newField() *field {
	f := &field{}
	f.ExtendBaseWidget(f)
	return f
}

// TypedKey implements fyne.Focusable.
func (f *field) TypedKey(e *fyne.KeyEvent) {
	if !f.onKey(e.Name) {
		f.Entry.TypedKey(e)
	}
}

// FocusGained implements fyne.Focusable. The text is selected, so that typing replaces it.
func (f *field) FocusGained() {
	f.Entry.FocusGained()
	if f.Text != "" {
		f.Entry.TypedShortcut(&fyne.ShortcutSelectAll{})
	}
}

// hold shows a text without searching for it.
func (f *field) hold(text string) {
	changed := f.OnChanged
	f.OnChanged = nil
	f.SetText(text)
	f.OnChanged = changed
}
