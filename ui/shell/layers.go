// SPDX-License-Identifier: MIT

package shell

import (
	"roadsnap/engine/choropleth"
	"roadsnap/engine/geo"
	"roadsnap/ui/gis"
	"roadsnap/ui/mapdraw/export"
	"roadsnap/ui/mapview"
	"roadsnap/ui/text"
)

// prefLayers is the setting with the layers of the user.
const prefLayers = "layers"

// furnishLayers creates the layers of the user.
func (w *Window) furnishLayers() {
	o := w.o
	w.layers = gis.NewModel(gis.Options{
		Jobs: o.Jobs, Table: o.Units.Table(), Atlas: o.Atlas, Bounds: func() geo.Bounds { return o.Maps.Bounds() }, Books: o.Books,
		Language: func() choropleth.Language { return choropleth.Language(w.words.Language) },
		Others:   func() string { return w.words.T("gis.others") },
		Kept:     w.settings.String(prefLayers), Keep: func(layers string) { w.settings.SetString(prefLayers, layers) },
	})
	w.layers.OnChange(w.layersChanged)
}

// buildLayers creates the panel of the layers in a language.
func (w *Window) buildLayers(words text.Catalogue) {
	w.layers.LanguageChanged()
	w.layerPanel = gis.New(words, w.layers, gis.Actions{
		Dialogs: w.files, ShowBounds: func(b geo.Bounds) { w.mapView.ShowBounds(b) }, Picture: w.exports.AskPicture,
		Remember: func(undo, redo func()) { w.o.Trips.Remember(undo, redo) }, Keys: w.commands.typedKey,
	})
}

// layersChanged shows the layers in their panel and on the map.
func (w *Window) layersChanged() {
	if w.layerPanel == nil {
		return
	}
	w.layerPanel.Show()
	w.mapView.Layer(mapview.LayerOwn).Set(w.layers.Overlays()...)
	if w.arrangement.panel == panelLayers {
		w.showDock()
	}
}

// layerLegend returns the legend of the visible layers for a picture.
func (w *Window) layerLegend() (rows []export.LegendColour) {
	for _, i := range w.layers.State().Items {
		if i.Style.Hidden || i.Data == nil {
			continue
		}
		keys := i.Keys()
		if len(keys) == 0 {
			keys = []gis.Key{i.Colour()}
		}
		for n, k := range keys {
			text := k.Text
			if n == 0 && len(i.Keys()) > 0 {
				text += " · " + i.Style.Column
			}
			k.Colour.A = uint8(255 * i.Style.Opacity) // as on the map
			rows = append(rows, export.LegendColour{Colour: k.Colour, Text: text})
		}
	}
	return rows
}
