// SPDX-License-Identifier: MIT

package trips

import (
	"image/color"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/ui/mapdraw/export"
	"roadsnap/ui/mapdraw/overlay"
)

// Layers holds the map overlays of the selected trips. It keeps those of the trips selected
// last, so that they show at once when they are selected again: prepared lines are cached by
// the address of their points.
type Layers struct {
	// Which holds the parts that are shown. It takes effect with the next Show.
	Which MapLayers
	// By is what the colours of routes show. Paints makes the colours; without it, each trip
	// has one colour.
	By     Colouring
	Paints *Paints

	shown    []shownTrip // the main trip last
	kept     []drawnTrip // the last used one last
	visited  ID          // the trip that the map was last moved to
	overlays []overlay.Overlay
	samples  []export.Sample
	painted  bool        // the main trip is coloured
	event    []geo.Point // the place of the selected event, empty for none
}

// shownTrip is a trip on the map.
type shownTrip struct {
	id      ID
	content *Content
	done    bool // it is matched
	bounds  geo.Bounds
	colour  color.RGBA
	main    bool
	which   MapLayers
	paint   *overlay.Paint // nil for one colour
}

// drawnTrip holds the overlays of a trip.
type drawnTrip struct {
	shownTrip
	overlays []overlay.Overlay
	samples  []export.Sample
}

// maxDrawn is the number of trips whose overlays are kept while they are not shown.
const maxDrawn = 16

// Show sets the selected trips and their selected event, and reports whether the overlays
// changed.
func (l *Layers) Show(s State) (other bool) {
	event := l.event
	l.event = s.eventPlace()
	other = !slices.Equal(event, l.event)
	shown := make([]shownTrip, 0, len(s.Chosen))
	for _, t := range s.ChosenTrips() {
		if t.ID != s.Selected && t.Loaded() {
			shown = append(shown, l.look(s, t))
		}
	}
	if t, ok := s.Trip(); ok {
		x := l.look(s, t)
		x.main = true
		shown = append(shown, x)
	}
	l.wantPaints(shown)
	if slices.Equal(shown, l.shown) {
		return other
	}
	l.shown, l.overlays, l.samples, l.painted = shown, nil, nil, false
	for _, x := range shown {
		d := l.draw(x)
		l.overlays = append(l.overlays, d.overlays...)
		l.samples, l.painted = d.samples, x.main && x.paint != nil
	}
	l.kept = dropOld(l.kept, len(shown), maxDrawn, func(d drawnTrip) *Content { return d.content })
	return true
}

// look returns how a trip is shown.
func (l *Layers) look(s State, t *Trip) shownTrip {
	x := shownTrip{id: t.ID, content: t.Content, done: t.Stage == Done, bounds: t.Bounds, colour: s.Colour(t.ID), which: l.Which}
	if l.Paints != nil && l.By != ColourByTrip && l.Which.Has(LayerRoute) {
		x.paint = l.Paints.Of(t.Content, l.By)
	}
	return x
}

// wantPaints asks for the colours of trips that have none yet.
func (l *Layers) wantPaints(shown []shownTrip) {
	if l.Paints == nil {
		return
	}
	var list []*Content
	for _, x := range shown {
		if x.matched() && l.By != ColourByTrip && l.Which.Has(LayerRoute) {
			list = append(list, x.content)
		}
	}
	l.Paints.Want(list, l.By)
}

// matched reports whether the trip has a route.
func (x shownTrip) matched() bool { return x.done && len(x.content.Result.Legs) > 0 }

// Coloured returns what the colours of the routes show; ok is false if each trip has one
// colour.
func (l *Layers) Coloured() (by Colouring, ok bool) { return l.By, l.painted }

// draw returns the overlays of a trip, kept ones if they are there.
func (l *Layers) draw(x shownTrip) drawnTrip {
	d := drawnTrip{shownTrip: x}
	if i := slices.IndexFunc(l.kept, func(d drawnTrip) bool { return d.shownTrip == x }); i >= 0 {
		d = l.kept[i]
		l.kept = slices.Delete(l.kept, i, i+1)
	} else {
		d.overlays, d.samples = overlays(x)
	}
	l.kept = append(l.kept, d)
	return d
}

// Overlays returns the overlays of the trips, from bottom to top.
func (l *Layers) Overlays() []overlay.Overlay {
	list := slices.Clip(l.overlays)
	if len(l.event) > 0 {
		list = append(list, overlay.Selection{Points: l.event})
	}
	return list
}

// Samples returns the legend samples of the main trip.
func (l *Layers) Samples() []export.Sample { return l.samples }

// Colour returns the colour of the route of the main trip, the zero colour for that of the
// theme.
func (l *Layers) Colour() color.RGBA {
	if len(l.shown) == 0 {
		return color.RGBA{}
	}
	return l.shown[len(l.shown)-1].colour
}

