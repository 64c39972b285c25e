// SPDX-License-Identifier: MIT

package units

import (
	"cmp"
	"image"
	"math"
	"slices"
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

// cardView builds the record of a unit for the inspector.
type cardView struct {
	Words text.Catalogue
	Card  *Card
	Do    Actions
	Theme style.Theme
}

// All returns the parts of the record from top to bottom, and the part with the history of
// the unit, nil if it has none.
func (u cardView) All() (parts []fyne.CanvasObject, history fyne.CanvasObject) {
	parts = []fyne.CanvasObject{u.actions(), kit.Facts(u.names()...)}
	if rows := u.published(); len(rows) > 0 {
		parts = append(parts, u.section("unit.published", rows...))
	}
	switch {
	case u.Card.Pending:
	case u.Card.HasBorder:
		parts = append(parts, u.section("unit.border", kit.Facts(u.border()...)), u.levels(), u.validity(), u.neighbours())
	default:
		parts = append(parts, kit.Wrapped(u.Words.T("unit.no_border"), widget.LowImportance))
	}
	made := u.history()
	if len(made) > 0 {
		history = made[0]
	}
	return append(parts, made...), history
}

func (u cardView) section(key string, content ...fyne.CanvasObject) fyne.CanvasObject {
	return container.NewVBox(append([]fyne.CanvasObject{widget.NewSeparator(), kit.Heading(u.Words.T(key))}, content...)...)
}

// actions returns the buttons for the whole unit.
func (u cardView) actions() fyne.CanvasObject {
	row := u.Card.Row
	zoom := kit.QuietButton(u.Words.T("unit.zoom"), theme.SearchIcon(), func() { u.Do.Zoom(row) })
	record := opener("JSON", theme.ContentCopyIcon(), func(under fyne.CanvasObject) { kit.ShowMenuUnder(under, u.copyMenu()) })
	save := opener(u.Words.T("unit.export"), theme.DocumentSaveIcon(), u.Do.Exports)
	if !u.Card.HasBorder {
		zoom.Disable()
		save.Disable()
	}
	buttons := container.New(&kit.WrappedRow{}, zoom, record, save)
	if u.Do.AddZone != nil && u.Card.HasBorder {
		buttons.Add(kit.QuietButton(u.Words.T("zones.add_unit"), theme.ContentAddIcon(), func() { u.Do.AddZone(row.Code(), row.NameIn(u.Words)) }))
	}
	return buttons
}

// opener returns a quiet button that opens something under itself.
func opener(text string, icon fyne.Resource, open func(under fyne.CanvasObject)) *kit.Button {
	b := kit.QuietButton(text, icon, nil)
	b.OnTapped = func() { open(b) }
	return b
}

func (u cardView) copyMenu() *fyne.Menu {
	row := u.Card.Row
	record := fyne.NewMenuItem(u.Words.T("unit.copy"), func() { u.Do.CopyJSON(row, false) })
	bordered := fyne.NewMenuItem(u.Words.T("unit.copy_border"), func() { u.Do.CopyJSON(row, true) })
	bordered.Disabled = !u.Card.HasBorder
	return fyne.NewMenu("", record, bordered)
}

// names returns the facts from the official table.
func (u cardView) names() [][2]string {
	w, r := u.Words, u.Card.Row
	rows := [][2]string{
		{w.T("unit.code"), r.Code()},
		{w.T("unit.level"), r.kindIn(w)},
	}
	if w.English() {
		rows = append(rows, [2]string{w.T("unit.vietnamese"), r.Name()})
	} else {
		rows = append(rows, [2]string{w.T("unit.name"), r.BareName()},
			[2]string{w.T("unit.unmarked"), r.pick(r.Province.NameEN, r.Ward.NameEN)},
			[2]string{w.T("unit.english"), r.pick(r.Province.FullNameEN, r.Ward.FullNameEN)})
	}
	region := [2]string{w.T("unit.region"), w.Region(r.pick(r.Province.Region, r.Ward.Region))}
	if r.IsWard {
		return append(rows, [2]string{w.T("unit.province"), w.Province(r.Province)}, [2]string{w.T("unit.province_code"), r.Province.Code}, region)
	}
	return append(rows, region, [2]string{w.T("unit.sort"), r.Province.Sort}, [2]string{w.T("unit.wards"), w.Count(r.Wards)})
}

// published returns what is published about a ward, and whether its area is far from that of the
// border.
func (u cardView) published() (rows []fyne.CanvasObject) {
	w, p := u.Words, u.Card.Row.Ward.Published
	if !u.Card.Row.IsWard {
		return nil
	}
	var facts [][2]string
	for _, f := range []struct {
		key, text string
		known     bool
	}{
		{"unit.area", w.Area(p.AreaKM2 * 1e6), p.AreaKM2 > 0},
		{"unit.population", w.Count(p.Population), p.Population > 0},
		{"unit.seat", p.Seat, p.Seat != ""},
		{"unit.resolution", p.Resolution, p.Resolution != ""},
	} {
		if f.known {
			facts = append(facts, [2]string{w.T(f.key), f.text})
		}
	}
	if len(facts) == 0 {
		return nil
	}
	rows = append(rows, kit.Facts(facts...))
	if km2 := u.Card.Area / 1e6; u.Card.HasBorder && !u.Card.Pending && p.AreaDiffers(km2) {
		percent := int(math.Round(math.Abs(p.AreaKM2-km2) / km2 * 100))
		rows = append(rows, kit.Wrapped(w.T("unit.area_differs", "percent", w.Count(percent)), widget.WarningImportance))
	}
	return rows
}

// border returns the facts from the border.
func (u cardView) border() [][2]string {
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

// pictureSide is the side of a level's picture (logical pixels).
const pictureSide = 120

// levels returns pictures of the outline at each level, side by side.
func (u cardView) levels() fyne.CanvasObject {
	grid := container.New(layout.NewGridWrapLayout(fyne.NewSize(pictureSide, pictureSide+30)))
	for _, l := range u.Card.Levels {
		picture := canvas.NewRaster(func(width, height int) image.Image {
			return borders.OutlinePicture(u.Theme, l.Rings, width, height, float64(width)/pictureSide)
		})
		picture.SetMinSize(fyne.NewSize(pictureSide, pictureSide))
		name := kit.Caption(u.Words.T(levelNames[l.Level]))
		name.Importance = widget.MediumImportance
		count := kit.Caption(u.Words.T("unit.level.vertices", "n", u.Words.Count(l.Vertices)))
		grid.Add(container.NewBorder(nil, container.New(kit.TightRows{}, name, count), nil, nil, picture))
	}
	return u.section("unit.levels", grid)
}

// levelNames holds the text keys of the names of the levels of detail.
var levelNames = [...]string{
	boundary.Country: "unit.level.country", boundary.Province: "unit.level.province",
	boundary.Ward: "unit.level.ward", boundary.Street: "unit.level.street",
}

// maxFaults is the maximum number of gaps and overlaps in the record.
const maxFaults = 20

// validity returns the section on gaps and overlaps with the neighbours.
func (u cardView) validity() fyne.CanvasObject {
	faults := slices.Concat(u.Card.Gaps, u.Card.Overlaps)
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

// neighbours returns the list of neighbours, the longest shared border first.
func (u cardView) neighbours() fyne.CanvasObject {
	rows := container.New(kit.TightRows{})
	for _, n := range u.Card.Neighbours {
		rows.Add(kit.LinkRow(n.Row.NameIn(u.Words), u.Words.Distance(n.Metres), func() { u.Do.Choose(n.Row) }))
	}
	if len(u.Card.Neighbours) == 0 {
		rows.Add(kit.Caption(u.Words.T("unit.alone")))
	}
	return u.section("unit.neighbours", rows)
}

// history returns the sections on the former units that the unit was made of, and on the
// former unit with the same code.
func (u cardView) history() (parts []fyne.CanvasObject) {
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
		name := c.Old.Name + ", " + c.Old.District + ", " + c.Old.Province
		said := w.T("unit.old_code.undated", "code", c.Row.Code(), "name", name)
		if d := c.Old.Until; !d.IsZero() {
			said = w.T("unit.old_code", "code", c.Row.Code(), "name", name, "date", w.Day(time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC)))
		}
		text := kit.Wrapped(said, widget.MediumImportance)
		var became []string
		for _, s := range c.Old.Successors {
			became = append(became, w.Ward(s)+" ("+s.Code+")")
		}
		next := kit.Caption(w.T("unit.became", "names", strings.Join(became, ", ")))
		next.Wrapping = fyne.TextWrapWord
		parts = append(parts, u.section("unit.old", text, next))
	}
	return parts
}

// former returns a row for a unit that existed before July 2025.
func (u cardView) former(f units.Former) fyne.CanvasObject {
	name := kit.NewValue(f.Name)
	place := f.District + ", " + f.Province
	if len(f.Successors) > 1 {
		place += " · " + u.Words.T("unit.made_of.part")
	}
	where := kit.Caption(place)
	where.Wrapping = fyne.TextWrapWord
	mark := kit.Caption(cmp.Or(f.Code, "–"))
	mark.TextStyle.Monospace = true
	return container.NewBorder(nil, nil, nil, container.NewVBox(mark), container.New(layout.NewCustomPaddedVBoxLayout(-kit.TightOverlap), name, where))
}

// groupView builds the record of several units for the inspector.
type groupView struct {
	Words  text.Catalogue
	Group  *Group
	Do     Actions
	Copies func([]Row) []*fyne.MenuItem
	links  *links
}

// links is a list of links to units. It reuses its rows, because most of them stay the
// same when a selection grows by a unit.
type links struct {
	rows  []rowLink
	lines *fyne.Container
}

type rowLink struct {
	name *kit.Link
	code *widget.Label
	line fyne.CanvasObject
}

// newLinks returns an empty list.
func newLinks() *links { return &links{lines: container.New(kit.TightRows{})} }

// show shows units; a tap on one calls choose.
func (l *links) show(words text.Catalogue, units []Row, choose func(Row)) {
	for len(l.rows) < len(units) {
		r := rowLink{name: kit.NewLink("", nil), code: widget.NewLabel("")}
		r.line = container.NewBorder(nil, nil, nil, r.code, r.name)
		l.rows = append(l.rows, r)
	}
	l.lines.Objects = l.lines.Objects[:0]
	for i, unit := range units {
		r := l.rows[i]
		if name := unit.NameIn(words); r.name.Text != name || r.code.Text != unit.Code() {
			r.name.SetText(name)
			r.code.SetText(unit.Code())
		}
		r.name.OnTapped = func() { choose(unit) }
		l.lines.Objects = append(l.lines.Objects, r.line)
	}
}

// maxGrouped is the maximum number of units in the record's list.
const maxGrouped = 100

// Parts returns the parts of the record, from top to bottom.
func (c groupView) Parts() []fyne.CanvasObject {
	w, g := c.Words, c.Group
	parts := []fyne.CanvasObject{c.actions(), kit.Facts(c.sums()...)}
	for _, note := range []struct {
		n   int
		key string
	}{{g.Nested, "units.group.nested"}, {g.Bare, "units.group.bare"}} {
		if note.n > 0 {
			l := kit.Caption(w.T(note.key, "n", w.Count(note.n)))
			l.Wrapping = fyne.TextWrapWord
			parts = append(parts, l)
		}
	}
	last := len(g.Rows) - 1 // the last selected unit is listed first
	c.links.show(c.Words, slices.Concat(g.Rows[last:], g.Rows[:min(last, maxGrouped-1)]), c.Do.Choose)
	parts = append(parts, widget.NewSeparator(), c.links.lines)
	if rest := len(g.Rows) - maxGrouped; rest > 0 {
		parts = append(parts, kit.Caption(w.T("units.group.more", "n", w.Count(rest))))
	}
	return parts
}

// actions returns the buttons for all of the units.
func (c groupView) actions() fyne.CanvasObject {
	zoom := kit.QuietButton(c.Words.T("unit.zoom"), theme.SearchIcon(), c.Do.ZoomSelected)
	if c.Group.Bounds.Empty() {
		zoom.Disable()
	}
	copies := opener(c.Words.T("units.copy"), theme.ContentCopyIcon(), func(under fyne.CanvasObject) {
		kit.ShowMenuUnder(under, fyne.NewMenu("", c.Copies(c.Group.Rows)...))
	})
	save := opener(c.Words.T("unit.export"), theme.DocumentSaveIcon(), c.Do.Exports)
	return container.New(&kit.WrappedRow{}, zoom, copies, save)
}

func (c groupView) sums() (rows [][2]string) {
	w, g := c.Words, c.Group
	if g.Provinces > 0 {
		rows = append(rows, [2]string{w.T("units.group.provinces"), w.Count(g.Provinces)})
	}
	if g.Wards > 0 {
		rows = append(rows, [2]string{w.T("unit.wards"), w.Count(g.Wards)})
	}
	if g.Bounds.Empty() {
		return rows
	}
	return append(rows,
		[2]string{w.T("units.group.area"), w.Area(g.Area)},
		[2]string{w.T("unit.southwest"), text.Coordinates(geo.Point{Lat: g.Bounds.South, Lon: g.Bounds.West})},
		[2]string{w.T("unit.northeast"), text.Coordinates(geo.Point{Lat: g.Bounds.North, Lon: g.Bounds.East})},
	)
}
