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
	if c.preview != nil {
		return r.previewWorkbook(b, visible)
	}
	for _, s := range visible {
		if c.opt.Recipe != nil && len(c.opt.Recipe.Sheets) > 0 && !slices.Contains(c.opt.Recipe.Sheets, s.Name) {
			continue
		}
		if err := r.readSheet(b, s, len(visible) == 1); err != nil {
			return err
		}
	}
	c.sheet = ""
	return r.end()
}

// previewWorkbook reads the sheet that was asked for, or else the first one with positions. If
// none has any, it keeps the rows of the first one.
func (r *sheetReader) previewWorkbook(b *workbook.Book, visible []workbook.Sheet) error {
	p := r.c.preview
	p.Table = true
	for _, s := range visible {
		p.Sheets = append(p.Sheets, s.Name)
	}
	for _, s := range visible {
		if r.used || p.sheet != "" && p.sheet != s.Name {
			continue
		}
		p.Sheet = s.Name
		if err := r.readSheet(b, s, len(visible) == 1); err != nil {
			return err
		}
	}
	if !r.used && p.sheet == "" && len(visible) > 0 {
		p.sheet = visible[0].Name
		p.Sheet = p.sheet
		if err := r.readSheet(b, visible[0], len(visible) == 1); err != nil {
			return err
		}
	}
	r.c.sheet = ""
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

// FieldPos returns the row and the column of a cell, from 1.
func (r *workbookRows) FieldPos(i int) (line, column int) { return r.rows.Number, i + 1 }
