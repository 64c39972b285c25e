// SPDX-License-Identifier: MIT

package overlay

import (
	"image"
	"math"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/maptest"
)

// arrowsOf returns the arrows on a piece of a line.
func arrowsOf(piece []raster.Vec, run float64) (list []lineArrow) {
	eachArrow(piece, run, 64, 4, func(a lineArrow) { list = append(list, a) })
	return list
}

func TestArrowsStandAtEqualDistancesAndPointAhead(t *testing.T) {
	got := arrowsOf([]raster.Vec{{X: 0, Y: 0}, {X: 100, Y: 0}, {X: 100, Y: 200}}, 0)
	want := []lineArrow{{raster.Vec{X: 32}, raster.Vec{X: 1}}, {raster.Vec{X: 96}, raster.Vec{X: 1}}, {raster.Vec{X: 100, Y: 60}, raster.Vec{Y: 1}}, {raster.Vec{X: 100, Y: 124}, raster.Vec{Y: 1}}, {raster.Vec{X: 100, Y: 188}, raster.Vec{Y: 1}}}
	if len(got) != len(want) {
		t.Fatalf("%d arrows, want %d: %v", len(got), len(want), got)
	}
	for i := range got {
		if d := math.Hypot(got[i].at.X-want[i].at.X, got[i].at.Y-want[i].at.Y) + math.Hypot(got[i].ahead.X-want[i].ahead.X, got[i].ahead.Y-want[i].ahead.Y); d > 1e-9 {
			t.Errorf("arrow %d is %v, want %v", i, got[i], want[i])
		}
	}
}

// TestArrowsKeepTheirPlacesOnTheLine cuts the start of a line away, as culling does. The
// remaining arrows must not move.
func TestArrowsKeepTheirPlacesOnTheLine(t *testing.T) {
	line := []raster.Vec{{X: 0}, {X: 70}, {X: 150}, {X: 310}, {X: 900}}
	whole := arrowsOf(line, 0)
	cut := arrowsOf(line[2:], 150)
	rest := whole[len(whole)-len(cut):]
	if len(cut) < 10 || len(whole) != 14 {
		t.Fatalf("%d arrows on the whole line, %d on its rest", len(whole), len(cut))
	}
	for i := range cut {
		if math.Abs(cut[i].at.X-rest[i].at.X) > 1e-9 {
			t.Errorf("the arrow at %v moves to %v", rest[i].at, cut[i].at)
		}
	}
}

func TestNoArrowInASharpBend(t *testing.T) {
	if got := arrowsOf([]raster.Vec{{X: 0}, {X: 32}, {X: 10}}, 0); len(got) != 0 {
		t.Errorf("arrows %v where the vehicle turns back", got)
	}
}

// TestArrowsAreOnSupportedPartsAlone compares the shapes of routes with and without arrows.
func TestArrowsAreOnSupportedPartsAlone(t *testing.T) {
	theme := maptest.Themes(t).Light
	v := maptest.View
	at := func(x float64) geo.Point { return v.ToPoint(x, 100) }
	leg := RouteLeg{Line: []geo.Point{at(10), at(400)}}
	inferred := RouteLeg{Line: leg.Line, Inferred: []VertexRange{{0, 1}}}
	offRoad := RouteLeg{Line: leg.Line, OffRoad: true}
	drawn := func(leg RouteLeg, arrows bool) *raster.Picture {
		p := raster.NewPicture(v.Width, v.Height, theme.Background)
		c := NewCanvas(p, &theme, 1)
		Route{Legs: []RouteLeg{leg}}.Draw(c, v)
		if arrows {
			Arrows{Legs: []RouteLeg{leg}}.Draw(c, v)
		}
		return p
	}
	for _, c := range []struct {
		name string
		leg  RouteLeg
		want bool
	}{{"supported", leg, true}, {"inferred", inferred, false}, {"off road", offRoad, false}} {
		_, d := maptest.Worst(drawn(c.leg, true).Dst, drawn(c.leg, false).Dst, image.Point{})
		if (d > 0) != c.want {
			t.Errorf("%s: the arrows change the picture by %d, want a change: %t", c.name, d, c.want)
		}
	}
}
