// SPDX-License-Identifier: MIT

package trips_test

import (
	"image/color"
	"slices"
	"testing"

	engine "roadsnap/engine/trip"
	"roadsnap/ui/mapdraw/export"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/trips"
	"roadsnap/ui/trips/tripstest"
)

// TestLegendHasTheColourOfTheMainTrip selects two trips, of which the second is the main one.
func TestLegendHasTheColourOfTheMainTrip(t *testing.T) {
	var l trips.Layers
	if l.Colour() != (color.RGBA{}) {
		t.Error("without trips the legend has a colour")
	}
	s := trips.StateOf([]*trips.Trip{{ID: 1, Stage: trips.Done, Content: tripstest.Drive(5)}, {ID: 2, Stage: trips.Done, Content: tripstest.Drive(5)}})
	s.Chosen, s.Selected, s.HasSelected = []trips.ID{1, 2}, 2, true
	if l.Show(s); l.Colour() == (color.RGBA{}) || l.Colour() != s.Colour(2) {
		t.Errorf("the legend has the colour %v, want %v", l.Colour(), s.Colour(2))
	}
	s.Selected = 1
	if l.Show(s); l.Colour() != s.Colour(1) {
		t.Errorf("with the first trip as the main one, the legend has the colour %v", l.Colour())
	}
}

// TestHiddenLayersAreNeitherDrawnNorExplained hides each layer of a trip in turn.
func TestHiddenLayersAreNeitherDrawnNorExplained(t *testing.T) {
	c := tripstest.Drive(20)
	c.Stops = []engine.Stop{{Center: c.Trace.Observations[5].Point}}
	c.Events = []engine.Event{{}}
	row := &trips.Trip{ID: 1, Stage: trips.Done, Content: c}
	state := trips.State{Trips: []*trips.Trip{row}, Selected: 1, HasSelected: true, Chosen: []trips.ID{1}, Event: -1}
	all := trips.DefaultMapLayers.With(trips.LayerConnectors, true)
	for layer, sample := range map[trips.MapLayer]export.Sample{
		trips.LayerRoute: export.SampleMatched, trips.LayerConnectors: export.SampleConnectors,
		trips.LayerStops: export.SampleStop, trips.LayerEvents: export.SampleWarning,
	} {
		l := trips.Layers{Which: all}
		l.Show(state)
		before := len(l.Overlays())
		if !slices.Contains(l.Samples(), sample) {
			t.Errorf("%s: the legend %v lacks %d", layer, l.Samples(), sample)
		}
		l.Which = all.With(layer, false)
		if !l.Show(state) || len(l.Overlays()) >= before || slices.Contains(l.Samples(), sample) {
			t.Errorf("%s is hidden, but there are %d overlays of %d with the legend %v", layer, len(l.Overlays()), before, l.Samples())
		}
	}
	parts := func(which trips.MapLayers) (arrows bool, raw overlay.RawTrace, hasRaw bool) {
		l := trips.Layers{Which: which}
		l.Show(state)
		for _, o := range l.Overlays() {
			switch o := o.(type) {
			case overlay.Arrows:
				arrows = true
			case overlay.RawTrace:
				raw, hasRaw = o, true
			}
		}
		return arrows, raw, hasRaw
	}
	if arrows, raw, ok := parts(all); !arrows || !ok || raw.NoDots || raw.NoLine {
		t.Errorf("with all layers: arrows %t, raw trace %t %+v", arrows, ok, raw)
	}
	if arrows, _, _ := parts(all.With(trips.LayerArrows, false)); arrows {
		t.Error("hidden arrows are drawn")
	}
	if _, raw, ok := parts(all.With(trips.LayerPoints, false)); !ok || !raw.NoDots || raw.NoLine {
		t.Errorf("with the line alone: %t %+v", ok, raw)
	}
	if _, _, ok := parts(all.With(trips.LayerPoints, false).With(trips.LayerRawLine, false)); ok {
		t.Error("a hidden recording is drawn")
	}
}
