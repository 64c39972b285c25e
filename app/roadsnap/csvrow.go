// SPDX-License-Identifier: MIT

package main

import (
	"bytes"

	"roadsnap/engine/trace"
)

// csvRows splits text into the rows of a CSV and reads their cells without copying.
// It splits as encoding/csv does with LazyQuotes: a quotation mark counts only where it
// opens a cell, and closes it only before a delimiter or the end of the row.
//
// There is one difference. A cell of more lines than maxCellLines has a quotation mark
// that was never closed. Its row ends with its first line, so that one typo does not take
// the rest of the file.
type csvRows struct{ delimiter byte }

// maxCellLines is the same as in the readers of traces.
const maxCellLines = 20

// complete returns how many bytes at the beginning of text are whole rows. If last, no
// more text follows, and the rest is a row too.
func (r csvRows) complete(text []byte, last bool) (n int) {
	if bytes.IndexByte(text, '"') < 0 {
		if last {
			return len(text)
		}
		return bytes.LastIndexByte(text, '\n') + 1
	}
	for n < len(text) {
		size, whole := r.next(text[n:], last)
		if !whole {
			break
		}
		n += size
	}
	return n
}

// next returns the length of the first row of text, its line end included; whole
// is false if the row may go on after text.
func (r csvRows) next(text []byte, last bool) (n int, whole bool) {
	line := bytes.IndexByte(text, '\n') + 1
	if line == 0 {
		if !last {
			return 0, false
		}
		line = len(text)
	}
	if bytes.IndexByte(text[:line], '"') < 0 {
		return line, true
	}
	for at := 0; ; {
		if at < len(text) && text[at] == '"' {
			size, end := r.quoted(text[at:], last)
			switch end {
			case cellUnclosed:
				return line, true
			case cellUnknown:
				return 0, false
			}
			at += size
		} else {
			at += r.plain(text[at:])
		}
		if at == len(text) {
			return at, last
		}
		if text[at] == r.delimiter {
			at++
			continue
		}
		if end := bytes.IndexByte(text[at:], '\n'); end >= 0 {
			return at + end + 1, true
		}
		return len(text), true // a carriage return alone, at the very end
	}
}

// plain returns the length of a cell without quotation marks: up to a delimiter,
// a line feed or the end.
func (r csvRows) plain(text []byte) int {
	for i, b := range text {
		if b == r.delimiter || b == '\n' {
			return i
		}
	}
	return len(text)
}

// cellEnd is the way in which a quoted cell ends.
type cellEnd uint8

const (
	cellClosed   cellEnd = iota
	cellUnclosed         // never
	cellUnknown          // there is not enough text to tell
)

// quoted returns the length of a cell that begins with a quotation mark, the closing one
// included. If there is none, that is all of text.
func (r csvRows) quoted(text []byte, last bool) (n int, end cellEnd) {
	lines := 0
	for at := 1; ; {
		i := bytes.IndexByte(text[at:], '"')
		if i < 0 {
			lines += bytes.Count(text[at:], []byte{'\n'})
			if lines > maxCellLines || last {
				return len(text), cellUnclosed
			}
			return 0, cellUnknown
		}
		if lines += bytes.Count(text[at:at+i], []byte{'\n'}); lines > maxCellLines {
			return len(text), cellUnclosed
		}
		at += i + 1
		rest := text[at:]
		switch {
		case len(rest) == 0 || len(rest) == 1 && rest[0] == '\r':
			if last {
				return at, cellClosed
			}
			return 0, cellUnknown
		case rest[0] == r.delimiter || rest[0] == '\n' || rest[0] == '\r' && rest[1] == '\n':
			return at, cellClosed
		case rest[0] == '"':
			at++
		}
	}
}

// cutEnd separates a row from its line end: a line feed with or without a carriage
// return before it, or nothing.
func cutEnd(row []byte) (text, end []byte) {
	n := len(row)
	if n > 0 && row[n-1] == '\n' {
		n--
		if n > 0 && row[n-1] == '\r' {
			n--
		}
	}
	return row[:n], row[n:]
}

// pick returns the raw cells of two columns of a row without its line end, and the
// number of its cells. A missing cell is nil. closed is false if a quotation mark of the
// row is not closed.
func (r csvRows) pick(row []byte, a, b int) (cellA, cellB []byte, cells int, closed bool) {
	for at := 0; ; cells++ {
		size, closed := r.cell(row[at:])
		if !closed {
			return nil, nil, cells + 1, false
		}
		if cells == a {
			cellA = row[at : at+size]
		}
		if cells == b {
			cellB = row[at : at+size]
		}
		if at += size; at >= len(row) {
			return cellA, cellB, cells + 1, true
		}
		at++ // the delimiter
	}
}

// cell returns the length of the first cell of the rest of a row. closed is false if its
// quotation mark is not closed.
func (r csvRows) cell(rest []byte) (size int, closed bool) {
	if len(rest) > 0 && rest[0] == '"' {
		size, end := r.quoted(rest, true)
		if size+1 == len(rest) && rest[size] == '\r' { // the end of a file
			size++
		}
		return size, end == cellClosed
	}
	if size = bytes.IndexByte(rest, r.delimiter); size < 0 {
		size = len(rest)
	}
	return size, true
}

// appendGuarded appends a row whose cells no spreadsheet runs as formulas, see
// [trace.GuardedCell]. Cells that begin with an apostrophe may be guarded already, and stay.
func (r csvRows) appendGuarded(dst, row []byte) []byte {
	for {
		size, closed := r.cell(row)
		cell := row[:size]
		if first := bytes.TrimPrefix(cell, []byte{'"'}); closed && len(first) > 0 && !safe(first[0]) {
			text := string(content(cell))
			if guarded := trace.GuardedCell(text); guarded != text {
				cell = []byte(quoteCell(guarded, r.delimiter))
			}
		}
		dst, row = append(dst, cell...), row[size:]
		if len(row) == 0 {
			return dst
		}
		dst, row = append(dst, r.delimiter), row[1:]
	}
}

// safe reports whether a cell that begins so needs no guard: with a digit, a letter or an
// apostrophe.
func safe(b byte) bool { return '0' <= b && b <= '9' || b > '@' || b == '\'' }

// content returns the text of a cell, without the quotation marks around it.
func content(cell []byte) []byte {
	if len(cell) == 0 || cell[0] != '"' {
		return cell
	}
	cell = bytes.TrimSuffix(bytes.TrimSuffix(cell, []byte{'\r'}), []byte{'"'})
	return bytes.ReplaceAll(cell[min(1, len(cell)):], []byte(`""`), []byte{'"'})
}
