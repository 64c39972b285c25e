// SPDX-License-Identifier: MIT

package export

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/tripfile"
	"roadsnap/ui/kit"
	"roadsnap/ui/trips"
)

// withTrips gives the bench a model that has the sample trip of a city, matched.
func (b *bench) withTrips(t *testing.T) *trips.Model {
	t.Helper()
	e, err := engine.New(engine.Options{Units: data.Units()})
	if err == nil {
		err = e.OpenBytes(data.SampleName, data.SamplePack)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	model := trips.NewModel(trips.Options{
		Jobs: b.ui.Jobs, Matcher: trips.MatcherOf(e), Bounds: func() geo.Bounds { return geo.NoBounds }, Remember: func([]string) {},
	})
	b.o.Trips = NewTripModel(TripOptions{Jobs: b.ui.Jobs, Trips: model.State, Tools: TripTools{Ways: e.Ways}})
	b.o.Trips.OnChange(func() { b.ShowTrips(b.o.Trips.State()) })
	model.Open("../../data/trips/city.gpx")
	b.ui.Rest(t)
	return model
}

// choices returns the drop-down lists of the open dialog.
func choices(b *bench) (list []*kit.Choice) {
	for _, o := range test.LaidOutObjects(b.o.Window.Canvas().Overlays().Top()) {
		if c, is := o.(*kit.Choice); is && c.Visible() {
			list = append(list, c)
		}
	}
	return list
}

// TestExportTripsByDialog chooses CSV of stops in the dialog and writes it.
func TestExportTripsByDialog(t *testing.T) {
	b := newBench(t)
	b.withTrips(t)
	b.AskTrips()
	list := choices(b)
	if len(list) != 3 || list[0].Selected != "Selected trips (1)" || list[2].Selected != "Excel (XLSX)" {
		t.Fatalf("%d lists: %+v", len(list), list)
	}
	list[2].SetSelected("CSV")
	list = choices(b)
	if len(list) != 4 || list[3].Selected != "Points" || len(list[3].Options) != len(tripfile.Tables()) {
		t.Fatalf("for CSV there are %d lists", len(list))
	}
	list[3].SetSelected("Route parts")
	list[1].SetSelected("Recorded points") // has no parts of a route
	if list = choices(b); list[3].Selected != "Points" {
		t.Errorf("a recording has a table of %q", list[3].Selected)
	}
	list[1].SetSelected("Both")
	path := filepath.Join(t.TempDir(), "x.csv")
	b.picker = choosing(path)
	b.o.Files.Agree()
	b.ui.Rest(t)
	content, err := os.ReadFile(path)
	if err != nil || !strings.HasPrefix(string(content), "\ufefftrip_id,vehicle,driver,leg,") || strings.Count(string(content), "\n") != 2 {
		t.Fatalf("%.200q, %v", content, err)
	}
	if !b.ofTrips.content.Visible() || b.o.Trips.State().Count != 1 {
		t.Errorf("%+v", b.o.Trips.State())
	}
	if c := b.o.Trips.Last(); c.Format != tripfile.CSV || c.Table != tripfile.PerLeg || c.What != tripfile.Both {
		t.Errorf("the choice is %+v", c)
	}
	named := filepath.Join(t.TempDir(), "51C-123.45") // which ends in no format
	for name, want := range map[string]string{named: named + ".csv", named + ".kml": named + ".kml"} {
		b.picker = choosing(name)
		b.saveTrips(b.o.Trips.Last())
		b.ui.Rest(t)
		content, err := os.ReadFile(want)
		if isKML := strings.Contains(string(content), "<kml"); err != nil || isKML != strings.HasSuffix(want, ".kml") {
			t.Errorf("%s: %.100q, %v", want, content, err)
		}
	}
	b.o.Trips.Forget()
	if b.ofTrips.content.Visible() {
		t.Error("the line about the export stays")
	}
}

// TestExportNeedsASheet checks that a workbook without sheets cannot be written.
func TestExportNeedsASheet(t *testing.T) {
	b := newBench(t)
	b.withTrips(t)
	f := b.newTripForm(TripChoice{Scope: TripsAll, What: tripfile.Both, Format: tripfile.XLSX, Sheets: []tripfile.Per{tripfile.PerStop}})
	f.box = b.o.Files.Edit("x", "y", f.content, fyne.NewSize(tripsWidth, 0), func() bool { return true })
	f.renew()
	var checks []*kit.Check
	for _, o := range test.LaidOutObjects(b.o.Window.Canvas().Overlays().Top()) {
		if c, is := o.(*kit.Check); is {
			checks = append(checks, c)
		}
	}
	if len(checks) != len(tripfile.Tables()) {
		t.Fatalf("%d checks", len(checks))
	}
	for _, c := range checks {
		c.SetChecked(false)
	}
	if f.choice.Ready() {
		t.Errorf("%+v is ready", f.choice)
	}
	checks[0].SetChecked(true)
	if !f.choice.Ready() || f.choice.Options("en").Per[0] != tripfile.PerTrip {
		t.Errorf("%+v", f.choice)
	}
}

// TestNamesOfTripFiles checks the suggested names.
func TestNamesOfTripFiles(t *testing.T) {
	b := newBench(t)
	model := b.withTrips(t)
	if got, want := b.tripsName(b.o.Trips.Of(TripsAll)), "Andorra la Vella- errands in town_2025-03-04"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	model.Open("../../data/trips/meadow.gpx")
	b.ui.Rest(t)
	if got, want := b.tripsName(b.o.Trips.Of(TripsAll)), "roadsnap_2025-03-04_2025-03-05"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
