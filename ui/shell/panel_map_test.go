// SPDX-License-Identifier: MIT

package shell_test

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
)

// A place on a street of the sample map, and the street.
const (
	streetLat, streetLon = 42.5085056, 1.5266106
	streetName           = "Carrer Bisbe Príncep Iglésias"
	streetWay            = "24713936"
)

// closeTo zooms in on a visible geographic point and returns its position, which the zoom
// keeps.
func (d *driver) closeTo(lat, lon float64) fyne.Position {
	d.t.Helper()
	d.until("the point on the map", func() bool { return d.shows(lat, lon) })
	d.wheel(d.on(lat, lon), 13)
	return d.on(lat, lon)
}

// number matches a number in a text of the window.
var number = regexp.MustCompile(`[\d,]+(\.\d+)?`)

// numberIn returns the first number in the visible text that matches a pattern.
func (d *driver) numberIn(pattern string) float64 {
	d.t.Helper()
	d.settle()
	re := regexp.MustCompile(pattern)
	for _, text := range d.texts() {
		if found := re.FindString(text); found != "" {
			n, err := strconv.ParseFloat(strings.ReplaceAll(number.FindString(found), ",", ""), 64)
			if err != nil {
				d.t.Fatal(err)
			}
			return n
		}
	}
	d.t.Fatalf("nothing matches %q; visible: %q", pattern, d.texts())
	return 0
}

func (d *driver) mustZoom(want float64, after string) {
	d.t.Helper()
	if got := d.zoom(); math.Abs(got-want) > 0.01 {
		d.t.Errorf("zoom %.2f after %s, want %.2f", got, after, want)
	}
}

func TestMapZoomsByKeysButtonsAndMenu(t *testing.T) {
	d := start(t)
	z := d.zoom()
	for name, in := range map[string]func(){
		"the key +": func() { d.key("+") }, "the key =": func() { d.key("=") },
		"the button": func() { d.tapIcon("zoom-in", "") }, "the menu": func() { d.choose("View › Zoom in") },
		"Ctrl with =": func() { d.key("Ctrl+=") },
	} {
		in()
		d.mustZoom(z+1, name)
		d.key("-")
		d.mustZoom(z, "the key -")
	}
	d.tapIcon("zoom-out", "")
	d.mustZoom(z-1, "the button")
	d.choose("View › Zoom out")
	d.mustZoom(z-2, "the menu")
}

func TestMapWheelZoomsAtThePointer(t *testing.T) {
	d := start(t)
	z, at := d.zoom(), d.on(42.6, 1.5)
	d.wheel(at, 4)
	d.mustZoom(z+2, "four notches")
	if p := d.on(42.6, 1.5); math.Abs(float64(p.X-at.X)) > 1 || math.Abs(float64(p.Y-at.Y)) > 1 {
		t.Errorf("the point under the pointer went from %v to %v", at, p)
	}
	d.wheel(at, -4)
	d.mustZoom(z, "four notches back")
}

func TestMapDoubleTapZoomsIn(t *testing.T) {
	d := start(t)
	z := d.zoom()
	d.doubleTapMap(d.middle().AddXY(100, 50))
	d.mustZoom(z+1, "a double tap")
}

func TestMapIsDragged(t *testing.T) {
	d := start(t)
	z, before := d.zoom(), d.on(42.55, 1.58)
	d.dragMap(d.middle(), d.middle().AddXY(60, -40), 0)
	if by := d.on(42.55, 1.58).Subtract(before); math.Abs(float64(by.X-60)) > 1 || math.Abs(float64(by.Y+40)) > 1 {
		t.Errorf("the map moved by %v", by)
	}
	d.mustZoom(z, "a drag")
}

func TestMapDragIsNoClick(t *testing.T) {
	d := start(t)
	at := d.closeTo(streetLat, streetLon)
	d.dragMap(at, at.AddXY(60, -40), 0)
	d.hoverMap(d.on(streetLat, streetLon))
	d.waitFor("way " + streetWay)
	d.leave()
	d.waitGone("way " + streetWay) // it would stay if it were selected
}

