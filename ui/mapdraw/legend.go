package mapdraw

import (
	"image"
	"image/draw"

	"roadsnap/engine/geo"
)

// Sample is something that a legend explains.
type Sample uint8

// The samples of a legend.
const (
	SampleRaw      Sample = iota // points as recorded
	SampleMatched                // route vouched for by points
	SampleInferred               // route between points
	SampleOffRoad                // stretch on no road
	SampleWarning                // something is wrong here
	SampleSelected               // a point that is selected
	SampleRoad                   // a road that is selected
	numSamples
)

// Samples returns all samples in the order of a legend.
func Samples() []Sample {
	all := make([]Sample, numSamples)
	for i := range all {
		all[i] = Sample(i)
	}
	return all
}

// Swatch draws a small picture of s, width by height device pixels on the
// colour of land, with scale device pixels to a logical one. It is drawn by the
// same code as the map, so that the two cannot differ.
func Swatch(t Theme, s Sample, width, height int, scale float64) *image.RGBA {
	dst := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(dst, dst.Rect, image.NewUniform(t.Background), image.Point{}, draw.Src)
	v := swatchView(width, height, scale)
	var m mask
	m.reset(width, height)
	s.overlay(v).Draw(&Canvas{dst: dst, mask: &m, theme: &t, scale: v.scale()}, v)
	return dst
}

// swatchView is the view of a Swatch.
func swatchView(width, height int, scale float64) Viewport {
	return Viewport{Zoom: 16, Width: width, Height: height, Scale: scale}
}

// overlay returns what a Swatch of v shows.
func (s Sample) overlay(v Viewport) Overlay {
	w, mid := float64(v.Width), float64(v.Height)/2
	at := func(x, y float64) geo.Point { return v.ToPoint(x*w, mid+y*mid) }
	line := []geo.Point{at(-0.2, 0), at(1.2, 0)}
	middle := []geo.Point{at(0.5, 0)}
	switch s {
	case SampleRaw:
		return RawTrace{Points: []geo.Point{at(-0.1, 0.3), at(0.2, -0.15), at(0.5, 0.2), at(0.8, -0.2), at(1.1, 0.1)}}
	case SampleInferred:
		return Route{Legs: []RouteLeg{{Line: line, Inferred: []VertexRange{{0, 1}}}}}
	case SampleOffRoad:
		return Route{Legs: []RouteLeg{{Line: line, OffRoad: true}}}
	case SampleWarning:
		return Warnings{Points: middle}
	case SampleSelected:
		return RawTrace{Points: middle, HasSelected: true}
	case SampleRoad:
		return Highlight{Line: line}
	default:
		return Route{Legs: []RouteLeg{{Line: line}}}
	}
}
