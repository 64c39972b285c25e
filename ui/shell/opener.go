package shell

import (
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"roadsnap/ui/files"
	"roadsnap/ui/maps"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
	"roadsnap/ui/units"
)

// opener asks for files and opens them in the panel where they belong.
type opener struct {
	words func() text.Catalogue
	files *files.Dialogs
	trips *trips.Model
	units *units.Model
	maps  *maps.Model
	show  func(panel)
}

// traces asks for a trace and opens it.
func (o *opener) traces() {
	t := o.words().T
	q := files.Question{
		Title: t("trips.open"), Kind: t("files.traces"), AllFiles: t("files.all"),
		Extensions: []string{"gpx", "geojson", "json", "csv", "tsv", "txt", "nmea", "gz"},
	}
	if recent := o.trips.State().Recent; len(recent) > 0 {
		q.Folder = filepath.Dir(recent[0])
	}
	o.files.Open(q, func(path string) {
		o.show(panelTrips)
		o.trips.Open(path)
	})
}

// packExtension is what the names of packs end in.
const packExtension = ".rsp"

func (o *opener) packQuestion(title string) files.Question {
	t := o.words().T
	return files.Question{Title: t(title), Kind: t("files.packs"), AllFiles: t("files.all"), Extensions: []string{strings.TrimPrefix(packExtension, ".")}}
}

// pack asks for a map and opens it.
func (o *opener) pack() { o.files.Open(o.packQuestion("maps.open"), o.openPack) }

func (o *opener) openPack(path string) {
	o.show(panelMaps)
	o.maps.OpenPack(path)
}

// extract asks for an extract, then for where the pack is to go, and makes it.
func (o *opener) extract() {
	t := o.words().T
	o.files.Open(files.Question{
		Title: t("maps.import"), Kind: t("files.extracts"), AllFiles: t("files.all"),
		Extensions: []string{"pbf", "osm", "gz", "bz2"},
	}, o.importFrom)
}

// importFrom asks where the pack made of an extract is to go, and makes it.
func (o *opener) importFrom(source string) {
	o.show(panelMaps)
	q := o.packQuestion("maps.save")
	q.Folder, q.Name = filepath.Dir(source), packName(source)
	o.files.Save(q, func(out string) { o.maps.Import(source, out) })
}

// boundaries asks for boundaries, then where the pack of them is to go, and installs
// it.
func (o *opener) boundaries() {
	t := o.words().T
	o.files.Open(files.Question{
		Title: t("units.install"), Kind: t("files.boundaries"), AllFiles: t("files.all"),
		Extensions: []string{"geojson", "json", "gz", "zip"},
	}, func(source string) {
		save := o.packQuestion("maps.save")
		save.Name = "units" + packExtension
		o.files.Save(save, func(out string) {
			o.show(panelMaps)
			o.maps.ImportUnits(o.units.Table(), source, out)
		})
	})
}

// dropped opens what was dropped on the window: packs as maps, extracts as maps
// to be made, everything else as traces.
func (o *opener) dropped(_ fyne.Position, uris []fyne.URI) {
	var traces []string
	for _, u := range uris {
		path := u.Path()
		switch {
		case strings.EqualFold(filepath.Ext(path), packExtension):
			o.openPack(path)
		case isExtract(path):
			o.importFrom(path)
		default:
			traces = append(traces, path)
		}
	}
	if len(traces) > 0 {
		o.show(panelTrips)
		o.trips.Open(traces...)
	}
}

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
