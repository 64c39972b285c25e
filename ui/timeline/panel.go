// SPDX-License-Identifier: MIT

package timeline

import (
	"fmt"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
)

// Actions holds the window's actions for the panel.
type Actions struct {
	Close     func()       // closes the panel
	Fold      func()       // hides or shows the graphs
	StepEvent func(by int) // selects the next event of the trips (1) or the previous one (-1)
}

// Panel shows a timeline: the bar of playback, the scrubber and the graphs below it.
type Panel struct {
	words   text.Catalogue
	model   *Model
	state   State
	colours colours
	play    *kit.Button
	rate    *kit.Button
	clock   *widget.Label
	speed   *widget.Label
	place   *kit.Term
	follow  *kit.Button
	scrub   *scrubber
	graph   *graph
	fold    *kit.Button
	content *fyne.Container
	bar     *fyne.Container
	widths  [2]float32 // of the clock and the speed, as the bar is laid out

	measured measured
}

// measured is the text of a marked stretch. To make it takes a pass over the stretch, which
// is too long for every step of the clock.
type measured struct {
	span  Span
	of    *facts
	shift time.Duration
	lines []string
}

// New returns the panel of a model, in the look of a map.
func New(words text.Catalogue, model *Model, look style.Theme, do Actions) *Panel {
	t := words.T
	p := &Panel{words: words, model: model, colours: coloursOf(look), clock: widget.NewLabel(""), speed: widget.NewLabel(""), place: kit.NewTerm("", "")}
	p.play = kit.IconButton(theme.MediaPlayIcon(), kit.WithKey(t("timeline.play"), "K"), model.TogglePlay)
	p.rate = kit.IconButton(nil, kit.WithKey(t("timeline.rate"), "J, L"), nil)
	p.rate.OnTapped = func() { kit.ShowMenuUnder(p.rate, p.rateMenu()) }
	menu := func(b *kit.Button) *kit.Button {
		b.Importance = widget.LowImportance
		b.OnTapped = func() { kit.ShowMenuUnder(b, fyne.NewMenu("", MenuItems(words, model)...)) }
		return b
	}
	graphs, graphsIcon := menu(kit.NewButton(t("timeline.graphs"), theme.MenuDropDownIcon(), nil)), menu(kit.IconButton(theme.MenuDropDownIcon(), t("timeline.graphs"), nil))
	p.follow = kit.IconButton(theme.VisibilityIcon(), t("timeline.follow"), func() { model.SetFollow(!p.state.Follow) })
	p.clock.TextStyle = fyne.TextStyle{Bold: true, Monospace: true}
	p.place.Truncation, p.place.Importance = fyne.TextTruncateEllipsis, widget.MediumImportance
	p.graph, p.scrub = newGraph(p), newScrubber(p)
	step := func(icon fyne.Resource, tip, key string, do func()) fyne.CanvasObject {
		b := kit.IconButton(icon, kit.WithKey(tip, key), do)
		b.Importance = widget.LowImportance
		return b
	}
	left := container.NewHBox(
		p.play,
		step(theme.MediaSkipPreviousIcon(), t("timeline.back"), ",", func() { model.Step(-1) }),
		step(theme.MediaSkipNextIcon(), t("timeline.forward"), ".", func() { model.Step(1) }),
		p.rate, p.clock)
	events := container.NewHBox(
		step(theme.NavigateBackIcon(), t("menu.previous_event"), "P", func() { do.StepEvent(-1) }),
		step(theme.NavigateNextIcon(), t("menu.next_event"), "N", func() { do.StepEvent(1) }))
	closeButton := kit.IconButton(theme.CancelIcon(), kit.WithKey(t("timeline.close"), "Ctrl+G"), do.Close)
	closeButton.Importance = widget.LowImportance
	p.fold = kit.IconButton(theme.MoveDownIcon(), "", do.Fold)
	p.fold.Importance = widget.LowImportance
	p.bar = container.New(&barLayout{}, left, p.speed, p.place, container.NewHBox(events, p.follow), graphs, graphsIcon, container.NewHBox(p.fold, closeButton))
	p.content = container.NewBorder(container.NewVBox(p.bar, p.scrub), nil, nil, nil, p.graph)
	p.Fold(false)
	p.Show(model.State())
	return p
}

// Fold hides the graphs, or shows them.
func (p *Panel) Fold(folded bool) {
	icon, tip := theme.MoveDownIcon(), "timeline.hide_graphs"
	if folded {
		icon, tip = theme.MoveUpIcon(), "timeline.show_graphs"
	}
	if tip = kit.WithKey(p.words.T(tip), "Ctrl+Shift+G"); p.fold.Tip() != tip {
		p.fold.SetIcon(icon)
		p.fold.SetTip(tip)
		kit.SetVisible(p.graph, !folded)
		p.content.Refresh()
	}
}

