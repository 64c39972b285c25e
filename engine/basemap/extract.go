// SPDX-License-Identifier: MIT

package basemap

import (
	"context"
	"fmt"
	"math"

	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// Extract writes a base map of the features in full detail that meet a region. It returns
// their number, and the number of those that are places. each is called with every feature, in
// a fixed order. It checks ctx before each tier.
func (m *Map) Extract(ctx context.Context, region *geo.Region, w *pack.Writer, each func(f Feature, parts ...[]geo.Fixed)) (features, places int, err error) {
	b := NewBuilder()
	b.SpillTo(w, math.MaxInt64) // no more than the pack has
	var parts [][]geo.Fixed
	const finest = 99 // any zoom of the last tier
	m.Visit(finest, region.Bounds(), func(f Feature) bool {
		parts = parts[:0]
		for i := range f.NumParts() {
			parts = append(parts, f.Part(i))
		}
		if f.Kind.IsArea() && !region.Overlaps(parts...) || !f.Kind.IsArea() && !region.Touches(parts[0]) {
			return true
		}
		if f.Kind.IsPlace() {
			places++
		}
		if err = b.Add(f, parts...); err == nil {
			each(f, parts...)
		}
		return err == nil
	})
	if err != nil {
		return 0, 0, fmt.Errorf("extract the map of %q: %w: %w", m.name, pack.ErrCorrupt, err)
	}
	return b.Len(), places, b.Write(ctx, w)
}
