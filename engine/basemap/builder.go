// SPDX-License-Identifier: MIT

package basemap

import (
	"context"
	"fmt"
	"iter"

	"roadsnap/engine/errclass"
	"roadsnap/engine/geo"
	"roadsnap/engine/internal/chunk"
	"roadsnap/engine/pack"
)

// Builder collects features in full detail and writes them in tiers. Use NewBuilder to
// create one. A Builder is not safe for concurrent use.
type Builder struct {
	full    store
	details details // simplified when they were added
	strings pack.StringsBuilder
}

// NewBuilder returns an empty Builder.
func NewBuilder() *Builder {
	return &Builder{details: details{rule: &tierRules[detailTier], memory: detailMemory}}
}

// SpillTo makes the builder keep buildings and house numbers beyond a few megabytes in a
// temporary file of w. Add returns an error that wraps ErrTooLarge rather than let the file grow
// beyond limit (bytes).
func (b *Builder) SpillTo(w *pack.Writer, limit int64) {
	b.details.scratch, b.details.most = w.Scratch, limit
}

// ErrTooLarge reports that the features take more space than they may.
var ErrTooLarge = errclass.New(errclass.MapTooLarge, "the map's buildings and house numbers take too much space")

// Len returns the number of features added.
func (b *Builder) Len() int { return b.full.count + b.details.count }

// Add adds a feature with copies of the given parts; parts of f itself are ignored. A
// line has one part of at least two points, a point one part of one point. An area has
// closed rings of at least four points, the outer one first. For any other feature Add
// returns an error and adds nothing. A name must not contain a zero byte. A building that
// is invisible at the closest zoom is not kept.
func (b *Builder) Add(f Feature, parts ...[]geo.Fixed) error {
	if err := f.check(len(parts), func(i int) []geo.Fixed { return parts[i] }); err != nil {
		return fmt.Errorf("add feature %d: %w", f.ID, err)
	}
	detail := f.Kind.isDetail()
	if detail {
		if parts = simplifyDetail(f.Kind, parts); len(parts) == 0 {
			return nil
		}
	}
	r := record{
		ID: f.ID, Name: b.strings.Add(f.names()), Ref: b.strings.Add(f.Ref),
		Kind: uint8(f.Kind), Flags: uint8(f.Flags), Level: f.Level, Rank: f.Rank,
	}
	if detail {
		return b.details.add(r, parts...)
	}
	b.full.add(r, parts...)
	return nil
}

// Write adds all sections of Tags to w. Features added in the same order give the same
// bytes. It checks ctx before each tier.
func (b *Builder) Write(ctx context.Context, w *pack.Writer) error {
	if err := pack.WriteStrings(w, tagStrings, tagStringData, b.strings.Strings()); err != nil {
		return fmt.Errorf("write the map: %w", err)
	}
	for i := range tierRules {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("write the map: %w", err)
		}
		rule := &tierRules[i]
		if err := b.writeTier(w, rule); err != nil {
			return fmt.Errorf("write tier %c: %w", rule.letter, err)
		}
	}
	return nil
}

func (b *Builder) writeTier(w *pack.Writer, rule *tierRule) error {
	var failed error
	var features iter.Seq[*chunk.Reader]
	switch {
	case rule.details:
		features = b.details.inOrder(func(err error) { failed = err })
	case rule.full:
		features = b.full.inOrder(rule)
	default:
		features = rule.generalise(&b.full).inOrder(rule)
	}
	if err := writeTier(w, rule, features); err != nil {
		return err
	}
	return failed
}
