// SPDX-License-Identifier: MIT

package trace

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// maxCellLines is the maximum number of line breaks in a quoted cell. More mean
// that a quotation mark was never closed.
const maxCellLines = 20

// maxRowMarks is the maximum number of unclosed marks in a row that are replaced one by one,
// because the row is read again after each.
const maxRowMarks = 4

// maxLineMarks is the maximum number of delimiters in a line of a table. A cell takes many times
// its length in memory, so a line of delimiters only would take far more than the limit on bytes
// allows. A line without delimiters may be long: a recorder that lost power leaves zeros.
const maxLineMarks = 1000

// lineFault means that a line of a table has too many cells.
type lineFault struct{ line int } // counted from 1

// fault returns f as the error of a file.
func (f *lineFault) fault(c *collector) *Error {
	return c.fault(ErrFormat, f.line, 0, f.reason(), "check that the file is a table with one position a row")
}

func (f *lineFault) reason() string {
	return fmt.Sprintf("the line has more than %d cells", maxLineMarks+1)
}

func (f *lineFault) Error() string { return fmt.Sprintf("line %d: %s", f.line, f.reason()) }

// quoteGuard reads a table and replaces each quotation mark that opens a cell and is never
// closed by a blank. Otherwise the cell would take all the rest of the table.
type quoteGuard struct {
	r         *bufio.Reader
	delimiter byte
	held      []byte // read from r, not checked yet
	ready     int    // held[:ready] was checked

	eof      bool
	total    int64 // bytes returned
	last     byte  // the last of them
	lines    int   // line ends in them
	unclosed int   // marks replaced
	inRow    int   // the same in the row that is checked
	line     int   // line of the first of them, counted from 1
	open     bool  // the last line of the table opens a cell and has no end

	lineMarks int // delimiters returned since the last line end
}

func newQuoteGuard(r io.Reader, delimiter rune) *quoteGuard {
	return &quoteGuard{r: bufio.NewReader(r), delimiter: byte(delimiter), last: '\n'}
}

// Read implements io.Reader. The error may be a *lineFault.
func (g *quoteGuard) Read(p []byte) (int, error) {
	for g.ready == 0 {
		if len(g.held) > 0 {
			g.check()
			continue
		}
		chunk, err := g.chunk()
		if err != nil {
			g.eof = errors.Is(err, io.EOF)
			return 0, err
		}
		n := len(chunk)
		if q := bytes.IndexByte(chunk, '"'); q >= 0 {
			n = bytes.LastIndexByte(chunk[:q], '\n') + 1
		}
		if n == 0 {
			g.hold(chunk)
			continue
		}
		n = copy(p, chunk[:n])
		_, _ = g.r.Discard(n) // chunk has them
		return n, g.returned(p[:n])
	}
	n := copy(p, g.held[:g.ready])
	g.ready -= n
	g.held = append(g.held[:0], g.held[n:]...)
	return n, g.returned(p[:n])
}

// chunk returns the bytes that r has buffered, at least one.
func (g *quoteGuard) chunk() ([]byte, error) {
	if _, err := g.r.Peek(1); err != nil {
		return nil, err
	}
	return g.r.Peek(g.r.Buffered())
}

// returned counts the bytes that Read returns. The error is that of a line with too many cells.
func (g *quoteGuard) returned(p []byte) error {
	if len(p) == 0 {
		return nil
	}
	g.total += int64(len(p))
	g.last = p[len(p)-1]
	for len(p) > 0 {
		end := bytes.IndexByte(p, '\n') + 1
		part := p[:end]
		if end == 0 {
			part = p
		}
		if g.lineMarks += bytes.Count(part, []byte{g.delimiter}); g.lineMarks > maxLineMarks {
			return &lineFault{g.lines + 1}
		}
		if end > 0 {
			g.lines++
			g.lineMarks = 0
		}
		p = p[len(part):]
	}
	return nil
}

// hold takes one line of chunk, or all of it if it has no line end.
func (g *quoteGuard) hold(chunk []byte) {
	n := bytes.IndexByte(chunk, '\n') + 1
	if n == 0 {
		n = len(chunk)
	}
	g.held = append(g.held, chunk[:n]...)
	_, _ = g.r.Discard(n) // chunk has them
}

