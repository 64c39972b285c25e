// SPDX-License-Identifier: MIT

package shell

import (
	"errors"

	"roadsnap/engine/pack"
	"roadsnap/ui/mapdraw"
	"roadsnap/ui/mapdraw/borders"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapview"
	"roadsnap/ui/text"
)

// mapPane is the map with its layers and controls.
type mapPane struct {
	*mapview.Map // created again with the widgets, as is every holder of its methods
	chrome       *mapview.Chrome
	plate        *mapview.NamePlate
	drawer       *mapdraw.Map
	borders      *borders.Borders // of the units
	theme        style.Theme
	complain     func(error)
	// faultTold is set after the read error of the open map was reported.
	faultTold bool
}

func newMapPane(o Options, theme style.Theme, language string, complain func(error)) *mapPane {
	m := &mapPane{theme: theme, complain: complain}
	ready := func() { o.Do(func() { m.Recompose() }) } // m.Map is read on the UI goroutine
	failed := func(err error) { o.Do(func() { m.unreadable(err) }) }
	m.drawer = mapdraw.NewMap(o.Source, theme, mapdraw.Options{Fonts: o.Fonts, OnTile: ready, OnError: failed})
	m.borders = borders.New(o.Units.BorderSource(), theme, borders.Options{Fonts: o.Fonts, Language: language, OnReady: ready, OnError: failed})
	return m
}

// buttons holds the actions of the buttons on the map.
type buttons struct{ fit, measure func() }

// build creates the widgets with the texts of words. The view and the layers are kept.
func (m *mapPane) build(words text.Catalogue, o mapview.Options, do buttons) {
	old := m.Map
	m.chrome = mapview.NewChrome(words, m.theme, func() { m.ZoomBy(1) }, func() { m.ZoomBy(-1) }, do.fit, do.measure)
	m.plate = mapview.NewNamePlate()
	o.Drawer, o.Ground, o.Chrome, o.Plate = m.drawer, m.theme.Background, m.chrome, m.plate
	m.Map = mapview.New(o)
	if old != nil {
		m.TakeOver(old)
	} else {
		m.Layer(mapview.LayerBorders).Set(m.borders)
	}
}

// names returns the overlay that draws the names of units.
func (m *mapPane) names() overlay.Overlay { return m.borders.Names(m.drawer) }

// setTheme redraws the map in the colours of t.
func (m *mapPane) setTheme(t style.Theme) {
	m.theme = t
	m.drawer.SetTheme(t)
	m.borders.SetTheme(t)
}

// unreadable reports that the open map can no longer be read, because its file was changed
// or its disk removed. Without the report the map would just stay empty. Each map is
// reported once, though every tile fails. Other errors come from a map that was replaced
// and are ignored.
func (m *mapPane) unreadable(err error) {
	if m.faultTold || !errors.Is(err, pack.ErrFault) && !errors.Is(err, pack.ErrCorrupt) {
		return
	}
	m.faultTold = true
	m.complain(err)
}

// close stops the drawing. It waits for reads in progress.
func (m *mapPane) close() {
	m.drawer.Close()
	m.borders.Close()
}