func TestMapShiftDragZoomsToABox(t *testing.T) {
	d := start(t)
	z := d.zoom()
	size := d.mapSize()
	from, to := fyne.NewPos(size.Width/2, size.Height/2), fyne.NewPos(size.Width*3/4, size.Height*3/4)
	inside := d.middle().AddXY(size.Width/8, size.Height/8)
	d.hoverMap(inside)
	point := d.mustFindCoordinates()
	d.dragMap(from, to, fyne.KeyModifierShift)
	if got := d.zoom(); got < z+1.5 || got > z+2.1 {
		t.Errorf("zoom %.2f after a box of a quarter of the map, want %.2f", got, z+2)
	}
	if p := d.on(point[0], point[1]); math.Abs(float64(p.X-size.Width/2)) > 15 || math.Abs(float64(p.Y-size.Height/2)) > 15 {
		t.Errorf("the middle of the box is at %v", p)
	}
}

// coordinates matches coordinates in decimal degrees.
var coordinates = regexp.MustCompile(`^(-?\d+\.\d{5}), (-?\d+\.\d{5})$`)

// mustFindCoordinates returns the coordinates in the status bar.
func (d *driver) mustFindCoordinates() (at [2]float64) {
	d.t.Helper()
	d.settle()
	foot := d.window.Canvas().Size().Height - 40
	for _, x := range d.things(true) {
		if m := coordinates.FindStringSubmatch(x.text); m != nil && x.at.Y > foot {
			for i := range at {
				at[i], _ = strconv.ParseFloat(m[i+1], 64) // matches the pattern
			}
			return at
		}
	}
	d.t.Fatalf("no coordinates in %q", d.texts())
	return at
}

func TestMapMovesByTheArrows(t *testing.T) {
	d := start(t)
	size := d.mapSize()
	for _, c := range []struct {
		key  string
		x, y float32
	}{{"Right", -0.25, 0}, {"Left", 0.25, 0}, {"Up", 0, 0.25}, {"Down", 0, -0.25}} {
		before := d.on(42.55, 1.58)
		d.key(c.key)
		by := d.on(42.55, 1.58).Subtract(before)
		if math.Abs(float64(by.X-c.x*size.Width)) > 2 || math.Abs(float64(by.Y-c.y*size.Height)) > 2 {
			t.Errorf("%s moves the map by %v", c.key, by)
		}
	}
}

func TestMapTapOnAStreetShowsIt(t *testing.T) {
	d := start(t)
	at := d.closeTo(streetLat, streetLon)
	d.tapMap(at)
	d.waitFor(streetName)
	d.until("the way", func() bool { return d.recorded("OpenStreetMap way") == streetWay })
	if got := d.recorded("Road type"); got != "residential" {
		t.Errorf("class %q", got)
	}
	d.mustSee("Coordinates")
	if !d.shows(streetLat, streetLon) {
		t.Error("the street was moved off the map by its record")
	}
	d.key("Escape")
	d.waitGone("OpenStreetMap way")
}

func TestMapTapNextToEverythingShowsNothing(t *testing.T) {
	d := start(t)
	d.dragMap(fyne.NewPos(0, 0), fyne.NewPos(3000, 0), 0) // off the sample map
	d.tapMap(d.middle())
	d.secondaryTapMap(d.middle())
	d.mustSee("What is here?")
	d.mustNotSee("This location")
	d.tap("What is here?")
	d.waitFor("This location", "Coordinates")
}

func TestMapFitShowsWhatIsSelectedOrTheMap(t *testing.T) {
	d := start(t)
	z := d.zoom()
	d.closeTo(streetLat, streetLon)
	d.key("Home")
	d.until("all of the map", func() bool { return math.Abs(d.zoom()-z) < 0.01 })
	at := d.closeTo(streetLat, streetLon)
	d.tapMap(at)
	d.waitFor(streetName)
	d.wheel(d.middle(), -8)
	far := d.zoom()
	d.key("Home")
	d.until("the street", func() bool { return d.zoom() > far+2 && d.shows(streetLat, streetLon) })
	d.key("Escape")
	d.waitGone("OpenStreetMap way")
	d.tapIcon("zoom-fit", "")
	d.until("all of the map by the button", func() bool { return math.Abs(d.zoom()-z) < 0.01 })
	d.openTrip("alpha")
	d.wheel(d.middle(), -8)
	far = d.zoom()
	d.choose("View › Fit to window")
	d.until("the trip", func() bool { return d.zoom() > far+2 && d.shows(42.5079, 1.5272) })
}

