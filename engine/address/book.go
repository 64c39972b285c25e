// SPDX-License-Identifier: MIT

package address

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"

	"roadsnap/engine/internal/workbook"
)

// errNoRows means that a workbook has no visible sheet with rows.
var errNoRows = errors.New("the workbook has no visible sheet with rows")

// bookLimits allow some two million rows.
var bookLimits = workbook.Limits{Entries: 10_000, Total: 8 << 30, Texts: 1 << 30, Columns: 4096}

// ReadWorkbook calls row with the rows of the first visible sheet of an XLSX workbook that has a
// value. Blank rows are left out, and blank cells at the end of a row. cells is valid until row
// returns; its strings remain valid.
func ReadWorkbook(ctx context.Context, file io.ReaderAt, size int64, row func(cells []string) error) error {
	archive, err := zip.NewReader(file, size)
	if err != nil {
		return fmt.Errorf("reading the workbook: %w", err)
	}
	if !workbook.Is(archive) {
		return errors.New("the ZIP archive is no XLSX workbook")
	}
	book, err := workbook.Open(ctx, archive, bookLimits)
	if err != nil {
		return fmt.Errorf("reading the workbook: %w", err)
	}
	for _, sheet := range book.Sheets {
		if sheet.Hidden {
			continue
		}
		found, err := readSheet(ctx, book, sheet, row)
		if err != nil || found {
			return err
		}
	}
	return errNoRows
}

func readSheet(ctx context.Context, book *workbook.Book, sheet workbook.Sheet, row func([]string) error) (found bool, err error) {
	rows, err := book.Rows(ctx, sheet)
	if err != nil {
		return false, fmt.Errorf("sheet %q: %w", sheet.Name, err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		found = true
		if err := row(rows.Cells); err != nil {
			return true, err
		}
	}
	if err := rows.Err(); err != nil {
		return true, fmt.Errorf("sheet %q: %w", sheet.Name, err)
	}
	return found, nil
}
