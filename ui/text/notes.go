package text

import "roadsnap/engine/trace"

// noteKeys are the words for each kind of repair that a reader of traces makes.
var noteKeys = map[trace.NoteKind]string{
	trace.NoteSwapped:       "note.swapped",
	trace.NoteNoFix:         "note.no_fix",
	trace.NoteOutOfRange:    "note.out_of_range",
	trace.NoteIgnoredValue:  "note.ignored_value",
	trace.NoteChecksum:      "note.checksum",
	trace.NoteSentence:      "note.sentence",
	trace.NoteNoDate:        "note.no_date",
	trace.NoteRelativeTime:  "note.relative_time",
	trace.NoteMonthFirst:    "note.month_first",
	trace.NoteReversed:      "note.reversed",
	trace.NoteTruncated:     "note.truncated",
	trace.NoteEncoding:      "note.encoding",
	trace.NoteWaypoints:     "note.waypoints",
	trace.NoteIgnoredPoints: "note.ignored_points",
	trace.NoteRepeatedTitle: "note.repeated_header",
	trace.NoteColumns:       "note.columns",
}

// Note says what a reader repaired, how often, and where first.
func (w Catalogue) Note(n trace.Note) string {
	key, known := noteKeys[n.Kind]
	if !known {
		return n.String()
	}
	text := w.T(key)
	if n.Detail != "" {
		text += ": " + n.Detail
	}
	switch {
	case n.Count > 1 && n.Line > 0:
		text += w.T("note.times_from_line", "n", w.Count(n.Count), "line", w.Count(n.Line))
	case n.Count > 1:
		text += w.T("note.times", "n", w.Count(n.Count))
	case n.Line > 0:
		text += w.T("note.line", "line", w.Count(n.Line))
	}
	return text
}
