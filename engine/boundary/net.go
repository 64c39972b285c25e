// SPDX-License-Identifier: MIT

package boundary

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/spatial"
	"roadsnap/engine/pack"
)

// Net reads a division from a pack, in place. It is safe for concurrent use while the
// pack is open.
type Net struct {
	name      string // of the pack, for errors
	id        string
	head      header
	lands     []record
	polygons  []uint32
	rings     []uint32
	halves    []half
	arcs      arcs // at the finest level
	lines     [levels]lines
	index     spatial.Tree // over the arcs
	locator   locator
	faults    []faultRecord
	claimants []uint32
	changes   []changeRecord
}

// Open returns the division of family Units in p.
func Open(p *pack.Pack) (*Net, error) { return OpenAs(Units, p) }

// OpenAs returns the division of a family in p. It checks that the sizes of the
// sections match; Verify checks the rest. The points of borders are checked when they are used
// first, see pack.Array: use a division inside pack.Guard. The error wraps pack.ErrNoSection if p
// lacks a section, pack.ErrCorrupt if the sizes do not match.
func OpenAs(f Family, p *pack.Pack) (*Net, error) {
	n := &Net{name: p.Name(), id: fingerprint(f, p)}
	if err := n.open(f, p); err != nil {
		return nil, fmt.Errorf("open %q: %w", p.Name(), err)
	}
	return n, nil
}

