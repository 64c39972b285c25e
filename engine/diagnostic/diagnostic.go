// Package diagnostic says what an import left out, mended or doubts of its sources, in
// a form that a program can put into the words of any language, and keeps it in the
// pack that the import makes.
package diagnostic

import (
	"strings"
	"unicode"

	"roadsnap/engine/geo"
)

// Diagnostic is one thing that was found, as often as it was.
type Diagnostic struct {
	Kind  Kind
	Count int
	// Items are the first of them, or the largest, at most MaxItems. There are none
	// of what is only counted.
	Items []Item
}

// Item is one of the Count. What is not known of it is zero, or geo.NoBounds.
type Item struct {
	Name     string     // of the unit, road or area, as the official table or else the source calls it
	File     string     // that has it; of an entry of an archive "archive.zip/entry.geojson"
	Feature  int        // of File, counted from 0
	Way      int64      // in OpenStreetMap
	Relation int64      // in OpenStreetMap
	Size     float64    // m² of a kind that Measures areas, m of one that measures lengths
	Bounds   geo.Bounds // where it is
}

// MaxItems is how many items a diagnostic has: enough to see what is the matter.
const MaxItems = 30

// maxText is the length of a name in an item, in bytes. Names in sources may be of
// any length.
const maxText = 200

// Add counts one more, and keeps it among the items while there is room.
func (f *Diagnostic) Add(item Item) {
	if f.Count++; len(f.Items) >= MaxItems {
		return
	}
	item.Name, item.File = clipped(oneLine(item.Name)), clipped(oneLine(item.File))
	if !(item.Size > 0 && item.Size <= largest) {
		item.Size = 0
	}
	// A whole import must not come to nothing for what its report cannot say.
	if item.Feature = max(item.Feature, 0); !onEarth(item.Bounds) {
		item.Bounds = geo.NoBounds
	}
	f.Items = append(f.Items, item)
}

// oneLine makes a text from a source one line of characters that can be shown.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, "\ufffd"), func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r)
	}), " ")
}

// clipped returns a text of at most maxText bytes, and a sign for what is cut off.
func clipped(text string) string {
	if len(text) <= maxText {
		return text
	}
	return strings.ToValidUTF8(text[:maxText-len(ellipsis)], "") + ellipsis
}

const ellipsis = "…"

// List gathers diagnostics. The zero List has none.
type List []Diagnostic

// Count adds a diagnostic of which there is only a number, unless that is zero.
func (l *List) Count(kind Kind, n int) {
	if n > 0 {
		*l = append(*l, Diagnostic{Kind: kind, Count: n})
	}
}

// Add adds a diagnostic, unless there is nothing in it.
func (l *List) Add(f Diagnostic) {
	if f.Count > 0 {
		*l = append(*l, f)
	}
}

// Doubts returns how many of the diagnostics somebody should look at.
func (l List) Doubts() (n int) {
	for _, f := range l {
		if !f.Kind.Routine() {
			n++
		}
	}
	return n
}
