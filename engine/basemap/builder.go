// SPDX-License-Identifier: MIT

package basemap

import (
	"context"
	"fmt"
	"math"

	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// Builder collects features in full detail and writes them in tiers. Use NewBuilder to
// create one. A Builder is not safe for concurrent use.
type Builder struct {
	full    *layer
	details *layer // simplified when they were added
	strings pack.StringsBuilder
}

// NewBuilder returns an empty Builder.
func NewBuilder() *Builder { return &Builder{full: newLayer(), details: newLayer()} }

// Len returns the number of features added.
func (b *Builder) Len() int { return b.full.len() + b.details.len() }

// Add adds a feature with copies of the given parts; parts of f itself are ignored. A
// line has one part of at least two points, a point one part of one point. An area has
// closed rings of at least four points, the outer one first. For any other feature Add
// returns an error and adds nothing. A name must not contain a zero byte. A building that
// is invisible at the closest zoom is not kept.
func (b *Builder) Add(f Feature, parts ...[]geo.Fixed) error {
	if err := NewFeature(f, parts...).check(); err != nil {
		return fmt.Errorf("add feature %d: %w", f.ID, err)
	}
	l := b.full
	if f.Kind.isDetail() {
		l = b.details
		if parts = simplifyDetail(f.Kind, parts); len(parts) == 0 {
			return nil
		}
	}
	l.add(record{
		ID: f.ID, Name: b.strings.Add(f.names()), Ref: b.strings.Add(f.Ref),
		Kind: uint8(f.Kind), Flags: uint8(f.Flags), Level: f.Level, Rank: f.Rank,
	}, parts...)
	return nil
}

// Write adds all sections of Tags to w. Features added in the same order give the same
// bytes. It checks ctx before each tier.
func (b *Builder) Write(ctx context.Context, w *pack.Writer) error {
	for _, l := range []*layer{b.full, b.details} {
		if uint64(len(l.points)) > math.MaxUint32 {
			return fmt.Errorf("write the map: %d points, more than %d", len(l.points), uint32(math.MaxUint32))
		}
	}
	if err := pack.WriteStrings(w, tagStrings, tagStringData, b.strings.Strings()); err != nil {
		return fmt.Errorf("write the map: %w", err)
	}
	for i := range tierRules {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("write the map: %w", err)
		}
		rule := &tierRules[i]
		l := b.full
		switch {
		case rule.details:
			l = b.details
		case !rule.full:
			l = rule.generalise(b.full)
		}
		if err := l.write(w, rule); err != nil {
			return fmt.Errorf("write tier %c: %w", rule.letter, err)
		}
	}
	return nil
}
