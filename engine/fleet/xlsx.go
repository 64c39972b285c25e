// SPDX-License-Identifier: MIT

package fleet

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"roadsnap/engine/internal/workbook"
)

// maxUnzipped is the most that a workbook may hold after decompression (bytes). One of
// 50,000 vehicles with ten columns takes half of it.
const maxUnzipped = 48 << 20

// xlsxLimits bound what is kept of a workbook. The number of its columns is that of Excel, so
// that the error about a row that is too long is that of CSV.
var xlsxLimits = workbook.Limits{Entries: 10_000, Total: 3 * maxUnzipped, Texts: 2 * maxUnzipped, Columns: 1 << 14}

// readXLSX reads the visible sheets of a workbook.
func readXLSX(at *Error, content []byte) (sheets []sheet, err error) {
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, at.unreadable(err)
	}
	if size, err := unzippedSize(archive); err != nil {
		return nil, at.unreadable(err)
	} else if size > maxUnzipped {
		return nil, at.with(ErrTooLarge, fmt.Sprintf("holds more than %d MB", maxUnzipped>>20), tooLargeRemedy)
	}
	ctx := context.Background() // it takes a second at most
	b, err := workbook.Open(ctx, archive, xlsxLimits)
	if err != nil {
		return nil, at.unreadable(err)
	}
	var read size
	for _, listed := range b.Sheets {
		if listed.Hidden {
			continue
		}
		s := sheet{name: listed.Name, serial: serials(b.From1904())}
		place := &Error{File: at.File, Sheet: s.name}
		rows, err := b.Rows(ctx, listed)
		if err != nil {
			return nil, place.unreadable(err)
		}
		err = s.read(rows, place, &read)
		if err := errors.Join(err, rows.Close()); err != nil {
			return nil, err
		}
		sheets = append(sheets, s)
	}
	return sheets, nil
}

// read reads the rows of a sheet at a place.
func (s *sheet) read(rows *workbook.Rows, place *Error, read *size) error {
	for rows.Next() {
		if isEmpty(rows.Cells) {
			continue
		}
		at := *place
		at.Row = rows.Number
		if err := at.limit(*read, len(rows.Cells)); err != nil {
			return err
		}
		read.add(len(rows.Cells))
		cells := make([]string, len(rows.Cells))
		for i, cell := range rows.Cells {
			cells[i] = text(cell)
		}
		s.rows = append(s.rows, sheetRow{rows.Number, cells})
	}
	if err := rows.Err(); err != nil {
		return place.unreadable(err)
	}
	return nil
}

// unreadable returns the error for a workbook that cannot be read.
func (e *Error) unreadable(cause error) error {
	if errors.Is(cause, workbook.ErrTooLarge) {
		return e.with(ErrTooLarge, cause.Error(), tooLargeRemedy)
	}
	return e.with(ErrFormat, fmt.Sprintf("not a readable workbook: %v", cause), "save the table again as .xlsx or CSV")
}

// unzippedSize decompresses an archive (bytes). It stops after maxUnzipped. The error is one
// of a damaged archive, which the reader of workbooks does not report.
func unzippedSize(archive *zip.Reader) (size int64, err error) {
	for _, f := range archive.File {
		r, err := f.Open()
		if err != nil {
			return 0, err
		}
		n, err := io.Copy(io.Discard, io.LimitReader(r, maxUnzipped+1-size))
		if err := errors.Join(err, r.Close()); err != nil {
			return 0, fmt.Errorf("%s: %w", f.Name, err)
		}
		if size += n; size > maxUnzipped {
			break
		}
	}
	return size, nil
}
