// SPDX-License-Identifier: MIT

package fare

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

var vietnam = time.FixedZone("+07", 7*3600)

// clockAt returns a moment of November 2026 in Vietnam.
func clockAt(day, hour, minute, second int) time.Time {
	return time.Date(2026, time.November, day, hour, minute, second, 0, vietnam)
}

// measured is a piece on roads of some metres that takes some seconds.
func measured(from time.Time, metres, seconds int64) Piece {
	p := Piece{Class: Measured, Metres: metres, From: from, To: from.Add(time.Duration(seconds) * time.Second)}
	if seconds > 0 {
		p.Speed, p.HasSpeed = 1000*metres/seconds, true
	}
	return p
}

// drive is a trip without stops.
func drive(pieces ...Piece) Drive {
	d := Drive{Pieces: pieces}
	if n := len(pieces); n > 0 {
		d.Start, d.End = pieces[0].From, pieces[n-1].To
	}
	return d
}

// bill lists the lines of a sheet as "kind amount" and its total.
func bill(s Sheet) string {
	var list []string
	for _, l := range s.Lines {
		name := string(l.Kind)
		if l.Name != "" {
			name = l.Name
		}
		list = append(list, fmt.Sprintf("%s %d", name, l.Amount))
	}
	return strings.Join(append(list, fmt.Sprintf("= %d", s.Total)), ", ")
}

