// SPDX-License-Identifier: MIT

package engine

import (
	"fmt"
	"strings"

	"roadsnap/engine/errclass"
	"roadsnap/engine/pack"
)

// ErrSmaller reports a new map with at least a fifth fewer roads than the one that it
// replaces, or without turn restrictions or wards where that one has some. Its source is
// probably damaged or another one.
var ErrSmaller = errclass.New(errclass.MapSmaller, "the new map lacks much of the one that it replaces")

// CompareCounts returns an ErrSmaller if a map counts far less than the one before. The
// counts are those of pack.Meta.
func CompareCounts(before, now map[string]int64) error {
	for _, c := range []struct {
		name  string
		least float64 // share of what was there before
	}{{"road_links", 0.8}, {"turn_restrictions", 0}, {"wards", 0}} {
		was, is := before[c.name], now[c.name]
		if was > 0 && float64(is) <= c.least*float64(was) {
			return fmt.Errorf("%w: %s: %d, %d before", ErrSmaller, strings.ReplaceAll(c.name, "_", " "), is, was)
		}
	}
	return nil
}

// compare compares the counts of a new map with those of the pack that it replaces, if
// there is one that can be opened.
func (o *ImportOptions) compare(now map[string]int64) error {
	path := o.Replaces
	if path == "" {
		path = o.Out
	}
	if o.Smaller {
		return nil
	}
	old, err := pack.Open(path)
	if err != nil {
		return nil //nolint:nilerr // there is nothing to lose
	}
	before := old.Meta().Counts
	if err := old.Close(); err != nil {
		return err
	}
	if err := CompareCounts(before, now); err != nil {
		return fmt.Errorf("replace %q: %w", path, err)
	}
	return nil
}
