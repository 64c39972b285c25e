// SPDX-License-Identifier: MIT

package overlay_test

import (
	"bytes"
	"image"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// TestNumbersAreApart numbers places of which two are the same: each number has a disc of its own,
// and all are different.
func TestNumbersAreApart(t *testing.T) {
	themes := maptest.Themes(t)
	for _, scale := range []float64{1, 1.5} {
		v := view.Viewport{Center: geo.Point{Lat: 10.77, Lon: 106.7}, Zoom: 16, Width: 200, Height: 100, Scale: scale}
		far := geo.NewPlane(v.Center).Point(geo.XY{X: -40 * scale * v.MetresPerPixel()})
		p := raster.NewPicture(v.Width, v.Height, themes.Light.Background)
		overlay.Numbers{Points: []geo.Point{v.Center, v.Center, far}}.Draw(overlay.NewCanvas(p, &themes.Light, scale), v)
		side := int(16 * scale)
		var discs [][]byte
		for i, x := range []int{100, 100 + side, 100 - int(40*scale)} {
			ink := 0
			box := image.Rect(x-side/4, 50-side/3, x+side/4, 50+side/3)
			part := image.NewRGBA(box)
			for y := box.Min.Y; y < box.Max.Y; y++ {
				for x := box.Min.X; x < box.Max.X; x++ {
					part.SetRGBA(x, y, p.Dst.RGBAAt(x, y))
					if p.Dst.RGBAAt(x, y) == themes.Light.Overlay.Route {
						ink++
					}
				}
			}
			if all := box.Dx() * box.Dy(); ink < all/4 || ink > all*9/10 {
				t.Errorf("scale %v: number %d has %d of %d pixels in the colour of its disc", scale, i+1, ink, all)
			}
			for k, other := range discs {
				if bytes.Equal(other, part.Pix) {
					t.Errorf("scale %v: the numbers %d and %d look the same", scale, k+1, i+1)
				}
			}
			discs = append(discs, part.Pix)
		}
	}
}
