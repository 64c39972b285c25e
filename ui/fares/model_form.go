// SPDX-License-Identifier: MIT

package fares

import (
	"math"
	"reflect"
	"strings"

	"roadsnap/engine/fare"
	"roadsnap/engine/units"
	"roadsnap/ui/text"
)

// Form holds a tariff while the user edits it: each number is a text in the language of
// the window.
type Form struct {
	Name       string
	Fields     []Field
	Checks     []Check
	Step, Mode int // indexes in RoundingSteps and RoundingModes
	Charged    [5]bool
	Bands      []BandRow
	Zones      []ZoneRow
	Surcharges []SurchargeRow

	words text.Catalogue
	table *units.Table // may be nil
	sites []string     // names of the user's places
	was   fare.Tariff
}

// Field is a number of a tariff, or a time of day.
type Field struct {
	Key  string // of its label
	Unit string // key of its unit, "" for none
	Text string

	scale  int64 // units of the tariff in one of the field
	places int   // most decimals
	number func(*fare.Tariff) *int64
	clock  func(*fare.Tariff) *fare.Clock // instead of number
}

// Check is a choice of a tariff.
type Check struct {
	Key string // of its label
	On  bool
	of  func(*fare.Tariff) *bool
}

// BandRow is a band: up to some kilometres, empty for the last one, and the price for each.
type BandRow struct{ UpTo, Price string }

// ZoneRow is a zone. Places are names or codes of units and names of the user's places, with
// semicolons between them.
type ZoneRow struct {
	Name, Places, Amount string
	When                 fare.When
}

// SurchargeRow is a surcharge.
type SurchargeRow struct {
	Name, Amount, Free string
	PerStop            bool
}

// RoundingSteps and RoundingModes are the choices of rounding.
var (
	RoundingSteps = []int64{1, 100, 500, 1000}
	RoundingModes = []fare.Mode{fare.Nearest, fare.Up, fare.Down}
)

// tariffFields returns the fields of a form, in their order.
func tariffFields() []Field {
	return []Field{
		{Key: "fare.form.opening", Unit: "fare.unit.dong", scale: 1, number: func(t *fare.Tariff) *int64 { return &t.Opening.Amount }},
		{Key: "fare.form.opening_km", Unit: "fare.unit.km", scale: 1000, places: 3, number: func(t *fare.Tariff) *int64 { return &t.Opening.Metres }},
		{Key: "fare.form.day", Unit: "fare.unit.dong", scale: 1, number: func(t *fare.Tariff) *int64 { return &t.Rental.PerDay }},
		{Key: "fare.form.day_km", Unit: "fare.unit.km", scale: 1000, places: 3, number: func(t *fare.Tariff) *int64 { return &t.Rental.Metres }},
		{Key: "fare.form.waiting", Unit: "fare.unit.per_minute", scale: 1, number: func(t *fare.Tariff) *int64 { return &t.Waiting.PerMinute }},
		{Key: "fare.form.waiting_free", Unit: "fare.unit.minutes", scale: 60, places: 2, number: func(t *fare.Tariff) *int64 { return &t.Waiting.FreeSeconds }},
		{Key: "fare.form.waiting_below", Unit: "fare.unit.kmh", scale: 1, number: func(t *fare.Tariff) *int64 { return &t.Waiting.Below }},
		{Key: "fare.form.night_from", clock: func(t *fare.Tariff) *fare.Clock { return &t.Night.From }},
		{Key: "fare.form.night_to", clock: func(t *fare.Tariff) *fare.Clock { return &t.Night.To }},
		{Key: "fare.form.night_percent", Unit: "fare.unit.percent", scale: 1, number: func(t *fare.Tariff) *int64 { return &t.Night.Percent }},
		{Key: "fare.form.night_km", Unit: "fare.unit.per_km", scale: 1, number: func(t *fare.Tariff) *int64 { return &t.Night.PerKm }},
		{Key: "fare.form.minimum", Unit: "fare.unit.dong", scale: 1, number: func(t *fare.Tariff) *int64 { return &t.Minimum }},
		{Key: "fare.form.vat", Unit: "fare.unit.percent", scale: 1, number: func(t *fare.Tariff) *int64 { return &t.VAT.Percent }},
	}
}

