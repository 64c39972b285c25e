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

// mapPane is the map with all that lies on it.
type mapPane struct {
	*mapview.Map // made again with the widgets, as are all that its methods are handed to
	chrome       *mapview.Chrome
	plate        *mapview.NamePlate
	drawer       *mapdraw.Map
	borders      *borders.Borders // of the units
	theme        style.Theme
	complain     func(error)
	// faultTold is set after the window has reported that the open map cannot be read.
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

// buttons are what the buttons on the map do.
type buttons struct{ fit, measure func() }

// build makes the widgets, in the words of a language. What the map shows stays.
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

// names writes the names of units.
func (m *mapPane) names() overlay.Overlay { return m.borders.Names(m.drawer) }

// setTheme has the map drawn in other colours.
func (m *mapPane) setTheme(t style.Theme) {
	m.theme = t
	m.drawer.SetTheme(t)
	m.borders.SetTheme(t)
}

// unreadable reports that the open map can no longer be read, because its file was
// changed or its disk removed: otherwise the map would just be empty. It reports each map
// once, though every tile fails. Other errors are those of a map that was replaced.
func (m *mapPane) unreadable(err error) {
	if m.faultTold || !errors.Is(err, pack.ErrFault) && !errors.Is(err, pack.ErrCorrupt) {
		return
	}
	m.faultTold = true
	m.complain(err)
}

// close ends all work on pictures. It waits for reads that are under way.
func (m *mapPane) close() {
	m.drawer.Close()
	m.borders.Close()
}
