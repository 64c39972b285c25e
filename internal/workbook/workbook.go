// SPDX-License-Identifier: MIT

// Package workbook writes large tables as workbooks of Excel (.xlsx). It is no part of the
// engine, because its library imports net/http.
package workbook

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"
)

// Book is a workbook that is being written. Its rows are collected in temporary files, of
// which at most 16 MB per sheet are in memory. It is not safe for concurrent use.
type Book struct {
	file    *excelize.File
	styles  map[int]int // of cells, by decimals of numbers or one of the forms below
	sheets  map[string]*sheet
	order   []*sheet
	maxRows int // of a sheet, the title included
}

// Forms of cells in Book.styles besides decimals of numbers.
const (
	formTime = -2 - iota
	formTitle
)

// maxSheetRows is the number of rows that a sheet can have, the title included.
const maxSheetRows = 1 << 20

// New returns a workbook that is written to w by Close. The caller must call Discard.
func New(w io.Writer) (*Book, error) {
	b := &Book{file: excelize.NewFile(), styles: map[int]int{}, sheets: map[string]*sheet{}, maxRows: maxSheetRows}
	b.file.SetZipWriter(func(io.Writer) excelize.ZipWriter { return zip.NewWriter(w) }) // not into memory
	if err := b.makeStyles(); err != nil {
		b.Discard()
		return nil, err
	}
	return b, nil
}

// decimalForms are the number formats by decimals. Others have the general one.
var decimalForms = map[int]string{0: "0", 1: "0.0", 2: "0.00", 4: "0.0000", 6: "0.000000", 7: "0.0000000"}

func (b *Book) makeStyles() error {
	add := func(form int, s *excelize.Style) error {
		id, err := b.file.NewStyle(s)
		b.styles[form] = id
		return err
	}
	for decimals, form := range decimalForms {
		if err := add(decimals, &excelize.Style{CustomNumFmt: &form}); err != nil {
			return err
		}
	}
	date := "yyyy-mm-dd hh:mm:ss"
	return errors.Join(
		add(formTime, &excelize.Style{CustomNumFmt: &date}),
		add(formTitle, &excelize.Style{Font: &excelize.Font{Bold: true}, Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"E4E9EE"}}}),
	)
}

// AddSheet adds a sheet whose first row, the title, is frozen and has filters. widths are
// those of the columns (characters). Rows that do not fit into one sheet go to further ones
// with the number 2, 3 and so on after the name.
func (b *Book) AddSheet(name string, title []string, widths []float64) error {
	s := &sheet{book: b, base: name, title: title, widths: widths}
	b.sheets[name], b.order = s, append(b.order, s)
	if err := s.begin(); err != nil {
		return fmt.Errorf("sheet %q: %w", name, err)
	}
	return nil
}

// AddRow adds a row to a sheet. A value is a string, which is never a formula, an int64, a
// bool, a time, which is written as its clock shows it, or nil for an empty cell; or it has a
// method Number that returns a number and how many decimals are shown, all if negative.
func (b *Book) AddRow(sheet string, values []any) error {
	if err := b.sheets[sheet].add(values); err != nil {
		return fmt.Errorf("sheet %q: %w", sheet, err)
	}
	return nil
}

// Close writes the workbook.
func (b *Book) Close() error {
	for _, s := range b.order {
		if err := s.finish(); err != nil {
			return fmt.Errorf("sheet %q: %w", s.name, err)
		}
	}
	if err := b.file.DeleteSheet("Sheet1"); err != nil { // the one of a new file
		return err
	}
	_, err := b.file.WriteToBuffer() // to the writer of SetZipWriter
	return err
}

// Discard removes the temporary files.
func (b *Book) Discard() { _ = b.file.Close() } // it only removes temporary files

// cell returns the value of a cell for the library.
func (b *Book) cell(value any) any {
	switch x := value.(type) {
	case string:
		return shortened(x)
	case int64:
		return excelize.Cell{StyleID: b.styles[0], Value: x}
	case time.Time:
		return excelize.Cell{StyleID: b.styles[formTime], Value: serial(x)}
	case interface{ Number() (float64, int) }:
		number, decimals := x.Number()
		return excelize.Cell{StyleID: b.styles[decimals], Value: number} // 0, the general style, for other decimals
	}
	return value
}

// serial returns a time as days since 30 December 1899 by its clock, as spreadsheets count.
// It has whole milliseconds, rounded up to the 15 digits that the library writes, because
// LibreOffice cuts off fractions of a second: 07:15:00 would be shown as 07:14:59.
func serial(t time.Time) float64 {
	_, offset := t.Zone()
	const epoch = 25569 // 1 January 1970
	const day = 24 * 60 * 60 * 1000
	const digits = 1e10 // of a day, after five of whole days
	ms := t.UnixMilli() + int64(offset)*1000
	days, rest := ms/day, ms%day
	if rest < 0 {
		days, rest = days-1, rest+day
	}
	return epoch + float64(days) + float64((rest*digits+day-1)/day)/digits
}

// longestText is the greatest length of a text in a cell (characters).
const longestText = 32767

// shortened returns a text that is no longer than a cell may hold.
func shortened(s string) string {
	if len(s) > longestText && utf8.RuneCountInString(s) > longestText {
		s = string([]rune(s)[:longestText])
	}
	return s
}

// place returns the name of the first cell of a row.
func place(row int) string { return "A" + strconv.Itoa(row) }
