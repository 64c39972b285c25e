// SPDX-License-Identifier: MIT

package boundary

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"roadsnap/engine/errclass"
	"roadsnap/engine/geo"
	"roadsnap/engine/internal/spatial"
)

// ErrTangled means that outlines cross one another so often that the land cannot be
// divided.
var ErrTangled = errclass.New(errclass.UnitsTangled, "outlines cross too often")

// plainRounds is the number of rounds that cut edges only where they cross. The first
// round cuts every crossing. Later rounds cut crossings that appear when the first
// ones are rounded to the grid. Survey data has none left after two or three rounds.
const plainRounds = 4

// maxRounds bounds the number of rounds. The first round that rounds edges to pixels
// should be the last to find a crossing.
const maxRounds = plainRounds + 8

// maxCuts bounds the number of cuts per edge. Survey data needs one cut for ten
// thousand edges. Random lines need the square of their number.
const maxCuts = 16

// maxLooks bounds the pairs of edges per edge whose boxes meet. Survey data has three
// or four pairs for each edge.
const maxLooks = 1000

// cutter cuts edges where they cross or touch.
type cutter struct {
	edges []edge
	dead  []bool // edges replaced by their pieces
	tree  spatial.Tree
	known int          // number of edges in tree
	young spatial.Tree // tree over edges[known:]
	cuts  map[int][]geo.Fixed
	made  []geo.Fixed // all cuts, for the report
	left  int         // cuts still allowed
	seen  int         // pairs of edges so far whose boxes meet
}

func newCutter(edges []edge) *cutter {
	return &cutter{
		edges: edges, dead: make([]bool, len(edges)), known: len(edges), tree: treeOf(edges), young: treeOf(nil),
		cuts: make(map[int][]geo.Fixed), left: maxCuts * (len(edges) + 1000),
	}
}

// cut returns edges that meet only in their ends, and the points where edges were
// cut. Both edges of a crossing get the crossing as a new end. It is rounded to the
// grid, which moves an edge by at most half a unit in each axis.
func cut(ctx context.Context, edges []edge) ([]edge, []geo.Fixed, error) {
	c := newCutter(edges)
	if err := c.all(ctx); err != nil {
		return nil, nil, err
	}
	alive := c.edges[:0]
	for i, e := range c.edges {
		if !c.dead[i] {
			alive = append(alive, e)
		}
	}
	slices.SortFunc(c.made, compare)
	return alive, slices.Compact(c.made), nil
}

// all cuts edges until none cross.
func (c *cutter) all(ctx context.Context) error {
	for round, from := 0, 0; ; round++ {
		if err := c.find(ctx, from); err != nil || len(c.cuts) == 0 {
			return err
		}
		if round == maxRounds {
			return fmt.Errorf("edges still cross after %d rounds: %w", round, ErrTangled)
		}
		if round >= plainRounds {
			if err := c.findPixels(ctx); err != nil {
				return err
			}
		}
		from = len(c.edges)
		c.apply()
	}
}

func treeOf(edges []edge) spatial.Tree {
	boxes := make([]geo.FixedBounds, len(edges))
	for i, e := range edges {
		boxes[i] = e.box()
	}
	return spatial.Build(boxes).Tree()
}

