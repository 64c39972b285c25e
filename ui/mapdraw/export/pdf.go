// SPDX-License-Identifier: MIT

package export

import (
	"compress/zlib"
	"context"
	"fmt"
	"image/color"
	"io"
	"strings"
)

// screenDots is the resolution of pictures without one of their own (pixels per inch).
const screenDots = 96

// pointsPerInch is the unit of lengths in PDF.
const pointsPerInch = 72

// PDF writes a picture as a PDF of one page of its size in print. The picture is drawn in bands as
// PNG draws it, without a loss. When ctx ends, PDF returns its error and leaves a partial file.
func PDF(ctx context.Context, w io.Writer, o Options) error {
	e, err := newExporter(ctx, o)
	if err != nil {
		return err
	}
	e.total = 2 * squares(e.Height)
	if err := e.chooseNames(); err != nil {
		return fmt.Errorf("export the map: %w", err)
	}
	dots := o.DotsPerInch
	if dots == 0 {
		dots = screenDots
	}
	f := &pdfFile{w: w}
	width, height := float64(e.Width)*pointsPerInch/dots, float64(e.Height)*pointsPerInch/dots
	f.text("%%PDF-1.4\n%%\xe2\xe3\xcf\xd3\n")
	f.object("<< /Type /Catalog /Pages 2 0 R >>")
	f.object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
	f.object(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %.2f %.2f] /Contents 4 0 R /Resources << /XObject << /M 5 0 R >> >> >>", width, height))
	content := fmt.Sprintf("q %.2f 0 0 %.2f 0 0 cm /M Do Q", width, height)
	f.object(fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content))
	f.begin()
	f.text("<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode /Length 6 0 R >>\nstream\n", e.Width, e.Height)
	length, err := f.pixels(&pngRows{exporter: e, band: band{inker: &e.layouts.Inker}})
	if err != nil {
		return fmt.Errorf("export the map: %w", err)
	}
	f.text("\nendstream\nendobj\n")
	f.object(fmt.Sprint(length))
	f.object(fmt.Sprintf("<< /Title <FEFF%s> /Producer (Roadsnap) >>", utf16Hex(o.Title)))
	return f.end()
}

// pdfFile writes a PDF and remembers where its objects begin.
type pdfFile struct {
	w      io.Writer
	at     int
	starts []int
	err    error
}

// Write implements io.Writer.
func (f *pdfFile) Write(p []byte) (int, error) {
	n, err := f.w.Write(p)
	f.at += n
	return n, err
}

func (f *pdfFile) text(format string, args ...any) {
	if f.err == nil {
		_, f.err = fmt.Fprintf(f, format, args...)
	}
}

func (f *pdfFile) begin() {
	f.starts = append(f.starts, f.at)
	f.text("%d 0 obj\n", len(f.starts))
}

func (f *pdfFile) object(content string) {
	f.begin()
	f.text("%s\nendobj\n", content)
}

// pixels writes the compressed pixels of a picture, and returns their length.
func (f *pdfFile) pixels(rows *pngRows) (length int, err error) {
	if f.err != nil {
		return 0, f.err
	}
	first, z := f.at, zlib.NewWriter(f)
	line := make([]byte, 3*rows.Width)
	for y := range rows.Height {
		for x := range rows.Width {
			c := rows.At(x, y).(*color.RGBA)
			line[3*x], line[3*x+1], line[3*x+2] = c.R, c.G, c.B
		}
		if rows.err != nil {
			return 0, rows.err
		}
		if _, err := z.Write(line); err != nil {
			return 0, err
		}
	}
	if err := z.Close(); err != nil {
		return 0, err
	}
	return f.at - first, nil
}

// end writes the table of objects.
func (f *pdfFile) end() error {
	table := f.at
	f.text("xref\n0 %d\n0000000000 65535 f \n", len(f.starts)+1)
	for _, at := range f.starts {
		f.text("%010d 00000 n \n", at)
	}
	f.text("trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(f.starts)+1, len(f.starts), table)
	return f.err
}

// utf16Hex returns a text as UTF-16 in hexadecimal digits.
func utf16Hex(text string) string {
	var out strings.Builder
	for _, r := range text {
		if r < 0x10000 {
			fmt.Fprintf(&out, "%04X", r)
		}
	}
	return out.String()
}
