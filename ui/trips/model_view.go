// SPDX-License-Identifier: MIT

package trips

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"roadsnap/ui/text"
)

// View is the list as it is shown. It is immutable. It may be older than the trips while
// many of them change, and so hold a trip that has been removed.
type View struct {
	Lines  []Line
	Totals Totals // of all visible trips

	line map[ID]int // the line of each visible trip
	ids  []ID       // the visible trips, those of folded groups too
}

// Line is a line of the list: a trip, or the header of a group.
type Line struct {
	ID    ID
	Group *Group // nil for a trip
}

// Group is a part of the list.
type Group struct {
	Key    string    // the day as 2026-11-20, the plate, or the name; empty without one
	Name   string    // of the vehicle, the driver or the vehicles' group
	Day    time.Time // midnight in Vietnam, if grouped by day
	Folded bool      // its trips are hidden
	Totals Totals
}

// viewMaking is what a Model knows of the making and the saving of its view.
type viewMaking struct {
	folded  map[string]bool // folded groups of the list, by their keys
	made    time.Time
	took    time.Duration
	old     bool // trips have changed since the view was made
	saving  bool // the view is being saved
	unsaved bool // it has changed since
}

// Totals are the sums of trips.
type Totals struct {
	Trips       int
	Driving     time.Duration
	Standing    time.Duration
	Raw         float64 // length from point to point (metres)
	Matched     float64 // length on roads (metres)
	Unexplained float64 // length of the unexplained parts (metres)
	Stops       int
	Review      int // trips to review
	// Shared is the length that several trips of one vehicle have in common, and that counts
	// only once (metres).
	Shared float64
}

// add adds a trip to the sums.
func (sum *Totals) add(t *Trip) {
	sum.Trips++
	sum.Raw += t.Raw
	if t.HasSummary {
		sum.Driving += t.Summary.Driving
		sum.Standing += t.Summary.Standing
		sum.Matched += t.Summary.Matched
		sum.Unexplained += t.UnexplainedLength()
		sum.Stops += t.Summary.Stops
	}
	if t.ToReview() {
		sum.Review++
	}
}

// LineOf returns the line of a trip; ok is false if it is not visible or its group is
// folded.
func (v *View) LineOf(id ID) (line int, ok bool) {
	line, ok = v.line[id]
	return line, ok
}

// Visible returns the trips that the filter shows, in its order.
func (s State) Visible() []*Trip {
	list := make([]*Trip, 0, len(s.View.ids))
	for _, id := range s.View.ids {
		if t, ok := s.Find(id); ok {
			list = append(list, t)
		}
	}
	return list
}

// SetFilter sets the filter of the list.
func (p *Model) SetFilter(f Filter) {
	if f != p.state.Filter {
		p.state.Filter = f
		p.renew()
		p.saveView()
		p.changed.Raise()
	}
}

// SortBy sorts the list by a column; if it is sorted by that, in the other direction.
func (p *Model) SortBy(c Column) {
	f := p.state.Filter
	if f.Sort == c {
		f.Descending = !f.Descending
	} else {
		f.Sort, f.Descending = c, c.descends()
	}
	p.SetFilter(f)
}

// Fold hides the trips of a group, or shows them again.
func (p *Model) Fold(key string) {
	p.making.folded[key] = !p.making.folded[key]
	p.renew()
	p.changed.Raise()
}

// unfold shows the trips of the group of a visible trip, if that is folded.
func (p *Model) unfold(id ID) {
	v := p.state.View
	at := slices.Index(v.ids, id)
	if _, shown := v.LineOf(id); shown || at < 0 {
		return
	}
	for _, l := range v.Lines { // the groups are in the order of the trips
		if l.Group == nil {
			continue
		}
		if at -= l.Group.Totals.Trips; at < 0 {
			p.Fold(l.Group.Key)
			return
		}
	}
}

// renew makes the view.
func (p *Model) renew() {
	began := time.Now()
	p.state.View = p.view(began)
	p.making.made, p.making.took, p.making.old = began, time.Since(began), false
	p.surveyOverlaps()
	p.keepFailed()
}

// view returns the view of the trips.
func (p *Model) view(now time.Time) *View {
	f := p.state.Filter
	var wards []uint32
	if f.Unit != "" && p.o.WardsOf != nil {
		wards = p.o.WardsOf(f.Unit)
	}
	visible, shows := make([]*Trip, 0, len(p.state.Trips)), f.selector(now, wards, p.state.Places)
	for _, t := range p.state.Trips {
		if shows(t) {
			visible = append(visible, t)
		}
	}
	compare := f.Sort.compare()
	slices.SortStableFunc(visible, func(a, b *Trip) int {
		if f.Descending {
			a, b = b, a
		}
		return compare(a, b)
	})
	v := &View{Totals: p.state.SumOf(visible), line: make(map[ID]int, len(visible)), ids: make([]ID, 0, len(visible))}
	for _, g := range f.Group.divide(visible) {
		folded := g.header && p.making.folded[g.key]
		if g.header {
			v.Lines = append(v.Lines, Line{Group: &Group{Key: g.key, Name: g.name, Day: g.day, Folded: folded, Totals: p.state.SumOf(g.trips)}})
		}
		for _, t := range g.trips {
			v.ids = append(v.ids, t.ID)
			if !folded {
				v.line[t.ID] = len(v.Lines)
				v.Lines = append(v.Lines, Line{ID: t.ID})
			}
		}
	}
	return v
}

// part is a part of the visible trips.
type part struct {
	key    string
	name   string
	day    time.Time
	header bool
	trips  []*Trip
}

// divide divides sorted trips into groups, in their order.
func (g Grouping) divide(list []*Trip) []*part {
	if g == NoGroups || g == "" {
		return []*part{{trips: list}}
	}
	parts := map[string]*part{}
	days := map[int64]*part{} // by the number of days since 1970 in Vietnam
	for _, t := range list {
		var of *part
		switch {
		case g != ByDay:
			key, name := g.of(t)
			of = parts[key]
			if of == nil {
				of = &part{key: key, name: name, header: true}
				parts[key] = of
			}
		default:
			day := dayNumber(t.First)
			if of = days[day]; of == nil {
				of = &part{header: true}
				if !t.First.IsZero() {
					y, m, d := t.First.In(text.Vietnam).Date()
					of.day = time.Date(y, m, d, 0, 0, 0, 0, text.Vietnam)
					of.key = of.day.Format(time.DateOnly)
				}
				days[day], parts[of.key] = of, of
			}
		}
		of.trips = append(of.trips, t)
	}
	return slices.SortedFunc(maps.Values(parts), func(a, b *part) int {
		if g == ByDay {
			return b.day.Compare(a.day)
		}
		return cmp.Or(cmp.Compare(boolToInt(a.key == ""), boolToInt(b.key == "")), cmp.Compare(a.key, b.key))
	})
}

// of returns the key and the name of the group of a trip, if that is not its day.
func (g Grouping) of(t *Trip) (key, name string) {
	switch g {
	case OfDriver:
		return t.DriverName(), t.DriverName()
	case OfTeam:
		return t.Team(), t.Team()
	default:
		return t.fleet.plate, t.Vehicle
	}
}

// dayNumber returns the day of a time in Vietnam, counted from 1970. It is a key, and
// cheaper than a date.
func dayNumber(t time.Time) int64 {
	const vietnam = 7 * 3600 // seconds ahead of UTC
	const day = 24 * 3600
	if t.IsZero() {
		return -1 << 62
	}
	s := t.Unix() + vietnam
	return (s - ((s%day)+day)%day) / day
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
