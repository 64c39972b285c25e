// SPDX-License-Identifier: MIT

package trips

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"roadsnap/engine/trace"
	"roadsnap/engine/units"
	"roadsnap/engine/workspace"
)

// Order is an order of the list.
type Order uint8

// The orders of the list.
const (
	ByOpening   Order = iota // as the trips were opened
	ByTime                   // by the first time; trips without times are first
	ByName                   // without accents
	ByLength                 // the longest first
	ReviewFirst              // failed trips, then the most unexplained ones
	orders
)

// Orders returns all orders.
func Orders() []Order {
	list := make([]Order, orders)
	for i := range list {
		list[i] = Order(i)
	}
	return list
}

// Filter selects and sorts the visible trips. The zero Filter shows all as they were opened.
type Filter struct {
	Query  string // words that the name, file or day contains, without accents
	Review bool   // only trips to review
	Order  Order
}

// SetFilter sets the filter of the list.
func (p *Model) SetFilter(f Filter) {
	if f != p.state.Filter {
		p.state.Filter = f
		p.changed.Raise()
	}
}

// Totals are the sums of trips.
type Totals struct {
	Trips   int
	Matched float64 // length on roads (metres)
	Review  int     // trips to review
}

// Totals returns the sums of the visible trips.
func (s State) Totals() (sum Totals) {
	for _, t := range s.Visible() {
		sum.Trips++
		sum.Matched += t.Result.Distance.Matched
		if t.ToReview() {
			sum.Review++
		}
	}
	return sum
}

// Unexplained reports whether the trip failed, or parts of it are unexplained.
func (t *Trip) Unexplained() bool {
	return t.Stage == Failed || t.Stage == Done && !t.Assessment.Explained()
}

// ToReview reports whether a dispatcher should look at the trip: it is unexplained, and was
// not reviewed.
func (t *Trip) ToReview() bool { return t.Unexplained() && !t.Reviewed }

// ToggleReviewed marks the selected trip as reviewed, or takes the mark away. If the filter
// no longer shows the trip, the next one is selected.
func (p *Model) ToggleReviewed() {
	t, ok := p.state.Trip()
	if !ok {
		return
	}
	at := slices.Index(p.state.Visible(), t)
	changed := *t
	changed.Reviewed = !t.Reviewed
	if t.Kept != 0 {
		edit := workspace.Edit{Reviewed: &changed.Reviewed}
		p.inBackground(func(ctx context.Context) error { return p.o.Keeper.Edit(ctx, edit, t.Kept) })
	}
	p.replace(&changed)
	if visible := p.state.Visible(); at >= 0 && len(visible) > 0 && !slices.Contains(visible, &changed) {
		p.Select(visible[min(at, len(visible)-1)].ID)
	}
}

// NextToReview selects the next trip to review below the selected one, or the first one.
func (p *Model) NextToReview() {
	visible := p.state.Visible()
	after := slices.IndexFunc(visible, func(t *Trip) bool { return p.state.HasSelected && t.ID == p.state.Selected }) + 1
	for i := range visible {
		if t := visible[(after+i)%len(visible)]; t.ToReview() {
			p.Select(t.ID)
			return
		}
	}
}

// view caches the visible trips of a list and a filter.
type view struct {
	trips   []*Trip
	filter  Filter
	visible []*Trip
}

// Visible returns the trips that the filter shows, in its order.
func (s State) Visible() []*Trip {
	if s.Filter == (Filter{}) || s.view == nil {
		return s.Trips
	}
	if v := s.view; v.filter != s.Filter || !slices.Equal(v.trips, s.Trips) {
		*v = view{s.Trips, s.Filter, s.Filter.apply(s.Trips)}
	}
	return s.view.visible
}

func (f Filter) apply(trips []*Trip) (visible []*Trip) {
	words := strings.Fields(f.Query)
	for i, word := range words {
		words[i] = units.Fold(word) // 2026-11-20 becomes three words, which must follow one another
	}
	for _, t := range trips {
		text := t.searchText
		if text == "" { // before its file is read
			text = searchText(t)
		}
		missing := slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) })
		if !missing && (!f.Review || t.ToReview()) {
			visible = append(visible, t)
		}
	}
	slices.SortStableFunc(visible, f.Order.compare)
	return visible
}

func (o Order) compare(a, b *Trip) int {
	switch o {
	case ByTime:
		first, _, _ := a.timeSpan()
		second, _, _ := b.timeSpan()
		return first.Compare(second)
	case ByName:
		return cmp.Compare(units.Fold(a.Name), units.Fold(b.Name))
	case ByLength:
		return cmp.Compare(b.Result.Distance.Matched, a.Result.Distance.Matched)
	case ReviewFirst:
		return cmp.Compare(b.urgency(), a.urgency())
	default:
		return 0
	}
}

// urgency orders trips to review: 0 for the others, above that the length of the main
// reason (metres).
func (t *Trip) urgency() float64 {
	switch {
	case !t.ToReview():
		return 0
	case t.Stage == Failed:
		return maxUrgency
	}
	reason, _ := t.MainReason()
	return 1 + min(weight(reason), maxUrgency-2)
}

// maxUrgency is longer than any trip (metres).
const maxUrgency = 1e9

// searchText returns the text that a query is searched in.
func searchText(t *Trip) string {
	parts := []string{t.Name, t.Trace.Vehicle, filepath.Base(t.File)}
	if first, _, ok := t.timeSpan(); ok {
		day := first.In(trace.VietnamTime())
		parts = append(parts, day.Format("2006-01-02"), day.Format("02/01/2006"))
	}
	return units.Fold(strings.Join(parts, " "))
}
