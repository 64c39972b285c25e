// SPDX-License-Identifier: MIT

package trace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"roadsnap/engine/internal/workbook"
)

// Table is a table as its file has it, with or without positions.
type Table struct {
	Format Format   // CSV, XLSX or HTML
	Sheets []string // the visible sheets of a workbook
	Sheet  string   // the one that Rows are of
	Rows   []PreviewRow
	// Recipe reads the positions of the table as Read does. Without positions it has no columns,
	// and its Header is the row that looks most like names, 0 if none does.
	Recipe Recipe
}

// ReadRows reads the rows of a table, at most most of them; more are ErrTooLarge. sheet names
// a sheet of a workbook; "" is the first with a value. Unlike Read it needs no positions, and
// it keeps all cells as they are written, without the apostrophes of [Guarded] in CSV.
func ReadRows(ctx context.Context, path, sheet string, most int, o Options) (t *Table, err error) {
	err = withFile(path, func(f *os.File) error {
		t, err = readRows(ctx, f, path, sheet, most, o.withDefaults())
		return err
	})
	return t, err
}

func readRows(ctx context.Context, r io.Reader, name, sheet string, most int, o Options) (*Table, error) {
	c := newCollector(ctx, name, o)
	p := &Preview{Format: o.Format, Sheet: sheet}
	c.preview = &previewer{Preview: p, left: most + 1, sheet: sheet}
	err := c.readRows(r)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err == nil && len(p.Rows) > most {
		err = c.fault(ErrTooLarge, p.Rows[most].Line, 0, fmt.Sprintf("the table has more than %d rows", most), "divide it")
	}
	if err == nil && len(p.Rows) == 0 {
		err = c.fault(ErrEmpty, 0, 0, "the table has no values", "choose another file")
	}
	if err != nil {
		return nil, c.explain(err)
	}
	if p.Format == CSV {
		for _, row := range p.Rows {
			for i, cell := range row.Cells {
				row.Cells[i] = Unguarded(cell)
			}
		}
	}
	return &Table{Format: p.Format, Sheets: p.Sheets, Sheet: p.Sheet, Rows: p.Rows, Recipe: p.Recipe}, nil
}

// readRows reads the rows into the preview.
func (c *collector) readRows(r io.Reader) error {
	p := c.preview
	src, head, err := open(c.ctx, r, c.opt)
	switch {
	case err != nil:
		return err
	case src.archive != nil:
		archive, err := openArchive(c, r, src.archive)
		if err != nil {
			return err
		}
		if !workbook.Is(archive) {
			return c.fault(ErrFormat, 0, 0, "the archive is no workbook", "unpack it and choose a file")
		}
		p.Format = XLSX
		b, err := workbook.Open(c.ctx, archive, workbookLimits)
		if err != nil {
			return c.workbookFault(err)
		}
		return c.sheetRows(b)
	case src.fit != nil:
		return c.fault(ErrFormat, 0, 0, "the file is a recording, no table", "choose another file")
	}
	if err := refuseForeign(c, head); err != nil {
		return err
	}
	lines, head := withLineFeeds(src.text, head)
	if isHTML(head) {
		p.Format = HTML
		err := readHTML(c, lines)
		if errors.Is(err, ErrColumns) && len(p.Rows) > 0 {
			err = nil // it needs no positions
		}
		return errors.Join(err, src.failed())
	}
	p.Format = CSV
	found, first, err := textTable(c, head)
	if bad := new(Error); err != nil && !errors.As(err, &bad) {
		return err
	}
	rows := newTextRows(lines, found.delimiter)
	if err := c.tableRows(rows, found, first, err == nil); err != nil {
		return (&rowReader{c: c}).parseFault(err)
	}
	return src.failed()
}

// sheetRows reads the rows of the sheet that was asked for, or else of the first with a value.
func (c *collector) sheetRows(b *workbook.Book) error {
	p := c.preview
	for _, s := range b.Sheets {
		if !s.Hidden {
			p.Sheets = append(p.Sheets, s.Name)
		}
	}
	if p.sheet != "" && !slices.Contains(p.Sheets, p.sheet) {
		return c.fault(ErrFormat, 0, 0, fmt.Sprintf("the workbook has no visible sheet %s", quote(p.sheet)), fmt.Sprintf("choose one of %q", p.Sheets))
	}
	for _, s := range b.Sheets {
		if len(p.Rows) > 0 || s.Hidden || p.sheet != "" && s.Name != p.sheet {
			continue
		}
		p.Sheet = s.Name
		if err := c.oneSheet(b, s); err != nil {
			return err
		}
	}
	return nil
}

func (c *collector) oneSheet(b *workbook.Book, s workbook.Sheet) (err error) {
	rows, err := b.Rows(c.ctx, s)
	if err != nil {
		return c.workbookFault(err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	first, err := firstRows(&workbookRows{rows, c})
	if err != nil {
		return err
	}
	found, unknown := sheetTable(c, first.rows)
	return c.tableRows(first, found, first.rows, unknown == nil)
}

// tableRows keeps all rows. found is the table of positions in first, if there is one.
func (c *collector) tableRows(rows rowSource, found table, first [][]string, positions bool) error {
	if !positions {
		return c.keepRows(rows, found.delimiter)
	}
	for kept := c.previewed(rows, found, first); ; {
		if _, err := kept.Read(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}