// find collects the cuts that edges from number from on make in all live edges, and
// those made in them.
func (c *cutter) find(ctx context.Context, from int) error {
	var err error
	for i := from; i < len(c.edges); i++ {
		if c.dead[i] {
			continue
		}
		visit := func(offset int) func(uint32) bool {
			return func(item uint32) bool {
				// Long parallel edges have far more pairs of overlapping boxes than
				// there are edges.
				if err == nil {
					err = c.look(ctx)
				}
				// A pair of new edges is visited from both sides: handle it once.
				if j := int(item) + offset; !c.dead[j] && (j < from || j > i) {
					c.meet(i, j)
				}
				return err == nil
			}
		}
		box := c.edges[i].box()
		c.tree.Search(box, visit(0))
		c.young.Search(box, visit(c.known))
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// look counts one pair of edges. It returns an error if the work exceeds its limits
// or ctx is done.
func (c *cutter) look(ctx context.Context) error {
	c.seen++
	switch {
	case c.left < 0:
		return fmt.Errorf("%d edges are cut more than %d times: %w", c.known, maxCuts*(c.known+1000), ErrTangled)
	case c.seen > maxLooks*(c.known+1000):
		return fmt.Errorf("%d edges are near others more than %d times: %w", c.known, c.seen, ErrTangled)
	case c.seen%(1<<16) == 0:
		return ctx.Err()
	}
	return nil
}

// meet notes the cuts that two edges make in each other.
func (c *cutter) meet(i, j int) {
	s, t := c.edges[i], c.edges[j]
	if s.a == t.a && s.b == t.b {
		return
	}
	ta, tb := orientation(s.a, s.b, t.a), orientation(s.a, s.b, t.b)
	if ta*tb > 0 {
		return // t lies on one side of s, as in nearly all pairs
	}
	sa, sb := orientation(t.a, t.b, s.a), orientation(t.a, t.b, s.b)
	if sa*sb > 0 {
		return
	}
	if ta*tb < 0 && sa*sb < 0 {
		p := crossing(s, t)
		c.note(i, p)
		c.note(j, p)
		return
	}
	for _, end := range []struct {
		side int
		at   geo.Fixed
		of   int
	}{{ta, t.a, i}, {tb, t.b, i}, {sa, s.a, j}, {sb, s.b, j}} {
		if e := c.edges[end.of]; end.side == 0 && onSegment(end.at, e.a, e.b) {
			c.note(end.of, end.at)
		}
	}
}

// note cuts edge i at p, unless p is one of its ends.
func (c *cutter) note(i int, p geo.Fixed) {
	if e := c.edges[i]; p != e.a && p != e.b {
		c.cuts[i] = append(c.cuts[i], p)
		c.left--
	}
}

// apply replaces the edges that have cuts by their pieces.
func (c *cutter) apply() {
	order := make([]int, 0, len(c.cuts))
	for i := range c.cuts {
		order = append(order, i)
	}
	slices.Sort(order)
	for _, i := range order {
		e := c.edges[i]
		at := c.cuts[i]
		c.made = append(c.made, at...)
		slices.SortFunc(at, e.along)
		c.dead[i] = true
		from := e.a
		for _, p := range append(at, e.b) {
			if p != from {
				c.edges, c.dead = append(c.edges, newEdge(from, p, e.set)), append(c.dead, false)
			}
			from = p
		}
	}
	c.cuts = make(map[int][]geo.Fixed)
	c.young = treeOf(c.edges[c.known:])
}

// along compares points within half a unit of an edge in the order in which the edge
// passes their pixels: by the axis in which the edge is longer, then by the other.
func (e edge) along(p, q geo.Fixed) int {
	lat, lon := cmp.Compare(p.Lat, q.Lat), cmp.Compare(p.Lon, q.Lon)
	if e.a.Lat > e.b.Lat {
		lat = -lat
	}
	if abs(int64(e.b.Lat)-int64(e.a.Lat)) > abs(int64(e.b.Lon)-int64(e.a.Lon)) {
		return cmp.Or(lat, lon)
	}
	return cmp.Or(lon, lat)
}

func abs(v int64) int64 { return max(v, -v) }

// crossing returns the point where two edges cross, rounded to the grid.
func crossing(s, t edge) geo.Fixed {
	// The point is s.a + u·(s.b − s.a) with u = num/den. Crossings are few, so the
	// cost of big numbers does not matter.
	n := func(v int32) *big.Int { return big.NewInt(int64(v)) }
	sub := func(x, y *big.Int) *big.Int { return new(big.Int).Sub(x, y) }
	mul := func(x, y *big.Int) *big.Int { return new(big.Int).Mul(x, y) }
	sx, sy := sub(n(s.b.Lon), n(s.a.Lon)), sub(n(s.b.Lat), n(s.a.Lat))
	tx, ty := sub(n(t.b.Lon), n(t.a.Lon)), sub(n(t.b.Lat), n(t.a.Lat))
	dx, dy := sub(n(t.a.Lon), n(s.a.Lon)), sub(n(t.a.Lat), n(s.a.Lat))
	num, den := sub(mul(dx, ty), mul(dy, tx)), sub(mul(sx, ty), mul(sy, tx))
	along := func(from int32, by *big.Int) int32 {
		// Round to nearest: floor((2·v + den) / (2·den)) for den > 0.
		v, d := mul(by, num), new(big.Int).Set(den)
		if d.Sign() < 0 {
			v.Neg(v)
			d.Neg(d)
		}
		v.Lsh(v, 1).Add(v, d)
		return from + int32(v.Div(v, d.Lsh(d, 1)).Int64())
	}
	return geo.Fixed{Lat: along(s.a.Lat, sy), Lon: along(s.a.Lon, sx)}
}
