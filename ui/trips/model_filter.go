// SPDX-License-Identifier: MIT

package trips

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"roadsnap/engine/fleet"
	"roadsnap/engine/trip"
	"roadsnap/engine/units"
	"roadsnap/ui/text"
)

// Filter selects, sorts and groups the visible trips. Its texts are stable, because filters
// are saved.
type Filter struct {
	Query    string        `json:"query,omitempty"`    // words that a trip contains, without accents
	Period   Period        `json:"period,omitempty"`   // when it began
	From     string        `json:"from,omitempty"`     // first and last day if Period is BetweenDays,
	To       string        `json:"to,omitempty"`       // as 2026-11-20; empty is open
	Vehicle  string        `json:"vehicle,omitempty"`  // empty shows all
	Driver   string        `json:"driver,omitempty"`   // empty shows all
	Team     string        `json:"team,omitempty"`     // group of the vehicle; empty shows all
	Verdict  VerdictFilter `json:"verdict,omitempty"`  // empty shows all
	Tag      int           `json:"tag,omitempty"`      // 1 to 9; 0 shows all
	Unit     string        `json:"unit,omitempty"`     // code of a province or ward that it passed
	UnitName string        `json:"unitName,omitempty"` // to show
	Longer   float64       `json:"longer,omitempty"`   // minimum matched length (metres)
	Place    int64         `json:"place,omitempty"`    // ID of a named place at which it stopped

	Sort       Column   `json:"sort,omitempty"`
	Descending bool     `json:"descending,omitempty"`
	Group      Grouping `json:"group,omitempty"`
}

// DefaultFilter shows all trips by day, the newest day first.
func DefaultFilter() Filter { return Filter{Sort: ByStart, Group: ByDay} }

// Selects reports whether the filter may hide trips.
func (f Filter) Selects() bool {
	f.Sort, f.Descending, f.Group = "", false, ""
	return f != Filter{}
}

// order returns how the filter sorts.
func (f Filter) order() order { return order{f.Sort, f.Descending} }

// order is how trips are sorted.
type order struct {
	by         Column
	descending bool
}

// Period is a range of days that is relative to today.
type Period string

// The periods.
const (
	AllDays     Period = ""
	Today       Period = "today"
	Yesterday   Period = "yesterday"
	LastWeek    Period = "week" // today and the six days before
	BetweenDays Period = "days" // Filter.From to Filter.To
)

// Periods returns all periods.
func Periods() []Period { return []Period{AllDays, Today, Yesterday, LastWeek, BetweenDays} }

// VerdictFilter selects trips by their verdict.
type VerdictFilter string

// The verdicts to select.
const (
	AnyVerdict      VerdictFilter = ""
	OnlyToReview    VerdictFilter = "review" // unexplained and not reviewed
	OnlyUnexplained VerdictFilter = "unexplained"
	OnlyExplained   VerdictFilter = "explained"
	OnlyFailed      VerdictFilter = "failed"
)

// VerdictFilters returns all of them.
func VerdictFilters() []VerdictFilter {
	return []VerdictFilter{AnyVerdict, OnlyToReview, OnlyUnexplained, OnlyExplained, OnlyFailed}
}

// Grouping divides the list.
type Grouping string

// The groupings.
const (
	NoGroups  Grouping = "none"
	ByDay     Grouping = "day"     // of the start, in Vietnam's time; the newest first
	ByVehicle Grouping = "vehicle" // by plate
	OfDriver  Grouping = "driver"  // by name
	OfTeam    Grouping = "team"    // group of the vehicle in the register
)

// Groupings returns all groupings.
func Groupings() []Grouping { return []Grouping{ByDay, ByVehicle, OfDriver, OfTeam, NoGroups} }

// Column is a column of the table, and an order of the list.
type Column string

// The columns, in the order of the table.
const (
	ByVehicleName Column = "vehicle"
	ByVerdict     Column = "verdict" // failed trips, then the most unexplained ones
	ByDriver      Column = "driver"
	ByName        Column = "name"
	ByStart       Column = "start"
	ByEnd         Column = "end"
	ByDriving     Column = "driving"
	ByStanding    Column = "standing"
	ByIdling      Column = "idling"
	ByRaw         Column = "raw"
	ByMatched     Column = "matched"
	ByDevice      Column = "device"
	ByDifference  Column = "difference"
	ByUnexplained Column = "unexplained"
	ByStops       Column = "stops"
	ByTopSpeed    Column = "topSpeed"
	ByWorstGap    Column = "worstGap"
	ByOpening     Column = "opening" // as the trips were opened; not a column of the table
)

// Columns returns the columns of the table.
func Columns() []Column {
	return []Column{
		ByVehicleName, ByVerdict, ByDriver, ByName, ByStart, ByEnd, ByDriving, ByStanding, ByIdling, ByRaw, ByMatched, ByDevice,
		ByDifference, ByUnexplained, ByStops, ByTopSpeed, ByWorstGap,
	}
}

// descends reports whether a column is sorted with its greatest value first when it is
// chosen.
func (c Column) descends() bool {
	switch c {
	case ByDriving, ByStanding, ByIdling, ByRaw, ByMatched, ByDevice, ByDifference, ByUnexplained, ByStops, ByTopSpeed, ByWorstGap:
		return true
	default:
		return false
	}
}

