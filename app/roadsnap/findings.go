// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"roadsnap/assets"
	"roadsnap/engine/diagnostic"
)

// findingJSON is a finding of an import in the output of `roadsnap info --json`.
type findingJSON struct {
	Kind   diagnostic.Kind   `json:"kind"`
	Text   string            `json:"text"`
	Review bool              `json:"review"` // the user should look at it
	Count  int               `json:"count"`
	Items  []findingItemJSON `json:"items,omitempty"` // the first or largest ones
	More   int               `json:"more,omitempty"`  // number of items that are not kept
}

type findingItemJSON struct {
	Name     string    `json:"name,omitempty"`
	File     string    `json:"file,omitempty"`
	Feature  *int      `json:"feature,omitempty"` // number in File, from 0
	Way      int64     `json:"way,omitempty"`
	Relation int64     `json:"relation,omitempty"`
	Size     float64   `json:"size,omitempty"`   // m² or m
	Bounds   []float64 `json:"bounds,omitempty"` // south, west, north, east in degrees
}

// sentences are the English texts of the window by their keys, which are those on findings
// here, too.
type sentences map[string]string

func readSentences() (s sentences, err error) {
	b, err := fs.ReadFile(assets.Translations(), "en.json")
	if err != nil {
		return nil, err
	}
	return s, json.Unmarshal(b, &s)
}

// of returns the sentence on a finding. A kind of a later version has none.
func (s sentences) of(k diagnostic.Kind) string {
	if text := s["report.kind."+string(k)]; text != "" {
		return text
	}
	return strings.ReplaceAll(string(k), "_", " ")
}

// itemLine returns the name of an item, or its object, and where it is.
func itemLine(i diagnostic.Item) string {
	var parts []string
	if i.Name != "" {
		parts = append(parts, i.Name)
	}
	switch {
	case i.File != "":
		parts = append(parts, fmt.Sprintf("%s, feature %d", i.File, i.Feature))
	case i.Way != 0:
		parts = append(parts, fmt.Sprintf("way %d", i.Way))
	case i.Relation != 0:
		parts = append(parts, fmt.Sprintf("relation %d", i.Relation))
	}
	if !i.Bounds.Empty() {
		parts = append(parts, degrees(i.Bounds.Center()))
	}
	return harmless(strings.Join(parts, " · "))
}

// findingsOf returns the findings of an import as JSON.
func findingsOf(w sentences, list diagnostic.List) []findingJSON {
	all := []findingJSON{}
	for _, d := range list {
		f := findingJSON{Kind: d.Kind, Text: w.of(d.Kind), Review: !d.Kind.Routine(), Count: d.Count}
		for _, item := range d.Items {
			j := findingItemJSON{Name: item.Name, File: item.File, Way: item.Way, Relation: item.Relation, Size: item.Size}
			if item.File != "" {
				j.Feature = &item.Feature
			}
			if b := item.Bounds; !b.Empty() {
				j.Bounds = []float64{b.South, b.West, b.North, b.East}
			}
			f.Items = append(f.Items, j)
		}
		if len(f.Items) > 0 {
			f.More = d.Count - len(f.Items)
		}
		all = append(all, f)
	}
	return all
}

// shownItems is the number of items of a finding that are printed; --json has more.
const shownItems = 3

// printFindings prints the findings of an import that the user should look at, with their
// first items, and then the routine ones.
func printFindings(out io.Writer, w sentences, list diagnostic.List) error {
	for _, part := range []struct {
		title   string
		routine bool
	}{{"to review", false}, {"routine", true}} {
		title := part.title
		for _, d := range list {
			if d.Kind.Routine() != part.routine {
				continue
			}
			if title != "" {
				title = "\n" + title + "\n"
			}
			if _, err := fmt.Fprintf(out, "%s%8d × %s\n", title, d.Count, w.of(d.Kind)); err != nil {
				return err
			}
			title = ""
			if part.routine {
				continue
			}
			for _, item := range d.Items[:min(len(d.Items), shownItems)] {
				if _, err := fmt.Fprintf(out, "           %s\n", itemLine(item)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