// tariffChecks returns the choices of a form, in their order.
func tariffChecks() []Check {
	return []Check{
		{Key: "fare.form.day_all", of: func(t *fare.Tariff) *bool { return &t.Rental.Hours24 }},
		{Key: "fare.form.waiting_each", of: func(t *fare.Tariff) *bool { return &t.Waiting.FreePerStop }},
		{Key: "fare.form.waiting_ends", of: func(t *fare.Tariff) *bool { return &t.Waiting.AtEnds }},
		{Key: "fare.form.night_opening", of: func(t *fare.Tariff) *bool { return &t.Night.Opening }},
		{Key: "fare.form.vat_included", of: func(t *fare.Tariff) *bool { return &t.VAT.Included }},
	}
}

// NewForm returns the form of a tariff. The table finds units by name; it may be nil.
func NewForm(words text.Catalogue, t fare.Tariff, table *units.Table, sites []string) *Form {
	f := &Form{Name: t.Name, Fields: tariffFields(), Checks: tariffChecks(), words: words, table: table, sites: sites, was: t}
	for i := range f.Fields {
		field := &f.Fields[i]
		if field.clock != nil {
			field.Text = field.clock(&t).String()
		} else {
			field.Text = f.number(*field.number(&t), field.scale, field.places)
		}
	}
	for i := range f.Checks {
		f.Checks[i].On = *f.Checks[i].of(&t)
	}
	for i, step := range RoundingSteps {
		if step == t.Rounding.Step {
			f.Step = i
		}
	}
	for i, mode := range RoundingModes {
		if mode == t.Rounding.Mode {
			f.Mode = i
		}
	}
	for _, c := range fare.Classes() {
		f.Charged[c] = t.Charges(c)
	}
	for _, b := range t.Bands {
		row := BandRow{Price: f.number(b.PerKm, 1, 0)}
		if b.UpTo > 0 {
			row.UpTo = f.number(b.UpTo, 1000, 3)
		}
		f.Bands = append(f.Bands, row)
	}
	for _, z := range t.Zones {
		f.Zones = append(f.Zones, ZoneRow{Name: z.Name, Places: f.placeNames(z), Amount: f.number(z.Amount, 1, 0), When: z.When})
	}
	for _, s := range t.Surcharges {
		f.Surcharges = append(f.Surcharges, SurchargeRow{Name: s.Name, Amount: f.number(s.Amount, 1, 0), Free: f.number(s.Free, 1, 0), PerStop: s.PerStop})
	}
	return f
}

// number returns a number as a text, without zeros at the end.
func (f *Form) number(n, scale int64, places int) string {
	for p := range places {
		if n*pow10(p)%scale == 0 {
			places = p
			break
		}
	}
	return f.words.Number(float64(n)/float64(scale), places)
}

func pow10(n int) int64 { return int64(math.Pow10(n)) }

// placeNames returns the places of a zone as the user writes them.
func (f *Form) placeNames(z fare.Zone) string {
	var list []string
	for _, code := range z.Units {
		name := code
		if f.table != nil {
			if p, ok := f.table.Province(code); ok {
				name = p.FullName
			} else if w, ok := f.table.Ward(code); ok {
				name = w.FullName
				if p, ok := f.table.Province(w.ProvinceCode); ok {
					name += ", " + p.FullName
				}
			}
		}
		list = append(list, name)
	}
	return strings.Join(append(list, z.Sites...), "; ")
}

