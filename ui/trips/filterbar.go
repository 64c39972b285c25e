// SPDX-License-Identifier: MIT

package trips

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
)

// filterBar is the part of the panel above the list: a field, the filter, the order, a
// switch for the trips to review, and the totals of the selected trips or, if there is only
// one, of the visible ones. It is hidden while there are fewer than two trips.
type filterBar struct {
	panel   *Panel
	query   *kit.KeyEntry
	filter  *kit.Button
	order   *kit.Button
	review  *kit.Check
	totals  *kit.FittedTerm
	content *fyne.Container
}

func newFilterBar(p *Panel) *filterBar {
	t := p.words.T
	b := &filterBar{panel: p, query: kit.NewKeyEntry(p.do.Keys), totals: kit.NewFittedTerm(), review: kit.NewCheck(t("trips.review.only"))}
	b.query.ActionItem = widget.NewIcon(theme.SearchIcon())
	b.query.SetPlaceHolder(t("trips.filter"))
	b.query.OnChanged = func(text string) { b.change(func(f *Filter) { f.Query = text }) }
	b.query.Down = func() {
		if i := p.line(); i >= 0 {
			p.enter(i)
		} else {
			p.chooseFirst()
		}
	}
	b.query.OnSubmitted = func(string) { p.chooseFirst() }
	b.review.OnChanged = func(on bool) {
		b.change(func(f *Filter) {
			if f.Verdict = AnyVerdict; on {
				f.Verdict = OnlyToReview
			}
		})
	}
	b.filter = kit.IconButton(theme.ListIcon(), t("trips.filters"), nil)
	b.filter.OnTapped = func() { kit.ShowMenuUnder(b.filter, b.filterMenu()) }
	b.order = kit.IconButton(theme.MenuDropDownIcon(), t("trips.order"), nil)
	b.order.OnTapped = func() { kit.ShowMenuUnder(b.order, b.orderMenu()) }
	row := container.NewPadded(container.NewBorder(nil, nil, nil, container.NewHBox(b.filter, b.order), b.query))
	b.content = container.NewVBox(row, container.New(kit.TightRows{}, b.totals, b.review))
	b.content.Hide()
	return b
}

// change changes the filter of the model.
func (b *filterBar) change(set func(*Filter)) {
	f := b.panel.model.State().Filter
	set(&f)
	b.panel.model.SetFilter(f)
}

// filterMenu returns the menu of the filters: the form, those that are offered and those
// that were saved.
func (b *filterBar) filterMenu() *fyne.Menu {
	t, model := b.panel.words.T, b.panel.model
	s := model.State()
	is := func(f Filter) bool {
		f.Sort, f.Descending, f.Group, f.Query = s.Filter.Sort, s.Filter.Descending, s.Filter.Group, s.Filter.Query
		return f == s.Filter
	}
	set := func(f Filter) func() {
		return func() {
			now := model.State().Filter
			f.Sort, f.Descending, f.Group = now.Sort, now.Descending, now.Group
			model.SetFilter(f)
		}
	}
	items := []*fyne.MenuItem{fyne.NewMenuItem(t("trips.filters.edit"), b.panel.askFilter), fyne.NewMenuItemSeparator()}
	for _, offered := range []struct {
		name string
		f    Filter
	}{
		{t("trips.filters.all"), Filter{}},
		{t("trips.period.today"), Filter{Period: Today}},
		{t("trips.period.yesterday"), Filter{Period: Yesterday}},
		{t("trips.filters.yesterday_review"), Filter{Period: Yesterday, Verdict: OnlyToReview}},
	} {
		item := fyne.NewMenuItem(offered.name, set(offered.f))
		item.Checked = is(offered.f)
		items = append(items, item)
	}
	items = append(items, fyne.NewMenuItemSeparator())
	var remove []*fyne.MenuItem
	for _, saved := range s.Saved.Filters {
		item := fyne.NewMenuItem(saved.Name, func() { model.SetFilter(saved.Filter) })
		item.Checked = s.Filter == saved.Filter
		items = append(items, item)
		remove = append(remove, fyne.NewMenuItem(saved.Name, func() { model.RemoveFilter(saved.Name) }))
	}
	items = append(items, fyne.NewMenuItem(t("trips.filters.save"), b.panel.askSaveFilter))
	if len(remove) > 0 {
		item := fyne.NewMenuItem(t("trips.filters.remove"), nil)
		item.ChildMenu = fyne.NewMenu("", remove...)
		items = append(items, item)
	}
	return fyne.NewMenu("", items...)
}

// orderMenu returns the menu of the groupings and the orders.
func (b *filterBar) orderMenu() *fyne.Menu {
	t := b.panel.words.T
	var items []*fyne.MenuItem
	now := b.panel.model.State().Filter
	for _, g := range Groupings() {
		item := fyne.NewMenuItem(t("trips.group."+string(g)), func() { b.change(func(f *Filter) { f.Group = g }) })
		item.Checked = now.Group == g
		items = append(items, item)
	}
	items = append(items, fyne.NewMenuItemSeparator())
	for _, c := range append(Columns(), ByOpening) {
		name := t("trips.column." + string(c))
		if now.Sort == c {
			name = t("trips.column.sorted", "name", name, "arrow", arrow(now.Descending))
		}
		item := fyne.NewMenuItem(name, func() { b.panel.model.SortBy(c) })
		item.Checked = now.Sort == c
		items = append(items, item)
	}
	return fyne.NewMenu("", items...)
}

// arrow returns the sign of a sorted column.
func arrow(descending bool) string {
	if descending {
		return "↓"
	}
	return "↑"
}

// show shows the filter and the totals of a state.
func (b *filterBar) show(s State) {
	kit.SetVisible(b.content, len(s.Trips) > 1 || s.Filter.Selects())
	if b.query.Text != s.Filter.Query {
		b.query.SetText(s.Filter.Query)
	}
	if on := s.Filter.Verdict == OnlyToReview; b.review.Checked != on {
		b.review.Checked = on // without OnChanged
		b.review.Refresh()
	}
	b.filter.Importance = widget.MediumImportance
	if f := s.Filter; f.Selects() && f != (Filter{Query: f.Query, Verdict: f.Verdict, Sort: f.Sort, Descending: f.Descending, Group: f.Group}) {
		b.filter.Importance = widget.WarningImportance // it hides trips for a reason that is not seen here
	}
	b.filter.Refresh()
	key, sum := "trips.group", s.View.Totals
	if chosen := s.ChosenTrips(); len(chosen) > 1 {
		key, sum = "trips.selected", s.SumOf(chosen)
	}
	parts := append([]kit.Part{{Text: b.panel.words.Distance(sum.Matched), Rank: rankLength}}, totals(b.panel.words, key, sum)...)
	tip := kit.JoinParts(parts)
	if sum.Shared > 0 {
		tip += "\n" + b.panel.words.T("tip.totals.shared", "length", b.panel.words.Distance(sum.Shared))
	}
	b.totals.SetTip(tip)
	b.totals.SetParts(parts...)
}
