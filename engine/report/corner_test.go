// SPDX-License-Identifier: MIT

package report

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"roadsnap/engine/fleet"
)

// TestBandsAtTheirEdges drives at speeds at the edges of the bands: the band of a line is that of the
// average that the line prints.
func TestBandsAtTheirEdges(t *testing.T) {
	for over, want := range map[float64]int{4: -1, 5: 0, 9: 0, 9.9: 0, 10: 1, 20: 1, 20.1: 2, 35: 2, 35.1: 3, 60: 3} {
		w := madeWorld(t)
		trip := madeTrip(1, "51C-111.11", monday.Add(8*time.Hour), depot, []madePart{{600, 40, 1}, {300, 50 + over - 0.02, 1}, {600, 40, 1}})
		for i := range trip.Recording.Observations { // the way is a little shorter than its speeds
			if o := &trip.Recording.Observations[i]; o.Speed*3.6 > 45 {
				o.Speed = (50 + over) / 3.6
			}
		}
		facts := factsOf(t, w, trip)
		request := Request{Kind: OverLimit, Period: Days(monday, monday), Language: English}
		rows := w.Build(request, facts).Tables[0].Rows
		if len(rows) != 1 && want >= 0 || len(rows) != 0 && want < 0 {
			t.Errorf("%v km/h over: %d lines", over, len(rows))
			continue
		}
		if want >= 0 && math.Abs(rows[0][6].Number-50-over) > 0.01 {
			t.Errorf("%v km/h over: an average of %v", over, rows[0][6].Number)
		}
		request.Kind = ByVehicle
		table := w.Build(request, facts).Tables[0]
		for i, c := range table.Columns {
			if band, ok := strings.CutPrefix(c.Key, "times_"); ok {
				if got := table.Rows[0][i].Number == 1; got != (band == fmt.Sprint(want+1)) {
					t.Errorf("%v km/h over: band %s has %v", over, band, table.Rows[0][i].Number)
				}
			}
		}
	}
}

// TestRestsAtTheirLength checks pauses between trips, and stops in one, of the length of a rest and
// one second less.
func TestRestsAtTheirLength(t *testing.T) {
	for pause, want := range map[int]string{899: "4:15", 900: "2:00 2:00", 901: "2:00 2:00"} {
		w := madeWorld(t)
		a := madeTrip(1, "51C-111.11", monday.Add(6*time.Hour), depot, []madePart{{7200, 40, 1}})
		end := a.Recording.Observations[len(a.Recording.Observations)-1]
		b := madeTrip(2, "51C-111.11", end.Time.Add(time.Duration(pause)*time.Second), end.Point, []madePart{{7200, 40, 1}})
		if got := dutyTimes(w, factsOf(t, w, a, b)); got != want {
			t.Errorf("a pause of %d s: %s, want %s", pause, got, want)
		}
	}
}

// dutyTimes returns the times of form B.3.
func dutyTimes(w *World, facts []*Facts) string {
	var list []string
	for _, row := range w.Build(Request{Kind: Continuous, Period: Days(monday, monday), Language: English}, facts).Tables[0].Rows {
		list = append(list, English.Cell(row[13]))
	}
	return strings.Join(list, " ")
}

// TestDrivingAnotherVehicleIsNoRest checks that a driver whose vehicle stands has no rest while he
// drives another one.
func TestDrivingAnotherVehicleIsNoRest(t *testing.T) {
	w := madeWorld(t)
	w.Register.Assignments = []fleet.Assignment{{Plate: "51C-111.11", Driver: "An"}, {Plate: "51C-222.22", Driver: "An"}}
	long := madeTrip(1, "51C-111.11", monday.Add(6*time.Hour), depot, []madePart{{7200, 40, 1}, {1800, 0, 1}, {7200, 40, 1}})
	if got := dutyTimes(w, factsOf(t, w, long)); got != "2:00 2:00" {
		t.Errorf("with the rest: %s", got)
	}
	for _, c := range []struct {
		begin, seconds int // of the other drive, from the beginning of the stop
		want           string
	}{
		{600, 720, "4:30"}, {0, 1800, "4:30"}, {-60, 1920, "4:30"}, {0, 600, "2:10 2:00"}, {1500, 300, "2:00 2:05"},
	} {
		other := madeTrip(2, "51C-222.22", monday.Add(8*time.Hour+time.Duration(c.begin)*time.Second), depot, []madePart{{c.seconds, 40, 1}})
		if got := dutyTimes(w, factsOf(t, w, long, other)); got != c.want {
			t.Errorf("%d s at %d s: %s, want %s", c.seconds, c.begin, got, c.want)
		}
	}
}

