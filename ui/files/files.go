// SPDX-License-Identifier: MIT

package files

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// Picker shows the file dialogs of the desktop. Its methods return at once and call done
// on another goroutine. path is "" if the user cancelled. err is ErrNoPicker if the
// desktop has no file dialog.
type Picker interface {
	Open(q Question, done func(path string, err error))
	Save(q Question, done func(path string, err error))
	Folder(q Question, done func(path string, err error))
}

// ErrNoPicker reports that the desktop has no file dialog.
var ErrNoPicker = errors.New("the desktop has no file dialog")

// Question configures a file dialog.
type Question struct {
	Title      string
	Kind       string   // label of the filter for Extensions
	Extensions []string // without the dot, in lower case
	Others     []string // further extensions that a file to write may have
	AllFiles   string   // label of the filter for all files
	Folder     string   // initial folder; "" for the default of the dialog
	Name       string   // suggested name of a file to write
}

// Dialogs owns the dialog that is open over the window. Its methods run on the UI
// goroutine.
type Dialogs struct {
	o    Options
	open dialog.Dialog     // the last opened dialog, nil before
	top  fyne.CanvasObject // the canvas overlay of that dialog
	edit func()            // confirms a dialog of Edit, nil if another one is open
}

// Options configures Dialogs.
type Options struct {
	Window fyne.Window
	Picker func() Picker // may return nil, for the dialogs of the toolkit
	Post   func(func())  // runs a function on the UI goroutine
	Words  func() text.Catalogue
	// OpenURL opens a file or a folder in the program of the system.
	OpenURL func(*url.URL) error
}

// New returns the dialogs of a window.
func New(o Options) *Dialogs { return &Dialogs{o: o} }

// Open asks for a file to read. chosen is not called if the user cancels.
func (d *Dialogs) Open(q Question, chosen func(path string)) {
	d.ask(q, Picker.Open, d.openHere, chosen)
}

// Save asks for a file to write. A name without one of the extensions, as that of a plate with a
// dot, gets the first of q.Extensions, and a number if that file exists, because no dialog asked
// about it. chosen is not called if the user cancels.
func (d *Dialogs) Save(q Question, chosen func(path string)) {
	d.ask(q, Picker.Save, d.saveHere, func(path string) {
		if !q.fits(path) {
			path = freeName(path + "." + q.Extensions[0])
		}
		chosen(path)
	})
}

// fits reports whether a path has one of the extensions of a file to write.
func (q Question) fits(path string) bool {
	path = strings.ToLower(path)
	return slices.ContainsFunc(slices.Concat(q.Extensions, q.Others), func(e string) bool { return strings.HasSuffix(path, "."+e) })
}

// Folder asks for a folder. chosen is not called if the user cancels.
func (d *Dialogs) Folder(q Question, chosen func(path string)) {
	d.ask(q, Picker.Folder, d.folderHere, chosen)
}

// ask shows a dialog of the desktop or, if there is none, the toolkit's dialog here, and
// calls chosen on the UI goroutine.
func (d *Dialogs) ask(q Question, picker func(Picker, Question, func(string, error)), here func(Question, func(string)), chosen func(string)) {
	p := d.o.Picker()
	if p == nil {
		here(q, chosen)
		return
	}
	picker(p, q, func(path string, err error) {
		d.o.Post(func() {
			switch {
			case err != nil:
				here(q, chosen)
			case path != "":
				chosen(path)
			}
		})
	})
}

// openHere asks for a file to read with the toolkit's dialog.
func (d *Dialogs) openHere(q Question, chosen func(string)) {
	box := dialog.NewFileOpen(func(f fyne.URIReadCloser, err error) {
		if f == nil {
			d.Complain(err)
			return
		}
		d.Complain(errors.Join(err, f.Close())) // only the path is used
		chosen(f.URI().Path())
	}, d.o.Window)
	box.SetFilter(storage.NewExtensionFileFilter(dotted(q.Extensions)))
	d.showHere(box, q)
}

// saveHere asks for the folder of a file to write with the toolkit's dialog, and takes a
// free name in it. The toolkit's save dialog would truncate an existing file at once.
func (d *Dialogs) saveHere(q Question, chosen func(string)) {
	d.folderHere(q, func(folder string) { chosen(freeName(filepath.Join(folder, q.Name))) })
}

