// SPDX-License-Identifier: MIT

package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"roadsnap/engine/fleet"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

var (
	monday = time.Date(2026, 10, 5, 0, 0, 0, 0, vietnam)
	depot  = geo.Point{Lat: 10.8, Lon: 106.6}
)

// factsOf returns the facts of made trips.
func factsOf(t *testing.T, w *World, trips ...*Recorded) []*Facts {
	t.Helper()
	facts := make([]*Facts, len(trips))
	for i, r := range trips {
		var err error
		if facts[i], err = w.NewFacts(r); err != nil {
			t.Fatal(err)
		}
	}
	return facts
}

// silence removes the points of a trip between two times after its start.
func silence(r *Recorded, from, to time.Duration) *Recorded {
	start := r.Recording.Observations[0].Time
	inside := func(at time.Time) bool { return at.After(start.Add(from)) && at.Before(start.Add(to)) }
	observations, points := r.Recording.Observations, r.Result.Points
	r.Recording.Observations, r.Result.Points = nil, nil
	for i, o := range observations {
		if !inside(o.Time) {
			r.Recording.Observations = append(r.Recording.Observations, o)
			p := points[i]
			p.Index = len(r.Result.Points)
			r.Result.Points = append(r.Result.Points, p)
		}
	}
	r.Result.Legs[0].LastIndex = len(r.Result.Points) - 1
	return r
}

