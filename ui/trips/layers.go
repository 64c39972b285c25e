package trips

import (
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/ui/mapdraw/export"
	"roadsnap/ui/mapdraw/overlay"
)

// Layers are what the map shows of a trip. Kept when the trip is let go, they
// are there at once when it is selected again: what was made ready of long lines is
// known by their memory.
type Layers struct {
	of       *Trip
	Overlays []overlay.Overlay
	Samples  []export.Sample
}

// Make makes them those of t.
func (l *Layers) Make(t *Trip) {
	if l.of != t {
		l.of = t
		l.Overlays, l.Samples = Overlays(t)
	}
}

// Overlays returns what the map shows of a trip, and the samples that the
// legend explains: those that are there.
func Overlays(t *Trip) ([]overlay.Overlay, []export.Sample) {
	var overlays []overlay.Overlay
	var samples []export.Sample
	if t.Stage == Done && len(t.Result.Legs) > 0 {
		route, inferred := routeOverlay(t.Result)
		overlays = append(overlays, route)
		samples = append(samples, export.SampleMatched)
		if inferred {
			samples = append(samples, export.SampleInferred)
		}
	}
	if raw := validPoints(t.Trace.Observations); len(raw) > 0 {
		overlays = append(overlays, overlay.RawTrace{Points: raw})
		samples = append([]export.Sample{export.SampleRaw}, samples...)
	}
	if offRoad := offRoadOverlay(t); len(offRoad.Legs) > 0 {
		overlays = append([]overlay.Overlay{offRoad}, overlays...)
		samples = append(samples, export.SampleOffRoad)
	}
	return overlays, samples
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

// offRoadOverlay joins the points of each stretch that left the mapped roads.
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