// fingerprint returns a hash of the checksums of the division's sections, without
// reading the sections.
func fingerprint(f Family, p *pack.Pack) string {
	own := f.Tags()
	sum := sha256.New()
	for _, s := range p.Sections() {
		if slices.Contains(own, s.Tag) {
			// Writing to a hash never fails.
			_, _ = fmt.Fprintf(sum, "%s %d %08x\n", s.Tag, s.Length, s.CRC)
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

// ID returns a fingerprint of the division. Two divisions have the same ID only if
// they are the same.
func (n *Net) ID() string { return n.id }

func (n *Net) open(f Family, p *pack.Pack) (err error) {
	head, err := pack.Slice[header](p, f.of(tagHeader))
	if err != nil {
		return err
	}
	if len(head) != 1 || head[0].Finest >= levels {
		return fmt.Errorf("%w: the division has no valid header", pack.ErrCorrupt)
	}
	n.head = head[0]
	for _, open := range []func() error{
		func() (err error) { n.lands, err = pack.Slice[record](p, f.of(tagLands)); return err },
		func() (err error) { n.polygons, err = pack.Slice[uint32](p, f.of(tagPolygons)); return err },
		func() (err error) { n.rings, err = pack.Slice[uint32](p, f.of(tagRings)); return err },
		func() (err error) { n.halves, err = pack.Slice[half](p, f.of(tagHalves)); return err },
		func() (err error) { n.arcs.left, err = pack.Slice[owner](p, f.of(tagLeft)); return err },
		func() (err error) { n.arcs.right, err = pack.Slice[owner](p, f.of(tagRight)); return err },
		func() (err error) { n.faults, err = pack.Slice[faultRecord](p, f.of(tagFaults)); return err },
		func() (err error) { n.claimants, err = pack.Slice[uint32](p, f.of(tagClaimants)); return err },
		func() (err error) { n.changes, err = pack.Slice[changeRecord](p, f.of(tagChanges)); return err },
		func() (err error) { n.index, err = spatial.Open(p, f.of(tagNodes), f.of(tagItems)); return err },
		func() error { return n.openLines(f, p) },
		n.checkSizes,
		func() (err error) { n.locator, err = openLocator(f, p, &n.arcs); return err },
	} {
		if err := open(); err != nil {
			return err
		}
	}
	return nil
}

func (n *Net) openLines(f Family, p *pack.Pack) (err error) {
	for _, l := range Levels() {
		if l < n.Finest() {
			continue
		}
		start, points := lineTags(l)
		if n.lines[l].start, err = pack.Slice[uint32](p, f.of(start)); err != nil {
			return err
		}
		packed, err := pack.OpenArray[geo.Fixed](p, f.of(points))
		if err != nil {
			return err
		}
		n.lines[l].packed, n.lines[l].points = &packed, packed.Unchecked()
		if len(n.lines[l].start) != len(n.arcs.left)+1 {
			return fmt.Errorf("%w: %d arcs at level %v, %d owners", pack.ErrCorrupt, len(n.lines[l].start)-1, l, len(n.arcs.left))
		}
	}
	n.arcs.lines = n.lines[n.Finest()]
	return nil
}

func (n *Net) checkSizes() error {
	switch {
	case uint64(n.head.Areas)+uint64(n.head.Groups)+1 != uint64(len(n.lands)):
		return fmt.Errorf("%w: %d areas and %d groups, but %d records", pack.ErrCorrupt, n.head.Areas, n.head.Groups, len(n.lands))
	case len(n.polygons) == 0 || len(n.rings) == 0 || len(n.faults) == 0:
		return fmt.Errorf("%w: a closing element is missing", pack.ErrCorrupt)
	case len(n.arcs.left) != len(n.arcs.right) || n.index.Len() != len(n.arcs.left):
		return fmt.Errorf("%w: %d arcs, but %d owners to their right and %d in the index", pack.ErrCorrupt, len(n.arcs.left), len(n.arcs.right), n.index.Len())
	case n.head.Alone == 1 && n.head.Areas != n.head.Groups:
		return fmt.Errorf("%w: %d areas, each alone, in %d groups", pack.ErrCorrupt, n.head.Areas, n.head.Groups)
	}
	return nil
}

// Finest returns the finest level of the division.
func (n *Net) Finest() Level { return Level(n.head.Finest) }

// Level returns the level at which borders are drawn for l: l, or the finest level of
// the division if that is coarser.
func (n *Net) Level(l Level) Level { return max(l, n.Finest()) }

// Alone reports whether each area is a group by itself.
func (n *Net) Alone() bool { return n.head.Alone == 1 }

// NumAreas returns the number of areas.
func (n *Net) NumAreas() int { return int(n.head.Areas) }

// NumGroups returns the number of groups.
func (n *Net) NumGroups() int { return int(n.head.Groups) }

// NumArcs returns the number of arcs.
func (n *Net) NumArcs() int { return n.arcs.len() }

// Area returns the land of an area, 0…NumAreas−1.
func (n *Net) Area(i int) Land { return Land{n, i} }

// Group returns the land of a group, 0…NumGroups−1.
func (n *Net) Group(i int) Land { return Land{n, i + n.NumAreas()} }

// Bounds returns the bounding box of all land, geo.NoBounds if there is none.
func (n *Net) Bounds() geo.Bounds { return n.index.Bounds().Bounds() }

// Place is the position of a point among the areas.
type Place struct {
	Area     int
	OnBorder bool // the point lies on a border, and Area is one of the areas that meet there
}

// Locate returns the area that contains p, rounded to the nearest 1e-7 degree. found
// is false at sea, abroad and in a gap. On a border, Locate returns the
// lowest-numbered area that meets there.
func (n *Net) Locate(p geo.Point) (at Place, found bool) {
	o, on := n.locator.locate(p.Fixed())
	// In a damaged pack that was not verified, the locator can return any number.
	if o >= n.head.Areas {
		return Place{}, false
	}
	return Place{Area: int(o), OnBorder: on}, true
}

// Distance returns the distance from p to the nearest border (metres), found false if
// there are no borders. For a point in an area that is a border of the area.
func (n *Net) Distance(p geo.Point) (metres float64, found bool) {
	return n.locator.distance(p.Fixed())
}

// Border is an arc at some level.
type Border struct {
	Line        []geo.Fixed // a view of the pack: read-only
	Left, Right Side
}

// Side is the area on one side of a border.
type Side struct {
	Area  int
	Found bool // false for the sea, foreign land, and gaps
}

// Borders calls visit with each border at a level whose box at the finest level
// shares a point with box, until visit returns false. Borders of small islands are
// left out at coarse levels.
func (n *Net) Borders(l Level, box geo.FixedBounds, visit func(Border) bool) {
	lines := &n.lines[n.Level(l)]
	n.index.Search(box, func(arc uint32) bool {
		line := lines.line(int(arc))
		return len(line) == 0 || visit(Border{line, side(n.arcs.left[arc]), side(n.arcs.right[arc])})
	})
}

func side(o owner) Side {
	if o == nobody {
		return Side{}
	}
	return Side{int(o), true}
}

// Faults returns the gaps and overlaps that Build found, the largest first.
func (n *Net) Faults() (gaps, overlaps []Fault) {
	for i, r := range n.faults[:len(n.faults)-1] {
		f := Fault{
			At: r.At.Point(), Bounds: r.Box.Bounds(), Area: r.Size, Given: r.Given,
			Areas: n.claimants[r.Areas:n.faults[i+1].Areas],
		}
		if r.Kind == kindGap {
			gaps = append(gaps, f)
		} else {
			overlaps = append(overlaps, f)
		}
	}
	return gaps, overlaps
}

// Land is the land of an area or group.
type Land struct {
	n *Net
	i int
}

func (l Land) record() *record { return &l.n.lands[l.i] }

// Code returns the code of the area or group, as given to Build.
func (l Land) Code() uint32 { return l.record().Code }

// Group returns the group of an area, or a group's own number.
func (l Land) Group() int { return int(l.record().Group) }

// Found reports whether there is any land. An area whose outline was degenerate has
// none.
func (l Land) Found() bool { return l.n.lands[l.i].Polygon < l.n.lands[l.i+1].Polygon }

// Bounds returns the bounding box of the land, at every level.
func (l Land) Bounds() geo.Bounds { return l.record().Box.Bounds() }

// Center returns a point well inside the largest polygon.
func (l Land) Center() geo.Point { return l.record().Center.Point() }

// Size returns the size of the land (m²) on the WGS 84 ellipsoid.
func (l Land) Size() float64 { return l.record().Size }

// Vertices returns the number of vertices at the finest level.
func (l Land) Vertices() int { return int(l.record().Vertices) }

// Polygons returns the polygons at a level, the largest first. Small islands are left
// out at coarse levels.
func (l Land) Polygons(level Level) iter.Seq[Polygon] {
	lines := &l.n.lines[l.n.Level(level)]
	return func(yield func(Polygon) bool) {
		for i := l.record().Polygon; i < l.n.lands[l.i+1].Polygon; i++ {
			if p := (Polygon{l.n, lines, i}); p.there() && !yield(p) {
				return
			}
		}
	}
}

// Polygon is a connected part of a land.
type Polygon struct {
	n     *Net
	lines *lines
	i     uint32
}

// there reports whether the outer ring is drawn at the polygon's level.
func (p Polygon) there() bool {
	return Ring{p.n, p.lines, p.n.polygons[p.i]}.there()
}

// Rings returns the outer ring, counter-clockwise, and then the holes, clockwise.
func (p Polygon) Rings() iter.Seq[Ring] {
	return func(yield func(Ring) bool) {
		for i := p.n.polygons[p.i]; i < p.n.polygons[p.i+1]; i++ {
			if r := (Ring{p.n, p.lines, i}); r.there() && !yield(r) {
				return
			}
		}
	}
}

// Ring is a closed line.
type Ring struct {
	n     *Net
	lines *lines
	i     uint32
}

func (r Ring) halves() []half { return r.n.halves[r.n.rings[r.i]:r.n.rings[r.i+1]] }

// there reports whether the ring is drawn. If one of its arcs is left out, all are.
func (r Ring) there() bool { return len(r.lines.line(int(r.halves()[0]/2))) > 0 }

// Points returns the points of the ring. The last point equals the first.
func (r Ring) Points() iter.Seq[geo.Fixed] {
	return func(yield func(geo.Fixed) bool) {
		skip := 0 // the first point of an arc is the last of the one before
		for _, h := range r.halves() {
			line := r.lines.line(int(h / 2))
			if h%2 == 0 {
				for _, p := range line[skip:] {
					if !yield(p) {
						return
					}
				}
			} else {
				for i := len(line) - 1 - skip; i >= 0; i-- {
					if !yield(line[i]) {
						return
					}
				}
			}
			skip = 1
		}
	}
}
