package mapdraw

import (
	"math"
	"testing"

	"roadsnap/engine/basemap"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

func TestTheMiddleOfARiver(t *testing.T) {
	for _, width := range []float64{12, 40, 90} {
		for _, shift := range []float64{0, 0.13, 0.4, 0.77} {
			ring, off := maptest.Meander(200, width, shift)
			length, wide := strip(ring)
			if math.Abs(wide-width) > 0.1*width || length < 1800 || length > 2500 {
				t.Fatalf("a river %v wide is measured as %.0f long, %.0f wide", width, length, wide)
			}
			l := labeller{scale: 1}
			lines := l.middleLines(ring, length, wide)
			total := 0.0
			for _, line := range lines {
				w := newWalk(line)
				total += w.length()
				for _, p := range line {
					if d := off(p); d > 0.2*width && p.X > 100+2*width && p.X < 1900-2*width { // but at its ends
						t.Errorf("width %v, begun at %v: %v is %.1f beside the middle", width, shift, p, d)
					}
				}
			}
			if total < 0.85*length {
				t.Errorf("width %v, begun at %v: %.0f of %.0f have a middle", width, shift, total, length)
			}
		}
	}
}

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
	l := newLayouter(&themes.Light, maptest.Fonts(t))
	for _, x := range []float64{350, 800, 1250, 1600} {
		v := maptest.View.Pan(256-x, 192-400).Snapped()
		r := view.TilesOf(v, view.GridOf(v))
		named := 0
		for _, lb := range l.layout(r, labelsOfTiles(paintAll(t, src, &themes.Light, r)), v, maptest.Never).labels {
			x, y := maptest.View.ToScreen(lb.label.at.Point())
			if d := off(raster.Vec{X: x, Y: y}); lb.label.text != "Sông Cần Giuộc" || lb.label.kind != roadLabel || d > 12 {
				t.Errorf("%q stands %.0f beside the river", lb.label.text, d)
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
	laid := l.layout(r, labelsOfTiles(paintAll(t, src, &themes.Light, r)), v, maptest.Never)
	if len(laid.labels) != 1 || laid.labels[0].label.kind != placeLabel {
		t.Errorf("%d labels for a lake, which is named level in its middle", len(laid.labels))
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
	if n := len(newLayouter(&themes.Light, maptest.Fonts(t)).layout(r, labelsOfTiles(paintAll(t, src, &themes.Light, r)), maptest.View, maptest.Never).labels); n != 1 {
		t.Errorf("a river with a corner every 50 pixels has %d names", n)
	}
}
