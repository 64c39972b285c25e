// SPDX-License-Identifier: MIT

package report

import (
	"slices"
	"testing"
	"time"
)

// TestFleetWritesPlatesAsRecorded makes the fleet report of two vehicles that are not registered, one
// of them with two spellings of its plate.
func TestFleetWritesPlatesAsRecorded(t *testing.T) {
	w := madeWorld(t)
	w.Register.Vehicles = nil
	facts := factsOf(t, w,
		madeTrip(1, "51C-111.11", monday.Add(9*time.Hour), depot, []madePart{{3600, 40, 1}}),
		madeTrip(2, "51c 11111", monday.Add(11*time.Hour), depot, []madePart{{3600, 40, 1}}),
		madeTrip(3, "51C-222.22", monday.Add(9*time.Hour), depot, []madePart{{3600, 40, 1}}))
	doc := w.Build(Request{Kind: Fleet, By: ByPlate, Period: Days(monday, monday), Language: English}, facts)
	var rows, bars []string
	for _, row := range doc.Tables[0].Rows {
		rows = append(rows, row[0].Text)
	}
	for _, bar := range doc.Charts[len(doc.Charts)-1].Bars {
		bars = append(bars, bar.Name)
	}
	want := []string{"51C-111.11", "51C-222.22"}
	if !slices.Equal(rows, want) || !slices.Equal(bars, want) {
		t.Errorf("rows %q, bars %q, want %q", rows, bars, want)
	}
}

// TestFleetEndsItsDaysBeforeMidnight makes the fleet report by day of a drive through midnight.
func TestFleetEndsItsDaysBeforeMidnight(t *testing.T) {
	w := madeWorld(t)
	facts := factsOf(t, w, madeTrip(1, "51C-111.11", monday.Add(23*time.Hour), depot, []madePart{{2 * 3600, 40, 1}}))
	var got []string
	for _, row := range w.Build(Request{Kind: Fleet, By: ByPlate, Each: EachDay, Period: Days(monday, monday.AddDate(0, 0, 1)), Language: English}, facts).Tables[0].Rows {
		got = append(got, English.Cell(row[8])+"-"+English.Cell(row[9]))
	}
	if want := []string{"23:00-23:59", "00:00-01:00"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
