// SPDX-License-Identifier: MIT

package export

import (
	"path/filepath"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/tripfile"
	"roadsnap/ui/files"
	"roadsnap/ui/kit"
	"roadsnap/ui/trips"
)

// tripFormatNames holds the names of the formats, the same in every language.
var tripFormatNames = map[tripfile.Format]string{
	tripfile.GPX: "GPX", tripfile.GeoJSON: "GeoJSON", tripfile.KML: "KML (Google Earth)", tripfile.KMZ: "KMZ (Google Earth)",
	tripfile.CSV: "CSV", tripfile.XLSX: "Excel (XLSX)",
}

// The keys of the texts of each choice.
var (
	scopeKeys = map[TripScope]string{
		TripsSelected: "trips.export.selected", TripsListed: "trips.export.listed", TripsAll: "trips.export.all",
	}
	whatKeys = map[tripfile.What]string{
		tripfile.Snapped: "trips.export.snapped", tripfile.Raw: "trips.export.raw", tripfile.Both: "trips.export.both",
	}
	perKeys = map[tripfile.Per]string{
		tripfile.PerTrip: "trips.export.per.trip", tripfile.PerPoint: "trips.export.per.point", tripfile.PerLeg: "trips.export.per.leg",
		tripfile.PerWay: "trips.export.per.way", tripfile.PerStop: "trips.export.per.stop", tripfile.PerEvent: "trips.export.per.event",
	}
	aboutKeys = map[tripfile.Format]string{
		tripfile.GPX: "trips.export.about.gpx", tripfile.GeoJSON: "trips.export.about.geojson", tripfile.KML: "trips.export.about.kml",
		tripfile.KMZ: "trips.export.about.kmz", tripfile.CSV: "trips.export.about.csv", tripfile.XLSX: "trips.export.about.xlsx",
	}
)

// tripsWidth is the width of the dialog (logical pixels).
const tripsWidth = 480

// AskTrips asks which trips are to be written to a file, and how, and writes it.
func (e *Exports) AskTrips() { e.askTrips(e.o.Trips.Last()) }

// AskSelectedTrips is AskTrips for the selected trips at first.
func (e *Exports) AskSelectedTrips() {
	c := e.o.Trips.Last()
	c.Scope = TripsSelected
	e.askTrips(c)
}

func (e *Exports) askTrips(c TripChoice) {
	if e.o.Trips.State().Busy {
		return
	}
	f := e.newTripForm(c)
	t := e.words.T
	f.box = e.o.Files.Edit(t("trips.export.title"), t("units.export.next"), f.content, fyne.NewSize(tripsWidth, 0), func() (done bool) {
		if !f.choice.Ready() {
			return false
		}
		f.box.Hide()
		e.saveTrips(f.choice)
		return true
	})
	f.renew()
}

// tripForm is the content of the dialog.
type tripForm struct {
	exports *Exports
	choice  TripChoice
	box     *files.Editor
	content *fyne.Container
	rows    *fyne.Container // labels and lists; those after the first depend on the format
	fixed   int             // how many of them do not
	about   *widget.Label   // what the format is for
}

func (e *Exports) newTripForm(c TripChoice) *tripForm {
	f := &tripForm{exports: e, choice: c, about: kit.Wrapped("", widget.LowImportance)}
	t, model := e.words.T, e.o.Trips
	if len(model.Of(c.Scope)) == 0 {
		f.choice.Scope = TripsListed
	}
	which := dropDown(TripScopes(), f.choice.Scope, func(s TripScope) string {
		return t(scopeKeys[s], "n", e.words.Count(len(model.Of(s))))
	}, func(s TripScope) { f.choice.Scope = s; f.renew() })
	what := dropDown(tripfile.Whats(), c.What, func(w tripfile.What) string { return t(whatKeys[w]) }, func(w tripfile.What) {
		f.choice.What = w
		f.renew()
	})
	format := dropDown(tripfile.Formats(), c.Format, func(x tripfile.Format) string { return tripFormatNames[x] }, func(x tripfile.Format) {
		f.choice.Format = x
		f.renew()
	})
	f.rows = container.New(layout.NewFormLayout(),
		widget.NewLabel(t("trips.export.which")), which, widget.NewLabel(t("trips.export.what")), what, widget.NewLabel(t("trips.export.format")), format)
	f.fixed = len(f.rows.Objects)
	f.content = container.NewVBox(f.rows, f.about)
	return f
}

