// SPDX-License-Identifier: MIT

package shell

import (
	"slices"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/trip"
	"roadsnap/ui/mapdraw/sites"
	"roadsnap/ui/mapview"
	"roadsnap/ui/places"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
)

// furnishPlaces creates the named places with their dialogs.
func (w *Window) furnishPlaces() {
	o := w.o
	w.places = places.NewModel(places.Options{Jobs: o.Jobs, Trips: o.Trips, History: o.Trips.History(), Keeper: o.Places, Failed: w.files.Complain})
	w.placeDesk = places.NewDesk(places.DeskOptions{
		Model: w.places, Words: func() text.Catalogue { return w.words }, Dialogs: w.files, Keys: w.commands.typedKey,
		ShowBounds: func(b geo.Bounds) { w.mapView.ShowBounds(b) },
		Cursor:     func() time.Time { return w.clock.State().Cursor }, Middle: func() geo.Point { return w.mapView.View().Center },
		Ward: func(at geo.Point, then func(string)) { w.wardAt(at, then) },
	})
}

// placesChanged shows the frequent places, and the zones after a change of them.
func (w *Window) placesChanged() {
	w.placeDesk.Show()
	if n := w.places.ZoneChanges(); n != w.zoneChanges {
		w.zoneChanges = n
		w.zones.Load()
	}
}

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
	w.placeDesk.Name(where)
}
