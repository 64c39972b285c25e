// SPDX-License-Identifier: MIT

package reportfile

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"rsc.io/qr"

	"roadsnap/engine/report"
)

// The look of a sheet (millimetres and points).
const (
	mapWidth, mapHeight = shortSide - 2*marginX, 88
	sheetSize           = 8.5
	qrSide              = 24
	sheetSign           = 24 // the room for signatures
	columnGap           = 6
)

// SheetName is the name of the data in a sheet's PDF.
const SheetName = "roadsnap-sheet.json"

// hashOf returns the SHA-256 of data in hexadecimal.
func hashOf(data []byte) string {
	h := sha256.Sum256(data)
	return hex.EncodeToString(h[:])
}

// WriteSheet writes a sheet as a PDF of one page, with its data attached.
func WriteSheet(w io.Writer, s *report.Sheet) error {
	data, err := s.Encode()
	if err != nil {
		return err
	}
	p, err := sheetPages(s, hashOf(data))
	if err != nil {
		return err
	}
	d := p.doc
	each := func(fn func(*Page)) {
		for i := range p.sheet {
			fn(&p.sheet[i])
		}
	}
	return pagesPDF(w, d, each, []fpdf.Attachment{{Content: data, Filename: SheetName, Description: d.Title}})
}

// LayoutSheet lays a sheet out, for a preview.
func LayoutSheet(s *report.Sheet) (*Pages, error) {
	data, err := s.Encode()
	if err != nil {
		return nil, err
	}
	return sheetPages(s, hashOf(data))
}

func sheetPages(s *report.Sheet, hash string) (*Pages, error) {
	lang, _ := report.ParseLanguage(s.Language)
	d := &report.Document{Language: lang, Title: lang.T("sheet.title"), Label: lang.T("sheet.label"), Made: s.Made, Version: s.Version, Logo: s.Logo}
	l := newLayout(d)
	b := sheetBuilder{layout: l, sheet: s, t: lang}
	l.newPage()
	if err := b.draw(hash); err != nil {
		return nil, err
	}
	for i := range l.pages {
		l.foot(&l.pages[i], i+1, len(l.pages))
	}
	return &Pages{doc: d, sheet: l.pages}, nil
}

// sheetBuilder lays a sheet out.
type sheetBuilder struct {
	layout *layout
	sheet  *report.Sheet
	t      report.Language
}

// pair is a name and a value of a list.
type pair struct {
	name, value string
	bold, inner bool
}

func (b *sheetBuilder) draw(hash string) error {
	l, s, t := b.layout, b.sheet, b.t
	for _, x := range []pair{
		{t.T("head.company"), s.Company, false, false},
		{t.T("head.vehicle"), s.Vehicle, false, false},
		{t.T("head.driver"), s.Driver, false, false},
		{t.T("sheet.trip"), strings.Trim(b.tripNumber()+" · "+s.Name, " ·"), false, false},
		{t.T("sheet.time"), b.moments(s.Start, s.End), false, false},
		{t.T("sheet.from"), s.From, false, false},
		{t.T("sheet.to"), s.To, false, false},
	} {
		if x.value != "" {
			l.doc.Head = append(l.doc.Head, report.Line{Name: x.name, Value: x.value})
		}
	}
	l.title()
	l.drawMap(s, marginX, l.y, mapWidth, mapHeight)
	l.y += mapHeight + 4
	top, width := l.y, (l.inner()-columnGap)/2
	bottom := l.height - marginBottom - qrSide - 8
	if len(s.Signers) > 0 {
		bottom -= sheetSign
		l.signLines(bottom+2, s.Signers)
	}
	left := b.distances(marginX, top, width)
	b.fare(marginX, left, width, bottom)
	x := marginX + width + columnGap
	y := b.list(x, top, width, bottom-30, t.T("sheet.gaps"), t.T("sheet.no_gaps"), b.gaps())
	y = b.list(x, y, width, bottom-14, t.T("sheet.stops"), t.T("sheet.no_gaps"), b.stops())
	b.list(x, y, width, bottom, t.T("sheet.hands"), t.T("sheet.no_hands"), b.hands())
	return b.proof(hash)
}

