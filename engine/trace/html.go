// SPDX-License-Identifier: MIT

package trace

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxSpan is the largest number of columns or rows that a cell may take. More are a mistake.
const maxSpan = 100

// maxToken is the longest tag or text of a page (bytes).
const maxToken = 1 << 20

// pageStart matches what web pages and parts of them with a table begin with.
var pageStart = regexp.MustCompile(`(?i)^(?:\s|<!--.*?-->|<\?xml[^>]*>)*<(?:!doctype html|html|head|body|meta|style|table|div|center)\b`)

// tableTag matches the start of a table.
var tableTag = regexp.MustCompile(`(?i)<table\b`)

// isHTML reports whether text is the beginning of a web page with a table.
func isHTML(text []byte) bool {
	return pageStart.Match(text[:min(len(text), 4096)]) && tableTag.Match(text)
}

// readHTML reads the tables of a web page, as trackers write it under the name .xls. All of
// them are read as one, because a page may have its titles in tables of their own.
func readHTML(c *collector, text io.Reader) error {
	z := html.NewTokenizer(text)
	z.SetMaxBuf(maxToken)
	r := sheetReader{c: c}
	if err := r.read(sheet{rows: &htmlRows{z: z, c: c, line: 1}, alone: true}); err != nil {
		return err
	}
	return r.end()
}

// htmlRows are the rows of the tables of a page. A row of a table within a cell is a row of
// its own.
type htmlRows struct {
	z    *html.Tokenizer
	c    *collector
	line int // of the tokenizer

	cells  []string
	start  int // line of the first cell
	inCell bool
	hidden bool // in a script or a style
	text   strings.Builder
	span   int         // columns of the current cell
	down   int         // rows of the current cell
	held   map[int]run // cells of rows above that go on, by column
}

// run is a cell that takes more rows.
type run struct {
	text string
	rows int // still to come
}

// Read implements rowSource.
func (r *htmlRows) Read() ([]string, error) {
	r.cells = nil
	for {
		kind := r.z.Next()
		r.line += bytes.Count(r.z.Raw(), []byte{'\n'})
		ended := false
		switch kind {
		case html.ErrorToken:
			if r.endRow() {
				return r.cells, nil
			}
			return nil, r.fault()
		case html.TextToken:
			if r.inCell && !r.hidden {
				r.text.Write(r.z.Text())
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			ended = r.open()
		case html.EndTagToken:
			ended = r.close()
		}
		if len(r.cells) > maxLineMarks {
			return nil, (&lineFault{r.line}).fault(r.c)
		}
		if ended {
			return r.cells, nil
		}
	}
}

// fault returns the error that ended the page, io.EOF at its end.
func (r *htmlRows) fault() error {
	if err := r.z.Err(); !errors.Is(err, html.ErrBufferExceeded) {
		return err
	}
	return r.c.fault(ErrFormat, r.line, 0, "the web page has a text of more than a megabyte", "save the table as XLSX or CSV")
}

// FieldPos implements rowSource.
func (r *htmlRows) FieldPos(i int) (line, column int) { return r.start, i + 1 }

// open handles the current start tag. It reports whether a row ends before it.
func (r *htmlRows) open() bool {
	name, more := r.z.TagName()
	switch tag := atom.Lookup(name); tag {
	case atom.Tr, atom.Table:
		return r.endRow()
	case atom.Td, atom.Th:
		r.endCell()
		if len(r.cells) == 0 {
			r.start = r.line
		}
		r.inCell, r.span, r.down = true, 1, 1
		for more {
			var key, value []byte
			key, value, more = r.z.TagAttr()
			switch string(key) {
			case "colspan":
				r.span = spanOf(value)
			case "rowspan":
				r.down = spanOf(value)
			}
		}
	case atom.Br, atom.P, atom.Div:
		if r.inCell {
			r.text.WriteByte(' ')
		}
	case atom.Script, atom.Style:
		r.hidden = true
	}
	return false
}

// close handles the current end tag. It reports whether a row ends with it.
func (r *htmlRows) close() bool {
	name, _ := r.z.TagName()
	switch atom.Lookup(name) {
	case atom.Tr, atom.Table:
		return r.endRow()
	case atom.Td, atom.Th:
		r.endCell()
	case atom.Script, atom.Style:
		r.hidden = false
	}
	return false
}

// spanOf returns the number of columns or rows that a cell takes.
func spanOf(value []byte) int {
	n, err := strconv.Atoi(strings.TrimSpace(string(value)))
	if err != nil {
		return 1
	}
	return min(max(n, 1), maxSpan)
}

// endCell adds the current cell to the row.
func (r *htmlRows) endCell() {
	if !r.inCell {
		return
	}
	r.takeHeld()
	text := strings.Join(strings.Fields(r.text.String()), " ")
	for i := range r.span {
		if r.down > 1 {
			if r.held == nil {
				r.held = map[int]run{}
			}
			r.held[len(r.cells)] = run{text, r.down - 1}
		}
		r.cells = append(r.cells, text)
		if i == 0 {
			text = ""
		}
	}
	r.inCell = false
	r.text.Reset()
}

// takeHeld adds the cells of rows above that go on at the end of the row.
func (r *htmlRows) takeHeld() {
	for {
		column := len(r.cells)
		h, goesOn := r.held[column]
		if !goesOn {
			return
		}
		if h.rows--; h.rows == 0 {
			delete(r.held, column)
		} else {
			r.held[column] = h
		}
		r.cells = append(r.cells, h.text)
	}
}

// endRow ends the current row. It reports whether there is one that is not blank.
func (r *htmlRows) endRow() bool {
	r.endCell()
	if len(r.cells) == 0 {
		return false
	}
	r.takeHeld()
	if slices.ContainsFunc(r.cells, func(cell string) bool { return cell != "" }) {
		return true
	}
	r.cells = nil
	return false
}