// folderHere asks for a folder with the toolkit's dialog.
func (d *Dialogs) folderHere(q Question, chosen func(string)) {
	d.showHere(dialog.NewFolderOpen(func(folder fyne.ListableURI, err error) {
		if folder == nil {
			d.Complain(err)
			return
		}
		chosen(folder.Path())
	}, d.o.Window), q)
}

func (d *Dialogs) showHere(box *dialog.FileDialog, q Question) {
	if folder, err := storage.ListerForURI(storage.NewFileURI(q.Folder)); q.Folder != "" && err == nil {
		box.SetLocation(folder)
	}
	box.SetTitleText(q.Title)
	d.Show(box, fyne.NewSize(820, 560))
}

// Show opens a dialog, on which Agree and Hide then act. size is for texts of the usual size; with
// larger ones the dialog is wider, if the window is.
func (d *Dialogs) Show(box dialog.Dialog, size fyne.Size) {
	d.open, d.edit = box, nil
	const margin = 40 // logical pixels
	size.Width = max(size.Width, min(kit.WithText(size.Width), d.o.Window.Canvas().Size().Width-margin))
	box.Show()
	box.Resize(size) // a file dialog can only be resized after it is shown
	d.top = d.o.Window.Canvas().Overlays().Top()
}

// Agree confirms the open dialog, if it is a form or a confirmation.
func (d *Dialogs) Agree() {
	if d.top == nil || d.o.Window.Canvas().Overlays().Top() != d.top {
		return // the dialog is closed, or a menu is open over it
	}
	switch box := d.open.(type) {
	case *dialog.FormDialog:
		box.Submit()
	case *dialog.ConfirmDialog:
		box.Confirm()
	case *dialog.CustomDialog:
		if d.edit != nil {
			d.edit()
		}
	}
}

// Hide closes the last opened dialog.
func (d *Dialogs) Hide() {
	if d.open != nil {
		d.open.Hide()
	}
}

// Confirm shows a confirmation dialog and calls then if the user confirms. yes is the text
// of the confirm button.
func (d *Dialogs) Confirm(title, sentence, yes string, then func()) {
	d.Ask(title, yes, kit.Wrapped(sentence, widget.MediumImportance), fyne.NewSize(400, 0), then)
}

// Ask is Confirm with any content instead of a sentence.
func (d *Dialogs) Ask(title, yes string, content fyne.CanvasObject, size fyne.Size, then func()) {
	box := dialog.NewCustomConfirm(Titled(title), yes, d.o.Words().T("dialog.cancel"), content, func(agreed bool) {
		if agreed {
			then()
		}
	}, d.o.Window)
	d.Show(box, size)
}

// Editor is a dialog that Edit has shown.
type Editor struct {
	dialog.Dialog
	confirm *kit.Button
}

// SetReady sets whether the user can confirm the dialog, which is so at first.
func (e *Editor) SetReady(ready bool) { kit.SetEnabled(e.confirm, ready) }

// Edit shows a dialog that the user confirms with the button yes, by Enter too. It stays
// open until then reports that it is done. more are buttons before the others. It returns
// the dialog, which is shown.
func (d *Dialogs) Edit(title, yes string, content fyne.CanvasObject, size fyne.Size, then func() (done bool), more ...fyne.CanvasObject) *Editor {
	box := dialog.NewCustomWithoutButtons(Titled(title), kit.WithTipsInDialog(content, d.o.Post), d.o.Window)
	e := &Editor{Dialog: box}
	agree := func() {
		if !e.confirm.Disabled() && then() {
			box.Hide()
		}
	}
	e.confirm = kit.NewButton(yes, theme.ConfirmIcon(), agree)
	e.confirm.Importance = widget.HighImportance
	cancel := kit.NewButton(d.o.Words().T("dialog.cancel"), theme.CancelIcon(), box.Hide)
	box.SetButtons(append(more, cancel, e.confirm))
	d.Show(box, size)
	d.edit = agree
	return e
}

