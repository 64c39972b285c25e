// SPDX-License-Identifier: MIT

package engine

import (
	"context"
	"slices"
	"strings"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/engine/search"
	"roadsnap/engine/units"
)

const (
	// streetReach is how far from the points of a street its ways are looked for (metres). The
	// points are at most 300 m apart.
	streetReach = 200
	// streetZoom is a zoom at which the map stores every way, and neither buildings nor house
	// numbers have to be skipped.
	streetZoom = 14
)

// StreetLines returns the lines of all ways of a street or a numbered road that Search found.
// There are none for other results. The error is that of ctx, or reports a damaged map.
func (e *Engine) StreetLines(ctx context.Context, f Found) (lines [][]geo.Point, err error) {
	if f.Kind != FoundStreet && f.Kind != FoundRoad {
		return nil, nil
	}
	type part struct {
		way   int64
		first geo.Fixed
	}
	seen, key := map[part]bool{}, units.Key(f.Name)
	of := func(way *basemap.Feature) bool { // as search.Builder joins them
		if f.Kind == FoundRoad {
			return hasRef(way.Ref, f.Name)
		}
		return way.Name == f.Name || way.Name != "" && units.Key(way.Name) == key
	}
	for _, p := range f.points {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		err := e.Visit(streetZoom, geo.BoundsOf(p.Point()).Pad(streetReach).Fixed(), func(way basemap.Feature) bool {
			if !way.Kind.IsRoad() || !of(&way) {
				return true
			}
			for i := range way.NumParts() {
				points := way.Part(i)
				if key := (part{way.ID, points[0]}); !seen[key] {
					seen[key] = true
					line := make([]geo.Point, len(points))
					for k, q := range points {
						line[k] = q.Point()
					}
					lines = append(lines, line)
				}
			}
			return true
		})
		if err != nil {
			return nil, err
		}
	}
	return lines, nil
}

// hasRef reports whether a road has a number, in any spelling, among those of its tag, which
// semicolons divide.
func hasRef(ref, number string) bool {
	return ref == number || slices.ContainsFunc(strings.Split(ref, ";"), func(one string) bool { return search.SameRef(one, number) })
}
