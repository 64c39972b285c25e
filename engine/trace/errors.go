package trace

import (
	"roadsnap/engine/errclass"
	"strconv"
	"strings"
)

// What can be wrong with a file. Every error of a reader about the content of a
// file is an [*Error] that wraps one of these.
var (
	// ErrFormat: the file is none of the formats, or breaks the rules of its own.
	ErrFormat = errclass.New(errclass.TraceFormat, "not a trace file that can be read")
	// ErrEmpty: the file is in order but holds no position.
	ErrEmpty = errclass.New(errclass.TraceEmpty, "no positions in the file")
	// ErrWaypoints: the file holds places, not a trip.
	ErrWaypoints = errclass.New(errclass.TraceWaypoints, "waypoints only, no track")
	// ErrColumns: no column of a table can be taken for latitude or longitude.
	ErrColumns = errclass.New(errclass.TraceColumns, "no columns with latitude and longitude")
	// ErrValue: a number or a time cannot be read.
	ErrValue = errclass.New(errclass.TraceFormat, "unreadable value")
	// ErrRange: a coordinate is not on Earth.
	ErrRange = errclass.New(errclass.TraceFormat, "coordinate out of range")
	// ErrTooLarge: the file is longer, or has more points or trips, than
	// Options allow.
	ErrTooLarge = errclass.New(errclass.TraceTooLarge, "file too large")
	// ErrUnknownFormat: a format that does not exist, or one that a writer
	// cannot write.
	ErrUnknownFormat = errclass.New(errclass.TraceUnknown, "unknown format")
)

// Error is a fault in a file, with its place and what to do about it.
type Error struct {
	File   string // name as given to the reader
	Line   int    // counted from 1; 0 for the file as a whole
	Column int    // counted from 1, in bytes of the text as UTF-8; 0 for the line as a whole
	Msg    string // what is wrong, in English, without the place
	Remedy string // what to do about it, in English; "" where there is nothing to say
	Err    error  // one of the sentinels of this package, or the error of a file system
}

// Error returns "file:line:column: what is wrong; what to do".
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

// Unwrap returns the sentinel or the cause.
func (e *Error) Unwrap() error { return e.Err }