// TestContinuousDriving checks where continuous driving ends, for the rests of two kinds of
// transport and for silences.
func TestContinuousDriving(t *testing.T) {
	const h, m = time.Hour, time.Minute
	drive := func(d time.Duration) madePart { return madePart{int(d.Seconds()), 50, 1} }
	stand := func(d time.Duration) madePart { return madePart{int(d.Seconds()), 0, 1} }
	start := monday.Add(6 * h)
	for _, c := range []struct {
		name  string
		plate string
		parts []madePart
		quiet [2]time.Duration
		want  []string // times of the duties in hours and minutes, with a mark for those that are too long
	}{
		{"a halt below 15 minutes belongs to it", "51C-111.11", []madePart{drive(2 * h), stand(10 * m), drive(2 * h)}, [2]time.Duration{}, []string{"4:10 over"}},
		{"15 minutes end it", "51C-111.11", []madePart{drive(2 * h), stand(16 * m), drive(2 * h)}, [2]time.Duration{}, []string{"2:00", "2:00"}},
		{"6 minutes end that of a taxi", "51A-333.33", []madePart{drive(2 * h), stand(6 * m), drive(2 * h)}, [2]time.Duration{}, []string{"2:00", "2:00"}},
		{"4 hours are not over 4 hours", "51C-111.11", []madePart{drive(4 * h)}, [2]time.Duration{}, []string{"4:00"}},
		{"a silence that was driven through is no rest", "51C-111.11", []madePart{drive(5 * h)}, [2]time.Duration{2 * h, 2*h + 20*m}, []string{"5:00 over"}},
		{"in a long silence on the way there may have been one", "51C-111.11", []madePart{drive(2 * h), stand(30 * m), {1800, 50, 1}, drive(2 * h)}, [2]time.Duration{2*h - m, 2*h + 58*m}, []string{"2:02–5:00 may"}},
		{"a silence at one place is a rest", "51C-111.11", []madePart{drive(2 * h), stand(30 * m), drive(2 * h)}, [2]time.Duration{2*h - m, 2*h + 31*m}, []string{"1:59", "1:59"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := madeWorld(t)
			r := madeTrip(1, c.plate, start, depot, c.parts)
			if c.quiet[1] > 0 {
				r = silence(r, c.quiet[0], c.quiet[1])
			}
			var got []string
			for of, list := range w.workOf(factsOf(t, w, r)) {
				for _, d := range w.dutiesOf(of.driver, list) {
					b := builder{l: English}
					s := b.rangeText(d.Time)
					switch d.TooLong() {
					case SurelyAbove:
						s += " over"
					case MayBeAbove:
						s += " may"
					}
					got = append(got, s)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// TestHoursOfDriver checks that the hours of a driver add up over vehicles and days, and that two
// vehicles at once count once and are named.
func TestHoursOfDriver(t *testing.T) {
	w := madeWorld(t)
	w.Register.Assignments = []fleet.Assignment{{Plate: "51C-111.11", Driver: "Nguyễn Văn An"}, {Plate: "51C-222.22", Driver: "Nguyễn Văn An"}}
	long := []madePart{{6 * 3600, 40, 1}}
	facts := factsOf(t, w,
		madeTrip(1, "51C-111.11", monday.Add(8*time.Hour), depot, long),
		madeTrip(2, "51C-222.22", monday.Add(13*time.Hour), depot, long), // one hour at once
		madeTrip(3, "51C-111.11", monday.Add(46*time.Hour), depot, long), // 2 hours on Tuesday, 4 on Wednesday
	)
	doc := w.Build(Request{Kind: HourList, Period: Days(monday, monday.AddDate(0, 0, 6)), Language: English}, facts)
	var days, weeks []string
	for _, row := range doc.Tables[0].Rows {
		days = append(days, English.Cell(row[2])+" "+English.Cell(row[4])+" "+English.Cell(row[7]))
	}
	for _, row := range doc.Tables[1].Rows {
		weeks = append(weeks, English.Cell(row[2])+" "+English.Cell(row[4])+" "+English.Cell(row[7]))
	}
	if want := []string{"5 Oct 2026 11:00 over 10 h; over 4 h", "6 Oct 2026 2:00 ", "7 Oct 2026 4:00 over 4 h"}; !slices.Equal(days, want) {
		t.Errorf("%q", days)
	}
	if want := []string{"5 Oct 2026 17:00 over 4 h"}; !slices.Equal(weeks, want) {
		t.Errorf("%q", weeks)
	}
	if !slices.ContainsFunc(doc.Notes, func(s string) bool {
		return strings.Contains(s, "Nguyễn Văn An in two vehicles 51C-111.11, 51C-222.22 at once, 5 Oct 2026 13:00:00 – 5 Oct 2026 14:00:00")
	}) {
		t.Errorf("the two vehicles are not named: %q", doc.Notes)
	}
}

// TestHeadCountsKnownVehicles checks that trips without a plate count as no vehicle in the head.
func TestHeadCountsKnownVehicles(t *testing.T) {
	for want, plates := range map[string][]string{"All (2 vehicles)": {"51C-111.11", "", "51C-222.22", ""}, "(plate unknown)": {"", ""}} {
		w := madeWorld(t)
		var list []*Recorded
		for i, plate := range plates {
			list = append(list, madeTrip(int64(i+1), plate, monday.Add(time.Duration(8+2*i)*time.Hour), depot, []madePart{{3600, 40, 1}}))
		}
		doc := w.Build(Request{Kind: ByVehicle, Period: Days(monday, monday), Language: English}, factsOf(t, w, list...))
		if got := doc.Head[0].Value; got != want {
			t.Errorf("%q: the head has %q, want %q", plates, got, want)
		}
	}
}

// TestFaultsOfDataAreNamed checks that the notes name everything that the register and the
// recordings leave open.
func TestFaultsOfDataAreNamed(t *testing.T) {
	part := []madePart{{3600, 40, 1}}
	at := func(id int64, plate string, hour float64) *Recorded {
		return madeTrip(id, plate, monday.Add(time.Duration(hour*float64(time.Hour))), depot, part)
	}
	for _, c := range []struct {
		name   string
		drives []fleet.Assignment
		trips  func() []*Recorded
		kind   Kind
		want   string
	}{
		{"no driver", nil, func() []*Recorded {
			return []*Recorded{at(1, "51C-222.22", 8), at(2, "51C-222.22", 10), at(3, "51A-333.33", 8)}
		}, ByDriver, "Without a known driver (trips: 3): 51A-333.33 (1), 51C-222.22 (2)."},
		{"no plate", nil, func() []*Recorded { return []*Recorded{at(1, "", 8)} }, ByVehicle, "Trips without a plate: 1."},
		{"two drivers", []fleet.Assignment{{Plate: "51C-111.11", Driver: "An"}, {Plate: "51C-111.11", Driver: "Cường", From: monday}}, func() []*Recorded { return []*Recorded{at(1, "51C-111.11", 8)} }, ByVehicle, "Vehicle 51C-111.11 is assigned to two drivers An, Cường at once"},
		{"two vehicles", []fleet.Assignment{{Plate: "51C-111.11", Driver: "An"}, {Plate: "51C-222.22", Driver: "An"}}, func() []*Recorded { return []*Recorded{at(1, "51C-111.11", 8), at(2, "51C-222.22", 8.5)} }, HourList, "Driver An in two vehicles 51C-111.11, 51C-222.22 at once, 5 Oct 2026 08:30:00"},
		{"two places", nil, func() []*Recorded {
			long := madeTrip(1, "51C-111.11", monday, geo.Point{Lat: 12, Lon: 107}, []madePart{{9 * 3600, 40, 1}})
			return []*Recorded{long, at(2, "51C-111.11", 2), at(3, "51C-111.11", 8)}
		}, ByVehicle, "Vehicle 51C-111.11 in two trips at once, 5 Oct 2026 08:00:00 – 5 Oct 2026 09:00:00 (trips 1, 3)"},
		{"several drivers in a file", nil, func() []*Recorded {
			r := at(6, "51C-111.11", 8)
			r.Driver = "Ba, Tư"
			return []*Recorded{r}
		}, ByVehicle, "With several drivers in the file, of which the register decides (trips: 1): no. 6, vehicle 51C-111.11, 5 Oct 2026 08:00:00."},
		{"not snapped", nil, func() []*Recorded {
			r := at(4, "51C-222.22", 9)
			r.Matched = false
			return []*Recorded{r}
		}, ByVehicle, "Not snapped, with km straight from point to point and without limits (trips: 1): no. 4"},
		{"no times", nil, func() []*Recorded {
			r := at(5, "51C-222.22", 9)
			for i := range r.Recording.Observations {
				r.Recording.Observations[i].Time = time.Time{}
			}
			return []*Recorded{r}
		}, ByVehicle, "Without times, and so left out (trips: 1): no. 5, vehicle 51C-222.22."},
		{"a clock that ran back", nil, func() []*Recorded {
			a, b := at(7, "51C-111.11", 8), at(8, "51C-111.11", 12)
			a.Result.Warnings = []match.Warning{{Index: 5, Kind: match.WarnBackwardTime}, {Index: 9, Kind: match.WarnBackwardTime}}
			b.Result.Warnings = a.Result.Warnings[:1]
			return []*Recorded{a, b}
		}, HourList, "The recorder's clock ran back, in total 3 times (trips: 2): no. 7"},
		{"by hand", nil, func() []*Recorded {
			r := at(9, "51C-111.11", 8)
			r.Corrected = true
			return []*Recorded{r}
		}, Fleet, "Corrected by hand (trips: 1): no. 9"},
		{"no category", nil, func() []*Recorded { return []*Recorded{at(1, "51X-999.99", 8), at(2, "51X-888.88", 8)} }, OverLimit, "The register lacks seats, payload or body, so the highest limit applies (vehicles: 2): 51X-888.88, 51X-999.99."},
		{"many vehicles", nil, func() (list []*Recorded) {
			for i := range int64(15) {
				list = append(list, at(i+1, fmt.Sprintf("51X-%03d.00", i), 8))
			}
			return list
		}, Continuous, "so the rest for all kinds applies (vehicles: 15): 51X-000.00, 51X-001.00, 51X-002.00, 51X-003.00, 51X-004.00, 51X-005.00, 51X-006.00, 51X-007.00, 51X-008.00, 51X-009.00, 51X-010.00, 51X-011.00, and 3 more."},
		{"no kind of transport", nil, func() []*Recorded { return []*Recorded{at(1, "51X-999.99", 8)} }, Continuous, "The register has no kind of transport, so the rest for all kinds applies (vehicles: 1): 51X-999.99."},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := madeWorld(t)
			w.Register.Assignments = c.drives
			doc := w.Build(Request{Kind: c.kind, Period: Days(monday, monday.AddDate(0, 0, 6)), Language: English}, factsOf(t, w, c.trips()...))
			if !slices.ContainsFunc(doc.Notes, func(s string) bool { return strings.Contains(s, c.want) }) {
				t.Errorf("no note %q in %q", c.want, doc.Notes)
			}
		})
	}
}

// TestSilenceInADriveIsNamed checks that driving time over a silence in which a rest fits is a
// range, that its row says when the silence was, and that a note says what a range means.
func TestSilenceInADriveIsNamed(t *testing.T) {
	const h, m = time.Hour, time.Minute
	w := madeWorld(t)
	r := silence(madeTrip(1, "51C-111.11", monday.Add(6*h), depot, []madePart{{7200, 50, 1}, {1800, 0, 1}, {1800, 50, 1}, {7200, 50, 1}}), 2*h-m, 2*h+58*m)
	doc := w.Build(Request{Kind: Continuous, Period: Days(monday, monday), Language: English}, factsOf(t, w, r))
	row := doc.Tables[0].Rows[0]
	if got := English.Cell(row[13]); got != "2:02–5:00" {
		t.Errorf("driving time %s", got)
	}
	if note := row[14].Text; !strings.Contains(note, "may be over 4 h") || !strings.Contains(note, "no signal 07:59–08:58: may have rested") {
		t.Errorf("note %q", note)
	}
	if !slices.Contains(doc.Notes, English.T("note.silence")) {
		t.Errorf("%q", doc.Notes)
	}
}

// TestDriverChangesInATrip checks that a trip is divided at a change of its driver.
func TestDriverChangesInATrip(t *testing.T) {
	w := madeWorld(t)
	w.Register.Assignments = []fleet.Assignment{{Plate: "51C-111.11", Driver: "Nguyễn Văn An", To: monday.Add(11 * time.Hour)}, {Plate: "51C-111.11", Driver: "Lê Cường", From: monday.Add(11 * time.Hour)}}
	facts := factsOf(t, w, madeTrip(1, "51C-111.11", monday.Add(8*time.Hour), depot, []madePart{{6 * 3600, 40, 1}}))
	doc := w.Build(Request{Kind: Continuous, Period: Days(monday, monday), Language: English}, facts)
	var got []string
	for _, row := range doc.Tables[0].Rows {
		got = append(got, row[2].Text+" "+English.Cell(row[13]))
	}
	if want := []string{"Nguyễn Văn An 3:00", "Lê Cường 3:00"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestMidnightDividesATrip checks that each day has its own kilometres and hours, and that a day
// outside the period counts for nothing.
func TestMidnightDividesATrip(t *testing.T) {
	w := madeWorld(t)
	facts := factsOf(t, w, madeTrip(1, "51C-111.11", monday.Add(22*time.Hour), depot, []madePart{{4 * 3600, 36, 1}}))
	for _, c := range []struct {
		first, last int
		km          float64
	}{{0, 0, 72}, {1, 1, 72}, {0, 1, 144}} {
		doc := w.Build(Request{Kind: ByVehicle, Period: Days(monday.AddDate(0, 0, c.first), monday.AddDate(0, 0, c.last)), Language: English}, facts)
		if rows := doc.Tables[0].Rows; len(rows) != 1 || rows[0][3].Number < c.km-0.3 || rows[0][3].Number > c.km+0.3 {
			t.Errorf("days %d to %d: %v", c.first, c.last, rows)
		}
	}
}