func TestMapMeasuresALength(t *testing.T) {
	d := start(t)
	d.key("M")
	d.waitFor("Click to start")
	m := d.middle()
	d.tapMap(m)
	d.waitFor("Click the next point; double-click or Esc to finish")
	d.tapMap(m.AddXY(200, 0))
	d.waitGone("Click the next point")
	const length = `^\d+\.\d+ km`
	first := d.numberIn(length)
	d.tapMap(m.AddXY(200, 200))
	d.waitFor("· last")
	if both := d.numberIn(length); math.Abs(both-2*first) > 0.02*both {
		t.Errorf("%v km and then %v km", first, both)
	}
	d.key("BackSpace")
	d.waitGone("· last")
	if got := d.numberIn(length); got != first {
		t.Errorf("without the last point %v km, want %v", got, first)
	}
	d.doubleTapMap(m.AddXY(200, 200))
	d.waitFor("· last")
	d.mustNotSee("OpenStreetMap way") // a click measured, and did nothing else
	d.tapMap(m)                       // after the end a new line begins
	d.waitGone("· last")
	d.waitFor("Click the next point")
	d.key("Escape")
	d.waitGone("Click the next point")
}

func TestMapMeasuresAnArea(t *testing.T) {
	d := start(t)
	d.tapIcon("ruler", "")
	d.waitFor("Click to start")
	m := d.middle()
	for _, p := range []fyne.Position{m, m.AddXY(100, 0), m.AddXY(100, 100), m.AddXY(0, 100), m} {
		d.tapMap(p)
	}
	d.waitFor("km² · perimeter")
	area, round := d.numberIn(`[\d.,]+ km² · perimeter`), d.numberIn(`perimeter [\d.,]+ km`)
	if side := round / 4; math.Abs(area-side*side) > 0.02*area {
		t.Errorf("%v km² within %v km", area, round)
	}
	d.choose("View › Measure")
	d.waitGone("km² · perimeter")
}

func TestMapMenuCopiesCoordinates(t *testing.T) {
	d := start(t)
	d.secondaryTapMap(d.on(42.55, 1.58))
	d.mustSee("Copy 42.5")
	d.tap("Copy 42.5")
	at := d.clipboard()
	m := coordinates.FindStringSubmatch(at)
	if m == nil {
		t.Fatalf("copied %q", at)
	}
	if lat, _ := strconv.ParseFloat(m[1], 64); math.Abs(lat-42.55) > 0.001 {
		t.Errorf("copied %q", at)
	}
	d.secondaryTapMap(d.on(42.55, 1.58))
	d.hover("Copy in another format")
	d.tap("42°")
	if got := d.clipboard(); !strings.Contains(got, "42°") || !strings.Contains(got, "N") {
		t.Errorf("copied %q", got)
	}
}

func TestMapMenuMeasuresAndZooms(t *testing.T) {
	d := start(t)
	m := d.middle()
	d.secondaryTapMap(m)
	d.tap("Measure from here")
	d.waitFor("Click the next point")
	d.tapMap(m.AddXY(100, 0))
	d.waitGone("Click the next point")
	if got := d.numberIn(`^\d+\.\d+ km`); got < 5 || got > 8 {
		t.Errorf("measured %v km", got)
	}
	d.key("Escape")
	d.secondaryTapMap(d.on(42.6, 1.5))
	d.tap("Zoom in here")
	d.until("the place from near by", func() bool { return d.zoom() >= 16.99 && d.shows(42.6, 1.5) })
}

func TestMapMenuOpensTheBrowser(t *testing.T) {
	d := start(t)
	d.secondaryTapMap(d.on(42.55, 1.58))
	d.tap("Open in browser")
	if urls := d.app.opened; len(urls) != 1 || !strings.Contains(urls[0], "openstreetmap.org") || !strings.Contains(urls[0], "42.5") {
		t.Errorf("opened %q", urls)
	}
}

