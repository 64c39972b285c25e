package mapdraw

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"image/color"
	"strconv"
	"strings"
)

// svg writes the elements of an SVG document. Errors of the writer are kept by
// it and told by its Flush.
type svg struct {
	w     *bufio.Writer
	scale float64 // pixels in a logical one
}

// svgFonts are the faces that text is set in: that of the map, and what stands
// in for it on other computers. All of them know Vietnamese.
const svgFonts = "'Noto Sans', 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', Arial, sans-serif"

func (s *svg) printf(format string, args ...any) { fmt.Fprintf(s.w, format, args...) }

// begin opens the document.
func (s *svg) begin(width, height int, licence string) {
	s.printf("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"+
		`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" `+
		`xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" `+
		"width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n", width, height, width, height)
	s.printf("<desc>%s</desc>\n", escaped(licence))
	s.printf("<clipPath id=\"picture\"><rect width=\"%d\" height=\"%d\"/></clipPath>\n", width, height)
	s.printf("<g clip-path=\"url(#picture)\" fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\" font-family=\"%s\">\n", svgFonts)
}

func (s *svg) finish() { s.printf("</g>\n</svg>\n") }

// open opens a group that Inkscape shows as a layer.
func (s *svg) open(id, title, attributes string) {
	s.printf("<g id=\"%s\" inkscape:groupmode=\"layer\" inkscape:label=\"%s\" %s>\n", escaped(id), escaped(title), attributes)
}

func (s *svg) end() { s.printf("</g>\n") }

// paint is how a path is painted; a colour without alpha leaves it out.
type paint struct {
	fill, stroke color.RGBA
	width        float64
	dash         []float64
	butt         bool // ends cut square
}

// path writes a path, unless it is empty.
func (s *svg) path(p *svgPath, look paint) {
	if len(p.d) == 0 {
		return
	}
	s.printf("<path")
	if look.fill.A != 0 {
		s.printf(" %s", colour("fill", look.fill))
	}
	if look.stroke.A != 0 {
		s.printf(" %s stroke-width=\"%s\"", colour("stroke", look.stroke), number(look.width))
		if look.butt {
			s.printf(" stroke-linecap=\"butt\"")
		}
		if len(look.dash) == 2 {
			s.printf(" stroke-dasharray=\"%s %s\"", number(look.dash[0]), number(look.dash[1]))
		}
	}
	s.printf(" d=\"%s\"/>\n", p.d)
}

// rect writes a rectangle with round corners.
func (s *svg) rect(b box, radius float64, fill color.RGBA) {
	s.printf("<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" rx=\"%s\" %s/>\n",
		number(b.x0), number(b.y0), number(b.x1-b.x0), number(b.y1-b.y0), number(radius), colour("fill", fill))
}

// disc writes a circle.
func (s *svg) disc(at vec, radius float64, fill color.RGBA) {
	s.printf("<circle cx=\"%s\" cy=\"%s\" r=\"%s\" %s/>\n", number(at.x), number(at.y), number(radius), colour("fill", fill))
}

// svgText is a line of text: the left end of its base line, how it is turned.
type svgText struct {
	text   string
	at     vec
	ux, uy float64 // direction of the base line
	style  *textStyle
	size   float64
	halo   float64 // width of the halo in pixels
	width  float64 // that it is held to if other letters stand in; 0: any
}

// text writes a line of text with its halo.
func (s *svg) text(t svgText) {
	s.printf("<text font-size=\"%s\" %s", number(t.size), colour("fill", t.style.fill))
	switch t.style.face {
	case bold:
		s.printf(" font-weight=\"bold\"")
	case italic:
		s.printf(" font-style=\"italic\"")
	}
	if t.style.spacing != 0 {
		s.printf(" letter-spacing=\"%s\"", number(t.style.spacing*t.size))
	}
	if t.width > 0 {
		s.printf(" textLength=\"%s\" lengthAdjust=\"spacingAndGlyphs\"", number(t.width))
	}
	if t.halo > 0 && t.style.halo.A != 0 {
		s.printf(" paint-order=\"stroke\" %s stroke-width=\"%s\"", colour("stroke", t.style.halo), number(2*t.halo))
	}
	if t.uy == 0 && t.ux > 0 {
		s.printf(" x=\"%s\" y=\"%s\"", number(t.at.x), number(t.at.y))
	} else {
		s.printf(" transform=\"matrix(%.4f %.4f %.4f %.4f %s %s)\"", t.ux, t.uy, -t.uy, t.ux, number(t.at.x), number(t.at.y))
	}
	s.printf(">%s</text>\n", escaped(t.text))
}

// colour returns the attributes that paint in c.
func colour(attribute string, c color.RGBA) string {
	if c.A == 0 {
		return attribute + `="none"`
	}
	un := func(v uint8) uint8 { return uint8(min((uint32(v)*255+uint32(c.A)/2)/uint32(c.A), 255)) }
	out := fmt.Sprintf(`%s="#%02x%02x%02x"`, attribute, un(c.R), un(c.G), un(c.B))
	if c.A != 255 {
		out += fmt.Sprintf(` %s-opacity="%.3g"`, attribute, float64(c.A)/255)
	}
	return out
}

// number writes v to the tenth, or a hundredth where it is small.
func number(v float64) string {
	digits := 1
	if v > -10 && v < 10 {
		digits = 2
	}
	text := strconv.FormatFloat(v, 'f', digits, 64)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	if text == "-0" || text == "" {
		return "0"
	}
	return text
}

// escaped returns text as it may stand in XML. Signs that XML cannot hold, as
// damaged data may have them, become U+FFFD.
func escaped(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a Builder does not fail
	return b.String()
}
