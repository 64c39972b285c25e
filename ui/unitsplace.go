package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/present"
)

// unitsPlace is the list of provinces and wards with its search.
type unitsPlace struct {
	words   present.Words
	units   *present.Units
	state   present.UnitsState
	search  *keyEntry
	count   *widget.Label
	list    *keyList
	content fyne.CanvasObject
	quiet   bool
}

func newUnitsPlace(words present.Words, units *present.Units, keys func(*fyne.KeyEvent)) *unitsPlace {
	p := &unitsPlace{words: words, units: units}
	p.search = newKeyEntry(keys)
	p.search.ActionItem = widget.NewIcon(theme.SearchIcon())
	p.search.SetPlaceHolder(words.T("units.search"))
	p.search.SetText(units.State().Query)
	p.search.OnChanged = units.Search
	p.search.OnSubmitted = func(string) { p.selectFirst() }
	p.count = widget.NewLabel("")
	p.count.SizeName = theme.SizeNameCaptionText
	p.count.Importance = widget.LowImportance
	p.list = newKeyList(
		func() int { return len(p.state.Rows) },
		func() fyne.CanvasObject { return newUnitRow() },
		func(i widget.ListItemID, o fyne.CanvasObject) {
			if i < len(p.state.Rows) {
				o.(*unitRow).show(words, p.state.Rows[i], p.state.Query != "", units)
			}
		},
		keys,
	)
	p.list.OnSelected = func(i widget.ListItemID) {
		if !p.quiet && i < len(p.state.Rows) {
			units.Select(p.state.Rows[i])
		}
	}
	p.content = container.NewBorder(container.NewVBox(container.NewPadded(p.search), p.count), nil, nil, nil, p.list)
	return p
}

// selectFirst takes what the search found first.
func (p *unitsPlace) selectFirst() {
	if s := p.units.State(); s.Query != "" && len(s.Rows) > 0 {
		p.units.Select(s.Rows[0])
	}
}

// show takes over a state.
func (p *unitsPlace) show(s present.UnitsState) {
	old := p.state
	p.state = s
	if s.Query == "" {
		provinces, wards := p.units.Counts()
		p.count.SetText(p.words.T("units.count", "provinces", p.words.Count(provinces), "wards", p.words.Count(wards)))
	} else {
		p.count.SetText(p.words.T("units.found", "n", p.words.Count(s.Found)))
	}
	offset := p.list.GetScrollOffset()
	p.list.Refresh()
	p.mark(s)
	switch {
	case s.Query != old.Query:
		p.list.ScrollToTop()
	case !scrolls(old, s):
		p.list.ScrollToOffset(offset)
	}
}

// scrolls reports whether the list is to be scrolled to the selected row: only
// when another one was selected, not when rows came or went above it.
func scrolls(old, s present.UnitsState) bool {
	return s.HasSelected && (!old.HasSelected || !sameUnit(old.Selected, s.Selected))
}

// mark marks the selected row of the list, if it is there.
func (p *unitsPlace) mark(s present.UnitsState) {
	p.quiet = true
	defer func() { p.quiet = false }()
	for i, r := range s.Rows {
		if s.HasSelected && sameUnit(r, s.Selected) {
			p.list.Select(i)
			return
		}
	}
	p.list.UnselectAll()
}

func sameUnit(a, b present.UnitRow) bool { return a.Code() == b.Code() && a.IsWard == b.IsWard }

// unitRow is a row of the list: a province that opens, or a ward under it.
type unitRow struct {
	widget.BaseWidget
	open     *widget.Button
	indent   *fyne.Container
	name     *widget.Label
	detail   *widget.Label
	code     *widget.Label
	contents *fyne.Container
}

func newUnitRow() *unitRow {
	r := &unitRow{
		open: widget.NewButtonWithIcon("", theme.MenuExpandIcon(), nil),
		name: widget.NewLabel(""), detail: widget.NewLabel(""), code: widget.NewLabel(""),
	}
	r.open.Importance = widget.LowImportance
	r.name.Truncation = fyne.TextTruncateEllipsis
	r.detail.Truncation = fyne.TextTruncateEllipsis
	r.detail.SizeName = theme.SizeNameCaptionText
	r.detail.Importance = widget.LowImportance
	r.code.TextStyle.Monospace = true
	r.code.SizeName = theme.SizeNameCaptionText
	r.code.Importance = widget.LowImportance
	spacer := widget.NewIcon(nil)
	r.indent = container.NewStack(spacer, r.open)
	r.contents = container.NewBorder(nil, nil, r.indent, container.NewCenter(r.code), container.New(tightRows{}, r.name, r.detail))
	r.ExtendBaseWidget(r)
	return r
}

// CreateRenderer implements fyne.Widget.
func (r *unitRow) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(r.contents) }

func (r *unitRow) show(words present.Words, row present.UnitRow, found bool, units *present.Units) {
	r.name.SetText(row.Name())
	r.code.SetText(row.Code())
	switch {
	case row.IsWard:
		r.detail.SetText(row.Province.FullName)
	default:
		r.detail.SetText(words.T("units.wards", "n", words.Count(row.Wards)) + " · " + row.Province.Region)
	}
	if row.IsWard || found {
		r.open.Hide()
		return
	}
	r.open.Show()
	r.open.OnTapped = func() { units.Toggle(row.Province.Code) }
	if row.Open {
		r.open.SetIcon(theme.MenuDropDownIcon())
	} else {
		r.open.SetIcon(theme.MenuExpandIcon())
	}
}
