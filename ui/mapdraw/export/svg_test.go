// SPDX-License-Identifier: MIT

package export

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/text"
	"roadsnap/ui/maptest"
)

// TestSVGHasItsSizeOnPaper checks the size of a sheet.
func TestSVGHasItsSizeOnPaper(t *testing.T) {
	o := Options{Theme: maptest.Themes(t).Light, Fonts: maptest.Fonts(t), View: maptest.View, Width: 3508, Height: 2480, DotsPerInch: 300}
	var file bytes.Buffer
	if err := SVG(context.Background(), &file, o); err != nil {
		t.Fatal(err)
	}
	if want := `width="297.01mm" height="209.97mm" viewBox="0 0 3508 2480"`; !strings.Contains(file.String(), want) {
		t.Errorf("an A4 sheet has no %s", want)
	}
}

// TestSVG reads the document as XML. It must be well formed, with unique ids and
// all requested content.
func TestSVG(t *testing.T) {
	themes := maptest.Themes(t)
	o := exported(t, themes.Light)
	o.Licence = `© "A" & <B>`
	src := o.Source.(*maptest.Features)
	src.List[7].Name = "Đường <A> & \"B\"\x00"
	var file bytes.Buffer
	if err := SVG(context.Background(), &file, o); err != nil {
		t.Fatal(err)
	}
	ids, elements := map[string]bool{}, map[string]int{}
	var text strings.Builder
	dec := xml.NewDecoder(bytes.NewReader(file.Bytes()))
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			elements[token.Name.Local]++
			for _, a := range token.Attr {
				if a.Name.Local == "id" {
					if ids[a.Value] {
						t.Errorf("two elements are called %q", a.Value)
					}
					ids[a.Value] = true
				}
				if a.Name.Local == "aria-label" {
					text.WriteString(a.Value)
					elements["words"]++
				}
				if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
					t.Errorf("%s of %s is %q", a.Name.Local, token.Name.Local, a.Value)
				}
			}
		case xml.CharData:
			text.Write(token)
		}
	}
	if elements["svg"] != 1 || elements["clipPath"] != 1+len(o.Legend) {
		t.Errorf("%d pictures and %d paths that cut: a sample of the legend is not cut in Inkscape", elements["svg"], elements["clipPath"])
	}
	if !strings.Contains(file.String(), `width="560" height="420" viewBox="0 0 560 420"`) {
		t.Error("the size is not in pixels")
	}
	for _, id := range []string{"background", "green", "water", "waterways", "tunnels", "roads", "railways", "bridges-1", "overlays", "labels", "marks", "licence", "scale", "legend"} {
		if !ids[id] {
			t.Errorf("there is no group %q", id)
		}
	}
	for _, want := range []string{o.Licence, "BẾN NGHÉ", "QL.52", "Lộ trình khớp đường"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is not written", want)
		}
	}
	for name, least := range map[string]int{"path": 35, "words": 15, "use": 10, "rect": 5, "circle": 8} {
		if elements[name] < least {
			t.Errorf("%d elements %s, want at least %d", elements[name], name, least)
		}
	}
}

// TestTextOfSVGIsDrawnWhereItIsOnPNG follows the outlines as a viewer would, and
// compares their bounds with those of the letters.
func TestTextOfSVGIsDrawnWhereItIsOnPNG(t *testing.T) {
	types := text.NewTypesetter(maptest.Fonts(t))
	style := &style.Text{}
	for _, words := range []string{"Đường Nguyễn Thị Minh Khai", "© ©", "Ế ộ ỹ", "QL.1A"} {
		glyphs, width := types.Set(words, style)
		const size, x0, y0 = 11.5, 300.25, 41.0
		var path svgPath
		want := raster.Box{X0: math.Inf(1), Y0: math.Inf(1), X1: math.Inf(-1), Y1: math.Inf(-1)}
		for _, g := range glyphs {
			path.letter(&text.InkGlyph{Glyph: g.Glyph, X: x0 + g.X*size, Y: y0, Ux: 1}, size)
			if len(g.Outline) > 0 {
				want = raster.Box{
					X0: min(want.X0, x0+(g.X+g.MinX)*size), Y0: min(want.Y0, y0+g.MinY*size),
					X1: max(want.X1, x0+(g.X+g.MaxX)*size), Y1: max(want.Y1, y0+g.MaxY*size),
				}
			}
		}
		got := boxOfPath(t, string(path.d))
		for side, apart := range map[string]float64{"left": got.X0 - want.X0, "top": got.Y0 - want.Y0, "right": got.X1 - want.X1, "bottom": got.Y1 - want.Y1} {
			if math.Abs(apart) > 0.006 { // half of a hundredth, plus rounding
				t.Errorf("%q: the %s is off by %v", words, side, apart)
			}
		}
		if got.X1 > x0+width*size+0.5 {
			t.Errorf("%q reaches to %v, beyond its %v", words, got.X1, width*size)
		}
	}
}

// boxOfPath returns the bounds of all points of a path of M, l, q, c and z.
func boxOfPath(t *testing.T, d string) raster.Box {
	t.Helper()
	b := raster.Box{X0: math.Inf(1), Y0: math.Inf(1), X1: math.Inf(-1), Y1: math.Inf(-1)}
	var at, start raster.Vec
	for len(d) > 0 {
		command := d[0]
		end := strings.IndexAny(d[1:], "Mlqcz") + 1
		if end == 0 {
			end = len(d)
		}
		numbers := floatsOf(t, d[1:end])
		d = d[end:]
		from := at
		for i := 0; i+1 < len(numbers); i += 2 {
			p := raster.Vec{X: numbers[i], Y: numbers[i+1]}
			if command != 'M' {
				p = raster.Vec{X: p.X + from.X, Y: p.Y + from.Y}
			}
			at = p
			b = raster.Box{X0: min(b.X0, p.X), Y0: min(b.Y0, p.Y), X1: max(b.X1, p.X), Y1: max(b.Y1, p.Y)}
		}
		switch command {
		case 'M':
			start = at
		case 'z':
			at = start
		}
		if want := map[byte]int{'M': 2, 'l': 2, 'q': 4, 'c': 6, 'z': 0}[command]; len(numbers) != want {
			t.Fatalf("%c has %v, want %d numbers", command, numbers, want)
		}
	}
	return b
}

// floatsOf reads numbers by the grammar of SVG paths: a number ends at a space, a
// minus or a second point.
func floatsOf(t *testing.T, s string) (out []float64) {
	t.Helper()
	for s = strings.TrimLeft(s, " "); s != ""; s = strings.TrimLeft(s, " ") {
		n, points := 1, strings.Count(s[:1], ".")
		for ; n < len(s) && s[n] != ' ' && s[n] != '-'; n++ {
			if s[n] == '.' {
				if points++; points > 1 {
					break
				}
			}
		}
		var v float64
		if _, err := fmt.Sscan(s[:n], &v); err != nil {
			t.Fatalf("%q: %v", s[:n], err)
		}
		out = append(out, v)
		s = s[n:]
	}
	return out
}
