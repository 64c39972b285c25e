// SPDX-License-Identifier: MIT

package engine

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"roadsnap/engine/basemap"
	"roadsnap/engine/boundary"
	"roadsnap/engine/coast"
	"roadsnap/engine/diagnostic"
	"roadsnap/engine/internal/parallel"
	"roadsnap/engine/match"
	"roadsnap/engine/pack"
	"roadsnap/engine/road"
	"roadsnap/engine/search"
	"roadsnap/engine/units"
)

type roadCounts struct{ nodes, links int }

// newInstalled opens all sections of p.
func newInstalled(p *pack.Pack, table *units.Table, c match.Config) (*installed, error) {
	m := &installed{pack: p, users: 1}
	err := m.guard(func(m *installed) error {
		parts, err := openAll(p)
		if err != nil {
			return err
		}
		m.basemap, m.shore = parts.layers, parts.shore
		// A map without readable diagnostics still works. Verify reports the error.
		m.found, m.hasFound, _ = diagnostic.Read(p)
		if parts.net != nil {
			m.atlas = units.NewAtlas(table, parts.net)
		}
		if m.atlas != nil && parts.former != nil {
			former, err := units.NewFormerBorders(table, parts.former, p)
			if err != nil {
				return err
			}
			m.atlas.SetFormer(former)
		}
		if parts.graph != nil {
			m.roads = roadCounts{parts.graph.NumNodes(), parts.graph.NumLinks()}
			m.graph = parts.graph
			m.matcher, err = match.New(parts.graph, c)
		}
		return err
	})
	return m, err
}

// parts are the readers of a pack, each nil if the pack has none of its sections.
type parts struct {
	graph  *road.Graph
	layers *basemap.Map
	shore  *coast.Shore
	net    *boundary.Net
	former *boundary.Net // of June 2025
}

// openAll opens all sections of p.
func openAll(p *pack.Pack) (all parts, err error) {
	known := slices.Concat(road.Tags(), basemap.Tags(), coast.Tags(), boundary.Units.Tags(), boundary.Former.Tags(), search.Tags(), []pack.Tag{diagnostic.Tag})
	if err := p.RefuseUnknown(known...); err != nil {
		return parts{}, err
	}
	if all.graph, err = openPart(p, road.In, road.Open); err != nil {
		return parts{}, err
	}
	if all.layers, err = openPart(p, basemap.In, basemap.Open); err != nil {
		return parts{}, err
	}
	if all.shore, err = openPart(p, coast.In, coast.Open); err != nil {
		return parts{}, err
	}
	if all.net, err = openPart(p, boundary.Units.In, boundary.Open); err != nil {
		return parts{}, err
	}
	all.former, err = openPart(p, boundary.Former.In, func(p *pack.Pack) (*boundary.Net, error) { return boundary.OpenAs(boundary.Former, p) })
	return all, err
}

// openPart opens the sections of one kind, and returns nil if p has none of them.
func openPart[T any](p *pack.Pack, in func(*pack.Pack) bool, open func(*pack.Pack) (*T, error)) (*T, error) {
	if !in(p) {
		return nil, nil
	}
	return open(p)
}

// Info describes an installed pack.
type Info struct {
	Name     string // of the file
	Size     int64  // bytes
	Meta     pack.Meta
	Nodes    int // junctions of the road network, 0 without roads
	Links    int // roads between two junctions
	Sections []pack.Section

	// Diagnostics lists what the import left out, repaired or doubted. HasDiagnostics is
	// false if the pack has no such list, or it cannot be read.
	Diagnostics    diagnostic.List
	HasDiagnostics bool
}

// Identity returns a text that two packs share if and only if they have the same contents,
// as far as lengths and checksums tell.
func (i Info) Identity() string {
	h := sha256.New()
	for _, s := range i.Sections {
		fmt.Fprintf(h, "%v %d %08x\n", s.Tag, s.Length, s.CRC)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Info describes the installed map.
func (e *Engine) Info() (info Info, err error) {
	err = e.with(func(m *installed) error {
		info = m.describe()
		return nil
	})
	return info, err
}

func (m *installed) describe() Info {
	return Info{
		Name: m.pack.Name(), Size: m.pack.Size(), Meta: m.pack.Meta(),
		Nodes: m.roads.nodes, Links: m.roads.links, Sections: m.pack.Sections(),
		Diagnostics: m.found, HasDiagnostics: m.hasFound,
	}
}

// Inspect describes the pack at path without opening its map, so that Nodes and Links are 0.
func Inspect(path string) (info Info, err error) {
	p, err := pack.Open(path)
	if err != nil {
		return Info{}, err
	}
	err = p.Guard(func() error {
		info = Info{Name: p.Name(), Size: p.Size(), Meta: p.Meta(), Sections: p.Sections()}
		// As in newInstalled.
		info.Diagnostics, info.HasDiagnostics, _ = diagnostic.Read(p)
		return nil
	})
	return info, errors.Join(err, p.Close())
}

// Verify reads the whole pack at path and checks every checksum and reference in it,
// which OpenPack does not. progress, if not nil, is called with bytes.
func Verify(ctx context.Context, path string, progress func(done, total int64)) (info Info, err error) {
	defer func() {
		if errors.Is(err, pack.ErrCorrupt) {
			err = fmt.Errorf("%w; copy or import it again", err)
		}
	}()
	p, err := pack.Open(path)
	if err != nil {
		return Info{}, err
	}
	info, err = verify(ctx, p, progress) // its errors name the pack
	return info, errors.Join(err, p.Close())
}

// verify checks every checksum and reference in p. A reader that panics has found
// damage, too.
func verify(ctx context.Context, p *pack.Pack, progress func(done, total int64)) (info Info, err error) {
	defer func() {
		if r := recover(); r != nil {
			fault, ok := r.(error)
			if !ok {
				panic(r)
			}
			err = fmt.Errorf("%w: %w", pack.ErrCorrupt, fault)
		}
	}()
	err = p.Guard(func() error {
		if err := p.Verify(ctx, progress); err != nil {
			return err
		}
		parts, err := openAll(p)
		if err != nil {
			return err
		}
		info = Info{Name: p.Name(), Size: p.Size(), Meta: p.Meta(), Sections: p.Sections()}
		if info.Diagnostics, info.HasDiagnostics, err = diagnostic.Read(p); err != nil {
			return err
		}
		index, err := openPart(p, search.In, search.Open)
		if err != nil {
			return err
		}
		var checks []func(context.Context) error
		if parts.graph != nil {
			info.Nodes, info.Links = parts.graph.NumNodes(), parts.graph.NumLinks()
			checks = append(checks, parts.graph.Verify)
		}
		if parts.layers != nil {
			checks = append(checks, parts.layers.Verify)
		}
		if index != nil {
			checks = append(checks, index.Verify)
		}
		if parts.shore != nil {
			checks = append(checks, parts.shore.Verify)
		}
		if parts.net != nil {
			checks = append(checks, parts.net.Verify)
		}
		if parts.former != nil {
			checks = append(checks, parts.former.Verify)
		}
		return runChecks(ctx, p, checks)
	})
	return info, err
}

// runChecks runs checks of p at the same time, the last ones first, because they use one
// processor each. It returns the error of the first one that fails.
func runChecks(ctx context.Context, p *pack.Pack, checks []func(context.Context) error) error {
	errs := make([]error, len(checks))
	parallel.Each(len(checks), func(i int) {
		i = len(checks) - 1 - i
		errs[i] = p.Guard(func() error { return checks[i](ctx) })
	})
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
