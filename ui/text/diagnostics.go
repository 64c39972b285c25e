// SPDX-License-Identifier: MIT

package text

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"roadsnap/engine/basemap"
	"roadsnap/engine/diagnostic"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// Doubts returns a text with the number of findings that need review.
func (w Catalogue) Doubts(list diagnostic.List) string {
	if n := list.Doubts(); n > 0 {
		return w.T("report.doubts", "n", w.Count(n))
	}
	return w.T("report.fine")
}

// manyFiles matches the Source of a pack that was made from more than two files.
var manyFiles = regexp.MustCompile(`^(.+ … .+) \((\d{1,9}) files\)$`)

// Source returns the Source of a pack with the word for files translated.
func (w Catalogue) Source(source string) string {
	parts := manyFiles.FindStringSubmatch(source)
	if parts == nil {
		return source
	}
	n, _ := strconv.Atoi(parts[2]) // at most nine digits, cannot fail
	return w.T("maps.source_files", "names", parts[1], "n", w.Count(n))
}

// ItemLine returns one line with the name, size, source and position of an item.
func (w Catalogue) ItemLine(kind diagnostic.Kind, item diagnostic.Item) string {
	parts := []string{w.ItemName(item), w.ItemSize(kind, item), w.ItemSource(item)}
	if item.Name != "" && !item.Bounds.Empty() {
		parts = append(parts, Coordinates(item.Bounds.Center()))
	}
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	return strings.Join(parts, " · ")
}

// ItemName returns the name of an item or, if it has none, its position.
func (w Catalogue) ItemName(item diagnostic.Item) string {
	switch {
	case item.Name != "":
		return item.Name
	case !item.Bounds.Empty():
		return Coordinates(item.Bounds.Center())
	case item.File != "" || item.Way != 0 || item.Relation != 0:
		return w.T("report.nameless")
	}
	return "–"
}

// ItemSize returns the size of an item, "" if it has none or it is unknown.
func (w Catalogue) ItemSize(kind diagnostic.Kind, item diagnostic.Item) string {
	if item.Size == 0 {
		return ""
	}
	switch kind.Measures() {
	case diagnostic.Areas:
		return w.Area(item.Size)
	case diagnostic.Lengths:
		return w.Number(item.Size, 2) + " m"
	default:
		return ""
	}
}

// ItemSource returns the reference of an item in the source data, "" if there is none.
func (w Catalogue) ItemSource(item diagnostic.Item) string {
	switch {
	case item.File != "":
		return w.T("report.feature", "file", item.File, "n", w.Count(item.Feature))
	case item.Way != 0:
		return w.T("report.way", "id", item.Way)
	case item.Relation != 0:
		return w.T("report.relation", "id", item.Relation)
	default:
		return ""
	}
}

// Diagnostic returns the sentence of a diagnostic.
func (w Catalogue) Diagnostic(f diagnostic.Diagnostic) string {
	return w.textOr("report.kind."+string(f.Kind), w.T("report.later", "kind", f.Kind))
}

// Class returns the name of a road class.
func (w Catalogue) Class(k basemap.Kind) string {
	return w.textOr("road."+strings.TrimPrefix(k.String(), "road_"), k.String())
}

// Category returns the name of a kind of points of interest.
func (w Catalogue) Category(k basemap.Kind) string {
	return w.textOr("poi."+strings.TrimPrefix(k.String(), "poi_"), k.String())
}

// GapCause returns the cause of a gap between two legs of a trip, or of an inferred
// segment.
func (w Catalogue) GapCause(c match.GapCause) string { return w.textOr("gap."+string(c), string(c)) }

// Warning returns the text of a warning about a point of a trip.
func (w Catalogue) Warning(k match.WarningKind) string {
	return w.textOr("trip.warning."+string(k), string(k))
}

// Note returns the text of a note: the repair, how often it was made, and the first line.
func (w Catalogue) Note(n trace.Note) string {
	text := w.textOr("note."+string(n.Kind), "")
	if text == "" {
		return n.String()
	}
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
