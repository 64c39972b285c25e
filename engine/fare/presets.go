// SPDX-License-Identifier: MIT

package fare

// Preset names a kind of business.
type Preset string

// The presets.
const (
	Taxi        Preset = "taxi"
	Delivery    Preset = "delivery"
	CarRental   Preset = "rental"
	exampleOnly        = "Example prices. They are those of no company: put in your own."
)

// Presets returns all presets.
func Presets() []Preset { return []Preset{Taxi, Delivery, CarRental} }

// Tariff returns the tariff of a preset, with example prices and the preset as its name; the zero
// Tariff for an unknown one.
func (p Preset) Tariff() Tariff {
	t := Tariff{Name: string(p), Note: exampleOnly}
	switch p {
	case Taxi:
		t.Opening = Opening{Amount: 12_000, Metres: 500}
		t.Bands = []Band{{UpTo: 30_000, PerKm: 15_500}, {PerKm: 12_500}}
		t.Waiting = Waiting{PerMinute: 1000, FreeSeconds: 300}
		t.Night = Night{From: 22 * 60, To: 5 * 60, Percent: 10, Opening: true}
		t.Rounding = Rounding{Step: 1000, Mode: Nearest}
		t.VAT = VAT{Percent: 8, Included: true}
	case Delivery:
		t.Opening = Opening{Amount: 16_000, Metres: 2000}
		t.Bands = []Band{{UpTo: 10_000, PerKm: 5500}, {PerKm: 5000}}
		t.Waiting = Waiting{PerMinute: 500, FreeSeconds: 600, FreePerStop: true}
		t.Surcharges = []Surcharge{{Name: "Điểm dừng", Amount: 5000, PerStop: true}}
		t.Minimum = 16_000
		t.Rounding = Rounding{Step: 1000, Mode: Up}
		t.VAT = VAT{Percent: 8}
	case CarRental:
		t.Charged = []Class{Measured, Doubtful, Inferred, OffRoad}
		t.Rental = Rental{PerDay: 900_000, Metres: 250_000}
		t.Bands = []Band{{PerKm: 4000}}
		t.Rounding = Rounding{Step: 1000, Mode: Nearest}
		t.VAT = VAT{Percent: 8, Included: true}
	default:
		return Tariff{}
	}
	return t
}