// TestFares has fares that were computed by hand.
func TestFares(t *testing.T) {
	noon, evening := clockAt(20, 12, 0, 0), clockAt(20, 21, 50, 0)
	taxi := Tariff{Name: "t", Opening: Opening{Amount: 12000, Metres: 500}, Bands: []Band{{UpTo: 30000, PerKm: 15500}, {PerKm: 12500}}}
	with := func(t Tariff, change func(*Tariff)) Tariff {
		t.Bands, t.Zones, t.Surcharges = slices.Clone(t.Bands), slices.Clone(t.Zones), slices.Clone(t.Surcharges)
		change(&t)
		return t
	}
	stopped := func(d Drive, stops ...Stop) Drive {
		d.Stops = stops
		return d
	}
	for _, c := range []struct {
		name   string
		tariff Tariff
		usage  Usage
		hand   []Hand
		want   string
	}{
		{"nothing driven", taxi, Usage{}, nil, "= 0"},
		{"within the opening", taxi, Usage{drive(measured(noon, 499, 60))}, nil, "opening 12000, = 12000"},
		// 1,734 m × 15.5 = 26,877
		{"one band", taxi, Usage{drive(measured(noon, 2234, 300))}, nil, "opening 12000, distance 26877, = 38877"},
		// 29,500 m × 15.5 = 457,250; 12,345 m × 12.5 = 154,312.5. The sum 623,562.5 rounds to 623,563.
		{"two bands", taxi, Usage{drive(measured(noon, 42345, 3600))}, nil, "opening 12000, distance 457250, distance 154313, = 623563"},
		{"to a thousand, nearest", with(taxi, func(t *Tariff) { t.Rounding.Step = 1000 }), Usage{drive(measured(noon, 2234, 300))}, nil,
			"opening 12000, distance 26877, rounding 123, = 39000"},
		{"to five hundred, down", with(taxi, func(t *Tariff) { t.Rounding = Rounding{500, Down} }), Usage{drive(measured(noon, 2234, 300))}, nil,
			"opening 12000, distance 26877, rounding -377, = 38500"},
		{"to a hundred, up", with(taxi, func(t *Tariff) { t.Rounding = Rounding{100, Up} }), Usage{drive(measured(noon, 2234, 300))}, nil,
			"opening 12000, distance 26877, rounding 23, = 38900"},
		// 39,500 is as far from 39,000 as from 40,000.
		{"half rounds up", Tariff{Name: "t", Opening: Opening{Amount: 39500}, Rounding: Rounding{Step: 1000}}, Usage{drive(measured(noon, 1, 1))}, nil,
			"opening 39500, distance 0, rounding 500, = 40000"},
		{"a fraction of a dong rounds up", Tariff{Name: "t", Bands: []Band{{PerKm: 1}}, Rounding: Rounding{1000, Up}}, Usage{drive(measured(noon, 1, 1))}, nil,
			"distance 0, rounding 1000, = 1000"},
		// 12 min 30 s less 5 min: 7.5 × 1,000
		{"waiting", with(taxi, func(t *Tariff) { t.Waiting = Waiting{PerMinute: 1000, FreeSeconds: 300} }),
			Usage{stopped(drive(measured(noon, 400, 3600)), Stop{From: noon, To: noon.Add(10 * time.Minute), AtEnd: true}, Stop{From: noon.Add(20 * time.Minute), To: noon.Add(32*time.Minute + 30*time.Second)})}, nil,
			"opening 12000, waiting 7500, = 19500"},
		// 10 min at the end count: 22.5 − 5 = 17.5 min
		{"waiting at the ends", with(taxi, func(t *Tariff) { t.Waiting = Waiting{PerMinute: 1000, FreeSeconds: 300, AtEnds: true} }),
			Usage{stopped(drive(measured(noon, 400, 3600)), Stop{From: noon, To: noon.Add(10 * time.Minute), AtEnd: true}, Stop{From: noon.Add(20 * time.Minute), To: noon.Add(32*time.Minute + 30*time.Second)})}, nil,
			"opening 12000, waiting 17500, = 29500"},
		// 4 min is free, 9 min has 4 to pay: 4 × 700
		{"free time for each stop", Tariff{Name: "t", Waiting: Waiting{PerMinute: 700, FreeSeconds: 300, FreePerStop: true}},
			Usage{stopped(drive(measured(noon, 400, 3600)), Stop{From: noon.Add(time.Minute), To: noon.Add(5 * time.Minute)}, Stop{From: noon.Add(20 * time.Minute), To: noon.Add(29 * time.Minute)})}, nil,
			"distance 0, waiting 2800, = 2800"},
		// 100 s at 1 m/s (3.6 km/h); 100 s at 10 m/s. 100 s × 600 / 60
		{"waiting below 5 km/h", Tariff{Name: "t", Waiting: Waiting{PerMinute: 600, Below: 5}},
			Usage{drive(measured(noon, 100, 100), measured(noon.Add(100*time.Second), 1000, 100))}, nil, "distance 0, waiting 1000, = 1000"},
		// 20 min at even speed: half before 22:00. 6,000 m and 6,000 m × 10 = 60,000 each; 20 % of the later one
		{"night percentage", Tariff{Name: "t", Bands: []Band{{PerKm: 10000}}, Night: Night{From: 22 * 60, To: 5 * 60, Percent: 20}},
			Usage{drive(measured(evening, 12000, 1200))}, nil, "distance 120000, night_percent 12000, = 132000"},
		{"night per km", Tariff{Name: "t", Bands: []Band{{PerKm: 10000}}, Night: Night{From: 22 * 60, To: 5 * 60, PerKm: 1500}},
			Usage{drive(measured(evening, 12000, 1200))}, nil, "distance 120000, night_km 9000, = 129000"},
		// From 04:50 to 05:10 half is night; the opening starts at night: 10 % of 12,000 + 9,500 m × 15.5
		{"the opening at night", with(taxi, func(t *Tariff) { t.Night = Night{From: 22 * 60, To: 5 * 60, Percent: 10, Opening: true} }),
			Usage{drive(measured(clockAt(21, 4, 50, 0), 20000, 1200))}, nil, "opening 12000, distance 302250, night_percent 15925, = 330175"},
		{"no times", with(taxi, func(t *Tariff) {
			t.Night = Night{From: 22 * 60, To: 5 * 60, Percent: 10}
			t.Waiting.PerMinute = 1000
		}), Usage{Drive{Pieces: []Piece{{Metres: 1500}}}}, nil, "opening 12000, distance 15500, waiting 0, night_percent 0, = 27500"},
		// From 23:00 on the 30th to 01:00 on the 1st of the next month: two days, 500 km of them included
		{"rental over a month's end", Tariff{Name: "t", Rental: Rental{PerDay: 900000, Metres: 250000}, Bands: []Band{{PerKm: 4000}}},
			Usage{drive(measured(clockAt(30, 23, 0, 0), 501500, 7200))}, nil, "days 1800000, included 0, distance 6000, = 1806000"},
		{"rental to midnight is one day", Tariff{Name: "t", Rental: Rental{PerDay: 900000}}, Usage{drive(measured(clockAt(30, 23, 0, 0), 1, 3600))}, nil, "days 900000, distance 0, = 900000"},
		{"rental in periods of 24 hours", Tariff{Name: "t", Rental: Rental{PerDay: 900000, Hours24: true}}, Usage{drive(measured(clockAt(30, 23, 0, 0), 1, 7200))}, nil, "days 900000, distance 0, = 900000"},
		{"a day twice counts once", Tariff{Name: "t", Rental: Rental{PerDay: 900000}},
			Usage{drive(measured(noon, 1, 60)), drive(measured(noon.Add(time.Hour), 1, 60)), drive(measured(noon.Add(24*time.Hour), 1, 60))}, nil, "days 1800000, distance 0, = 1800000"},
		{"minimum", with(taxi, func(t *Tariff) { t.Minimum = 20000 }), Usage{drive(measured(noon, 1, 1))}, nil, "opening 12000, minimum 8000, = 20000"},
		// 8 % of 38,877 is 3,110.16: the sum 41,987.16
		{"VAT on top", with(taxi, func(t *Tariff) { t.VAT.Percent = 8 }), Usage{drive(measured(noon, 2234, 300))}, nil, "opening 12000, distance 26877, vat 3110, = 41987"},
		{"a toll has its own VAT", with(taxi, func(t *Tariff) { t.VAT.Percent, t.Minimum = 10, 20000 }), Usage{drive(measured(noon, 1, 1))}, []Hand{{"Toll", 35000}},
			"opening 12000, minimum 8000, vat 2000, Toll 35000, = 57000"},
		{"surcharges", Tariff{Name: "t", Surcharges: []Surcharge{{Name: "Luggage", Amount: 5000}, {Name: "Drop", Amount: 3000, PerStop: true, Free: 1}}},
			Usage{stopped(drive(measured(noon, 1, 1)), Stop{}, Stop{}, Stop{}, Stop{AtEnd: true})}, nil, "distance 0, Luggage 5000, Drop 6000, = 11000"},
		{"zones", Tariff{Name: "t", Zones: []Zone{
			{Name: "Airport", Units: []string{"00433"}, Amount: 10000}, {Name: "Port", Sites: []string{"Cảng"}, When: Ends, Amount: 7000},
			{Name: "Province", Units: []string{"79"}, When: Passes, Amount: 1000}, {Name: "Other", Units: []string{"00433"}, When: Ends, Amount: 9},
		}}, Usage{Drive{HasUnits: true, HasWards: true, Begin: Places{Units: []string{"01", "00433"}}, Finish: Places{Sites: []string{"Cảng"}}, Passed: Places{Units: []string{"00433", "01", "79"}}}}, nil,
			"Airport 10000, Port 7000, Province 1000, = 18000"},
		{"a zone without borders", Tariff{Name: "t", Zones: []Zone{{Name: "Airport", Units: []string{"00433"}, Amount: 10000}}}, Usage{Drive{}}, nil, "Airport 0, = 0"},
		{"a zone with borders of provinces only", Tariff{Name: "t", Zones: []Zone{{Name: "Province", Units: []string{"01"}, Amount: 1}, {Name: "Ward", Units: []string{"00433"}, Amount: 10000}}},
			Usage{Drive{HasUnits: true}}, nil, "Ward 0, = 0"},
		{"classes of the tariff", Tariff{Name: "t", Charged: []Class{Inferred, OffRoad}, Bands: []Band{{PerKm: 1000}}},
			Usage{Drive{Pieces: []Piece{{Metres: 100000}, {Class: Doubtful, Metres: 10000}, {Class: Inferred, Metres: 1000}, {Class: OffRoad, Metres: 2000}, {Class: Unknown, Metres: 7}}}}, nil,
			"distance 3000, = 3000"},
		{"classes by default", Tariff{Name: "t", Bands: []Band{{PerKm: 1000}}},
			Usage{Drive{Pieces: []Piece{{Metres: 100000}, {Class: Doubtful, Metres: 10000}, {Class: Inferred, Metres: 1000}, {Class: OffRoad, Metres: 2000}, {Class: Unknown, Metres: 7}}}}, nil,
			"distance 111000, = 111000"},
		{"a last band with an end", Tariff{Name: "t", Bands: []Band{{UpTo: 1000, PerKm: 9000}}}, Usage{drive(measured(noon, 1500, 60))}, nil, "distance 9000, distance 0, = 9000"},
	} {
		s, err := c.tariff.Sheet(c.usage, c.hand, vietnam)
		if got := bill(s); err != nil || got != c.want {
			t.Errorf("%s: %s, %v; want %s", c.name, got, err, c.want)
		}
	}
}

