package ui

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"

	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// Picker asks for a file with the dialogs of the desktop. Its methods return at
// once and call done on a goroutine of their own: with "" when the user changed
// their mind, and with ErrNoPicker when there is no such dialog here.
type Picker interface {
	Open(q FileQuestion, done func(path string, err error))
	Save(q FileQuestion, done func(path string, err error))
}

// ErrNoPicker means that the desktop has no dialogs to offer.
var ErrNoPicker = errors.New("no native file dialog here")

// FileQuestion is what a file dialog asks.
type FileQuestion struct {
	Title      string
	Kind       string   // what files of the Extensions are called
	Extensions []string // without the dot
	AllFiles   string   // what the choice of any file is called
	Folder     string   // where to begin; "" leaves it to the dialog
	Name       string   // of a file to write: what it may be called
}

func (w *Window) traceQuestion() FileQuestion {
	q := FileQuestion{
		Title: w.words.T("trips.open"), Kind: w.words.T("files.traces"), AllFiles: w.words.T("files.all"),
		Extensions: []string{"gpx", "geojson", "json", "csv", "tsv", "txt", "nmea", "gz"},
	}
	if recent := w.o.Trips.State().Recent; len(recent) > 0 {
		q.Folder = filepath.Dir(recent[0])
	}
	return q
}

func (w *Window) packQuestion(title string) FileQuestion {
	return FileQuestion{Title: title, Kind: w.words.T("files.packs"), AllFiles: w.words.T("files.all"), Extensions: []string{strings.TrimPrefix(packExtension, ".")}}
}

func (w *Window) extractQuestion() FileQuestion {
	return FileQuestion{
		Title: w.words.T("maps.import"), Kind: w.words.T("files.extracts"), AllFiles: w.words.T("files.all"),
		Extensions: []string{"pbf", "osm", "gz", "bz2"},
	}
}

func (w *Window) openTraces() {
	w.pick(w.traceQuestion(), func(path string) {
		w.show(placeTrips)
		w.o.Trips.Open(path)
	})
}

func (w *Window) openMap() {
	w.pick(w.packQuestion(w.words.T("maps.open")), func(path string) {
		w.show(placeMaps)
		w.o.Maps.OpenPack(path)
	})
}

// importMap asks for an extract, then for where the pack is to go.
func (w *Window) importMap() {
	w.pick(w.extractQuestion(), w.importFrom)
}

// importFrom asks where the pack made of an extract is to go, and makes it.
func (w *Window) importFrom(source string) {
	w.show(placeMaps)
	q := w.packQuestion(w.words.T("maps.save"))
	q.Folder, q.Name = filepath.Dir(source), packName(source)
	w.pickSave(q, func(out string) {
		if filepath.Ext(out) == "" {
			out += packExtension
		}
		w.o.Maps.Import(source, out)
	})
}

// packExtension is what the names of packs end in.
const packExtension = ".rsp"

// isExtract reports whether a path is that of an OpenStreetMap extract.
func isExtract(path string) bool {
	path = strings.ToLower(path)
	return slices.ContainsFunc([]string{".pbf", ".osm", ".osm.gz", ".osm.bz2"}, func(end string) bool {
		return strings.HasSuffix(path, end)
	})
}

// packName is what a pack made of an extract is called.
func packName(source string) string {
	name, _, _ := strings.Cut(filepath.Base(source), ".")
	return name + packExtension
}

// pick asks for a file to read, with the desktop's dialog or, where there is
// none, with the toolkit's. chosen runs on the UI thread.
func (w *Window) pick(q FileQuestion, chosen func(string)) {
	if w.o.Picker == nil {
		w.pickHere(q, chosen)
		return
	}
	w.o.Picker.Open(q, w.picked(func() { w.pickHere(q, chosen) }, chosen))
}

func (w *Window) pickSave(q FileQuestion, chosen func(string)) {
	if w.o.Picker == nil {
		w.saveHere(q, chosen)
		return
	}
	w.o.Picker.Save(q, w.picked(func() { w.saveHere(q, chosen) }, chosen))
}

// picked brings a picker's answer to the UI thread: to chosen, or to fallback
// when there is no picker after all.
func (w *Window) picked(fallback func(), chosen func(string)) func(string, error) {
	return func(path string, err error) {
		w.o.Do(func() {
			switch {
			case err != nil:
				fallback()
			case path != "":
				chosen(path)
			}
		})
	}
}

// pickHere asks with the toolkit's own dialog.
func (w *Window) pickHere(q FileQuestion, chosen func(string)) {
	d := dialog.NewFileOpen(func(f fyne.URIReadCloser, err error) {
		if f == nil {
			w.complain(err)
			return
		}
		w.complain(errors.Join(err, f.Close())) // the engine opens it itself
		chosen(f.URI().Path())
	}, w.window)
	d.SetFilter(storage.NewExtensionFileFilter(dotted(q.Extensions)))
	w.ask(d, q)
}

// saveHere asks with the toolkit's own dialog for the folder of a file to write.
// Its dialog for files would empty one that is there before anything is written.
func (w *Window) saveHere(q FileQuestion, chosen func(string)) {
	w.ask(dialog.NewFolderOpen(func(folder fyne.ListableURI, err error) {
		if folder == nil {
			w.complain(err)
			return
		}
		chosen(freeName(filepath.Join(folder.Path(), q.Name)))
	}, w.window), q)
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
			return path // who writes it will say what is wrong
		}
		free = fmt.Sprintf("%s %d%s", strings.TrimSuffix(path, end), n, end)
	}
}

func (w *Window) ask(d *dialog.FileDialog, q FileQuestion) {
	if folder, err := storage.ListerForURI(storage.NewFileURI(q.Folder)); q.Folder != "" && err == nil {
		d.SetLocation(folder)
	}
	d.SetTitleText(q.Title)
	w.showDialog(d, fyne.NewSize(820, 560))
}

// ShowError shows an error in a dialog. Safe for concurrent use.
func (w *Window) ShowError(err error) { w.o.Do(func() { w.complain(err) }) }

// complain shows an error in a dialog of its own, where no place has room for
// it. No error is no complaint.
func (w *Window) complain(err error) {
	if err == nil {
		return
	}
	n := text.Explain(err)
	box := dialog.NewCustom(w.words.T("dialog.error"), w.words.T("dialog.close"), kit.Notice(w.words, n), w.window)
	w.showDialog(box, fyne.NewSize(460, 0))
}

func dotted(extensions []string) []string {
	list := make([]string, 0, 2*len(extensions))
	for _, e := range extensions {
		list = append(list, "."+e, "."+strings.ToUpper(e))
	}
	return list
}

// dropped opens what was dropped on the window: packs as maps, extracts as maps
// to be made, everything else as traces.
func (w *Window) dropped(uris []fyne.URI) {
	var traces []string
	for _, u := range uris {
		path := u.Path()
		switch {
		case strings.EqualFold(filepath.Ext(path), packExtension):
			w.show(placeMaps)
			w.o.Maps.OpenPack(path)
		case isExtract(path):
			w.importFrom(path)
		default:
			traces = append(traces, path)
		}
	}
	if len(traces) > 0 {
		w.show(placeTrips)
		w.o.Trips.Open(traces...)
	}
}
