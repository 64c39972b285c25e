// SPDX-License-Identifier: MIT

package mapdraw

import (
	"fmt"
	"image/color"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/paulmach/orb"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/thematic"
	"roadsnap/ui/maptest"
)

// benchLayers draws layers of the user with labels, of which one row is selected, on an empty map
// as the window does while it is dragged, and finds a feature under the pointer.
func benchLayers(t testing.TB, row func(string, float64, float64, cost)) {
	m := NewMap(nil, maptest.Themes(t).Light, Options{})
	defer m.Close()
	for _, l := range []struct {
		name string
		list []orb.Geometry
		size float64
	}{{"100,000 points", manyPoints(100_000), 7}, {"10,000 areas", manyAreas(10_000), 2}} {
		s := thematic.NewShapes(l.list)
		classes, texts := make([]int8, len(l.list)), make([]string, len(l.list))
		for i := range l.list {
			classes[i], texts[i] = int8(i%2), "Row "+strconv.Itoa(i)
		}
		overlays := []overlay.Overlay{
			&thematic.Layer{
				Shapes: s, Classes: classes, Colours: []color.NRGBA{{0, 0x72, 0xb2, 0xff}, {0xd5, 0x5e, 0, 0xff}},
				Opacity: 0.85, Size: l.size, Outline: true, Selected: []int{len(l.list) / 2},
			},
			thematic.NewNames(s, texts, l.size, maptest.Fonts(t)),
		}
		for _, zoom := range []float64{6, 8, 10, 13} {
			v := screen
			v.Center, v.Zoom = geo.Point{Lat: 16, Lon: 106}, zoom
			row(fmt.Sprintf("layer of %s with labels, zoom %g, panning, p95, ms", l.name, zoom), 25, 50, frames(m, v, overlays))
		}
		r := rand.New(rand.NewPCG(5, 6))
		var picks []cost
		for range 100 {
			at := geo.Point{Lat: 9 + 14*r.Float64(), Lon: 104 + 4*r.Float64()}
			picks = append(picks, costOf(func() { s.Pick(at, 500) }))
		}
		row(fmt.Sprintf("selecting one of %s on the map, p95, ms", l.name), 16, 33, share(picks, 0.95))
	}
}

func manyPoints(n int) []orb.Geometry {
	r := rand.New(rand.NewPCG(1, 2))
	list := make([]orb.Geometry, n)
	for i := range list {
		list[i] = orb.MultiPoint{{104 + 4*r.Float64(), 9 + 14*r.Float64()}}
	}
	return list
}

// manyAreas returns areas of 60 vertices in a grid over the country.
func manyAreas(n int) []orb.Geometry {
	r := rand.New(rand.NewPCG(3, 4))
	side := int(math.Sqrt(float64(n)))
	list := make([]orb.Geometry, n)
	for i := range list {
		lon, lat := 104+4*float64(i%side)/float64(side), 9+14*float64(i/side)/float64(side)
		var ring orb.Ring
		for k := range 60 {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / 60)
			d := 0.9 + 0.1*r.Float64()
			ring = append(ring, orb.Point{lon + 0.02*d*cos, lat + 0.07*d*sin})
		}
		list[i] = orb.MultiPolygon{{append(ring, ring[0])}}
	}
	return list
}