func TestVATIsNamedIfIncluded(t *testing.T) {
	tariff := Tariff{Name: "t", Opening: Opening{Amount: 108000}, VAT: VAT{Percent: 8, Included: true}}
	s, err := tariff.Sheet(Usage{Drive{}}, []Hand{{"Toll", 20000}}, nil)
	if err != nil || s.Total != 128000 || s.VATPercent != 8 || s.VATAmount != 8000 {
		t.Errorf("total %d, VAT %d %% %d, %v; want 128000, 8 %% 8000", s.Total, s.VATPercent, s.VATAmount, err)
	}
}

// TestLinesSayWhatTheyLack: a line that cannot be judged says why.
func TestLinesSayWhatTheyLack(t *testing.T) {
	tariff := Tariff{Name: "t", Waiting: Waiting{PerMinute: 1}, Night: Night{From: 60, Percent: 1}, Zones: []Zone{{Name: "z", Units: []string{"01"}}}}
	for _, c := range []struct {
		name  string
		usage Usage
		want  []string
	}{
		{"no times", Usage{Drive{Pieces: []Piece{{Metres: 1500}}}}, []string{"the tariff has no price for it", "the recording has no times", "the recording has no times", "the map has no borders"}},
		{"some times", Usage{drive(measured(clockAt(1, 12, 0, 0), 9, 9), Piece{Metres: 1500})}, []string{"the tariff has no price for it", "1.500 km have no times", "1.500 km have no times", "the map has no borders"}},
	} {
		s, err := tariff.Sheet(c.usage, nil, vietnam)
		if err != nil || len(s.Lines) != len(c.want) {
			t.Errorf("%s: %d lines, %v", c.name, len(s.Lines), err)
			continue
		}
		for i, want := range c.want {
			if got := s.Lines[i].Basis(); !strings.Contains(got, want) {
				t.Errorf("%s: %s line says %q; want %q", c.name, s.Lines[i].Kind, got, want)
			}
		}
	}
}

