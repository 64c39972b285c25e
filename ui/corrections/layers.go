// SPDX-License-Identifier: MIT

package corrections

import (
	"image/color"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/trips"
)

// Overlays returns what the map shows while a trip is corrected: below the trip the route
// before the last correction, and above it the candidates of the chosen point with their numbers in
// the record.
func (m *Model) Overlays() (below, layers []overlay.Overlay) {
	f := m.State()
	t, ok := m.o.Trips.State().Trip()
	if !f.On || !ok || !t.Loaded() {
		return nil, nil
	}
	if len(f.Previous) > 0 {
		route, _ := trips.RouteOverlay(f.Previous)
		route.Colour = color.RGBA{0xb4, 0xb4, 0xb4, 0xff}
		below = append(below, route)
	}
	if m.pulling {
		layers = append(layers, overlay.Selection{Points: []geo.Point{m.pulled}})
	}
	if f.Point == noPoint || f.Point >= len(t.Trace.Observations) {
		return below, layers
	}
	at := t.Trace.Observations[f.Point].Point
	if !at.Valid() {
		return below, layers
	}
	var ends, places []geo.Point
	if f.HasWhy {
		for _, c := range f.Why.Candidates[:min(len(f.Why.Candidates), maxCandidates)] {
			ends, places = append(ends, at, c.Location), append(places, c.Location)
		}
	}
	return below, append(layers, overlay.Connectors{Ends: ends}, overlay.Selection{Points: []geo.Point{at}}, overlay.Numbers{Points: places})
}
