// SPDX-License-Identifier: MIT

package osmimport

import (
	"context"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/engine/internal/parallel"
	"roadsnap/engine/pack"
	"roadsnap/engine/search"
)

// layerBuilder builds the layers of the map and the search index of their names.
type layerBuilder struct {
	layers *basemap.Builder
	names  search.Builder
}

// newLayerBuilder returns a builder of layers for w.
func newLayerBuilder(w *pack.Writer) *layerBuilder {
	b := &layerBuilder{layers: basemap.NewBuilder()}
	b.layers.SpillTo(w)
	return b
}

// Add adds a feature to both.
func (b *layerBuilder) Add(f basemap.Feature, parts ...[]geo.Fixed) error {
	if err := b.layers.Add(f, parts...); err != nil {
		return err
	}
	b.names.Add(f, parts...)
	return nil
}

// Write writes both. The index is made while the layers are written.
func (b *layerBuilder) Write(ctx context.Context, w *pack.Writer) (err error) {
	var names *search.Finished
	parallel.Do(
		func() { err = b.layers.Write(ctx, w) },
		func() { names = b.names.Finish(ctx) },
	)
	if err != nil {
		return err
	}
	return names.Write(w)
}
