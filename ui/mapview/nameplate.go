// SPDX-License-Identifier: MIT

package mapview

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"

	"roadsnap/ui/kit"
)

// NamePlate shows the unit under the cursor, on every panel of the window. Its
// place is fixed; only long names widen it.
type NamePlate struct {
	name, detail *canvas.Text
	more         *fyne.Container // further lines of a long detail
	said         string          // the whole detail
	plate        fyne.CanvasObject
	Content      fyne.CanvasObject
	least        fyne.Size // least size of the plate
}

// plateWidth is the least width of the plate (logical pixels), which fits the
// text under most names.
const plateWidth = 190

// plateLetters is the greatest length of a line of the detail; that of a unit is
// shorter.
const plateLetters = 44

// NewNamePlate returns a plate that is hidden.
func NewNamePlate() *NamePlate {
	ink := theme.Color(theme.ColorNameForeground)
	h := &NamePlate{name: canvas.NewText("", ink), detail: canvas.NewText("", theme.Color(theme.ColorNamePlaceHolder))}
	h.name.TextSize, h.name.TextStyle.Bold = theme.TextSize(), true
	h.detail.TextSize = theme.CaptionTextSize()
	h.more = container.New(layout.NewCustomPaddedVBoxLayout(0))
	room := canvas.NewRectangle(nil)
	room.SetMinSize(fyne.NewSize(kit.WithText(plateWidth), 0))
	h.plate = kit.Plate(container.NewStack(room, container.New(layout.NewCustomPaddedVBoxLayout(0), h.name, h.detail, h.more)))
	h.least = h.plate.MinSize()
	h.plate.Hide()
	h.Content = container.NewVBox(container.NewHBox(h.plate, layout.NewSpacer()), layout.NewSpacer())
	return h
}

// covers returns the part of the map for the plate, even while it is hidden,
// because otherwise names would flicker with the pointer. Few units need a wider
// plate.
func (h *NamePlate) covers() Part { return Part{size: h.least} }

// Said returns the text of the plate, "" while it is hidden.
func (h *NamePlate) Said() (name, detail string) {
	if !h.plate.Visible() {
		return "", ""
	}
	return h.name.Text, h.said
}

// Show shows the name of a unit; an empty name hides the plate.
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
