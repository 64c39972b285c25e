// SPDX-License-Identifier: MIT

package trace

import (
	"fmt"

	"roadsnap/engine/correction"
	"roadsnap/engine/match"
)

// Trip is one recorded trip.
type Trip struct {
	// ID is unique among the trips of one file. It is the trip or vehicle that
	// the file names, vehicle/trip if a table has both, or else the file name
	// without its extension, with "-1", "-2"… if there are several trips.
	ID string
	// Vehicle is the plate, or else the device or trip, that the file names, or else the plate in
	// Name or in the name of the file. It is "" if there is none.
	Vehicle string
	// Device is the identifier of the recorder, if the file names it in addition to Vehicle.
	Device string
	// Driver is the driver that the file names, "" if it names none. Several are separated
	// by ", " in the order of travel.
	Driver string
	// Name is the recorder's name of the trip, "" if it has none.
	Name string
	// File is the name of the file in an archive with its folders, "" if the file is no
	// archive.
	File string
	// Observations are in the order of the file, or reversed if Notes has
	// NoteReversed.
	Observations []match.Observation
	// Channels holds what the file says of the observations besides their positions.
	Channels Channels
	// Notes lists the repairs and assumptions of the reader.
	Notes []Note
}

// Matched is a trip and its match result. Result.Points must correspond to
// Trip.Observations.
type Matched struct {
	Trip   Trip
	Result match.Result
	// Verdict is written in JSON only; nil if nobody judged the trip.
	Verdict *JSONVerdict
	// Corrected are the corrections by hand that the result was made under, none if there
	// are none.
	Corrected []correction.Applied
}

// Note describes a repair or an assumption that the reader made.
type Note struct {
	Kind NoteKind
	// Line is the first line concerned, counted from 1; 0 for the file as a
	// whole.
	Line int
	// Count is the number of places concerned; 0 for the file as a whole.
	Count int
	// Detail is the part of the file concerned, "" if there is none.
	Detail string
}

// NoteKind names a kind of note. Its values are stable, because translations
// refer to them.
type NoteKind string

// The kinds of notes.
const (
	NoteSwapped       NoteKind = "swapped_coordinates" // latitude and longitude were swapped
	NoteNoFix         NoteKind = "no_fix"              // records without a position, or at 0°, 0°, were left out
	NoteOutOfRange    NoteKind = "out_of_range"        // a few positions that are not on Earth were left out
	NoteIgnoredValue  NoteKind = "ignored_value"       // speeds, headings or accuracies that are not numbers were left out
	NoteBadRecord     NoteKind = "bad_record"          // records that cannot be read were left out
	NoteChecksum      NoteKind = "checksum"            // NMEA sentences with a wrong checksum were left out
	NoteSentence      NoteKind = "bad_sentence"        // NMEA sentences that cannot be read were left out
	NoteNoDate        NoteKind = "no_date"             // times of day only; days are counted from 1 January 1970
	NoteRelativeTime  NoteKind = "relative_time"       // times are small numbers, taken as seconds from 1 January 1970
	NoteMonthFirst    NoteKind = "month_first"         // dates have the month before the day
	NoteReversed      NoteKind = "newest_first"        // the file had the newest record first
	NoteTruncated     NoteKind = "truncated"           // the file is truncated; the part before that was kept
	NoteEncoding      NoteKind = "encoding"            // bytes that are not in the declared encoding
	NoteWaypoints     NoteKind = "waypoints"           // waypoints with times were taken as a trip
	NoteIgnoredPoints NoteKind = "ignored_points"      // single points in a file with lines were left out
	NotePolyline      NoteKind = "polyline_decimals"   // positions were decoded from polylines of 5 or 6 decimals
	NoteFileChecksum  NoteKind = "file_checksum"       // the checksum of the file is wrong
	NoteFileLeftOut   NoteKind = "file_left_out"       // files of an archive that cannot be read were left out
	NoteRoutes        NoteKind = "routes_left_out"     // routes in a file with tracks were left out
	NoteRepeatedTrack NoteKind = "repeated_track"      // another trip has the same positions, with times
	NoteLinesAbove    NoteKind = "lines_above"         // lines above the column names were skipped
	NoteRepeatedTitle NoteKind = "repeated_header"     // the row of column names was repeated
	NoteQuote         NoteKind = "unclosed_quote"      // quotation marks that are never closed were ignored
	NoteWrongDate     NoteKind = "wrong_date"          // times before 1990 or after 2069
	NoteMixed         NoteKind = "mixed_vehicles"      // the trip goes back and forth between two places, as of two vehicles
	NoteRecipe        NoteKind = "recipe"              // the table was read by a saved recipe
	NoteColumns       NoteKind = "columns_guessed"     // no column names; columns found by their values
	NoteScaled        NoteKind = "scaled_coordinates"  // degrees were written as large numbers
	NoteSpeedUnit     NoteKind = "speed_unit"          // speeds without a unit are in the one that fits the positions
	NoteTimeColumn    NoteKind = "time_guessed"        // no column has a name of times; it was found by its values
	NoteNamePlate     NoteKind = "plate_of_name"       // the vehicle is the plate in the name of the trip or file
)

