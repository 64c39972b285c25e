package ui

import (
	"path/filepath"
	"roadsnap/ui/files"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
)

func (w *Window) traceQuestion() files.Question {
	q := files.Question{
		Title: w.words.T("trips.open"), Kind: w.words.T("files.traces"), AllFiles: w.words.T("files.all"),
		Extensions: []string{"gpx", "geojson", "json", "csv", "tsv", "txt", "nmea", "gz"},
	}
	if recent := w.o.Trips.State().Recent; len(recent) > 0 {
		q.Folder = filepath.Dir(recent[0])
	}
	return q
}

func (w *Window) packQuestion(title string) files.Question {
	return files.Question{Title: title, Kind: w.words.T("files.packs"), AllFiles: w.words.T("files.all"), Extensions: []string{strings.TrimPrefix(packExtension, ".")}}
}

func (w *Window) extractQuestion() files.Question {
	return files.Question{
		Title: w.words.T("maps.import"), Kind: w.words.T("files.extracts"), AllFiles: w.words.T("files.all"),
		Extensions: []string{"pbf", "osm", "gz", "bz2"},
	}
}

func (w *Window) openTraces() {
	w.files.Open(w.traceQuestion(), func(path string) {
		w.show(placeTrips)
		w.o.Trips.Open(path)
	})
}

func (w *Window) openMap() {
	w.files.Open(w.packQuestion(w.words.T("maps.open")), func(path string) {
		w.show(placeMaps)
		w.o.Maps.OpenPack(path)
	})
}

// importMap asks for an extract, then for where the pack is to go.
func (w *Window) importMap() {
	w.files.Open(w.extractQuestion(), w.importFrom)
}

// importFrom asks where the pack made of an extract is to go, and makes it.
func (w *Window) importFrom(source string) {
	w.show(placeMaps)
	q := w.packQuestion(w.words.T("maps.save"))
	q.Folder, q.Name = filepath.Dir(source), packName(source)
	w.files.Save(q, func(out string) {
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

// ShowError shows an error in a dialog. Safe for concurrent use.
func (w *Window) ShowError(err error) { w.o.Do(func() { w.files.Complain(err) }) }

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
