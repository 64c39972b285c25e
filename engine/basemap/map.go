// SPDX-License-Identifier: MIT

package basemap

import (
	"context"
	"fmt"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/spatial"
	"roadsnap/engine/pack"
)

// Map reads the base map of a pack, in place. It is safe for concurrent use while the
// pack is open.
type Map struct {
	name    string // of the pack, for errors
	strings pack.Strings
	tiers   [numTiers]tier
}

type tier struct {
	layer
	index spatial.Tree
}

// Open returns the base map in p. The error wraps pack.ErrNoSection if p lacks a
// section, and pack.ErrCorrupt if the sizes of the sections do not fit. Verify checks
// the rest. The Map of a damaged pack may return wrong features, but never reads
// outside its sections.
func Open(p *pack.Pack) (*Map, error) {
	m := &Map{name: p.Name()}
	var err error
	if m.strings, err = pack.OpenStrings(p, tagStrings, tagStringData); err != nil {
		return nil, fmt.Errorf("open the map: %w", err)
	}
	for i := range m.tiers {
		if err := m.tiers[i].open(p, &tierRules[i]); err != nil {
			return nil, fmt.Errorf("open the map: %w", err)
		}
	}
	return m, nil
}

func (t *tier) open(p *pack.Pack, rule *tierRule) (err error) {
	if t.records, err = pack.Slice[record](p, rule.tag(suffixRecords)); err != nil {
		return err
	}
	if t.ends, err = pack.Slice[uint32](p, rule.tag(suffixEnds)); err != nil {
		return err
	}
	if t.points, err = pack.Slice[geo.Fixed](p, rule.tag(suffixPoints)); err != nil {
		return err
	}
	if t.index, err = spatial.Open(p, rule.tag(suffixNodes), rule.tag(suffixItems)); err != nil {
		return err
	}
	switch {
	case len(t.records) == 0 || len(t.ends) == 0:
		return fmt.Errorf("tier %c of %q: %w: a closing element is missing", rule.letter, p.Name(), pack.ErrCorrupt)
	case t.index.Len() != t.len():
		return fmt.Errorf("tier %c of %q: %w: %d features, but %d in the index",
			rule.letter, p.Name(), pack.ErrCorrupt, t.len(), t.index.Len())
	}
	return nil
}

// Bounds returns the box around all features, geo.NoBounds if there are none.
func (m *Map) Bounds() geo.Bounds { return m.tiers[numTiers-1].index.Bounds().Bounds() }

// Visit calls visit once with each feature of the zoom's tier whose box intersects box,
// until visit returns false. The order is always that of the file, along the Hilbert
// curve, and not the drawing order.
func (m *Map) Visit(zoom int, box geo.FixedBounds, visit func(Feature) bool) {
	t := &m.tiers[tierOf(zoom)]
	t.index.Search(box, func(item uint32) bool {
		return visit(m.feature(t, int(item)))
	})
}

func (m *Map) feature(t *tier, i int) Feature {
	f := t.shape(i)
	f.Name, f.Ref = m.strings.At(t.records[i].Name), m.strings.At(t.records[i].Ref)
	return f
}

// checkEvery is the number of features between two checks of the context.
const checkEvery = 1 << 14

// Verify makes the checks that Open leaves out: every reference, every shape, and that
// the index finds each feature. The error wraps pack.ErrCorrupt, or is that of ctx.
func (m *Map) Verify(ctx context.Context) error {
	for i := range m.tiers {
		if err := m.verifyTier(ctx, &m.tiers[i]); err != nil {
			return fmt.Errorf("verify tier %c of %q: %w", tierRules[i].letter, m.name, err)
		}
	}
	return nil
}

func (m *Map) verifyTier(ctx context.Context, t *tier) error {
	if err := t.verifyOffsets(); err != nil {
		return err
	}
	if err := t.index.Verify(); err != nil {
		return err
	}
	if err := t.verifyOrder(); err != nil {
		return err
	}
	for i := range t.len() {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := m.verifyFeature(t, i); err != nil {
			return fmt.Errorf("%w: feature %d: %w", pack.ErrCorrupt, i, err)
		}
	}
	return nil
}

// verifyOffsets checks that parts and points are divided without gaps or overlaps.
func (t *tier) verifyOffsets() error {
	if t.records[0].FirstPart != 0 || t.ends[0] != 0 {
		return fmt.Errorf("%w: the first offset is not 0", pack.ErrCorrupt)
	}
	for i := range t.len() {
		if t.records[i].FirstPart >= t.records[i+1].FirstPart {
			return fmt.Errorf("%w: feature %d has no parts", pack.ErrCorrupt, i)
		}
	}
	for i := range len(t.ends) - 1 {
		if t.ends[i] >= t.ends[i+1] {
			return fmt.Errorf("%w: part %d has no points", pack.ErrCorrupt, i)
		}
	}
	closing := record{FirstPart: uint32(len(t.ends) - 1)}
	if t.records[t.len()] != closing || uint64(t.ends[len(t.ends)-1]) != uint64(len(t.points)) {
		return fmt.Errorf("%w: the closing elements do not fit", pack.ErrCorrupt)
	}
	return nil
}

func (m *Map) verifyFeature(t *tier, i int) error {
	r := &t.records[i]
	if int64(r.Name) >= int64(m.strings.Len()) || int64(r.Ref) >= int64(m.strings.Len()) {
		return fmt.Errorf("its name or ref, string %d or %d, is out of range %d", r.Name, r.Ref, m.strings.Len())
	}
	f := t.shape(i)
	if err := f.check(); err != nil {
		return err
	}
	box := f.Box()
	for _, corner := range []geo.Fixed{{Lat: box.MinLat, Lon: box.MinLon}, {Lat: box.MaxLat, Lon: box.MaxLon}} {
		if !t.finds(i, corner) {
			return fmt.Errorf("the index does not find it")
		}
	}
	return nil
}

// finds reports whether the index finds feature i at p.
func (t *tier) finds(i int, p geo.Fixed) (found bool) {
	t.index.Search(geo.FixedBoundsOf(p), func(item uint32) bool {
		found = item == uint32(i)
		return !found
	})
	return found
}

// verifyOrder checks that features are in the order of the index.
func (t *tier) verifyOrder() error {
	next := uint32(0)
	t.index.Search(t.index.Bounds(), func(item uint32) bool {
		if item != next {
			return false
		}
		next++
		return true
	})
	if int(next) != t.len() {
		return fmt.Errorf("%w: feature %d is not in the order of the index", pack.ErrCorrupt, next)
	}
	return nil
}

// check returns an error if the feature is invalid.
func (f Feature) check() error {
	switch {
	case !f.Kind.Valid():
		return fmt.Errorf("invalid kind %d", f.Kind)
	case f.Flags&^allFlags != 0:
		return fmt.Errorf("invalid flags %#x", uint8(f.Flags&^allFlags))
	case f.NumParts() == 0 || !f.Kind.IsArea() && f.NumParts() > 1:
		return fmt.Errorf("%s with %d parts", f.Kind, f.NumParts())
	}
	for i := range f.NumParts() {
		part := f.Part(i)
		n := len(part)
		switch {
		case f.Kind.IsPoint() && n != 1, f.Kind.IsLine() && n < 2:
			return fmt.Errorf("%s with %d points", f.Kind, n)
		case f.Kind.IsArea() && (n < 4 || part[0] != part[n-1]):
			return fmt.Errorf("ring %d of %d points is not closed or too short", i, n)
		}
		for _, p := range part {
			if !p.Point().Valid() {
				return fmt.Errorf("part %d is not on Earth", i)
			}
		}
	}
	return nil
}
