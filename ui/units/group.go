package units

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/geo"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// GroupView makes the sum of several units for the inspector.
type GroupView struct {
	Words  text.Catalogue
	Group  *Group
	Do     Actions
	Copies func([]Row) []*fyne.MenuItem
	Links  *Links
}

// Links are rows of names that lead to units. They are kept: as a selection
// grows by a row, all but a few of them stay as they are.
type Links struct {
	rows  []rowLink
	lines *fyne.Container
}

type rowLink struct {
	name *kit.Link
	code *widget.Label
	line fyne.CanvasObject
}

// NewLinks returns no rows.
func NewLinks() *Links { return &Links{lines: container.New(kit.TightRows{})} }

// show has the first rows show units.
func (l *Links) show(units []Row, choose func(Row)) {
	for len(l.rows) < len(units) {
		r := rowLink{name: kit.NewLink("", nil), code: widget.NewLabel("")}
		r.line = container.NewBorder(nil, nil, nil, r.code, r.name)
		l.rows = append(l.rows, r)
	}
	l.lines.Objects = l.lines.Objects[:0]
	for i, unit := range units {
		r := l.rows[i]
		if r.code.Text != unit.Code() {
			r.name.SetText(unit.Name())
			r.code.SetText(unit.Code())
		}
		r.name.OnTapped = func() { choose(unit) }
		l.lines.Objects = append(l.lines.Objects, r.line)
	}
}

// Shown returns the names of the rows, from top to bottom.
func (l *Links) Shown() (names []*kit.Link) {
	for _, r := range l.rows[:len(l.lines.Objects)] {
		names = append(names, r.name)
	}
	return names
}

// maxGrouped is how many of the units the sum lists.
const maxGrouped = 100

// Parts returns the parts of the record, from top to bottom.
func (c GroupView) Parts() []fyne.CanvasObject {
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
	last := len(g.Rows) - 1 // the unit that leads comes first
	c.Links.show(slices.Concat(g.Rows[last:], g.Rows[:min(last, maxGrouped-1)]), c.Do.Choose)
	parts = append(parts, widget.NewSeparator(), c.Links.lines)
	if rest := len(g.Rows) - maxGrouped; rest > 0 {
		parts = append(parts, kit.Caption(w.T("units.group.more", "n", w.Count(rest))))
	}
	return parts
}

// actions are the buttons for all of the units.
func (c GroupView) actions() fyne.CanvasObject {
	w := c.Words
	zoom := kit.QuietButton(w.T("unit.zoom"), theme.SearchIcon(), c.Do.ZoomSelected)
	if c.Group.Bounds.Empty() {
		zoom.Disable()
	}
	copies := opener(w.T("units.copy"), theme.ContentCopyIcon(), func(under fyne.CanvasObject) {
		kit.ShowMenuUnder(under, fyne.NewMenu("", c.Copies(c.Group.Rows)...))
	})
	save := opener(w.T("unit.export"), theme.DocumentSaveIcon(), c.Do.Exports)
	return container.New(&kit.WrappedRow{}, zoom, copies, save)
}

func (c GroupView) sums() (rows [][2]string) {
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
