package trace

import (
	"fmt"

	"roadsnap/engine/match"
)

// Trip is one recorded trip.
type Trip struct {
	// ID tells the trips of one file apart: the name of the file without its
	// ending, with "-1", "-2"… if there are several, or what the file itself
	// calls trip or vehicle.
	ID string
	// Name is what the recorder called the trip, "" for nothing.
	Name string
	// Observations are in the order of the file, or of time where Notes say so.
	Observations []match.Observation
	// Notes tell what the reader repaired.
	Notes []Note
}

// Matched is a trip and what the matcher made of it. Result.Points must
// correspond to Trip.Observations.
type Matched struct {
	Trip   Trip
	Result match.Result
}

// Note is a remark of a reader on a repair or an assumption that it made.
type Note struct {
	Kind NoteKind
	// Line is the first line of the file concerned, counted from 1; 0 for the
	// file as a whole.
	Line int
	// Count is how many places were concerned; 0 for the file as a whole.
	Count int
	// Detail is the piece of the file that it is about, "" for none.
	Detail string
}

// NoteKind names a kind of repair. It is stable, for translations to hang on.
type NoteKind string

// The kinds of repair.
const (
	NoteSwapped       NoteKind = "swapped_coordinates" // latitude and longitude stood in each other's place
	NoteNoFix         NoteKind = "no_fix"              // records without a position, or at 0°, 0°, were left out
	NoteOutOfRange    NoteKind = "out_of_range"        // a few positions that are not on Earth were left out
	NoteIgnoredValue  NoteKind = "ignored_value"       // speeds, headings or accuracies that are no numbers were left out
	NoteBadRecord     NoteKind = "bad_record"          // records that cannot be read were left out
	NoteChecksum      NoteKind = "checksum"            // NMEA sentences with a wrong checksum were left out
	NoteSentence      NoteKind = "bad_sentence"        // NMEA sentences that cannot be read were left out
	NoteNoDate        NoteKind = "no_date"             // times of day only; days are counted from 1 January 1970
	NoteRelativeTime  NoteKind = "relative_time"       // times are small numbers, taken as seconds from 1 January 1970
	NoteMonthFirst    NoteKind = "month_first"         // dates have the month before the day
	NoteReversed      NoteKind = "newest_first"        // the file had the newest record first
	NoteTruncated     NoteKind = "truncated"           // the file breaks off; what came before was kept
	NoteEncoding      NoteKind = "encoding"            // bytes that are not what the file declares
	NoteWaypoints     NoteKind = "waypoints"           // waypoints with times were taken as a trip
	NoteIgnoredPoints NoteKind = "ignored_points"      // points beside lines were left out
	NoteRepeatedTitle NoteKind = "repeated_header"     // the line of column names came again
	NoteColumns       NoteKind = "columns_guessed"     // no column names; columns found by their values
)

// Loses reports whether a record of the file, or its end, was lost.
func (k NoteKind) Loses() bool {
	switch k {
	case NoteBadRecord, NoteOutOfRange, NoteChecksum, NoteSentence, NoteTruncated:
		return true
	}
	return false
}

// noteText is the English sentence of each kind.
var noteText = map[NoteKind]string{
	NoteSwapped:       "latitude and longitude are swapped in this file; they were put right",
	NoteNoFix:         "records without a position were left out",
	NoteOutOfRange:    "positions that are not on Earth were left out",
	NoteIgnoredValue:  "values that are not numbers were left out",
	NoteBadRecord:     "records that cannot be read were left out",
	NoteChecksum:      "sentences with a wrong checksum were left out",
	NoteSentence:      "sentences that cannot be read were left out",
	NoteNoDate:        "the file has times of day but no date; days are counted from 1 January 1970",
	NoteRelativeTime:  "times are small numbers; they were taken as seconds counted from 1 January 1970",
	NoteMonthFirst:    "dates have the month before the day in this file",
	NoteReversed:      "the newest record came first; the order was turned round",
	NoteTruncated:     "the file breaks off in the middle; what came before was kept",
	NoteEncoding:      "the bytes are not in the encoding that the file declares; names may look odd",
	NoteWaypoints:     "the file has waypoints only; as all have a time they were taken as a trip",
	NoteIgnoredPoints: "single points beside the lines were left out",
	NoteRepeatedTitle: "the line of column names comes again; it was left out",
	NoteColumns:       "the file has no column names; latitude and longitude were found by their values",
}

// String returns the note as an English sentence, with count, first line and
// detail where it has them.
func (n Note) String() string {
	s, known := noteText[n.Kind]
	if !known {
		s = string(n.Kind)
	}
	if n.Detail != "" {
		s += ": " + n.Detail
	}
	switch {
	case n.Count > 1 && n.Line > 0:
		return fmt.Sprintf("%s (%d times, first on line %d)", s, n.Count, n.Line)
	case n.Count > 1:
		return fmt.Sprintf("%s (%d times)", s, n.Count)
	case n.Line > 0:
		return fmt.Sprintf("%s (line %d)", s, n.Line)
	}
	return s
}
