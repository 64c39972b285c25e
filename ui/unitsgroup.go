package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/geo"
	"roadsnap/ui/present"
)

// showGroup sums up several units, unless it does already, and reports whether
// something else was shown before.
func (i *inspector) showGroup(g *present.UnitGroup) (other bool) {
	old, was := i.shown.(*present.UnitGroup)
	if was && old == g {
		return false
	}
	i.shown, i.history = g, nil
	i.title.SetText(i.words.T("units.selected", "n", i.words.Count(len(g.Rows))))
	i.body.RemoveAll()
	for _, part := range (groupCard{i.words, g, i.unit, i.copies}).parts() {
		i.body.Add(part)
	}
	i.body.Refresh()
	i.scroll.ScrollToTop()
	return !was
}

// groupCard is the sum of several units in the inspector.
type groupCard struct {
	words  present.Words
	group  *present.UnitGroup
	do     unitActions
	copies func([]present.UnitRow) []*fyne.MenuItem
}

// maxGrouped is how many of the units the sum lists.
const maxGrouped = 100

func (c groupCard) parts() []fyne.CanvasObject {
	w, g := c.words, c.group
	parts := []fyne.CanvasObject{c.actions(), facts(c.sums()...)}
	for _, note := range []struct {
		n   int
		key string
	}{{g.Nested, "units.group.nested"}, {g.Bare, "units.group.bare"}} {
		if note.n > 0 {
			l := caption(w.T(note.key, "n", w.Count(note.n)))
			l.Wrapping = fyne.TextWrapWord
			parts = append(parts, l)
		}
	}
	rows := container.New(tightRows{})
	last := len(g.Rows) - 1
	for n := range min(len(g.Rows), maxGrouped) {
		row := g.Rows[(n+last)%len(g.Rows)] // the one that leads comes first
		rows.Add(linkRow(row.Name(), row.Code(), func() { c.do.choose(row) }))
	}
	if rest := len(g.Rows) - maxGrouped; rest > 0 {
		rows.Add(caption(w.T("units.group.more", "n", w.Count(rest))))
	}
	return append(parts, widget.NewSeparator(), rows)
}

// actions are the buttons for all of the units.
func (c groupCard) actions() fyne.CanvasObject {
	w := c.words
	zoom := quietButton(w.T("unit.zoom"), theme.SearchIcon(), c.do.zoomSelected)
	if c.group.Bounds.Empty() {
		zoom.Disable()
	}
	copyThem := quietButton(w.T("units.copy"), theme.ContentCopyIcon(), nil)
	copyThem.OnTapped = func() { showMenuUnder(copyThem, fyne.NewMenu("", c.copies(c.group.Rows)...)) }
	save := quietButton(w.T("unit.export"), theme.DocumentSaveIcon(), nil)
	save.OnTapped = func() { c.do.exports(save) }
	return container.NewHBox(zoom, copyThem, save)
}

func (c groupCard) sums() (rows [][2]string) {
	w, g := c.words, c.group
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
		[2]string{w.T("unit.southwest"), present.Coordinates(geo.Point{Lat: g.Bounds.South, Lon: g.Bounds.West})},
		[2]string{w.T("unit.northeast"), present.Coordinates(geo.Point{Lat: g.Bounds.North, Lon: g.Bounds.East})},
	)
}

// quietButton is a button of low importance.
func quietButton(text string, icon fyne.Resource, tapped func()) *widget.Button {
	b := widget.NewButtonWithIcon(text, icon, tapped)
	b.Importance = widget.LowImportance
	return b
}

// showMenuUnder opens a menu under a button.
func showMenuUnder(under fyne.CanvasObject, menu *fyne.Menu) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(under); c != nil {
		widget.NewPopUpMenu(menu, c).ShowAtRelativePosition(fyne.NewPos(0, under.Size().Height), under)
	}
}
