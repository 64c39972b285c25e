// SPDX-License-Identifier: MIT

package reportfile

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"

	"roadsnap/engine/report"
)

// ErrNoSheet means that a PDF has no data of a sheet.
var ErrNoSheet = errors.New("the PDF has no data of a distance sheet")

// Finding says what a check of a part of a sheet found.
type Finding uint8

// The findings.
const (
	Unchanged Finding = iota
	Changed
	NotCheckable
)

// String returns the finding in English.
func (f Finding) String() string {
	return [...]string{"unchanged", "changed", "not checkable"}[f]
}

// MaxSheet is the largest PDF of a sheet, and its data (bytes).
const MaxSheet = 64 << 20

// ReadSheet returns the sheet whose data is attached to a PDF, and the hash of that data. The error
// wraps ErrNoSheet if there is none that can be read.
func ReadSheet(pdf []byte) (s *report.Sheet, hash string, err error) {
	data, err := attachment(pdf)
	if err != nil {
		return nil, "", err
	}
	s = new(report.Sheet)
	if err := json.Unmarshal(data, s); err != nil {
		return nil, "", fmt.Errorf("%w: %w", ErrNoSheet, err)
	}
	if s.Format != report.SheetFormat {
		return nil, "", fmt.Errorf("%w: format %d is not %d", ErrNoSheet, s.Format, report.SheetFormat)
	}
	return s, hashOf(data), nil
}

// embedded is the head of an attachment as fpdf writes it.
var embedded = regexp.MustCompile(`/Type /EmbeddedFile /Length (\d+) /Filter /FlateDecode /Params << /CheckSum <[0-9a-fA-F]*> /Size \d+ >> >>\s+stream\r?\n`)

// attachment returns the file that is attached to a PDF of WriteSheet.
func attachment(pdf []byte) ([]byte, error) {
	if len(pdf) > MaxSheet {
		return nil, fmt.Errorf("%w: it is larger than %d MB", ErrNoSheet, MaxSheet>>20)
	}
	if !bytes.HasPrefix(pdf, []byte("%PDF-")) {
		return nil, fmt.Errorf("%w: it is no PDF", ErrNoSheet)
	}
	at := embedded.FindSubmatchIndex(pdf)
	if at == nil {
		return nil, ErrNoSheet
	}
	length, err := strconv.Atoi(string(pdf[at[2]:at[3]]))
	if err != nil || length < 0 || length > len(pdf)-at[1] {
		return nil, fmt.Errorf("%w: its attachment is cut off", ErrNoSheet)
	}
	r, err := zlib.NewReader(bytes.NewReader(pdf[at[1] : at[1]+length]))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoSheet, err)
	}
	data, err := io.ReadAll(io.LimitReader(r, MaxSheet+1))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoSheet, err)
	}
	if len(data) > MaxSheet {
		return nil, fmt.Errorf("%w: its data is larger than %d MB", ErrNoSheet, MaxSheet>>20)
	}
	return data, nil
}

// CheckPage compares a PDF with the page that this version of the program makes of the data in it.
// A sheet of another version is not checkable.
func CheckPage(pdf []byte, s *report.Sheet, version string) (Finding, error) {
	if s.Version != version {
		return NotCheckable, nil
	}
	var again bytes.Buffer
	if err := WriteSheet(&again, s); err != nil {
		return NotCheckable, err
	}
	if bytes.Equal(again.Bytes(), pdf) {
		return Unchanged, nil
	}
	return Changed, nil
}
