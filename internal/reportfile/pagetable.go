// SPDX-License-Identifier: MIT

package reportfile

import (
	"cmp"
	"image/color"
	"slices"
	"strings"
	"unicode/utf8"

	"roadsnap/engine/report"
)

// The sizes of text in tables (points): the largest with which the longest words fit.
var tableSizes = []float64{8.5, 8, 7.5, 7, 6.5, 6}

// measured is how many rows decide about the widths of columns.
const measured = 400

// grid is a table while it is laid out.
type grid struct {
	layout *layout
	table  *report.Table
	size   float64
	widths []float64 // of columns, with padding
	head   headRows
	top    float64 // of the first row on the page
}

// headRows are the wrapped titles of the columns.
type headRows struct {
	groups bool
	lines  [][]string // by column
	height float64    // of the titles
	group  float64    // of the groups above them
}

// table lays a table out, from a row on if first is one of it.
func (l *layout) table(n int, first start) {
	t := &l.doc.Tables[n]
	g := grid{layout: l, table: t}
	g.fit()
	g.wrapHead()
	rows := t.Rows
	if first != notRow {
		rows = rows[first.row:]
		l.head, l.row = g.drawHead, first
		l.newPage()
	} else {
		first = start{n, 0}
		l.section(t.Title, g.head.height+g.head.group+leastRows)
		g.drawHead()
	}
	l.head, l.tail = g.drawHead, g.close
	if len(t.Rows) == 0 {
		l.y += 1
		l.head, l.tail = nil, nil
		l.paragraph(t.Empty, style{size: noteSize + 1, color: faint}, padX)
	}
	for i, row := range rows {
		c := color.RGBA{}
		if l.row = (start{n, first.row + i}); l.row.row%2 == 1 {
			c = zebra
		}
		if g.row(row, c, false); l.stop {
			return
		}
	}
	l.row = notRow
	if t.Total != nil {
		g.row(t.Total, shade, true)
	}
	if l.tail != nil {
		g.close()
	}
	l.head, l.tail = nil, nil
	l.y += 4
}

// leastRows is the room for rows below the titles of the columns, without which a table begins on
// the next page (millimetres).
const leastRows = 10

// close draws the lines between the columns of the rows on a page, and the line below them.
func (g *grid) close() {
	l := g.layout
	g.verticals(g.top, l.y-g.top, 0)
	l.add(Item{Kind: LineItem, X: marginX, Y: l.y, W: g.total(), Stroke: 0.15, Color: rule})
}

// fit chooses the size of the text and the widths of the columns: each at least as wide as its
// longest word, and the rest divided by what their texts want.
func (g *grid) fit() {
	n := len(g.table.Columns)
	room := g.layout.inner()
	for _, size := range tableSizes {
		least, want := make([]float64, n), make([]float64, n)
		for i, c := range g.table.Columns {
			whole := faceOf(true).width(c.Title, size)
			least[i], want[i] = longestWord(faceOf(true), c.Title, size), whole/titleLines
			if utf8.RuneCountInString(c.Title) <= shortTitle {
				least[i] = whole
			}
			want[i] = max(want[i], least[i])
		}
		widen := func(row []report.Cell, bold bool) {
			for i, cell := range row {
				s := g.layout.doc.Language.Cell(cell)
				f := faceOf(bold || cell.Strong)
				if cell.Kind != report.Text {
					w := f.width(s, size)
					least[i], want[i] = max(least[i], w), max(want[i], w)
					continue
				}
				least[i] = max(least[i], longestWord(f, s, size))
				want[i] = max(want[i], f.width(s, size))
			}
		}
		step := max(len(g.table.Rows)/measured, 1)
		for i := 0; i < len(g.table.Rows); i += step {
			widen(g.table.Rows[i], false)
		}
		if g.table.Total != nil {
			widen(g.table.Total, true)
		}
		var sumLeast, sumWant float64
		for i := range least {
			least[i] += 2*padX + 0.2
			want[i] += 2*padX + 0.2
			sumLeast += least[i]
			sumWant += want[i]
		}
		g.size, g.widths = size, least
		if sumLeast > room && size > tableSizes[len(tableSizes)-1] || sumWant > room && sumLeast > room*tight && size > readable {
			continue
		}
		if sumLeast > room {
			for i := range g.widths {
				g.widths[i] *= room / sumLeast
			}
			return
		}
		g.share(room-sumLeast, want)
		if sumWant <= room && (n > smallTable || sumWant > room*fillFrom || !g.layout.doc.Wide) { // all texts fit
			for i := range g.widths {
				g.widths[i] += (room - sumWant) * want[i] / sumWant
			}
		}
		return
	}
}

// Above the share tight of the page that words alone take, long texts would have columns of a word.
// The text is then smaller, down to the size readable (points).
const (
	tight    = 0.7
	readable = 7
)

// A table with more columns than smallTable, one that takes at least the share fillFrom of the page,
// and one on an upright page becomes as wide as the page. titleLines is the number of lines that
// titles of columns want at most; a title of at most shortTitle letters has one.
const (
	smallTable = 4
	fillFrom   = 0.6
	titleLines = 2.2 // words do not fill lines
	shortTitle = 8
)

// share divides room among the columns that want more, so that as many as possible get all they
// want.
func (g *grid) share(room float64, want []float64) {
	order := make([]int, len(want))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(want[a]-g.widths[a], want[b]-g.widths[b]) })
	for k, i := range order {
		more := min(want[i]-g.widths[i], room/float64(len(order)-k))
		g.widths[i] += more
		room -= more
	}
}

