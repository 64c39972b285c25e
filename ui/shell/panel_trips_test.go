// SPDX-License-Identifier: MIT

package shell_test

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"roadsnap/engine/geo"
	"roadsnap/engine/trace"
	"roadsnap/ui/trips"
)

// gpx writes a recording of a short trip through the town of the sample map.
func gpx(t *testing.T, name string) string {
	t.Helper()
	var points strings.Builder
	for i := range 3 {
		fmt.Fprintf(&points, `<trkpt lat="42.5079" lon="%.4f"></trkpt>`, 1.5262+0.001*float64(i))
	}
	return write(t, name+".gpx", `<gpx version="1.1"><trk><name>`+name+`</name><trkseg>`+points.String()+`</trkseg></trk></gpx>`)
}

// openTrip opens a recorded trip of a name with the file dialog.
func (d *driver) openTrip(name string) (path string) {
	d.t.Helper()
	path = gpx(d.t, name)
	d.answer(path)
	d.key("Ctrl+O")
	d.until(name+" to be matched", func() bool {
		x, found := d.find(name)
		return found && x.text == name && summary.MatchString(d.below(name))
	})
	d.waitFor(filepath.Base(path))
	return path
}

// summary is the second line of a trip's row once it is matched.
var summary = regexp.MustCompile(`^(([-\d]+ )?\d\d:\d\d–\d\d:\d\d · (\d+ h )?(\d+ min|\d+ s)( · \d+ stops?)?|\d+ points?|.+ not matched: .+|\d+ % of .+)$`)

// The sample trips.
const (
	inTown   = "Andorra la Vella: errands in town"
	toMeadow = "La Massana to a meadow off the road"
	upValley = "Andorra la Vella to Canillo: up the valley"
)

// openSamples opens the sample trips and waits until they are matched.
func (d *driver) openSamples() {
	d.t.Helper()
	d.choose("File › Open sample trips")
	d.untilMatched(inTown, toMeadow, upValley)
	d.until("the first trip's record", func() bool { return d.valueOf("File") == "city.gpx" })
}

func (d *driver) untilMatched(trips ...string) {
	d.t.Helper()
	for _, trip := range trips {
		d.until(trip+" to be matched", func() bool { return summary.MatchString(d.below(trip)) })
	}
}

func TestTripsSamplesOpenByTheButton(t *testing.T) {
	d := start(t)
	d.mustSee("Open a GPX, KML, TCX, FIT, GeoJSON, NMEA, CSV or XLSX file")
	d.tap("Try sample trips")
	d.untilMatched(inTown, toMeadow, upValley)
	d.mustNotSee("Try sample trips")
	if got := d.below(upValley); got != "15:40–15:59 · 20 min" {
		t.Errorf("the trip up the valley is summed up as %q", got)
	}
}

func TestTripsSamplesOpenByTheMenu(t *testing.T) {
	d := start(t)
	d.openSamples()
	d.mustSee("Recorded points", "Snapped route") // the legend
	if !d.shows(42.508, 1.527) || d.zoom() < 13 {
		t.Error("the map does not show the first trip")
	}
}

func TestTripsTapSelectsATrip(t *testing.T) {
	d := start(t)
	d.openSamples()
	d.tap(toMeadow)
	d.until("the record of the trip", func() bool { return d.valueOf("File") == "meadow.gpx" })
	d.until("the trip on the map", func() bool { return d.shows(42.5447, 1.5148) })
	d.tap(upValley)
	d.until("the record of the other trip", func() bool { return d.valueOf("File") == "valley.gpx" })
	d.waitFor("Inferred route") // in the legend, for this trip alone
}

func TestTripsKeysSelectATrip(t *testing.T) {
	d := start(t)
	d.openSamples()
	d.tap(inTown) // the list has the focus
	for _, c := range []struct{ key, file string }{
		{"Down", "valley.gpx"}, {"Down", "valley.gpx"}, {"Up", "city.gpx"}, {"Up", "meadow.gpx"},
		{"Up", "meadow.gpx"}, {"End", "valley.gpx"}, {"Prior", "meadow.gpx"}, {"Next", "valley.gpx"}, {"Home", "meadow.gpx"}, {"End", "valley.gpx"},
	} {
		d.key(c.key)
		if got := d.valueOf("File"); got != c.file {
			t.Errorf("after %s the record is of %q, want %q", c.key, got, c.file)
		}
	}
	if !d.shows(42.5662, 1.5987) {
		t.Error("the map does not show the last trip")
	}
	d.key("Escape", "Escape") // the record, and the selection
	d.mustNotSee("Recorded points")
	d.key("Down")
	d.until("the first trip", func() bool { return d.valueOf("File") == "meadow.gpx" })
}

