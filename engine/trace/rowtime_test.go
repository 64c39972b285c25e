// SPDX-License-Identifier: MIT

package trace

import (
	"strings"
	"testing"
)

// TestRowTimes reads a table whose last row is of 3 November 2026, 07:15:30.
func TestRowTimes(t *testing.T) {
	const want = "2026-11-03T07:15:30+07:00"
	for name, rows := range map[string]string{
		"date and time":         "date,time\n2026-11-03,07:15:30",
		"numbers":               "date,time\n20261103,71530",
		"numbers of six digits": "date,time\n20261103,071530.00",
		"day first":             "Ngày,Giờ\n03112026,071530",
		"numbers of a workbook": "Ngày,Giờ\n46329,0.302430556",
		"day of a workbook":     "Ngày,Giờ\n46329,07:15:30",
		"12 hours":              "Ngày,Giờ\n03/11/2026,7:15:30 SA",
		"epoch and date":        "date,time\n2026-11-03,1793664930",
	} {
		trips, err := readCSVTimes(rows)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		obs := trips[0].Observations
		if got := formatTime(obs[len(obs)-1].Time.In(VietnamTime())); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	for name, rows := range map[string]string{
		"order of a short date":  "date,time\n031126,071530",
		"parts in many columns":  "Year,Month,Day\n2026,11,3",
		"day and seconds of day": "Ngày,Giờ\n2026-11-03,99",
	} {
		if trips, err := readCSVTimes(rows); err == nil {
			t.Errorf("%s: %s, want an error", name, trips[0].Observations[0].Time)
		}
	}
}

// TestSheetDays reads a day number without decimals, which is a midnight, before and after others.
func TestSheetDays(t *testing.T) {
	trips, err := readCSVTimes("time\n46329\n46329.5\n46330\n46330.25")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"2026-11-03T00:00:00+07:00", "2026-11-03T12:00:00+07:00", "2026-11-04T00:00:00+07:00", "2026-11-04T06:00:00+07:00"}
	for i, o := range trips[0].Observations {
		if got := formatTime(o.Time.In(VietnamTime())); got != want[i] {
			t.Errorf("time %d is %s, want %s", i, got, want[i])
		}
	}
	if len(trips[0].Notes) > 0 {
		t.Error(trips[0].Notes)
	}
}

// readCSVTimes reads a table of comma-separated rows, to which it adds positions.
func readCSVTimes(rows string) ([]Trip, error) {
	lines := strings.Split(rows, "\n")
	for i := range lines {
		lines[i] += ",10.77653,106.70098"
	}
	lines[0] = strings.Split(rows, "\n")[0] + ",lat,lon"
	return readTrips(strings.Join(lines, "\n"))
}

// TestMangledDates reads dates of 12 and 13 November after a spreadsheet of another country.
func TestMangledDates(t *testing.T) {
	for table, want := range map[string]string{
		"time\n2026-12-11 23:59:50\n13/11/2026 00:00:00":                      "2026-11-12T23:59:50+07:00",
		"time\n2026-12-11 23:59:50\n13/12/2026 00:00:00\n12/12/2026 00:00:00": "2026-12-11T23:59:50+07:00",
		"time\n2026-12-11 23:59:50\n13/12/2026 00:00:00\n2026-12-14 00:00:00": "2026-12-11T23:59:50+07:00",
	} {
		trips, err := readCSVTimes(table)
		if err != nil {
			t.Fatal(err)
		}
		if got := formatTime(trips[0].Observations[0].Time); got != want {
			t.Errorf("%q: %s, want %s", table, got, want)
		}
	}
}