// Loses reports whether a record of the file, or its end, was lost.
func (k NoteKind) Loses() bool {
	switch k {
	case NoteBadRecord, NoteOutOfRange, NoteChecksum, NoteSentence, NoteTruncated, NoteFileChecksum, NoteFileLeftOut:
		return true
	}
	return false
}

// noteText is the English text of each kind.
var noteText = map[NoteKind]string{
	NoteSwapped:       "latitude and longitude are swapped in this file; they were exchanged",
	NoteNoFix:         "records without a position were left out",
	NoteOutOfRange:    "positions that are not on Earth were left out",
	NoteIgnoredValue:  "values that are not numbers were left out",
	NoteBadRecord:     "records that cannot be read were left out",
	NoteChecksum:      "sentences with a wrong checksum were left out",
	NoteSentence:      "sentences that cannot be read were left out",
	NoteNoDate:        "the file has times of day but no date; days are counted from 1 January 1970",
	NoteRelativeTime:  "times are small numbers; they were taken as seconds counted from 1 January 1970",
	NoteMonthFirst:    "dates have the month before the day in this file",
	NoteReversed:      "the newest record came first; the order was reversed",
	NoteTruncated:     "the file ends early; the points before that were kept",
	NoteEncoding:      "the bytes are not in the encoding that the file declares; names may look odd",
	NoteWaypoints:     "the file has only waypoints; they were taken as a trip because all have a time",
	NoteIgnoredPoints: "waypoints were ignored",
	NotePolyline:      "positions were decoded from encoded polylines; number of decimals",
	NoteFileChecksum:  "the checksum of the file is wrong; parts may be damaged",
	NoteFileLeftOut:   "files of the archive that cannot be read were left out",
	NoteRoutes:        "routes were left out, because the file has tracks; they can be chosen",
	NoteRepeatedTrack: "another trip of the file has the same positions and also their times",
	NoteLinesAbove:    "lines above the column names were skipped",
	NoteRepeatedTitle: "the row of column names is repeated; it was left out",
	NoteQuote:         "a quotation mark is never closed; it was ignored",
	NoteWrongDate:     "times are before 1990 or after 2069; set the clock of the recorder",
	NoteMixed:         "points jump between two places as if two vehicles were mixed; export one vehicle a file, or add a column with the plate",
	NoteRecipe:        "the table was read by a saved recipe",
	NoteScaled:        "degrees are written as large numbers in this file; they were converted from",
	NoteSpeedUnit:     "speeds have no unit; they were taken in the one that fits positions and times",
	NoteTimeColumn:    "no column has a name of times; they were found by their values",
	NoteNamePlate:     "the vehicle is the number plate in the name of the trip or file",
	NoteColumns:       "the file has no column names; latitude and longitude were found by their values",
}

// String returns the note in English, with detail, count and first line if it
// has them.
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
