// SPDX-License-Identifier: MIT

package shell

import (
	"strings"
	"time"

	"roadsnap/engine/units"
	"roadsnap/ui/mapdraw/export"
	"roadsnap/ui/mapview"
	"roadsnap/ui/text"
)

// scene returns the current content of the map as export options without a size. A picture
// has the light theme, because it is printed and sent.
func (w *Window) scene() export.Options {
	o := export.Options{
		Source: w.mapSource(), Theme: w.o.Style.Light, Fonts: w.o.Fonts, View: w.mapView.View(), ScaleBar: true,
		Overlays: w.mapView.Overlays(mapview.LayerMarks),
		Licence:  strings.Join(w.o.Maps.State().Notices(), " · "),
		Symbol:   w.words.Category,
	}
	for _, s := range w.tripLayers.Samples() {
		o.Legend = append(o.Legend, export.LegendRow{Sample: s, Text: mapview.LegendText(w.words, s)})
	}
	if layers := w.layers.Legend(); len(layers) > 0 { // a thematic map shows its north
		o.Colours, o.North = layers, w.words.T("legend.north")
	}
	o.Scales, o.LegendRoute = w.scales(), w.tripLayers.Colour()
	o.Subtitle = w.pictureSubtitle()
	w.tools.AddTo(&o)
	w.units.AddTo(&o)
	return o
}

// pictureTitle calls then with the title of a picture: the name of the active layer in its panel,
// or that of the selected trip, or the number of the selected trips, or the province in the middle
// of the map.
func (w *Window) pictureTitle(then func(string)) {
	if i := w.layers.State().Item(); w.arrangement.panel == panelLayers && i != nil {
		then(i.Title())
		return
	}
	switch list := w.o.Trips.State().ChosenTrips(); len(list) {
	case 0:
		w.o.Units.ProvinceAt(w.mapView.View().Center, func(p units.Province) { then(w.words.Province(p)) })
	case 1:
		then(list[0].Name)
	default:
		then(w.words.T("trips.group", "n", w.words.Count(len(list))))
	}
}

// pictureTimes returns the times of the first and the last observation of the selected trips,
// zero without times.
func (w *Window) pictureTimes() (first, last time.Time) {
	for _, t := range w.o.Trips.State().ChosenTrips() {
		if !t.First.IsZero() && (first.IsZero() || t.First.Before(first)) {
			first = t.First
		}
		if t.Last.After(last) {
			last = t.Last
		}
	}
	return first, last
}

// pictureSubtitle returns the days of the selected trips and their length.
func (w *Window) pictureSubtitle() string {
	list := w.o.Trips.State().ChosenTrips()
	if len(list) == 0 {
		return ""
	}
	var parts []string
	first, last := w.pictureTimes()
	metres := 0.0
	for _, t := range list {
		if metres += t.Raw; t.HasSummary {
			metres += t.Summary.Matched - t.Raw
		}
	}
	if !first.IsZero() {
		days := w.words.Day(first.In(text.Vietnam))
		if end := w.words.Day(last.In(text.Vietnam)); end != days {
			days += " – " + end
		} else if len(list) == 1 {
			days += ", " + w.words.Clock(first) + "–" + w.words.Clock(last)
		}
		parts = append(parts, days)
	}
	return strings.Join(append(parts, w.words.Distance(metres)), " · ")
}
