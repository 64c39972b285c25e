// SPDX-License-Identifier: MIT

package trips

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// pinnedHeader covers the top of the list with the header of the group whose trips are there,
// while that header is scrolled away. Its content has the size of the list, and all but the
// header lets clicks through.
type pinnedHeader struct {
	content *container.Clip
	header  fyne.CanvasObject
	row     *row
}

func newPinnedHeader(p *Panel) *pinnedHeader {
	h := &pinnedHeader{row: newRow(p)}
	ground := canvas.NewRectangle(theme.Color(theme.ColorNameBackground))
	h.header = container.NewStack(ground, container.NewBorder(nil, widget.NewSeparator(), nil, nil, h.row))
	h.content = container.NewClip(container.NewWithoutLayout(h.header)) // it leaves over the top
	h.content.Hide()
	return h
}

// height returns the height of the header (logical pixels).
func (h *pinnedHeader) height() float32 { return h.header.MinSize().Height }

// show shows the header of a line at a height of the list.
func (h *pinnedHeader) show(line int, y, width float32) {
	h.row.showLine(line)
	h.header.Move(fyne.NewPos(0, y))
	h.header.Resize(fyne.NewSize(width, h.height()))
	h.content.Show()
}
