// SPDX-License-Identifier: MIT

package workspace

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"roadsnap/engine/fare"
	"roadsnap/engine/fleet"
)

// Tariffs are the tariffs of the user.
type Tariffs struct {
	List []fare.Tariff // in the user's order, with different names
	// Usual is the name of the tariff of vehicles without their own, "" for none.
	Usual string
	// Vehicles has the names of tariffs by the plate of a vehicle, as fleet.PlateKey.
	Vehicles map[string]string
}

// tariffSetting is the setting that holds the tariffs.
const tariffSetting = "tariffs"

// keptTariffs is the form of Tariffs in the setting.
type keptTariffs struct {
	Tariffs  json.RawMessage   `json:"tariffs"`
	Usual    string            `json:"usual,omitempty"`
	Vehicles map[string]string `json:"vehicles,omitempty"`
}

// Find returns the tariff with a name; ok is false if there is none.
func (t Tariffs) Find(name string) (f fare.Tariff, ok bool) {
	i := slices.IndexFunc(t.List, func(f fare.Tariff) bool { return f.Name == name })
	if i < 0 {
		return f, false
	}
	return t.List[i], true
}

// Of returns the tariff of a vehicle, or else the usual one; ok is false if there is none.
func (t Tariffs) Of(plate string) (f fare.Tariff, ok bool) {
	if key := fleet.PlateKey(plate); key != "" {
		if f, ok := t.Find(t.Vehicles[key]); ok {
			return f, true
		}
	}
	return t.Find(t.Usual)
}

// Tariffs returns the kept tariffs. The error wraps ErrDamaged if they cannot be read.
func (w *Workspace) Tariffs(ctx context.Context) (Tariffs, error) { return readTariffs(ctx, w.db) }

func readTariffs(ctx context.Context, q querier) (t Tariffs, err error) {
	var value []byte
	err = q.QueryRowContext(ctx, "SELECT value FROM setting WHERE name = ?", tariffSetting).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return t, nil
	}
	if err != nil {
		return t, explain(err)
	}
	var kept keptTariffs
	if err := json.Unmarshal(value, &kept); err != nil {
		return t, fmt.Errorf("the tariffs: %w: %w", ErrDamaged, err)
	}
	if t.List, err = fare.Parse(kept.Tariffs); err != nil {
		return t, fmt.Errorf("the tariffs: %w: %w", ErrDamaged, err)
	}
	t.Usual, t.Vehicles = kept.Usual, kept.Vehicles
	return t, nil
}

// UpdateTariffs keeps what change makes of the tariffs, with no change of another process in
// between, and returns that. change must not change what its argument holds. Names of tariffs that
// are gone are left out of Usual and Vehicles. The error wraps fare.ErrTariff if a tariff cannot be
// used.
func (w *Workspace) UpdateTariffs(ctx context.Context, change func(Tariffs) Tariffs) (t Tariffs, err error) {
	err = transact(ctx, w.db, func(tx *sql.Tx) error {
		now, err := readTariffs(ctx, tx)
		if err != nil {
			return err
		}
		t = change(now)
		if _, ok := t.Find(t.Usual); !ok {
			t.Usual = ""
		}
		vehicles := maps.Clone(t.Vehicles)
		maps.DeleteFunc(vehicles, func(plate, name string) bool {
			_, ok := t.Find(name)
			return !ok || plate == ""
		})
		t.Vehicles = vehicles
		list, err := fare.Format(t.List)
		if err != nil {
			return err
		}
		if _, err := fare.Parse(list); err != nil {
			return err
		}
		value, err := json.Marshal(keptTariffs{list, t.Usual, t.Vehicles})
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value", tariffSetting, value)
		return err
	})
	return t, err
}

// Merge adds tariffs, each in place of the one with its name.
func (t Tariffs) Merge(list []fare.Tariff) Tariffs {
	t.List = slices.Clone(t.List)
	for _, f := range list {
		if i := slices.IndexFunc(t.List, func(x fare.Tariff) bool { return x.Name == f.Name }); i >= 0 {
			t.List[i] = f
		} else {
			t.List = append(t.List, f)
		}
	}
	return t
}

// Without leaves out the tariff with a name.
func (t Tariffs) Without(name string) Tariffs {
	t.List = slices.DeleteFunc(slices.Clone(t.List), func(f fare.Tariff) bool { return f.Name == name })
	return t
}