// Titled returns the title of the dialog that a menu item opens, whose label ends in an
// ellipsis.
func Titled(label string) string { return strings.TrimSuffix(label, "…") }

// Look shows content in a dialog with a button that closes it.
func (d *Dialogs) Look(title string, content fyne.CanvasObject, size fyne.Size) {
	d.Show(dialog.NewCustom(Titled(title), d.o.Words().T("dialog.close"), kit.WithTipsInDialog(content, d.o.Post), d.o.Window), size)
}

// Tell shows a sentence in a dialog.
func (d *Dialogs) Tell(title, sentence string) {
	d.Show(dialog.NewCustom(Titled(title), d.o.Words().T("dialog.close"), kit.Wrapped(sentence, widget.MediumImportance), d.o.Window), fyne.NewSize(400, 0))
}

// Form shows a dialog with fields and calls then if the user confirms it, by Enter too. yes
// is the text of the confirm button. If the first field is for text, it gets the
// focus and its text is selected.
func (d *Dialogs) Form(title, yes string, items []*widget.FormItem, then func()) {
	box := dialog.NewForm(Titled(title), yes, d.o.Words().T("dialog.cancel"), items, func(agreed bool) {
		if agreed {
			then()
		}
	}, d.o.Window)
	d.Show(box, fyne.NewSize(460, 0))
	for i, item := range items {
		if e := entryOf(item.Widget); e != nil {
			e.OnSubmitted = func(string) { d.Agree() }
			if i == 0 {
				d.o.Window.Canvas().Focus(item.Widget.(fyne.Focusable))
				e.TypedShortcut(&fyne.ShortcutSelectAll{}) // so that typing replaces it
			}
		}
	}
}

// Focus gives the focus to a field of the open dialog, which may not have been drawn yet.
func (d *Dialogs) Focus(o fyne.Focusable) { d.o.Window.Canvas().Focus(o) }

// entryOf returns the field for a line of text that o is, nil if it is something else.
func entryOf(o fyne.CanvasObject) *widget.Entry {
	switch e := o.(type) {
	case *kit.KeyEntry:
		return &e.Entry
	case *kit.Entry:
		if !e.MultiLine {
			return &e.Entry
		}
	}
	return nil
}

// OpenPath opens a file or a folder in the program of the system.
func (d *Dialogs) OpenPath(path string) error {
	u, err := url.Parse(storage.NewFileURI(path).String())
	if err != nil {
		return err
	}
	return d.o.OpenURL(u)
}

// Links returns buttons that open a written file, and its folder.
func (d *Dialogs) Links(path string) fyne.CanvasObject {
	t := d.o.Words().T
	return container.NewHBox(kit.QuietButton(t("files.open_file"), theme.FileIcon(), func() { d.Complain(d.OpenPath(path)) }), d.FolderLink(path))
}

// FolderLink returns a button that opens the folder of a written file.
func (d *Dialogs) FolderLink(path string) fyne.CanvasObject {
	return kit.QuietButton(d.o.Words().T("files.open_folder"), theme.FolderOpenIcon(), func() { d.Complain(d.OpenPath(filepath.Dir(path))) })
}

// Complain shows an error in a dialog. It does nothing if err is nil.
func (d *Dialogs) Complain(err error) {
	if err == nil {
		return
	}
	words := d.o.Words()
	box := dialog.NewCustom(words.T("dialog.error"), words.T("dialog.close"), kit.Notice(words, text.Explain(err)), d.o.Window)
	d.Show(box, fyne.NewSize(460, 0))
}

// freeName returns path or, if it exists, path with the lowest number, from 2, after its
// name that makes it free.
func freeName(path string) string {
	end := filepath.Ext(path)
	free := path
	for n := 2; ; n++ {
		if _, err := os.Lstat(free); errors.Is(err, fs.ErrNotExist) {
			return free
		} else if err != nil {
			return path // writing the file will report the error
		}
		free = fmt.Sprintf("%s %d%s", strings.TrimSuffix(path, end), n, end)
	}
}

func dotted(extensions []string) []string {
	list := make([]string, 0, 2*len(extensions))
	for _, e := range extensions {
		list = append(list, "."+e, "."+strings.ToUpper(e))
	}
	return list
}
