// SPDX-License-Identifier: MIT

package fleet

import (
	"fmt"
	"strings"

	"roadsnap/engine/errclass"
)

// Sentinel errors of Read and WriteCSV, wrapped in an [*Error].
var (
	// ErrFormat means that the file is not a table, or is damaged.
	ErrFormat = errclass.New(errclass.RegisterFormat, "not a readable table")
	// ErrColumns means that no sheet has a column of plates or drivers.
	ErrColumns = errclass.New(errclass.RegisterColumns, "no column of plates or drivers")
	// ErrValue means that a cell cannot be read, or contradicts another.
	ErrValue = errclass.New(errclass.RegisterValue, "unusable value")
	// ErrTooLarge means that the file exceeds a limit.
	ErrTooLarge = errclass.New(errclass.RegisterTooLarge, "table too large")
)

// Error is an error in a file, with its place and remedy.
type Error struct {
	File   string
	Sheet  string // "" in a CSV file
	Row    int    // counted from 1, a line in a CSV file; 0 for the sheet as a whole
	Column string // number and name of the column, "" for the row as a whole
	Msg    string // the fault, in English, without the place
	Remedy string // in English
	Err    error  // one of the sentinels of this package
}

// Error returns "file, sheet, row, column: message; remedy".
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	if e.Sheet != "" {
		fmt.Fprintf(&b, ", sheet %q", e.Sheet)
	}
	if e.Row > 0 {
		fmt.Fprintf(&b, ", row %d", e.Row)
	}
	if e.Column != "" {
		fmt.Fprintf(&b, ", column %s", e.Column)
	}
	b.WriteString(": " + e.Msg)
	if e.Remedy != "" {
		b.WriteString("; " + e.Remedy)
	}
	return b.String()
}

// Unwrap returns e.Err.
func (e *Error) Unwrap() error { return e.Err }
