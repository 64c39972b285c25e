// SPDX-License-Identifier: MIT

package timeline

import (
	"fyne.io/fyne/v2"

	"roadsnap/ui/kit"
)

// barLayout lays out the bar of playback: the buttons with the clock, the speed, the place,
// the tools, the menu of the graphs as a text, the same as an icon, and the buttons at the
// end. Only one of the two menus is shown. The place takes the room that the others leave. With
// less than roadRoom the menu becomes an icon, and with less than placeRoom the menu, the tools
// and the speed are hidden in turn. The speed keeps the room of the widest so far, because
// buttons would come and go with it otherwise.
type barLayout struct{ speed float32 }

// The objects of the bar.
const (
	barLeft = iota
	barSpeed
	barPlace
	barTools
	barMenu
	barMenuIcon
	barEnd
	numBar
)

// placeRoom is the width of the place at least (logical pixels): the number of a road and
// some letters of its name. With more, the menu of graphs is hidden in the window of a small laptop.
// roadRoom is enough for the names of many roads.
const placeRoom, roadRoom = 60, 110

// barChoices lists what is shown besides the left, the place and the end, from all of it to
// nothing.
var barChoices = [...][]int{{barSpeed, barTools, barMenu}, {barSpeed, barTools, barMenuIcon}, {barSpeed, barTools}, {barSpeed}, {}}

// MinSize implements fyne.Layout.
func (*barLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	left, end := o[barLeft].MinSize(), o[barEnd].MinSize()
	return fyne.NewSize(left.Width+end.Width, max(left.Height, end.Height))
}

// Layout implements fyne.Layout.
func (l *barLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	var least, widths [numBar]float32
	for i := range o {
		least[i] = o[i].MinSize().Width
	}
	l.speed = max(l.speed, least[barSpeed])
	least[barSpeed] = l.speed
	room := float32(0)
	for n, choice := range barChoices {
		widths = [numBar]float32{barLeft: least[barLeft], barEnd: least[barEnd]}
		room = size.Width - widths[barLeft] - widths[barEnd]
		for _, i := range choice {
			widths[i] = least[i]
			room -= least[i]
		}
		if room >= roadRoom || n > 0 && room >= placeRoom || n == len(barChoices)-1 {
			break
		}
	}
	widths[barPlace] = max(room, 0)
	x := float32(0)
	for i, w := range widths {
		height := o[i].MinSize().Height
		o[i].Move(fyne.NewPos(x, (size.Height-height)/2))
		o[i].Resize(fyne.NewSize(w, height))
		kit.SetVisible(o[i], w > 0)
		x += w
	}
}

// writeBar shows texts in the bar, and lays it out again if the clock or the speed has
// another width.
func (p *Panel) writeBar(clock, speed, place string) {
	kit.SetText(p.clock, clock)
	kit.SetText(p.speed, speed)
	kit.SetText(&p.place.Label, place)
	p.place.SetTip(place)
	if widths := [2]float32{p.clock.MinSize().Width, p.speed.MinSize().Width}; widths != p.widths {
		p.widths = widths
		p.bar.Refresh()
	}
}
