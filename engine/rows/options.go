// SPDX-License-Identifier: MIT

package rows

import (
	"context"
	"io"

	"github.com/apache/arrow-go/v18/arrow"

	"roadsnap/engine/errclass"
	"roadsnap/engine/match"
	"roadsnap/engine/units"
)

// Format is a format of rows, the same for input and output.
type Format string

// The formats.
const (
	Arrow  Format = "arrow"  // an Arrow IPC stream
	NDJSON Format = "ndjson" // one JSON object per line
	// TSV has values separated by tabs, \N for null and the escapes \t, \n and \\, as the
	// script transforms of Hive and Spark SQL.
	TSV Format = "tsv"
)

// Operation is what is done with the rows.
type Operation string

// The operations.
const (
	Match  Operation = "match"  // one output row for every input row
	Trips  Operation = "trips"  // one output row for every trip
	Ways   Operation = "ways"   // one output row for every way that a trip passes
	Locate Operation = "locate" // one output row for every input row; needs no trips
	Stops  Operation = "stops"  // one output row for every stop
)

// MaxTripPoints is the greatest number of points of a trip for [Trips] and [Stops], which
// judge a trip as a whole. A longer one gets a row with the reason [TripTooLong]. Other
// operations have no limit.
const MaxTripPoints = 1_000_000

// MaxRow is the greatest length of a row of text (bytes).
const MaxRow = 1 << 20

// The errors of the package.
var (
	// ErrSchema means that the columns are not those that the operation needs, or that the
	// options contradict each other.
	ErrSchema = errclass.New(errclass.TraceColumns, "unusable columns")
	// ErrInput means that the input breaks off or is not in its format.
	ErrInput = errclass.New(errclass.TraceFormat, "unreadable rows")
	// ErrUngrouped means that a trip went on after another one had begun.
	ErrUngrouped = errclass.New(errclass.TraceFormat, "rows are not grouped by trip")
)

// Stream matches one trip, as engine.TripStream does.
type Stream interface {
	Feed(ctx context.Context, obs ...match.Observation) ([]match.Part, error)
	Close(ctx context.Context) (match.Part, error)
}

// Options say what Run reads, does and writes.
type Options struct {
	In        io.Reader
	Out       io.Writer
	Format    Format
	Operation Operation

	// Begin begins a stream for a trip. Every operation but Locate and Stops needs it.
	Begin func(match.Profile) (Stream, error)
	// Atlas calls a function with the borders of units. Locate needs it.
	Atlas func(func(*units.Atlas) error) error

	Profile match.Profile // of trips without one in the rows
	// Columns are the names of columns by role, for those that are not recognised. The
	// empty name means that there is no such column.
	Columns map[Role]string
	// Names are the names of the columns of TSV, in order; nil for trip_id, time, lat and
	// lon. With Header they are in the first line instead, and the output has such a line.
	Names  []string
	Header bool
	Prefix string // put before the names of the columns that are added to input rows
	// Metadata is added to that of the schema, if the output has one.
	Metadata map[string]string

	// Unsorted takes rows in any order, and sorts them by trip. More than Memory (bytes) of
	// them are sorted in files in Folder, the system's if empty.
	Unsorted bool
	Memory   int64
	Folder   string

	// Records replaces In if the rows of Format Arrow are at hand as records.
	Records RecordReader
	// Writer replaces Out: it is called with the columns of the output and the name of the
	// one with the trips, "" if there is none. It takes the rows as records, whatever the
	// format of the input is.
	Writer func(schema *arrow.Schema, trip string) (RecordWriter, error)
	// Keep chooses trips, if it is set; rows of others are left out. It is called with an
	// empty text for a row without a trip. Even Locate needs trips then.
	Keep func(trip string) bool
}

// Report counts what Run did.
type Report struct {
	Rows  int64 // read
	Bad   int64 // rows with a reason why they cannot be used
	Trips int64
	// Reasons counts the bad rows by reason.
	Reasons map[Reason]int64

	TripColumn string // of the output; "" if there is none
}
