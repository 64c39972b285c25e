// SPDX-License-Identifier: MIT

package shell

import (
	"fyne.io/fyne/v2"

	"roadsnap/ui/mapdraw/export"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapview"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
)

// layerItem returns the submenu of the layers of the map.
func (c *commands) layerItem() *fyne.MenuItem {
	words, shown := c.w.words, c.w.tripLayers.Which
	i := submenu(words.T("menu.layers"))
	for l := range trips.NumMapLayers {
		i.ChildMenu.Items = append(i.ChildMenu.Items, choice(words.T(layerNames[l]), shown.Has(l), func() {
			c.w.setMapLayers(shown.With(l, !shown.Has(l)))
		}))
	}
	i.ChildMenu.Items = append(i.ChildMenu.Items, fyne.NewMenuItemSeparator(),
		choice(words.T("menu.traffic"), c.w.traffic.State().Shown, c.w.toggleTraffic))
	return i
}

// layerNames holds the keys of the names of the layers of trips.
var layerNames = [trips.NumMapLayers]string{
	trips.LayerPoints: "menu.layer.points", trips.LayerRawLine: "menu.layer.raw_line", trips.LayerRoute: "menu.layer.route",
	trips.LayerArrows: "menu.layer.arrows", trips.LayerConnectors: "menu.layer.connectors", trips.LayerStops: "menu.layer.stops",
	trips.LayerEvents: "menu.layer.events", trips.LayerPlaces: "menu.layer.places",
}

// colourItem returns the submenu of what the colours of routes show.
func colourItem(words text.Catalogue, chosen trips.Colouring, set func(trips.Colouring)) *fyne.MenuItem {
	i := submenu(words.T("menu.colour"))
	for c := range trips.NumColourings {
		i.ChildMenu.Items = append(i.ChildMenu.Items, choice(words.T(colourNames[c]), c == chosen, func() { set(c) }))
	}
	return i
}

// colourNames holds the keys of the names of colourings.
var colourNames = [trips.NumColourings]string{
	trips.ColourByTrip: "menu.colour.trip", trips.ColourBySpeed: "menu.colour.speed", trips.ColourByOverLimit: "menu.colour.over_limit",
	trips.ColourByConfidence: "menu.colour.confidence", trips.ColourByTime: "menu.colour.time",
}

// scaleTitles holds the keys of the titles of the scales of colourings.
var scaleTitles = [trips.NumColourings]string{
	trips.ColourBySpeed: "legend.scale_speed", trips.ColourByOverLimit: "legend.scale_over_limit",
	trips.ColourByConfidence: "legend.scale_confidence", trips.ColourByTime: "legend.scale_time",
}

// setMapLayers shows other layers of the selected trips and saves the choice.
func (w *Window) setMapLayers(set trips.MapLayers) {
	w.settings.setMapLayers(set)
	w.tripLayers.Which = set
	w.commands.setMenu()
	w.mapView.Together(w.tripsChanged)
}

// setColouring changes what the colours of routes show and saves the choice.
func (w *Window) setColouring(c trips.Colouring) {
	w.settings.setColouring(c)
	w.tripLayers.By = c
	w.commands.setMenu()
	w.mapView.Together(w.tripsChanged)
}

// showLegend explains what the map shows of trips.
func (w *Window) showLegend() {
	w.mapView.chrome.SetLegend(w.mapView.theme.WithRoute(w.tripLayers.Colour()), w.tripLayers.Samples(), w.scales()...)
}

// scales returns the scales of the colours on the map.
func (w *Window) scales() (list []export.Scale) {
	if by, ok := w.tripLayers.Coloured(); ok {
		s := export.Scale{Ramp: by.Ramp(), Title: w.words.T(scaleTitles[by])}
		for _, v := range by.Bounds() {
			s.Bounds = append(s.Bounds, w.words.Number(v, 0))
		}
		list = append(list, s)
	}
	if s := w.traffic.State(); s.Roads != nil {
		scale := export.Scale{Ramp: style.RampDensity, Title: w.words.T("legend.scale_traffic")}
		for _, n := range s.Bounds {
			scale.Bounds = append(scale.Bounds, w.words.Count(n))
		}
		list = append(list, scale)
	}
	return list
}

// shownTraffic is the count of traffic with what the map shows of it.
type shownTraffic struct {
	*trips.Traffic
	drawn *overlay.Paint // nil for none
}

// toggleTraffic shows how often roads were driven, or hides that.
func (w *Window) toggleTraffic() {
	w.traffic.SetShown(!w.traffic.State().Shown, w.o.Trips.State())
}

// trafficChanged shows the count of traffic and its progress.
func (w *Window) trafficChanged() {
	s := w.traffic.State()
	w.showWork()
	w.commands.refreshMenu()
	if s.Roads == w.traffic.drawn {
		return
	}
	w.traffic.drawn = s.Roads
	layer := w.mapView.Layer(mapview.LayerTraffic)
	if s.Roads != nil {
		layer.Set(overlay.Density{Paint: s.Roads})
	} else {
		layer.Set()
	}
	w.showLegend()
}
