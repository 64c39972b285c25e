package shell

import (
	"math"
	"strings"

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
)

// statusBar is the line at the foot of the window: the map and its scale, the
// coordinates under the cursor and what lies there, the work under way and the
// server.
type statusBar struct {
	words   text.Catalogue
	mapName *widget.Label
	scale   *widget.Label
	cursor  *kit.TapLabel
	here    *widget.Label
	work    *widget.Label
	cancel  *kit.Button
	server  *widget.Label
	dot     *widget.Icon    // before it, hollow while the server is off
	bar     *fyne.Container // of all of these
	content fyne.CanvasObject

	form   text.Coordinator
	locate provinceFinder
	asking *job.Job  // the last question to locate
	at     geo.Point // of the cursor, if inside
	inside bool
	middle geo.Point // of the map
}

// provinceFinder asks which province a point lies in, and calls then with it, or
// with none at sea and abroad.
type provinceFinder func(at geo.Point, then func(units.Province)) *job.Job

// newStatusBar makes the bar; chooseForm is called with where the coordinates
// were clicked.
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

// statusLayout lays the parts of the bar side by side. Where there is no room for
// all, what the user asked for stays: the coordinates, and the work with the button
// that stops it.
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

// The measures of the bar, in logical pixels.
const (
	barHeight   = 26
	mapNameRoom = 160 // that a long name may take
	hereRoom    = 100 // that other parts give way to
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
		if i != statusCancel { // which is there with the work alone
			kit.SetVisible(o, widths[i] > 0)
		}
	}
}

// widths shares the width of the bar out.
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

// textWidth is the width of the text of a label that may be cut short.
func textWidth(l *widget.Label) float32 {
	return fyne.MeasureText(l.Text, theme.Size(l.SizeName), l.TextStyle).Width
}

// pixelMetres is the size of a logical pixel on a screen of 96 dots an inch, by
// which a map's scale is reckoned: 25.4 mm / 96.
const pixelMetres = 0.0254 / 96

func (b *statusBar) showView(v view.Viewport) {
	ratio := v.MetresPerPixel() * v.Scale / pixelMetres
	// Two significant digits: the scale changes all over the picture anyway.
	step := math.Pow(10, math.Floor(math.Log10(ratio))-1)
	b.say(b.scale, "1:"+b.words.Number(math.Round(ratio/step)*step, 0)+
		" · "+b.words.T("status.zoom", "zoom", b.words.Number(v.Zoom, 2)))
	if b.middle = v.Center; !b.inside {
		b.showCoordinates()
	}
}

// say changes the text of a label, which is given the room that it needs: the bar
// itself needs no more than before, so that nobody else would lay it out again.
func (b *statusBar) say(l *widget.Label, text string) {
	before := l.MinSize().Width
	if l.SetText(text); l.MinSize().Width != before {
		b.bar.Refresh()
	}
}

// showCursor shows the coordinates under the cursor, or those of the middle of the
// map when the cursor is elsewhere.
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

// showHere shows what lies under the cursor, or what is being measured.
func (b *statusBar) showHere(text string) { b.here.SetText(text) }

func (b *statusBar) showMap(s maps.State) {
	if s.Installed {
		b.mapName.SetText(s.Info.Meta.Name)
	} else {
		b.mapName.SetText(b.words.T("status.no_map"))
	}
	b.bar.Refresh() // a label that may be cut short asks for no more room by itself
}

// showWork shows how many trips are being matched, how many units copied, and what
// is being done to the map.
func (b *statusBar) showWork(trips, copied int, m maps.State) {
	var work []string
	if m.Busy {
		work = append(work, stageOf(b.words, m.Progress))
	}
	if trips > 0 {
		work = append(work, b.words.T("status.matching", "n", b.words.Count(trips)))
	}
	if copied > 0 {
		work = append(work, b.words.T("status.copying", "n", b.words.Count(copied)))
	}
	if text := strings.Join(work, " · "); text != b.work.Text {
		b.work.SetText(text)
		kit.SetVisible(b.cancel, text != "")
		b.bar.Refresh() // as in showMap
	}
}

// stageOf says what is being done to the map, and how much of it is done.
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