func (b *sheetBuilder) tripNumber() string {
	if b.sheet.Trip == 0 {
		return ""
	}
	return fmt.Sprint(b.sheet.Trip)
}

// moments returns two times, the second one without its day if it is the same.
func (b *sheetBuilder) moments(from, to time.Time) string {
	if from.IsZero() {
		return ""
	}
	end := b.t.Moment(to)
	if b.t.Day(from) == b.t.Day(to) {
		end = to.Format("15:04:05")
	}
	return b.t.Moment(from) + " – " + end
}

func (b *sheetBuilder) km(metres float64) string { return b.t.Number(metres/1000, 3) + " km" }

// headingGap is the room below the line of a heading (mm).
const headingGap = 0.8

// heading adds a heading of a column and returns where its content begins.
func (b *sheetBuilder) heading(x, y, width float64, s string) float64 {
	b.layout.text(x, y, s, style{size: sectionSize - 1, bold: true, color: ink})
	y += (sectionSize - 1) * pointMM * 1.35
	b.layout.add(Item{Kind: LineItem, X: x, Y: y + 0.2, W: width, Stroke: 0.2, Color: rule})
	return y + headingGap
}

// pairs adds names with values at the right edge.
func (b *sheetBuilder) pairs(x, y, width float64, list []pair) float64 {
	height := sheetSize * pointMM * lineFactor
	for _, p := range list {
		indent := 0.0
		c := ink
		if p.inner {
			indent, c = 4, faint
		}
		room := width - indent - faceOf(p.bold).width(p.value, sheetSize) - 3
		lines := faceOf(p.bold).wrap(p.name, sheetSize, room)
		b.layout.text(x, y, p.value, style{size: sheetSize, bold: p.bold, color: c, width: width, align: report.Right})
		for _, line := range lines {
			b.layout.text(x+indent, y, line, style{size: sheetSize, bold: p.bold, color: c})
			y += height
		}
	}
	return y + 3
}

// distances adds what the distance consists of.
func (b *sheetBuilder) distances(x, y, width float64) float64 {
	s, t := b.sheet, b.t
	y = b.heading(x, y, width, t.T("sheet.distances"))
	list := []pair{{t.T("sheet.measured"), b.km(s.Measured), false, false}}
	if s.Doubtful > 0 {
		list = append(list, pair{t.T("sheet.doubtful"), b.km(s.Doubtful), false, true})
	}
	list = append(list, pair{t.T("sheet.inferred"), b.km(s.Inferred), false, false}, pair{t.T("sheet.off_road"), b.km(s.OffRoad), false, false},
		pair{t.T("sheet.total"), b.km(s.Measured + s.Inferred + s.OffRoad), true, false}, pair{t.T("sheet.unknown"), b.km(s.Unknown), false, true}, pair{t.T("sheet.straight"), b.km(s.Straight), false, true})
	if s.LeftOut > 0 {
		list = append(list, pair{t.T("sheet.left_out", "n", s.LeftOut, "all", t.Number(float64(s.Points), 0)), "", false, true})
	}
	return b.pairs(x, y, width, list)
}

// fare adds the lines of the fare, as many as fit.
func (b *sheetBuilder) fare(x, y, width, bottom float64) {
	f, t := b.sheet.Fare, b.t
	if f == nil {
		return
	}
	y = b.heading(x, y, width, t.T("sheet.fare", "tariff", f.Tariff))
	height := sheetSize * pointMM * lineFactor
	fit := max(int((bottom-y)/height)-1, 1)
	var list []pair
	for i, line := range f.Lines {
		if len(f.Lines) > fit && i == fit-1 {
			list = append(list, pair{t.T("sheet.more", "n", len(f.Lines)-i), "", false, true})
			break
		}
		name := t.T("fare." + line.Kind)
		if line.Name != "" {
			name += " " + line.Name
		}
		if line.Unit == "m" && line.Quantity > 0 {
			name += ", " + b.km(float64(line.Quantity))
		}
		list = append(list, pair{name, t.Number(float64(line.Amount), 0) + " ₫", false, false})
	}
	b.pairs(x, y, width, append(list, pair{t.T("fare.total"), t.Number(float64(f.Total), 0) + " ₫", true, false}))
}

