package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
	"roadsnap/ui/text"
	"roadsnap/ui/units"
)

// unitActions are what the place Units, and the record in the inspector, have
// the window do.
type unitActions struct {
	choose       func(units.Row)   // select a unit and bring it into view
	mark         func(units.Row)   // select it and leave the map as it is
	preview      func(code string) // fill a unit lightly on the map; "" ends it
	zoom         func(units.Row)
	zoomSelected func()
	country      func() // show the whole country
	fault        func(units.Fault)
	explain      func(title, detail string) // say on the map what a row has no room for; "" ends it
	copy         func(text string)
	copyJSON     func(row units.Row, withBorder bool)
	exports      func(under fyne.CanvasObject)               // ask under a button what to write to a file
	menu         func(row units.Row, absolute fyne.Position) // say what can be done with a unit
	install      func()                                      // ask for borders to import
	undo         func()                                      // what Ctrl+Z does where nothing of its own is to be undone
}

// unitsPlace is the list of provinces and wards with its search: as a tree, as a
// table, or as the list of what is wrong with the borders.
type unitsPlace struct {
	words   text.Catalogue
	model   *units.Model
	do      unitActions
	state   units.State
	search  *kit.KeyEntry
	count   *widget.Label
	views   [3]*kit.Button // by units.View
	list    *unitList
	table   *unitsTable
	faults  *unitsFaults
	borders *fyne.Container // what to do where no borders of wards are installed
	below   *fyne.Container // the list, and why there are no such borders
	content fyne.CanvasObject
}

func newUnitsPlace(words text.Catalogue, model *units.Model, do unitActions, keys func(*fyne.KeyEvent)) *unitsPlace {
	p := &unitsPlace{words: words, model: model, do: do, state: model.State()}
	p.search = kit.NewKeyEntry(keys)
	p.search.ActionItem = widget.NewIcon(theme.SearchIcon())
	p.search.SetPlaceHolder(words.T("units.search"))
	p.search.SetText(model.State().Query)
	p.search.OnChanged = model.Search
	p.search.Down = p.enterList
	p.search.OnSubmitted = func(string) { p.selectFirst() }
	p.count = kit.Caption("")
	p.count.Truncation = fyne.TextTruncateEllipsis
	p.list = newUnitList(model, do, keys)
	p.list.rowAt = func(i int) units.Row { return p.state.Rows[i] }
	p.list.fold = p.fold
	p.list.Length = func() int { return len(p.state.Rows) }
	p.list.CreateItem = func() fyne.CanvasObject { return newUnitRow() }
	p.list.UpdateItem = func(i widget.ListItemID, o fyne.CanvasObject) {
		if i < len(p.state.Rows) {
			row := o.(*unitRow)
			row.show(words, p.state.Rows[i], p.state.Query != "", model)
			p.list.put(&row.unitLine, i)
		}
	}
	p.table = newUnitsTable(words, model, do, keys)
	p.faults = newUnitsFaults(words, do, keys)
	p.borders = p.bordersNotice()
	counted := container.NewBorder(nil, nil, nil, p.allBar(), container.NewVBox(layout.NewSpacer(), p.count, layout.NewSpacer()))
	top := container.NewVBox(container.NewPadded(p.search), p.viewBar(), counted, p.table.filter)
	p.below = container.New(&overList{}, container.NewStack(p.list, p.table.content, p.faults.content),
		kit.Wrapped(words.T("units.overview"), widget.LowImportance))
	p.content = container.NewBorder(top, p.borders, nil, nil, p.below)
	return p
}

// viewBar has the buttons that change the view.
func (p *unitsPlace) viewBar() fyne.CanvasObject {
	t := p.words.T
	texts := [...]string{units.TreeView: t("units.view.tree"), units.TableView: t("units.view.table"), units.FaultsView: t("units.view.faults")}
	icons := [...]fyne.Resource{units.TreeView: theme.ListIcon(), units.TableView: theme.GridIcon(), units.FaultsView: theme.WarningIcon()}
	bar := container.NewGridWithColumns(len(p.views))
	for v := range p.views {
		p.views[v] = kit.NewButton(texts[v], icons[v], func() { p.model.Show(units.View(v)) })
		bar.Add(p.views[v])
	}
	return bar
}

// allBar has the buttons for all units at once.
func (p *unitsPlace) allBar() fyne.CanvasObject {
	country := kit.IconButton(theme.ZoomFitIcon(), p.words.T("tip.country"), p.do.country)
	country.Importance = widget.LowImportance
	save := kit.IconButton(theme.DocumentSaveIcon(), p.words.T("units.export.title"), nil)
	save.Importance = widget.LowImportance
	save.OnTapped = func() { p.do.exports(save) }
	return container.NewHBox(country, save)
}

// bordersNotice leads to borders of wards.
func (p *unitsPlace) bordersNotice() *fyne.Container {
	button := kit.NewButton(p.words.T("units.install"), theme.DownloadIcon(), p.do.install)
	button.Importance = widget.HighImportance
	return container.NewVBox(widget.NewSeparator(), container.NewPadded(button))
}

