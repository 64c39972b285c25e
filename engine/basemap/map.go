// SPDX-License-Identifier: MIT

package basemap

import (
	"context"
	"fmt"
	"strings"

	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// Map reads the base map of a pack, in place. It is safe for concurrent use while the
// pack is open.
type Map struct {
	name    string // of the pack, for errors
	strings pack.Strings
	tiers   [numTiers]tier
}

// Open returns the base map in p. The error wraps pack.ErrNoSection if p lacks a
// section, and pack.ErrCorrupt if the sizes of the sections do not fit. Verify checks
// the rest. It panics where a damaged pack does not hold features; see pack.Pack.Guard.
func Open(p *pack.Pack) (*Map, error) {
	m := &Map{name: p.Name()}
	var err error
	if m.strings, err = pack.OpenStrings(p, tagStrings, tagStringData); err != nil {
		return nil, fmt.Errorf("open the map: %w", err)
	}
	for i := range m.tiers {
		if rule := &tierRules[i]; rule.details && !p.Has(rule.tag(suffixBlocks)) {
			m.tiers[i] = emptyTier(p, rule)
			continue
		}
		if err := m.tiers[i].open(p, &tierRules[i]); err != nil {
			return nil, fmt.Errorf("open the map: %w", err)
		}
	}
	return m, nil
}

// Bounds returns the box around all features, geo.NoBounds if there are none.
func (m *Map) Bounds() geo.Bounds {
	return m.tiers[fullTier].index.Bounds().Union(m.tiers[detailTier].index.Bounds()).Bounds()
}

// Visit calls visit once with each feature of the zoom's tier whose box intersects box,
// until visit returns false. The order is not the drawing order, but always the same. From
// zoom 15 on, buildings and house numbers come after the other features.
func (m *Map) Visit(zoom int, box geo.FixedBounds, visit func(Feature) bool) {
	more := true
	each := func(l *layer, i int) bool {
		more = visit(m.feature(l, i))
		return more
	}
	m.tiers[tierOf(zoom)].visit(box, each)
	if more && zoom >= detailZoom {
		m.tiers[detailTier].visit(box, each)
	}
}

func (m *Map) feature(l *layer, i int) Feature {
	f := l.shape(i)
	f.setNames(m.strings.At(l.records[i].Name))
	f.Ref = m.strings.At(l.records[i].Ref)
	return f
}

// Verify makes the checks that Open leaves out: every reference, every shape, and that
// the index finds each feature. The error wraps pack.ErrCorrupt, or is that of ctx.
func (m *Map) Verify(ctx context.Context) error {
	for i := range m.tiers {
		if err := m.tiers[i].verify(ctx, m.verifyFeature); err != nil {
			return fmt.Errorf("verify tier %c of %q: %w", tierRules[i].letter, m.name, err)
		}
	}
	return nil
}

func (m *Map) verifyFeature(l *layer, i int) error {
	r := &l.records[i]
	if int64(r.Name) >= int64(m.strings.Len()) || int64(r.Ref) >= int64(m.strings.Len()) {
		return fmt.Errorf("its name or ref, string %d or %d, is out of range %d", r.Name, r.Ref, m.strings.Len())
	}
	f := l.shape(i)
	return f.check(f.NumParts(), f.Part)
}

// check returns an error if the feature is invalid, of which part returns the parts.
func (f Feature) check(parts int, part func(i int) []geo.Fixed) error {
	switch {
	case !f.Kind.Valid():
		return fmt.Errorf("invalid kind %d", f.Kind)
	case strings.Contains(f.Name, nameSeparator) || strings.Contains(f.NameEn, nameSeparator):
		return fmt.Errorf("a zero byte in its name")
	case f.Flags&^allFlags != 0:
		return fmt.Errorf("invalid flags %#x", uint8(f.Flags&^allFlags))
	case parts == 0 || !f.Kind.IsArea() && parts > 1:
		return fmt.Errorf("%s with %d parts", f.Kind, parts)
	}
	for i := range parts {
		part := part(i)
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
