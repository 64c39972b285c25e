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

// showPlaces shows the named places and the zones on the map, and the names of places in the
// record of a trip.
func (w *Window) showPlaces(list []trip.Site) {
	if !slices.Equal(list, w.lastSites) {
		w.lastSites = list
		w.inspector.Invalidate()
	}
	drawn := w.zonesToDraw(list)
	if !w.tripLayers.Which.Has(trips.LayerPlaces) {
		drawn = nil
	}
	if slices.EqualFunc(drawn, w.drawnZones, drawnZone.equals) {
		return
	}
	w.drawnZones = drawn
	if len(drawn) == 0 {
		w.mapView.Layer(mapview.LayerPlaces).Set()
		return
	}
	var circles []sites.Site
	var areas []sites.Area
	for _, d := range drawn {
		if d.circle {
			circles = append(circles, d.site)
		} else {
			areas = append(areas, d.area)
		}
	}
	w.mapView.Layer(mapview.LayerPlaces).Set(sites.New(circles, w.o.Fonts, areas...))
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