// Content returns the widgets of the panel.
func (p *Panel) Content() fyne.CanvasObject { return p.content }

// rateText returns a rate as the user sees it.
func (p *Panel) rateText(r float64) string { return p.words.Number(r, 0) + "×" }

// Show shows a state.
func (p *Panel) Show(s State) {
	p.state = s
	icon, tip := theme.MediaPlayIcon(), "timeline.play"
	if s.Playing() {
		icon, tip = theme.MediaPauseIcon(), "timeline.pause"
	}
	if p.play.Icon != icon {
		p.play.SetIcon(icon)
		p.play.SetTip(kit.WithKey(p.words.T(tip), "K"))
	}
	p.rate.SetText(p.rateText(s.Chosen))
	p.follow.Importance = widget.LowImportance
	if s.Follow {
		p.follow.Importance = widget.HighImportance
	}
	p.follow.Refresh()
	p.graph.show()
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

// MenuItems returns the menu items of the graphs: which are shown, over what, and for several
// trips when they start.
func MenuItems(words text.Catalogue, model *Model) (items []*fyne.MenuItem) {
	s := model.State()
	add := func(key string, checked bool, do func()) {
		item := fyne.NewMenuItem(words.T(key), do)
		item.Checked = checked
		items = append(items, item)
	}
	for _, q := range Quantities() {
		if q != Elevation || s.Known(q) {
			add(quantityKeys[q], s.Graphs.Has(q), func() { model.ToggleGraph(q) })
		}
	}
	items = append(items, fyne.NewMenuItemSeparator())
	add("timeline.over_time", s.Axis == OverTime, func() { model.SetAxis(OverTime) })
	add("timeline.over_distance", s.Axis == OverDistance, func() { model.SetAxis(OverDistance) })
	if len(s.Lines) < 2 {
		return items
	}
	items = append(items, fyne.NewMenuItemSeparator())
	add("timeline.together", s.Together, func() { model.SetTogether(!model.State().Together) })
	return items
}

// Moved shows the cursor and the marked part of a state of which nothing else has changed.
func (p *Panel) Moved(s State) {
	p.state = s
	p.graph.move()
	p.scrub.move()
	clock, speed, place := "", "", ""
	if len(s.Lines) > 0 {
		l := s.Lines[0]
		if clock = p.words.Clock(s.Cursor); s.Together {
			clock = sinceText(s.Cursor.Sub(s.Whole.From))
		}
		speed, place = p.readings(l)
	}
	if s.Rate < 0 {
		clock = "◀ " + clock
	}
	p.writeBar(clock, speed, place)
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
	i := l.sampleAt(at)
	if !l.unseen(at) {
		v, _ := l.value(Speed, i)
		speed = t("trips.speed", "n", p.words.Number(v, 0))
		if limit, known := l.Limit(i); known {
			speed += " / " + p.words.Number(limit, 0)
		}
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

// figures returns lines with the figures of the marked stretch of the main line.
func (p *Panel) figures() []string {
	m := &p.measured
	if l := p.state.Lines[0]; m.of != l.facts || m.shift != l.shift || m.span != p.state.Marked {
		*m = measured{p.state.Marked, l.facts, l.shift, p.describeMarked()}
	}
	return m.lines
}

func (p *Panel) describeMarked() []string {
	words, s := p.words, p.state.Figures()
	lines := []string{
		words.Duration(s.Time) + " · " + words.Distance(s.Distance),
		words.T("timeline.marked", "average", words.Number(kmh*s.Average(), 0), "top", words.Number(kmh*s.Top, 0)),
	}
	if s.HasAscent {
		lines = append(lines, words.T("timeline.ascent", "up", words.Number(s.Up, 0), "down", words.Number(s.Down, 0)))
	}
	if pace := trips.PaceText(words, s.Average(), s.Top); pace != "" {
		lines = append(lines, pace)
	}
	return lines
}

// sinceText returns a time since the start of a trip: 1:05:30.
func sinceText(d time.Duration) string {
	d = d.Round(time.Second)
	return fmt.Sprintf("%d:%02d:%02d", int(d.Hours()), int(d.Minutes())%60, int(d.Seconds())%60)
}

// scaled returns a part of a duration.
func scaled(d time.Duration, part float64) time.Duration { return time.Duration(part * float64(d)) }
