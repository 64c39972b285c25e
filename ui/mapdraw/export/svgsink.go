package export

import (
	"image/color"
	"math"

	"roadsnap/ui/mapdraw/raster"
)

// svgSink writes the shapes of a picture as SVG paths: all lines of one look that are
// painted together in one path.
type svgSink struct {
	*svg
	box     raster.Box // of the picture: shapes are cut off a little beyond it
	strokes []svgStroke
	fills   []svgPath
	discs   []svgDisc

	wanted, opened [2]string // group and layer
}

// svgStroke is the lines of one look.
type svgStroke struct {
	look strokeLook
	path svgPath
}

// strokeLook is how lines are drawn, in pixels.
type strokeLook struct {
	width        float64
	on, off, run float64 // of dashes, and where in them a line begins; on and off 0: unbroken
	butt         bool    // ends cut square
}

type svgDisc struct {
	at     raster.Vec
	radius float64
}

// Box implements raster.Shapes.
func (s *svgSink) Box() raster.Box { return s.box }

// areaMargin is how far beyond the picture areas are cut off, in logical pixels.
const areaMargin = 64.0

// Fill implements raster.Shapes.
func (s *svgSink) Fill(rings [][]raster.Vec) {
	var path svgPath
	for _, ring := range rings {
		path.ring(raster.ClipRing(ring, s.box.Grow(areaMargin*s.scale)))
	}
	if len(path.d) > 0 {
		s.fills = append(s.fills, path)
	}
}

// Polyline implements raster.Shapes.
func (s *svgSink) Polyline(line []raster.Vec, width float64, ends raster.Caps) {
	if dot := len(line) == 2 && line[0] == line[1]; dot {
		s.discs = append(s.discs, svgDisc{line[0], width / 2})
		return
	}
	s.stroke(line, strokeLook{width: width, butt: ends != 0})
}

// DashesFrom implements raster.Shapes.
func (s *svgSink) DashesFrom(line []raster.Vec, run, width, on, off float64, ends raster.Caps) {
	if on == 0 {
		on = 0.01 // a dash of no length with round ends is a dot; some programs skip 0 itself
	}
	s.stroke(line, strokeLook{width: width, on: on, off: off, run: math.Mod(run, on+off), butt: ends != 0})
}

func (s *svgSink) stroke(line []raster.Vec, look strokeLook) {
	frame := s.box.Grow(look.width/2 + 1)
	for i := range s.strokes {
		if s.strokes[i].look == look {
			s.strokes[i].path.line(line, frame)
			return
		}
	}
	s.strokes = append(s.strokes, svgStroke{look: look})
	s.strokes[len(s.strokes)-1].path.line(line, frame)
}

// Discs implements raster.Shapes.
func (s *svgSink) Discs(at []raster.Vec, radius float64) {
	for _, p := range at {
		s.discs = append(s.discs, svgDisc{p, radius})
	}
}

// Paint implements raster.Sink.
func (s *svgSink) Paint(col color.RGBA) {
	for i := range s.fills {
		s.enter()
		s.fill(&s.fills[i], col)
	}
	for i := range s.strokes {
		if st := &s.strokes[i]; len(st.path.d) > 0 {
			s.enter()
			s.line(&st.path, st.look, col)
		}
	}
	for _, d := range s.discs {
		s.enter()
		s.disc(d.at, d.radius, col)
	}
	s.fills, s.strokes, s.discs = s.fills[:0], s.strokes[:0], s.discs[:0]
}

// Layer implements raster.Sink. A layer without shapes is not written.
func (s *svgSink) Layer(group, name string) { s.wanted = [2]string{group, name} }

// enter opens the layer that was asked for last.
func (s *svgSink) enter() {
	if s.wanted == s.opened {
		return
	}
	if s.opened[1] != "" {
		s.end()
	}
	if s.opened[0] != s.wanted[0] {
		if s.opened[0] != "" {
			s.end()
		}
		if s.wanted[0] != "" {
			s.open(s.wanted[0], s.wanted[0])
		}
	}
	if s.wanted[1] != "" {
		s.open(s.wanted[0]+"-"+s.wanted[1], s.wanted[1])
	}
	s.opened = s.wanted
}

// leave closes the layer that is open.
func (s *svgSink) leave() {
	s.wanted = [2]string{}
	s.enter()
}
