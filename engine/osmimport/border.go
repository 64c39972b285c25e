// SPDX-License-Identifier: MIT

package osmimport

import (
	"math"
	"slices"
	"strings"

	"github.com/paulmach/osm"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/nest"
)

// Border is the boundary relation of an administrative unit.
type Border struct {
	Relation int64
	Level    string            // value of admin_level
	Tags     map[string]string // tags that name or number the unit, or say when it ended
	// Parts are the polygons of the unit: an outer ring, then its holes. Rings do not
	// repeat their first point. They are nil if the level was not asked for, or if no ring
	// closes. If MissingWays is not 0, there may be more parts and holes.
	Parts [][][]geo.Fixed
	// Inside is a point within the largest part.
	Inside geo.Fixed
	// Bounds is the box of the members in the file, geo.NoBounds if there are none.
	Bounds geo.Bounds

	MissingWays int // members that are not in the file, fully or in part
	OpenLines   int // members that are in no ring
	ClosedGaps  int // gaps between rings' ends that were closed, see maxGap
}

// maxGap is the widest gap in an outline that is closed (metres). Surveyed borders are
// not known better than that.
const maxGap = 10

// borderRelation is a Border while the file is read. Its ways are
// borderWays[first:last].
type borderRelation struct {
	Border
	first, last int
}

// borderTags are the tags that are kept, besides those that isCodeTag accepts.
var borderTags = []string{
	"name", "name:vi", "name:en", "official_name", "official_name:vi", "short_name", "alt_name",
	"designation", "border_type", "end_date", "is_in:state", "is_in:province", "addr:province",
}

// isCodeTag reports whether a tag may have the official code of a unit.
func isCodeTag(key string) bool {
	key = strings.ToLower(key)
	return key == "ref" || strings.HasPrefix(key, "ref:") || strings.Contains(key, "gso") || strings.HasSuffix(key, "code")
}

// border keeps a boundary relation.
func (c *collector) border(r *relation) error {
	b := borderRelation{first: len(c.borderWays)}
	b.Relation, b.Level, b.Tags = r.id, strings.Clone(r.tags.Find("admin_level")), make(map[string]string)
	spent := 2 * wordsPerWay
	for _, t := range r.tags {
		if slices.Contains(borderTags, t.Key) || isCodeTag(t.Key) {
			b.Tags[strings.Clone(t.Key)] = strings.Clone(t.Value)
			spent += 4 + words(t.Key, t.Value)
		}
	}
	if slices.Contains(c.borderLevels, b.Level) {
		for _, m := range r.members {
			if m.kind == osm.TypeWay {
				c.borderWays = append(c.borderWays, m.id)
			}
		}
	}
	b.last = len(c.borderWays)
	c.memberWays = append(c.memberWays, c.borderWays[b.first:]...)
	c.borders = append(c.borders, b)
	return c.quota.spend(spent + 3*(b.last-b.first))
}

// isBorder reports whether a relation is an administrative unit.
func isBorder(r *relation) bool {
	return r.tags.Find("boundary") == "administrative" && r.tags.Find("admin_level") != ""
}

// assembleBorders returns the outlines of the units.
func (im *importer) assembleBorders() ([]Border, error) {
	var out []Border
	for _, b := range im.borders {
		if err := im.ctx.Err(); err != nil {
			return nil, err
		}
		if err := im.spendWays(func(yield func(way int64)) {
			for _, way := range im.borderWays[b.first:b.last] {
				yield(way)
			}
		}); err != nil {
			return nil, err
		}
		out = append(out, im.outline(b))
	}
	return out, nil
}

// outline assembles the rings of a unit. The roles of members are ignored, because they
// are often wrong and the rings say the same.
func (im *importer) outline(b borderRelation) Border {
	ways := slices.Clone(im.borderWays[b.first:b.last])
	slices.Sort(ways)
	box := geo.NoFixedBounds
	var lines [][]int64
	for _, id := range slices.Compact(ways) {
		k, found := im.wayOf(id)
		if !found {
			b.MissingWays++
			continue
		}
		refs := im.refsOf(k)
		points, missing := im.pointsOf(refs)
		box = box.Union(geo.FixedBoundsOf(points...))
		switch {
		case missing > 0:
			b.MissingWays++
		case len(points) > 1:
			lines = append(lines, keysOf(points))
		}
	}
	b.Bounds = box.Bounds()
	b.ClosedGaps = closeGaps(lines)
	closed, open := assembleRings(lines)
	b.OpenLines = open
	var rings [][]geo.Fixed
	for _, keys := range untangle(closed) {
		rings = append(rings, simpleRings(keys)...)
	}
	if len(rings) <= nest.Max {
		b.Parts, b.Inside = nest.Rings(rings)
	}
	return b.Border
}

// keyOf returns a number for a position. Rings are joined by positions, because nodes of
// two ways at one place may be unconnected.
func keyOf(p geo.Fixed) int64 { return int64(p.Lon)<<32 | int64(uint32(p.Lat)) }

func pointOf(key int64) geo.Fixed { return geo.Fixed{Lat: int32(uint32(key)), Lon: int32(key >> 32)} }

// keysOf returns the keys of a line without repeated points.
func keysOf(points []geo.Fixed) []int64 {
	keys := make([]int64, len(points))
	for i, p := range points {
		keys[i] = keyOf(p)
	}
	return slices.Compact(keys)
}

// closeGaps moves the end of a line that meets no other onto the nearest such end within
// maxGap, if each is the nearest of the other. It returns the number of gaps closed.
func closeGaps(lines [][]int64) (n int) {
	const few = 64 // loose ends; an outline with more is not worth closing
	ends := make(map[int64]int)
	for _, l := range lines {
		ends[l[0]]++
		ends[l[len(l)-1]]++
	}
	var loose []int64
	for key, count := range ends {
		if count == 1 {
			loose = append(loose, key)
		}
	}
	if len(loose) > few {
		return 0
	}
	slices.Sort(loose)
	nearest := make([]int, len(loose))
	for i, a := range loose {
		best := math.Inf(1)
		for k, b := range loose {
			if d := geo.Distance(pointOf(a).Point(), pointOf(b).Point()); i != k && d <= maxGap && d < best {
				best, nearest[i] = d, k+1
			}
		}
	}
	for i := range loose {
		k := nearest[i] - 1
		if k <= i || nearest[k]-1 != i {
			continue
		}
		n++
		for _, l := range lines {
			if len(l) > 2 && l[0] == loose[k] {
				l[0] = loose[i]
			}
			if len(l) > 2 && l[len(l)-1] == loose[k] {
				l[len(l)-1] = loose[i]
			}
		}
	}
	return n
}