// overList lays out a list and, below it, a text that is left out where the list would
// become too low.
type overList struct{ wanted bool }

// lowList is the height below which a list is too low, in logical pixels.
const lowList = 160

// MinSize implements fyne.Layout.
func (*overList) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }

// Layout implements fyne.Layout.
func (l *overList) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	list, text := objects[0], objects[1]
	text.Resize(fyne.NewSize(size.Width, text.Size().Height)) // only then it knows its height
	height := text.MinSize().Height
	kit.SetVisible(text, l.wanted && size.Height-height >= lowList)
	if !text.Visible() {
		height = 0
	}
	list.Resize(fyne.NewSize(size.Width, size.Height-height))
	text.Resize(fyne.NewSize(size.Width, height))
	text.Move(fyne.NewPos(0, size.Height-height))
}

// selectFirst takes what the search means most likely, wherever the table has it.
func (p *unitsPlace) selectFirst() {
	if row, found := p.model.Best(); found {
		p.do.choose(row)
	}
}

// enterList goes from the search to what it found.
func (p *unitsPlace) enterList() {
	list := p.list
	if p.state.View == units.TableView {
		list = p.table.list
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(list); c != nil && p.state.View != units.FaultsView {
		c.Focus(list)
		list.move(0, 0)
	}
}

// Content returns the widgets of the panel.
func (p *unitsPlace) Content() fyne.CanvasObject { return p.content }

// Search returns the field of the search.
func (p *unitsPlace) Search() *kit.KeyEntry { return p.search }

// Tree returns the list of provinces and, in those that are open, wards.
func (p *unitsPlace) Tree() *unitList { return p.list }

// Table returns the list with columns.
func (p *unitsPlace) Table() *unitList { return p.table.list }

// AsksForBorders reports whether the panel says how to install borders of wards.
func (p *unitsPlace) AsksForBorders() bool { return p.borders.Visible() }

// show takes over a state.
func (p *unitsPlace) show(s units.State) {
	old := p.state
	p.state = s
	kit.SetText(p.count, p.counted(s))
	for v, b := range p.views {
		importance := widget.LowImportance
		if units.View(v) == s.View {
			importance = widget.MediumImportance
		}
		if b.Importance != importance {
			b.Importance = importance
			b.Refresh()
		}
	}
	kit.SetVisible(p.list, s.View == units.TreeView)
	kit.SetVisible(p.table.content, s.View == units.TableView)
	kit.SetVisible(p.table.filter, s.View == units.TableView)
	kit.SetVisible(p.faults.content, s.View == units.FaultsView)
	coarse := s.Borders.Known && !s.Borders.Wards
	kit.SetVisible(p.borders, coarse)
	if why := p.below.Layout.(*overList); why.wanted != coarse {
		why.wanted = coarse
		p.below.Refresh()
	}
	if s.View != old.View {
		p.content.Refresh() // a list must have its size before it scrolls to what is selected
	}
	switch s.View {
	case units.TableView:
		p.table.show(s)
	case units.FaultsView:
		p.faults.show(s)
	case units.TreeView:
		p.showTree(old, s)
	}
}

func (p *unitsPlace) counted(s units.State) string {
	switch {
	case s.View == units.FaultsView:
		return p.words.T("units.faults.count", "n", p.words.Count(len(s.Faults)))
	case s.View == units.TableView:
		return p.words.T("units.listed", "n", p.words.Count(len(s.Table.Rows)))
	case s.Query != "":
		return p.words.T("units.found", "n", p.words.Count(len(s.Rows)))
	}
	provinces, wards := p.model.Counts()
	return p.words.T("units.count", "provinces", p.words.Count(provinces), "wards", p.words.Count(wards))
}

func (p *unitsPlace) showTree(old, s units.State) {
	if sameRows(old.Rows, s.Rows) && old.View == s.View {
		p.list.mark(s)
		return
	}
	offset := p.list.GetScrollOffset()
	came := leads(p.list.state, s)
	p.list.renew(s)
	switch {
	case s.Query != old.Query:
		p.list.ScrollToTop()
	case came || old.View != s.View && s.HasSelected:
		p.list.ScrollTo(max(p.list.index(s.Selected), 0))
	default:
		p.list.ScrollToOffset(offset)
	}
}

// fold opens or closes a province in the tree; from a ward it goes back to its
// province.
func (p *unitsPlace) fold(row units.Row, open bool) {
	code := row.Province.Code
	switch {
	case p.state.Query != "":
	case row.IsWard && !open:
		if province, known := p.model.Row(code); known {
			p.do.choose(province)
		}
	case !row.IsWard && p.model.State().IsOpen(code) != open:
		p.model.Toggle(code)
	}
}

// point marks the row of the unit that the pointer is at on the map.
func (p *unitsPlace) point(code string) {
	p.list.point(code)
	p.table.list.point(code)
}
