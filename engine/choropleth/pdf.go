// SPDX-License-Identifier: MIT

package choropleth

import (
	"image/color"
	"io"
	"time"

	"codeberg.org/go-pdf/fpdf"
)

// WritePDF writes the map as a PDF of one page with its fonts, made at a time.
func (m *Map) WritePDF(w io.Writer, made time.Time) error {
	width, height := m.size()
	pdf := fpdf.NewCustom(&fpdf.InitType{OrientationStr: "P", UnitStr: "pt", Size: fpdf.SizeType{Wd: width, Ht: height}})
	pdf.SetCatalogSort(true) // so that equal maps have equal bytes
	pdf.SetCreationDate(made)
	pdf.SetModificationDate(made)
	pdf.SetTitle(m.Title, true)
	pdf.SetLang(string(m.Language))
	pdf.SetAutoPageBreak(false, 0)
	pdf.SetMargins(0, 0, 0)
	pdf.AddUTF8FontFromBytes(pdfFont, "", fontOf(false))
	pdf.AddUTF8FontFromBytes(pdfFont, "B", fontOf(true))
	pdf.AddPage()
	pdf.SetLineJoinStyle("round")
	m.draw(&document{pdf})
	return pdf.Output(w)
}

// pdfFont is the name of the font in the document.
const pdfFont = "text"

// document is a canvas of a PDF.
type document struct{ pdf *fpdf.Fpdf }

func (d *document) path(line []point) {
	for i, p := range line {
		if i == 0 {
			d.pdf.MoveTo(p.x, p.y)
		} else {
			d.pdf.LineTo(p.x, p.y)
		}
	}
}

func (d *document) fill(rings [][]point, c color.NRGBA) {
	d.pdf.SetFillColor(int(c.R), int(c.G), int(c.B))
	for _, ring := range rings {
		d.path(ring)
		d.pdf.ClosePath()
	}
	d.pdf.DrawPath("F*")
}

func (d *document) stroke(line []point, c color.NRGBA, width float64) {
	d.pdf.SetDrawColor(int(c.R), int(c.G), int(c.B))
	d.pdf.SetLineWidth(width)
	d.path(line)
	d.pdf.DrawPath("D")
}

func (d *document) font(size float64, bold bool) {
	style := ""
	if bold {
		style = "B"
	}
	d.pdf.SetFont(pdfFont, style, size)
}

func (d *document) text(at point, size float64, bold bool, c color.NRGBA, s string) {
	d.font(size, bold)
	d.pdf.SetTextColor(int(c.R), int(c.G), int(c.B))
	d.pdf.Text(at.x, at.y, s)
}

func (d *document) width(size float64, bold bool, s string) float64 {
	d.font(size, bold)
	return d.pdf.GetStringWidth(s)
}
