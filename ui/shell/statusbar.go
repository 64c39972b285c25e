// SPDX-License-Identifier: MIT

package shell

import (
	"math"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/geo"
	"roadsnap/engine/units"
	"roadsnap/ui/job"
	"roadsnap/ui/kit"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maps"
	"roadsnap/ui/server"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
)

// statusBar is the line at the bottom of the window: the map and its scale, the
// coordinates and the object under the cursor, the running work and the server.
type statusBar struct {
	words   text.Catalogue
	mapName *widget.Label
	scale   *widget.Label
	cursor  *kit.TapLabel
	here    *widget.Label
	work    *widget.Label
	cancel  *kit.Button
	server  *widget.Label
	dot     *widget.Icon    // in front of server, hollow while it is off
	bar     *fyne.Container // holds all of these
	content fyne.CanvasObject

	form   text.Coordinator
	locate provinceFinder
	asking *job.Job  // the latest call of locate
	at     geo.Point // position of the cursor, if inside
	inside bool
	middle geo.Point // centre of the map
}

// provinceFinder finds the province of a point and calls then with it, or with the zero
// Province at sea and abroad.
type provinceFinder func(at geo.Point, then func(units.Province)) *job.Job

// newStatusBar returns a status bar. A click on the coordinates calls chooseForm with the
// position of the click.
func newStatusBar(words text.Catalogue, form text.Coordinator, locate provinceFinder, chooseForm func(at fyne.Position), cancelWork func()) *statusBar {
	b := &statusBar{words: words, form: form, locate: locate, cursor: kit.NewTapLabel(chooseForm)}
	for _, l := range []**widget.Label{&b.mapName, &b.scale, &b.here, &b.work, &b.server} {
		*l = widget.NewLabel("")
		(*l).SizeName = theme.SizeNameCaptionText
	}
	for _, l := range []*widget.Label{b.mapName, b.here, b.work} {
		l.Truncation = fyne.TextTruncateEllipsis
	}
	b.cancel = kit.IconButton(theme.CancelIcon(), words.T("dialog.cancel"), cancelWork)
	b.cancel.Importance = widget.LowImportance
	b.cancel.Hide()
	b.dot = widget.NewIcon(nil)
	apart := func(o fyne.CanvasObject) fyne.CanvasObject {
		return container.NewBorder(nil, nil, nil, widget.NewSeparator(), o)
	}
	b.bar = container.New(&statusLayout{b},
		apart(b.mapName), apart(b.scale), apart(b.cursor), b.here, b.work, b.cancel,
		container.NewBorder(nil, nil, container.NewHBox(widget.NewSeparator(), container.NewCenter(container.NewGridWrap(fyne.NewSquareSize(dotSide), b.dot))), nil, b.server))
	b.content = container.NewVBox(widget.NewSeparator(), b.bar)
	return b
}

// statusLayout lays out the parts of the bar side by side. If there is no room for all,
// it hides the scale, the server and the map name, in this order. The coordinates and the
// work with its cancel button stay.
type statusLayout struct{ b *statusBar }

// The parts of the bar from left to right.
const (
	statusMap = iota
	statusScale
	statusCursor
	statusHere
	statusWork
	statusCancel
	statusServer
	numStatusParts
)

// Sizes of the bar (logical pixels).
const (
	barHeight   = 26
	mapNameRoom = 160 // maximum width of the map name
	hereRoom    = 100 // other parts are hidden if less is left for statusHere
	dotSide     = 12
)

// MinSize implements fyne.Layout.
func (l *statusLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(objects[statusCursor].MinSize().Width+objects[statusCancel].MinSize().Width, barHeight)
}

// Layout implements fyne.Layout.
func (l *statusLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	widths := l.widths(objects, size.Width)
	x := float32(0)
	for i, o := range objects {
		height := o.MinSize().Height
		o.Resize(fyne.NewSize(widths[i], height))
		o.Move(fyne.NewPos(x, (size.Height-height)/2))
		x += widths[i]
		if i != statusCancel { // showWork shows and hides it
			kit.SetVisible(o, widths[i] > 0)
		}
	}
}

// widths distributes the width of the bar to its parts.
func (l *statusLayout) widths(objects []fyne.CanvasObject, width float32) (widths [numStatusParts]float32) {
	for i, o := range objects {
		widths[i] = o.MinSize().Width
	}
	widths[statusMap] = min(widths[statusMap]+textWidth(l.b.mapName), mapNameRoom)
	widths[statusHere], widths[statusWork] = 0, 0
	if l.b.work.Text != "" {
		widths[statusWork] = l.b.work.MinSize().Width + textWidth(l.b.work)
	}
	if !l.b.cancel.Visible() {
		widths[statusCancel] = 0
	}
	room := width
	for _, w := range widths {
		room -= w
	}
	for _, i := range []int{statusScale, statusServer, statusMap} {
		if room >= hereRoom {
			break
		}
		room += widths[i]
		widths[i] = 0
	}
	if room < 0 {
		widths[statusWork] = max(widths[statusWork]+room, 0)
	}
	widths[statusHere] = max(room, 0)
	return widths
}

