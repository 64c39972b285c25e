// SPDX-License-Identifier: MIT

package trips_test

import (
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"roadsnap/engine/fare"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/workspace"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
)

// Tariffs implements trips.TariffKeeper.
func (s *shelf) Tariffs(context.Context) (workspace.Tariffs, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tariffs, s.err
}

// UpdateTariffs implements trips.TariffKeeper.
func (s *shelf) UpdateTariffs(_ context.Context, change func(workspace.Tariffs) workspace.Tariffs) (workspace.Tariffs, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tariffs = change(s.tariffs)
	return s.tariffs, s.err
}

// TestTariffFormKeepsATariff writes tariffs into the form and reads them back, in both languages.
func TestTariffFormKeepsATariff(t *testing.T) {
	full := fare.Tariff{
		Name: "all", Note: "note", Charged: []fare.Class{fare.Measured, fare.Unknown}, Opening: fare.Opening{Amount: 12345, Metres: 567},
		Rental: fare.Rental{PerDay: 900_000, Metres: 250_001, Hours24: true}, Bands: []fare.Band{{UpTo: 30_500, PerKm: 15_500}, {PerKm: 1}},
		Waiting:    fare.Waiting{PerMinute: 1000, FreeSeconds: 90, FreePerStop: true, AtEnds: true},
		Night:      fare.Night{From: 22 * 60, To: 5*60 + 30, Percent: 20, Opening: true, PerKm: 7},
		Zones:      []fare.Zone{{Name: "Depot", Sites: []string{"Kho A"}, When: fare.Passes, Amount: 10_000}},
		Surcharges: []fare.Surcharge{{Name: "Drop", Amount: 3000, PerStop: true, Free: 1}},
		Minimum:    20_000, Rounding: fare.Rounding{Step: 500, Mode: fare.Up}, VAT: fare.VAT{Percent: 8, Included: true},
	}
	for _, language := range []string{"en", "vi"} {
		words := wordsIn(t, language)
		for _, tariff := range append(trips.PresetTariffs(words), full) {
			if tariff.Charged == nil {
				tariff.Charged = []fare.Class{fare.Measured, fare.Doubtful, fare.Inferred}
			}
			got, problem, ok := trips.NewTariffForm(words, tariff, nil, []string{"Kho A"}).Read()
			if !ok || !reflect.DeepEqual(got, tariff) {
				t.Errorf("%s: %+v, %q\nwant %+v", language, got, problem, tariff)
			}
		}
	}
}

// TestEditedPresetIsNoExample: prices that the user has entered are no examples.
func TestEditedPresetIsNoExample(t *testing.T) {
	words := wordsIn(t, "en")
	f := trips.NewTariffForm(words, trips.PresetTariffs(words)[0], nil, nil)
	f.Name = "My taxi"
	if got, _, _ := f.Read(); got.Note == "" {
		t.Error("a renamed preset has lost its note")
	}
	f.Fields[0].Text = "13,000"
	if got, _, ok := f.Read(); !ok || got.Note != "" || got.Opening.Amount != 13000 {
		t.Errorf("%+v", got)
	}
}

// TestTariffFormNamesProblems says which field is wrong.
func TestTariffFormNamesProblems(t *testing.T) {
	words := wordsIn(t, "vi")
	for _, c := range []struct {
		name   string
		change func(*trips.TariffForm)
		want   string
	}{
		{"a number", func(f *trips.TariffForm) { f.Fields[0].Text = "mười" }, "Giá mở cửa: “mười”"},
		{"decimals of a dong", func(f *trips.TariffForm) { f.Fields[0].Text = "1,5" }, "Giá mở cửa: “1,5”"},
		{"a clock", func(f *trips.TariffForm) { f.Fields[7].Text = "25:00" }, "Bắt đầu lúc: “25:00”"},
		{"a place", func(f *trips.TariffForm) { f.Zones = []trips.ZoneRow{{Name: "Z", Places: "Kho B"}} }, "“Kho B”"},
		{"no name", func(f *trips.TariffForm) { f.Name = " " }, "no name"},
	} {
		f := trips.NewTariffForm(words, fare.Taxi.Tariff(), nil, []string{"Kho A"})
		c.change(f)
		if _, problem, ok := f.Read(); ok || !strings.Contains(problem, c.want) {
			t.Errorf("%s: %q, want %q", c.name, problem, c.want)
		}
	}
}

