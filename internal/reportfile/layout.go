// SPDX-License-Identifier: MIT

package reportfile

import (
	"slices"

	"roadsnap/engine/report"
)

// Pages are the pages of a laid out document. They keep where each page begins, and a page is laid
// out again when it is asked for, because the pages of a long report take several times its memory.
// They are immutable and safe for concurrent use.
type Pages struct {
	doc    *report.Document
	starts []start
	sheet  []Page // those of a sheet, which are kept
}

// Layout lays a document out. The document must not change afterwards.
func Layout(d *report.Document) *Pages {
	l := newLayout(d)
	l.done = func(*Page) {}
	l.from(notRow)
	return &Pages{doc: d, starts: l.starts}
}

// Document returns the document, of a sheet one that has no tables.
func (p *Pages) Document() *report.Document { return p.doc }

// Len returns the number of pages, which is 1 or more.
func (p *Pages) Len() int { return max(len(p.starts), len(p.sheet)) }

// Size returns the size of the pages (millimetres).
func (p *Pages) Size() (width, height float64) {
	l := newLayout(p.doc)
	return l.width, l.height
}

// Page returns a page, counted from 0. It takes about the time of one page.
func (p *Pages) Page(n int) *Page {
	if p.sheet != nil {
		return &p.sheet[n]
	}
	first := n // the last page before it that begins with a row
	for first > 0 && p.starts[first] == notRow {
		first--
	}
	page := new(Page)
	at := first
	l := newLayout(p.doc)
	l.done = func(done *Page) {
		if at == n {
			l.stop = true
			*page = Page{done.Width, done.Height, slices.Clone(done.Items)}
			l.foot(page, n+1, len(p.starts))
		}
		at++
	}
	l.from(p.starts[first])
	return page
}
