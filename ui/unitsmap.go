package ui

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw"
	"roadsnap/ui/present"
)

// unitActions returns what the place Units has the window do.
func (w *Window) unitActions() unitActions {
	return unitActions{
		choose: w.chooseUnit, mark: w.o.Units.Select, zoom: w.zoomToUnit, country: w.showCountry, fault: w.showFault,
		copy:    func(row present.UnitRow, withBorder bool) { w.copy(w.o.Units.JSON(row, withBorder)) },
		export:  w.exportUnits,
		install: w.importUnits,
	}
}

// drawOverlays puts on the map what lies over its tiles.
func (w *Window) drawOverlays() {
	under, over := w.unitOverlays()
	w.mapView.setOverlays(slices.Concat(under, w.tripLayers, over))
}

// chooseUnit selects a unit from a list, and moves the map to it if it cannot be
// made out there.
func (w *Window) chooseUnit(row present.UnitRow) {
	w.o.Units.Select(row)
	// Once the record has come, which narrows the map.
	w.o.Do(func() {
		if !w.unitInView(row) {
			w.zoomToUnit(row)
		}
	})
}

// leastSeen is how large a unit must be on the map to be made out, in logical
// pixels.
const leastSeen = 60

// unitInView reports whether the map shows a unit well.
func (w *Window) unitInView(row present.UnitRow) bool {
	b := w.o.Units.Bounds(row)
	if b.Empty() {
		return true // there is nothing to move to
	}
	v := w.mapView.view
	x0, y0 := v.ToScreen(geo.Point{Lat: b.North, Lon: b.West})
	x1, y1 := v.ToScreen(geo.Point{Lat: b.South, Lon: b.East})
	inside := x0 >= 0 && y0 >= 0 && x1 <= float64(v.Width) && y1 <= float64(v.Height)
	return inside && max(x1-x0, y1-y0) >= leastSeen*v.Scale
}

func (w *Window) zoomToUnit(row present.UnitRow) { w.mapView.show(w.o.Units.Bounds(row)) }

// showCountry shows the whole country, the archipelagos included.
func (w *Window) showCountry() {
	w.mapView.show(mapdraw.CountryBounds(w.unitsState.Borders.Bounds))
}

// faultMargin is how much is shown round a gap or overlap, in metres.
const faultMargin = 60

// showFault shows where borders did not meet.
func (w *Window) showFault(f present.UnitFault) {
	w.fault, w.hasFault = f, true
	w.mapView.show(f.Bounds.Extend(f.At).Pad(faultMargin))
	w.drawOverlays()
}

// importUnits asks for boundaries, then where the pack of them is to go, and
// installs it.
func (w *Window) importUnits() {
	t := w.words.T
	q := FileQuestion{
		Title: t("units.install"), Kind: t("files.boundaries"), AllFiles: t("files.all"),
		Extensions: []string{"geojson", "json", "gz", "zip"},
	}
	w.pick(q, func(source string) {
		save := w.packQuestion(t("maps.save"))
		save.Name = "units" + packExtension
		w.pickSave(save, func(out string) {
			w.show(placeMaps)
			w.o.Maps.ImportUnits(w.o.Units.Table(), present.BoundarySources(source), out)
		})
	})
}

// unitClicked selects the unit under a click.
func (w *Window) unitClicked(p geo.Point) {
	if row, found := w.o.Units.At(p, w.mapView.view.Zoom); found {
		w.o.Units.Select(row)
	} else {
		w.o.Units.Deselect()
	}
}

// unitDoubled zooms to the unit under a double click, and reports whether there
// is one.
func (w *Window) unitDoubled(p geo.Point) bool {
	row, found := w.o.Units.At(p, w.mapView.view.Zoom)
	if found {
		w.o.Do(func() { w.zoomToUnit(row) }) // once its record has come, which narrows the map
	}
	return found
}

// hoverUnit names and fills the unit under the cursor.
func (w *Window) hoverUnit(p geo.Point, inside bool) {
	row, ward, found := present.UnitRow{}, false, false
	if inside && w.place == placeUnits {
		row, ward, found = w.o.Units.Place(p)
	}
	switch {
	case !found:
		w.here.show("", "")
	case ward:
		w.here.show(row.Name(), row.Code()+" · "+row.Province.FullName)
	default:
		w.here.show(row.Name(), row.Code())
	}
	if found {
		row, found = w.o.Units.At(p, w.mapView.view.Zoom)
	}
	code := ""
	if found {
		code = row.Code()
	}
	if w.borders.Hover(code) {
		w.refreshMap()
	}
}

// markUnits fills on the map what is selected in the place Units.
func (w *Window) markUnits() {
	selected := ""
	if w.place == placeUnits && w.unitsState.HasSelected {
		selected = w.unitsState.Selected.Code()
	}
	if w.borders.Select(selected) {
		w.refreshMap()
	}
}

// unitOverlays returns what lies under and over the trips.
func (w *Window) unitOverlays() (under, over []mapdraw.Overlay) {
	under, over = []mapdraw.Overlay{w.borders}, []mapdraw.Overlay{w.borders.Names(w.drawer)}
	if w.place != placeUnits || w.unitsState.View != present.UnitsFaults {
		return under, over
	}
	faults := mapdraw.Faults{}
	for _, f := range w.unitsState.Faults {
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

// hereBox says which unit lies under the cursor.
type hereBox struct {
	name, detail *canvas.Text
	plate        fyne.CanvasObject
	content      fyne.CanvasObject
}

func newHereBox() *hereBox {
	ink := theme.Color(theme.ColorNameForeground)
	h := &hereBox{name: canvas.NewText("", ink), detail: canvas.NewText("", theme.Color(theme.ColorNamePlaceHolder))}
	h.name.TextSize, h.name.TextStyle.Bold = theme.TextSize(), true
	h.detail.TextSize = theme.CaptionTextSize()
	h.plate = plate(container.New(layout.NewCustomPaddedVBoxLayout(0), h.name, h.detail))
	h.plate.Hide()
	h.content = container.NewVBox(container.NewHBox(h.plate, layout.NewSpacer()), layout.NewSpacer())
	return h
}

// show says that the unit is so called; no name hides the box.
func (h *hereBox) show(name, detail string) {
	if h.name.Text == name && h.detail.Text == detail {
		return
	}
	h.name.Text, h.detail.Text = name, detail
	seen(h.plate, name != "")
	h.content.Refresh()
}