// check finds the end of the first row of held, and reads more lines if it needs them.
func (g *quoteGuard) check() {
	at, fieldStart, opened := 0, g.last == '\n' || g.last == g.delimiter, -1
	g.inRow = 0
	for {
		end := bytes.IndexByte(g.held[at:], '\n') + 1
		if end == 0 {
			if len(g.held)-at < maxLine {
				if chunk, err := g.chunk(); err == nil {
					g.hold(chunk)
					continue
				}
			}
			end = len(g.held) - at
		}
		line := g.held[at : at+end]
		i := 0
		if opened >= 0 {
			i = g.closing(line)
			if g.opensAgain(line, i) {
				g.replace(opened)
				at, fieldStart, opened = 0, g.last == '\n' || g.last == g.delimiter, -1
				continue
			}
		}
		if i >= 0 {
			opened = -1
			if o := g.opening(line, i, fieldStart || i > 0); o >= 0 {
				opened = at + o
			}
		}
		at += end
		fieldStart = true
		if opened < 0 {
			g.ready = at
			return
		}
		if bytes.Count(g.held[opened:at], []byte{'\n'}) > maxCellLines || at-opened > maxLine || at == len(g.held) && !g.more() {
			g.replace(opened)
			at, fieldStart, opened = 0, g.last == '\n' || g.last == g.delimiter, -1
		}
	}
}

// more reads one more line into held.
func (g *quoteGuard) more() bool {
	chunk, err := g.chunk()
	if err != nil {
		return false
	}
	g.hold(chunk)
	return true
}

// replace replaces the quotation mark held[at], and all others of its line if the row has
// more than maxRowMarks.
func (g *quoteGuard) replace(at int) {
	end := at + 1
	if g.inRow++; g.inRow > maxRowMarks {
		if end = at + bytes.IndexByte(g.held[at:], '\n') + 1; end == at {
			end = len(g.held)
		}
	}
	for i, b := range g.held[at:end] {
		if b == '"' {
			g.held[at+i] = ' '
		}
	}
	if g.unclosed++; g.unclosed == 1 {
		g.line = g.lines + bytes.Count(g.held[:at], []byte{'\n'}) + 1
	}
	g.open = bytes.IndexByte(g.held[at:], '\n') < 0 && !g.more()
}

// closing returns the index after the field whose quotation mark is open at the beginning of
// line, −1 if it is not closed in line.
func (g *quoteGuard) closing(line []byte) int {
	for i := 0; ; {
		q := bytes.IndexByte(line[i:], '"')
		if q < 0 {
			return -1
		}
		i += q + 1
		switch rest := line[i:]; {
		case len(rest) == 0, rest[0] == '\n', rest[0] == '\r' && (len(rest) == 1 || rest[1] == '\n'):
			return len(line)
		case rest[0] == g.delimiter:
			return i + 1
		case rest[0] == '"':
			i++
		} // else the mark is part of the cell
	}
}

// opensAgain reports whether a mark opens a cell of line, which begins in a quoted cell that
// ends at end, −1 if not in line. Within a quoted cell each mark is written twice, so the
// cell before was not closed.
func (g *quoteGuard) opensAgain(line []byte, end int) bool {
	if end < 0 {
		end = len(line)
	}
	for i := 0; i+1 < end; i++ {
		q := bytes.IndexByte(line[i:end], '"')
		if q < 0 {
			return false
		}
		i += q
		if i+1 < len(line) && line[i+1] == '"' {
			i++
			continue
		}
		if starts := i == 0 || line[i-1] == g.delimiter; starts && i+1 < end && line[i+1] != g.delimiter && line[i+1] != '\r' && line[i+1] != '\n' {
			return true
		}
	}
	return false
}

// opening returns the index of the quotation mark that opens a cell of line[i:] and is not
// closed in line, −1 if there is none.
func (g *quoteGuard) opening(line []byte, i int, fieldStart bool) int {
	for i < len(line) {
		if fieldStart && line[i] == '"' {
			end := g.closing(line[i+1:])
			if end < 0 {
				return i
			}
			i += 1 + end
			continue
		}
		next := bytes.IndexByte(line[i:], g.delimiter)
		if next < 0 {
			return -1
		}
		i += next + 1
		fieldStart = true
	}
	return -1
}
