// SPDX-License-Identifier: MIT

package export

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
	"strconv"
	"strings"

	"roadsnap/ui/mapdraw/raster"
)

// svg writes the elements of an SVG document. The writer keeps its first error,
// and finish returns it.
type svg struct {
	w     *bufio.Writer
	ids   int // of texts so far
	clips int // of insets so far
}

func (s *svg) printf(format string, args ...any) { fmt.Fprintf(s.w, format, args...) }

// inchMillimetres is the length of an inch (millimetres).
const inchMillimetres = 25.4

// newSVG opens a document. dotsPerInch determines its size on paper; 0 leaves
// that open.
func newSVG(w io.Writer, width, height int, dotsPerInch float64, licence string) *svg {
	s := &svg{w: bufio.NewWriter(w)}
	side := func(pixels int) string {
		if dotsPerInch > 0 {
			return fmt.Sprintf("%.2fmm", float64(pixels)/dotsPerInch*inchMillimetres)
		}
		return strconv.Itoa(pixels)
	}
	s.printf("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"+
		`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" `+
		`xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" `+
		"width=\"%s\" height=\"%s\" viewBox=\"0 0 %d %d\">\n", side(width), side(height), width, height)
	s.printf("<desc>%s</desc>\n", escaped(licence))
	s.printf("<clipPath id=\"picture\"><rect width=\"%d\" height=\"%d\"/></clipPath>\n", width, height)
	s.printf("<g clip-path=\"url(#picture)\" fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n")
	return s
}

func (s *svg) finish() error {
	s.printf("</g>\n</svg>\n")
	return s.w.Flush()
}

// open opens a group that Inkscape shows as a layer.
func (s *svg) open(id, title string) {
	s.printf("<g id=\"%s\" inkscape:groupmode=\"layer\" inkscape:label=\"%s\">\n", escaped(id), escaped(title))
}

func (s *svg) end() { s.printf("</g>\n") }

// fill writes an area with the even-odd rule.
func (s *svg) fill(p *svgPath, col color.RGBA) {
	s.printf("<path %s fill-rule=\"evenodd\" d=\"%s\"/>\n", colour("fill", col), p.d)
}

// line writes lines.
func (s *svg) line(p *svgPath, look strokeLook, col color.RGBA) {
	s.printf("<path %s stroke-width=\"%s\"", colour("stroke", col), number(look.width))
	if look.butt {
		s.printf(" stroke-linecap=\"butt\"")
	}
	if look.on > 0 {
		s.printf(" stroke-dasharray=\"%s %s\"", number(look.on), number(look.off))
		if look.run > 0 {
			s.printf(" stroke-dashoffset=\"%s\"", number(look.run))
		}
	}
	s.printf(" d=\"%s\"/>\n", p.d)
}

// rect writes a rectangle with round corners.
func (s *svg) rect(b raster.Box, radius float64, fill color.RGBA) {
	s.printf("<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" rx=\"%s\" %s/>\n",
		number(b.X0), number(b.Y0), number(b.X1-b.X0), number(b.Y1-b.Y0), number(radius), colour("fill", fill))
}

// disc writes a circle.
func (s *svg) disc(at raster.Vec, radius float64, fill color.RGBA) {
	s.printf("<circle cx=\"%s\" cy=\"%s\" r=\"%s\" %s/>\n", number(at.X), number(at.Y), number(radius), colour("fill", fill))
}

// colour returns the attributes for painting in c.
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

// number formats v with one decimal, or two if it is small.
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

// escaped escapes text for XML. Characters that XML does not allow, which damaged
// data may contain, become U+FFFD.
func escaped(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a Builder does not fail
	return b.String()
}
