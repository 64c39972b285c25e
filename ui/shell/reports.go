// SPDX-License-Identifier: MIT

package shell

import (
	"os"

	"roadsnap/engine/match"
	"roadsnap/ui/reports"
)

// furnishReports creates the model of reports.
func (w *Window) furnishReports() {
	folder := w.o.PrintFolder
	if folder == nil {
		folder = func() (string, error) { return os.TempDir(), nil }
	}
	w.reporting = reports.NewModel(reports.Options{
		Jobs: w.o.Jobs, Keeper: w.o.Reports, Failed: w.files.Complain, PrintFolder: folder,
		Profile: func() match.Profile { return w.o.Trips.State().Profile }, Subject: w.sheetSubject,
	})
}

// sheetSubject returns the selected trip, if it is kept, with the tariff of its vehicle.
func (w *Window) sheetSubject() (s reports.Subject, ok bool) {
	t, ok := w.o.Trips.State().Trip()
	if !ok || t.Kept == 0 {
		return s, false
	}
	s.ID, s.Name, s.Hand = t.Kept, t.Name, w.fares.HandLines(t)
	if t.Vehicle != "" && t.Vehicle != t.Name {
		s.Name = t.Vehicle + " · " + t.Name
	}
	if !t.First.IsZero() {
		s.Name += " · " + w.words.Moment(t.First)
	}
	if tariff, ok := w.fares.TariffOf(t); ok {
		s.Tariff = &tariff
	}
	return s, true
}

// makeSheet makes the distance sheet of the selected trip and shows it.
func (w *Window) makeSheet() {
	w.reporting.MakeSheet()
	w.show(panelReports)
}

// reportsMayBeOld checks whether the report shown is outdated.
func (w *Window) reportsMayBeOld() {
	if w.arrangement.panel == panelReports {
		w.reporting.DataChanged()
	}
}

// buildReports creates the panel of reports in the language of the window.
func (w *Window) buildReports() {
	w.reports = reports.New(w.words, w.reporting, reports.Actions{
		Jobs: w.o.Jobs, Keys: w.commands.typedKey, Dialogs: w.files, Open: w.opener.traces,
		ShowTrips: w.showTrips,
		Names: func() (vehicles, drivers, groups []string) {
			s := w.o.Trips.State()
			return s.Vehicles(), s.Drivers(), s.Teams()
		},
		Trips: func() (listed, kept int) {
			for _, t := range w.o.Trips.State().Trips {
				if listed++; t.Kept != 0 {
					kept++
				}
			}
			return listed, kept
		},
	})
}

func (w *Window) reportsChanged() {
	w.reports.Show(w.reporting.State())
	w.showWork()
}

// showTrips selects kept trips in the panel of trips.
func (w *Window) showTrips(ids []int64) {
	w.show(panelTrips)
	w.o.Trips.SelectAllKept(ids)
}

// limitOfRoad returns the function that corrects the speed limit of a road, nil if nothing is kept.
func (w *Window) limitOfRoad(k reports.Keeper) func(way int64, road string) {
	if k == nil {
		return nil
	}
	return func(way int64, road string) { w.reports.AskLimits(way, road) }
}
