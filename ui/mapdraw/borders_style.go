package mapdraw

import (
	"image/color"
	"math"

	"roadsnap/engine/boundary"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
)

// borderPass is one of the strokes that borders are drawn with, each over the one
// before. The width is in logical pixels.
type borderPass struct {
	province bool
	width    float64
	dash     []float64 // lengths on and off; nil for an unbroken line
	colour   color.RGBA
}

// passesOf returns the strokes of all borders of a level at a zoom, none where they would
// mislead.
func passesOf(l *style.Border, zoom float64, level boundary.Level) []borderPass {
	trust := trustIn(level, zoom)
	if trust == 0 {
		return nil
	}
	out := []borderPass{{false, l.Ward.Width.At(zoom), l.Ward.DashAt(zoom), faded(l.Ward.Colour, trust)}}
	width := l.Province.Width.At(zoom)
	if casing := l.Province.Casing.At(zoom); casing > 0 {
		out = append(out, borderPass{true, width + 2*casing, nil, faded(l.Province.CasingColour, trust)})
	}
	return append(out, borderPass{true, width, l.Province.DashAt(zoom), faded(l.Province.Colour, trust)})
}

// trustIn returns how much of a border of a level is drawn at a zoom, 0…1. Three
// zooms closer than those that the level suits, a border that is nowhere finer lies
// some ten pixels from where it is: a firm line on the wrong side of a river. It fades
// within one zoom and is left out from there.
func trustIn(level boundary.Level, zoom float64) float64 {
	if level == boundary.Street {
		return 1
	}
	return min(max(view.Closest[level]+4-zoom, 0), 1)
}

// faded returns a colour, alpha multiplied in, of which a share is left.
func faded(c color.RGBA, share float64) color.RGBA {
	part := func(v uint8) uint8 { return uint8(math.Round(float64(v) * share)) }
	return color.RGBA{part(c.R), part(c.G), part(c.B), part(c.A)}
}

// stroke draws a line of the pass into m, width logical pixels wide; scale device
// pixels are a logical one. The line's memory is used.
func (p *borderPass) stroke(m raster.Shapes, line []raster.Vec, width, scale float64) {
	if line = raster.Straighten(line, raster.Unseen); len(p.dash) == 2 {
		m.DashesFrom(line, 0, width*scale, p.dash[0]*scale, p.dash[1]*scale, raster.ButtStart|raster.ButtEnd)
	} else {
		m.Polyline(line, width*scale, 0)
	}
}
