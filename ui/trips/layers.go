// SPDX-License-Identifier: MIT

package trips

import (
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/ui/mapdraw/export"
	"roadsnap/ui/mapdraw/overlay"
)

// Layers holds the map overlays of a trip. It keeps them when the trip is deselected, so
// that they show at once when it is selected again: prepared lines are cached by the
// address of their points.
type Layers struct {
	trip     *Trip // the trip on the map, nil for none
	last     *Trip // the trip that overlays and samples were made for
	visited  ID    // the trip that the map was last moved to
	overlays []overlay.Overlay
	samples  []export.Sample
}

// Show sets the trip on the map, nil for none, and reports whether it changed.
func (l *Layers) Show(t *Trip) (other bool) {
	other = t != l.trip
	if l.trip = t; t != nil && t != l.last {
		l.last = t
		l.overlays, l.samples = overlays(t)
	}
	return other
}

// Overlays returns the overlays of the trip, from bottom to top.
func (l *Layers) Overlays() []overlay.Overlay {
	if l.trip == nil {
		return nil
	}
	return l.overlays
}

// Samples returns the legend samples of the overlays.
func (l *Layers) Samples() []export.Sample {
	if l.trip == nil {
		return nil
	}
	return l.samples
}

// Visit returns the bounds of the trip. move reports whether the map must move there,
// because it was last moved to another trip.
func (l *Layers) Visit() (b geo.Bounds, move bool) {
	if l.trip == nil || l.trip.ID == l.visited || l.trip.Bounds.Empty() {
		return geo.NoBounds, false
	}
	l.visited = l.trip.ID
	return l.trip.Bounds, true
}

// overlays returns the overlays of a trip and their legend samples.
func overlays(t *Trip) (layers []overlay.Overlay, samples []export.Sample) {
	if t.Stage == Done && len(t.Result.Legs) > 0 {
		route, inferred := routeOverlay(t.Result)
		layers = append(layers, route)
		samples = append(samples, export.SampleMatched)
		if inferred {
			samples = append(samples, export.SampleInferred)
		}
	}
	if raw := validPoints(t.Trace.Observations); len(raw) > 0 {
		layers = append(layers, overlay.RawTrace{Points: raw})
		samples = append([]export.Sample{export.SampleRaw}, samples...)
	}
	if offRoad := offRoadOverlay(t); len(offRoad.Legs) > 0 {
		layers = append([]overlay.Overlay{offRoad}, layers...)
		samples = append(samples, export.SampleOffRoad)
	}
	if len(t.Stops) > 0 {
		stops := make([]geo.Point, len(t.Stops))
		for i, s := range t.Stops {
			stops[i] = s.Center
		}
		layers = append(layers, overlay.Marks{Points: stops, Symbol: overlay.SymbolStop})
		samples = append(samples, export.SampleStop)
	}
	if ends := validPoints(t.Trace.Observations); len(ends) > 1 {
		layers = append(layers,
			overlay.Marks{Points: ends[len(ends)-1:], Symbol: overlay.SymbolEnd},
			overlay.Marks{Points: ends[:1], Symbol: overlay.SymbolStart})
	}
	return layers, samples
}

func routeOverlay(r match.Result) (route overlay.Route, inferred bool) {
	for _, leg := range r.Legs {
		line := overlay.RouteLeg{Line: leg.Shape}
		for _, v := range leg.Inferred {
			line.Inferred = append(line.Inferred, overlay.VertexRange{First: v.First, Last: v.Last})
			inferred = true
		}
		route.Legs = append(route.Legs, line)
	}
	return route, inferred
}

// offRoadOverlay returns a line through the points of each off-road gap.
func offRoadOverlay(t *Trip) overlay.Route {
	var route overlay.Route
	for _, g := range t.Result.Gaps {
		if g.Cause != match.GapNoRoad {
			continue
		}
		var line []geo.Point
		for i := g.FirstIndex; i <= g.LastIndex && i < len(t.Result.Points); i++ {
			if p := t.Result.Points[i].Location; p.Valid() {
				line = append(line, p)
			}
		}
		if len(line) > 1 {
			route.Legs = append(route.Legs, overlay.RouteLeg{Line: line, OffRoad: true})
		}
	}
	return route
}
