// SPDX-License-Identifier: MIT

package mapview

import (
	"slices"

	"roadsnap/ui/mapdraw/overlay"
)

// LayerID identifies a layer over the map.
type LayerID int

// The layers from bottom to top.
const (
	LayerOwn     LayerID = iota // layers of the user
	LayerBorders                // borders of units
	LayerTraffic                // how often roads were driven
	LayerBefore                 // the route of a trip before a correction
	LayerTrips
	LayerDraft    // what becomes of a trip by an edit
	LayerFix      // the candidates of a point
	LayerPlaces   // named by the user
	LayerVehicles // in playback
	LayerOwnNames // texts in layers of the user
	LayerUnits    // names and faults of units
	LayerReports  // places of import reports
	LayerFound    // a result of the search box
	LayerMarks    // clicked and measured places
	numLayers
)

// Layer is a slot for the overlays of one owner.
type Layer struct {
	m        *Map
	overlays []overlay.Overlay
}

// Layer returns a layer of the map.
func (m *Map) Layer(id LayerID) *Layer { return &m.layers[id] }

// Set replaces the overlays of the layer.
func (l *Layer) Set(overlays ...overlay.Overlay) {
	if len(overlays) > 0 || len(l.overlays) > 0 {
		l.overlays = overlays
		l.m.Recompose()
	}
}

// Overlays returns the overlays of the layer, from bottom to top.
func (l *Layer) Overlays() []overlay.Overlay { return l.overlays }

// Overlays returns the overlays of all layers below the given one, from bottom to
// top.
func (m *Map) Overlays(below LayerID) (all []overlay.Overlay) {
	for _, l := range m.layers[:below] {
		all = append(all, l.overlays...)
	}
	return slices.Clip(all)
}
