package ui

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"roadsnap/ui/mapdraw/export"
	"roadsnap/ui/mapview"
	"roadsnap/ui/pointer"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
)

// scene returns what the map shows now, as a picture without a size.
func (w *Window) scene() export.Options {
	o := export.Options{
		Source: w.o.Source, Theme: w.theme, Fonts: w.o.Fonts, View: w.mapView.View(), ScaleBar: true,
		// Where the pointer was on its way to the menu is no part of a measurement.
		Overlays: slices.Concat(w.mapView.Overlays(), w.marks(false)),
		Legend:   append(w.exportLegend(), w.unitsLegend()...),
		Licence:  strings.Join(w.o.Maps.State().Notices(), " · "),
	}
	if at, text := w.measureNote(); text != "" {
		o.Notes = []export.Note{{At: at, Text: text}}
	}
	return o
}

// exportLegend explains the trip on the map, and what was clicked. What is measured
// says what it is by the note beside it.
func (w *Window) exportLegend() (rows []export.LegendRow) {
	if w.drawnTrip != nil {
		_, samples := trips.Overlays(w.drawnTrip)
		for _, s := range samples {
			rows = append(rows, export.LegendRow{Sample: s, Text: mapview.LegendText(w.words, s)})
		}
	}
	switch here := w.finder.State().Selected; {
	case !w.finder.State().HasSelected || w.ruler.Active():
	case here.HasRoad && !here.HasFix:
		rows = append(rows, export.LegendRow{Sample: export.SampleRoad, Text: legendRoad(w.words, here.Road)})
	default:
		rows = append(rows, export.LegendRow{Sample: export.SampleSelected, Text: mapview.LegendText(w.words, export.SampleSelected)})
	}
	return rows
}

// legendRoad names a road, one without a name by its class.
func legendRoad(words text.Catalogue, r pointer.Road) string {
	if r.Name != "" || r.Ref != "" {
		return r.Title(words)
	}
	return capital(words.Class(r.Kind))
}

// unitsLegend explains borders and the selected units; the picture leaves out what it does
// not show.
func (w *Window) unitsLegend() []export.LegendRow {
	selected := w.words.T("legend.units")
	if s := w.o.Units.State().Selection; len(s) == 1 {
		selected = s[0].Name()
	}
	return []export.LegendRow{
		{Sample: export.SampleProvinceBorder, Text: w.words.T("legend.province_border")},
		{Sample: export.SampleWardBorder, Text: w.words.T("legend.ward_border")},
		{Sample: export.SampleUnit, Text: selected},
	}
}

// capital returns a text with its first letter as a capital, as rows of a legend begin.
func capital(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}
