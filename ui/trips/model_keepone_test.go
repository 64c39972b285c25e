// SPDX-License-Identifier: MIT

package trips_test

import (
	"testing"
	"testing/synctest"

	"roadsnap/engine/correction"
	"roadsnap/engine/match"
	enginetrip "roadsnap/engine/trip"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/trips"
)

// TestKeepOneTrip keeps a trip that is not kept, such as a sample, with its marks, and shows it under
// a correction. Another row of the same trip leads to the kept one.
func TestKeepOneTrip(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ui, s := jobtest.New(t), newShelf()
		p := trips.NewModel(trips.Options{
			Jobs: ui.Jobs, Matcher: &s.fakeMatcher, Bounds: everywhere, Remember: func([]string) {}, Keeper: s,
			KeepFailed: func(err error) { t.Error(err) }, EditRefused: func(err error) { t.Error(err) },
		})
		p.Reopen()
		sample := source("sample.gpx", trip("a", 5))
		sample.Content = nil
		p.OpenFrom(sample)
		ui.Settle()
		row, _ := p.State().Trip()
		if row.Kept != 0 || !p.CanKeep(row) {
			t.Fatalf("%+v", row)
		}
		p.ToggleReviewed()
		row, _ = p.State().Trip()
		done := false
		p.Keep(row, func() { done = true })
		ui.Settle()
		row, _ = p.State().Trip()
		if row.Kept == 0 || p.CanKeep(row) || !done || len(p.State().Trips) != 1 || !s.edits[row.Kept].Reviewed {
			t.Errorf("kept as %d, done %v, marks %+v", row.Kept, done, s.edits[row.Kept])
		}
		again := *row
		again.Kept = 0
		p.Keep(&again, func() {})
		ui.Settle()
		if n, _ := p.State().Trip(); n.ID != row.ID || len(p.State().Trips) != 1 {
			t.Errorf("trip %d is selected, want %d", n.ID, row.ID)
		}
		p.ShowCorrected(row.ID, row.Content, trips.Corrected{Summary: enginetrip.Summary{Matched: 7}, Applied: []correction.Applied{{Unmet: match.UnmetNoWay}}})
		if row, _ = p.State().Trip(); row.Summary.Matched != 7 || len(row.Corrected) != 1 {
			t.Errorf("%+v", row.Summary)
		}
	})
}
