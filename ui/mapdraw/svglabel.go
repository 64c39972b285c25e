package mapdraw

import (
	"math"
	"strings"
)

// names writes the labels: plates below words below places, each as text.
func (s *svgMap) names() {
	s.open("labels", "Labels", "")
	size := s.view.worldSize()
	for i := range s.labels {
		lb := s.labels[i].label
		at := vec{lb.at.x*size - s.origin.x, lb.at.y*size - s.origin.y}
		switch lb.kind {
		case roadLabel:
			s.along(lb, at)
		case shieldLabel:
			w, h := lb.plateSize()
			plate := around(at.x, at.y, w/2, h/2)
			s.rect(plate, plateRadius*s.scale, lb.plate.frame)
			s.rect(plate.grow(-plateFrame*s.scale), (plateRadius-plateFrame)*s.scale, lb.plate.plate)
			s.level(lb, at)
		default:
			s.level(lb, at)
		}
	}
	s.end()
}

// level writes a label of one or two level lines.
func (s *svgMap) level(lb *label, at vec) {
	lines := strings.Split(lb.text, "\n")
	for i, line := range lines {
		_, ems := s.layouts.types.set(line, lb.style)
		row := float64(i) - float64(len(lines)-1)/2
		s.text(svgText{
			text: line, style: lb.style, size: lb.size, halo: lb.style.haloWidth * s.scale, ux: 1, width: ems * lb.size,
			at: vec{at.x - ems*lb.size/2, at.y + (capHeight/2+row*lb.lie().step)*lb.size},
		})
	}
}

// straightEnough is by how much a line may turn, in radians, for its name still
// to be one piece of text.
const straightEnough = 0.04

// along writes a name along its line: in one piece on a straight one, letter by
// letter on a bent one. SVG's textPath would keep it in one piece there too, but
// many programs do not show it.
func (s *svgMap) along(lb *label, at vec) {
	w := newWalk(lb.path)
	halo := lb.style.haloWidth * s.scale
	if turn, ok := w.bend(0, w.length(), lb.size*0.6); ok && turn < straightEnough {
		a, b := w.at(0), w.at(w.length())
		run := math.Hypot(b.x-a.x, b.y-a.y)
		ux, uy := (b.x-a.x)/run, (b.y-a.y)/run
		down := capHeight / 2 * lb.size
		s.text(svgText{
			text: lb.text, style: lb.style, size: lb.size, halo: halo, ux: ux, uy: uy, width: run,
			at: vec{at.x + a.x - down*uy, at.y + a.y + down*ux},
		})
		return
	}
	// All halos first, so that none covers the letter before.
	letters := s.layouts.along(lb)
	s.printf("<g aria-label=\"%s\">\n", escaped(lb.text))
	for pass := range 2 {
		style := *lb.style
		if pass == 0 {
			style.fill = style.halo
		}
		i := 0
		for _, r := range lb.text {
			if i == len(letters) {
				break
			}
			g := letters[i]
			i++
			if len(g.outline) == 0 {
				continue
			}
			t := svgText{text: string(r), style: &style, size: lb.size, ux: g.ux, uy: g.uy, at: vec{at.x + g.x, at.y + g.y}}
			if pass == 0 {
				t.halo = halo
			}
			s.text(t)
		}
	}
	s.printf("</g>\n")
}

// furniture writes the panels.
func (s *svgMap) furniture() {
	for i := range s.panels {
		p := &s.panels[i]
		s.open(p.name, p.name, "")
		s.rect(p.box, p.radius, p.fill)
		for _, b := range p.bars {
			s.rect(b, 0, p.ink)
		}
		for _, sw := range p.swatches {
			s.swatch(sw)
		}
		for _, t := range p.texts {
			s.text(svgText{text: t.text, style: t.style, size: t.size, ux: 1, width: t.width, at: vec{t.at.x, t.at.y + capHeight/2*t.size}})
		}
		s.end()
	}
}

// swatch writes a sample of the legend as a picture in the picture.
func (s *svgMap) swatch(sw panelSwatch) {
	s.printf("<svg x=\"%s\" y=\"%s\" width=\"%d\" height=\"%d\" overflow=\"hidden\">\n", number(sw.at.x), number(sw.at.y), sw.width, sw.height)
	s.rect(box{0, 0, float64(sw.width), float64(sw.height)}, 0, s.Theme.Background)
	v := swatchView(sw.width, sw.height, s.scale)
	inner := &svgOverlays{svg: s.svg, theme: &s.Theme, view: v, frame: box{0, 0, float64(sw.width), float64(sw.height)}.grow(cutMargin * s.scale)}
	inner.draw(sw.sample.overlay(v))
	s.printf("</svg>\n")
}