// textWidth returns the full width of the text of a label that truncates.
func textWidth(l *widget.Label) float32 {
	return fyne.MeasureText(l.Text, theme.Size(l.SizeName), l.TextStyle).Width
}

// pixelMetres is the size of a logical pixel at 96 dots per inch (metres): 25.4 mm / 96.
// The map scale is computed with it.
const pixelMetres = 0.0254 / 96

func (b *statusBar) showView(v view.Viewport) {
	ratio := v.MetresPerPixel() * v.Scale / pixelMetres
	// Two significant digits, because the scale varies within the map anyway.
	step := math.Pow(10, math.Floor(math.Log10(ratio))-1)
	b.say(b.scale, "1:"+b.words.Number(math.Round(ratio/step)*step, 0)+
		" · "+b.words.T("status.zoom", "zoom", b.words.Number(v.Zoom, 2)))
	if b.middle = v.Center; !b.inside {
		b.showCoordinates()
	}
}

// say sets the text of a label and lays out the bar again if the label's width changed.
// The toolkit would not, because the minimum size of the bar stays the same.
func (b *statusBar) say(l *widget.Label, text string) {
	before := l.MinSize().Width
	if l.SetText(text); l.MinSize().Width != before {
		b.bar.Refresh()
	}
}

// showCursor shows the coordinates under the cursor, or those of the map's centre if the
// cursor is not inside.
func (b *statusBar) showCursor(p geo.Point, inside bool) {
	b.at, b.inside = p, inside
	b.showCoordinates()
}

func (b *statusBar) showForm(form text.Coordinator) {
	b.form = form
	b.cursor.Room = 0 // texts of this form may be shorter
	b.showCoordinates()
}

func (b *statusBar) showCoordinates() {
	at, importance := b.middle, widget.LowImportance
	if b.inside {
		at, importance = b.at, widget.MediumImportance
	}
	b.asking.Cancel()
	if !b.form.ByProvince() {
		b.cursor.Say(b.form.Text(at, units.Province{}), importance)
		return
	}
	b.asking = b.locate(at, func(province units.Province) {
		b.cursor.Say(b.form.Text(at, province), importance)
	})
}

// showHere shows text, which describes the object under the cursor or the measurement.
func (b *statusBar) showHere(text string) { b.here.SetText(text) }

func (b *statusBar) showMap(s maps.State) {
	if s.Installed {
		b.mapName.SetText(s.Info.Meta.Name)
	} else {
		b.mapName.SetText(b.words.T("status.no_map"))
	}
	b.bar.Refresh() // because the minimum size of a truncating label stays the same
}

// showWork shows the progress of the work on trips, on the map and on the count of traffic,
// and the number of units being copied.
func (b *statusBar) showWork(matching trips.Work, copied int, m maps.State, traffic trips.TrafficState) {
	var work []string
	if m.Busy {
		work = append(work, stageOf(b.words, m.Progress))
	}
	if matching.Left > 0 {
		work = append(work, toGo(b.words, matching))
	}
	if copied > 0 {
		work = append(work, b.words.T("status.copying", "n", b.words.Count(copied)))
	}
	if traffic.Busy {
		percent := 100 * float64(traffic.Done) / float64(max(traffic.Total, 1))
		work = append(work, b.words.T("status.counting", "percent", b.words.Number(percent, 0)))
	}
	if text := strings.Join(work, " · "); text != b.work.Text {
		b.work.SetText(text)
		kit.SetVisible(b.cancel, text != "")
		b.bar.Refresh() // as in showMap
	}
}

// toGo returns the number of trips to be matched, and the time left if it is known.
func toGo(words text.Catalogue, w trips.Work) string {
	n := words.Count(w.Left)
	if w.Time <= 0 {
		return words.T("status.matching", "n", n)
	}
	step := 5 * time.Second // so that the text does not change all the time
	if w.Time > time.Minute {
		step = time.Minute
	}
	return words.T("status.matching_time", "n", n, "time", words.Duration((w.Time + step - 1).Truncate(step)))
}

// stageOf returns the stage of the work on the map and its progress in percent.
func stageOf(words text.Catalogue, m maps.Progress) string {
	text := words.T(m.Stage)
	if m.Total > 0 {
		text += " " + words.Number(100*float64(m.Done)/float64(m.Total), 0) + " %"
	}
	return text
}

func (b *statusBar) showServer(s server.State) {
	if s.Running {
		b.say(b.server, "API "+s.Address)
		b.server.Importance = widget.SuccessImportance
		b.dot.SetResource(theme.NewSuccessThemedResource(theme.RadioButtonFillIcon()))
	} else {
		b.say(b.server, "API "+b.words.T("status.off"))
		b.server.Importance = widget.LowImportance
		b.dot.SetResource(theme.NewDisabledResource(theme.RadioButtonIcon()))
	}
	b.server.Refresh()
}
