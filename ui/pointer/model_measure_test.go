// SPDX-License-Identifier: MIT

package pointer_test

import (
	"math"
	"testing"

	"roadsnap/assets"
	"roadsnap/engine/geo"
	"roadsnap/ui/pointer"
	"roadsnap/ui/text"
)

func TestMeasuringALineAndAnArea(t *testing.T) {
	en, err := text.Load(assets.Translations(), "en")
	if err != nil {
		t.Fatal(err)
	}
	const step = 1000 / geo.MetresPerDegree // 1 km
	var m pointer.Measure
	check := func(what string, length, last, area float64, text string) {
		t.Helper()
		if math.Abs(m.Length()-length) > 0.01 || math.Abs(m.LastLeg()-last) > 0.01 || math.Abs(m.Area()-area) > 1 {
			t.Errorf("%s: %v m, last %v m, %v m²", what, m.Length(), m.LastLeg(), m.Area())
		}
		if got := m.Text(en); got != text {
			t.Errorf("%s: %q, want %q", what, got, text)
		}
	}
	check("nothing", 0, 0, 0, "Click to start")
	m = m.Close()
	check("nothing, closed", 0, 0, 0, "Click to start")
	m = m.Add(geo.Point{})
	check("a point", 0, 0, 0, "Click the next point; double-click or Esc to finish")
	m = m.Add(geo.Point{Lon: step})
	check("a leg", 1000, 1000, 0, "1.00 km")
	if m.Close().Closed {
		t.Error("a line of two points is an area")
	}
	before := m
	m = m.Add(geo.Point{Lat: step / 2, Lon: step})
	check("two legs", 1500, 500, 0, "1.50 km · last 500 m")
	m = m.Add(geo.Point{Lat: step / 2})
	m = m.Close()
	check("a rectangle", 3000, 500, 500_000, "50.00 ha · perimeter 3.00 km")
	m = m.Undo()
	check("open again", 2500, 1000, 0, "2.50 km · last 1.00 km")
	m = m.Close().Add(geo.Point{Lat: 1})
	check("begun again", 0, 0, 0, "Click the next point; double-click or Esc to finish")
	m = m.Undo().Undo()
	check("nothing left", 0, 0, 0, "Click to start")
	// A measure is a value: what was added to it later is not in it.
	if before.Add(geo.Point{Lat: 9}); len(before.Points) != 2 || before.Points[1].Lon != step {
		t.Errorf("an older measure has become %v", before.Points)
	}
}

func TestAreaIsWrittenAsPeopleReadIt(t *testing.T) {
	en := text.Catalogue{Language: "en"}
	for area, want := range map[float64]string{850: "850 m²", 12_500: "1.25 ha", 12_500_000: "12.50 km²"} {
		if got := en.Area(area); got != want {
			t.Errorf("%v m²: %q, want %q", area, got, want)
		}
	}
}
