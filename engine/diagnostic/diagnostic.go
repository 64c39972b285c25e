// SPDX-License-Identifier: MIT

// Package diagnostic describes the data that an import left out, repaired or found
// doubtful, in a form that can be translated, and stores it in the pack.
package diagnostic

import (
	"strings"
	"unicode"

	"roadsnap/engine/geo"
)

// Diagnostic is all findings of one kind.
type Diagnostic struct {
	Kind  Kind
	Count int // number of findings
	// Items has the first or largest findings, at most MaxItems. It is empty if they
	// are only counted.
	Items []Item
}

// Item is one finding. Unknown fields are zero, or geo.NoBounds.
type Item struct {
	Name     string     // of the unit, road or area in the official table, or else in the source
	File     string     // file name, or "archive.zip/entry.geojson" for an entry of an archive
	Feature  int        // number of the feature in File, counted from 0
	Way      int64      // OpenStreetMap id
	Relation int64      // OpenStreetMap id
	Size     float64    // m² or m, see Kind.Measures
	Bounds   geo.Bounds // place of the finding
}

// MaxItems is the maximum number of items of a diagnostic.
const MaxItems = 30

// maxText is the maximum length of a text in an item (bytes). Names in sources may
// have any length.
const maxText = 200

// Add counts a finding, and appends item if there are fewer than MaxItems.
func (f *Diagnostic) Add(item Item) {
	if f.Count++; len(f.Items) >= MaxItems {
		return
	}
	item.Name, item.File = clipped(oneLine(item.Name)), clipped(oneLine(item.File))
	if !(item.Size > 0 && item.Size <= largest) {
		item.Size = 0
	}
	// Invalid values are replaced, so that they do not make the import fail.
	if item.Feature = max(item.Feature, 0); !onEarth(item.Bounds) {
		item.Bounds = geo.NoBounds
	}
	f.Items = append(f.Items, item)
}

// oneLine returns text as one line of printable characters.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, "\ufffd"), func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r)
	}), " ")
}

// clipped returns text cut to at most maxText bytes, with an ellipsis if it is cut.
func clipped(text string) string {
	if len(text) <= maxText {
		return text
	}
	return strings.ToValidUTF8(text[:maxText-len(ellipsis)], "") + ellipsis
}

const ellipsis = "…"

// List is a list of diagnostics.
type List []Diagnostic

// Count adds a diagnostic of n findings without items, unless n is zero.
func (l *List) Count(kind Kind, n int) {
	if n > 0 {
		*l = append(*l, Diagnostic{Kind: kind, Count: n})
	}
}

// Add adds a diagnostic, unless its count is zero.
func (l *List) Add(f Diagnostic) {
	if f.Count > 0 {
		*l = append(*l, f)
	}
}

// Doubts returns the number of diagnostics that the user should check.
func (l List) Doubts() (n int) {
	for _, f := range l {
		if !f.Kind.Routine() {
			n++
		}
	}
	return n
}
