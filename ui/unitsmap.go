package ui

import (
	"slices"

	"fyne.io/fyne/v2"

	"roadsnap/engine/geo"
	"roadsnap/ui/files"
	"roadsnap/ui/kit"
	"roadsnap/ui/mapdraw/borders"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/units"
)

// units.Actions returns what the place Units has the window do.
func (w *Window) unitActions() units.Actions {
	return units.Actions{
		Choose: w.chooseUnit, Mark: w.o.Units.Select, Preview: w.previewUnit,
		Zoom: w.openUnit, ZoomSelected: w.openSelected, Country: w.showCountry, Fault: w.showFault,
		Explain: w.here.Show, CopyJSON: w.copyJSON, Copy: w.copy, Exports: w.showExports, Menu: w.showUnitMenu,
		Install: w.importUnits, Undo: w.undoRemove,
	}
}

// showExports asks under a button what to write to a file.
func (w *Window) showExports(under fyne.CanvasObject) {
	kit.ShowMenuUnder(under, units.ExportMenu(w.words, w.o.Units, w.exports.AskUnits))
}

// drawOverlays puts on the map what lies over its tiles.
func (w *Window) drawOverlays() {
	under, over := w.unitOverlays()
	over = append(over, w.reportOverlays()...)
	w.mapView.SetOverlays(slices.Concat(under, w.tripLayers, over))
}

// chooseUnit selects a unit from a list, and moves the map to it if it cannot be
// made out there.
func (w *Window) chooseUnit(row units.Row) {
	w.zooming.Cancel()
	w.o.Units.Select(row) // whose record narrows the map
	if !w.unitInView(row) {
		w.zoomToUnit(row)
	}
}

// leastSeen is how large a unit must be on the map to be made out, in logical
// pixels.
const leastSeen = 60

// unitInView reports whether the map shows a unit well.
func (w *Window) unitInView(row units.Row) bool {
	b := w.o.Units.Bounds(row)
	if b.Empty() {
		return true // there is nothing to move to
	}
	v := w.mapView.View()
	x0, y0 := v.ToScreen(geo.Point{Lat: b.North, Lon: b.West})
	x1, y1 := v.ToScreen(geo.Point{Lat: b.South, Lon: b.East})
	inside := x0 >= 0 && y0 >= 0 && x1 <= float64(v.Width) && y1 <= float64(v.Height)
	return inside && max(x1-x0, y1-y0) >= leastSeen*v.Scale
}

func (w *Window) zoomToUnit(row units.Row) { w.mapView.ShowBounds(w.o.Units.Bounds(row)) }

// openUnit zooms to a unit and brings its record, if that is selected, before the
// list.
func (w *Window) openUnit(row units.Row) {
	w.panes.askDetail()
	w.zoomToUnit(row)
}

// openSelected does so with the selected units.
func (w *Window) openSelected() {
	w.panes.askDetail()
	w.zoomToSelected()
}

// selectedBounds returns where the selected units lie.
func (w *Window) selectedBounds() geo.Bounds {
	switch s := w.o.Units.State(); {
	case s.Group != nil:
		return s.Group.Bounds
	case s.HasSelected:
		return w.o.Units.Bounds(s.Selected)
	default:
		return geo.NoBounds
	}
}

func (w *Window) zoomToSelected() { w.mapView.ShowBounds(w.selectedBounds()) }

// previewUnit fills lightly the unit that the pointer is at in a list; "" ends it.
func (w *Window) previewUnit(code string) {
	if w.borders.Hover(code) {
		w.refreshMap()
	}
}

// showCountry shows the whole country, the archipelagos included.
func (w *Window) showCountry() {
	w.mapView.ShowBounds(borders.CountryBounds(w.o.Units.State().Borders.Bounds))
}

// faultMargin is how much is shown round a gap or overlap, in metres.
const faultMargin = 60

// showFault shows where borders did not meet.
func (w *Window) showFault(f units.Fault) {
	w.fault, w.hasFault = f, true
	w.mapView.ShowBounds(f.Bounds.Extend(f.At).Pad(faultMargin))
	w.drawOverlays()
}

