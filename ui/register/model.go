// SPDX-License-Identifier: MIT

package register

import (
	"slices"
	"strings"
	"time"

	"roadsnap/engine/fleet"
	"roadsnap/ui/text"
)

// Form holds the register of vehicles and drivers while the user edits it: each field
// is a text in the language of the window.
type Form struct {
	Tabs  [3]Tab
	words text.Catalogue
}

// The tabs of a Form.
const (
	VehiclesTab = iota
	DriversTab
	AssignmentsTab
)

// Tab is a list of records.
type Tab struct {
	Name    string           // key of its name
	Columns []string         // keys of their names
	Listed  int              // the first columns, which the list shows; the fields show all
	Options map[int][]string // the texts that a column may have, for those that have a list of them
	Rows    [][]string
}

// NewForm returns the form of a register in a language.
func NewForm(words text.Catalogue, r fleet.Register) *Form {
	f := &Form{words: words, Tabs: [3]Tab{
		{Name: "trips.register.vehicles", Columns: []string{"trips.register.plate", "trips.register.kind", "trips.register.team", "trips.register.norm", "trips.register.transport", "trips.register.body", "trips.register.seats", "trips.register.payload"}, Listed: 5},
		{Name: "trips.register.drivers", Columns: []string{"trips.register.name", "trips.register.licence", "trips.register.phone"}, Listed: 3},
		{Name: "trips.register.assignments", Columns: []string{"trips.register.plate", "trips.register.driver", "trips.register.from", "trips.register.to"}, Listed: 4},
	}}
	f.Tabs[VehiclesTab].Options = map[int][]string{transportColumn: optionsOf(transportNames(words)), bodyColumn: optionsOf(bodyNames(words))}
	f.show(r)
	return f
}

// show replaces the rows by those of a register.
func (f *Form) show(r fleet.Register) {
	for i := range f.Tabs {
		f.Tabs[i].Rows = nil
	}
	add := func(tab int, row ...string) { f.Tabs[tab].Rows = append(f.Tabs[tab].Rows, row) }
	for _, v := range r.Vehicles {
		norm := ""
		if v.Norm > 0 {
			norm = f.number(v.Norm)
		}
		add(VehiclesTab, append([]string{v.Plate, v.Kind, v.Group, norm}, f.legal(v)...)...)
	}
	for _, d := range r.Drivers {
		add(DriversTab, d.Name, d.Licence, d.Phone)
	}
	for _, a := range r.Assignments {
		add(AssignmentsTab, a.Plate, a.Driver, f.moment(a.From, false), f.moment(a.To, true))
	}
}

// number returns a number with as many decimals as it needs.
func (f *Form) number(x float64) string {
	for places := range 4 {
		s := f.words.Number(x, places)
		if again, ok := f.words.ReadNumber(s); ok && again == x {
			return s
		}
	}
	return f.words.Number(x, 4)
}

// moment returns a time as the day, with the time of day unless that is midnight in Vietnam.
// The end of a time at midnight is the day before.
func (f *Form) moment(at time.Time, end bool) string {
	if at.IsZero() {
		return ""
	}
	at = at.In(text.Vietnam)
	if at.Equal(time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, text.Vietnam)) {
		if end {
			at = at.AddDate(0, 0, -1)
		}
		return f.words.Day(at)
	}
	form := "15:04"
	if at.Second() != 0 || at.Nanosecond() != 0 {
		form = "15:04:05.999999"
	}
	return f.words.Day(at) + " " + at.Format(form)
}

// Problem is what is wrong with a field of a Form.
type Problem struct {
	Tab, Row, Column int
	Text             string
}

// Read returns the register. Empty rows are left out. If a field cannot be read, ok is false
// and the problem is that of the first such field.
func (f *Form) Read() (r fleet.Register, problem Problem, ok bool) {
	fault := func(tab, row, column int, key string, args ...any) (fleet.Register, Problem, bool) {
		where := f.words.T("trips.register.row", "tab", f.words.T(f.Tabs[tab].Name), "n", f.words.Count(row+1))
		return fleet.Register{}, Problem{tab, row, column, where + ": " + f.words.T(key, args...)}, false
	}
	for tab := range f.Tabs {
		for i, fields := range f.Tabs[tab].Rows {
			row := make([]string, len(fields))
			for k, s := range fields {
				row[k] = strings.Join(strings.Fields(s), " ")
			}
			if !slices.ContainsFunc(row, func(s string) bool { return s != "" }) {
				continue
			}
			if tab != DriversTab && fleet.PlateKey(row[0]) == "" {
				return fault(tab, i, 0, "trips.register.no_plate")
			}
			switch tab {
			case VehiclesTab:
				v := fleet.Vehicle{Plate: row[0], Kind: row[1], Group: row[2]}
				if row[3] != "" {
					if v.Norm, ok = f.words.ReadNumber(row[3]); !ok || v.Norm > fleet.MaxNorm {
						return fault(tab, i, 3, "trips.register.bad_norm", "most", f.words.Number(fleet.MaxNorm, 0), "example", f.words.Number(12.5, 1))
					}
				}
				if column, key, args := f.readLegal(row, &v); key != "" {
					return fault(tab, i, column, key, args...)
				}
				r.Vehicles = append(r.Vehicles, v)
			case DriversTab:
				if row[0] == "" {
					return fault(tab, i, 0, "trips.register.no_driver")
				}
				r.Drivers = append(r.Drivers, fleet.Driver{Name: row[0], Licence: row[1], Phone: row[2]})
			default:
				a := fleet.Assignment{Plate: row[0], Driver: row[1]}
				if a.Driver == "" {
					return fault(tab, i, 1, "trips.register.no_driver")
				}
				example := f.words.Day(time.Date(2026, 11, 25, 0, 0, 0, 0, text.Vietnam))
				if a.From, ok = fleet.ParseTime(row[2], false); !ok {
					return fault(tab, i, 2, "trips.register.bad_time", "example", example)
				}
				if a.To, ok = fleet.ParseTime(row[3], true); !ok {
					return fault(tab, i, 3, "trips.register.bad_time", "example", example)
				}
				if !a.To.IsZero() && !a.From.Before(a.To) {
					return fault(tab, i, 3, "trips.register.bad_end")
				}
				r.Assignments = append(r.Assignments, a)
			}
		}
	}
	return r, problem, true
}

// Merge adds the records of another register, as from a table, to those of the form; see
// fleet.Register.Merge. If a field cannot be read, it changes nothing, as Read.
func (f *Form) Merge(more fleet.Register) (changes fleet.Changes, problem Problem, ok bool) {
	r, problem, ok := f.Read()
	if ok {
		r, changes = r.Merge(more)
		f.show(r)
	}
	return changes, problem, ok
}