// dropDown returns a drop-down list of values, which calls chosen with another value.
func dropDown[T comparable](values []T, now T, name func(T) string, chosen func(T)) *kit.Choice {
	names, at := make([]string, len(values)), 0
	for i, v := range values {
		names[i] = name(v)
		if v == now {
			at = i
		}
	}
	c := kit.NewChoice(names)
	c.SetSelectedIndex(at)
	c.OnChanged = func(string) { chosen(values[max(c.SelectedIndex(), 0)]) }
	return c
}

// renew shows the tables of the format, and whether the choice can be written.
func (f *tripForm) renew() {
	t := f.exports.words.T
	f.rows.Objects = f.rows.Objects[:f.fixed:f.fixed]
	name := func(p tripfile.Per) string { return t(perKeys[p]) }
	switch f.choice.Format {
	case tripfile.CSV:
		now := f.choice.Options("").Per[0]
		per := dropDown(f.choice.Tables(), now, name, func(p tripfile.Per) { f.choice.Table = p })
		excel := kit.NewCheck(t("trips.export.excel"))
		excel.SetChecked(f.choice.Excel)
		excel.OnChanged = func(on bool) { f.choice.Excel = on }
		f.rows.Objects = append(f.rows.Objects, widget.NewLabel(t("trips.export.rows")), per, layout.NewSpacer(), excel)
	case tripfile.XLSX:
		checks := container.NewGridWithColumns(3)
		for _, p := range f.choice.Tables() {
			c := kit.NewCheck(name(p))
			c.SetChecked(f.choice.HasSheet(p))
			c.OnChanged = func(on bool) {
				f.choice = f.choice.WithSheet(p, on)
				f.confirmable()
			}
			checks.Add(c)
		}
		f.rows.Objects = append(f.rows.Objects, widget.NewLabel(t("trips.export.sheets")), checks)
	}
	f.rows.Refresh()
	f.about.SetText(t(aboutKeys[f.choice.Format]))
	f.confirmable()
	f.box.Resize(fyne.NewSize(tripsWidth, 0)) // fewer rows take less height
}

// confirmable lets the user go on if there is something to write.
func (f *tripForm) confirmable() {
	f.box.SetReady(f.choice.Ready() && len(f.exports.o.Trips.Of(f.choice.Scope)) > 0)
}

// saveTrips asks for the file of an export of trips and writes it. If the user writes the ending of
// another format, that is the format of the file.
func (e *Exports) saveTrips(c TripChoice) {
	t := e.words.T
	end := string(c.Format)
	var others []string
	for _, f := range tripfile.Formats() {
		others = append(others, string(f))
	}
	q := files.Question{
		Title: t("trips.export.title"), Kind: tripFormatNames[c.Format], AllFiles: t("files.all"),
		Extensions: []string{end}, Others: others, Name: e.tripsName(e.o.Trips.Of(c.Scope)) + "." + end,
	}
	e.o.Files.Save(q, func(path string) {
		c.Format = tripfile.Format(strings.ToLower(filepath.Ext(path)[1:]))
		o := c.Options(e.words.Language)
		o.Labels = tripfile.Labels{
			Recorded: t("trips.export.raw"), Points: t("trips.export.per.point"), Route: t("trips.export.snapped"), Ways: t("trips.export.per.way"),
			Gaps: t("trips.export.gaps"), Stops: t("trips.export.per.stop"), Events: t("trips.export.per.event"),
		}
		e.o.Trips.Export(c, o, path)
	})
}

// tripsName returns the suggested name of a file, without the ending: the name of a single trip, or
// else that of the program, and the days of the trips.
func (e *Exports) tripsName(list []*trips.Trip) string {
	title := ""
	if len(list) == 1 {
		title = list[0].Name
	}
	var first, last time.Time
	for _, t := range list {
		if first.IsZero() || !t.First.IsZero() && t.First.Before(first) {
			first = t.First
		}
		if t.Last.After(last) {
			last = t.Last
		}
	}
	return nameOfDays(title, first, last)
}