func TestPresetsAreValid(t *testing.T) {
	for _, p := range Presets() {
		preset := p.Tariff()
		data, err := Format([]Tariff{preset})
		if err != nil {
			t.Fatal(err)
		}
		again, err := Parse(data)
		if err != nil || len(again) != 1 || fmt.Sprint(again[0]) != fmt.Sprint(preset) || !strings.Contains(preset.Note, "Example") {
			t.Errorf("%s: %v, %v", p, again, err)
		}
	}
	if none := Preset("?").Tariff(); none.Name != "" {
		t.Errorf("an unknown preset has the name %q", none.Name)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{}`, "no name"},
		{`{"name":"t","opening":{"amount":-1}}`, "opening amount is -1"},
		{`{"name":"t","opening":{"amount":1.5}}`, "1.5"},
		{`{"name":"t","prise":1}`, `unknown field "prise"`},
		{`{"name":"t"} {}`, "more after its end"},
		{`{"name":"t","bands":[{"per_km":1},{"per_km":2}]}`, "only the last band"},
		{`{"name":"t","bands":[{"up_to_metres":2},{"up_to_metres":1}]}`, "not in order"},
		{`{"name":"t","rounding":{"step":7}}`, "rounds to 7"},
		{`{"name":"t","night":{"from":"25:00"}}`, "no time of day"},
		{`{"name":"t","night":{"from":"05:00","to":"5:00","percent":1}}`, "same time"},
		{`{"name":"t","zones":[{"name":"z","units":["001"],"when":"begins"}]}`, `"001"`},
		{`{"name":"t","zones":[{"name":"z","when":"begins"}]}`, "neither units nor places"},
		{`{"name":"t","charged":["measured","measured"]}`, "named twice"},
		{`{"name":"t","charged":["guessed"]}`, `unknown class "guessed"`},
		{`[{"name":"t"},{"name":"t"}]`, `two have the name "t"`},
		{`{"name":"t","waiting":{"below_kmh":5,"free_per_stop":true}}`, "cannot have free time"},
		{strings.Repeat(" ", maxFile+1), "more than"},
		{``, "EOF"},
	} {
		list, err := Parse([]byte(c.text))
		if err == nil || !errors.Is(err, ErrTariff) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60s: %v, %v; want an error with %q", c.text, list, err, c.want)
		}
	}
}

func TestSheetRefusesTooMuch(t *testing.T) {
	dear := Tariff{Name: "t", Bands: []Band{{PerKm: maxPrice}}}
	if s, err := dear.Sheet(Usage{drive(measured(clockAt(1, 0, 0, 0), 4_000_000, 60))}, nil, nil); !errors.Is(err, ErrTariff) {
		t.Errorf("400 billion dong: %d, %v", s.Total, err)
	}
	if s, err := dear.Sheet(Usage{drive(measured(clockAt(1, 0, 0, 0), 2_000_000, 60))}, nil, nil); err != nil || s.Total != 200_000_000_000 {
		t.Errorf("200 billion dong: %d, %v", s.Total, err)
	}
	if _, err := dear.Sheet(nil, []Hand{{"x", -1}}, nil); !errors.Is(err, ErrTariff) {
		t.Errorf("a negative toll: %v", err)
	}
}
