// SPDX-License-Identifier: MIT

package trace

import (
	"unicode"
	"unicode/utf8"
)

const (
	// leastRows is the smallest number of whole rows that show whether the last one is cut.
	leastRows = 10
	// manyRows is the number of whole rows from which on it is no chance that the last cell
	// of the last row is the shortest.
	manyRows = 1000
)

// rowShape describes the rows of a table with a position. A table that breaks off in the
// middle of a row shows by it.
type rowShape struct {
	rows              int
	cells             int // smallest number of cells
	shortest, longest int // length of the last cell (bytes)
	first             int // length of the longest first cell (bytes)
	kind              cellKind
}

// cellKind is the kind of the first character of a cell.
type cellKind uint8

const (
	blankCell cellKind = iota
	numberCell
	textCell
)

func kindOf(cell string) cellKind {
	r, size := utf8.DecodeRuneInString(cell)
	switch {
	case size == 0:
		return blankCell
	case unicode.IsDigit(r) || r == '-' || r == '+' || r == '.':
		return numberCell
	}
	return textCell
}

func (s *rowShape) add(row []string) {
	end := len(row[len(row)-1])
	if s.rows == 0 {
		s.cells, s.shortest, s.longest = len(row), end, end
	}
	s.rows++
	s.cells, s.first = min(s.cells, len(row)), max(s.first, len(row[0]))
	s.shortest, s.longest = min(s.shortest, end), max(s.longest, end)
	s.kind = kindOf(row[0])
}

// cut reports whether row, the last one of a table without a line end, breaks off: it has
// fewer cells than all others, or a shorter last cell. Where the lengths of the last cells
// vary, it must be shorter by more than they vary, unless there are many. A total or a remark
// below the table does not begin as the other rows do.
func (s *rowShape) cut(row []string) bool {
	n, end := len(row), len(row[len(row)-1])
	switch {
	case s.rows < leastRows, n > s.cells:
		return false
	case n < s.cells:
		return kindOf(row[0]) == s.kind && (n > 1 || len(row[0]) <= s.first)
	}
	return end < s.shortest && (s.rows >= manyRows || end < 2*s.shortest-s.longest)
}
