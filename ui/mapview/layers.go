package mapview

import (
	"slices"

	"roadsnap/ui/mapdraw/overlay"
)

// LayerID names a layer that lies over the map.
type LayerID int

// The layers from bottom to top.
const (
	LayerBorders LayerID = iota // of the units
	LayerTrips
	LayerUnits   // their names and faults
	LayerReports // what records of maps found
	LayerMarks   // what was clicked and what is measured
	numLayers
)

// Layer is a slot for what one owner draws over the map.
type Layer struct {
	m        *Map
	overlays []overlay.Overlay
}

// Layer returns a layer of the map.
func (m *Map) Layer(id LayerID) *Layer { return &m.layers[id] }

// Set exchanges what the layer has.
func (l *Layer) Set(overlays ...overlay.Overlay) {
	if len(overlays) > 0 || len(l.overlays) > 0 {
		l.overlays = overlays
		l.m.Recompose()
	}
}

// Overlays returns what the layer has, from bottom to top.
func (l *Layer) Overlays() []overlay.Overlay { return l.overlays }

// Overlays returns what is drawn over the map in all layers below one, from bottom to
// top.
func (m *Map) Overlays(below LayerID) (all []overlay.Overlay) {
	for _, l := range m.layers[:below] {
		all = append(all, l.overlays...)
	}
	return slices.Clip(all)
}
