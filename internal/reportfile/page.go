// SPDX-License-Identifier: MIT

package reportfile

import (
	"image/color"

	"roadsnap/engine/report"
)

// Page is a laid out page. Lengths are millimetres from its upper left corner.
type Page struct {
	Width, Height float64
	Items         []Item
}

// ItemKind says what an item is.
type ItemKind uint8

// The kinds of items.
const (
	TextItem  ItemKind = iota // at its baseline
	BoxItem                   // filled
	LineItem                  // from X, Y to X+W, Y+H
	ImageItem                 // the logo of the document
	PathItem                  // a line through Path
	DotItem                   // a disc with its centre at X, Y and the diameter W
)

// Item is a part of a page.
type Item struct {
	Kind       ItemKind
	X, Y, W, H float64
	Text       string
	Size       float64 // of the text (points)
	Bold       bool
	Angle      float64 // of the text, around its beginning (degrees counterclockwise)
	Color      color.RGBA
	Stroke     float64 // of a line
	Path       []Spot
	Trips      []int64 // that the item comes from
}

// Spot is a place on a page.
type Spot struct{ X, Y float64 }

// The sizes of pages: A4.
const shortSide, longSide = 210, 297

// The look of pages (millimetres and points).
const (
	marginX, marginTop, marginBottom = 12, 12, 14

	titleSize, labelSize, headSize, sectionSize, noteSize, footSize = 15, 9, 9.5, 11, 8, 7.5

	lineFactor = 1.25 // the height of a line by the size of its text
	padX, padY = 1.1, 0.8
)

var (
	ink    = color.RGBA{0x1a, 0x1a, 0x1a, 0xff}
	faint  = color.RGBA{0x5f, 0x63, 0x68, 0xff}
	rule   = color.RGBA{0xc4, 0xc7, 0xcc, 0xff}
	shade  = color.RGBA{0xee, 0xf1, 0xf5, 0xff}
	zebra  = color.RGBA{0xf8, 0xf9, 0xfb, 0xff}
	accent = color.RGBA{0x1f, 0x5f, 0xbf, 0xff}
	alarm  = color.RGBA{0xb0, 0x1e, 0x1e, 0xff}
)

// layout lays a document out on pages.
type layout struct {
	doc    *report.Document
	pages  []Page  // the last one only, if done is set
	starts []start // of the pages that were begun
	row    start   // the row that is laid out
	// done is called with each page that is complete, which is only valid during the call. A nil
	// done keeps all pages.
	done   func(*Page)
	stop   bool    // no more rows are needed
	width  float64 // of a page
	height float64
	y      float64 // where the next item goes on the last page
	aside  float64 // what texts leave free at the right, for the logo
	head   func()  // draws again what stands above the rows on a new page; may be nil
	tail   func()  // draws what closes the rows of a page that is full; may be nil
}

// start says with which row of which table a page begins; row is −1 if it begins with something
// else.
type start struct{ table, row int }

// notRow is the start of what is no row.
var notRow = start{row: -1}

// newLayout returns a layout of a document without pages.
func newLayout(d *report.Document) *layout {
	l := &layout{doc: d, row: notRow, width: shortSide, height: longSide}
	if d.Wide {
		l.width, l.height = longSide, shortSide
	}
	return l
}

// eachPage lays a document out and calls fn with each page, which is only valid during the call. It
// takes the memory of one page, and lays all out twice, because the first page says how many
// there are.
func eachPage(d *report.Document, fn func(*Page)) {
	all := Layout(d).Len()
	n := 0
	l := newLayout(d)
	l.done = func(p *Page) {
		n++
		l.foot(p, n, all)
		fn(p)
	}
	l.from(notRow)
}

// from lays a document out from a row on, or the whole of it, without the feet of the pages.
func (l *layout) from(first start) {
	d := l.doc
	if first == notRow {
		l.newPage()
		l.title()
		l.charts()
	}
	for i := first.table; i < len(d.Tables) && !l.stop; i++ {
		l.table(i, first)
		first = notRow
	}
	if l.stop {
		return
	}
	l.list(d.Language.T("heading.notes"), d.Notes)
	l.sources()
	l.signers()
	l.done(&l.pages[0])
}

// inner returns the width between the margins, without what is left free.
func (l *layout) inner() float64 { return l.width - 2*marginX - l.aside }

func (l *layout) newPage() {
	if l.tail != nil {
		l.tail()
	}
	l.starts = append(l.starts, l.row)
	var items []Item // of the page before, whose memory is used again
	if len(l.pages) > 0 && l.done != nil {
		l.done(&l.pages[0])
		items, l.pages = l.pages[0].Items[:0], l.pages[:0]
	}
	l.pages = append(l.pages, Page{Width: l.width, Height: l.height, Items: items})
	l.y = marginTop
	if l.head != nil {
		l.head()
	}
}

// room begins a new page if there is less than a height left.
func (l *layout) room(height float64) {
	if l.y+height > l.height-marginBottom && l.y > marginTop {
		l.newPage()
	}
}

func (l *layout) add(i Item) {
	p := &l.pages[len(l.pages)-1]
	p.Items = append(p.Items, i)
}

// style is how a text is written.
type style struct {
	size  float64 // points
	bold  bool
	color color.RGBA
	align report.Align // within width (millimetres)
	width float64
}

