// SPDX-License-Identifier: MIT

package workbook

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/xuri/excelize/v2"
)

// sheet is a table of a workbook.
type sheet struct {
	book   *Book
	base   string // name without number
	title  []string
	widths []float64
	number int    // of the current sheet, from 1
	name   string // of the current sheet
	out    *excelize.StreamWriter
	rows   int // written to the current sheet, with the title
	cells  []any
}

// begin begins the next sheet.
func (s *sheet) begin() error {
	s.number++
	s.name = s.base
	if s.number > 1 {
		s.name += " " + strconv.Itoa(s.number)
	}
	if _, err := s.book.file.NewSheet(s.name); err != nil {
		return err
	}
	var err error
	if s.out, err = s.book.file.NewStreamWriter(s.name); err != nil {
		return err
	}
	s.cells = make([]any, len(s.title))
	title := make([]any, len(s.title))
	for i, name := range s.title {
		title[i] = excelize.Cell{StyleID: s.book.styles[formTitle], Value: name}
		if err := s.out.SetColWidth(i+1, i+1, s.widths[i]); err != nil {
			return err
		}
	}
	s.rows = 1
	return errors.Join(
		s.out.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}),
		s.out.SetRow(place(1), title))
}

func (s *sheet) add(values []any) error {
	if s.rows == s.book.maxRows {
		if err := errors.Join(s.finish(), s.begin()); err != nil {
			return err
		}
	}
	for i, v := range values {
		s.cells[i] = s.book.cell(v)
	}
	s.rows++
	return s.out.SetRow(place(s.rows), s.cells[:len(values)])
}

// finish completes the current sheet with a filter over all rows.
func (s *sheet) finish() error {
	last, err := excelize.ColumnNumberToName(len(s.title))
	if err != nil {
		return err
	}
	if err := s.book.file.AutoFilter(s.name, fmt.Sprintf("A1:%s%d", last, max(s.rows, 2)), nil); err != nil {
		return err
	}
	return s.out.Flush()
}
