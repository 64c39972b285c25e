// SPDX-License-Identifier: MIT

// Package reportfile writes reports as files: PDF, XLSX, CSV and HTML. Pages are laid out once,
// as a list of texts, lines and boxes in millimetres; one sink writes them as PDF, another
// draws them as a picture for a preview, so that both are the same. It is no part of the
// engine, because a library that it uses imports net/http.
package reportfile

import (
	"fmt"
	"io"

	"roadsnap/engine/report"
)

// Format is a file format.
type Format string

// The formats.
const (
	PDF  Format = "pdf"
	XLSX Format = "xlsx"
	CSV  Format = "csv"
	HTML Format = "html"
)

// Formats returns all formats.
func Formats() []Format { return []Format{PDF, XLSX, CSV, HTML} }

// Write writes a document in a format.
func Write(w io.Writer, d *report.Document, f Format) error {
	switch f {
	case PDF:
		return writePDF(w, d)
	case XLSX:
		return writeXLSX(w, d)
	case CSV:
		return writeCSV(w, d)
	case HTML:
		return writeHTML(w, d)
	}
	return fmt.Errorf("%q is no format of a report", f)
}
