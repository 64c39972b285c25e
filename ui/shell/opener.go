// SPDX-License-Identifier: MIT

package shell

import (
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"roadsnap/engine/trace"
	"roadsnap/ui/files"
	"roadsnap/ui/job"
	"roadsnap/ui/maps"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
	"roadsnap/ui/units"
)

// opener shows file dialogs and opens the chosen files in their panels.
type opener struct {
	words func() text.Catalogue
	files *files.Dialogs
	jobs  *job.Runner
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
		Extensions: append(trace.Extensions(), "gz"),
	}
	if recent := o.trips.State().Recent; len(recent) > 0 {
		q.Folder = filepath.Dir(recent[0])
	}
	o.files.Open(q, func(path string) {
		o.show(panelTrips)
		o.trips.Open(path)
	})
}

// packExtension is the file name extension of packs.
const packExtension = ".rsp"

func (o *opener) packQuestion(title string) files.Question {
	t := o.words().T
	return files.Question{Title: t(title), Kind: t("files.packs"), AllFiles: t("files.all"), Extensions: []string{strings.TrimPrefix(packExtension, ".")}}
}

// pack asks for a map and opens it.
func (o *opener) pack() { o.files.Open(o.packQuestion("maps.open"), o.openPack) }

// packToo asks for a map and opens it besides the others.
func (o *opener) packToo() {
	o.files.Open(o.packQuestion("maps.add.open"), func(path string) {
		o.show(panelMaps)
		o.maps.AddMap(path)
	})
}

func (o *opener) openPack(path string) {
	o.show(panelMaps)
	o.maps.OpenPack(path)
}

// extract asks for an extract and a target file, and imports the extract.
func (o *opener) extract() {
	t := o.words().T
	o.files.Open(files.Question{
		Title: t("maps.import"), Kind: t("files.extracts"), AllFiles: t("files.all"),
		Extensions: extractExtensions,
	}, o.importFrom)
}

// install asks for an extract and installs the offered map from it.
func (o *opener) install() {
	t := o.words().T
	o.files.Open(files.Question{
		Title: t("maps.offer.files"), Kind: t("files.extracts"), AllFiles: t("files.all"), Extensions: extractExtensions,
	}, func(path string) {
		o.show(panelMaps)
		o.maps.Install(path)
	})
}

// extractExtensions are the last extensions of extracts of OpenStreetMap.
var extractExtensions = []string{"pbf", "osm", "gz", "bz2"}

// importFrom asks for a target file and imports the extract source.
func (o *opener) importFrom(source string) {
	o.show(panelMaps)
	q := o.packQuestion("maps.save")
	q.Folder, q.Name = filepath.Dir(source), packName(source)
	o.files.Save(q, func(out string) { o.maps.Import(o.units.Table(), source, out) })
}

// newPack asks for the file of a new pack. name is a proposal without extension.
func (o *opener) newPack(name string, then func(path string)) {
	q := o.packQuestion("maps.save")
	q.Name = name + packExtension
	o.files.Save(q, then)
}

// boundaries asks for a boundary file and a target file, then imports and installs the
// boundaries.
func (o *opener) boundaries() {
	t := o.words().T
	o.files.Open(files.Question{
		Title: t("units.install"), Kind: t("files.boundaries"), AllFiles: t("files.all"),
		Extensions: []string{"geojson", "json", "gz", "zip", "shp", "gpkg", "fgb", "kml", "kmz"},
	}, func(source string) {
		save := o.packQuestion("maps.save")
		save.Name = "units" + packExtension
		o.files.Save(save, func(out string) {
			o.show(panelMaps)
			o.maps.ImportUnits(o.units.Table(), source, out)
		})
	})
}

// dropped opens files dropped on the window: it opens packs as maps, imports extracts and
// opens all other files as traces, also those in a dropped folder.
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
		o.openTraces(traces)
	}
}

// isExtract reports whether path has an extension of OpenStreetMap extracts.
func isExtract(path string) bool {
	path = strings.ToLower(path)
	return slices.ContainsFunc([]string{".pbf", ".osm", ".osm.gz", ".osm.bz2"}, func(end string) bool {
		return strings.HasSuffix(path, end)
	})
}

// packName returns the default name for the pack of an extract.
func packName(source string) string {
	name, _, _ := strings.Cut(filepath.Base(source), ".")
	return name + packExtension
}
