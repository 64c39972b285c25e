package mapview

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"

	"roadsnap/ui/kit"
)

// NamePlate says on the map which unit lies under the cursor, in every place of the
// window. It stands still: only names longer than most widen it.
type NamePlate struct {
	name, detail *canvas.Text
	more         *fyne.Container // lines of the detail that are longer than one
	said         string          // the whole detail
	plate        fyne.CanvasObject
	Content      fyne.CanvasObject
	least        fyne.Size // of the plate
}

// plateWidth is the least width of the plate, in logical pixels: that of the text
// under most names.
const plateWidth = 190

// plateLetters is how long a line of the detail may be: that of a unit is shorter.
const plateLetters = 44

// NewNamePlate returns a plate that is hidden.
func NewNamePlate() *NamePlate {
	ink := theme.Color(theme.ColorNameForeground)
	h := &NamePlate{name: canvas.NewText("", ink), detail: canvas.NewText("", theme.Color(theme.ColorNamePlaceHolder))}
	h.name.TextSize, h.name.TextStyle.Bold = theme.TextSize(), true
	h.detail.TextSize = theme.CaptionTextSize()
	h.more = container.New(layout.NewCustomPaddedVBoxLayout(0))
	room := canvas.NewRectangle(nil)
	room.SetMinSize(fyne.NewSize(plateWidth, 0))
	h.plate = kit.Plate(container.NewStack(room, container.New(layout.NewCustomPaddedVBoxLayout(0), h.name, h.detail, h.more)))
	h.least = h.plate.MinSize()
	h.plate.Hide()
	h.Content = container.NewVBox(container.NewHBox(h.plate, layout.NewSpacer()), layout.NewSpacer())
	return h
}

// covers returns the part of the map that the box is for, whether it is there or
// not: names would come and go with the pointer. Few units need a wider one.
func (h *NamePlate) covers() Part { return Part{size: h.least} }

// Said returns what the box says, "" while it is hidden.
func (h *NamePlate) Said() (name, detail string) {
	if !h.plate.Visible() {
		return "", ""
	}
	return h.name.Text, h.said
}

// Show says that the unit is so called; no name hides the box.
func (h *NamePlate) Show(name, detail string) {
	if h.name.Text == name && h.said == detail {
		return
	}
	lines := kit.BreakLines(detail, plateLetters)
	h.name.Text, h.detail.Text, h.said = name, lines[0], detail
	h.more.RemoveAll()
	for _, line := range lines[1:] {
		text := canvas.NewText(line, h.detail.Color)
		text.TextSize = h.detail.TextSize
		h.more.Add(text)
	}
	kit.SetVisible(h.plate, name != "")
	h.Content.Refresh()
}
