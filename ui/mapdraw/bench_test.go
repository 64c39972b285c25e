// SPDX-License-Identifier: MIT

package mapdraw

import (
	"context"
	"fmt"
	"image"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// BenchmarkTile draws a dense tile of about 2,000 features with its labels.
func BenchmarkTile(b *testing.B) {
	themes := maptest.Themes(b)
	src := maptest.Crowd(1, 12_000)
	for _, zoom := range []float64{13, 15, 17} {
		b.Run(fmt.Sprintf("zoom%.0f", zoom), func(b *testing.B) {
			v := maptest.View
			v.Zoom = zoom
			key := view.TilesOf(v, view.GridOf(v)).Keys()[0]
			painter := tile.NewPainter(&themes.Light, maptest.Fonts(b))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := painter.Paint(src, key, maptest.Never); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkCompose composes a window of 1500 by 900 pixels.
func BenchmarkCompose(b *testing.B) {
	v := maptest.View
	v.Width, v.Height = 1500, 900
	m := NewMap(maptest.Crowd(1, 6000), maptest.Themes(b).Light, Options{Fonts: maptest.Fonts(b)})
	defer m.Close()
	if err := m.Wait(context.Background(), v); err != nil {
		b.Fatal(err)
	}
	between := v
	between.Zoom += 0.1
	drive := maptest.Drive(50_000)
	coloured := overlay.Route{Legs: []overlay.RouteLeg{{Line: drive}}, Paint: overlay.NewPaint(style.RampSpeed, coloured(drive))}
	for _, c := range []struct {
		name     string
		view     view.Viewport
		overlays []overlay.Overlay
	}{
		{"tiles", v, nil},
		{"scaled", between, nil},
		{"trip", v, trip()},
		{"50000points", v, []overlay.Overlay{overlay.Route{Legs: []overlay.RouteLeg{{Line: drive}}}, overlay.RawTrace{Points: drive}}},
		{"50000coloured", v, []overlay.Overlay{coloured, overlay.RawTrace{Points: drive}}},
	} {
		b.Run(c.name, func(b *testing.B) {
			dst := image.NewRGBA(image.Rect(0, 0, v.Width, v.Height))
			b.ReportAllocs()
			for b.Loop() {
				m.Compose(dst, c.view, c.overlays)
			}
		})
	}
}

// coloured returns a line in parts whose colour changes every 25 points.
func coloured(line []geo.Point) (parts []overlay.PaintedLine) {
	const every = 25
	for i := 0; i+1 < len(line); i += every {
		parts = append(parts, overlay.PaintedLine{Line: line[i:min(i+every+1, len(line))], Class: i / every % 7})
	}
	return parts
}
