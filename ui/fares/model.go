// SPDX-License-Identifier: MIT

package fares

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"

	"roadsnap/engine/fare"
	"roadsnap/engine/fleet"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/units"
	"roadsnap/engine/workspace"
	"roadsnap/internal/atomicfile"
	"roadsnap/ui/job"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
	"roadsnap/ui/undo"
)

// Keeper keeps tariffs and lines by hand between runs of the app, and has the kept trips. Its
// methods are called on background goroutines.
type Keeper interface {
	Tariffs(ctx context.Context) (workspace.Tariffs, error)
	UpdateTariffs(ctx context.Context, change func(workspace.Tariffs) workspace.Tariffs) (workspace.Tariffs, error)
	// Setting returns a value that SetSetting kept under a name, nil if there is none.
	Setting(ctx context.Context, name string) ([]byte, error)
	SetSetting(ctx context.Context, name string, value []byte) error
	Recording(ctx context.Context, id workspace.ID) (trace.Trip, error)
	// Kept returns the kept match of a trip on the installed map; ok is false if there is
	// none.
	Kept(ctx context.Context, id workspace.ID, profile match.Profile) (r match.Result, ok bool, err error)
}

// Trips has the open trips; see [trips.Model].
type Trips interface {
	State() trips.State
}

// Options configures a Model.
type Options struct {
	Jobs    *job.Runner
	Trips   Trips
	History *undo.History
	Keeper  Keeper // nil keeps nothing
	// Atlas calls fn with the borders; nil means that there are none.
	Atlas func(fn func(*units.Atlas) error) error
	// Failed is called with the errors of Keeper.
	Failed func(error)
}

// settingHand is the setting with the lines that the user adds to sheets by hand.
const settingHand = "desk/fare_lines"

// Model is the view model of tariffs and fares. It belongs to the UI goroutine.
type Model struct {
	o       Options
	keeping *job.Lane // keeps changes in their order
	changed *job.Signal

	kept  workspace.Tariffs
	hand  map[string][]fare.Hand   // by handKey of a kept trip, or numberKey
	open  map[trips.ID][]fare.Hand // by trip that is not kept
	areas Areas                    // of the user; nil without any
	// changes counts the changes of all of them.
	changes int
	record  recordFare
}

// Areas are the zones of the user that tariffs may name besides places, with their names.
type Areas interface {
	fare.Areas
	All() []string
}

// NewModel returns a model without tariffs.
func NewModel(o Options) *Model {
	return &Model{o: o, keeping: o.Jobs.Lane(1), changed: o.Jobs.Signal()}
}

// OnChange sets the listener that is called after each change of what fares depend on.
func (m *Model) OnChange(listen func()) { m.changed.Listen(listen) }

// Load reads the tariffs and lines by hand of earlier runs in the background.
func (m *Model) Load() {
	if m.o.Keeper == nil {
		return
	}
	m.keeping.Start(func(ctx context.Context) func() {
		kept, err := m.o.Keeper.Tariffs(ctx)
		value, settingErr := m.o.Keeper.Setting(ctx, settingHand)
		var hand map[string][]fare.Hand
		if len(value) > 0 {
			settingErr = errors.Join(settingErr, json.Unmarshal(value, &hand))
		}
		return func() {
			if err = errors.Join(err, settingErr); err != nil {
				m.o.Failed(err)
			}
			m.kept, m.hand = kept, hand
			m.raise()
		}
	})
}

// SetAreas sets the zones that tariffs may name.
func (m *Model) SetAreas(areas Areas) {
	m.areas = areas
	m.raise()
}

// PlaceNames returns the names of the places and zones that tariffs may name.
func (m *Model) PlaceNames() (names []string) {
	for _, s := range m.o.Trips.State().Places.Sites {
		names = append(names, s.Name)
	}
	if m.areas != nil {
		names = append(names, m.areas.All()...)
	}
	return names
}

// raise calls the listener after a change of what fares depend on.
func (m *Model) raise() {
	m.changes++
	m.changed.Raise()
}

// Tariffs returns the kept tariffs.
func (m *Model) Tariffs() workspace.Tariffs { return m.kept }

// SetTariffs keeps what change makes of the tariffs. Undo takes it back. change must not change
// what its argument holds.
func (m *Model) SetTariffs(change func(workspace.Tariffs) workspace.Tariffs) {
	before := m.kept
	back := func() { m.storeTariffs(func(workspace.Tariffs) workspace.Tariffs { return before }, func() {}) }
	m.storeTariffs(change, m.o.History.Remember(back, func() { m.SetTariffs(change) }))
}

// SetTariff puts a tariff in place of the one with its former name, "" for none, and of one with its
// name. The presets are kept with the first one.
func (m *Model) SetTariff(words text.Catalogue, was string, tariff fare.Tariff) {
	first := m.Offered(words)
	m.SetTariffs(func(k workspace.Tariffs) workspace.Tariffs {
		if len(k.List) == 0 {
			k = k.Merge(first)
		}
		return renamed(k, was, tariff)
	})
}