// compare returns the comparison of a column. Trips without a value are the last ones
// where a high value is sought, and have the value 0.
func (c Column) compare() func(a, b *Trip) int {
	number := func(value func(t *Trip) float64) func(a, b *Trip) int {
		return func(a, b *Trip) int { return cmp.Compare(value(a), value(b)) }
	}
	switch c {
	case ByVerdict:
		return func(a, b *Trip) int { return cmp.Compare(b.urgency(), a.urgency()) }
	case ByVehicleName:
		return func(a, b *Trip) int { return cmp.Compare(a.Vehicle, b.Vehicle) }
	case ByDriver:
		return func(a, b *Trip) int { return cmp.Compare(a.DriverName(), b.DriverName()) }
	case ByName:
		return func(a, b *Trip) int { return cmp.Compare(a.folded(), b.folded()) }
	case ByStart:
		return func(a, b *Trip) int { return a.First.Compare(b.First) }
	case ByEnd:
		return func(a, b *Trip) int { return a.Last.Compare(b.Last) }
	case ByDriving:
		return number(func(t *Trip) float64 { return float64(t.Summary.Driving) })
	case ByStanding:
		return number(func(t *Trip) float64 { return float64(t.Summary.Standing) })
	case ByIdling:
		return number(func(t *Trip) float64 { return float64(t.Summary.Idling) })
	case ByRaw:
		return number(func(t *Trip) float64 { return t.Raw })
	case ByMatched:
		return number(func(t *Trip) float64 { return t.Summary.Matched })
	case ByDevice:
		return number(func(t *Trip) float64 { return t.Summary.Device })
	case ByDifference:
		return number(func(t *Trip) float64 {
			metres, _ := t.DeviceDifference()
			return max(metres, -metres)
		})
	case ByUnexplained:
		return number(func(t *Trip) float64 { return t.UnexplainedLength() })
	case ByStops:
		return number(func(t *Trip) float64 { return float64(t.Summary.Stops) })
	case ByTopSpeed:
		return number(func(t *Trip) float64 { return t.Summary.TopSpeed })
	case ByWorstGap:
		return number(func(t *Trip) float64 { return t.WorstGap() })
	default:
		return func(a, b *Trip) int { return int(a.ID - b.ID) }
	}
}

// UnexplainedLength returns the length of all unexplained parts (metres).
func (t *Trip) UnexplainedLength() (metres float64) { return t.measure(trip.Unexplained) }

// WorstGap returns the length of the longest gap (metres).
func (t *Trip) WorstGap() (metres float64) { return t.measure(trip.LongGap) }

// selector returns a function that reports whether a trip is visible. now is the time that
// periods refer to. wards holds the wards of Unit.
func (f Filter) selector(now time.Time, wards []uint32, places Places) func(*Trip) bool {
	var tests []func(*Trip) bool
	add := func(test func(*Trip) bool) { tests = append(tests, test) }
	for _, word := range strings.Fields(f.Query) {
		word = units.Fold(word) // 2026-11-20 becomes three words, which must follow one another
		add(func(t *Trip) bool { return strings.Contains(t.search(), word) })
	}
	if from, to := f.days(now); !from.IsZero() || !to.IsZero() {
		add(func(t *Trip) bool {
			return !t.First.IsZero() && !t.First.Before(from) && (to.IsZero() || t.First.Before(to))
		})
	}
	if f.Vehicle != "" {
		plate := cmp.Or(fleet.PlateKey(f.Vehicle), f.Vehicle)
		add(func(t *Trip) bool { return t.fleet.plate == plate })
	}
	if f.Driver != "" {
		add(func(t *Trip) bool { return t.DriverName() == f.Driver })
	}
	if f.Team != "" {
		add(func(t *Trip) bool { return t.Team() == f.Team })
	}
	switch f.Verdict {
	case OnlyToReview:
		add((*Trip).ToReview)
	case OnlyUnexplained:
		add((*Trip).Unexplained)
	case OnlyExplained:
		add(func(t *Trip) bool { return t.HasSummary && !t.Unexplained() })
	case OnlyFailed:
		add(func(t *Trip) bool { return t.Stage == Failed })
	}
	if f.Tag > 0 {
		add(func(t *Trip) bool { return t.Tags.Has(f.Tag) })
	}
	if f.Unit != "" {
		of := make(map[uint32]bool, len(wards))
		for _, w := range wards {
			of[w] = true
		}
		add(func(t *Trip) bool { return slices.ContainsFunc(t.Summary.Wards, func(w uint32) bool { return of[w] }) })
	}
	if f.Place != 0 {
		add(func(t *Trip) bool { return slices.Contains(places.visitedBy(t), f.Place) })
	}
	if f.Longer > 0 {
		add(func(t *Trip) bool { return t.Summary.Matched >= f.Longer })
	}
	return func(t *Trip) bool {
		for _, test := range tests {
			if !test(t) {
				return false
			}
		}
		return true
	}
}

// days returns the first moment of the filter's days and the first one after them, in
// Vietnam's time; zero is open.
func (f Filter) days(now time.Time) (from, to time.Time) {
	y, m, d := now.In(text.Vietnam).Date()
	day := func(add int) time.Time { return time.Date(y, m, d+add, 0, 0, 0, 0, text.Vietnam) }
	switch f.Period {
	case Today:
		return day(0), day(1)
	case Yesterday:
		return day(-1), day(0)
	case LastWeek:
		return day(-6), day(1)
	case BetweenDays:
		from, _ = time.ParseInLocation(time.DateOnly, f.From, text.Vietnam)
		if last, err := time.ParseInLocation(time.DateOnly, f.To, text.Vietnam); err == nil {
			to = last.AddDate(0, 0, 1)
		}
	}
	return from, to
}
