// SPDX-License-Identifier: MIT

package shell

import (
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/trip"
	"roadsnap/ui/mapdraw/sites"
	"roadsnap/ui/mapview"
	"roadsnap/ui/trips"
)

// showPlaces shows the named places on the map, and their names in the record of a trip.
func (w *Window) showPlaces(list []trip.Site) {
	if !slices.Equal(list, w.lastSites) {
		w.lastSites = list
		w.inspector.Invalidate()
	}
	if !w.tripLayers.Which.Has(trips.LayerPlaces) {
		list = nil
	}
	if slices.Equal(list, w.drawnSites) {
		return
	}
	w.drawnSites = list
	if len(list) == 0 {
		w.mapView.Layer(mapview.LayerPlaces).Set()
		return
	}
	drawn := make([]sites.Site, len(list))
	for i, s := range list {
		drawn[i] = sites.Site{Name: s.Name, At: s.Center, Radius: s.Radius}
	}
	w.mapView.Layer(mapview.LayerPlaces).Set(sites.New(drawn, w.o.Fonts))
}

// stopReach is how far from a stop on the map a click means it (logical pixels).
const stopReach = 12

// namePlace asks for the name of a place on the map. Near a stop of the selected trips it
// means the place of that stop.
func (w *Window) namePlace(at geo.Point) {
	v := w.mapView.View()
	nearest := stopReach * v.DeviceScale() * v.MetresPerPixel()
	where := at
	for _, t := range w.o.Trips.State().ChosenTrips() {
		for _, s := range t.Stops {
			if d := geo.Distance(s.Center, at); d <= nearest {
				nearest, where = d, s.Center
			}
		}
	}
	w.show(panelTrips)
	w.trips.AskPlace(where)
}