// Visit returns the bounds of the main trip. move reports whether the map must move there,
// because it was last moved to another trip.
func (l *Layers) Visit() (b geo.Bounds, move bool) {
	if len(l.shown) == 0 {
		return geo.NoBounds, false
	}
	main := l.shown[len(l.shown)-1]
	if !main.main || main.id == l.visited || main.bounds.Empty() {
		return geo.NoBounds, false
	}
	l.visited = main.id
	return main.bounds, true
}

// lineColours tell several trips apart on the map and in graphs, in both themes. They are
// those of Okabe and Ito for readers with any colour vision, without the blue of a route. The
// one that is similar to recorded points comes last.
var lineColours = []color.RGBA{
	{0x00, 0x9e, 0x73, 0xff}, {0xcc, 0x79, 0xa7, 0xff}, {0xe6, 0x9f, 0x00, 0xff},
	{0x56, 0xb4, 0xe9, 0xff}, {0x8c, 0x6b, 0x3f, 0xff}, {0xd5, 0x5e, 0x00, 0xff},
}

// Colour returns the colour of the line of a selected trip: the zero colour, which is that
// of a route in the theme, for the first one.
func (s State) Colour(id ID) color.RGBA {
	i, _ := slices.BinarySearch(s.Chosen, id)
	if i == 0 {
		return color.RGBA{}
	}
	return lineColours[(i-1)%len(lineColours)]
}

// overlays returns the overlays of a trip and their legend samples.
func overlays(x shownTrip) (layers []overlay.Overlay, samples []export.Sample) {
	t, has := x.content, x.which.Has
	raw := match.ValidPoints(t.Trace.Observations)
	add := func(s export.Sample, o overlay.Overlay) {
		layers, samples = append(layers, o), append(samples, s)
	}
	matched := x.matched()
	if offRoad := offRoadOverlay(t); len(offRoad.Legs) > 0 && has(LayerRoute) {
		add(export.SampleOffRoad, offRoad)
	}
	route, inferred := RouteOverlay(t.Result.Legs)
	if matched && has(LayerRoute) {
		route.Colour, route.Paint = x.colour, x.paint
		layers = append(layers, route)
		samples = append(samples, routeSamples(x.paint, inferred)...)
	}
	if matched && x.main && has(LayerConnectors) {
		add(export.SampleConnectors, overlay.Connectors{Ends: connectorEnds(t)})
	}
	if len(raw) > 0 && x.main && (has(LayerPoints) || has(LayerRawLine)) {
		recorded := overlay.RawTrace{Points: raw, NoDots: !has(LayerPoints), NoLine: !has(LayerRawLine)}
		if x.paint != nil {
			layers = append([]overlay.Overlay{recorded}, layers...) // dots on the route would hide its colours
		} else {
			layers = append(layers, recorded)
		}
		sample := export.SampleRaw
		if !has(LayerPoints) {
			sample = export.SampleRawLine
		}
		samples = append([]export.Sample{sample}, samples...)
	}
	if matched && has(LayerRoute) && has(LayerArrows) {
		layers = append(layers, overlay.Arrows{Legs: route.Legs})
	}
	if len(t.Stops) > 0 && has(LayerStops) {
		stops := make([]geo.Point, len(t.Stops))
		for i, s := range t.Stops {
			stops[i] = s.Center
		}
		add(export.SampleStop, overlay.Marks{Points: stops, Symbol: overlay.SymbolStop, Colour: x.colour})
	}
	if len(t.Events) > 0 && x.main && has(LayerEvents) {
		add(export.SampleWarning, overlay.Warnings{Points: t.eventPlaces()})
	}
	if len(raw) > 1 {
		layers = append(layers,
			overlay.Marks{Points: raw[len(raw)-1:], Symbol: overlay.SymbolEnd, Colour: x.colour},
			overlay.Marks{Points: raw[:1], Symbol: overlay.SymbolStart, Colour: x.colour})
	}
	return layers, samples
}

// routeSamples returns the legend samples of a route. The scale of a coloured one explains
// its other parts.
func routeSamples(paint *overlay.Paint, inferred bool) (list []export.Sample) {
	switch {
	case paint == nil && inferred:
		return []export.Sample{export.SampleMatched, export.SampleInferred}
	case paint == nil:
		return []export.Sample{export.SampleMatched}
	}
	if paint.Unknown() {
		list = append(list, export.SampleUnknown)
	}
	if inferred {
		list = append(list, export.SampleUnknownInferred)
	}
	return list
}

// connectorEnds returns each observation on the road with its place there.
func connectorEnds(t *Content) (ends []geo.Point) {
	for i := range t.Result.Points {
		p := &t.Result.Points[i]
		if p.State != match.OffRoad && p.Index < len(t.Trace.Observations) && t.Trace.Observations[p.Index].Valid() {
			ends = append(ends, t.Trace.Observations[p.Index].Point, p.Location)
		}
	}
	return ends
}

// RouteOverlay returns the legs of a match as a line on the map, and whether parts of it are
// inferred.
func RouteOverlay(legs []match.Leg) (route overlay.Route, inferred bool) {
	for _, leg := range legs {
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
func offRoadOverlay(t *Content) overlay.Route {
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
