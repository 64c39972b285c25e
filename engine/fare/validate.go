// SPDX-License-Identifier: MIT

package fare

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"roadsnap/engine/errclass"
)

// ErrTariff means that a tariff cannot be used.
var ErrTariff = errclass.New(errclass.Tariff, "the tariff cannot be used")

// The limits of a tariff.
const (
	maxAmount  = 1e9 // dong
	maxPrice   = 1e8 // dong per kilometre or minute
	maxMetres  = 1e8
	maxPercent = 1000
	maxList    = 100 // bands, zones or surcharges
	maxFile    = 1 << 20
)

// Validate reports what is wrong with a tariff, in words for the user. The error wraps
// ErrTariff.
func (t *Tariff) Validate() error {
	v := validator{}
	if strings.TrimSpace(t.Name) == "" {
		v.fail("it has no name")
	}
	for _, f := range []struct {
		what      string
		value, to int64
	}{
		{"opening amount", t.Opening.Amount, maxAmount}, {"metres of the opening", t.Opening.Metres, maxMetres},
		{"price per day", t.Rental.PerDay, maxAmount}, {"metres per day", t.Rental.Metres, maxMetres},
		{"price of waiting", t.Waiting.PerMinute, maxPrice}, {"speed of waiting", t.Waiting.Below, 100}, {"free seconds", t.Waiting.FreeSeconds, maxMetres},
		{"percentage at night", t.Night.Percent, maxPercent}, {"price per km at night", t.Night.PerKm, maxPrice},
		{"start of the night", int64(t.Night.From), 1439}, {"end of the night", int64(t.Night.To), 1439},
		{"minimum", t.Minimum, maxAmount}, {"VAT", t.VAT.Percent, 100},
	} {
		v.within(f.what, f.value, f.to)
	}
	if n := t.Night; (n.Percent > 0 || n.PerKm > 0) && n.From == n.To {
		v.fail("the night begins and ends at the same time")
	}
	if t.Waiting.Below > 0 && t.Waiting.FreePerStop {
		v.fail("waiting below a speed cannot have free time for each stop")
	}
	if !slices.Contains([]int64{0, 1, 100, 500, 1000}, t.Rounding.Step) || t.Rounding.Mode >= modes {
		v.fail("it rounds to %d; use 1, 100, 500 or 1000", t.Rounding.Step)
	}
	for i, c := range t.Charged {
		if c >= classes || slices.Contains(t.Charged[:i], c) {
			v.fail("class %s is unknown or named twice", c)
		}
	}
	v.bands(t.Bands)
	v.zones(t.Zones)
	v.list("surcharges", len(t.Surcharges))
	for _, s := range t.Surcharges {
		v.within("amount of "+s.Name, s.Amount, maxAmount)
		v.within("free stops of "+s.Name, s.Free, maxMetres)
		v.named("surcharge", s.Name)
	}
	return v.err
}

// validator keeps the first fault.
type validator struct{ err error }

func (v *validator) fail(format string, args ...any) {
	if v.err == nil {
		v.err = fmt.Errorf("%w: "+format, append([]any{ErrTariff}, args...)...)
	}
}

func (v *validator) within(what string, value, to int64) {
	if value < 0 || value > to {
		v.fail("the %s is %d; give 0 to %d", what, value, to)
	}
}

func (v *validator) named(what, name string) {
	if strings.TrimSpace(name) == "" {
		v.fail("a %s has no name", what)
	}
}

func (v *validator) list(what string, n int) {
	if n > maxList {
		v.fail("it has %d %s; the limit is %d", n, what, maxList)
	}
}

func (v *validator) bands(bands []Band) {
	v.list("bands", len(bands))
	for i, b := range bands {
		v.within("price per km", b.PerKm, maxPrice)
		v.within("end of a band", b.UpTo, maxMetres)
		last := i == len(bands)-1
		switch {
		case b.UpTo == 0 && !last:
			v.fail("only the last band may be without end")
		case b.UpTo != 0 && i > 0 && b.UpTo <= bands[i-1].UpTo:
			v.fail("the bands are not in order: %d m follows %d m", b.UpTo, bands[i-1].UpTo)
		}
	}
}

func (v *validator) zones(zones []Zone) {
	v.list("zones", len(zones))
	for _, z := range zones {
		v.named("zone", z.Name)
		v.within("amount of "+z.Name, z.Amount, maxAmount)
		if z.When >= whens {
			v.fail("zone %s has an unknown relation", z.Name)
		}
		if len(z.Units) == 0 && len(z.Sites) == 0 {
			v.fail("zone %s has neither units nor places", z.Name)
		}
		for _, code := range z.Units {
			if n := len(code); n != 2 && n != 5 || strings.Trim(code, "0123456789") != "" {
				v.fail("zone %s has the unit %q; give codes of two digits (provinces) or five (wards)", z.Name, code)
			}
		}
	}
}

// Parse reads a tariff, or a list of them, from JSON. It accepts no unknown fields and no name
// twice. The error wraps ErrTariff.
func Parse(data []byte) (list []Tariff, err error) {
	if len(data) > maxFile {
		return nil, fmt.Errorf("%w: it has more than %d bytes", ErrTariff, maxFile)
	}
	if trimmed := strings.TrimLeft(string(data), " \t\r\n\ufeff"); strings.HasPrefix(trimmed, "[") {
		err = strict(trimmed, &list)
	} else {
		list = make([]Tariff, 1)
		err = strict(trimmed, &list[0])
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s", ErrTariff, strings.TrimPrefix(err.Error(), "json: "))
	}
	for i := range list {
		if err := list[i].Validate(); err != nil {
			return nil, fmt.Errorf("%q: %w", list[i].Name, err)
		}
		if slices.ContainsFunc(list[:i], func(t Tariff) bool { return t.Name == list[i].Name }) {
			return nil, fmt.Errorf("%w: two have the name %q", ErrTariff, list[i].Name)
		}
	}
	return list, nil
}

// strict decodes one JSON value with known fields only.
func strict(text string, to any) error {
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is more after its end")
	}
	return nil
}

// Format returns tariffs as JSON that Parse reads.
func Format(list []Tariff) ([]byte, error) {
	if list == nil {
		list = []Tariff{}
	}
	data, err := json.MarshalIndent(list, "", "  ")
	return append(data, '\n'), err
}
