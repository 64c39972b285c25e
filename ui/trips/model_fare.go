// SPDX-License-Identifier: MIT

package trips

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"

	"roadsnap/engine/fare"
	"roadsnap/engine/match"
	"roadsnap/engine/trip"
	"roadsnap/engine/units"
	"roadsnap/engine/workspace"
	"roadsnap/ui/job"
	"roadsnap/ui/text"
)

// TariffKeeper is the part of a Keeper that keeps the tariffs.
type TariffKeeper interface {
	Tariffs(ctx context.Context) (workspace.Tariffs, error)
	UpdateTariffs(ctx context.Context, change func(workspace.Tariffs) workspace.Tariffs) (workspace.Tariffs, error)
}

// settingHand is the setting with the lines that the user adds to sheets by hand.
const settingHand = "desk/fare_lines"

// fares is what Model knows of tariffs.
type fares struct {
	kept  workspace.Tariffs
	hand  map[string][]fare.Hand // by handKey of a kept trip
	open  map[ID][]fare.Hand     // by trip that is not kept
	areas Areas                  // of the user; nil without any
	// changes counts the changes of all of them.
	changes int
	record  recordFare
}

// Areas are the zones of the user that tariffs may name besides places, with their names.
type Areas interface {
	fare.Areas
	All() []string
}

// SetAreas sets the zones that tariffs may name.
func (p *Model) SetAreas(areas Areas) {
	p.fares.areas = areas
	p.faresChanged()
}

// Areas returns the zones that tariffs may name, nil without any.
func (p *Model) Areas() fare.Areas {
	if p.fares.areas == nil {
		return nil
	}
	return p.fares.areas
}

// PlaceNames returns the names of the places and zones that tariffs may name.
func (p *Model) PlaceNames() (names []string) {
	for _, s := range p.Sites() {
		names = append(names, s.Name)
	}
	if p.fares.areas != nil {
		names = append(names, p.fares.areas.All()...)
	}
	return names
}

// showTariffs shows the tariffs of earlier runs.
func (p *Model) showTariffs(kept workspace.Tariffs, hand map[string][]fare.Hand) {
	p.fares.kept, p.fares.hand = kept, hand
	p.faresChanged()
}

// faresChanged calls the listener after a change of what sheets depend on.
func (p *Model) faresChanged() {
	p.fares.changes++
	p.changed.Raise()
}

// Tariffs returns the kept tariffs.
func (p *Model) Tariffs() workspace.Tariffs { return p.fares.kept }

// SetTariffs keeps what change makes of the tariffs. Undo takes it back. change must not change
// what its argument holds.
func (p *Model) SetTariffs(change func(workspace.Tariffs) workspace.Tariffs) {
	before := p.fares.kept
	p.remember(func() { p.storeTariffs(func(workspace.Tariffs) workspace.Tariffs { return before }) }, func() { p.SetTariffs(change) })
	p.storeTariffs(change)
}

func (p *Model) storeTariffs(change func(workspace.Tariffs) workspace.Tariffs) {
	before := p.fares.kept
	p.fares.kept = change(before)
	p.faresChanged()
	if p.o.Keeper == nil {
		return
	}
	p.store(func(ctx context.Context) error {
		_, err := p.o.Keeper.UpdateTariffs(ctx, change)
		return err
	}, func() {
		p.fares.kept = before
		p.faresChanged()
	})
}

// handKey returns the key of the lines by hand of a trip. It stays the same in a workspace to
// which a backup was restored, unlike the number of the trip.
func handKey(id workspace.ID, identity workspace.Identity) string {
	return cmp.Or(identity.String(), strconv.FormatInt(int64(id), 10))
}

// stableHand replaces the numbers of trips by which earlier versions kept lines by hand.
func stableHand(hand map[string][]fare.Hand, list []workspace.Trip) map[string][]fare.Hand {
	for i := range list {
		old := strconv.FormatInt(int64(list[i].ID), 10)
		if lines, ok := hand[old]; ok {
			delete(hand, old)
			hand[handKey(list[i].ID, list[i].Identity)] = lines
		}
	}
	return hand
}

// HandLines returns the lines that the user added to the sheet of a trip.
func (p *Model) HandLines(t *Trip) []fare.Hand {
	if t.Kept != 0 {
		return p.fares.hand[handKey(t.Kept, t.Identity)]
	}
	return p.fares.open[t.ID]
}

// SetHandLines sets the lines that the user adds to the sheet of a trip.
func (p *Model) SetHandLines(t *Trip, lines []fare.Hand) {
	if t.Kept == 0 {
		p.fares.open = maps.Clone(p.fares.open)
		if p.fares.open == nil {
			p.fares.open = map[ID][]fare.Hand{}
		}
		p.fares.open[t.ID] = lines
		p.faresChanged()
		return
	}
	all := maps.Clone(p.fares.hand)
	if all == nil {
		all = map[string][]fare.Hand{}
	}
	key := handKey(t.Kept, t.Identity)
	if all[key] = lines; len(lines) == 0 {
		delete(all, key)
	}
	p.fares.hand = all
	p.saveSetting(settingHand, all)
	p.faresChanged()
}

// Offered returns the kept tariffs, or without any the presets with names in a language.
func (p *Model) Offered(words text.Catalogue) []fare.Tariff {
	if list := p.fares.kept.List; len(list) > 0 {
		return list
	}
	return PresetTariffs(words)
}

