// SPDX-License-Identifier: MIT

package zones

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/zone"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// histogram returns the bars of a distribution.
func histogram(words text.Catalogue, d zone.Distribution) (bars []fyne.CanvasObject) {
	most := 1
	for _, bin := range d.Bins {
		most = max(most, bin.Count)
	}
	for _, bin := range d.Bins {
		const width, height = 90, 14
		bar := canvas.NewRectangle(theme.Color(theme.ColorNamePrimary))
		bar.SetMinSize(fyne.NewSize(width*float32(bin.Count)/float32(most), height))
		label := kit.Caption(Exactly(bin.From) + " – " + Exactly(bin.To))
		bars = append(bars, container.NewVBox(label, container.NewHBox(bar, kit.Caption(words.Count(bin.Count)))))
	}
	return bars
}

// distributed is a table of durations with a line on their distribution and its histogram.
type distributed struct {
	words   text.Catalogue
	line    *widget.Label
	bars    *fyne.Container
	table   *rowsTable
	content fyne.CanvasObject
}

func newDistributed(words text.Catalogue, above fyne.CanvasObject, table *rowsTable) distributed {
	d := distributed{words: words, line: kit.Wrapped("", widget.MediumImportance), bars: container.NewVBox(), table: table}
	below := container.NewHSplit(table.Table, container.NewVScroll(d.bars))
	below.Offset = 0.76
	d.content = container.NewBorder(container.NewVBox(above, d.line), nil, nil, nil, below)
	return d
}

// fill shows rows and the distribution of their durations.
func (d *distributed) fill(rows [][]string, line string, of zone.Distribution) {
	kit.SetText(d.line, line)
	d.table.fill(rows)
	d.bars.Objects = histogram(d.words, of)
	d.bars.Refresh()
}

// daysTab shows how long each vehicle was in a zone on each day.
type daysTab struct {
	distributed
	of    *zonesDialog
	shown *Report
	zone  *kit.Choice
}

func (z *zonesDialog) newDays() *daysTab {
	t := z.words.T
	v := &daysTab{of: z, zone: newChoice()}
	table := newTable([]string{t("zones.day"), t("trips.column.vehicle"), t("zones.zone"), t("zones.entries"), t("zones.duration"), t("zones.distance")},
		[]int{11, 12, 15, 6, 11, 12}, func(int) {})
	v.distributed = newDistributed(z.words, v.zone, table)
	v.zone.OnChanged = func(string) { v.choose() }
	return v
}

// show shows the days of a state.
func (v *daysTab) show(s State) {
	if s.Report == nil || s.Report == v.shown {
		if s.Report == nil && s.Busy {
			kit.SetText(v.line, v.words.T("zones.busy"))
		}
		return
	}
	v.shown = s.Report
	names := []string{v.words.T("zones.all")}
	for _, z := range s.Report.Zones {
		names = append(names, z.Name)
	}
	setOptions(v.zone, names)
	v.choose()
}

func (v *daysTab) choose() {
	if v.shown == nil {
		return
	}
	var id int64
	if i := v.zone.SelectedIndex(); i > 0 {
		id = v.shown.Zones[i-1].ID
	}
	days, of := v.shown.Days(id)
	rows := make([][]string, len(days))
	for i, d := range days {
		rows[i] = []string{v.words.Day(d.Date), d.Vehicle, v.shown.Zones[d.Zone].Name, v.words.Count(d.Entries), Exactly(d.Inside), v.words.Distance(d.Covered)}
	}
	v.fill(rows, DayQuantiles(v.words, of), of)
}

// roadsTab shows the times over a road stretch, which a corridor marks.
type roadsTab struct {
	distributed
	of       *zonesDialog
	stretch  *kit.Choice
	ids      []int64 // of the corridors
	shown    *Stretch
	passages []StretchRun
}

func (z *zonesDialog) newRoads() *roadsTab {
	t := z.words.T
	v := &roadsTab{of: z, stretch: newChoice()}
	table := newTable([]string{t("trips.column.vehicle"), t("zones.stretch.start"), t("zones.stretch.way"), t("zones.duration"), t("zones.stretch.speed"), t("zones.distance")},
		[]int{12, 19, 9, 9, 6, 12}, func(row int) {
			p := v.passages[row]
			z.close()
			z.desk.o.ShowTrip(p.Trip, p.Start)
		})
	choice := container.NewBorder(nil, nil, widget.NewLabel(t("zones.stretch")), nil, v.stretch)
	v.distributed = newDistributed(z.words, choice, table)
	v.stretch.OnChanged = func(string) { v.choose() }
	return v
}