// TestDriversChangeInADay checks that kilometres, hours and times of day of a vehicle whose driver
// changes on the way are divided at the change, in form B.5.2 and in the fleet report.
func TestDriversChangeInADay(t *testing.T) {
	w := madeWorld(t)
	w.Register.Assignments = []fleet.Assignment{{Plate: "51C-111.11", Driver: "Nguyễn Văn An", To: monday.Add(11 * time.Hour)}, {Plate: "51C-111.11", Driver: "Lê Cường", From: monday.Add(11 * time.Hour)}}
	trip := madeTrip(1, "51C-111.11", monday.Add(9*time.Hour), depot, []madePart{{6 * 3600, 40, 1}})
	facts := factsOf(t, w, trip)
	var got []string
	for _, row := range w.Build(Request{Kind: ByDriver, Period: Days(monday, monday), Language: English}, facts).Tables[0].Rows {
		got = append(got, row[1].Text+" "+English.Cell(row[3]))
	}
	if want := []string{"Lê Cường 160.0", "Nguyễn Văn An 80.0"}; !slices.Equal(got, want) {
		t.Errorf("B.5.2: %q", got)
	}
	got = nil
	for _, row := range w.Build(Request{Kind: Fleet, By: ByPerson, Period: Days(monday, monday), Language: English}, facts).Tables[0].Rows {
		got = append(got, row[0].Text+" "+English.Cell(row[2])+" "+English.Cell(row[5])+" "+English.Cell(row[7])+"-"+English.Cell(row[8]))
	}
	if want := []string{"Lê Cường 160.0 4:00 11:00-15:00", "Nguyễn Văn An 80.0 2:00 09:00-11:00"}; !slices.Equal(got, want) {
		t.Errorf("fleet: %q", got)
	}
	trip.Driver = "Trần Thị Bình" // in the file, before the register
	rows := w.Build(Request{Kind: ByDriver, Period: Days(monday, monday), Language: English}, factsOf(t, w, trip)).Tables[0].Rows
	if len(rows) != 1 || rows[0][1].Text != "Trần Thị Bình" || rows[0][3].Number != 240 {
		t.Errorf("%v", rows)
	}
	w.Register.Assignments = w.Register.Assignments[:1] // nobody after eleven
	doc := w.Build(Request{Kind: ByDriver, Period: Days(monday, monday), Language: English}, facts)
	if !slices.ContainsFunc(doc.Notes, func(s string) bool { return strings.Contains(s, "Without a known driver (trips: 1): 51C-111.11 (1).") }) {
		t.Errorf("%q", doc.Notes)
	}
}

// TestNightsBetweenWeeksAndMonths checks that a drive over midnight is divided between two weeks, and
// two months.
func TestNightsBetweenWeeksAndMonths(t *testing.T) {
	w := madeWorld(t)
	four := []madePart{{4 * 3600, 36, 1}}
	sunday := monday.Add(-2 * time.Hour) // 22:00
	october := time.Date(2026, 10, 31, 22, 0, 0, 0, vietnam)
	first := madeTrip(1, "51C-111.11", sunday, depot, four)
	end := first.Recording.Observations[len(first.Recording.Observations)-1].Point
	facts := factsOf(t, w, first, madeTrip(2, "51C-111.11", october, end, four))
	weeks := w.Build(Request{Kind: HourList, Period: Days(monday.AddDate(0, 0, -7), monday.AddDate(0, 0, 6)), Language: English}, facts).Tables[1].Rows
	var got []string
	for _, row := range weeks {
		got = append(got, English.Cell(row[2])+" "+English.Cell(row[4])+" "+English.Cell(row[5]))
	}
	if want := []string{"28 Sep 2026 2:00 0:00", "5 Oct 2026 2:00 4:00"}; !slices.Equal(got, want) {
		t.Errorf("weeks: %q", got)
	}
	for month, first := range map[string]time.Time{"October": time.Date(2026, 10, 1, 0, 0, 0, 0, vietnam), "November": time.Date(2026, 11, 1, 0, 0, 0, 0, vietnam)} {
		table := w.Build(Request{Kind: ByVehicle, Period: Days(first, first.AddDate(0, 1, -1)), Language: English}, facts).Tables[0]
		want := 72.0 // half of the second one
		if month == "October" {
			want = 216
		}
		if got := table.Rows[0][3].Number; math.Abs(got-want) > 0.3 {
			t.Errorf("%s: %v km, want %v", month, got, want)
		}
	}
}

