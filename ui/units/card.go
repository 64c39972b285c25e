package units

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
	"roadsnap/ui/kit"
	"roadsnap/ui/mapdraw/borders"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/text"
)

// CardView makes the record of a unit for the inspector.
type CardView struct {
	Words text.Catalogue
	Card  *Card
	Do    Actions
	Theme style.Theme
}

// All returns the record of a unit, with the part that says what it was made of, nil
// where that is not known.
func (u CardView) All() (parts []fyne.CanvasObject, history fyne.CanvasObject) {
	made := u.history()
	if len(made) > 0 {
		history = made[0]
	}
	return append(u.parts(), made...), history
}

func (u CardView) parts() []fyne.CanvasObject {
	parts := []fyne.CanvasObject{u.actions(), kit.Facts(u.names()...)}
	switch {
	case u.Card.Pending:
	case u.Card.HasBorder:
		parts = append(parts, u.section("unit.border", kit.Facts(u.border()...)), u.levels(), u.validity(), u.neighbours())
	default:
		note := widget.NewLabel(u.Words.T("unit.no_border"))
		note.Wrapping = fyne.TextWrapWord
		note.Importance = widget.LowImportance
		parts = append(parts, note)
	}
	return parts
}

func (u CardView) section(key string, content ...fyne.CanvasObject) fyne.CanvasObject {
	return container.NewVBox(append([]fyne.CanvasObject{widget.NewSeparator(), kit.Heading(u.Words.T(key))}, content...)...)
}

// actions are the buttons for the unit as a whole.
func (u CardView) actions() fyne.CanvasObject {
	row := u.Card.Row
	zoom := kit.QuietButton(u.Words.T("unit.zoom"), theme.SearchIcon(), func() { u.Do.Zoom(row) })
	if !u.Card.HasBorder {
		zoom.Disable()
	}
	copyIt := kit.QuietButton("JSON", theme.ContentCopyIcon(), nil)
	copyIt.OnTapped = func() { kit.ShowMenuUnder(copyIt, u.copyMenu()) }
	save := kit.QuietButton(u.Words.T("unit.export"), theme.DocumentSaveIcon(), nil)
	save.OnTapped = func() { u.Do.Exports(save) }
	if !u.Card.HasBorder {
		save.Disable()
	}
	return container.New(&kit.WrappedRow{}, zoom, copyIt, save)
}

func (u CardView) copyMenu() *fyne.Menu {
	row, bordered := u.Card.Row, fyne.NewMenuItem(u.Words.T("unit.copy_border"), nil)
	bordered.Action = func() { u.Do.CopyJSON(row, true) }
	bordered.Disabled = !u.Card.HasBorder
	return fyne.NewMenu("", fyne.NewMenuItem(u.Words.T("unit.copy"), func() { u.Do.CopyJSON(row, false) }), bordered)
}

// names are what the official table says of the unit.
func (u CardView) names() [][2]string {
	w, r := u.Words, u.Card.Row
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
func (u CardView) border() [][2]string {
	w, c := u.Words, u.Card
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
func (u CardView) levels() fyne.CanvasObject {
	grid := container.New(layout.NewGridWrapLayout(fyne.NewSize(pictureSide, pictureSide+30)))
	t := u.Theme
	for _, l := range u.Card.Levels {
		picture := canvas.NewRaster(func(width, height int) image.Image {
			return borders.OutlinePicture(t, l.Rings, width, height, float64(width)/pictureSide)
		})
		picture.SetMinSize(fyne.NewSize(pictureSide, pictureSide))
		name := kit.Caption(levelName(u.Words, l.Level))
		name.Importance = widget.MediumImportance
		count := kit.Caption(u.Words.T("unit.level.vertices", "n", u.Words.Count(l.Vertices)))
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
func (u CardView) validity() fyne.CanvasObject {
	faults := append(append([]Fault{}, u.Card.Gaps...), u.Card.Overlaps...)
	if len(faults) == 0 {
		return u.section("unit.validity", kit.Wrapped(u.Words.T("unit.valid"), widget.SuccessImportance))
	}
	text := kit.Wrapped(u.Words.T("unit.repaired", "gaps", u.Words.Count(len(u.Card.Gaps)), "overlaps", u.Words.Count(len(u.Card.Overlaps))), widget.WarningImportance)
	rows := container.New(kit.TightRows{})
	for _, f := range faults[:min(len(faults), maxFaults)] {
		rows.Add(kit.LinkRow(faultText(u.Words, f), "", func() { u.Do.Fault(f) }))
	}
	return u.section("unit.validity", text, rows)
}

// neighbours lists the units that share a border, the longest first.
func (u CardView) neighbours() fyne.CanvasObject {
	rows := container.New(kit.TightRows{})
	for _, n := range u.Card.Neighbours {
		rows.Add(kit.LinkRow(n.Row.Name(), u.Words.Distance(n.Metres), func() { u.Do.Choose(n.Row) }))
	}
	if len(u.Card.Neighbours) == 0 {
		rows.Add(kit.Caption(u.Words.T("unit.alone")))
	}
	return u.section("unit.neighbours", rows)
}

// history says what the unit was made of, and what its code meant before.
func (u CardView) history() (parts []fyne.CanvasObject) {
	w, c := u.Words, u.Card
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
func (u CardView) former(f units.Former) fyne.CanvasObject {
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

func formerName(f units.Former) string { return f.Name + ", " + f.District + ", " + f.Province }
