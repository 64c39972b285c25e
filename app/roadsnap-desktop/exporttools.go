// SPDX-License-Identifier: MIT

package main

import (
	"io"

	"roadsnap/engine"
	"roadsnap/engine/tripfile"
	"roadsnap/internal/workbook"
	"roadsnap/ui/export"
)

// exportTools returns what exports of trips need of the engine.
func exportTools(e *engine.Engine) export.TripTools {
	return export.TripTools{
		Ways:    e.Ways,
		NewBook: newBook,
		Source: func() (s tripfile.Source) {
			if info, err := e.Info(); err == nil {
				s = tripfile.SourceOf(info.Meta)
			}
			return s
		},
	}
}

// newBook returns a workbook that is written to w.
func newBook(w io.Writer) (tripfile.Book, error) { return workbook.New(w) }
