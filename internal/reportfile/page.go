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
	doc   *report.Document
	pages []Page // the last one only, if done is set
	count int    // pages that were begun
	// done is called with each page that is complete, which is only valid during the call; nil
	// keeps all pages.
	done   func(*Page)
	width  float64 // of a page
	height float64
	y      float64 // where the next item goes on the last page
	head   func()  // draws again what stands above the rows on a new page; may be nil
	tail   func()  // draws what closes the rows of a page that is full; may be nil
}

// Pages lays a document out.
func Pages(d *report.Document) []Page {
	l := layout{doc: d}
	l.all()
	l.feet()
	return l.pages
}

// eachPage lays a document out and calls fn with each page, which is only valid during the call. It
// takes the memory of one page, and twice the time of Pages, because the first page says how many
// there are.
func eachPage(d *report.Document, fn func(*Page)) {
	counted := layout{doc: d, done: func(*Page) {}}
	counted.all()
	n := 0
	l := layout{doc: d}
	l.done = func(p *Page) {
		n++
		l.foot(p, n, counted.count)
		fn(p)
	}
	l.all()
}

// all lays the whole document out, without the feet of the pages.
func (l *layout) all() {
	d := l.doc
	l.width, l.height = shortSide, longSide
	if d.Wide {
		l.width, l.height = longSide, shortSide
	}
	l.newPage()
	l.title()
	l.charts()
	for i := range d.Tables {
		l.table(&d.Tables[i])
	}
	l.list(d.Language.T("heading.notes"), d.Notes)
	l.sources()
	l.signers()
	l.finish()
}

// footItems is the number of items of a foot.
const footItems = 3

// finish reports the last page as complete, or gives it just the memory that it needs.
func (l *layout) finish() {
	if len(l.pages) == 0 {
		return
	}
	p := &l.pages[len(l.pages)-1]
	if l.done != nil {
		l.done(p)
		return
	}
	p.Items = append(make([]Item, 0, len(p.Items)+footItems), p.Items...)
}

// inner returns the width between the margins.
func (l *layout) inner() float64 { return l.width - 2*marginX }

func (l *layout) newPage() {
	if l.tail != nil {
		l.tail()
	}
	l.count++
	var items []Item // of the page before, whose memory is used again
	if n := len(l.pages); n > 0 {
		items = l.pages[n-1].Items[:0]
		l.finish()
	}
	if l.done != nil {
		l.pages = l.pages[:0]
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

// text adds a line of text with its upper edge at y.
func (l *layout) text(x, y, width float64, align report.Align, s string, size float64, bold bool, c color.RGBA) {
	if s == "" {
		return
	}
	switch w := faceOf(bold).width(s, size); align {
	case report.Right:
		x += width - w
	case report.Center:
		x += (width - w) / 2
	}
	l.add(Item{Kind: TextItem, X: x, Y: y + size*pointMM*0.98, Text: s, Size: size, Bold: bold, Color: c})
}

// paragraph adds wrapped text over the width of the page.
func (l *layout) paragraph(s string, size float64, bold bool, c color.RGBA, indent float64) {
	height := size * pointMM * lineFactor
	for _, line := range faceOf(bold).wrap(s, size, l.inner()-indent) {
		l.room(height)
		l.text(marginX+indent, l.y, 0, report.Left, line, size, bold, c)
		l.y += height
	}
}

// logoHeight is the greatest height of a logo, and logoWidth its greatest width.
const logoHeight, logoWidth = 16, 45

// title adds the title, the label and the head.
func (l *layout) title() {
	if w, h, ok := logoSize(l.doc.Logo); ok {
		scale := min(logoWidth/w, logoHeight/h)
		l.add(Item{Kind: ImageItem, X: l.width - marginX - w*scale, Y: marginTop, W: w * scale, H: h * scale})
	}
	l.paragraph(l.doc.Title, titleSize, true, ink, 0)
	l.paragraph(l.doc.Label, labelSize, false, alarm, 0)
	l.y += 2
	nameWidth := 0.0
	for _, x := range l.doc.Head {
		nameWidth = max(nameWidth, faceOf(false).width(x.Name, headSize))
	}
	for _, x := range l.doc.Head {
		height := headSize * pointMM * lineFactor
		lines := faceOf(true).wrap(x.Value, headSize, l.inner()-nameWidth-4)
		l.room(height * float64(len(lines)))
		l.text(marginX, l.y, 0, report.Left, x.Name, headSize, false, faint)
		for _, line := range lines {
			l.text(marginX+nameWidth+4, l.y, 0, report.Left, line, headSize, true, ink)
			l.y += height
		}
	}
	l.y += 3
}

// section adds a heading, with room for some lines below it.
func (l *layout) section(s string) {
	if s == "" {
		return
	}
	l.room(18)
	l.y += 2
	l.text(marginX, l.y, 0, report.Left, s, sectionSize, true, ink)
	l.y += sectionSize * pointMM * 1.5
}

// list adds sentences under a heading.
func (l *layout) list(heading string, list []string) {
	if len(list) == 0 {
		return
	}
	l.section(heading)
	for _, s := range list {
		l.room(noteSize * pointMM * lineFactor)
		l.text(marginX, l.y, 0, report.Left, "•", noteSize, false, faint)
		l.paragraph(s, noteSize, false, ink, 3)
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
	n := len(l.doc.Signers)
	if n == 0 {
		return
	}
	l.room(signHeight)
	l.y += 4
	width := l.inner() / float64(n)
	for i, s := range l.doc.Signers {
		l.text(marginX+width*float64(i), l.y, width, report.Center, s, headSize, true, ink)
	}
	l.y += signHeight
}

// feet adds the foot of each page.
func (l *layout) feet() {
	for i := range l.pages {
		l.foot(&l.pages[i], i+1, len(l.pages))
	}
}

// foot adds the foot of a page.
func (l *layout) foot(p *Page, number, all int) {
	t := l.doc.Language
	size := footSize
	y := l.height - marginBottom + 5
	page := t.T("page", "n", number, "all", all)
	p.Items = append(p.Items,
		Item{Kind: LineItem, X: marginX, Y: y - 1.5, W: l.inner(), Stroke: 0.2, Color: rule},
		Item{Kind: TextItem, X: l.width - marginX - faceOf(false).width(page, size), Y: y + size*pointMM, Text: page, Size: size, Color: faint})
	if !l.doc.Made.IsZero() {
		made := t.T("made", "day", t.Moment(l.doc.Made), "version", l.doc.Version)
		p.Items = append(p.Items, Item{Kind: TextItem, X: marginX, Y: y + size*pointMM, Text: made, Size: size, Color: faint})
	}
}
