// SPDX-License-Identifier: MIT

package trips

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
)

// filterBar is the part of the panel above the list: a field, the order, the totals, and a
// switch for the trips to review. It is hidden while there are fewer than two trips.
type filterBar struct {
	panel   *Panel
	query   *kit.KeyEntry
	order   *kit.Button
	review  *kit.Check
	totals  *widget.Label
	older   *widget.Label
	content *fyne.Container
}

func newFilterBar(p *Panel) *filterBar {
	t := p.words.T
	b := &filterBar{panel: p, query: kit.NewKeyEntry(p.do.Keys), totals: kit.Caption(""), older: kit.Caption(""), review: kit.NewCheck(t("trips.review.only"))}
	b.query.ActionItem = widget.NewIcon(theme.SearchIcon())
	b.query.SetPlaceHolder(t("trips.filter"))
	b.query.OnChanged = func(text string) { b.change(func(f *Filter) { f.Query = text }) }
	b.query.Down = func() { p.choose(max(p.row(), 0)) }
	b.query.OnSubmitted = func(string) { p.choose(0) }
	b.review.OnChanged = func(on bool) { b.change(func(f *Filter) { f.Review = on }) }
	b.order = kit.IconButton(theme.MenuDropDownIcon(), t("trips.order"), nil)
	b.order.OnTapped = func() { kit.ShowMenuUnder(b.order, b.menu()) }
	b.totals.Truncation = fyne.TextTruncateEllipsis
	b.older.Wrapping = fyne.TextWrapWord
	b.older.Hide()
	row := container.NewPadded(container.NewBorder(nil, nil, nil, b.order, b.query))
	b.content = container.NewVBox(row, container.New(kit.TightRows{}, b.totals, b.older, b.review))
	b.content.Hide()
	return b
}

// change changes the filter of the model.
func (b *filterBar) change(set func(*Filter)) {
	f := b.panel.model.State().Filter
	set(&f)
	b.panel.model.SetFilter(f)
}

// menu returns the menu of the orders.
func (b *filterBar) menu() *fyne.Menu {
	names := [...]string{ByOpening: "trips.order.opening", ByTime: "trips.order.time", ByName: "trips.order.name", ByLength: "trips.order.length", ReviewFirst: "trips.order.review"}
	var items []*fyne.MenuItem
	for _, o := range Orders() {
		item := fyne.NewMenuItem(b.panel.words.T(names[o]), func() { b.change(func(f *Filter) { f.Order = o }) })
		item.Checked = b.panel.state.Filter.Order == o
		items = append(items, item)
	}
	return fyne.NewMenu("", items...)
}

// show shows the filter and the totals of a state.
func (b *filterBar) show(s State) {
	kit.SetVisible(b.content, len(s.Trips) > 1 || s.Filter != Filter{})
	if b.query.Text != s.Filter.Query {
		b.query.SetText(s.Filter.Query)
	}
	if b.review.Checked != s.Filter.Review {
		b.review.SetChecked(s.Filter.Review)
	}
	w, sum := b.panel.words, s.Totals()
	kit.SetText(b.totals, w.T("trips.totals", "n", w.Count(sum.Trips), "length", w.Distance(sum.Matched), "review", w.Count(sum.Review)))
	kit.SetVisible(b.older, s.Older > 0)
	if s.Older > 0 {
		kit.SetText(b.older, w.T("trips.older", "n", w.Count(s.Older)))
	}
}