// Read returns the tariff. If something cannot be read, ok is false and problem says what it is.
func (f *Form) Read() (t fare.Tariff, problem string, ok bool) {
	r := tariffReader{form: f}
	t = fare.Tariff{Name: strings.TrimSpace(f.Name), Note: f.was.Note}
	label := f.words.T
	for i := range f.Fields {
		field := &f.Fields[i]
		if field.clock == nil {
			*field.number(&t) = r.number(label(field.Key), field.Text, field.scale)
		} else if text := strings.TrimSpace(field.Text); text != "" {
			if err := field.clock(&t).UnmarshalText([]byte(text)); err != nil {
				r.fail("fare.problem.clock", label(field.Key), text)
			}
		}
	}
	for i := range f.Checks {
		*f.Checks[i].of(&t) = f.Checks[i].On
	}
	t.Rounding = fare.Rounding{Step: RoundingSteps[f.Step], Mode: RoundingModes[f.Mode]}
	t.Charged = []fare.Class{}
	for _, c := range fare.Classes() {
		if f.Charged[c] {
			t.Charged = append(t.Charged, c)
		}
	}
	for _, row := range f.Bands {
		if row.UpTo+row.Price != "" {
			t.Bands = append(t.Bands, fare.Band{UpTo: r.number(label("fare.form.band_to"), row.UpTo, 1000), PerKm: r.number(label("fare.form.band_price"), row.Price, 1)})
		}
	}
	for _, row := range f.Zones {
		if row.Name+row.Places+row.Amount != "" {
			z := fare.Zone{Name: strings.TrimSpace(row.Name), When: row.When, Amount: r.number(row.Name, row.Amount, 1)}
			r.places(row.Places, &z)
			t.Zones = append(t.Zones, z)
		}
	}
	for _, row := range f.Surcharges {
		if row.Name+row.Amount != "" {
			t.Surcharges = append(t.Surcharges, fare.Surcharge{
				Name: strings.TrimSpace(row.Name), Amount: r.number(row.Name, row.Amount, 1), PerStop: row.PerStop, Free: r.number(row.Name, row.Free, 1),
			})
		}
	}
	if t.Note == f.words.T("fare.example") && !f.unchanged(t) {
		t.Note = "" // the prices are the user's own now
	}
	if r.problem == "" {
		if err := t.Validate(); err != nil {
			r.problem = f.words.T("fare.problem.invalid", "detail", detailOf(err))
		}
	}
	return t, r.problem, r.problem == ""
}

// unchanged reports whether a tariff that was read is the one of the form, but for its name.
func (f *Form) unchanged(t fare.Tariff) bool {
	was := f.was
	was.Name, was.Note, t.Note = t.Name, "", ""
	if was.Charged == nil {
		was.Charged = []fare.Class{fare.Measured, fare.Doubtful, fare.Inferred}
	}
	return reflect.DeepEqual(was, t)
}

// detailOf returns the text of an error of a tariff without its beginning.
func detailOf(err error) string {
	return strings.TrimPrefix(err.Error(), fare.ErrTariff.Error()+": ")
}

// tariffReader reads the texts of a form and keeps the first problem.
type tariffReader struct {
	form    *Form
	problem string
}

func (r *tariffReader) fail(key, name, text string) {
	if r.problem == "" {
		r.problem = r.form.words.T(key, "name", name, "text", text)
	}
}

// number reads a number in units of a scale. An empty text is 0.
func (r *tariffReader) number(name, text string, scale int64) int64 {
	if strings.TrimSpace(text) == "" {
		return 0
	}
	x, ok := r.form.words.ReadNumber(text)
	n := math.Round(x * float64(scale))
	if !ok || n > 1e12 || math.Abs(n-x*float64(scale)) > 1e-6*float64(scale) {
		r.fail("fare.problem.number", name, text)
		return 0
	}
	return int64(n)
}

// places reads the places of a zone: names of places of the user, codes of units, or names of
// units.
func (r *tariffReader) places(list string, z *fare.Zone) {
	for _, text := range strings.Split(list, ";") {
		text = strings.TrimSpace(text)
		key := units.Fold(text)
		switch i := indexFolded(r.form.sites, key); {
		case text == "":
		case i >= 0:
			z.Sites = append(z.Sites, r.form.sites[i])
		default:
			if code := r.unit(text); code != "" {
				z.Units = append(z.Units, code)
			} else {
				r.fail("fare.problem.place", z.Name, text)
			}
		}
	}
}

func indexFolded(list []string, key string) int {
	for i, s := range list {
		if units.Fold(s) == key {
			return i
		}
	}
	return -1
}

// unit returns the code of a unit, "" if there is none.
func (r *tariffReader) unit(text string) string {
	table := r.form.table
	if table == nil {
		return ""
	}
	if _, ok := table.Province(text); ok {
		return text
	}
	if _, ok := table.Ward(text); ok {
		return text
	}
	switch found := table.Search(text, units.Filter{Limit: 1}); {
	case len(found) == 0:
		return ""
	case found[0].Kind == units.KindProvince:
		return found[0].Province.Code
	default:
		return found[0].Ward.Code
	}
}
