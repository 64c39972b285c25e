// SPDX-License-Identifier: MIT

package export

import (
	"image/color"
	"math"
	"strconv"

	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/text"
)

// svgSink is a page that writes the shapes of a picture as SVG paths. Lines of
// one look that are painted together become one path.
type svgSink struct {
	*svg
	scale   float64    // pixels in a logical pixel
	box     raster.Box // of the picture: shapes are clipped slightly outside it
	strokes []svgStroke
	fills   []svgPath
	discs   []svgDisc

	wanted, opened [2]string // group and layer
}

// svgStroke holds the lines of one look.
type svgStroke struct {
	look strokeLook
	path svgPath
}

// strokeLook is the look of lines (pixels).
type strokeLook struct {
	width        float64
	on, off, run float64 // dashes, and the position in them where a line begins; on and off 0: unbroken
	butt         bool    // square ends
}

type svgDisc struct {
	at     raster.Vec
	radius float64
}

// Box implements raster.Shapes.
func (s *svgSink) Box() raster.Box { return s.box }

// areaMargin is the distance beyond the picture at which areas are clipped
// (logical pixels).
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
		on = 0.01 // a dash of zero length with round ends is a dot; some programs skip 0 itself
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

// enter opens the most recently named layer.
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

func (s *svgSink) sink() raster.Sink { return s }

func (s *svgSink) shown() raster.Box { return s.box }

// group opens a group even if it stays empty; "" closes the open group.
func (s *svgSink) group(name string) {
	s.Layer(name, "")
	s.enter()
}

func (s *svgSink) boxes(of []raster.Box, radius float64, fill color.RGBA) {
	for _, b := range of {
		s.rect(b, radius, fill)
	}
}

// inset clips its picture with a path, because Inkscape does not clip a nested
// picture at its edge.
func (s *svgSink) inset(at raster.Vec, width, height int, ground color.RGBA, fill func(raster.Sink)) {
	s.clips++
	s.printf("<clipPath id=\"swatch-%d\"><rect width=\"%d\" height=\"%d\"/></clipPath>\n", s.clips, width, height)
	s.printf("<g transform=\"translate(%s %s)\" clip-path=\"url(#swatch-%d)\">\n", number(at.X), number(at.Y), s.clips)
	inner := &svgSink{svg: s.svg, scale: s.scale, box: raster.Sized(width, height)}
	s.rect(inner.box, 0, ground)
	fill(inner)
	s.end()
}

// write writes text as outlines, with the text as the group's label. Text
// elements would be set in the fonts of the other computer, wider than their
// plates or with misplaced marks. The halo is a separate shape below the letters,
// because many programs do not support paint-order.
func (s *svgSink) write(t text.Writing, at raster.Vec) {
	if p := t.Plate; p != nil {
		plate := raster.Around(at.X, at.Y, p.Width/2, p.Height/2)
		s.rect(plate, p.Radius, p.Frame)
		s.rect(plate.Grow(-p.FrameWidth), p.Inner, p.Fill)
		if len(p.Icon) > 0 {
			var path svgPath
			icon := p.Glyph()
			icon.X, icon.Y = at.X, at.Y
			path.letter(&icon, p.Width)
			s.printf("<path %s d=\"%s\"/>\n", colour("fill", p.Ink), path.d)
		}
	}
	var path svgPath
	for _, g := range t.Letters {
		g.X, g.Y = g.X+at.X, g.Y+at.Y
		path.letter(&g, t.Size)
	}
	if len(path.d) == 0 {
		return
	}
	s.printf("<g aria-label=\"%s\"", escaped(t.Text))
	if t.Halo <= 0 || t.Style.Halo.A == 0 {
		s.printf("><path %s d=\"%s\"/></g>\n", colour("fill", t.Style.Fill), path.d)
		return
	}
	s.ids++
	id := "text-" + strconv.Itoa(s.ids)
	s.printf("><defs><path id=\"%s\" d=\"%s\"/></defs><use xlink:href=\"#%s\" %s %s stroke-width=\"%s\"/><use xlink:href=\"#%s\" %s/></g>\n",
		id, path.d, id, colour("fill", t.Style.Halo), colour("stroke", t.Style.Halo), number(2*t.Halo), id, colour("fill", t.Style.Fill))
}
