package mapdraw

import (
	"testing"

	"roadsnap/engine/basemap"
	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// TestARiverIsNamedInEveryView looks at parts of a river that is an area alone, as
// long as three views, and at a lake.
func TestARiverIsNamedInEveryView(t *testing.T) {
	themes := maptest.Themes(t)
	area := func(name string, ring []raster.Vec) basemap.Feature {
		var xy []float64
		for _, p := range append(ring[:len(ring):len(ring)], ring[0]) {
			xy = append(xy, p.X, p.Y)
		}
		return maptest.Feature(basemap.Water, name, 0, maptest.Px(xy...))
	}
	ring, off := maptest.Meander(60, 50, 0.2)
	src := &maptest.Features{List: []basemap.Feature{
		area("Sông Cần Giuộc", ring), area("Hồ Bán Nguyệt", []raster.Vec{{X: 0, Y: -300}, {X: 200, Y: -300}, {X: 200, Y: -180}, {X: 0, Y: -180}}),
	}}
	l := label.NewLayouter(&themes.Light, maptest.Fonts(t))
	for _, x := range []float64{350, 800, 1250, 1600} {
		v := maptest.View.Pan(256-x, 192-400).Snapped()
		r := view.TilesOf(v, view.GridOf(v))
		named := 0
		for _, lb := range l.Layout(r, labelsOfTiles(paintAll(t, src, &themes.Light, r)), v, maptest.Never).Labels {
			x, y := maptest.View.ToScreen(lb.Label.At.Point())
			if d := off(raster.Vec{X: x, Y: y}); lb.Label.Text != "Sông Cần Giuộc" || lb.Label.Kind != label.Along || d > 12 {
				t.Errorf("%q stands %.0f beside the river", lb.Label.Text, d)
			}
			if wholeIn(lb, v) {
				named++
			}
		}
		if named == 0 || named > 2 {
			t.Errorf("round %v the river is named %d times", x, named)
		}
	}
	v := maptest.View.Pan(100, 400).Snapped()
	r := view.TilesOf(v, view.GridOf(v))
	laid := l.Layout(r, labelsOfTiles(paintAll(t, src, &themes.Light, r)), v, maptest.Never)
	if len(laid.Labels) != 1 || laid.Labels[0].Label.Kind != label.Level {
		t.Errorf("%d labels for a lake, which is named level in its middle", len(laid.Labels))
	}
}

// TestNamesGoRoundTheCornersOfARiver has a river of few points, with a corner of 58
// degrees under each of its names.
func TestNamesGoRoundTheCornersOfARiver(t *testing.T) {
	themes := maptest.Themes(t)
	var xy []float64
	for i := range 10 {
		xy = append(xy, 20+47.5*float64(i), 190+26.5*float64(i%2))
	}
	src := &maptest.Features{List: []basemap.Feature{maptest.Feature(basemap.Waterway, "Rạch Ông Lãnh", 0, maptest.Px(xy...))}}
	r := view.TilesOf(maptest.View, view.GridOf(maptest.View))
	if n := len(label.NewLayouter(&themes.Light, maptest.Fonts(t)).Layout(r, labelsOfTiles(paintAll(t, src, &themes.Light, r)), maptest.View, maptest.Never).Labels); n != 1 {
		t.Errorf("a river with a corner every 50 pixels has %d names", n)
	}
}
