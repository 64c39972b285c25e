// SPDX-License-Identifier: MIT

package units

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// Actions holds the window's actions for the panel and the records of units.
type Actions struct {
	Choose       func(Row)         // select a unit and bring it into view
	Mark         func(Row)         // select a unit without moving the map
	Preview      func(code string) // fill a unit lightly on the map; "" ends it
	Zoom         func(Row)
	ZoomSelected func()
	Country      func() // show the whole country
	Fault        func(Fault)
	Explain      func(title, detail string) // show a row's whole text on the map; "" hides it
	Copy         func(text string)
	CopyJSON     func(row Row, withBorder bool)
	Exports      func(under fyne.CanvasObject)         // open the menu of exports under a button
	Menu         func(row Row, absolute fyne.Position) // open the menu of a unit
	Install      func()                                // ask for borders and import them
	Undo         func()                                // undo, for Ctrl+Z in a list
	AddZone      func(code, name string)               // make a unit a zone; nil offers none
	Addresses    func()                                // show the page that converts addresses
}

// Panel shows the provinces and wards with a search field: as a tree, as a table, or as a
// list of the faults of the borders.
type Panel struct {
	words   text.Catalogue
	model   *Model
	do      Actions
	state   State
	search  *kit.KeyEntry
	count   *widget.Label
	views   [3]*kit.Button // by View
	list    *List
	table   *table
	faults  *faultList
	borders *fyne.Container // button to install borders of wards, if there are none
	below   *fyne.Container // the view, and an explanation if there are no such borders
	content fyne.CanvasObject
}

// New returns the panel of model. keys is called with keys that the panel does not use.
func New(words text.Catalogue, model *Model, do Actions, keys func(*fyne.KeyEvent)) *Panel {
	p := &Panel{words: words, model: model, do: do, state: model.State()}
	p.search = kit.NewKeyEntry(keys)
	p.search.ActionItem = widget.NewIcon(theme.SearchIcon())
	p.search.SetPlaceHolder(words.T("units.search"))
	p.search.SetText(model.State().Query)
	p.search.OnChanged = model.Search
	p.search.Down = p.enterList
	p.search.OnSubmitted = func(string) { p.selectFirst() }
	p.count = kit.Caption("")
	p.count.Wrapping = fyne.TextWrapWord
	p.list = newList(model, do, keys)
	p.list.rowAt = func(i int) Row { return p.state.Rows[i] }
	p.list.fold = p.fold
	p.list.Length = func() int { return len(p.state.Rows) }
	p.list.CreateItem = func() fyne.CanvasObject { return newTreeRow() }
	p.list.UpdateItem = func(i widget.ListItemID, o fyne.CanvasObject) {
		if i < len(p.state.Rows) {
			row := o.(*treeRow)
			row.show(words, p.state.Rows[i], p.state.Query != "", model)
			p.list.put(&row.Line, i)
		}
	}
	p.table = newTable(words, model, do, keys)
	p.faults = newFaultList(words, do, keys)
	p.borders = p.bordersNotice()
	counted := container.NewBorder(nil, nil, nil, p.allBar(), container.NewVBox(layout.NewSpacer(), p.count, layout.NewSpacer()))
	top := container.NewVBox(container.NewPadded(p.search), p.viewBar(), counted, p.table.filter)
	p.below = container.New(&overList{}, container.NewStack(p.list, p.table.content, p.faults.content),
		kit.Wrapped(words.T("units.overview"), widget.LowImportance))
	p.content = container.NewBorder(top, p.borders, nil, nil, p.below)
	return p
}

// viewBar returns the buttons that change the view.
func (p *Panel) viewBar() fyne.CanvasObject {
	t := p.words.T
	texts := [...]string{TreeView: t("units.view.tree"), TableView: t("units.view.table"), FaultsView: t("units.view.faults")}
	bar := container.NewGridWithColumns(len(p.views))
	for v := range p.views {
		p.views[v] = kit.NewButton(texts[v], nil, func() { p.model.Show(View(v)) })
		bar.Add(p.views[v])
	}
	return bar
}

// allBar returns the buttons for all units: the whole country, and exports.
func (p *Panel) allBar() fyne.CanvasObject {
	country := kit.IconButton(theme.ZoomFitIcon(), p.words.T("tip.country"), p.do.Country)
	country.Importance = widget.LowImportance
	save := kit.IconButton(theme.DocumentSaveIcon(), p.words.T("units.export.title"), nil)
	save.Importance = widget.LowImportance
	save.OnTapped = func() { p.do.Exports(save) }
	addresses := kit.IconButton(theme.MailComposeIcon(), p.words.T("tip.addresses"), p.do.Addresses)
	addresses.Importance = widget.LowImportance
	return container.NewHBox(addresses, country, save)
}

