// SPDX-License-Identifier: MIT

package timeline

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// Panel shows a timeline: the bar of playback and the graph below it.
type Panel struct {
	words   text.Catalogue
	model   *Model
	state   State
	top     float64 // the value at the upper edge of the graph
	play    *kit.Button
	rate    *kit.Button
	clock   *widget.Label
	speed   *widget.Label
	place   *widget.Label
	shows   *kit.Choice
	follow  *kit.Button
	graph   *graph
	content fyne.CanvasObject
}

// New returns the panel of a model. closed is called when the user closes it.
func New(words text.Catalogue, model *Model, closed func()) *Panel {
	t := words.T
	p := &Panel{words: words, model: model, clock: widget.NewLabel(""), speed: widget.NewLabel(""), place: widget.NewLabel("")}
	p.play = kit.IconButton(theme.MediaPlayIcon(), kit.WithKey(t("timeline.play"), "K"), model.TogglePlay)
	p.rate = kit.IconButton(nil, kit.WithKey(t("timeline.rate"), "J, L"), nil)
	p.rate.OnTapped = func() { kit.ShowMenuUnder(p.rate, p.rateMenu()) }
	p.shows = kit.NewChoice([]string{t("timeline.speed"), t("timeline.to_road"), t("timeline.confidence")})
	p.shows.OnChanged = func(string) { model.SetQuantity(Quantity(p.shows.SelectedIndex())) }
	p.follow = kit.IconButton(theme.VisibilityIcon(), t("timeline.follow"), func() { model.SetFollow(!p.state.Follow) })
	p.clock.TextStyle = fyne.TextStyle{Bold: true, Monospace: true}
	p.place.Truncation = fyne.TextTruncateEllipsis
	p.graph = newGraph(p)
	step := func(icon fyne.Resource, tip, key string, by int) fyne.CanvasObject {
		b := kit.IconButton(icon, kit.WithKey(tip, key), func() { model.Step(by) })
		b.Importance = widget.LowImportance
		return b
	}
	left := container.NewHBox(
		p.play, step(theme.MediaSkipPreviousIcon(), t("timeline.back"), ",", -1), step(theme.MediaSkipNextIcon(), t("timeline.forward"), ".", 1),
		p.rate, p.clock, p.speed)
	closeButton := kit.IconButton(theme.CancelIcon(), kit.WithKey(t("timeline.close"), "Ctrl+G"), closed)
	closeButton.Importance = widget.LowImportance
	bar := container.New(barLayout{}, left, p.place, container.NewHBox(p.follow, p.shows), closeButton)
	p.content = container.NewBorder(bar, nil, nil, nil, p.graph)
	p.Show(model.State())
	return p
}

// barLayout lays out the bar: left, the place, the choices, and the button. Without room
// for the place, the choices are hidden.
type barLayout struct{}

// placeRoom is the width of the place at least (logical pixels).
const placeRoom = 90

// MinSize implements fyne.Layout.
func (barLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	left, last := o[0].MinSize(), o[3].MinSize()
	return fyne.NewSize(left.Width+last.Width, max(left.Height, last.Height))
}

// Layout implements fyne.Layout.
func (barLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	widths := [4]float32{o[0].MinSize().Width, 0, o[2].MinSize().Width, o[3].MinSize().Width}
	if size.Width-widths[0]-widths[2]-widths[3] < placeRoom {
		widths[2] = 0
	}
	widths[1] = max(size.Width-widths[0]-widths[2]-widths[3], 0)
	x := float32(0)
	for i, w := range widths {
		height := o[i].MinSize().Height
		o[i].Move(fyne.NewPos(x, (size.Height-height)/2))
		o[i].Resize(fyne.NewSize(w, height))
		kit.SetVisible(o[i], w > 0)
		x += w
	}
}

// Content returns the widgets of the panel.
func (p *Panel) Content() fyne.CanvasObject { return p.content }

// rateText returns a rate as the user sees it.
func (p *Panel) rateText(r float64) string { return p.words.Number(r, 0) + "×" }

// Show shows a state.
func (p *Panel) Show(s State) {
	p.state = s
	p.top = topOf(s.Lines, s.Quantity)
	icon, tip := theme.MediaPlayIcon(), "timeline.play"
	if s.Playing() {
		icon, tip = theme.MediaPauseIcon(), "timeline.pause"
	}
	if p.play.Icon != icon {
		p.play.SetIcon(icon)
		p.play.SetTip(kit.WithKey(p.words.T(tip), "K"))
	}
	p.rate.SetText(p.rateText(s.Chosen))
	if option := p.shows.Options[s.Quantity]; p.shows.Selected != option {
		p.shows.Selected = option // without OnChanged
		p.shows.Refresh()
	}
	p.follow.Importance = widget.LowImportance
	if s.Follow {
		p.follow.Importance = widget.HighImportance
	}
	p.follow.Refresh()
	p.graph.Refresh()
	p.Moved(s)
}

// rateMenu returns the menu of the rates.
func (p *Panel) rateMenu() *fyne.Menu {
	var items []*fyne.MenuItem
	for _, r := range Rates {
		item := fyne.NewMenuItem(p.rateText(r), func() { p.model.SetChosen(r) })
		item.Checked = r == p.state.Chosen
		items = append(items, item)
	}
	return fyne.NewMenu("", items...)
}

// Moved shows the cursor of a state of which nothing else has changed.
func (p *Panel) Moved(s State) {
	p.state = s
	p.graph.moveCursor()
	clock, speed, place := "", "", ""
	if len(s.Lines) > 0 {
		l := s.Lines[0]
		clock = p.words.Clock(s.Cursor)
		speed, place = p.readings(l)
	}
	if s.Rate < 0 {
		clock = "◀ " + clock
	}
	if !s.Marked.Empty() {
		place = p.figures()
	}
	kit.SetText(p.clock, clock)
	kit.SetText(p.speed, speed)
	kit.SetText(p.place, place)
}

// readings returns the speed with its limit, and the road and the ward at the cursor.
func (p *Panel) readings(l *Line) (speed, place string) {
	t, at := p.words.T, p.state.Cursor
	here, ok := p.state.Place(l)
	if !ok {
		return "", ""
	}
	if !here.Known {
		return "", t("timeline.unknown")
	}
	i := l.Track.SampleAt(at)
	v, _ := Speed.value(l, i)
	speed = t("trips.speed", "n", p.words.Number(v, 0))
	if limit, known := l.Limit(i); known {
		speed += " / " + p.words.Number(limit, 0)
	}
	var parts []string
	if w, known := l.Way(i); known {
		if name := strings.TrimSpace(w.Ref + " " + w.Name); name != "" {
			parts = append(parts, name)
		}
	} else if !here.OnRoad {
		parts = append(parts, t("timeline.off_road"))
	}
	if p.state.Ward != "" {
		parts = append(parts, p.state.Ward)
	}
	return speed, strings.Join(parts, " · ")
}

// figures returns the figures of the marked stretch of the main line.
func (p *Panel) figures() string {
	m, words := p.state.Marked, p.words
	s := p.state.Lines[0].Track.Stretch(m.From, m.To)
	return words.T("timeline.marked",
		"time", words.Duration(s.Time), "distance", words.Distance(s.Distance),
		"average", words.Number(kmh*s.Average(), 0), "top", words.Number(kmh*s.Top, 0))
}