// importUnits asks for boundaries, then where the pack of them is to go, and
// installs it.
func (w *Window) importUnits() {
	t := w.words.T
	q := files.Question{
		Title: t("units.install"), Kind: t("files.boundaries"), AllFiles: t("files.all"),
		Extensions: []string{"geojson", "json", "gz", "zip"},
	}
	w.files.Open(q, func(source string) {
		save := w.packQuestion(t("maps.save"))
		save.Name = "units" + packExtension
		w.files.Save(save, func(out string) {
			w.show(placeMaps)
			w.o.Maps.ImportUnits(w.o.Units.Table(), source, out)
		})
	})
}

// unitClicked selects the unit under a click; with Ctrl it adds it to the selected
// ones, or takes it away.
func (w *Window) unitClicked(p geo.Point, held fyne.KeyModifier) {
	w.zooming.Cancel()
	w.o.Units.SelectAt(p, w.mapView.View().Zoom, held&fyne.KeyModifierShortcutDefault != 0)
}

// unitDoubled zooms to the unit under a double click; where there is none the map
// zooms in as elsewhere.
func (w *Window) unitDoubled(p geo.Point, held fyne.KeyModifier) {
	more := held&fyne.KeyModifierShortcutDefault != 0
	w.zooming.Cancel()
	w.zooming = w.o.Units.At(p, w.mapView.View().Zoom, func(row units.Row, found bool) {
		switch {
		case !found:
			x, y := w.mapView.View().ToScreen(p)
			w.mapView.ZoomAt(x, y, 1)
		case !more:
			w.zoomToUnit(row)
		}
	})
}

// hoverUnit names the unit that a click under the cursor would mean; in the place Units
// it fills it, too, and marks its row.
func (w *Window) hoverUnit(p geo.Point, inside bool) {
	w.hovering.Cancel()
	if !inside {
		w.nameUnit(units.Row{}, false)
		return
	}
	w.hovering = w.o.Units.At(p, w.mapView.View().Zoom, w.nameUnit)
}

// nameUnit names the unit under the pointer on the map, or none.
func (w *Window) nameUnit(row units.Row, found bool) {
	switch {
	case !found:
		w.here.Show("", "")
	case row.IsWard:
		w.here.Show(row.Name(), row.Code()+" · "+row.Province.FullName)
	default:
		w.here.Show(row.Name(), row.Code())
	}
	code := ""
	if found && w.place == placeUnits {
		code = row.Code()
	}
	w.previewUnit(code)
	w.units.Point(code)
}

// markUnits fills on the map what is selected in the place Units.
func (w *Window) markUnits() {
	var codes []string
	if w.place == placeUnits {
		for _, r := range w.o.Units.State().Whole() {
			codes = append(codes, r.Code())
		}
	}
	if w.borders.Select(codes...) {
		w.refreshMap()
	}
}

// unitOverlays returns what lies under and over the trips.
func (w *Window) unitOverlays() (under, over []overlay.Overlay) {
	under, over = []overlay.Overlay{w.borders}, []overlay.Overlay{w.borders.Names(w.drawer)}
	if w.place != placeUnits || w.o.Units.State().View != units.FaultsView {
		return under, over
	}
	faults := overlay.Faults{}
	for _, f := range w.o.Units.State().Faults {
		faults.Points = append(faults.Points, f.At)
	}
	if w.hasFault {
		faults.Framed = append(faults.Framed, w.fault.Bounds.Extend(w.fault.At))
	}
	over = append(over, faults)
	return under, over
}

// tableWidth is how wide the list is while it is a table, unless it was dragged
// wider, in logical pixels.
const tableWidth = 640

// roomForTable widens the list for the table, and gives the room back.
func (w *Window) roomForTable(table bool) {
	switch {
	case table && w.panes.listWidth < tableWidth:
		w.narrowList, w.panes.listWidth = w.panes.listWidth, tableWidth
	case !table && w.narrowList > 0:
		w.panes.listWidth, w.narrowList = w.narrowList, 0
	default:
		return
	}
	w.panes.Refresh()
}
