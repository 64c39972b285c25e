package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
)

// hereBox says on the map which unit lies under the cursor, in every place of the
// window. It stands still: only names longer than most widen it.
type hereBox struct {
	name, detail *canvas.Text
	plate        fyne.CanvasObject
	content      fyne.CanvasObject
	least        fyne.Size // of the plate
}

// hereWidth is the least width of the plate, in logical pixels: that of the text
// under most names.
const hereWidth = 190

func newHereBox() *hereBox {
	ink := theme.Color(theme.ColorNameForeground)
	h := &hereBox{name: canvas.NewText("", ink), detail: canvas.NewText("", theme.Color(theme.ColorNamePlaceHolder))}
	h.name.TextSize, h.name.TextStyle.Bold = theme.TextSize(), true
	h.detail.TextSize = theme.CaptionTextSize()
	room := canvas.NewRectangle(nil)
	room.SetMinSize(fyne.NewSize(hereWidth, 0))
	h.plate = plate(container.NewStack(room, container.New(layout.NewCustomPaddedVBoxLayout(0), h.name, h.detail)))
	h.least = h.plate.MinSize()
	h.plate.Hide()
	h.content = container.NewVBox(container.NewHBox(h.plate, layout.NewSpacer()), layout.NewSpacer())
	return h
}

// covers returns the part of the map that the box is for, whether it is there or
// not: names would come and go with the pointer. Few units need a wider one.
func (h *hereBox) covers() mapPart { return mapPart{size: h.least} }

// show says that the unit is so called; no name hides the box.
func (h *hereBox) show(name, detail string) {
	if h.name.Text == name && h.detail.Text == detail {
		return
	}
	h.name.Text, h.detail.Text = name, detail
	seen(h.plate, name != "")
	h.content.Refresh()
}