// renamed puts a tariff in place of the one with its former name, and of one with its name.
func renamed(k workspace.Tariffs, was string, f fare.Tariff) workspace.Tariffs {
	i := slices.IndexFunc(k.List, func(x fare.Tariff) bool { return x.Name == was })
	if was == "" || i < 0 || was == f.Name {
		return k.Merge([]fare.Tariff{f})
	}
	k = k.Without(f.Name)
	i = slices.IndexFunc(k.List, func(x fare.Tariff) bool { return x.Name == was })
	k.List[i] = f
	if k.Usual == was {
		k.Usual = f.Name
	}
	k.Vehicles = maps.Clone(k.Vehicles)
	for plate, name := range k.Vehicles {
		if name == was {
			k.Vehicles[plate] = f.Name
		}
	}
	return k
}

// Use makes a tariff that of a vehicle or, without a plate, the usual one.
func (m *Model) Use(words text.Catalogue, tariff fare.Tariff, plate string) {
	key := fleet.PlateKey(plate)
	m.SetTariffs(func(k workspace.Tariffs) workspace.Tariffs {
		if len(k.List) == 0 {
			k = k.Merge(PresetTariffs(words))
		}
		if k.Usual == "" || key == "" {
			k.Usual = tariff.Name
		}
		if key != "" {
			if k.Vehicles = maps.Clone(k.Vehicles); k.Vehicles == nil {
				k.Vehicles = map[string]string{}
			}
			k.Vehicles[key] = tariff.Name
		}
		return k
	})
}

// Import reads the tariffs of a file in the background, keeps them and calls then with nil or the
// error.
func (m *Model) Import(path string, then func(error)) {
	m.o.Jobs.Start(func(context.Context) func() {
		data, err := os.ReadFile(path)
		var list []fare.Tariff
		if err == nil {
			list, err = fare.Parse(data)
		}
		return func() {
			if err == nil {
				m.SetTariffs(func(k workspace.Tariffs) workspace.Tariffs { return k.Merge(list) })
			}
			then(err)
		}
	})
}

// Export writes tariffs to a file in the background, and calls then with nil or the error.
func (m *Model) Export(path string, list []fare.Tariff, then func(error)) {
	m.o.Jobs.Start(func(context.Context) func() {
		data, err := fare.Format(list)
		if err == nil {
			err = atomicfile.Write(path, 0o644, func(w io.Writer) error {
				_, err := w.Write(data)
				return err
			})
		}
		return func() { then(err) }
	})
}

// storeTariffs shows and keeps what change makes of the tariffs. If they cannot be kept, it shows
// the earlier ones and calls refused.
func (m *Model) storeTariffs(change func(workspace.Tariffs) workspace.Tariffs, refused func()) {
	before := m.kept
	m.kept = change(before)
	m.raise()
	m.store(func(ctx context.Context) error {
		_, err := m.o.Keeper.UpdateTariffs(ctx, change)
		return err
	}, func() {
		m.kept = before
		m.raise()
		refused()
	})
}

// store changes what is kept, after the earlier changes. If that fails, it calls refused and
// reports the error.
func (m *Model) store(do func(context.Context) error, refused func()) {
	if m.o.Keeper == nil {
		return
	}
	m.keeping.Start(func(ctx context.Context) func() {
		err := do(ctx)
		return func() {
			if err != nil {
				refused()
				m.o.Failed(err)
			}
		}
	})
}

// handKey returns the key of the lines by hand of a kept trip. It stays the same in a workspace to
// which a backup was restored, unlike the number of the trip.
func handKey(t *trips.Trip) string { return cmp.Or(t.Identity.String(), numberKey(t)) }

// numberKey returns the key by which earlier versions kept the lines by hand.
func numberKey(t *trips.Trip) string { return strconv.FormatInt(int64(t.Kept), 10) }

// HandLines returns the lines that the user added to the sheet of a trip.
func (m *Model) HandLines(t *trips.Trip) []fare.Hand {
	if t.Kept == 0 {
		return m.open[t.ID]
	}
	if lines, ok := m.hand[handKey(t)]; ok {
		return lines
	}
	return m.hand[numberKey(t)]
}

// SetHandLines sets the lines that the user adds to the sheet of a trip.
func (m *Model) SetHandLines(t *trips.Trip, lines []fare.Hand) {
	if t.Kept == 0 {
		if m.open == nil {
			m.open = map[trips.ID][]fare.Hand{}
		}
		m.open[t.ID] = lines
		m.raise()
		return
	}
	all := maps.Clone(m.hand) // the one before may be being kept
	if all == nil {
		all = map[string][]fare.Hand{}
	}
	delete(all, numberKey(t))
	if all[handKey(t)] = lines; len(lines) == 0 {
		delete(all, handKey(t))
	}
	m.hand = all
	m.store(func(ctx context.Context) error {
		value, err := json.Marshal(all)
		if err != nil {
			return err
		}
		return m.o.Keeper.SetSetting(ctx, settingHand, value)
	}, func() {})
	m.raise()
}

// Offered returns the kept tariffs, or without any the presets with names in a language.
func (m *Model) Offered(words text.Catalogue) []fare.Tariff {
	if list := m.kept.List; len(list) > 0 {
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