// TestRulesOfTheDay checks that each report applies the rules that were in force, and prints them.
func TestRulesOfTheDay(t *testing.T) {
	for day, want := range map[string]string{"2024-12-30": "day-2009", "2026-06-30": "day-2025", "2026-07-01": "day-2026"} {
		at, err := time.ParseInLocation(time.DateOnly, day, vietnam)
		if err != nil {
			t.Fatal(err)
		}
		w := madeWorld(t)
		facts := factsOf(t, w, madeTrip(1, "51C-111.11", at.Add(6*time.Hour), depot, []madePart{{11 * 3600, 36, 1}}))
		doc := w.Build(Request{Kind: HourList, Period: Days(at, at), Language: Vietnamese}, facts)
		rule := w.Rules.Rule(want)
		if !slices.ContainsFunc(doc.Sources, func(s Line) bool { return s.Name == rule.VI && strings.Contains(s.Value, rule.Document) }) {
			t.Errorf("%s: %v", day, doc.Sources)
		}
		if row := doc.Tables[0].Rows[0]; !strings.Contains(row[7].Text, "quá 10 giờ") {
			t.Errorf("%s: %q", day, row[7].Text)
		}
	}
}

// TestEveryNumberLeadsToItsTrips makes each report of the trips that a figure leads to: the figure
// stays the same. Figures of nothing lead nowhere.
func TestEveryNumberLeadsToItsTrips(t *testing.T) {
	w := madeWorld(t)
	facts := factsOf(t, w, madeMonth(4)...)
	period := Days(monday.AddDate(0, 0, -5), monday.AddDate(0, 0, 20))
	for _, kind := range []Kind{OverLimit, Continuous, StopList, ByVehicle, ByDriver, HourList, Fleet} {
		request := Request{Kind: kind, Period: period, Language: English}
		doc := w.Build(request, facts)
		checked := 0
		for n, table := range doc.Tables {
			for _, row := range table.Rows {
				for i, c := range row {
					key := table.Columns[i].Key
					if c.Kind == Text || c.Kind == Blank || slices.Contains([]string{"no", "lat", "lon", "begin_lat", "begin_lon", "end_lat", "end_lon", "limit", "day", "week"}, key) {
						continue
					}
					if len(c.Trips) == 0 {
						if c.Number != 0 || c.Kind == Moment {
							t.Errorf("%s: %s of %v leads nowhere", kind, key, row[:2])
						}
						continue
					}
					if c.Kind == Percent || key == "rests" || key == "longest" || kind == Fleet && n > 0 {
						continue // of a whole
					}
					var own []*Facts
					for _, f := range facts {
						if slices.Contains(c.Trips, f.ID) {
							own = append(own, f)
						}
					}
					same := func(row []Cell) bool {
						return row[i].Kind == c.Kind && math.Abs(row[i].Number-c.Number) < 1e-9 && row[i].Time.Equal(c.Time)
					}
					if tables := w.Build(request, own).Tables; !slices.ContainsFunc(tables[n].Rows, same) {
						t.Errorf("%s: %s of %v is another one in the trips %v", kind, key, row[:2], c.Trips)
					}
					checked++
				}
			}
		}
		if checked < 10 {
			t.Errorf("%s: only %d figures", kind, checked)
		}
	}
}
