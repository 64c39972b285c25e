// SPDX-License-Identifier: MIT

package trips

// MapLayer is a part of the map that can be hidden: named places, or a part of the selected
// trips.
type MapLayer uint8

// The map layers.
const (
	LayerPoints     MapLayer = iota // recorded points
	LayerRawLine                    // line from point to point
	LayerRoute                      // route matched to roads
	LayerArrows                     // direction of travel on the route
	LayerConnectors                 // lines from points to their places on the road
	LayerStops
	LayerEvents
	LayerPlaces // named places
	NumMapLayers
)

// String returns the name of l in settings and texts.
func (l MapLayer) String() string {
	return [NumMapLayers]string{"points", "raw_line", "route", "arrows", "connectors", "stops", "events", "places"}[l]
}

// MapLayers is a set of map layers.
type MapLayers uint16

// DefaultMapLayers are the layers that are shown at first.
const DefaultMapLayers = MapLayers(1<<NumMapLayers-1) &^ (1 << LayerConnectors)

// Has reports whether a layer is shown.
func (s MapLayers) Has(l MapLayer) bool { return s&(1<<l) != 0 }

// With returns the set with a layer shown or hidden.
func (s MapLayers) With(l MapLayer, shown bool) MapLayers {
	if shown {
		return s | 1<<l
	}
	return s &^ (1 << l)
}
