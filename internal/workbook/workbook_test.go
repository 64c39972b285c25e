// SPDX-License-Identifier: MIT

package workbook

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
)

// TestRowsBeyondASheet checks that rows that do not fit go to further sheets, each with its
// title and filter.
func TestRowsBeyondASheet(t *testing.T) {
	var content bytes.Buffer
	b, err := New(&content)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Discard()
	b.maxRows = 8
	if err := b.AddSheet("point", []string{"trip", "index"}, []float64{10, 10}); err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		if err := b.AddRow("point", []any{"a", int64(i)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(&content)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"point", "point 2", "point 3"}
	if got := f.GetSheetList(); !slices.Equal(got, names) {
		t.Fatalf("sheets: got %v, want %v", got, names)
	}
	if n := len(f.GetDefinedName()); n != len(names) {
		t.Errorf("%d sheets have filters", n)
	}
	next := 0
	for _, name := range names {
		list, err := f.GetRows(name)
		if err != nil || list[0][0] != "trip" || len(list) > 8 {
			t.Fatalf("%s: %d rows, %v", name, len(list), err)
		}
		for _, cells := range list[1:] {
			if cells[1] != strconv.Itoa(next) {
				t.Fatalf("%s: row %s, want %d", name, cells[1], next)
			}
			next++
		}
	}
	if next != 20 {
		t.Errorf("%d rows", next)
	}
}

// TestSecondsAreNotCutOff checks that no second of a day is shown as the one before by a
// program that cuts off fractions, of the digits that the library writes.
func TestSecondsAreNotCutOff(t *testing.T) {
	day := time.Date(2026, 11, 26, 0, 0, 0, 0, time.UTC)
	for s := range 24 * 60 * 60 {
		text := strconv.FormatFloat(serial(day.Add(time.Duration(s)*time.Second)), 'f', 10, 64)
		whole, fraction, _ := strings.Cut(text, ".")
		ticks, err := strconv.ParseInt(fraction, 10, 64)
		if got := ticks * 24 * 60 * 60 / 1e10; err != nil || whole != "46352" || got != int64(s) {
			t.Fatalf("second %d is %s, cut off %d, %v", s, text, got, err)
		}
	}
}

// TestSerial compares times with those of the library.
func TestSerial(t *testing.T) {
	for _, at := range []time.Time{
		time.Date(2026, 11, 26, 10, 30, 15, 0, time.UTC), time.Date(2024, 2, 29, 23, 59, 59, 0, time.FixedZone("", 7*3600)), time.Date(1970, 1, 1, 0, 0, 0, 0, time.FixedZone("", -3600)),
	} {
		back, err := excelize.ExcelDateToTime(serial(at), false)
		if want := at.Format(time.DateTime); err != nil || back.Round(time.Second).Format(time.DateTime) != want {
			t.Errorf("%s: got %v, %v", want, back, err)
		}
		if ms := (serial(at.Add(7*time.Millisecond)) - serial(at)) * 24 * 60 * 60 * 1000; math.Abs(ms-7) > 0.1 {
			t.Errorf("%v: 7 ms are %v", at, ms)
		}
	}
}
