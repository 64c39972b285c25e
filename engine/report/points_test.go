// SPDX-License-Identifier: MIT

package report

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// pointsOf returns the rows of a form of points of one made trip: 20 minutes at 36 km/h, 10
// minutes nearly standing, 20 minutes at 36 km/h, a point each second.
func pointsOf(t *testing.T, kind Kind, points int) (rows [][]Cell, notes []string) {
	t.Helper()
	w := madeWorld(t)
	r := madeTrip(7, "51C-111.11", monday.Add(8*time.Hour), depot, []madePart{{1200, 36, 1}, {600, 0.1, 1}, {1200, 36, 1}}) // a leg has no vertex twice
	doc, err := w.BuildPoints(Request{Kind: kind, Period: Days(monday, monday), Language: English, Vehicles: []string{"51C-111.11"}}, points, func(yield func(*Recorded) error) error { return yield(r) })
	if err != nil {
		t.Fatal(err)
	}
	return doc.Tables[0].Rows, doc.Notes
}

// TestJourneyLeavesPointsOutEvenly checks that form B.1 has all points, or every third one if there
// would be too many, and that the beginning of a stop is never left out.
func TestJourneyLeavesPointsOutEvenly(t *testing.T) {
	hasStop := func(rows [][]Cell) bool {
		return slices.ContainsFunc(rows, func(row []Cell) bool { return strings.Contains(row[5].Text, "stop of 0:10") })
	}
	rows, notes := pointsOf(t, Journey, 3001)
	if len(rows) != 3001 || !hasStop(rows) || slices.ContainsFunc(notes, func(s string) bool { return strings.Contains(s, "One row for every") }) {
		t.Errorf("%d rows, %q", len(rows), notes)
	}
	if !slices.Equal(rows[0][1].Trips, []int64{7}) || English.Cell(rows[1][1]) != "5 Oct 2026 08:00:01" {
		t.Errorf("%+v", rows[:2])
	}
	rows, notes = pointsOf(t, Journey, 3*MostRows)
	if len(rows) != 1001 || !hasStop(rows) || !slices.ContainsFunc(notes, func(s string) bool { return strings.Contains(s, "One row for every 3 points") }) {
		t.Errorf("%d rows, %q", len(rows), notes)
	}
}

// TestSpeedsOfAMinute checks that a row of form B.2.1 has the speeds of one minute, however many
// points there are.
func TestSpeedsOfAMinute(t *testing.T) {
	rows, _ := pointsOf(t, Speeds, 3*MostRows)
	if len(rows) != 51 { // 50 minutes and the last point
		t.Fatalf("%d rows", len(rows))
	}
	for i, want := range map[int]string{0: "36", 25: "0"} {
		if got := strings.Split(rows[i][2].Text, ", "); len(got) != 60 || got[30] != want {
			t.Errorf("minute %d: %q", i, got)
		}
	}
	if English.Cell(rows[50][1]) != "5 Oct 2026 08:50:00" || rows[50][2].Text != "36" {
		t.Errorf("%+v", rows[50])
	}
}
