// SPDX-License-Identifier: MIT

package reportfile

import (
	"bytes"
	"image"
	"image/color"
	_ "image/jpeg" // logos
	"image/png"
	"io"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/draw"

	"roadsnap/engine/report"
)

const family = "liberation"

// writePDF writes the pages of a document. Equal documents give equal files.
func writePDF(w io.Writer, d *report.Document) error {
	return pagesPDF(w, d, func(fn func(*Page)) { eachPage(d, fn) }, nil)
}

// pagesPDF writes pages, with files attached.
func pagesPDF(w io.Writer, d *report.Document, pages func(fn func(*Page)), attached []fpdf.Attachment) error {
	p := fpdf.NewCustom(&fpdf.InitType{UnitStr: "mm", Size: fpdf.SizeType{Wd: shortSide, Ht: longSide}})
	p.SetCatalogSort(true)
	p.SetCreationDate(d.Made.UTC())
	p.SetModificationDate(d.Made.UTC())
	p.SetTitle(d.Title, true)
	p.SetLang(d.Language.String())
	p.SetCreator("Roadsnap "+d.Version, true)
	p.SetAutoPageBreak(false, 0)
	p.SetMargins(0, 0, 0)
	p.AddUTF8FontFromBytes(family, "", faceOf(false).data)
	p.AddUTF8FontFromBytes(family, "B", faceOf(true).data)
	if len(attached) > 0 {
		p.SetAttachments(attached)
	}
	logo, err := plainLogo(d.Logo)
	if err != nil {
		return err
	}
	if logo != nil {
		p.RegisterImageOptionsReader("logo", fpdf.ImageOptions{ImageType: "png"}, bytes.NewReader(logo))
	}
	pages(func(page *Page) {
		orientation := "P"
		if page.Width > page.Height {
			orientation = "L"
		}
		p.AddPageFormat(orientation, fpdf.SizeType{Wd: min(page.Width, page.Height), Ht: max(page.Width, page.Height)})
		s := pdfSink{pdf: p, logo: logo != nil}
		for i := range page.Items {
			s.item(&page.Items[i])
		}
	})
	return p.Output(w)
}

// pdfSink writes items, and changes fonts, colours and widths only where they differ.
type pdfSink struct {
	pdf    *fpdf.Fpdf
	logo   bool // there is one
	bold   bool
	size   float64
	filled *color.RGBA // nil before the first
	drawn  *color.RGBA
	stroke float64
}

// fill sets the colour of areas and texts.
func (s *pdfSink) fill(c color.RGBA) {
	if s.filled == nil || *s.filled != c {
		s.pdf.SetFillColor(int(c.R), int(c.G), int(c.B))
		s.pdf.SetTextColor(int(c.R), int(c.G), int(c.B)) // without this fpdf sets it for each text
		s.filled = &c
	}
}

// pen sets the colour and the width of lines.
func (s *pdfSink) pen(c color.RGBA, width float64) {
	if s.drawn == nil || *s.drawn != c {
		s.pdf.SetDrawColor(int(c.R), int(c.G), int(c.B))
		s.drawn = &c
	}
	if s.stroke != width {
		s.pdf.SetLineWidth(width)
		s.stroke = width
	}
}

func (s *pdfSink) item(i *Item) {
	p := s.pdf
	switch i.Kind {
	case TextItem:
		if s.size != i.Size || s.bold != i.Bold {
			style := ""
			if i.Bold {
				style = "B"
			}
			p.SetFont(family, style, i.Size)
			s.size, s.bold = i.Size, i.Bold
		}
		s.fill(i.Color)
		if i.Angle == 0 {
			p.Text(i.X, i.Y, i.Text)
			return
		}
		p.TransformBegin()
		p.TransformRotate(i.Angle, i.X, i.Y)
		p.Text(i.X, i.Y, i.Text)
		p.TransformEnd()
	case BoxItem:
		if i.Color.A == 0 {
			return
		}
		s.fill(i.Color)
		p.Rect(i.X, i.Y, i.W, i.H, "F")
	case LineItem:
		s.pen(i.Color, i.Stroke)
		p.Line(i.X, i.Y, i.X+i.W, i.Y+i.H)
	case PathItem:
		s.pen(i.Color, i.Stroke)
		p.SetLineCapStyle("round")
		p.SetLineJoinStyle("round")
		for k, at := range i.Path {
			if k == 0 {
				p.MoveTo(at.X, at.Y)
			} else {
				p.LineTo(at.X, at.Y)
			}
		}
		p.DrawPath("D")
	case DotItem:
		s.fill(i.Color)
		p.Circle(i.X, i.Y, i.W/2, "F")
	case ImageItem:
		if !s.logo {
			return
		}
		p.ImageOptions("logo", i.X, i.Y, i.W, i.H, false, fpdf.ImageOptions{}, 0, "")
	}
}

// MaxLogo is the largest logo (bytes), and maxLogoSide the longest side of one (pixels).
const (
	MaxLogo     = 2 << 20
	maxLogoSide = 4000
)

// plainSide is the longest side of a logo in a PDF (pixels): 45 mm at 300 dots an inch.
const plainSide = 540

// plainLogo returns a logo as a PNG that fpdf can read, which refuses interlaced ones and those with
// 16 bits; nil without a logo that can be drawn.
func plainLogo(logo []byte) ([]byte, error) {
	w, h, ok := logoSize(logo)
	if !ok {
		return nil, nil
	}
	picture, _, err := image.Decode(bytes.NewReader(logo))
	if err != nil {
		return nil, nil //nolint:nilerr // as Picture does, which leaves it out
	}
	scale := min(plainSide/max(w, h), 1)
	small := image.NewNRGBA(image.Rect(0, 0, max(int(w*scale+0.5), 1), max(int(h*scale+0.5), 1)))
	draw.CatmullRom.Scale(small, small.Rect, picture, picture.Bounds(), draw.Src, nil)
	var b bytes.Buffer
	err = png.Encode(&b, small)
	return b.Bytes(), err
}

// ValidLogo reports whether a logo can be drawn.
func ValidLogo(logo []byte) bool {
	_, ok := logoKind(logo)
	return ok
}

// logoKind returns the kind of a logo as fpdf names it.
func logoKind(logo []byte) (kind string, ok bool) {
	c, kind, err := image.DecodeConfig(bytes.NewReader(logo))
	return kind, err == nil && len(logo) <= MaxLogo && c.Width > 0 && c.Height > 0 && max(c.Width, c.Height) <= maxLogoSide
}

// logoSize returns the size of a logo in pixels; ok is false if it cannot be drawn.
func logoSize(logo []byte) (w, h float64, ok bool) {
	if _, ok := logoKind(logo); !ok {
		return 0, 0, false
	}
	c, _, err := image.DecodeConfig(bytes.NewReader(logo))
	return float64(c.Width), float64(c.Height), err == nil
}
