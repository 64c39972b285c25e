// SPDX-License-Identifier: MIT

package gis

import (
	"errors"
	"image/color"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/geo"
	"roadsnap/engine/layer"
	"roadsnap/ui/files"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// Actions holds the window's actions for the panel.
type Actions struct {
	Dialogs    *files.Dialogs
	ShowBounds func(geo.Bounds)
	Picture    func()                  // asks for a picture of the map
	Remember   func(undo, redo func()) // called with how a removal is taken back, and made again
	Keys       func(*fyne.KeyEvent)
}

// Panel shows the layers, the style of the active one and its legend.
type Panel struct {
	words    text.Catalogue
	model    *Model
	do       Actions
	list     *fyne.Container
	style    *styleForm
	legend   *fyne.Container
	said     *widget.Label
	links    *fyne.Container // to the written file
	needs    []*kit.Button   // those that need a layer
	hint     *widget.Label
	detail   *fyne.Container // style and legend
	rows     *kit.Button
	renaming *kit.Button
	table    *Table
	content  fyne.CanvasObject
	shown    []*Item // by the list
	active   int
}

// New returns the panel of a model.
func New(words text.Catalogue, model *Model, do Actions) *Panel {
	t := words.T
	p := &Panel{words: words, model: model, do: do, list: container.NewVBox(), legend: container.NewVBox(), said: kit.Wrapped("", widget.MediumImportance), links: container.NewHBox()}
	open := kit.NewButton(t("gis.open"), theme.FolderOpenIcon(), p.open)
	open.Importance = widget.HighImportance
	join := kit.NewButton(t("gis.join"), theme.ContentAddIcon(), p.join)
	former := kit.NewButton(t("gis.former"), theme.HistoryIcon(), func() { model.AddFormer(t("gis.former")) })
	p.rows = kit.NewButton(t("gis.table"), theme.GridIcon(), func() { model.ShowTable(!model.State().Table) })
	locate := kit.NewButton(t("gis.locate"), theme.DocumentSaveIcon(), p.locate)
	picture := kit.NewButton(t("gis.picture"), theme.FileImageIcon(), do.Picture)
	p.renaming = kit.NewButton(t("gis.rename"), theme.DocumentCreateIcon(), p.AskName)
	p.needs = []*kit.Button{p.rows, locate, picture}
	p.style = newStyleForm(p)
	model.OnUnsure(p.askSystem)
	model.OnOpened(func() {
		if b := model.Bounds(); !b.Empty() {
			do.ShowBounds(b)
		}
	})
	p.hint = kit.Wrapped(t("gis.empty"), widget.LowImportance)
	p.detail = container.NewVBox(widget.NewSeparator(), p.style.content, widget.NewSeparator(), p.legend)
	p.table = newTable(p)
	top := container.NewPadded(container.New(&kit.WrappedRow{}, open, join, former))
	tools := container.NewVBox(widget.NewSeparator(), p.said, p.links, container.NewPadded(container.New(&kit.WrappedRow{}, p.rows, p.renaming, locate, picture)))
	p.content = container.NewBorder(top, tools, nil, nil, container.NewVScroll(container.NewVBox(p.hint, p.list, p.detail)))
	p.Show()
	return p
}

// Content returns the widgets of the panel.
func (p *Panel) Content() fyne.CanvasObject { return p.content }

// Table returns the rows of the active layer, for below the map.
func (p *Panel) Table() *Table { return p.table }

// Show shows the state of the model.
func (p *Panel) Show() {
	s, t := p.model.State(), p.words.T
	kit.SetVisible(p.hint, len(s.Items) == 0)
	if !slices.Equal(p.shown, s.Items) || p.active != s.Active {
		p.shown, p.active = s.Items, s.Active
		p.list.RemoveAll()
		for _, i := range s.Items {
			p.list.Add(p.row(i, i.ID == s.Active))
		}
		p.showLegend(s.Items)
	}
	i := s.Item()
	kit.SetVisible(p.detail, i != nil && i.Data != nil)
	for _, b := range p.needs {
		kit.SetEnabled(b, i != nil && i.Data != nil)
	}
	kit.SetEnabled(p.renaming, i != nil)
	p.style.show(i)
	importance := widget.MediumImportance
	sentence := ""
	switch {
	case s.Busy > 0:
		sentence = t("gis.busy")
	case s.Problem != nil:
		n := text.Explain(s.Problem)
		sentence, importance = t(n.Sentence)+" "+t(n.Remedy), widget.DangerImportance
	case s.Saved != "":
		sentence, importance = t("gis.saved", "n", p.words.Count(s.Count), "file", filepath.Base(s.Saved)), widget.SuccessImportance
	}
	p.said.Importance = importance
	p.said.SetText(sentence)
	kit.SetVisible(p.said, sentence != "")
	p.links.RemoveAll()
	if importance == widget.SuccessImportance {
		p.links.Add(p.do.Dialogs.Links(s.Saved))
	}
	kit.SetVisible(p.links, len(p.links.Objects) > 0)
	p.table.show(s)
}

// row returns the row of a layer.
func (p *Panel) row(i *Item, active bool) fyne.CanvasObject {
	t, m := p.words.T, p.model
	shown := kit.NewCheck("")
	shown.SetChecked(!i.Style.Hidden)
	shown.OnChanged = func(on bool) { m.SetVisible(i.ID, on) }
	name := kit.NewButton(i.Name, nil, func() { m.Activate(i.ID) })
	name.Alignment, name.Importance = widget.ButtonAlignLeading, widget.LowImportance
	if active {
		name.Importance = widget.MediumImportance
	}
	tool := func(icon fyne.Resource, key string, do func()) *kit.Button {
		b := kit.IconButton(icon, t(key), do)
		b.Importance = widget.LowImportance
		return b
	}
	tools := container.New(layout.NewCustomPaddedHBoxLayout(0),
		tool(theme.ZoomFitIcon(), "gis.zoom", func() {
			m.Activate(i.ID)
			m.Select(-1)
			if b := m.Bounds(); !b.Empty() {
				p.do.ShowBounds(b)
			}
		}),
		tool(theme.MoveUpIcon(), "gis.up", func() { m.Move(i.ID, -1) }),
		tool(theme.MoveDownIcon(), "gis.down", func() { m.Move(i.ID, 1) }),
		tool(theme.DeleteIcon(), "gis.remove", func() { p.do.Remember(m.Remove(i.ID)) }),
	)
	line := container.NewBorder(nil, nil, shown, tools, container.New(shortened{i.Name}, name))
	var said string
	importance := widget.LowImportance
	switch {
	case i.Err != nil:
		n := text.Explain(i.Err)
		said, importance = t(n.Sentence)+" "+t(n.Remedy)+" "+n.DetailText(p.words), widget.DangerImportance
	case i.Data == nil:
		said = t("gis.reading")
	case i.Join != nil:
		said = t("gis.joined", "n", p.words.Count(i.Data.Matched), "faults", p.words.Count(i.Data.Faulty))
	default:
		said = t("gis.features", "n", p.words.Count(i.Data.Len()))
		if i.Data.Faulty > 0 {
			said += " · " + t("gis.faults", "n", p.words.Count(i.Data.Faulty))
		}
	}
	caption := kit.Caption(said)
	caption.Truncation = fyne.TextTruncateEllipsis
	var which fyne.CanvasObject
	var off *layer.SystemError
	switch {
	case errors.As(i.Err, &off):
		choose := kit.NewLink(t("gis.system.choose"), func() { p.askSystem(i.ID, off) })
		return container.NewVBox(line, kit.Indented(kit.Wrapped(p.projected(i.Name, off), importance)), kit.Indented(choose))
	case i.Err != nil:
		return container.NewVBox(line, kit.Indented(kit.Wrapped(said, importance)))
	}
	if i.Data != nil && len(i.Data.Faults) > 0 {
		link := kit.NewLink(t("gis.faults.show"), func() { p.showFaults(i) })
		link.Truncation = fyne.TextTruncateOff
		which = link
	}
	return container.New(kit.TightRows{}, line, kit.Indented(container.NewBorder(nil, nil, nil, which, caption)))
}

// shortened lays out a button whose text may be wider than the panel: then the text ends in an
// ellipsis, and the tip has all of it.
type shortened struct{ text string }

// MinSize implements fyne.Layout.
func (shortened) MinSize(o []fyne.CanvasObject) fyne.Size {
	const least = 48
	return fyne.NewSize(least, o[0].MinSize().Height)
}

// Layout implements fyne.Layout.
func (s shortened) Layout(o []fyne.CanvasObject, size fyne.Size) {
	b := o[0].(*kit.Button)
	room := size.Width - 2*theme.InnerPadding()
	letters := []rune(s.text)
	text := s.text
	for len(letters) > 1 && fyne.MeasureText(text, theme.TextSize(), fyne.TextStyle{Bold: true}).Width > room {
		letters = letters[:len(letters)-1]
		text = strings.TrimSpace(string(letters)) + "…"
	}
	if b.Text != text {
		b.SetText(text)
		b.SetTip(s.text)
	}
	b.Resize(size)
}

// showFaults lists the rows that are not on the map.
func (p *Panel) showFaults(i *Item) {
	list := kit.NewList(func() int { return len(i.Data.Faults) }, func() fyne.CanvasObject { return kit.NewLine() },
		func(n int, o fyne.CanvasObject) {
			o.(*kit.Line).Set(i.Data.Faults[n].In(p.words), fyne.TextAlignLeading, false)
		})
	p.do.Dialogs.Look(p.words.T("gis.faults.title"), list, fyne.NewSize(560, 400))
}

// showLegend explains the colours of the visible layers.
func (p *Panel) showLegend(items []*Item) {
	p.legend.RemoveAll()
	for _, i := range items {
		if i.Style.Hidden || len(i.Keys()) == 0 {
			continue
		}
		title := kit.Caption(i.Title())
		title.TextStyle.Bold, title.Truncation = true, fyne.TextTruncateEllipsis
		p.legend.Add(title)
		lines := container.New(kit.TightRows{})
		for _, k := range i.Keys() {
			label := kit.Caption(k.Text)
			label.Truncation = fyne.TextTruncateEllipsis
			lines.Add(container.NewBorder(nil, nil, container.NewCenter(swatch(k.Colour)), nil, label))
		}
		p.legend.Add(kit.Indented(lines))
	}
}

func swatch(c color.Color) fyne.CanvasObject {
	r := canvas.NewRectangle(c)
	r.StrokeColor, r.StrokeWidth = theme.Color(theme.ColorNameInputBorder), 1
	r.SetMinSize(fyne.NewSize(22, 13))
	return r
}

// fileKinds are the endings of layers.
var fileKinds = []string{"csv", "xlsx", "gpx", "geojson", "json", "kml", "kmz", "shp", "zip", "gpkg", "fgb", "tsv", "txt"}

func (p *Panel) open() {
	t := p.words.T
	p.do.Dialogs.Open(files.Question{Title: t("gis.open"), Kind: t("gis.files"), AllFiles: t("files.all"), Extensions: fileKinds},
		func(path string) { p.model.Open(path, "") })
}

// AskName asks for another name of the active layer.
func (p *Panel) AskName() {
	t, i := p.words.T, p.model.State().Item()
	if i == nil {
		return
	}
	name := kit.NewKeyEntry(p.do.Keys)
	name.SetText(i.Name)
	p.do.Dialogs.Form(t("gis.rename"), t("dialog.save"), []*widget.FormItem{widget.NewFormItem(t("gis.name"), name)}, func() {
		if now := strings.TrimSpace(name.Text); now != "" && now != i.Name {
			p.do.Remember(p.model.Rename(i.ID, now))
		}
	})
}

func (p *Panel) locate() {
	t, i := p.words.T, p.model.State().Item()
	if i == nil {
		return
	}
	p.do.Dialogs.Save(files.Question{
		Title: t("gis.locate"), Kind: t("addresses.files"), AllFiles: t("files.all"), Extensions: []string{"xlsx", "csv"}, Name: i.Name + "_units.xlsx",
	}, p.model.Locate)
}
