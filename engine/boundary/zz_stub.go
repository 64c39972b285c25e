package boundary

import (
	"context"

	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

type lines struct {
	start  []uint32
	points []geo.Fixed
}

func (l *lines) line(arc int) []geo.Fixed { return l.points[l.start[arc]:l.start[arc+1]] }

func generalise(ctx context.Context, a *arcs, groupOf []uint32, progress func(done, total int64)) (out [levels]lines, err error) {
	for i := range out {
		out[i] = lines{a.start, a.points}
	}
	return out, nil
}

type locator struct{}

func locatorTags() []pack.Tag                  { return nil }
func (locator) locate(geo.Fixed) (owner, bool) { return nobody, false }
func (locator) write(w *pack.Writer) error     { return nil }
func buildLocator(*arcs) locator               { return locator{} }
func (locator) verify(context.Context) error   { return nil }

func openLocator(p *pack.Pack, a *arcs) (l locator, err error) { return l, nil }
