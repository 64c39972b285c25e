package ui

import (
	"image"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/units"
	"roadsnap/ui/mapdraw/borders"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/present"
)

// showUnit describes a province or ward, unless it does already, and reports
// whether it is another one than before.
func (i *inspector) showUnit(c *present.UnitCard) (other bool) {
	old, was := i.shown.(*present.UnitCard)
	if was && old == c {
		return false
	}
	i.shown = c
	i.title.SetText(c.Row.Name())
	card := unitCard{i.words, c, i.unit, i.theme}
	parts, history := card.parts(), card.history()
	i.history = nil
	if len(history) > 0 {
		i.history = history[0]
	}
	i.fill(append(parts, history...))
	if other = !was || !old.Row.SameUnit(c.Row); other {
		i.scroll.ScrollToTop()
	}
	return other
}

// scrollToHistory brings into view what the unit was made of.
func (i *inspector) scrollToHistory() {
	if i.history != nil {
		i.scroll.ScrollToOffset(i.history.Position())
	}
}

// unitCard is the record of a unit in the inspector.
type unitCard struct {
	words present.Words
	card  *present.UnitCard
	do    unitActions
	theme func() style.Theme
}

func (u unitCard) parts() []fyne.CanvasObject {
	parts := []fyne.CanvasObject{u.actions(), facts(u.names()...)}
	if u.card.HasBorder {
		parts = append(parts, u.section("unit.border", facts(u.border()...)), u.levels(), u.validity(), u.neighbours())
	} else {
		note := widget.NewLabel(u.words.T("unit.no_border"))
		note.Wrapping = fyne.TextWrapWord
		note.Importance = widget.LowImportance
		parts = append(parts, note)
	}
	return parts
}

func (u unitCard) section(key string, content ...fyne.CanvasObject) fyne.CanvasObject {
	return container.NewVBox(append([]fyne.CanvasObject{widget.NewSeparator(), heading(u.words.T(key))}, content...)...)
}

// actions are the buttons for the unit as a whole.
func (u unitCard) actions() fyne.CanvasObject {
	row := u.card.Row
	zoom := quietButton(u.words.T("unit.zoom"), theme.SearchIcon(), func() { u.do.zoom(row) })
	if !u.card.HasBorder {
		zoom.Disable()
	}
	copyIt := quietButton("JSON", theme.ContentCopyIcon(), nil)
	copyIt.OnTapped = func() { showMenuUnder(copyIt, u.copyMenu()) }
	save := quietButton(u.words.T("unit.export"), theme.DocumentSaveIcon(), nil)
	save.OnTapped = func() { u.do.exports(save) }
	if !u.card.HasBorder {
		save.Disable()
	}
	return container.New(&wrappedRow{}, zoom, copyIt, save)
}

func (u unitCard) copyMenu() *fyne.Menu {
	row, bordered := u.card.Row, fyne.NewMenuItem(u.words.T("unit.copy_border"), nil)
	bordered.Action = func() { u.do.copyJSON(row, true) }
	bordered.Disabled = !u.card.HasBorder
	return fyne.NewMenu("", fyne.NewMenuItem(u.words.T("unit.copy"), func() { u.do.copyJSON(row, false) }), bordered)
}

// names are what the official table says of the unit.
func (u unitCard) names() [][2]string {
	w, r := u.words, u.card.Row
	if r.IsWard {
		return [][2]string{
			{w.T("unit.code"), r.Ward.Code},
			{w.T("unit.level"), r.Ward.Level},
			{w.T("unit.name"), r.Ward.Name},
			{w.T("unit.unmarked"), r.Ward.NameEN},
			{w.T("unit.english"), r.Ward.FullNameEN},
			{w.T("unit.province"), r.Province.FullName},
			{w.T("unit.province_code"), r.Province.Code},
			{w.T("unit.region"), r.Ward.Region},
		}
	}
	return [][2]string{
		{w.T("unit.code"), r.Province.Code},
		{w.T("unit.level"), r.Province.Level},
		{w.T("unit.name"), r.Province.Name},
		{w.T("unit.unmarked"), r.Province.NameEN},
		{w.T("unit.english"), r.Province.FullNameEN},
		{w.T("unit.region"), r.Province.Region},
		{w.T("unit.sort"), r.Province.Sort},
		{w.T("unit.wards"), w.Count(r.Wards)},
	}
}

// border is what the border says of the unit.
func (u unitCard) border() [][2]string {
	w, c := u.words, u.card
	rows := [][2]string{
		{w.T("unit.center"), present.Coordinates(c.Center)},
		{w.T("unit.southwest"), present.Coordinates(geo.Point{Lat: c.Viewport.South, Lon: c.Viewport.West})},
		{w.T("unit.northeast"), present.Coordinates(geo.Point{Lat: c.Viewport.North, Lon: c.Viewport.East})},
		{w.T("unit.area"), w.Area(c.Area)},
		{w.T("unit.outline"), w.Distance(c.Outline)},
	}
	if c.Open > 0 {
		rows = append(rows, [2]string{w.T("unit.open"), w.Distance(c.Open)})
	}
	rows = append(rows, [2]string{w.T("unit.parts"), w.Count(c.Parts)})
	if c.Holes > 0 {
		rows = append(rows, [2]string{w.T("unit.holes"), w.Count(c.Holes)})
	}
	return rows
}

