// SPDX-License-Identifier: MIT

package mapview

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"roadsnap/engine/geo"
	"roadsnap/ui/kit"
)

// note is a line of text at a point of the map.
type note struct {
	text    *canvas.Text
	content fyne.CanvasObject
	at      geo.Point
}

func newNote() *note {
	n := &note{text: canvas.NewText("", theme.Color(theme.ColorNameForeground))}
	n.text.TextSize = theme.CaptionTextSize()
	n.text.TextStyle.Bold = true
	n.content = kit.Plate(n.text)
	n.content.Hide()
	return n
}

// show shows text at a point; an empty text hides the note.
func (n *note) show(m *Map, at geo.Point, text string) {
	n.at, n.text.Text = at, text
	kit.SetVisible(n.content, text != "")
	n.place(m)
	n.text.Refresh()
}

// noteGap is the distance of the note from its point (logical pixels).
const noteGap = 8

// place moves the note to its point, and away from the edges of the map.
func (n *note) place(m *Map) {
	if !n.content.Visible() || m.view.Scale <= 0 {
		return
	}
	x, y := m.view.ToScreen(n.at)
	size, room := n.content.MinSize(), m.Size()
	left, top := float32(x/m.view.Scale)+noteGap, float32(y/m.view.Scale)-noteGap-size.Height
	n.content.Resize(size)
	n.content.Move(fyne.NewPos(kit.Clamp(left, 0, room.Width-size.Width), kit.Clamp(top, 0, room.Height-size.Height)))
}