// TestFareRowsInBothLanguages has a word for every line and class.
func TestFareRowsInBothLanguages(t *testing.T) {
	noon := time.Date(2026, 11, 20, 23, 50, 0, 0, time.UTC)
	tariff := fare.Tariff{
		Name: "t", Opening: fare.Opening{Amount: 1, Metres: 1}, Rental: fare.Rental{PerDay: 1, Metres: 5}, Bands: []fare.Band{{UpTo: 100, PerKm: 1000}, {UpTo: 150, PerKm: 900}},
		Waiting: fare.Waiting{PerMinute: 1, FreeSeconds: 60}, Night: fare.Night{From: 0, To: 720, Percent: 1, PerKm: 1},
		Zones:      []fare.Zone{{Name: "z", Units: []string{"01"}, When: fare.Begins, Amount: 1}},
		Surcharges: []fare.Surcharge{{Name: "s", Amount: 1}, {Name: "p", Amount: 1, PerStop: true}}, Minimum: 1_000_000, Rounding: fare.Rounding{Step: 1000, Mode: fare.Up}, VAT: fare.VAT{Percent: 7},
	}
	drive := fare.Drive{Start: noon, End: noon.Add(time.Hour), LeftOut: 3, Stops: []fare.Stop{{From: noon.Add(time.Minute), To: noon.Add(9 * time.Minute)}}}
	for _, c := range fare.Classes() {
		drive.Pieces = append(drive.Pieces, fare.Piece{Class: c, Metres: 100, From: noon, To: noon.Add(time.Hour)})
	}
	drive.Pieces[fare.Inferred].Cause, drive.Pieces[fare.Unknown].Cause = match.GapTunnel, match.GapOutage
	drive.Pieces = append(drive.Pieces, fare.Piece{Metres: 9})
	s, err := tariff.Sheet(fare.Usage{drive}, []fare.Hand{{Name: "toll", Amount: 5}}, text.Vietnam)
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range []string{"en", "vi"} {
		said := trips.SheetText(wordsIn(t, language), "x", &s)
		if strings.Contains(said, "fare.") || strings.Contains(said, "{") || strings.Count(said, "\n") < len(s.Lines)+8 {
			t.Errorf("%s:\n%s", language, said)
		}
	}
}

// TestHandLinesOfEarlierVersions reads lines by hand that were kept by the numbers of trips.
func TestHandLinesOfEarlierVersions(t *testing.T) {
	w, err := workspace.Open(t.Context(), filepath.Join(t.TempDir(), "trips.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close() //nolint:errcheck // the file goes
	added, err := w.Add(t.Context(), "x", nil, []trace.Trip{trip("x", 2)})
	if err != nil {
		t.Fatal(err)
	}
	id := added[0].ID
	if err := w.SetSetting(t.Context(), "desk/fare_lines", fmt.Appendf(nil, `{"%d":[{"name":"toll","amount":35000}]}`, id)); err != nil {
		t.Fatal(err)
	}
	ui, k := jobtest.New(t), &realKeeper{Workspace: w}
	p := trips.NewModel(trips.Options{Jobs: ui.Jobs, Matcher: &k.fakeMatcher, Bounds: everywhere, Remember: func([]string) {}, Keeper: k})
	p.Reopen()
	ui.Until(t, "the trip", func() bool { return len(p.State().Trips) == 1 })
	row := p.State().Trips[0]
	if lines := p.HandLines(row); len(lines) != 1 || lines[0].Amount != 35000 {
		t.Errorf("%+v", lines)
	}
	p.SetHandLines(row, []fare.Hand{{Name: "ferry", Amount: 9000}})
	ui.Until(t, "the setting", func() bool {
		value, err := w.Setting(t.Context(), "desk/fare_lines")
		return err == nil && string(value) == fmt.Sprintf(`{"%s":[{"name":"ferry","amount":9000}]}`, added[0].Identity)
	})
}

// TestFareOfARecord prices a trip in the background: once for each tariff.
func TestFareOfARecord(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ui := jobtest.New(t)
		p := trips.NewModel(trips.Options{Jobs: ui.Jobs, Matcher: new(fakeMatcher), Bounds: everywhere, Remember: func([]string) {}})
		told := 0
		p.OnChange(func() { told++ })
		row := &trips.Trip{ID: 1, Stage: trips.Done, Vehicle: "51C-123.45", Content: drivenContent(101)}
		row.Result.Legs[0].Length, row.Result.Distance.Matched = 1000, 1000
		if p.FareOf(row, nil) != nil {
			t.Fatal("there is a fare without a tariff")
		}
		priced := func() (total int64) {
			for range 2 {
				if f := p.FareOf(row, nil); f != nil {
					t.Fatalf("the fare %+v is there at once", f)
				}
			}
			told = 0
			ui.Settle()
			f := p.FareOf(row, nil)
			if f == nil || told != 1 || p.FareOf(row, nil) != f {
				t.Fatalf("the fare is %+v after %d calls", f, told)
			}
			return f.Total
		}
		cheap, dear := fare.Tariff{Name: "cheap", Bands: []fare.Band{{PerKm: 1000}}}, fare.Tariff{Name: "dear", Bands: []fare.Band{{PerKm: 9000}}}
		p.SetTariffs(func(workspace.Tariffs) workspace.Tariffs {
			return workspace.Tariffs{List: []fare.Tariff{cheap, dear}, Usual: "cheap", Vehicles: map[string]string{"29A99999": "dear"}}
		})
		if got := priced(); got != 1000 {
			t.Errorf("a kilometre costs %d", got)
		}
		p.SetHandLines(row, []fare.Hand{{Name: "toll", Amount: 35}})
		if got := priced(); got != 1035 {
			t.Errorf("with a toll it costs %d", got)
		}
		row = &trips.Trip{ID: 1, Stage: trips.Done, Vehicle: "29A-999.99", Content: row.Content}
		if got := priced(); got != 9035 {
			t.Errorf("in the other vehicle it costs %d", got)
		}
	})
}