// list adds lines under a heading, as many as fit.
func (b *sheetBuilder) list(x, y, width, bottom float64, heading, empty string, lines []string) float64 {
	y = b.heading(x, y, width, heading)
	height := sheetSize * pointMM * lineFactor
	if len(lines) == 0 {
		b.layout.text(x, y, empty, style{size: sheetSize, color: faint})
		return y + height + 3
	}
	for i, s := range lines {
		wrapped := faceOf(false).wrap(s, sheetSize, width)
		if y+height*float64(len(wrapped)+1) > bottom && i < len(lines)-1 {
			b.layout.text(x, y, b.t.T("sheet.more", "n", len(lines)-i), style{size: sheetSize, color: faint})
			return y + height + 3
		}
		for _, line := range wrapped {
			b.layout.text(x, y, line, style{size: sheetSize, color: ink})
			y += height
		}
	}
	return y + 3
}

func (b *sheetBuilder) gaps() (lines []string) {
	for _, g := range b.sheet.Gaps {
		counts := b.t.T("sheet.no_counts")
		if g.Counts {
			counts = b.t.T("sheet.counts")
		}
		when := ""
		if !g.From.IsZero() && !g.To.IsZero() {
			when = g.From.Format("15:04:05") + "–" + g.To.Format("15:04:05") + ", "
		}
		lines = append(lines, when+b.t.T("cause."+g.Cause)+": "+b.km(g.Metres)+" ("+counts+")")
	}
	return lines
}

func (b *sheetBuilder) stops() (lines []string) {
	for _, s := range b.sheet.Stops {
		line := s.From.Format("15:04") + "–" + s.To.Format("15:04") + " (" + b.t.Length(s.To.Sub(s.From).Round(time.Minute)) + ")"
		if s.Place != "" {
			line += ", " + s.Place
		}
		lines = append(lines, line)
	}
	return lines
}

func (b *sheetBuilder) hands() (lines []string) {
	for _, h := range b.sheet.Hands {
		line := h.What
		if h.Who != "" {
			line += ", " + h.Who
		}
		if !h.When.IsZero() {
			line += ", " + b.t.Moment(h.When)
		}
		lines = append(lines, line)
	}
	return lines
}

// proof adds the hashes and the QR code at the foot of the page.
func (b *sheetBuilder) proof(hash string) error {
	l, s, t := b.layout, b.sheet, b.t
	code, err := qr.Encode("roadsnap sheet sha256:"+hash, qr.M)
	if err != nil {
		return err
	}
	x, y := l.width-marginX-qrSide, l.height-marginBottom-qrSide-1
	module := float64(qrSide) / float64(code.Size)
	for row := range code.Size {
		for column := 0; column < code.Size; column++ {
			n := 0
			for column+n < code.Size && code.Black(column+n, row) {
				n++
			}
			if n > 0 { // a little wider, so that readers of PDF show no hair lines between modules
				l.add(Item{Kind: BoxItem, X: x + float64(column)*module, Y: y + float64(row)*module, W: float64(n) * module, H: module * 1.02, Color: ink})
				column += n - 1
			}
		}
	}
	date := s.Map.Date
	if date == "" {
		date = "–"
	}
	lines := []string{
		t.T("sheet.map", "name", s.Map.Name, "date", date) + ". " + s.Map.Licence,
		t.T("sheet.file", "name", s.File.Name, "bytes", t.Number(float64(s.File.Bytes), 0), "hash", s.File.SHA256),
		t.T("sheet.data", "hash", hash),
		t.T("sheet.qr"),
	}
	const size = 7
	for _, text := range lines {
		for _, line := range faceOf(false).wrap(text, size, l.inner()-qrSide-5) {
			l.text(marginX, y, line, style{size: size, color: ink})
			y += size * pointMM * lineFactor
		}
		y += 0.6
	}
	return nil
}
