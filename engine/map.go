package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"roadsnap/engine/basemap"
	"roadsnap/engine/boundary"
	"roadsnap/engine/match"
	"roadsnap/engine/pack"
	"roadsnap/engine/road"
)

type roadCounts struct{ nodes, links int }

// newInstalled makes the readers of all that p holds.
func newInstalled(p *pack.Pack, c match.Config) (*installed, error) {
	m := &installed{pack: p, users: 1}
	err := m.guard(func(m *installed) error {
		graph, layers, err := openAll(p)
		if err != nil {
			return err
		}
		m.basemap = layers
		if graph != nil {
			m.roads = roadCounts{graph.NumNodes(), graph.NumLinks()}
			m.matcher, err = match.New(graph, c)
		}
		return err
	})
	return m, err
}

// openAll opens the roads and the map layers of p, either nil where p has none.
func openAll(p *pack.Pack) (*road.Graph, *basemap.Map, error) {
	if err := p.RefuseUnknown(slices.Concat(road.Tags(), basemap.Tags(), boundary.Tags())...); err != nil {
		return nil, nil, err
	}
	graph, err := road.Open(p)
	if errors.Is(err, pack.ErrNoSection) && !road.In(p) {
		graph, err = nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	layers, err := basemap.Open(p)
	if errors.Is(err, pack.ErrNoSection) && !basemap.In(p) {
		layers, err = nil, nil
	}
	return graph, layers, err
}

// Info describes the installed map.
type Info struct {
	Name     string // of the file
	Size     int64  // bytes
	Meta     pack.Meta
	Nodes    int // junctions of the road network, 0 without roads
	Links    int // roads between two junctions
	Sections []pack.Section
}

// Info describes the installed map.
func (e *Engine) Info() (info Info, err error) {
	err = e.with(func(m *installed) error {
		info = Info{
			Name: m.pack.Name(), Size: m.pack.Size(), Meta: m.pack.Meta(),
			Nodes: m.roads.nodes, Links: m.roads.links, Sections: m.pack.Sections(),
		}
		return nil
	})
	return info, err
}

// Verify reads the whole pack at path and checks every checksum and every
// reference in it, which Open does not. progress, if not nil, hears of bytes.
func Verify(ctx context.Context, path string, progress func(done, total int64)) (Info, error) {
	p, err := pack.Open(path)
	if err != nil {
		return Info{}, err
	}
	m := &installed{pack: p, users: 1}
	var info Info
	err = m.guard(func(*installed) error {
		if err := p.Verify(ctx, progress); err != nil {
			return err
		}
		graph, layers, err := openAll(p)
		if err != nil {
			return err
		}
		info = Info{Name: p.Name(), Size: p.Size(), Meta: p.Meta(), Sections: p.Sections()}
		if graph != nil {
			info.Nodes, info.Links = graph.NumNodes(), graph.NumLinks()
			if err := graph.Verify(ctx); err != nil {
				return err
			}
		}
		if layers != nil {
			return layers.Verify(ctx)
		}
		return nil
	})
	if err != nil {
		err = fmt.Errorf("verify %s: %w", path, err)
	}
	return info, errors.Join(err, p.Close())
}
