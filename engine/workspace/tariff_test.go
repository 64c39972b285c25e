// SPDX-License-Identifier: MIT

package workspace

import (
	"errors"
	"testing"

	"roadsnap/engine/fare"
)

func TestTariffsAreKept(t *testing.T) {
	w := openNew(t)
	taxi := fare.Taxi.Tariff()
	set := func(change func(Tariffs) Tariffs) error {
		_, err := w.UpdateTariffs(t.Context(), change)
		return err
	}
	if err := set(func(k Tariffs) Tariffs {
		k = k.Merge([]fare.Tariff{taxi, fare.Delivery.Tariff()})
		k.Usual, k.Vehicles = "taxi", map[string]string{"51C12345": "delivery", "1": "gone"}
		return k
	}); err != nil {
		t.Fatal(err)
	}
	bad := taxi
	bad.Minimum = -1
	if err := set(func(k Tariffs) Tariffs { return k.Merge([]fare.Tariff{bad}) }); !errors.Is(err, fare.ErrTariff) {
		t.Errorf("a bad tariff: %v", err)
	}
	kept, err := openAt(t, w.Path()).Tariffs(t.Context())
	if err != nil || len(kept.List) != 2 || kept.List[0].Opening != taxi.Opening || len(kept.Vehicles) != 1 {
		t.Fatalf("%+v, %v", kept, err)
	}
	for plate, want := range map[string]string{"51c-123.45": "delivery", "29A-1": "taxi", "": "taxi"} {
		if f, ok := kept.Of(plate); !ok || f.Name != want {
			t.Errorf("vehicle %q has tariff %q", plate, f.Name)
		}
	}
	if err := set(func(k Tariffs) Tariffs { return k.Without("taxi") }); err != nil {
		t.Fatal(err)
	}
	if kept, err = w.Tariffs(t.Context()); err != nil || kept.Usual != "" || len(kept.List) != 1 {
		t.Errorf("after removal: %+v, %v", kept, err)
	}
	if err := w.SetSetting(t.Context(), "tariffs", []byte(`{"tariffs":[{"name":""}]}`)); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Tariffs(t.Context()); !errors.Is(err, ErrDamaged) {
		t.Errorf("a damaged setting: %v", err)
	}
}
