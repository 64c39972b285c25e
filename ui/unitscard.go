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
	official "roadsnap/engine/units"
	"roadsnap/ui/kit"
	"roadsnap/ui/mapdraw/borders"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/text"
	"roadsnap/ui/units"
)

// unitCard is the record of a unit in the inspector.
type unitCard struct {
	words text.Catalogue
	card  *units.Card
	do    unitActions
	theme style.Theme
}

// all returns the record of a unit, with the part that says what it was made of, nil
// where that is not known.
func (u unitCard) all() (parts []fyne.CanvasObject, history fyne.CanvasObject) {
	made := u.history()
	if len(made) > 0 {
		history = made[0]
	}
	return append(u.parts(), made...), history
}

func (u unitCard) parts() []fyne.CanvasObject {
	parts := []fyne.CanvasObject{u.actions(), kit.Facts(u.names()...)}
	switch {
	case u.card.Pending:
	case u.card.HasBorder:
		parts = append(parts, u.section("unit.border", kit.Facts(u.border()...)), u.levels(), u.validity(), u.neighbours())
	default:
		note := widget.NewLabel(u.words.T("unit.no_border"))
		note.Wrapping = fyne.TextWrapWord
		note.Importance = widget.LowImportance
		parts = append(parts, note)
	}
	return parts
}

func (u unitCard) section(key string, content ...fyne.CanvasObject) fyne.CanvasObject {
	return container.NewVBox(append([]fyne.CanvasObject{widget.NewSeparator(), kit.Heading(u.words.T(key))}, content...)...)
}

// actions are the buttons for the unit as a whole.
func (u unitCard) actions() fyne.CanvasObject {
	row := u.card.Row
	zoom := kit.QuietButton(u.words.T("unit.zoom"), theme.SearchIcon(), func() { u.do.zoom(row) })
	if !u.card.HasBorder {
		zoom.Disable()
	}
	copyIt := kit.QuietButton("JSON", theme.ContentCopyIcon(), nil)
	copyIt.OnTapped = func() { kit.ShowMenuUnder(copyIt, u.copyMenu()) }
	save := kit.QuietButton(u.words.T("unit.export"), theme.DocumentSaveIcon(), nil)
	save.OnTapped = func() { u.do.exports(save) }
	if !u.card.HasBorder {
		save.Disable()
	}
	return container.New(&kit.WrappedRow{}, zoom, copyIt, save)
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
		{w.T("unit.center"), text.Coordinates(c.Center)},
		{w.T("unit.southwest"), text.Coordinates(geo.Point{Lat: c.Viewport.South, Lon: c.Viewport.West})},
		{w.T("unit.northeast"), text.Coordinates(geo.Point{Lat: c.Viewport.North, Lon: c.Viewport.East})},
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
	t := u.theme
	for _, l := range u.card.Levels {
		picture := canvas.NewRaster(func(width, height int) image.Image {
			return borders.OutlinePicture(t, l.Rings, width, height, float64(width)/pictureSide)
		})
		picture.SetMinSize(fyne.NewSize(pictureSide, pictureSide))
		name := kit.Caption(levelName(u.words, l.Level))
		name.Importance = widget.MediumImportance
		count := kit.Caption(u.words.T("unit.level.vertices", "n", u.words.Count(l.Vertices)))
		grid.Add(container.NewBorder(nil, container.New(kit.TightRows{}, name, count), nil, nil, picture))
	}
	return u.section("unit.levels", grid)
}

func levelName(words text.Catalogue, l boundary.Level) string {
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
	faults := append(append([]units.Fault{}, u.card.Gaps...), u.card.Overlaps...)
	if len(faults) == 0 {
		return u.section("unit.validity", kit.Wrapped(u.words.T("unit.valid"), widget.SuccessImportance))
	}
	text := kit.Wrapped(u.words.T("unit.repaired", "gaps", u.words.Count(len(u.card.Gaps)), "overlaps", u.words.Count(len(u.card.Overlaps))), widget.WarningImportance)
	rows := container.New(kit.TightRows{})
	for _, f := range faults[:min(len(faults), maxFaults)] {
		rows.Add(kit.LinkRow(faultText(u.words, f), "", func() { u.do.fault(f) }))
	}
	return u.section("unit.validity", text, rows)
}

// neighbours lists the units that share a border, the longest first.
func (u unitCard) neighbours() fyne.CanvasObject {
	rows := container.New(kit.TightRows{})
	for _, n := range u.card.Neighbours {
		rows.Add(kit.LinkRow(n.Row.Name(), u.words.Distance(n.Metres), func() { u.do.choose(n.Row) }))
	}
	if len(u.card.Neighbours) == 0 {
		rows.Add(kit.Caption(u.words.T("unit.alone")))
	}
	return u.section("unit.neighbours", rows)
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
		next := kit.Caption(w.T("unit.became", "names", strings.Join(became, ", ")))
		next.Wrapping = fyne.TextWrapWord
		parts = append(parts, u.section("unit.old", text, next))
	}
	return parts
}

// former is a row of a unit of before July 2025.
func (u unitCard) former(f official.Former) fyne.CanvasObject {
	code := f.Code
	if code == "" {
		code = "–"
	}
	name := widget.NewLabel(f.Name)
	name.Wrapping = fyne.TextWrapWord
	name.Selectable = true
	where := kit.Caption(f.District + ", " + f.Province)
	where.Wrapping = fyne.TextWrapWord
	mark := kit.Caption(code)
	mark.TextStyle.Monospace = true
	return container.NewBorder(nil, nil, nil, container.NewVBox(mark), container.New(layout.NewCustomPaddedVBoxLayout(-kit.TightOverlap), name, where))
}

func formerName(f official.Former) string { return f.Name + ", " + f.District + ", " + f.Province }
