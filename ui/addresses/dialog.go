// SPDX-License-Identifier: MIT

package addresses

import (
	"fmt"
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/address"
	"roadsnap/ui/files"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// The size of the dialog, and the room that its frame and a margin take (logical pixels).
const dialogWidth, dialogHeight, dialogRoomX, dialogRoomY = 1120, 640, 60, 140

// example is the same in every language.
const example = "12 Nguyễn Huệ, P. Bến Nghé, Q.1, TP.HCM\n45 Trần Phú, phường Lộc Thọ, Nha Trang, Khánh Hòa"

// DeskOptions configures a Desk.
type DeskOptions struct {
	Model   *Model
	Window  fyne.Window
	Words   func() text.Catalogue
	Dialogs *files.Dialogs
	Pasted  func() string // the text of the clipboard
	Copy    func(string)  // copies text to the clipboard
}

// Desk shows the page in a dialog. It belongs to the UI goroutine.
type Desk struct {
	o    DeskOptions
	open *page // the page that was opened last, nil before
}

// NewDesk returns a desk whose page is closed.
func NewDesk(o DeskOptions) *Desk { return &Desk{o: o} }

// Changed shows the state of the model on the page, if it is open.
func (d *Desk) Changed() {
	if d.open != nil {
		d.open.show()
	}
}

// Undo takes the last choice back if the page is in front. It reports whether it is.
func (d *Desk) Undo() bool {
	if d.open == nil || !d.open.visible() {
		return false
	}
	d.o.Model.Undo()
	return true
}

// page is the content of the dialog.
type page struct {
	d     *Desk
	words text.Catalogue
	m     *Model

	into    *kit.Choice
	column  *kit.Choice
	columns []int // of the choices of column
	entry   *kit.Entry
	begin   *fyne.Container // entry, before there is a table
	work    *fyne.Container // preview and correction
	counts  *widget.Label
	doubts  *kit.Check
	said    *widget.Label
	links   *fyne.Container // to the written file
	linked  string          // its path
	bar     *widget.ProgressBar
	running *fyne.Container
	preview *preview
	fix     *correction
	needs   []*kit.Button // those that need a table
	undo    *kit.Button
	content *fyne.Container
	overlay fyne.CanvasObject
	silent  bool // a choice is being set
}

// Ask shows the page.
func (d *Desk) Ask() {
	p := newPage(d)
	d.open = p
	size := fyne.NewSize(dialogWidth, dialogHeight)
	all := d.o.Window.Canvas().Size()
	size = size.Subtract(size.SubtractWidthHeight(all.Width-dialogRoomX, all.Height-dialogRoomY).Max(fyne.Size{}))
	d.o.Dialogs.Look(p.words.T("menu.addresses"), p.content, size)
	p.overlay = d.o.Window.Canvas().Overlays().Top()
	p.show()
	if d.o.Model.State().Sheet == nil {
		d.o.Dialogs.Focus(p.entry)
	}
}

// visible reports whether the page is in front.
func (p *page) visible() bool {
	return p.overlay != nil && p.d.o.Window.Canvas().Overlays().Top() == p.overlay
}

func newPage(d *Desk) *page {
	p := &page{d: d, words: d.o.Words(), m: d.o.Model}
	t := p.words.T
	p.into = kit.NewChoice([]string{t("addresses.into.new"), t("addresses.into.former")})
	p.into.PlaceHolder = t("addresses.into.new") // its width is that of the choice
	p.into.OnChanged = func(string) {
		if !p.silent {
			p.m.SetDirection([]address.Direction{address.IntoNew, address.IntoFormer}[max(p.into.SelectedIndex(), 0)])
		}
	}
	p.column = kit.NewChoice(nil)
	p.column.OnChanged = func(string) {
		if i := p.column.SelectedIndex(); !p.silent && i >= 0 {
			p.m.SetColumn(p.columns[i])
		}
	}
	paste := kit.NewButton(t("addresses.paste"), theme.ContentPasteIcon(), p.paste)
	open := kit.NewButton(t("addresses.open"), theme.FolderOpenIcon(), p.openFile)
	p.undo = kit.NewButton(t("menu.undo"), theme.ContentUndoIcon(), func() { p.m.Undo() })
	copied := kit.NewButton(t("addresses.copy"), theme.ContentCopyIcon(), func() {
		s := p.m.State()
		d.o.Copy(s.SheetText())
		p.showLinks(State{})
		p.say(t("addresses.copied", "n", p.words.Count(len(s.Shown))), widget.SuccessImportance)
	})
	save := kit.NewButton(t("addresses.save"), theme.DocumentSaveIcon(), p.saveFile)
	save.Importance = widget.HighImportance
	p.needs = []*kit.Button{copied, save}
	top := container.New(&kit.WrappedRow{}, p.into, paste, open, p.undo, copied, save)

	p.entry = kit.NewTextArea()
	p.entry.SetPlaceHolder(example)
	p.entry.OnSubmitted = func(typed string) {
		if typed != "" {
			p.m.Paste(typed)
		}
	}
	convert := kit.NewButton(t("addresses.convert"), theme.ConfirmIcon(), func() { p.entry.OnSubmitted(p.entry.Text) })
	convert.SetTip("Ctrl+Enter")
	convert.Importance = widget.HighImportance
	p.begin = container.NewBorder(kit.Wrapped(t("addresses.hint"), widget.MediumImportance), container.NewBorder(nil, nil, nil, convert), nil, nil, p.entry)

	p.counts = widget.NewLabel("")
	p.counts.Truncation = fyne.TextTruncateEllipsis
	p.doubts = kit.NewCheck(t("addresses.doubts"))
	p.doubts.OnChanged = func(on bool) {
		if !p.silent {
			p.m.ShowDoubts(on)
		}
	}
	p.preview = newPreview(p)
	p.fix = newCorrection(p)
	counted := container.NewBorder(nil, nil, container.NewHBox(widget.NewLabel(t("addresses.column")), p.column), p.doubts, p.counts)
	p.work = container.NewBorder(counted, p.fix.content, nil, nil, p.preview.table)

	p.bar = widget.NewProgressBar()
	stop := kit.IconButton(theme.CancelIcon(), t("dialog.cancel"), p.m.Cancel)
	p.running = container.NewBorder(nil, nil, nil, stop, p.bar)
	p.said = kit.Wrapped("", widget.MediumImportance)
	p.links = container.NewHBox()
	p.content = container.NewBorder(top, container.NewVBox(p.running, container.NewBorder(nil, nil, nil, p.links, p.said)), nil, nil, container.NewStack(p.begin, p.work))
	return p
}

// show shows the state of the model.
func (p *page) show() {
	s, t := p.m.State(), p.words.T
	p.silent = true
	into := 0
	if s.To == address.IntoFormer {
		into = 1
	}
	if p.into.SelectedIndex() != into {
		p.into.SetSelectedIndex(into)
	}
	p.showColumns(s)
	p.doubts.SetChecked(s.OnlyDoubts)
	p.silent = false
	kit.SetVisible(p.begin, s.Sheet == nil)
	kit.SetVisible(p.work, s.Sheet != nil)
	for _, b := range p.needs {
		kit.SetEnabled(b, s.Sheet != nil && !s.Busy)
	}
	kit.SetEnabled(p.undo, s.CanUndo && !s.Busy)
	kit.SetVisible(p.running, s.Busy)
	if s.Total > 0 {
		p.bar.SetValue(float64(s.Done) / float64(s.Total))
	} else {
		p.bar.SetValue(0)
	}
	kit.SetText(p.counts, t("addresses.counts", "n", p.words.Count(len(s.Rows)), "decided", p.words.Count(s.Decided()), "doubts", p.words.Count(s.Doubts)))
	switch {
	case s.Err != nil:
		n := text.Explain(s.Err)
		p.say(t(n.Sentence)+" "+t(n.Remedy), widget.DangerImportance)
	case s.Saved != "":
		p.say(t("addresses.saved", "n", p.words.Count(len(s.Rows)), "file", filepath.Base(s.Saved)), widget.SuccessImportance)
	case s.Sheet != nil && len(s.Rows) == 0:
		p.say(t("addresses.empty"), widget.WarningImportance)
	default:
		p.say("", widget.MediumImportance)
	}
	p.showLinks(s)
	p.preview.show(s)
	p.fix.show()
	p.content.Refresh()
}

// showLinks shows links to the written file next to the sentence about it.
func (p *page) showLinks(s State) {
	path := s.Saved
	if s.Err != nil {
		path = ""
	}
	if path == p.linked {
		return
	}
	p.linked = path
	p.links.RemoveAll()
	if path != "" {
		p.links.Add(p.d.o.Dialogs.Links(path))
	}
}

// say shows a sentence below the page, "" hides it.
func (p *page) say(sentence string, importance widget.Importance) {
	p.said.Importance = importance
	p.said.SetText(sentence)
	kit.SetVisible(p.said, sentence != "")
}

// showColumns shows the columns that may have the addresses.
func (p *page) showColumns(s State) {
	if s.Sheet == nil {
		return
	}
	names, now := []string{p.words.T("addresses.column.all")}, 0
	p.columns = []int{-1}
	parts := ""
	for _, i := range s.Sheet.Parts[1:] {
		if i >= 0 {
			if parts != "" {
				parts += " + "
			}
			parts += p.columnName(s.Sheet, i)
		}
	}
	for i := range s.Sheet.Names {
		name := p.columnName(s.Sheet, i)
		if s.Sheet.Parts[address.PartAddress] == i {
			if now = len(names); parts != "" {
				name += " + " + parts
			}
		}
		names, p.columns = append(names, name), append(p.columns, i)
	}
	if now == 0 && parts != "" {
		names[0] = parts
	}
	if fmt.Sprint(p.column.Options) != fmt.Sprint(names) {
		p.column.SetOptions(names)
	}
	if p.column.SelectedIndex() != now {
		p.column.SetSelectedIndex(now)
	}
}

// columnName returns the name of a column, with its number if there are several.
func (p *page) columnName(s *Sheet, i int) string {
	t, number := p.words.T, p.words.Count(i+1)
	switch {
	case i < s.Given && len(s.Names) > 1:
		return number + " · " + s.Names[i]
	case i < s.Given:
		return s.Names[i]
	case len(s.Names) == 1:
		return t("addresses.column.lines")
	}
	return t("addresses.column.nth", "n", number)
}

// paste reads the clipboard.
func (p *page) paste() {
	if pasted := p.d.o.Pasted(); pasted != "" {
		p.m.Paste(pasted)
		return
	}
	p.say(p.words.T("addresses.nothing"), widget.WarningImportance)
}

func (p *page) openFile() {
	t := p.words.T
	p.d.o.Dialogs.Open(files.Question{
		Title: t("addresses.open"), Kind: t("addresses.files"), AllFiles: t("files.all"), Extensions: []string{"csv", "xlsx", "txt", "tsv", "gz"},
	}, p.m.Open)
}

func (p *page) saveFile() {
	t, s := p.words.T, p.m.State()
	name := t("addresses.file")
	if s.Sheet != nil && s.Sheet.Name != "" {
		name = s.Sheet.Name + "_" + string(s.To)
	}
	p.d.o.Dialogs.Save(files.Question{
		Title: t("addresses.save"), Kind: t("addresses.files"), AllFiles: t("files.all"), Extensions: []string{"xlsx", "csv"}, Name: name + ".xlsx",
	}, p.m.Save)
}