func TestTripsEnterShowsAllOfATrip(t *testing.T) {
	d := start(t)
	d.openSamples()
	d.tap(inTown)
	before := d.zoom()
	d.wheel(d.middle(), -10)
	far := d.zoom()
	d.key("Return")
	d.until("the map to zoom in", func() bool { return math.Abs(d.zoom()-before) < 0.1 })
	if far > before-1 {
		t.Fatalf("the map was at zoom %v, then %v", before, far)
	}
}

func TestTripsInspectorShowsTheTrip(t *testing.T) {
	d := start(t)
	d.openSamples()
	d.tap(toMeadow)
	d.until("the record", func() bool { return d.valueOf("File") == "meadow.gpx" })
	for name, want := range map[string]string{
		"Start": "2025-03-05 22:05:00 +07", "Duration": "13 min",
		"On roads": "2.35 km", "Point to point": "5.02 km",
		"Recorded": "260", "Matched": "74", "On route": "48", "Continuous parts": "1",
	} {
		if got := d.valueOf(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	d.mustSee("Events (3)", "1 point left out: position error", "8 points, 21 s, 126 m left out: position error", "6 min, 1.91 km not matched: no road on the map")
}

// mark returns the name of the icon at the left of a trip's row.
func (d *driver) mark(trip string) string {
	d.t.Helper()
	row := d.mustFind(trip)
	best := thing{}
	for _, x := range d.icons("") {
		overlay := x.at.X < row.at.X && x.at.Y < row.at.Y+2*row.size.Height && x.at.Y+x.size.Height > row.at.Y
		if overlay && x.icon != "" && x.at.X > best.at.X {
			best = x
		}
	}
	return best.icon
}

func TestTripsMarkSaysWhetherAllIsExplained(t *testing.T) {
	d := start(t)
	d.openSamples()
	cutOff := strings.TrimSuffix(read(t, gpx(t, "cut off")), `</trkseg></trk></gpx>`)
	d.answer(write(t, "cut.gpx", cutOff))
	d.tap("Open trace…")
	d.waitFor("The file is incomplete")
	d.answer(write(t, "broken.gpx", "<gpx><trk"))
	d.tap("Open trace…")
	d.waitFor("broken.gpx")
	for _, c := range []struct{ name, picture, line string }{
		{inTown, "placeholder_check", ""},
		{toMeadow, "warning_warning", "1.91 km not matched: no road on the map"},
		{"cut off", "warning_warning", "The file is incomplete: its end is missing"},
		{"broken.gpx", "error_cancel", "The trace cannot be read."},
	} {
		if got := d.mark(c.name); !strings.Contains(got, c.picture) {
			t.Errorf("%s has the mark %q, want %q", c.name, got, c.picture)
		}
		if got := d.below(c.name); c.line != "" && got != c.line {
			t.Errorf("%s is summed up as %q, want %q", c.name, got, c.line)
		}
	}
}

func TestTripsInspectorListsWhatIsUnexplained(t *testing.T) {
	d := start(t)
	d.openSamples()
	d.mustNotSee("To review")
	d.tap(toMeadow)
	d.until("the record", func() bool { return d.valueOf("File") == "meadow.gpx" })
	m, at := d.theMap()
	heading, reason, file := thing{}, thing{}, thing{}
	for _, x := range d.things(false) {
		switch {
		case x.at.X < at.X+m.Size().Width:
		case x.text == "To review":
			heading = x
		case x.text == "1.91 km not matched: no road on the map":
			reason = x
		case x.text == "File":
			file = x
		}
	}
	if heading.text == "" || reason.at.Y <= heading.at.Y || file.at.Y <= reason.at.Y {
		t.Errorf("heading at %v, reason at %v, file at %v", heading.at, reason.at, file.at)
	}
}

func TestTripsEventLeadsToItsPlace(t *testing.T) {
	d := start(t)
	d.openSamples()
	d.tap(upValley)
	d.waitFor("inferred: no GPS signal")
	before := d.zoom()
	d.tap("15:45:45–15:47:20")
	d.until("the map to zoom to the gap", func() bool { return d.zoom() > before+0.5 })
}

func TestTripsEventsSayWhenAndHowLong(t *testing.T) {
	d := start(t)
	d.openSamples()
	d.tap(toMeadow)
	d.until("the record", func() bool { return d.valueOf("File") == "meadow.gpx" })
	if got, want := d.below("22:11:30–22:17:57"), "6 min, 1.91 km not matched: no road on the map"; got != want {
		t.Errorf("the gap is described as %q, want %q", got, want)
	}
	d.tap(upValley)
	d.waitFor("inferred: no GPS signal")
	if got, want := d.below("15:45:45–15:47:20"), "2 min, 1.11 km inferred: no GPS signal"; got != want {
		t.Errorf("the inferred segment is described as %q, want %q", got, want)
	}
	d.answer(write(t, "untimed.csv", "lat,lon\n42.5079,1.5262\n42.5079,1.5272\n42.52,1.7\n42.52,1.701\n"))
	d.tap("Open trace…")
	d.untilMatched("untimed")
	d.until("the record", func() bool { return d.valueOf("File") == "untimed.csv" })
	if got, want := d.below("Points 1–2"), "14.23 km not matched: position jump"; got != want {
		t.Errorf("the gap without times is described as %q, want %q", got, want)
	}
}

func TestTripsAreFilteredAndSorted(t *testing.T) {
	d := start(t)
	d.openTrip("alone")
	d.untilMatched("alone")
	d.mustNotSee("Only trips to review")
	d.openSamples()
	d.until("all trips", func() bool { return d.sees("20.38 km · 4 trips · 1 to review · 48 min driving") })
	d.key("Ctrl+F")
	d.typeText("la mass")
	d.until("the trip to the meadow alone", func() bool { return d.sees(toMeadow) && !d.sees(upValley) && !d.sees("alone") })
	d.key("Down")
	d.until("its record", func() bool { return d.valueOf("File") == "meadow.gpx" })
	d.key("Ctrl+F", "Ctrl+A", "BackSpace")
	d.tap("Only trips to review")
	d.until("what to review", func() bool { return d.sees(toMeadow) && !d.sees(upValley) })
	d.mustNotSee("No trip is left to review.")
	d.tap(toMeadow)
	d.key("R")
	d.waitFor("No trip is left to review.")
	d.tap("Show all trips")
	d.waitFor(upValley)
	d.mustNotSee("Show all trips")
	d.key("Ctrl+F")
	d.typeText("no such trip")
	d.waitFor("No trip matches the filter.")
	d.key("Ctrl+F", "Ctrl+A", "BackSpace")
	d.waitFor(upValley)
	d.tapIcon("drop-down", "Name, vehicle or day")
	d.tap("Without groups")
	d.tapIcon("drop-down", "Name, vehicle or day")
	d.tap("On roads")
	at := func(name string) float32 { return d.mustFind(name).at.Y }
	d.until("the longest first", func() bool { return at(upValley) < at(toMeadow) })
}

func TestTripsAreReviewedByKeys(t *testing.T) {
	d := start(t)
	d.openSamples()
	d.tap(inTown)
	d.key("N")
	d.until("the event of the trip to review", func() bool { return d.valueOf("File") == "meadow.gpx" })
	d.key("R")
	d.waitFor("Reviewed: 1.91 km not matched: no road on the map", "20.22 km · 3 trips · 48 min driving")
	d.key("R")
	d.waitFor("20.22 km · 3 trips · 1 to review · 48 min driving")
	d.key("Ctrl+F")
	d.typeText("r") // a letter, not a key, in a field
	d.waitFor("20.22 km · 3 trips · 1 to review · 48 min driving")
	d.choose("Edit › Trip › Mark as reviewed")
	d.waitGone("1 to review")
}

func TestTripsStopsLeadToTheirPlaces(t *testing.T) {
	d := start(t)
	var rows strings.Builder
	rows.WriteString("time,lat,lon\n")
	at := time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC)
	for i := range 100 {
		drive := min(i, 20) + max(0, i-80) // 80 m in 10 s, but for the ten minutes in between
		fmt.Fprintf(&rows, "%s,%.6f,%.6f\n", at.Add(time.Duration(i)*10*time.Second).Format(time.RFC3339), 42.5079+0.0002*float64(drive%2), 1.50+0.001*float64(drive))
	}
	d.answer(write(t, "delivery.csv", rows.String()))
	d.tap("Open trace…")
	d.untilMatched("delivery")
	d.until("the record", func() bool { return d.valueOf("File") == "delivery.csv" })
	if driving, stopped := d.valueOf("Driving"), d.valueOf("Stopped"); driving != "6 min" || stopped != "10 min" {
		t.Errorf("driving %s, stopped %s", driving, stopped)
	}
	if got, want := d.valueOf("15:03:19–15:13:20"), "10 min"; got != want {
		t.Errorf("the stop is of %q, want %q", got, want)
	}
	before := d.zoom()
	d.tap("15:03:19–15:13:20")
	d.until("the map to zoom to the stop", func() bool { return d.zoom() > before+1 && d.shows(42.5079, 1.52) && !d.shows(42.5079, 1.51) })
}

func TestTripsEventsAreWalkedThrough(t *testing.T) {
	d := start(t)
	d.answer(write(t, "odd.csv", `lat,lon,time
42.5079,1.5262,2025-03-05T02:00:00Z
42.5079,1.5272,2025-03-05T02:00:20Z
42.5079,1.5282,2025-03-05T02:00:20Z
42.5079,1.5292,2025-03-05T02:01:00Z
42.5079,1.5302,
42.5079,1.5312,2025-03-05T02:02:00Z
`))
	d.tap("Open trace…")
	d.untilMatched("odd")
	d.mustSee("Events (2)", "duplicate time", "missing time")
	d.openSamples() // of which one is to review
	d.tap("odd")
	d.until("the record", func() bool { return d.valueOf("File") == "odd.csv" })
	for _, c := range []struct {
		key  string
		file string
		lat  float64
		lon  float64
	}{
		{"N", "odd.csv", 42.5079, 1.5282},
		{"N", "odd.csv", 42.5079, 1.5302},
		{"P", "odd.csv", 42.5079, 1.5282},
		{"P", "meadow.gpx", 0, 0},
	} {
		d.key(c.key)
		d.until("the record of "+c.file, func() bool { return d.valueOf("File") == c.file })
		if c.lat == 0 {
			continue
		}
		p, middle := d.on(c.lat, c.lon), d.middle()
		if away := math.Hypot(float64(p.X-middle.X), float64(p.Y-middle.Y)); away > 5 {
			t.Errorf("%s at %v: the map shows the point %.0f pixels from its middle", c.key, c.lon, away)
		}
	}
}

func TestTripsInspectorClosesAndComesBack(t *testing.T) {
	d := start(t)
	d.openTrip("alpha")
	d.mustSee("Point to point")
	d.tapIcon("cancel", "File") // the only one of the window
	d.waitGone("Point to point")
	d.key("Ctrl+I")
	d.waitFor("Point to point")
	d.choose("View › Details panel")
	d.waitGone("Point to point")
	d.tap("alpha") // which is selected still
	d.waitFor("Point to point")
}

// hanging provides sample trips whose reading blocks until it is cancelled.
func hanging(names ...string) (sources []trips.Source) {
	for _, name := range names {
		sources = append(sources, trips.Source{Name: name, Read: func(ctx context.Context, _ geo.Bounds) ([]trace.Trip, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}})
	}
	return sources
}

func TestTripsCancelOneAndAll(t *testing.T) {
	d := start(t)
	d.samples, d.hasty = hanging("one.gpx", "two.gpx", "three.gpx"), true
	d.tap("Try sample trips")
	d.waitFor("Snapping 3 trips…")
	d.tapIcon("cancel", "two.gpx")
	d.until("one to be cancelled", func() bool { return d.below("two.gpx") == "Cancelled" })
	d.waitFor("Snapping 2 trips…")
	if got := d.below("one.gpx"); got != "Reading…" {
		t.Errorf("another trip is now %q", got)
	}
	d.tapIcon("cancel", "Snapping 2 trips…")
	d.waitGone("Snapping", "Reading…")
	for _, name := range []string{"one.gpx", "three.gpx"} {
		if got := d.below(name); got != "Cancelled" {
			t.Errorf("%s is %q", name, got)
		}
	}
}

func TestTripsRemovedComeBack(t *testing.T) {
	d := start(t)
	if !d.menuItem("Edit › Undo").Disabled {
		t.Error("the menu undoes though nothing was removed")
	}
	d.openTrip("alpha")
	d.openTrip("beta")
	d.key("Delete")
	d.until("beta to go", func() bool { return d.below("beta") == "" })
	d.mustSee("alpha")
	d.until("the menu to undo", func() bool { return !d.menuItem("Edit › Undo").Disabled })
	d.key("2", "Ctrl+Z") // from another panel
	d.untilMatched("alpha", "beta")
	d.until("the record of what came back", func() bool { return d.valueOf("File") == "beta.gpx" })
	d.choose("Edit › Remove from list")
	d.until("beta to go", func() bool { return d.below("beta") == "" })
	d.choose("Edit › Undo")
	d.untilMatched("alpha", "beta")
}

func TestTripsDeleteInAnotherPanelRemovesNothing(t *testing.T) {
	d := start(t)
	d.openTrip("alpha")
	d.key("3", "Delete", "1")
	d.untilMatched("alpha")
}

func TestTripsLastOneRemovedLeavesTheHint(t *testing.T) {
	d := start(t)
	d.openTrip("alpha")
	d.key("Delete")
	d.waitFor("Try sample trips")
	d.waitGone("Point to point", "Recorded points")
}

func TestTripsDoubleTapShowsAllOfATrip(t *testing.T) {
	d := start(t)
	d.openTrip("alpha")
	d.wheel(d.middle(), -10)
	far := d.zoom()
	d.doubleTap("alpha")
	d.until("the map to zoom in", func() bool { return d.zoom() > far+3 })
	if !d.shows(42.5079, 1.5262) || !d.shows(42.5079, 1.5282) {
		t.Error("the map does not show both ends of the trip")
	}
}

func TestTripsOffTheMapHaveNoRoad(t *testing.T) {
	d := start(t)
	d.answer(write(t, "sea.csv", "lat,lon\n10.5,110.1\n10.5,110.2\n10.5,110.3\n"))
	d.tap("Open trace…")
	d.until("the sentence", func() bool { return d.below("sea") == "This map has no road nearby" })
	if !d.shows(10.5, 110.2) {
		t.Error("the map does not show the trip")
	}
}

func TestTripsPointOfATripTellsOfItself(t *testing.T) {
	d := start(t)
	d.openSamples()
	d.tap(toMeadow)
	d.until("the trip on the map", func() bool { return d.valueOf("File") == "meadow.gpx" && d.shows(42.544658, 1.514776) })
	d.tapMap(d.on(42.544658, 1.514776)) // its first point
	d.waitFor("Point 0")
	for name, want := range map[string]string{"Trip": toMeadow, "Time": "2025-03-05 22:05:00 +07"} {
		if got := d.valueOf(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	d.mustSee("Offset", "Confidence")
	d.tap(toMeadow)
	d.until("the record of the trip", func() bool { return d.valueOf("File") == "meadow.gpx" })
}

func TestTripsRenameByKeyboard(t *testing.T) {
	d := start(t)
	d.openTrip("alpha")
	d.untilMatched("alpha")
	d.key("F2")
	d.typeText("Morning")
	d.window.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	d.until("the new name", func() bool { return d.sees("Morning") })
	if d.dialogOpen() {
		t.Error("Enter does not close the dialog")
	}
	d.mustNotSee("Morningalpha")
	d.key("F2")
	d.key("Ctrl+T") // which would open the table behind the dialog
	d.key("Escape")
	d.mustNotSee("Verdict")
	if d.dialogOpen() {
		t.Error("Esc does not close the dialog")
	}
}