// longestWord returns the width of the longest word of a text. Words over 40 letters may be
// broken.
func longestWord(f *face, text string, size float64) (mm float64) {
	for _, word := range strings.Fields(text) {
		if len(word) > 40 {
			word = word[:strings.LastIndexFunc(word[:40], func(rune) bool { return true })]
		}
		mm = max(mm, f.width(word, size))
	}
	return mm
}

// line returns the height of a line.
func (g *grid) line() float64 { return g.size * pointMM * lineFactor }

// wrapHead wraps the titles.
func (g *grid) wrapHead() {
	most := 1
	for i, c := range g.table.Columns {
		lines := faceOf(true).wrap(c.Title, g.size, g.widths[i]-2*padX)
		g.head.lines = append(g.head.lines, lines)
		most = max(most, len(lines))
		g.head.groups = g.head.groups || c.Group != ""
	}
	g.head.height = float64(most)*g.line() + 2*padY
	if !g.head.groups {
		return
	}
	for i := 0; i < len(g.table.Columns); {
		width, n := g.group(i)
		if group := g.table.Columns[i].Group; group != "" {
			lines := faceOf(true).wrap(group, g.size, width-2*padX)
			g.head.group = max(g.head.group, float64(len(lines))*g.line()+2*padY)
		}
		i += n
	}
}

// group returns the width and the number of columns of the group that begins at a column.
func (g *grid) group(i int) (width float64, n int) {
	name := g.table.Columns[i].Group
	for n == 0 || i+n < len(g.table.Columns) && name != "" && g.table.Columns[i+n].Group == name {
		width += g.widths[i+n]
		n++
	}
	return width, n
}

// total returns the width of the table.
func (g *grid) total() (mm float64) {
	for _, w := range g.widths {
		mm += w
	}
	return mm
}

// drawHead draws the titles of the columns.
func (g *grid) drawHead() {
	l := g.layout
	height := g.head.height + g.head.group
	l.add(Item{Kind: BoxItem, X: marginX, Y: l.y, W: g.total(), H: height, Color: shade})
	x := float64(marginX)
	for i := 0; i < len(g.table.Columns); {
		width, n := g.group(i)
		if group := g.table.Columns[i].Group; group != "" {
			lines := faceOf(true).wrap(group, g.size, width-2*padX)
			top := l.y + (g.head.group-float64(len(lines))*g.line())/2
			for k, s := range lines {
				l.text(x+padX, top+float64(k)*g.line(), s, style{size: g.size, bold: true, color: ink, width: width - 2*padX, align: report.Center})
			}
			l.add(Item{Kind: LineItem, X: x, Y: l.y + g.head.group, W: width, Stroke: 0.15, Color: rule})
		}
		for k := range n {
			top := l.y + g.head.group
			room := g.head.height
			if g.table.Columns[i].Group == "" {
				top, room = l.y, height
			}
			lines := g.head.lines[i+k]
			top += (room - float64(len(lines))*g.line()) / 2
			for m, s := range lines {
				l.text(x+padX, top+float64(m)*g.line(), s, style{size: g.size, bold: true, color: ink, width: g.widths[i+k] - 2*padX, align: report.Center})
			}
			x += g.widths[i+k]
		}
		i += n
	}
	g.verticals(l.y, height, g.head.group)
	l.add(Item{Kind: LineItem, X: marginX, Y: l.y, W: g.total(), Stroke: 0.25, Color: faint})
	l.add(Item{Kind: LineItem, X: marginX, Y: l.y + height, W: g.total(), Stroke: 0.25, Color: faint})
	l.y += height
	g.top = l.y
}

// verticals draws the lines between columns. Inside a group they begin a distance lower.
func (g *grid) verticals(y, height, inGroup float64) {
	x := float64(marginX)
	for i := 0; i <= len(g.widths); i++ {
		low := 0.0
		if c := g.table.Columns; i > 0 && i < len(c) && c[i].Group != "" && c[i].Group == c[i-1].Group {
			low = inGroup
		}
		g.layout.add(Item{Kind: LineItem, X: x, Y: y + low, H: height - low, Stroke: 0.15, Color: rule})
		if i < len(g.widths) {
			x += g.widths[i]
		}
	}
}

// row draws a row. One that does not fit stands on the next page.
func (g *grid) row(cells []report.Cell, background color.RGBA, bold bool) {
	l := g.layout
	texts := make([][]string, len(cells))
	most := 1
	for i, cell := range cells {
		s := l.doc.Language.Cell(cell)
		f := faceOf(bold || cell.Strong)
		width := g.widths[i] - 2*padX
		if f.width(s, g.size) <= width {
			texts[i] = []string{s}
		} else {
			texts[i] = f.wrap(s, g.size, width)
		}
		most = max(most, len(texts[i]))
	}
	height := float64(most)*g.line() + 2*padY
	l.room(height)
	if background.A > 0 {
		l.add(Item{Kind: BoxItem, X: marginX, Y: l.y, W: g.total(), H: height, Color: background})
	}
	x := float64(marginX)
	for i, cell := range cells {
		c := ink
		if cell.Strong {
			c = alarm
		}
		for k, s := range texts[i] {
			l.text(x+padX, l.y+padY+float64(k)*g.line(), s, style{size: g.size, bold: bold || cell.Strong, color: c, width: g.widths[i] - 2*padX, align: g.table.Columns[i].Align})
		}
		if len(cell.Trips) > 0 {
			l.add(Item{Kind: BoxItem, X: x, Y: l.y, W: g.widths[i], H: height, Trips: cell.Trips})
		}
		x += g.widths[i]
	}
	l.add(Item{Kind: LineItem, X: marginX, Y: l.y, W: g.total(), Stroke: 0.15, Color: rule})
	l.y += height
}
