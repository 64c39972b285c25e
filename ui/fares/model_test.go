// SPDX-License-Identifier: MIT

package fares_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"roadsnap/assets"
	"roadsnap/engine/fare"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/workspace"
	"roadsnap/ui/fares"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
	"roadsnap/ui/trips/tripstest"
	"roadsnap/ui/undo"
)

// desk holds the trips of a test.
type desk struct {
	state trips.State
}

func (d *desk) State() trips.State { return d.state }

// shelf keeps tariffs in memory.
type shelf struct {
	*workspace.Workspace // nil; not called
	mu                   sync.Mutex
	tariffs              workspace.Tariffs
	err                  error
}

func (s *shelf) Tariffs(context.Context) (workspace.Tariffs, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tariffs, nil
}

func (s *shelf) UpdateTariffs(_ context.Context, change func(workspace.Tariffs) workspace.Tariffs) (workspace.Tariffs, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return s.tariffs, s.err
	}
	s.tariffs = change(s.tariffs)
	return s.tariffs, nil
}

func (s *shelf) Setting(context.Context, string) ([]byte, error) { return nil, nil }

func (s *shelf) Kept(context.Context, workspace.ID, match.Profile) (r match.Result, ok bool, err error) {
	return r, false, nil
}

func wordsIn(t *testing.T, language string) text.Catalogue {
	t.Helper()
	words, err := text.Load(assets.Translations(), language)
	if err != nil {
		t.Fatal(err)
	}
	return words
}

// TestFormKeepsATariff writes tariffs into the form and reads them back, in both languages.
func TestFormKeepsATariff(t *testing.T) {
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
		for _, tariff := range append(fares.PresetTariffs(words), full) {
			if tariff.Charged == nil {
				tariff.Charged = []fare.Class{fare.Measured, fare.Doubtful, fare.Inferred}
			}
			got, problem, ok := fares.NewForm(words, tariff, nil, []string{"Kho A"}).Read()
			if !ok || !reflect.DeepEqual(got, tariff) {
				t.Errorf("%s: %+v, %q\nwant %+v", language, got, problem, tariff)
			}
		}
	}
}

// TestEditedPresetIsNoExample: prices that the user has entered are no examples.
func TestEditedPresetIsNoExample(t *testing.T) {
	words := wordsIn(t, "en")
	f := fares.NewForm(words, fares.PresetTariffs(words)[0], nil, nil)
	f.Name = "My taxi"
	if got, _, _ := f.Read(); got.Note == "" {
		t.Error("a renamed preset has lost its note")
	}
	f.Fields[0].Text = "13,000"
	if got, _, ok := f.Read(); !ok || got.Note != "" || got.Opening.Amount != 13000 {
		t.Errorf("%+v", got)
	}
}

// TestFormNamesProblems says which field is wrong.
func TestFormNamesProblems(t *testing.T) {
	words := wordsIn(t, "vi")
	for _, c := range []struct {
		name   string
		change func(*fares.Form)
		want   string
	}{
		{"a number", func(f *fares.Form) { f.Fields[0].Text = "mười" }, "Giá mở cửa: “mười”"},
		{"decimals of a dong", func(f *fares.Form) { f.Fields[0].Text = "1,5" }, "Giá mở cửa: “1,5”"},
		{"a clock", func(f *fares.Form) { f.Fields[7].Text = "25:00" }, "Bắt đầu lúc: “25:00”"},
		{"a place", func(f *fares.Form) { f.Zones = []fares.ZoneRow{{Name: "Z", Places: "Kho B"}} }, "“Kho B”"},
		{"no name", func(f *fares.Form) { f.Name = " " }, "no name"},
	} {
		f := fares.NewForm(words, fare.Taxi.Tariff(), nil, []string{"Kho A"})
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
		said := fares.SheetText(wordsIn(t, language), "x", &s)
		if strings.Contains(said, "fare.") || strings.Contains(said, "{") || strings.Count(said, "\n") < len(s.Lines)+8 {
			t.Errorf("%s:\n%s", language, said)
		}
	}
}

