package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"roadsnap/engine/geo"
)

// mapNote is a line of text at a point of the map.
type mapNote struct {
	text    *canvas.Text
	content fyne.CanvasObject
	at      geo.Point
}

func newMapNote() *mapNote {
	n := &mapNote{text: canvas.NewText("", theme.Color(theme.ColorNameForeground))}
	n.text.TextSize = theme.CaptionTextSize()
	n.text.TextStyle.Bold = true
	n.content = plate(n.text)
	n.content.Hide()
	return n
}

// show puts text at a point; an empty one takes the note away.
func (n *mapNote) show(m *mapView, at geo.Point, text string) {
	n.at, n.text.Text = at, text
	seen(n.content, text != "")
	n.place(m)
	n.text.Refresh()
}

// noteGap is the distance of the note from its point, in logical pixels.
const noteGap = 8

// place moves the note to its point, and out of the way of the map's edges.
func (n *mapNote) place(m *mapView) {
	if !n.content.Visible() || m.view.Scale <= 0 {
		return
	}
	x, y := m.view.ToScreen(n.at)
	size, room := n.content.MinSize(), m.Size()
	left, top := float32(x/m.view.Scale)+noteGap, float32(y/m.view.Scale)-noteGap-size.Height
	n.content.Resize(size)
	n.content.Move(fyne.NewPos(between(left, 0, room.Width-size.Width), between(top, 0, room.Height-size.Height)))
}
