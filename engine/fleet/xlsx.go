// SPDX-License-Identifier: MIT

package fleet

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// maxUnzipped is the most that a workbook may hold after decompression (bytes). One of
// 50,000 vehicles with ten columns takes half of it.
const maxUnzipped = 48 << 20

// readXLSX reads the visible sheets of a workbook.
func readXLSX(at *Error, content []byte) (sheets []sheet, err error) {
	damaged := func(cause error) error {
		return at.with(ErrFormat, fmt.Sprintf("not a readable workbook: %v", cause), "save the table again as .xlsx or CSV")
	}
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, damaged(err)
	}
	if size, err := unzippedSize(archive); err != nil {
		return nil, damaged(err)
	} else if size > maxUnzipped {
		return nil, at.with(ErrTooLarge, fmt.Sprintf("holds more than %d MB", maxUnzipped>>20), tooLargeRemedy)
	}
	b, err := openWorkbook(archive)
	if errors.Is(err, errTooMany) {
		return nil, at.with(ErrTooLarge, fmt.Sprintf("more than %d texts", maxCells), tooLargeRemedy)
	} else if err != nil {
		return nil, damaged(err)
	}
	var read size
	for _, listed := range b.Sheets {
		if listed.State != "" && listed.State != "visible" {
			continue
		}
		s := sheet{name: listed.Name, serial: serials(b.Properties.Date1904)}
		limit := func(row, n int) error {
			place := Error{File: at.File, Sheet: s.name, Row: row}
			return place.limit(read, n)
		}
		err := b.rows(listed.ID, limit, func(row int, cells []string) {
			if isEmpty(cells) {
				return
			}
			read.add(len(cells))
			for i := range cells {
				cells[i] = text(cells[i])
			}
			s.rows = append(s.rows, sheetRow{row, cells})
		})
		if known := new(Error); errors.As(err, &known) {
			return nil, err
		} else if err != nil {
			return nil, damaged(err)
		}
		sheets = append(sheets, s)
	}
	return sheets, nil
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