// TestHandLinesOfEarlierVersions reads lines by hand that were kept by the numbers of trips, and
// keeps the next ones by the trip's identity.
func TestHandLinesOfEarlierVersions(t *testing.T) {
	w, err := workspace.Open(t.Context(), filepath.Join(t.TempDir(), "trips.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close() //nolint:errcheck // the file goes
	recording := trace.Trip{ID: "x", Name: "x", Observations: []match.Observation{{Point: geo.Point{Lat: 10.77, Lon: 106.7}}}}
	added, err := w.Add(t.Context(), "x", nil, []trace.Trip{recording})
	if err != nil {
		t.Fatal(err)
	}
	row := &trips.Trip{ID: 1, Kept: added[0].ID, Identity: added[0].Identity}
	if err := w.SetSetting(t.Context(), "desk/fare_lines", fmt.Appendf(nil, `{"%d":[{"name":"toll","amount":35000}]}`, row.Kept)); err != nil {
		t.Fatal(err)
	}
	ui := jobtest.New(t)
	m := fares.NewModel(fares.Options{Jobs: ui.Jobs, Trips: new(desk), History: undo.New(ui.Jobs), Keeper: ofWorkspace{w}, Failed: func(err error) { t.Error(err) }})
	m.Load()
	ui.Until(t, "the lines", func() bool { return len(m.HandLines(row)) == 1 })
	if lines := m.HandLines(row); lines[0].Amount != 35000 {
		t.Errorf("%+v", lines)
	}
	m.SetHandLines(row, []fare.Hand{{Name: "ferry", Amount: 9000}})
	ui.Until(t, "the setting", func() bool {
		value, err := w.Setting(t.Context(), "desk/fare_lines")
		return err == nil && string(value) == fmt.Sprintf(`{"%s":[{"name":"ferry","amount":9000}]}`, row.Identity)
	})
	if m.SetHandLines(row, nil); len(m.HandLines(row)) != 0 {
		t.Errorf("%+v is left", m.HandLines(row))
	}
}

// ofWorkspace is a Keeper of a workspace without matches.
type ofWorkspace struct{ *workspace.Workspace }

func (ofWorkspace) Kept(context.Context, workspace.ID, match.Profile) (r match.Result, ok bool, err error) {
	return r, false, nil
}

// TestTariffsAreKeptAndUndone changes the tariffs, undoes that, and takes back a change that cannot
// be kept.
func TestTariffsAreKeptAndUndone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ui, k := jobtest.New(t), new(shelf)
		history := undo.New(ui.Jobs)
		var failed error
		m := fares.NewModel(fares.Options{Jobs: ui.Jobs, Trips: new(desk), History: history, Keeper: k, Failed: func(err error) { failed = err }})
		words := wordsIn(t, "en")
		mine := fare.Tariff{Name: "mine"}
		m.SetTariff(words, "", mine)
		ui.Settle()
		if n := len(fare.Presets()) + 1; len(m.Tariffs().List) != n || len(k.tariffs.List) != n || !history.CanUndo() {
			t.Fatalf("%d tariffs, %d kept, want %d; can be undone: %t", len(m.Tariffs().List), len(k.tariffs.List), n, history.CanUndo())
		}
		m.Use(words, mine, "51C-123.45")
		mine.Name = "renamed"
		m.SetTariff(words, "mine", mine)
		ui.Settle()
		if of, ok := m.TariffOf(&trips.Trip{Vehicle: "51c 12345"}); !ok || of.Name != "renamed" || k.tariffs.Usual != "renamed" {
			t.Errorf("the vehicle has %q, usual is %q", of.Name, k.tariffs.Usual)
		}
		history.Undo()
		ui.Settle()
		if m.Tariffs().Usual != "mine" || k.tariffs.Usual != "mine" || failed != nil {
			t.Errorf("usual is %q, kept %q, %v", m.Tariffs().Usual, k.tariffs.Usual, failed)
		}
		k.err = errors.New("the disk is full")
		m.SetTariffs(func(workspace.Tariffs) workspace.Tariffs { return workspace.Tariffs{} })
		if len(m.Tariffs().List) != 0 {
			t.Error("the change is not shown at once")
		}
		ui.Settle()
		if !errors.Is(failed, k.err) || m.Tariffs().Usual != "mine" {
			t.Errorf("%v; usual is %q", failed, m.Tariffs().Usual)
		}
		history.Undo()
		history.Undo()
		if history.CanUndo() {
			t.Error("the change that was not made can be undone")
		}
	})
}

// TestFareOfARecord prices a trip in the background: once for each tariff.
func TestFareOfARecord(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ui := jobtest.New(t)
		p := fares.NewModel(fares.Options{Jobs: ui.Jobs, Trips: new(desk), History: undo.New(ui.Jobs)})
		told := 0
		p.OnChange(func() { told++ })
		row := &trips.Trip{ID: 1, Stage: trips.Done, Vehicle: "51C-123.45", Content: tripstest.Drive(101)}
		row.Result.Legs[0].Length, row.Result.Distance.Matched = 1000, 1000
		if p.Of(row) != nil {
			t.Fatal("there is a fare without a tariff")
		}
		priced := func() (total int64) {
			for range 2 {
				if f := p.Of(row); f != nil {
					t.Fatalf("the fare %+v is there at once", f)
				}
			}
			told = 0
			ui.Settle()
			f := p.Of(row)
			if f == nil || told != 1 || p.Of(row) != f {
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
