package ui

import (
	"math"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw"
	"roadsnap/ui/present"
)

// statusBar is the line at the foot of the window: the map and its scale, the
// coordinates under the cursor and what lies there, the work under way and the
// server.
type statusBar struct {
	words   present.Words
	mapName *widget.Label
	scale   *widget.Label
	cursor  *tapLabel
	here    *widget.Label
	work    *widget.Label
	cancel  *widget.Button
	server  *widget.Label
	content fyne.CanvasObject

	form   present.Coordinator
	at     geo.Point // of the cursor, if inside
	inside bool
	middle geo.Point // of the map
}

// newStatusBar makes the bar; chooseForm is called with where the coordinates
// were clicked.
func newStatusBar(words present.Words, form present.Coordinator, chooseForm func(at fyne.Position), cancelWork func()) *statusBar {
	b := &statusBar{words: words, form: form, cursor: newTapLabel(chooseForm)}
	for _, l := range []**widget.Label{&b.mapName, &b.scale, &b.here, &b.work, &b.server} {
		*l = widget.NewLabel("")
		(*l).SizeName = theme.SizeNameCaptionText
	}
	b.here.Truncation = fyne.TextTruncateEllipsis
	b.cancel = widget.NewButtonWithIcon("", theme.CancelIcon(), cancelWork)
	b.cancel.Importance = widget.LowImportance
	b.cancel.Hide()
	b.content = container.NewVBox(widget.NewSeparator(), container.New(lowBar{}, container.NewBorder(nil, nil,
		container.NewHBox(b.mapName, widget.NewSeparator(), b.scale, widget.NewSeparator(), b.cursor, widget.NewSeparator()),
		container.NewHBox(b.work, b.cancel, widget.NewSeparator(), b.server),
		b.here,
	)))
	return b
}

// lowBar holds the bar to the height of its small text.
type lowBar struct{}

// barHeight is the height of the status bar in logical pixels.
const barHeight = 26

// MinSize implements fyne.Layout.
func (lowBar) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(objects[0].MinSize().Width, barHeight)
}

// Layout implements fyne.Layout.
func (lowBar) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	height := objects[0].MinSize().Height
	objects[0].Resize(fyne.NewSize(size.Width, height))
	objects[0].Move(fyne.NewPos(0, (size.Height-height)/2))
}

// pixelMetres is the size of a logical pixel on a screen of 96 dots an inch, by
// which a map's scale is reckoned: 25.4 mm / 96.
const pixelMetres = 0.0254 / 96

func (b *statusBar) showView(v mapdraw.Viewport) {
	ratio := v.MetresPerPixel() * v.Scale / pixelMetres
	// Two significant digits: the scale changes all over the picture anyway.
	step := math.Pow(10, math.Floor(math.Log10(ratio))-1)
	b.scale.SetText("1:" + b.words.Number(math.Round(ratio/step)*step, 0) +
		" · " + b.words.T("status.zoom", "zoom", b.words.Number(v.Zoom, 2)))
	if b.middle = v.Center; !b.inside {
		b.showCoordinates()
	}
}

// showCursor shows the coordinates under the cursor, or those of the middle of the
// map when the cursor is elsewhere.
func (b *statusBar) showCursor(p geo.Point, inside bool) {
	b.at, b.inside = p, inside
	b.showCoordinates()
}

func (b *statusBar) showForm(form present.Coordinator) {
	b.form = form
	b.cursor.room = 0 // texts of this form may be shorter
	b.showCoordinates()
}

func (b *statusBar) showCoordinates() {
	if b.inside {
		b.cursor.show(b.form.Text(b.at), widget.MediumImportance)
	} else {
		b.cursor.show(b.form.Text(b.middle), widget.LowImportance)
	}
}

// showHere shows what lies under the cursor, or what is being measured.
func (b *statusBar) showHere(text string) { b.here.SetText(text) }

func (b *statusBar) showMap(s present.MapsState) {
	if s.Installed {
		b.mapName.SetText(s.Info.Meta.Name)
	} else {
		b.mapName.SetText(b.words.T("status.no_map"))
	}
}

// showWork shows how many trips are being matched and what is being done to
// the map.
func (b *statusBar) showWork(trips int, m present.MapsState) {
	var work []string
	if m.Busy {
		work = append(work, stageOf(b.words, m))
	}
	if trips > 0 {
		work = append(work, b.words.T("status.matching", "n", b.words.Count(trips)))
	}
	b.work.SetText(strings.Join(work, " · "))
	seen(b.cancel, len(work) > 0)
}

// stageOf says what is being done to the map, and how much of it is done.
func stageOf(words present.Words, m present.MapsState) string {
	text := words.T(m.Stage)
	if m.Total > 0 {
		text += " " + words.Number(100*float64(m.Done)/float64(m.Total), 0) + " %"
	}
	return text
}

func (b *statusBar) showServer(s present.ServerState) {
	if s.Running {
		b.server.SetText("API ● " + s.Address)
		b.server.Importance = widget.SuccessImportance
	} else {
		b.server.SetText("API ○ " + b.words.T("status.off"))
		b.server.Importance = widget.LowImportance
	}
	b.server.Refresh()
}