// pictureSide is that of the picture of a level, in logical pixels.
const pictureSide = 120

// levels shows the outline at each level side by side.
func (u unitCard) levels() fyne.CanvasObject {
	grid := container.New(layout.NewGridWrapLayout(fyne.NewSize(pictureSide, pictureSide+30)))
	t := u.theme()
	for _, l := range u.card.Levels {
		picture := canvas.NewRaster(func(width, height int) image.Image {
			return borders.OutlinePicture(t, l.Rings, width, height, float64(width)/pictureSide)
		})
		picture.SetMinSize(fyne.NewSize(pictureSide, pictureSide))
		name := caption(levelName(u.words, l.Level))
		name.Importance = widget.MediumImportance
		count := caption(u.words.T("unit.level.vertices", "n", u.words.Count(l.Vertices)))
		grid.Add(container.NewBorder(nil, container.New(tightRows{}, name, count), nil, nil, picture))
	}
	return u.section("unit.levels", grid)
}

func levelName(words present.Words, l boundary.Level) string {
	switch l {
	case boundary.Country:
		return words.T("unit.level.country")
	case boundary.Province:
		return words.T("unit.level.province")
	case boundary.Ward:
		return words.T("unit.level.ward")
	default:
		return words.T("unit.level.street")
	}
}

// maxFaults is how many gaps and overlaps the record lists.
const maxFaults = 20

// validity says whether the border fitted those of its neighbours.
func (u unitCard) validity() fyne.CanvasObject {
	faults := append(append([]present.UnitFault{}, u.card.Gaps...), u.card.Overlaps...)
	if len(faults) == 0 {
		return u.section("unit.validity", wrapped(u.words.T("unit.valid"), widget.SuccessImportance))
	}
	text := wrapped(u.words.T("unit.repaired", "gaps", u.words.Count(len(u.card.Gaps)), "overlaps", u.words.Count(len(u.card.Overlaps))), widget.WarningImportance)
	rows := container.New(tightRows{})
	for _, f := range faults[:min(len(faults), maxFaults)] {
		rows.Add(linkRow(faultText(u.words, f), "", func() { u.do.fault(f) }))
	}
	return u.section("unit.validity", text, rows)
}

// neighbours lists the units that share a border, the longest first.
func (u unitCard) neighbours() fyne.CanvasObject {
	rows := container.New(tightRows{})
	for _, n := range u.card.Neighbours {
		rows.Add(linkRow(n.Row.Name(), u.words.Distance(n.Metres), func() { u.do.choose(n.Row) }))
	}
	if len(u.card.Neighbours) == 0 {
		rows.Add(caption(u.words.T("unit.alone")))
	}
	return u.section("unit.neighbours", rows)
}

// linkRow is a name that leads somewhere, and a value to its right.
func linkRow(name, value string, tapped func()) fyne.CanvasObject {
	link := newLink(name, tapped)
	if value == "" {
		return link
	}
	return container.NewBorder(nil, nil, nil, widget.NewLabel(value), link)
}

// history says what the unit was made of, and what its code meant before.
func (u unitCard) history() (parts []fyne.CanvasObject) {
	w, c := u.words, u.card
	var rows []fyne.CanvasObject
	for _, name := range c.MadeOfProvinces {
		rows = append(rows, widget.NewLabel(name))
	}
	for _, f := range c.MadeOf {
		rows = append(rows, u.former(f))
	}
	if len(rows) > 0 {
		parts = append(parts, u.section("unit.made_of", rows...))
	}
	if c.HasOld {
		until := time.Date(c.Old.Until.Year, c.Old.Until.Month, c.Old.Until.Day, 0, 0, 0, 0, time.UTC)
		text := widget.NewLabel(w.T("unit.old_code", "code", c.Row.Code(), "name", formerName(c.Old), "date", w.Day(until)))
		text.Wrapping = fyne.TextWrapWord
		var became []string
		for _, s := range c.Old.Successors {
			became = append(became, s.FullName+" ("+s.Code+")")
		}
		next := caption(w.T("unit.became", "names", strings.Join(became, ", ")))
		next.Wrapping = fyne.TextWrapWord
		parts = append(parts, u.section("unit.old", text, next))
	}
	return parts
}

// former is a row of a unit of before July 2025.
func (u unitCard) former(f units.Former) fyne.CanvasObject {
	code := f.Code
	if code == "" {
		code = "–"
	}
	name := widget.NewLabel(f.Name)
	name.Wrapping = fyne.TextWrapWord
	name.Selectable = true
	where := caption(f.District + ", " + f.Province)
	where.Wrapping = fyne.TextWrapWord
	mark := caption(code)
	mark.TextStyle.Monospace = true
	return container.NewBorder(nil, nil, nil, container.NewVBox(mark), container.New(layout.NewCustomPaddedVBoxLayout(-tightOverlap), name, where))
}

func formerName(f units.Former) string { return f.Name + ", " + f.District + ", " + f.Province }
