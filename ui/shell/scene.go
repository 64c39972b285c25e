// SPDX-License-Identifier: MIT

package shell

import (
	"strings"

	"roadsnap/ui/mapdraw/export"
	"roadsnap/ui/mapview"
)

// scene returns the current content of the map as export options without a size.
func (w *Window) scene() export.Options {
	o := export.Options{
		Source: w.o.Source, Theme: w.mapView.theme, Fonts: w.o.Fonts, View: w.mapView.View(), ScaleBar: true,
		Overlays: w.mapView.Overlays(mapview.LayerMarks),
		Licence:  strings.Join(w.o.Maps.State().Notices(), " · "),
	}
	for _, s := range w.tripLayers.Samples() {
		o.Legend = append(o.Legend, export.LegendRow{Sample: s, Text: mapview.LegendText(w.words, s)})
	}
	o.Scales = w.scales()
	w.tools.AddTo(&o)
	w.units.AddTo(&o)
	return o
}
