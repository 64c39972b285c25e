package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// Picker asks for a file with the dialogs of the desktop. Its methods return at
// once and call done on a goroutine of their own: with "" when the user changed
// their mind, and with ErrNoPicker when there is no such dialog here.
type Picker interface {
	Open(q Question, done func(path string, err error))
	Save(q Question, done func(path string, err error))
}

// ErrNoPicker means that the desktop has no dialogs to offer.
var ErrNoPicker = errors.New("no native file dialog here")

// Question is what a file dialog asks.
type Question struct {
	Title      string
	Kind       string   // what files of the Extensions are called
	Extensions []string // without the dot
	AllFiles   string   // what the choice of any file is called
	Folder     string   // where to begin; "" leaves it to the dialog
	Name       string   // of a file to write: what it may be called
}

// Dialogs owns the dialog that is open over the window. Its methods run on the UI
// goroutine.
type Dialogs struct {
	o    Options
	open dialog.Dialog     // the last one that was opened, nil before
	top  fyne.CanvasObject // what lies over the window while it is open
}

// Options are what Dialogs is made of.
type Options struct {
	Window fyne.Window
	Picker func() Picker // may return nil: then the toolkit's dialogs ask
	Post   func(func())  // runs a function on the UI goroutine
	Words  func() text.Catalogue
}

// New returns the dialogs of a window.
func New(o Options) *Dialogs { return &Dialogs{o: o} }

// Open asks for a file to read. chosen is not called if the user changes their mind.
func (d *Dialogs) Open(q Question, chosen func(path string)) {
	d.ask(q, Picker.Open, d.openHere, chosen)
}

// Save asks for a file to write, whose name gets the first of q.Extensions if it has
// none. chosen is not called if the user changes their mind.
func (d *Dialogs) Save(q Question, chosen func(path string)) {
	d.ask(q, Picker.Save, d.saveHere, func(path string) {
		if filepath.Ext(path) == "" {
			path += "." + q.Extensions[0]
		}
		chosen(path)
	})
}

// ask asks with the dialogs of the desktop, or with the toolkit's if there are none
// after all, and brings the answer to the UI goroutine.
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

// openHere asks with the toolkit's own dialog.
func (d *Dialogs) openHere(q Question, chosen func(string)) {
	box := dialog.NewFileOpen(func(f fyne.URIReadCloser, err error) {
		if f == nil {
			d.Complain(err)
			return
		}
		d.Complain(errors.Join(err, f.Close())) // the engine opens it itself
		chosen(f.URI().Path())
	}, d.o.Window)
	box.SetFilter(storage.NewExtensionFileFilter(dotted(q.Extensions)))
	d.showHere(box, q)
}

// saveHere asks with the toolkit's own dialog for the folder of a file to write.
// Its dialog for files would empty one that is there before anything is written.
func (d *Dialogs) saveHere(q Question, chosen func(string)) {
	d.showHere(dialog.NewFolderOpen(func(folder fyne.ListableURI, err error) {
		if folder == nil {
			d.Complain(err)
			return
		}
		chosen(freeName(filepath.Join(folder.Path(), q.Name)))
	}, d.o.Window), q)
}

func (d *Dialogs) showHere(box *dialog.FileDialog, q Question) {
	if folder, err := storage.ListerForURI(storage.NewFileURI(q.Folder)); q.Folder != "" && err == nil {
		box.SetLocation(folder)
	}
	box.SetTitleText(q.Title)
	d.Show(box, fyne.NewSize(820, 560))
}

// Show opens a dialog, which Agree and Hide then act on.
func (d *Dialogs) Show(box dialog.Dialog, size fyne.Size) {
	d.open = box
	box.Show()
	box.Resize(size) // a dialog for files can be resized only once it is shown
	d.top = d.o.Window.Canvas().Overlays().Top()
}

// Agree does what the button of the dialog that is open does, if it asks for
// something.
func (d *Dialogs) Agree() {
	if d.top == nil || d.o.Window.Canvas().Overlays().Top() != d.top {
		return // that dialog is closed, or a menu is open over it
	}
	switch box := d.open.(type) {
	case *dialog.FormDialog:
		box.Submit()
	case *dialog.ConfirmDialog:
		box.Confirm()
	}
}

// Hide closes the dialog that was opened last.
func (d *Dialogs) Hide() {
	if d.open != nil {
		d.open.Hide()
	}
}

// Confirm asks whether to do something, and calls then if the user agrees. yes is the
// text of the button that does it.
func (d *Dialogs) Confirm(title, sentence, yes string, then func()) {
	box := dialog.NewCustomConfirm(title, yes, d.o.Words().T("dialog.cancel"), kit.Wrapped(sentence, widget.MediumImportance), func(agreed bool) {
		if agreed {
			then()
		}
	}, d.o.Window)
	d.Show(box, fyne.NewSize(400, 0))
}

// Complain shows an error in a dialog, where no panel has room for it. No error is no
// complaint.
func (d *Dialogs) Complain(err error) {
	if err == nil {
		return
	}
	words := d.o.Words()
	box := dialog.NewCustom(words.T("dialog.error"), words.T("dialog.close"), kit.Notice(words, text.Explain(err)), d.o.Window)
	d.Show(box, fyne.NewSize(460, 0))
}

// freeName returns path, or path with the first number behind its name that no
// file has yet.
func freeName(path string) string {
	end := filepath.Ext(path)
	free := path
	for n := 2; ; n++ {
		if _, err := os.Lstat(free); errors.Is(err, fs.ErrNotExist) {
			return free
		} else if err != nil {
			return path // writing it will say what is wrong
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
