// SPDX-License-Identifier: MIT

package trips

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync/atomic"

	"roadsnap/engine/geo"
	"roadsnap/engine/trace"
	"roadsnap/engine/workspace"
)

// fileSource returns the source of a file, which is read by a recipe unless that is nil, and
// of its tracks those with the numbers, as a rule if there are none. The
// file is compressed while it is read, so that its bytes are not held until they are kept.
func (p *Model) fileSource(path string, by *trace.Recipe, numbers ...int) Source {
	var content *workspace.Content
	s := Source{Name: path, Content: func() *workspace.Content { return content }, progress: new(func(share float64))}
	s.Read = func(ctx context.Context, bounds geo.Bounds) (trips []trace.Trip, err error) {
		o := trace.Options{Bounds: bounds, Recipe: by, Recipes: p.Recipes(ctx), Numbers: numbers}
		if info, err := os.Stat(path); err == nil && *s.progress != nil {
			o.Progress = func(read int64) { (*s.progress)(float64(read) / float64(max(info.Size(), 1))) }
		}
		content = workspace.NewContent()
		return trace.ReadFileTo(ctx, path, content, o)
	}
	return s
}

// Recipes returns the saved recipes of tables, none if they cannot be read: then a table is
// read as it is found. Safe for concurrent use.
func (p *Model) Recipes(ctx context.Context) []trace.Recipe {
	if p.o.Keeper == nil {
		return nil
	}
	list, err := workspace.Recipes(ctx, p.o.Keeper)
	if err != nil {
		return nil
	}
	return list
}

// ChangeRecipes changes the saved recipes after earlier edits, in the background, and calls then
// with all of them.
func (p *Model) ChangeRecipes(change func(ctx context.Context, s workspace.Settings) error, then func([]trace.Recipe, error)) {
	if p.o.Keeper == nil {
		then(nil, nil)
		return
	}
	p.edits.Start(func(ctx context.Context) func() {
		err := change(ctx, p.o.Keeper)
		list, listErr := workspace.Recipes(ctx, p.o.Keeper)
		if err == nil {
			err = listErr
		}
		return func() { then(list, err) }
	})
}

// OpenTracks opens the tracks and routes of a file with the numbers of trace.Contents, also if
// others of the file are open. Without numbers it is Open.
func (p *Model) OpenTracks(path string, numbers []int) {
	if len(numbers) == 0 {
		p.Open(path)
		return
	}
	if whole, err := filepath.Abs(path); err == nil {
		path = whole
	}
	source := p.fileSource(path, nil, numbers...)
	source.more = true
	p.noteRecent([]Source{source})
	p.OpenFrom(source)
}

// OpenTable opens a table as Open does, by a recipe, which it saves if it has a name. text is
// the content if name is not that of a file. Numbers choose trips as in OpenTracks.
func (p *Model) OpenTable(name string, text []byte, r trace.Recipe, numbers []int) {
	if r.Name != "" && p.o.Keeper != nil {
		p.edits.Start(func(ctx context.Context) func() {
			err := workspace.SaveRecipe(ctx, p.o.Keeper, r)
			return func() {
				if err != nil {
					p.o.KeepFailed(err)
				}
			}
		})
	}
	if text != nil {
		p.OpenFrom(p.textSource(name, text, &r, numbers...))
		return
	}
	if whole, err := filepath.Abs(name); err == nil {
		name = whole
	}
	source := p.fileSource(name, &r, numbers...)
	source.more = len(numbers) > 0
	p.noteRecent([]Source{source})
	p.OpenFrom(source)
}

// OpenText opens trips of a text, such as a pasted one.
func (p *Model) OpenText(name string, text []byte) { p.OpenFrom(p.textSource(name, text, nil)) }

// textSource returns the source of a text. Its name gets a number if another file has it.
func (p *Model) textSource(name string, text []byte, by *trace.Recipe, numbers ...int) Source {
	free := name
	for n := 2; slices.ContainsFunc(p.state.Trips, func(t *Trip) bool { return t.File == free }); n++ {
		free = name + " " + strconv.Itoa(n)
	}
	return Source{
		Name: free,
		Read: func(ctx context.Context, bounds geo.Bounds) ([]trace.Trip, error) {
			return trace.Read(ctx, bytes.NewReader(text), free, trace.Options{Bounds: bounds, Recipe: by, Recipes: p.Recipes(ctx), Numbers: numbers})
		},
		Content: func() *workspace.Content { return workspace.ContentOf(text) },
	}
}

// reportReading shows how much of the file of a row is read while it is.
func (p *Model) reportReading(id ID, source Source) {
	if source.progress == nil {
		return
	}
	var share atomic.Uint64
	ask := p.o.Jobs.Throttle(func() {
		p.update(id, func(t *Trip) {
			if t.Stage == Reading {
				t.Share = math.Float64frombits(share.Load())
			}
		})
	})
	*source.progress = func(x float64) {
		share.Store(math.Float64bits(x))
		ask()
	}
}