// PresetTariffs returns the presets with names and notes in a language.
func PresetTariffs(words text.Catalogue) (list []fare.Tariff) {
	for _, preset := range fare.Presets() {
		t := preset.Tariff()
		t.Name, t.Note = words.T("fare.preset."+string(preset)), words.T("fare.example")
		for i := range t.Surcharges {
			t.Surcharges[i].Name = words.T("fare.preset.stop")
		}
		list = append(list, t)
	}
	return list
}

// Priced is a trip with what a tariff prices of it.
type Priced struct {
	Trip  *Trip
	Drive fare.Drive
	Ready bool // false if the trip has no match on the installed map
}

// Measure measures trips in the background and calls then with them, in order. atlas may be nil.
func (p *Model) Measure(list []*Trip, atlas func(fn func(*units.Atlas) error) error, then func([]Priced)) {
	sites, areas, profile := p.Sites(), p.Areas(), p.state.Profile
	p.o.Jobs.Start(func(ctx context.Context) func() {
		priced := make([]Priced, len(list))
		for i, t := range list {
			priced[i].Trip = t
			c := t.Content
			if (!t.Loaded() || !c.Matched) && t.Kept != 0 && t.Stage == Done {
				c = p.fetch(ctx, t, profile)
			}
			if c == nil || !c.Matched || t.Stage != Done {
				continue
			}
			priced[i].Drive, priced[i].Ready = measureDrive(c, atlas, sites, areas), true
		}
		return func() { then(priced) }
	})
}

// fetch reads the content of a kept trip, nil if it cannot be read or has no match.
func (p *Model) fetch(ctx context.Context, t *Trip, profile match.Profile) *Content {
	recording, err := p.o.Keeper.Recording(ctx, t.Kept)
	if err != nil {
		return nil
	}
	result, ok, err := p.o.Keeper.Kept(ctx, t.Kept, profile)
	if err != nil || !ok {
		return nil
	}
	return &Content{Trace: recording, Stops: trip.Stops(recording), Result: result, Matched: true}
}

// measureDrive measures a matched trip, without borders if there are none.
func measureDrive(c *Content, atlas func(fn func(*units.Atlas) error) error, sites []trip.Site, areas fare.Areas) (d fare.Drive) {
	measure := func(a *units.Atlas) error {
		d = fare.Measure(c.Trace, c.Result, c.Stops, a, sites, areas)
		return nil
	}
	if atlas == nil || atlas(measure) != nil {
		_ = measure(nil) // it never fails
	}
	return d
}

// TariffOf returns the tariff of a trip's vehicle, or else the usual one; ok is false if the user
// chose none.
func (p *Model) TariffOf(t *Trip) (fare.Tariff, bool) { return p.fares.kept.Of(t.Vehicle) }

// TripFare is the fare of a trip in its record. It is immutable.
type TripFare struct {
	Tariff, Note string
	Total        int64 // dong
}

// recordFare is the fare in the record of the selected trip.
type recordFare struct {
	fareKey
	fare   *TripFare // nil while it is not known
	making *job.Job
}

// fareKey is what the fare of a trip depends on.
type fareKey struct {
	content *Content
	vehicle string
	changes int        // of tariffs
	sites   *trip.Site // the first one; a list of sites does not change
}

// FareOf returns the fare of the selected trip by the tariff of its vehicle, nil if the user chose
// none or the fare is not known yet. In that case it prices the trip in the background and then
// calls the listener.
func (p *Model) FareOf(t *Trip, atlas func(fn func(*units.Atlas) error) error) *TripFare {
	tariff, chosen := p.TariffOf(t)
	if !chosen || !t.Matched {
		return nil
	}
	c, sites, areas, hand := t.Content, p.Sites(), p.Areas(), p.HandLines(t)
	key := fareKey{content: c, vehicle: t.Vehicle, changes: p.fares.changes}
	if len(sites) > 0 {
		key.sites = &sites[0]
	}
	r := &p.fares.record
	if r.fareKey == key {
		return r.fare
	}
	r.making.Cancel()
	r.fareKey, r.fare = key, nil
	r.making = p.o.Jobs.Start(func(context.Context) func() {
		s, err := tariff.Sheet(fare.Usage{measureDrive(c, atlas, sites, areas)}, hand, text.Vietnam)
		return func() {
			if err == nil {
				r.fare = &TripFare{Tariff: tariff.Name, Note: s.Note, Total: s.Total}
				p.changed.Raise()
			}
		}
	})
	return nil
}

// SheetOf prices a trip with its lines by hand.
func (p *Model) SheetOf(tariff fare.Tariff, priced Priced) (fare.Sheet, error) {
	return tariff.Sheet(fare.Usage{priced.Drive}, p.HandLines(priced.Trip), text.Vietnam)
}

// SheetOfAll prices trips as one, with all of their lines by hand.
func (p *Model) SheetOfAll(tariff fare.Tariff, list []Priced) (fare.Sheet, error) {
	var u fare.Usage
	var hand []fare.Hand
	sorted := slices.Clone(list)
	slices.SortStableFunc(sorted, func(a, b Priced) int { return a.Trip.First.Compare(b.Trip.First) })
	for _, x := range sorted {
		if x.Ready {
			u, hand = append(u, x.Drive), append(hand, p.HandLines(x.Trip)...)
		}
	}
	return tariff.Sheet(u, hand, text.Vietnam)
}
