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
	SampleSelected               // what is selected
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
	v := Viewport{Zoom: 16, Width: width, Height: height, Scale: scale}
	var m mask
	m.reset(width, height)
	c := &Canvas{dst: dst, mask: &m, theme: &t, scale: v.scale()}

	w, mid := float64(width), float64(height)/2
	at := func(x, y float64) geo.Point { return v.ToPoint(x*w, mid+y*mid) }
	line := []geo.Point{at(-0.2, 0), at(1.2, 0)}
	middle := []geo.Point{at(0.5, 0)}
	switch s {
	case SampleRaw:
		RawTrace{Points: []geo.Point{at(-0.1, 0.3), at(0.2, -0.15), at(0.5, 0.2), at(0.8, -0.2), at(1.1, 0.1)}}.Draw(c, v)
	case SampleMatched:
		Route{Legs: []RouteLeg{{Line: line}}}.Draw(c, v)
	case SampleInferred:
		Route{Legs: []RouteLeg{{Line: line, Inferred: []VertexRange{{0, 1}}}}}.Draw(c, v)
	case SampleOffRoad:
		Route{Legs: []RouteLeg{{Line: line, OffRoad: true}}}.Draw(c, v)
	case SampleWarning:
		Warnings{Points: middle}.Draw(c, v)
	case SampleSelected:
		RawTrace{Points: middle, HasSelected: true}.Draw(c, v)
	}
	return dst
}