func TestMapMenuByKey(t *testing.T) {
	d := start(t)
	d.key("Menu")
	d.mustSee("What is here?", "Measure from here")
}

func TestMapMenuHasTheUnitsOfThePlace(t *testing.T) {
	d := startUnits(t)
	d.tapIcon("zoom-fit", "34 provinces, 3,321 wards")
	d.until("the country", func() bool { return d.shows(8.6, 104.7) })
	d.tap("Trips")
	d.secondaryTapMap(d.on(22.1, 104))
	d.hover("Lao Cai Province")
	d.tap("Show details")
	d.untilCode("15")
}

func TestMapScaleBarIsRoundAndFollowsTheZoom(t *testing.T) {
	d := start(t)
	d.mustSee("5 km")
	d.wheel(d.middle(), 8)
	bar := d.numberIn(`^\d+ k?m$`)
	if lead := strconv.FormatFloat(bar, 'f', 0, 64); !strings.Contains("125", lead[:1]) {
		t.Errorf("the scale bar says %q", lead)
	}
	d.mustNotSee("5 km")
}

func TestMapCoordinatesHaveTheFormThatWasChosen(t *testing.T) {
	d := start(t)
	d.mustFindCoordinates()
	for item, pattern := range map[string]string{
		"Degrees, minutes, seconds": `^\d+°\d+′[\d.]+″ ?N`,
		"UTM (WGS 84)":              `31 ?[NT]`,
	} {
		d.choose("View › Coordinates › " + item)
		d.numberIn(pattern)
		if !d.menuItem("View › Coordinates › " + item).Checked {
			t.Errorf("%q is not marked in the menu", item)
		}
	}
	d.restart()
	d.resize(1300, 820)
	d.choose("View › Coordinates › Decimal degrees")
	at := d.mustFindCoordinates()
	// The status bar offers the forms, too.
	d.tap(strconv.FormatFloat(at[0], 'f', 5, 64))
	d.tap("Degrees, minutes, seconds")
	d.numberIn(`^\d+°`)
}

func TestStatusFollowsThePointer(t *testing.T) {
	d := start(t)
	middle := d.mustFindCoordinates()
	d.hoverMap(d.middle().AddXY(-200, 100))
	at := d.mustFindCoordinates()
	if at[0] >= middle[0] || at[1] >= middle[1] {
		t.Errorf("to the lower left of %v the pointer is at %v", middle, at)
	}
	d.hoverMap(d.on(42.55, 1.58))
	at = d.mustFindCoordinates()
	if math.Abs(at[0]-42.55) > 0.001 || math.Abs(at[1]-1.58) > 0.001 {
		t.Errorf("the pointer is at %v", at)
	}
	d.leave()
	if d.mustFindCoordinates() != middle {
		t.Error("without the pointer the coordinates are not those of the middle")
	}
}

func TestStatusTellsOfTheStreetUnderThePointer(t *testing.T) {
	d := start(t)
	d.hoverMap(d.closeTo(streetLat, streetLon))
	d.waitFor(streetName, "way "+streetWay)
	d.leave()
	d.waitGone("way " + streetWay)
}

func TestStatusTellsScaleZoomAndMap(t *testing.T) {
	d := start(t)
	d.mustSee("Andorra (sample)", "API off", "1:250,000 · zoom 10.75")
	d.key("+")
	d.mustSee("1:130,000 · zoom 11.75")
	d.mustNotSee("1:250,000")
}

func TestUnitUnderThePointerIsNamedInEveryPanel(t *testing.T) {
	d := startUnits(t)
	d.tapIcon("zoom-fit", "34 provinces, 3,321 wards")
	d.until("the country", func() bool { return d.shows(8.6, 104.7) })
	for _, panel := range []string{"Trips", "Units", "Maps", "Server"} {
		d.tap(panel)
		d.hoverMap(d.on(22.1, 104))
		d.until("the name in the panel "+panel, func() bool { return len(d.inMap("Lao Cai Province")) == 1 && len(d.inMap("15")) == 1 })
		d.leave()
		d.until("no name", func() bool { return len(d.inMap("Lao Cai Province")) == 0 })
	}
}
