// SPDX-License-Identifier: MIT

package register

import (
	"context"
	"io"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/fleet"
	"roadsnap/internal/atomicfile"
	"roadsnap/ui/files"
	"roadsnap/ui/job"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// Keeper keeps the register; see trips.Model.
type Keeper interface {
	// ReadRegister reads the register again and calls show with it.
	ReadRegister(show func(fleet.Register))
	SetRegister(r fleet.Register)
	// Seen returns the vehicles and drivers of the trips.
	Seen() fleet.Register
}

// DeskOptions configures a Desk.
type DeskOptions struct {
	Jobs    *job.Runner
	Keeper  Keeper
	Words   func() text.Catalogue
	Dialogs *files.Dialogs
	Keys    func(*fyne.KeyEvent) // called with keys that fields do not use
}

// Desk asks for the register. It belongs to the UI goroutine.
type Desk struct{ o DeskOptions }

// NewDesk returns a desk whose dialog is closed.
func NewDesk(o DeskOptions) *Desk { return &Desk{o} }

// The size of the dialog (logical pixels).
const width, height = 760, 540

// dialog is the dialog of the register, while it is open.
type dialog struct {
	o       DeskOptions
	words   text.Catalogue
	form    *Form
	tabs    *container.AppTabs
	lists   [3]*recordList
	said    *widget.Label // a problem, or what was imported or exported
	content fyne.CanvasObject
}

// recordList shows a tab of the register: its records, and fields for the selected one.
type recordList struct {
	dialog  *dialog
	tab     *Tab
	list    *kit.List
	fields  []field
	remove  *kit.Button
	chosen  int // −1 for none
	showing bool
	content fyne.CanvasObject
}

// field is a field of a record: a line of text, which may have a list of texts.
type field struct {
	*widget.Entry
	shown fyne.CanvasObject
	focus fyne.Focusable
}

// newField returns the field of a column.
func (d *dialog) newField(options []string) field {
	if options == nil {
		e := kit.NewKeyEntry(d.o.Keys)
		return field{&e.Entry, e, e}
	}
	e := kit.NewSelectEntry(options)
	return field{&e.Entry, e, e}
}

// fieldsInRow is the number of fields side by side.
const fieldsInRow = 4

// Ask shows the register of vehicles, drivers and assignments to edit, and keeps it after the user
// has confirmed it.
func (d *Desk) Ask() { d.o.Keeper.ReadRegister(d.show) }

func (d *Desk) show(r fleet.Register) {
	words := d.o.Words()
	(&dialog{o: d.o, words: words, form: NewForm(words, r), said: kit.Wrapped("", widget.MediumImportance)}).open()
}

func (d *dialog) open() {
	t := d.words.T
	d.said.Hide()
	d.tabs = container.NewAppTabs()
	for i := range d.lists {
		d.lists[i] = d.newList(&d.form.Tabs[i])
		d.tabs.Append(container.NewTabItem(t(d.form.Tabs[i].Name), d.lists[i].content))
	}
	d.content = container.NewBorder(kit.Wrapped(t("trips.register.hint"), widget.LowImportance), d.said, nil, nil, d.tabs)
	d.o.Dialogs.Edit(t("menu.register"), t("dialog.save"), d.content, fyne.NewSize(width, height), func() (done bool) {
		r, problem, ok := d.form.Read()
		if !ok {
			d.complain(problem)
			return false
		}
		d.o.Keeper.SetRegister(r)
		return true
	}, kit.NewButton(t("trips.register.seen"), nil, func() { d.merge(d.o.Keeper.Seen()) }), kit.NewButton(t("trips.register.import"), nil, d.importFile), kit.NewButton(t("trips.register.export"), nil, d.exportFile))
}

// say shows a sentence below the tabs.
func (d *dialog) say(sentence string, importance widget.Importance) {
	d.said.Importance = importance
	d.said.SetText(sentence)
	d.said.Show()
	d.content.Refresh() // so that it has its room at once, whatever its number of lines
}

// explain shows an error of a file.
func (d *dialog) explain(err error) {
	n, t := text.Explain(err), d.words.T
	d.say(t(n.Sentence)+"\n"+t(n.Remedy)+"\n"+n.DetailText(d.words), widget.DangerImportance)
}

// complain shows a problem and its field.
func (d *dialog) complain(p Problem) {
	d.say(p.Text, widget.DangerImportance)
	d.tabs.SelectIndex(p.Tab)
	d.lists[p.Tab].list.Select(p.Row)
	d.o.Dialogs.Focus(d.lists[p.Tab].fields[p.Column].focus)
}

func (d *dialog) newList(tab *Tab) *recordList {
	t := d.words.T
	l := &recordList{dialog: d, tab: tab, chosen: -1}
	cells := func() *fyne.Container {
		row := container.NewGridWithColumns(tab.Listed)
		for range tab.Listed {
			label := widget.NewLabel("")
			label.Truncation = fyne.TextTruncateEllipsis
			row.Add(label)
		}
		return row
	}
	l.list = kit.NewList(func() int { return len(tab.Rows) }, func() fyne.CanvasObject { return cells() }, func(i int, o fyne.CanvasObject) {
		for k, cell := range o.(*fyne.Container).Objects {
			kit.SetText(cell.(*widget.Label), tab.Rows[i][k])
		}
	})
	l.list.OnSelected = l.show
	l.list.OnUnselected = func(int) { l.show(-1) }
	head, edit := cells(), container.NewGridWithColumns(min(len(tab.Columns), fieldsInRow))
	for k, key := range tab.Columns {
		if k < tab.Listed {
			label := head.Objects[k].(*widget.Label)
			label.SetText(strings.Replace(t(key), " (", "\n(", 1)) // the unit below
			label.TextStyle.Bold = true
		}
		field := d.newField(tab.Options[k])
		field.SetPlaceHolder(t(key))
		field.OnChanged = func(s string) {
			switch {
			case l.showing:
			case l.chosen >= 0:
				tab.Rows[l.chosen][k] = s
				l.list.RefreshItem(l.chosen)
			case s != "":
				l.add(k, s)
			}
		}
		field.OnSubmitted = func(string) { d.o.Dialogs.Agree() }
		l.fields = append(l.fields, field)
		edit.Add(field.shown)
	}
	add := kit.NewButton(t("trips.register.add"), theme.ContentAddIcon(), func() {
		l.add(0, "")
		d.o.Dialogs.Focus(l.fields[0].focus)
	})
	l.remove = kit.NewButton(t("trips.register.remove"), theme.DeleteIcon(), l.removeChosen)
	l.content = container.NewBorder(head, container.NewVBox(edit, container.NewHBox(add, l.remove)), nil, nil, l.list)
	l.show(-1)
	return l
}

// add adds a record with a text in column k, and selects it.
func (l *recordList) add(k int, s string) {
	row := make([]string, len(l.tab.Columns))
	row[k] = s
	l.tab.Rows = append(l.tab.Rows, row)
	l.list.Refresh()
	l.list.Select(len(l.tab.Rows) - 1)
}

// show shows a record in the fields, none for −1. Typing into the fields of none adds a record.
func (l *recordList) show(i int) {
	l.chosen = i
	l.showing = true
	for k, field := range l.fields {
		s := ""
		if i >= 0 {
			s = l.tab.Rows[i][k]
		}
		field.SetText(s)
	}
	l.showing = false
	kit.SetEnabled(l.remove, i >= 0)
}

// removeChosen removes the selected record and selects the one after it.
func (l *recordList) removeChosen() {
	i := l.chosen
	if i < 0 {
		return
	}
	l.list.UnselectAll()
	l.tab.Rows = append(l.tab.Rows[:i:i], l.tab.Rows[i+1:]...)
	l.list.Refresh()
	if len(l.tab.Rows) > 0 {
		l.list.Select(min(i, len(l.tab.Rows)-1))
	}
}

// refresh shows the records after all of them may have changed.
func (d *dialog) refresh() {
	for _, l := range d.lists {
		l.list.UnselectAll()
		l.list.Refresh()
	}
}

// importFile asks for a file and adds its records.
func (d *dialog) importFile() {
	t := d.words.T
	d.o.Dialogs.Open(files.Question{
		Title: t("trips.register.import"), Kind: t("files.tables"), AllFiles: t("files.all"), Extensions: []string{"csv", "xlsx"},
	}, func(path string) {
		d.o.Jobs.Start(func(context.Context) func() {
			r, err := fleet.ReadFile(path)
			return func() {
				if err != nil {
					d.explain(err)
					return
				}
				d.merge(r)
			}
		})
	})
}

// merge adds records to the form.
func (d *dialog) merge(r fleet.Register) {
	changes, problem, ok := d.form.Merge(r)
	if !ok {
		d.complain(problem)
		return
	}
	d.refresh()
	d.say(d.merged(changes), widget.SuccessImportance)
}

// merged says what records that were added have changed.
func (d *dialog) merged(changes fleet.Changes) string {
	t, count := d.words.T, d.words.Count
	lines := make([]string, 0, len(d.form.Tabs)+1)
	for tab, c := range []fleet.Change{changes.Vehicles, changes.Drivers, changes.Assignments} {
		lines = append(lines, t("trips.register.merged", "list", t(d.form.Tabs[tab].Name), "added", count(c.Added), "changed", count(c.Changed), "kept", count(c.Kept)))
	}
	return strings.Join(append(lines, t("trips.register.imported")), "\n")
}

// exportFile asks for a file and writes the records as CSV.
func (d *dialog) exportFile() {
	t := d.words.T
	r, problem, ok := d.form.Read()
	if !ok {
		d.complain(problem)
		return
	}
	d.o.Dialogs.Save(files.Question{
		Title: t("trips.register.export"), Kind: t("files.tables"), AllFiles: t("files.all"), Extensions: []string{"csv"}, Name: t("trips.register.file") + ".csv",
	}, func(path string) {
		d.o.Jobs.Start(func(context.Context) func() {
			err := atomicfile.Write(path, 0o644, func(w io.Writer) error { return r.WriteCSV(w) })
			return func() {
				if err != nil {
					d.explain(err)
					return
				}
				d.say(t("trips.register.exported", "file", path), widget.SuccessImportance)
			}
		})
	})
}