// exportMenu returns the menu of exports, limited to units with borders. Exports of the
// selection come first, followed by a separator.
func exportMenu(words text.Catalogue, u *Model, export func(Batch)) *fyne.Menu {
	menu, s := fyne.NewMenu(""), u.State()
	add := func(text string, scope Scope) {
		menu.Items = append(menu.Items, fyne.NewMenuItem(text, func() { export(u.Batch(scope)) }))
	}
	wards := len(only(s.Selection, true))
	provinces := len(s.Selection) - wards
	one := len(s.Selection) == 1
	switch {
	case one && (s.Borders.Wards || provinces == 1):
		add(words.T("units.export.selected", "name", s.Selected.NameIn(words)), ScopeSelected)
	case wards > 0 && s.Borders.Wards:
		add(words.T("units.export.selected_wards", "n", words.Count(wards)), ScopeSelected)
	}
	if !one && provinces > 0 {
		add(words.T("units.export.selected_provinces", "n", words.Count(provinces)), ScopeSelectedProvinces)
	}
	if one && s.Borders.Wards {
		province := s.Selected.Province
		label := words.T("units.export.wards_of", "name", words.Province(province))
		menu.Items = append(menu.Items, fyne.NewMenuItem(label, func() { export(u.WardsOf(province)) }))
	}
	if len(menu.Items) > 0 {
		menu.Items = append(menu.Items, fyne.NewMenuItemSeparator())
	}
	if s.Borders.Wards && (s.View == TableView || s.Query != "") {
		add(words.T("units.export.listed"), ScopeListed)
	}
	add(words.T("units.export.provinces"), ScopeProvinces)
	if s.Borders.Wards {
		add(words.T("units.export.wards"), ScopeAllWards)
	}
	return menu
}

// bordersNotice returns the button that installs borders of wards.
func (p *Panel) bordersNotice() *fyne.Container {
	button := kit.NewButton(p.words.T("units.install"), theme.DownloadIcon(), p.do.Install)
	button.Importance = widget.HighImportance
	return container.NewVBox(widget.NewSeparator(), container.NewPadded(button))
}

// overList lays out a list and, if wanted, a text below it. It hides the text if the list
// would become lower than lowList.
type overList struct{ wanted bool }

// lowList is the minimum height of the list above the text (logical pixels).
const lowList = 160

// MinSize implements fyne.Layout.
func (*overList) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }

// Layout implements fyne.Layout.
func (l *overList) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	list, text := objects[0], objects[1]
	text.Resize(fyne.NewSize(size.Width, text.Size().Height)) // its height depends on its width
	height := text.MinSize().Height
	kit.SetVisible(text, l.wanted && size.Height-height >= lowList)
	if !text.Visible() {
		height = 0
	}
	list.Resize(fyne.NewSize(size.Width, size.Height-height))
	text.Resize(fyne.NewSize(size.Width, height))
	text.Move(fyne.NewPos(0, size.Height-height))
}

// selectFirst chooses the best match of the search, wherever the table sorts it.
func (p *Panel) selectFirst() {
	if row, found := p.model.Best(); found {
		p.do.Choose(row)
	}
}

// enterList moves the focus from the search field to the list.
func (p *Panel) enterList() {
	list := p.list
	if p.state.View == TableView {
		list = p.table.list
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(list); c != nil && p.state.View != FaultsView {
		c.Focus(list)
		list.move(0, 0)
	}
}

// Content returns the widgets of the panel.
func (p *Panel) Content() fyne.CanvasObject { return p.content }

// Search returns the search field.
func (p *Panel) Search() *kit.KeyEntry { return p.search }

// Tree returns the list of TreeView.
func (p *Panel) Tree() *List { return p.list }

// Table returns the list of TableView.
func (p *Panel) Table() *List { return p.table.list }

// AsksForBorders reports whether the panel offers to install borders of wards.
func (p *Panel) AsksForBorders() bool { return p.borders.Visible() }

// Show shows a state of the model.
func (p *Panel) Show(s State) {
	old := p.state
	p.state = s
	kit.SetText(p.count, p.counted(s))
	for v, b := range p.views {
		importance := widget.LowImportance
		if View(v) == s.View {
			importance = widget.MediumImportance
		}
		if b.Importance != importance {
			b.Importance = importance
			b.Refresh()
		}
	}
	kit.SetVisible(p.list, s.View == TreeView)
	kit.SetVisible(p.table.content, s.View == TableView)
	kit.SetVisible(p.table.filter, s.View == TableView)
	kit.SetVisible(p.faults.content, s.View == FaultsView)
	coarse := s.Borders.Known && !s.Borders.Wards
	kit.SetVisible(p.borders, coarse)
	if why := p.below.Layout.(*overList); why.wanted != coarse {
		why.wanted = coarse
		p.below.Refresh()
	}
	if s.View != old.View {
		p.content.Refresh() // a list must have its size before it scrolls to the selection
	}
	switch s.View {
	case TableView:
		p.table.show(s)
	case FaultsView:
		p.faults.show(s)
	case TreeView:
		p.showTree(old, s)
	}
}

func (p *Panel) counted(s State) string {
	switch {
	case s.View == FaultsView:
		return p.words.T("units.faults.count", "n", p.words.Count(len(s.Faults)))
	case s.View == TableView:
		return p.words.T("units.listed", "n", p.words.Count(len(s.Table.Rows)))
	case s.Query != "":
		return p.words.T("units.found", "n", p.words.Count(len(s.Rows)))
	}
	provinces, wards := p.model.Provinces(), p.model.Table().Wards()
	return p.words.T("units.count", "provinces", p.words.Count(len(provinces)), "wards", p.words.Count(len(wards)))
}

// Point marks the row of the unit under the pointer on the map; "" marks none.
func (p *Panel) Point(code string) {
	p.list.point(code)
	p.table.list.point(code)
}
