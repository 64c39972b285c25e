// SPDX-License-Identifier: MIT

package shell

import (
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"roadsnap/engine/geo"
	"roadsnap/engine/osmimport"
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
	// mapBounds returns the bounds of the installed map, and pasted the text of the clipboard.
	mapBounds func() geo.Bounds
	pasted    func() string
	// sources shows files to make a map of, and then imports or installs them.
	sources func(files []string, install bool)
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
	o.files.Open(q, o.openTrace)
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

// extract asks for an extract and imports it.
func (o *opener) extract() {
	t := o.words().T
	o.files.Open(files.Question{
		Title: t("maps.import"), Kind: t("files.extracts"), AllFiles: t("files.all"),
		Extensions: extractExtensions,
	}, func(path string) { o.importFrom(path) })
}

// install asks for an extract and installs the offered map from it.
func (o *opener) install() {
	o.source(func(path string) {
		o.show(panelMaps)
		o.sources([]string{path}, true)
	})
}

// source asks for a file with an extract or boundaries.
func (o *opener) source(chosen func(path string)) {
	t := o.words().T
	o.files.Open(files.Question{
		Title: t("maps.offer.files"), Kind: t("files.sources"), AllFiles: t("files.all"),
		Extensions: append(slices.Clone(extractExtensions), boundaryExtensions...),
	}, chosen)
}

// extractExtensions are the last extensions of extracts of OpenStreetMap, and
// boundaryExtensions those of boundaries.
var (
	extractExtensions  = []string{"pbf", "osm", "gz", "bz2"}
	boundaryExtensions = []string{"geojson", "json", "gz", "zip", "shp", "gpkg", "fgb", "kml", "kmz"}
)

// importFrom imports sources, after the user has seen them.
func (o *opener) importFrom(sources ...string) {
	o.show(panelMaps)
	o.sources(sources, false)
}

// newPack asks for the file of a new pack. folder and name, without extension, are a proposal.
func (o *opener) newPack(folder, name string, then func(path string)) {
	q := o.packQuestion("maps.save")
	q.Folder, q.Name = folder, name+packExtension
	o.files.Save(q, then)
}

// boundaries asks for a boundary file and imports it.
func (o *opener) boundaries() {
	t := o.words().T
	o.files.Open(files.Question{
		Title: t("units.install"), Kind: t("files.boundaries"), AllFiles: t("files.all"), Extensions: boundaryExtensions,
	}, func(path string) { o.importFrom(path) })
}

// dropped opens files dropped on the window.
func (o *opener) dropped(_ fyne.Position, uris []fyne.URI) {
	paths := make([]string, len(uris))
	for i, u := range uris {
		paths[i] = u.Path()
	}
	o.open(paths)
}

// open opens files by what they are: packs as maps, extracts are imported, and all others are
// traces, also those in a folder.
func (o *opener) open(paths []string) {
	var traces, extracts []string
	for _, path := range paths {
		switch {
		case strings.EqualFold(filepath.Ext(path), packExtension):
			o.openPack(path)
		case osmimport.HasExtension(path):
			extracts = append(extracts, path)
		default:
			traces = append(traces, path)
		}
	}
	if len(extracts) > 0 {
		o.importFrom(extracts...)
	}
	switch {
	case len(traces) == 1 && isTable(traces[0]):
		o.openTrace(traces[0])
	case len(traces) > 0:
		o.show(panelTrips)
		o.openTraces(traces)
	}
}
