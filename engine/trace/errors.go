// SPDX-License-Identifier: MIT

package trace

import (
	"roadsnap/engine/errclass"
	"strconv"
	"strings"
)

// Sentinel errors. Every error about the content of a file is an [*Error] that
// wraps one of these.
var (
	// ErrFormat means that the file has no known format, or is malformed.
	ErrFormat = errclass.New(errclass.TraceFormat, "not a readable trace file")
	// ErrEmpty means that the file has no positions.
	ErrEmpty = errclass.New(errclass.TraceEmpty, "no positions in the file")
	// ErrWaypoints means that the file has waypoints only, no track.
	ErrWaypoints = errclass.New(errclass.TraceWaypoints, "waypoints only, no track")
	// ErrColumns means that a table has no columns for latitude and longitude.
	ErrColumns = errclass.New(errclass.TraceColumns, "no columns with latitude and longitude")
	// ErrAddresses means that a table has addresses in place of coordinates.
	ErrAddresses = errclass.Narrow(ErrColumns, errclass.TraceAddresses, "addresses, but no coordinates")
	// ErrOldExcel means that the file is a workbook of Excel 2003 or older, or has a password.
	ErrOldExcel = errclass.Narrow(ErrFormat, errclass.TraceOldExcel, "an old Excel workbook")
	// ErrValue means that a number or a time cannot be parsed.
	ErrValue = errclass.New(errclass.TraceFormat, "unreadable value")
	// ErrRange means that a coordinate is not on Earth.
	ErrRange = errclass.New(errclass.TraceFormat, "coordinate out of range")
	// ErrProjected means that the coordinates are metres in a projection, not degrees.
	ErrProjected = errclass.Narrow(ErrRange, errclass.TraceProjected, "projected coordinates")
	// ErrTooLarge means that the file exceeds a limit of Options.
	ErrTooLarge = errclass.New(errclass.TraceTooLarge, "file too large")
	// ErrPacked means that the file is compressed, which Options.Plain refuses.
	ErrPacked = errclass.New(errclass.TraceFormat, "compressed file")
	// ErrUnknownFormat means that the format does not exist, or cannot be
	// written.
	ErrUnknownFormat = errclass.New(errclass.TraceUnknown, "unknown format")
)

// Error is an error in a file, with its place and remedy.
type Error struct {
	File   string // name as given to the reader
	Line   int    // counted from 1; 0 for the file as a whole
	Column int    // counted from 1, in bytes of the text as UTF-8; 0 for the line as a whole
	Msg    string // the fault, in English, without the place
	Remedy string // the remedy, in English; "" if there is none
	Err    error  // one of the sentinels of this package, or a file system error
}

// Error returns "file:line:column: message; remedy".
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	if e.Line > 0 {
		b.WriteString(":" + strconv.Itoa(e.Line))
		if e.Column > 0 {
			b.WriteString(":" + strconv.Itoa(e.Column))
		}
	}
	b.WriteString(": ")
	switch {
	case e.Msg != "":
		b.WriteString(e.Msg)
	case e.Err != nil:
		b.WriteString(e.Err.Error())
	default:
		b.WriteString("unknown fault")
	}
	if e.Remedy != "" {
		b.WriteString("; " + e.Remedy)
	}
	return b.String()
}

// Unwrap returns e.Err.
func (e *Error) Unwrap() error { return e.Err }