// text adds a line of text whose upper left corner, or that of the width that it is aligned in, is
// x, y.
func (l *layout) text(x, y float64, s string, as style) {
	if s == "" {
		return
	}
	switch w := faceOf(as.bold).width(s, as.size); as.align {
	case report.Right:
		x += as.width - w
	case report.Center:
		x += (as.width - w) / 2
	}
	l.add(Item{Kind: TextItem, X: x, Y: y + as.size*pointMM*0.98, Text: s, Size: as.size, Bold: as.bold, Color: as.color})
}

// paragraph adds wrapped text over the width of the page.
func (l *layout) paragraph(s string, as style, indent float64) {
	height := as.size * pointMM * lineFactor
	for _, line := range faceOf(as.bold).wrap(s, as.size, l.inner()-indent) {
		l.room(height)
		l.text(marginX+indent, l.y, line, as)
		l.y += height
	}
}

// logoHeight is the greatest height of a logo, logoWidth its greatest width, and besideLogo the room
// to its left (millimetres).
const logoHeight, logoWidth, besideLogo = 16, 45, 4

// title adds the title, the label and the head.
func (l *layout) title() {
	below := l.y
	if w, h, ok := logoSize(l.doc.Logo); ok {
		scale := min(logoWidth/w, logoHeight/h)
		l.add(Item{Kind: ImageItem, X: l.width - marginX - w*scale, Y: marginTop, W: w * scale, H: h * scale})
		l.aside = w*scale + besideLogo
		below += h * scale
	}
	l.paragraph(l.doc.Title, style{size: titleSize, bold: true, color: ink}, 0)
	l.paragraph(l.doc.Label, style{size: labelSize, color: alarm}, 0)
	l.y += 2
	nameWidth := 0.0
	for _, x := range l.doc.Head {
		nameWidth = max(nameWidth, faceOf(false).width(x.Name, headSize))
	}
	for _, x := range l.doc.Head {
		height := headSize * pointMM * lineFactor
		lines := faceOf(true).wrap(x.Value, headSize, l.inner()-nameWidth-4)
		l.room(height * float64(len(lines)))
		l.text(marginX, l.y, x.Name, style{size: headSize, color: faint})
		for _, line := range lines {
			l.text(marginX+nameWidth+4, l.y, line, style{size: headSize, bold: true, color: ink})
			l.y += height
		}
	}
	l.y = max(l.y, below) + 3
	l.aside = 0
}

// section adds a heading, with room below it.
func (l *layout) section(s string, below float64) {
	if s == "" {
		l.room(below)
		return
	}
	l.room(2 + sectionSize*pointMM*1.5 + below)
	l.y += 2
	l.text(marginX, l.y, s, style{size: sectionSize, bold: true, color: ink})
	l.y += sectionSize * pointMM * 1.5
}

// list adds sentences under a heading.
func (l *layout) list(heading string, list []string) {
	if len(list) == 0 {
		return
	}
	l.section(heading, 2*noteSize*pointMM*lineFactor)
	for _, s := range list {
		l.room(noteSize * pointMM * lineFactor)
		l.text(marginX, l.y, "•", style{size: noteSize, color: faint})
		l.paragraph(s, style{size: noteSize, color: ink}, 3)
		l.y += 0.5
	}
}

// sources adds the rules that were applied.
func (l *layout) sources() {
	var list []string
	for _, s := range l.doc.Sources {
		list = append(list, s.Name+" ("+s.Value+")")
	}
	l.list(l.doc.Language.T("heading.sources"), list)
}

// signHeight is the room for a signature.
const signHeight = 30

// signers adds lines for signatures, side by side.
func (l *layout) signers() {
	if len(l.doc.Signers) == 0 {
		return
	}
	l.room(signHeight)
	l.y += 4
	l.signLines(l.y, l.doc.Signers)
	l.y += signHeight - 4
}

// signLines writes who signs, with what they write below.
func (l *layout) signLines(y float64, signers []string) {
	width := l.inner() / float64(max(len(signers), 1))
	for i, s := range signers {
		x, top := marginX+width*float64(i), y
		for _, line := range faceOf(true).wrap(s, headSize, width-2*padX) {
			l.text(x, top, line, style{size: headSize, bold: true, color: ink, width: width, align: report.Center})
			top += headSize * pointMM * lineFactor
		}
		l.text(x, top, l.doc.Language.T("sign"), style{size: noteSize, color: faint, width: width, align: report.Center})
	}
}

// foot adds the foot of a page.
func (l *layout) foot(p *Page, number, all int) {
	t := l.doc.Language
	size := footSize
	y := l.height - marginBottom + 5
	page := t.T("page", "n", t.Number(float64(number), 0), "all", t.Number(float64(all), 0))
	p.Items = append(p.Items,
		Item{Kind: LineItem, X: marginX, Y: y - 1.5, W: l.inner(), Stroke: 0.2, Color: rule},
		Item{Kind: TextItem, X: l.width - marginX - faceOf(false).width(page, size), Y: y + size*pointMM, Text: page, Size: size, Color: faint})
	if !l.doc.Made.IsZero() {
		made := t.T("made", "day", t.Moment(l.doc.Made), "version", l.doc.Version)
		p.Items = append(p.Items, Item{Kind: TextItem, X: marginX, Y: y + size*pointMM, Text: made, Size: size, Color: faint})
	}
}