// open offers the corridors, and begins with the first one.
func (v *roadsTab) open() {
	var names []string
	v.ids = nil
	for _, z := range v.of.desk.o.Model.State().Zones {
		if z.Kind == zone.Corridor {
			names, v.ids = append(names, z.Name), append(v.ids, z.ID)
		}
	}
	if len(names) == 0 {
		v.fill(nil, v.words.T("zones.stretch.none"), zone.Distribution{})
		return
	}
	setOptions(v.stretch, names)
	v.choose()
}

func (v *roadsTab) choose() {
	if i := v.stretch.SelectedIndex(); i >= 0 && i < len(v.ids) {
		kit.SetText(v.line, v.words.T("zones.stretch.busy"))
		v.of.desk.o.Model.MakeStretch(v.ids[i])
	}
}

// show shows the runs of a state.
func (v *roadsTab) show(s State) {
	if s.Stretch == nil || s.Stretch == v.shown {
		return
	}
	v.shown, v.passages = s.Stretch, s.Stretch.Runs
	rows := make([][]string, len(v.passages))
	for i, p := range v.passages {
		way := v.words.T("zones.stretch.forward")
		if p.Reverse {
			way = v.words.T("zones.stretch.back")
		}
		const kmh = 3.6
		rows[i] = []string{p.Vehicle, moment(v.words, p.Start), way, Exactly(p.Duration()), v.words.Number(p.Speed()*kmh, 1), v.words.Distance(p.Length)}
	}
	line := Quantiles(v.words, s.Stretch.Times)
	if len(rows) == 0 {
		line = v.words.T("zones.stretch.nobody")
	}
	v.fill(rows, line, s.Stretch.Times)
}

// The radius and width of imported points and lines without one that are offered (metres).
const importRadius, importWidth = 100, usualWidth

// importForm asks for the sizes of imported points and lines.
type importForm struct {
	of            *zonesDialog
	radius, width *kit.KeyEntry
	content       *fyne.Container
	path          string
}

func (z *zonesDialog) newImport() *importForm {
	t := z.words.T
	f := &importForm{of: z, radius: kit.NewKeyEntry(z.desk.o.Keys), width: kit.NewKeyEntry(z.desk.o.Keys)}
	f.radius.SetText(strconv.Itoa(importRadius))
	f.width.SetText(z.words.Number(importWidth, 0))
	add := kit.NewButton(t("zones.import.add"), theme.ConfirmIcon(), f.run)
	add.Importance = widget.HighImportance
	cancel := kit.NewButton(t("dialog.cancel"), theme.CancelIcon(), f.hide)
	f.radius.OnSubmitted = func(string) { f.run() }
	f.width.OnSubmitted = f.radius.OnSubmitted
	field := func(key string, e *kit.KeyEntry) fyne.CanvasObject {
		const width = 90
		return container.NewHBox(widget.NewLabel(t(key)), container.NewGridWrap(fyne.NewSize(kit.WithText(width), e.MinSize().Height), e))
	}
	f.content = container.NewVBox(widget.NewSeparator(), kit.Wrapped(t("zones.import.sizes"), widget.MediumImportance),
		container.New(&kit.WrappedRow{}, field("zones.radius", f.radius), field("zones.width", f.width), cancel, add))
	f.content.Hide()
	return f
}

// ask asks for the sizes of the points and lines of a file.
func (f *importForm) ask(path string) {
	f.path = path
	f.of.said.Hide()
	f.content.Show()
	f.of.content.Refresh()
}

func (f *importForm) hide() {
	f.content.Hide()
	f.of.content.Refresh()
}

// run imports the file.
func (f *importForm) run() {
	words := f.of.words
	radius, ok1 := words.ReadNumber(f.radius.Text)
	width, ok2 := words.ReadNumber(f.width.Text)
	if !ok1 || radius < leastRadius || radius > zone.MaxRadius {
		f.of.say(words.T("zones.bad_size", "least", words.Number(leastRadius, 0), "most", words.Number(zone.MaxRadius, 0)), widget.DangerImportance)
		return
	}
	if !ok2 || width < leastRadius || width > zone.MaxWidth {
		f.of.say(words.T("zones.bad_size", "least", words.Number(leastRadius, 0), "most", words.Number(zone.MaxWidth, 0)), widget.DangerImportance)
		return
	}
	f.hide()
	f.of.importWith(f.path, radius, width)
}
