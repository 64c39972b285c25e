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

// Doubts says how many diagnostics somebody should look at.
func (w Catalogue) Doubts(list diagnostic.List) string {
	if n := list.Doubts(); n > 0 {
		return w.T("report.doubts", "n", w.Count(n))
	}
	return w.T("report.fine")
}

// manyFiles is how packs call a source of more than two files.
var manyFiles = regexp.MustCompile(`^(.+ … .+) \((\d{1,9}) files\)$`)

// Source says what a pack was made from, as the pack calls it but for the word for its
// files.
func (w Catalogue) Source(source string) string {
	parts := manyFiles.FindStringSubmatch(source)
	if parts == nil {
		return source
	}
	n, _ := strconv.Atoi(parts[2]) // digits that fit
	return w.T("maps.source_files", "names", parts[1], "n", w.Count(n))
}

// ItemLine says in one line what an item is, how large, and where it comes from.
func (w Catalogue) ItemLine(kind diagnostic.Kind, item diagnostic.Item) string {
	parts := []string{w.ItemName(item), w.ItemSize(kind, item), w.ItemSource(item)}
	if item.Name != "" && !item.Bounds.Empty() {
		parts = append(parts, Coordinates(item.Bounds.Center()))
	}
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	return strings.Join(parts, " · ")
}

// ItemName says what an item is: by its name, or else by where it is.
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

// ItemSize says how large an item is, "" if it has no size, or none that is known.
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

// ItemSource says what the source calls an item, "" if it does not.
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

// Diagnostic returns the sentence that a diagnostic is shown with.
func (w Catalogue) Diagnostic(f diagnostic.Diagnostic) string {
	return w.textOr("report.kind."+string(f.Kind), w.T("report.later", "kind", f.Kind))
}

// Class writes the class of a road.
func (w Catalogue) Class(k basemap.Kind) string {
	return w.textOr("road."+strings.TrimPrefix(k.String(), "road_"), k.String())
}

// GapCause writes why two legs of a trip do not join, or why no point lies on a stretch.
func (w Catalogue) GapCause(c match.GapCause) string { return w.textOr("gap."+string(c), string(c)) }

// Warning writes what is odd about a point of a trip.
func (w Catalogue) Warning(k match.WarningKind) string {
	return w.textOr("trip.warning."+string(k), string(k))
}

// Note says what a reader repaired, how often, and where first.
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
