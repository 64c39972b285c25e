// SPDX-License-Identifier: MIT

package export

import (
	"image"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/borders"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
)

// Sample is something that a legend explains.
type Sample uint8

// The samples of a legend.
const (
	SampleRaw             Sample = iota // points as recorded
	SampleMatched                       // route supported by points
	SampleInferred                      // route between points
	SampleOffRoad                       // part of the route off the road
	SampleWarning                       // position of a warning
	SampleStop                          // place where a vehicle stood
	SampleSelected                      // selected point
	SampleRoad                          // selected road
	SampleRawLine                       // line from point to point
	SampleConnectors                    // lines from points to the road
	SampleUnknown                       // part of a coloured route without a value
	SampleUnknownInferred               // the same, between points
	SampleProvinceBorder
	SampleWardBorder
	SampleUnit // selected unit
	numSamples
)

// Swatch draws a small picture of s on the colour of land, width by height device
// pixels. scale is the number of device pixels in a logical pixel. The code is
// that of the map, so that the two cannot differ.
func Swatch(t style.Theme, s Sample, width, height int, scale float64) *image.RGBA {
	p := raster.NewPicture(width, height, t.Background)
	s.draw(p, &t, swatchView(swatchZoom, width, height, scale))
	return p.Dst
}

// swatchZoom is the zoom of samples outside exported pictures. At this zoom roads
// are wide and a border of wards is a band.
const swatchZoom = 16

// draw draws a Swatch of v into a sink.
func (s Sample) draw(sink raster.Sink, t *style.Theme, v view.Viewport) {
	s.overlay(v, t).Draw(overlay.NewCanvas(sink, t, v.DeviceScale()), v)
}

// swatchView is the view of a Swatch. It has a zoom because borders depend on it.
func swatchView(zoom float64, width, height int, scale float64) view.Viewport {
	return view.Viewport{Zoom: zoom, Width: width, Height: height, Scale: scale}
}

// overlay returns the content of a Swatch of v.
func (s Sample) overlay(v view.Viewport, t *style.Theme) overlay.Overlay {
	w, mid := float64(v.Width), float64(v.Height)/2
	at := func(x, y float64) geo.Point { return v.ToPoint(x*w, mid+y*mid) }
	line := []geo.Point{at(-0.2, 0), at(1.2, 0)}
	middle := []geo.Point{at(0.5, 0)}
	switch s {
	case SampleRaw:
		return overlay.RawTrace{Points: []geo.Point{at(-0.1, 0.3), at(0.2, -0.15), at(0.5, 0.2), at(0.8, -0.2), at(1.1, 0.1)}}
	case SampleRawLine:
		return overlay.RawTrace{Points: []geo.Point{at(-0.1, 0.3), at(0.2, -0.15), at(0.5, 0.2), at(0.8, -0.2), at(1.1, 0.1)}, NoDots: true}
	case SampleConnectors:
		return overlay.Connectors{Ends: []geo.Point{at(0.2, 0.6), at(0.2, -0.6), at(0.5, 0.6), at(0.5, -0.6), at(0.8, 0.6), at(0.8, -0.6)}}
	case SampleInferred:
		return overlay.Route{Legs: []overlay.RouteLeg{{Line: line, Inferred: []overlay.VertexRange{{First: 0, Last: 1}}}}}
	case SampleUnknown:
		return overlay.Route{Legs: []overlay.RouteLeg{{Line: line}}, Paint: overlay.NewPaint(style.RampSpeed, []overlay.PaintedLine{{Line: line}})}
	case SampleUnknownInferred:
		inferred := []overlay.VertexRange{{First: 0, Last: 1}}
		return overlay.Route{Legs: []overlay.RouteLeg{{Line: line, Inferred: inferred}}, Paint: overlay.NewPaint(style.RampSpeed, nil)}
	case SampleOffRoad:
		return overlay.Route{Legs: []overlay.RouteLeg{{Line: line, OffRoad: true}}}
	case SampleWarning:
		return overlay.Warnings{Points: middle}
	case SampleStop:
		return overlay.Marks{Points: middle}
	case SampleSelected:
		return overlay.RawTrace{Points: middle, HasSelected: true}
	case SampleRoad:
		return overlay.Highlight{Line: line}
	case SampleProvinceBorder, SampleWardBorder, SampleUnit:
		return borders.Sample(v, &t.Borders, s == SampleUnit, s == SampleProvinceBorder)
	default:
		return overlay.Route{Legs: []overlay.RouteLeg{{Line: line}}}
	}
}

// explained returns the rows of the legend whose samples are in the picture. For
// units this is known only after their borders were read.
func (e *exporter) explained() (rows []LegendRow) {
	var shown [numSamples]bool
	for _, o := range e.Overlays {
		if sheet, ok := o.(*borders.Sheet); ok {
			shown[SampleProvinceBorder] = shown[SampleProvinceBorder] || sheet.ShowsBorder(e.view, true)
			shown[SampleWardBorder] = shown[SampleWardBorder] || sheet.ShowsBorder(e.view, false)
			shown[SampleUnit] = shown[SampleUnit] || sheet.ShowsSelected(e.view)
		}
	}
	for _, row := range e.Legend {
		if row.Sample < SampleProvinceBorder || shown[row.Sample] {
			rows = append(rows, row)
		}
	}
	return rows
}
