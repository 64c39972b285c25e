// SPDX-License-Identifier: MIT

package regulation_test

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"roadsnap/data"
	"roadsnap/engine/regulation"
)

func book(t *testing.T) *regulation.Book {
	t.Helper()
	b, err := regulation.Parse(data.Rules)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func day(s string) time.Time {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		panic(err)
	}
	return t
}

// TestLimits checks limits of the regulation of 2025 and of 2019, and that an unknown value gives
// the highest limit that may apply.
func TestLimits(t *testing.T) {
	b := book(t)
	for _, c := range []struct {
		day      string
		category regulation.Category
		area     regulation.Area
		road     regulation.Carriageway
		want     float64
		certain  bool
	}{
		{"2026-11-28", regulation.Light, regulation.Rural, regulation.Dual, 90, true},
		{"2026-11-28", regulation.Light, regulation.Rural, regulation.Single, 80, true},
		{"2026-11-28", regulation.Heavy, regulation.Rural, regulation.Dual, 80, true},
		{"2026-11-28", regulation.Bus, regulation.Rural, regulation.Single, 60, true},
		{"2026-11-28", regulation.Towing, regulation.Rural, regulation.Single, 50, true},
		{"2026-11-28", regulation.Towing, regulation.Urban, regulation.Dual, 60, true},
		{"2026-11-28", regulation.Heavy, regulation.UnknownArea, regulation.Single, 70, false},
		{"2026-11-28", regulation.Bus, regulation.UnknownArea, regulation.UnknownCarriageway, 70, false},
		{"2026-11-28", regulation.UnknownCategory, regulation.UnknownArea, regulation.Dual, 90, false},
		{"2026-11-28", regulation.Moped, regulation.UnknownArea, regulation.Dual, 40, true},
		{"2026-11-28", regulation.Towing, regulation.Expressway, regulation.Dual, 120, true},
		{"2024-12-31", regulation.Light, regulation.Rural, regulation.Dual, 90, true},
		{"2019-10-14", regulation.Light, regulation.Rural, regulation.Dual, 0, true},
	} {
		rule, certain := b.Limit(day(c.day), c.category, c.area, c.road)
		var got float64
		if rule != nil {
			got = rule.Value
		}
		if got != c.want || certain != c.certain {
			t.Errorf("%v: %v km/h, certain %v", c, got, certain)
		}
	}
}

// TestHours checks that rules are those of the day and of the kind of transport.
func TestHours(t *testing.T) {
	b := book(t)
	h := b.HoursOn(day("2026-11-28"), regulation.Freight)
	if h.Continuous.Value != 4 || h.Day.Value != 10 || h.Week.Value != 48 || h.Rest.Value != 15 {
		t.Error(h)
	}
	if h.Continuous.ID != "continuous-2026" || h.Day.ID != "day-2026" || h.Week.ID != "week-2026" {
		t.Error("since July 2026", h)
	}
	if h := b.HoursOn(day("2026-06-30"), regulation.Freight); h.Continuous.ID != "continuous-2025" || h.Day.ID != "day-2025" || h.Week.ID != "week-2025" {
		t.Error("until June 2026", h)
	}
	if r := b.HoursOn(day("2026-11-28"), regulation.Taxi).Rest; r.Value != 5 {
		t.Error("rest of taxis", r)
	}
	if h := b.HoursOn(day("2024-12-31"), regulation.Freight); h.Week != nil || h.Day.ID != "day-2009" {
		t.Error("2024", h)
	}
	if h := b.HoursOn(day("2026-11-28"), regulation.Private); h != (regulation.Hours{}) {
		t.Error("private cars are not bound", h)
	}
}

// TestBands checks the edges of the bands, under the decree of 2024 and before it.
func TestBands(t *testing.T) {
	for _, on := range []string{"2026-11-28", "2024-12-31"} {
		t.Run(on, func(t *testing.T) { checkBands(t, book(t).Bands(day(on))) })
	}
}

func checkBands(t *testing.T, bands []*regulation.Rule) {
	if len(bands) != 4 {
		t.Fatalf("%d bands", len(bands))
	}
	for excess, want := range map[float64]int{4.9: -1, 5: 0, 9.9: 0, 10: 1, 20: 1, 20.1: 2, 35: 2, 35.1: 3, 90: 3} {
		got := -1
		for i, r := range bands {
			if r.Band.Holds(excess) {
				if got >= 0 {
					t.Errorf("%v is in two bands", excess)
				}
				got = i
			}
		}
		if got != want {
			t.Errorf("%v: band %d, want %d", excess, got, want)
		}
	}
	if !math.IsInf(bands[3].Band.Above, 1) {
		t.Error("the last band has an end")
	}
}

// TestEveryRuleHasASource recounts the table: each rule names its document, and says whether
// someone has checked it.
func TestEveryRuleHasASource(t *testing.T) {
	checked := 0
	rules := book(t).Rules()
	for _, r := range rules {
		if r.Document == "" || r.Article == "" {
			t.Errorf("%s has no source", r.ID)
		}
		if !r.Checked.IsZero() {
			checked++
		}
	}
	if len(rules) != 46 || checked != 38 {
		t.Errorf("%d rules, %d checked", len(rules), checked)
	}
}

// TestParseRefuses checks that a fault is named with its row.
func TestParseRefuses(t *testing.T) {
	head := "id,topic,transport,vehicle,place,road,value,document,article,from,until,checked,vi,en\n"
	for row, want := range map[string]string{
		"a,speeds,,,,,1 km/h,,,,,,x,x":                         "topic",
		",speed,,,,,1 km/h,,,,,,x,x":                           "no id",
		"a,speed,,,,,1 mph,,,,,,x,x":                           "km/h",
		"a,speed,,,,,-1 km/h,,,,,,x,x":                         "positive",
		"a,speed,,,,,NaN km/h,,,,,,x,x":                        "positive",
		"a,speed,,truck,,,1 km/h,,,,,,x,x":                     "category",
		"a,speed,,,town,,1 km/h,,,,,,x,x":                      "place",
		"a,speed,,,,lane,1 km/h,,,,,,x,x":                      "form",
		"a,rest,lorry,,,,1 min,,,,,,x,x":                       "transport",
		"a,rest,,,,,1 min,,,1.1.2025,,,x,x":                    "day",
		"a,rest,,,,,1 min,,,2025-01-02,2025-01-01,,x,x":        "ends before",
		"a,rest,,,,,1 min,,,,,,x,":                             "languages",
		"a,excess,,,,,5-10 km/h,,,,,,x,x":                      "range",
		"a,excess,,,,,\"[10, 5) km/h\",,,,,,x,x":               "range",
		"a,rest,,,,,1 min,,,,,,x,x\na,rest,,,,,1 min,,,,,,x,x": "twice",
	} {
		_, err := regulation.Parse([]byte(head + row + "\n"))
		if !errors.Is(err, regulation.ErrTable) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "row ") {
			t.Errorf("%q: %v, want %q", row, err, want)
		}
	}
	if _, err := regulation.Parse([]byte("id\n")); !errors.Is(err, regulation.ErrTable) {
		t.Error("a table without columns is read")
	}
}
