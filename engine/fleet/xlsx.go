// SPDX-License-Identifier: MIT

package fleet

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/unicode/norm"
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
		return nil, at.with(ErrTooLarge, fmt.Sprintf("holds more than %d MB", maxUnzipped>>20), "remove what does not belong to the register")
	}
	book, err := excelize.OpenReader(bytes.NewReader(content), excelize.Options{
		RawCellValue: true, UnzipSizeLimit: maxUnzipped, UnzipXMLSizeLimit: maxUnzipped,
	})
	if err != nil {
		return nil, damaged(err)
	}
	defer func() { _ = book.Close() }() // it was only read
	from1904 := false
	if props, err := book.GetWorkbookProps(); err == nil && props.Date1904 != nil {
		from1904 = *props.Date1904
	}
	count := 0
	for _, name := range book.GetSheetList() {
		if visible, err := book.GetSheetVisible(name); err == nil && !visible {
			continue
		}
		s, err := readSheet(at, book, name, &count)
		if err != nil {
			if known := new(Error); errors.As(err, &known) {
				return nil, err
			}
			return nil, damaged(err)
		}
		s.serial = serials(from1904)
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

// readSheet reads a sheet. count is the number of rows so far.
func readSheet(at *Error, book *excelize.File, name string, count *int) (s sheet, err error) {
	s.name = name
	rows, err := book.Rows(name)
	if err != nil {
		return s, err
	}
	defer func() { _ = rows.Close() }() // it was only read
	for number := 1; rows.Next(); number++ {
		cells, err := rows.Columns()
		if err != nil {
			return s, err
		}
		if isEmpty(cells) {
			continue
		}
		place := Error{File: at.File, Sheet: name, Row: number}
		if err := place.limit(*count, len(cells)); err != nil {
			return s, err
		}
		*count++
		for i := range cells {
			cells[i] = norm.NFC.String(text(cells[i]))
		}
		s.rows = append(s.rows, sheetRow{number, cells})
	}
	return s, rows.Error()
}
