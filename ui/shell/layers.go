// SPDX-License-Identifier: MIT

package shell

import (
	"roadsnap/engine/choropleth"
	"roadsnap/engine/geo"
	"roadsnap/ui/gis"
	"roadsnap/ui/mapview"
	"roadsnap/ui/text"
)

// prefLayers is the setting in which earlier versions kept the layers of the user.
const prefLayers = "layers"

// furnishLayers creates the layers of the user.
func (w *Window) furnishLayers() {
	o := w.o
	w.layers = gis.NewModel(gis.Options{
		Jobs: o.Jobs, Table: o.Units.Table(), Atlas: o.Atlas, Bounds: func() geo.Bounds { return o.Maps.Bounds() }, Books: o.Books,
		Language: func() choropleth.Language { return choropleth.Language(w.words.Language) },
		Others:   func() string { return w.words.T("gis.others") },
		Fonts:    o.Fonts, Keeper: o.Layers,
		Former: gis.Former{Layers: w.settings.String(prefLayers), Forget: func() { w.settings.SetString(prefLayers, "") }},
	})
	w.layers.OnChange(w.layersChanged)
}

// buildLayers creates the panel of the layers in a language.
func (w *Window) buildLayers(words text.Catalogue) {
	w.layers.LanguageChanged()
	w.layerPanel = gis.New(words, w.layers, gis.Actions{
		Dialogs: w.files, ShowBounds: func(b geo.Bounds) { w.mapView.ShowBounds(b) }, Picture: w.exports.AskPicture,
		Remember: func(undo, redo func()) { w.o.Trips.History().Remember(undo, redo) }, Keys: w.commands.typedKey,
	})
}

// layersChanged shows the layers in their panel and on the map.
func (w *Window) layersChanged() {
	if w.layerPanel == nil {
		return
	}
	w.layerPanel.Show()
	w.mapView.Layer(mapview.LayerOwn).Set(w.layers.Overlays()...)
	w.mapView.Layer(mapview.LayerOwnNames).Set(w.layers.Names()...)
	if w.arrangement.panel == panelLayers {
		w.showDock()
	}
}
