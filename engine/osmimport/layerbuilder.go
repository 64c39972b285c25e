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

// layerBuilder builds the layers of the map and the search index of their names. It does so
// on a goroutine of its own, while its caller looks up the nodes of the next features.
type layerBuilder struct {
	layers *basemap.Builder
	names  search.Builder

	batch *featureBatch      // being filled
	todo  chan *featureBatch // filled
	free  chan *featureBatch
	done  chan struct{} // closed at the end of the goroutine
	err   error         // of the goroutine, to be read after its end
	panic any
}

// featureBatch has features with copies of their parts.
type featureBatch struct {
	features []basemap.Feature
	parts    []int // of each feature, how many
	ends     []int // of each part, in points
	points   []geo.Fixed
}

// Features are passed on in batches of so many points.
const (
	batchPoints = 1 << 14
	batches     = 3 // one filled, one waiting, one being added
)

// newLayerBuilder returns a builder of layers for w, with at most spilled bytes in a temporary file.
// The caller must call stop.
func newLayerBuilder(w *pack.Writer, spilled int64) *layerBuilder {
	b := &layerBuilder{
		layers: basemap.NewBuilder(), batch: &featureBatch{},
		todo: make(chan *featureBatch, batches), free: make(chan *featureBatch, batches), done: make(chan struct{}),
	}
	b.layers.SpillTo(w, spilled)
	for range batches - 1 {
		b.free <- &featureBatch{}
	}
	go b.work(b.todo)
	return b
}

// Add adds a feature to both. An error is returned by stop.
func (b *layerBuilder) Add(f basemap.Feature, parts ...[]geo.Fixed) {
	if b.batch == nil {
		b.batch = <-b.free
	}
	b.batch.features, b.batch.parts = append(b.batch.features, f), append(b.batch.parts, len(parts))
	for _, p := range parts {
		b.batch.points = append(b.batch.points, p...)
		b.batch.ends = append(b.batch.ends, len(b.batch.points))
	}
	if len(b.batch.points) >= batchPoints {
		b.todo <- b.batch
		b.batch = nil
	}
}

// stop waits until all features are added, and returns the first error. A panic of the
// goroutine reaches the caller.
func (b *layerBuilder) stop() error {
	if b.todo != nil {
		if b.batch != nil {
			b.todo <- b.batch
		}
		close(b.todo)
		b.todo = nil
		<-b.done
	}
	if b.panic != nil {
		panic(b.panic)
	}
	return b.err
}

// work adds the features of the batches.
func (b *layerBuilder) work(todo <-chan *featureBatch) {
	defer close(b.done)
	for batch := range todo {
		if b.err == nil && b.panic == nil {
			b.addAll(batch)
		}
		batch.features, batch.parts, batch.ends, batch.points = batch.features[:0], batch.parts[:0], batch.ends[:0], batch.points[:0]
		b.free <- batch
	}
}

func (b *layerBuilder) addAll(batch *featureBatch) {
	defer func() {
		if r := recover(); r != nil {
			b.panic = r
		}
	}()
	var parts [][]geo.Fixed
	part, from := 0, 0
	for i, f := range batch.features {
		parts = parts[:0]
		for range batch.parts[i] {
			parts = append(parts, batch.points[from:batch.ends[part]:batch.ends[part]])
			from = batch.ends[part]
			part++
		}
		if b.err = b.layers.Add(f, parts...); b.err != nil {
			return
		}
		b.names.Add(f, parts...)
	}
}

// Write writes both, after stop. The index is made while the layers are written.
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
