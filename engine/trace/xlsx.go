// SPDX-License-Identifier: MIT

package trace

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"slices"

	"roadsnap/engine/internal/workbook"
)

// workbookLimits bound a workbook. The sheet of a million rows of ten cells takes 600 MB, of
// which little is in memory at a time; shared texts are kept.
var workbookLimits = workbook.Limits{Entries: 10_000, Total: 4 << 30, Texts: 512 << 20, Columns: maxLineMarks}

// readWorkbook reads the visible sheets of an XLSX workbook.
func readWorkbook(c *collector, archive *zip.Reader) error {
	b, err := workbook.Open(c.ctx, archive, workbookLimits)
	if err != nil {
		return c.workbookFault(err)
	}
	visible := slices.DeleteFunc(b.Sheets, func(s workbook.Sheet) bool { return s.Hidden })
	r := sheetReader{c: c}
	for _, s := range visible {
		if err := r.readSheet(b, s, len(visible) == 1); err != nil {
			return err
		}
	}
	c.sheet = ""
	return r.end()
}

func (r *sheetReader) readSheet(b *workbook.Book, s workbook.Sheet, alone bool) (err error) {
	rows, err := b.Rows(r.c.ctx, s)
	if err != nil {
		return r.c.workbookFault(err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	if !alone {
		r.c.sheet = s.Name
	}
	return r.read(sheet{name: s.Name, rows: &workbookRows{rows, r.c}, alone: alone})
}

// workbookFault turns an error of package workbook into one of this package.
func (c *collector) workbookFault(err error) error {
	switch {
	case c.ctx.Err() != nil:
		return c.ctx.Err()
	case errors.Is(err, workbook.ErrTooLarge):
		return c.fault(ErrTooLarge, 0, 0, err.Error(), "split it, one vehicle or one day a file, or save the sheet as CSV")
	}
	return c.fault(ErrFormat, 0, 0, fmt.Sprintf("not a readable workbook: %v", err), "save it again as XLSX or CSV")
}

// workbookRows are the rows of a sheet.
type workbookRows struct {
	rows *workbook.Rows
	c    *collector
}

func (r *workbookRows) Read() ([]string, error) {
	if r.rows.Next() {
		return r.rows.Cells, nil
	}
	if err := r.rows.Err(); err != nil {
		return nil, r.c.workbookFault(err)
	}
	return nil, io.EOF
}

func (r *workbookRows) FieldPos(i int) (line, column int) { return r.rows.Number, i + 1 }
