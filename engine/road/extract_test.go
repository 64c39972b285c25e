// SPDX-License-Identifier: MIT

package road_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/pack"
	"roadsnap/engine/road"
)

// extracted returns the graph of the links of g that keep accepts.
func extracted(t *testing.T, g *road.Graph, keep func([]geo.Fixed) bool) *road.Graph {
	t.Helper()
	path := filepath.Join(t.TempDir(), "extract.rsp")
	w, err := pack.Create(path, pack.Meta{Bounds: geo.NoBounds})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Extract(t.Context(), keep, w); err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	p, err := pack.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	x, err := road.Open(p)
	if err != nil {
		t.Fatal(err)
	}
	if err := x.Verify(t.Context()); err != nil {
		t.Fatal(err)
	}
	return x
}

func everything([]geo.Fixed) bool { return true }

// sameGraph reports the first differences between two graphs of the same links.
func sameGraph(t *testing.T, g, x *road.Graph) {
	t.Helper()
	if g.NumNodes() != x.NumNodes() || g.NumLinks() != x.NumLinks() || g.NumShadows() != x.NumShadows() || g.Bounds() != x.Bounds() {
		t.Fatalf("%d nodes, %d links, %d shadows, want %d, %d, %d", x.NumNodes(), x.NumLinks(), x.NumShadows(), g.NumNodes(), g.NumLinks(), g.NumShadows())
	}
	for l := range road.LinkID(g.NumLinks()) {
		extra, has := g.Extra(l)
		other, hasToo := x.Extra(l)
		extra.Duration, other.Duration = 0, 0
		if g.Way(l) != x.Way(l) || has != hasToo || extra != other || !slices.Equal(g.Shape(l), x.Shape(l)) || g.Length(l) != x.Length(l) || g.Island(l) != x.Island(l) || g.Plain(l) != x.Plain(l) {
			t.Fatalf("link %d is %+v %+v, want %+v %+v", l, x.Way(l), other, g.Way(l), extra)
		}
		d, known := g.Crossing(l)
		if e, knownToo := x.Crossing(l); known != knownToo || known && (d-e).Abs().Seconds() > 1 {
			t.Fatalf("the crossing of link %d takes %v, want %v", l, e, d)
		}
	}
	for e := range road.EdgeID(g.NumEdges()) {
		if g.Access(e) != x.Access(e) || g.From(e) != x.From(e) || g.NoTrucks(e) != x.NoTrucks(e) || g.BansTurns(e) != x.BansTurns(e) {
			t.Fatalf("edge %d: %v from %d, want %v from %d", e, x.Access(e), x.From(e), g.Access(e), g.From(e))
		}
		if !slices.Equal(g.Out(g.To(e)), x.Out(g.To(e))) {
			t.Fatalf("after edge %d come %v, want %v", e, x.Out(g.To(e)), g.Out(g.To(e)))
		}
		for _, to := range g.Out(g.To(e)) {
			if g.BannedFor(e, to) != x.BannedFor(e, to) || g.Blocked(e, to) != x.Blocked(e, to) || !slices.Equal(g.TimedBans(e, to, road.Car), x.TimedBans(e, to, road.Car)) {
				t.Fatalf("turn %d to %d: banned for %v, blocked %v, want %v, %v", e, to, x.BannedFor(e, to), x.Blocked(e, to), g.BannedFor(e, to), g.Blocked(e, to))
			}
		}
	}
}

// TestExtractAll extracts whole graphs, which gives the same ones.
func TestExtractAll(t *testing.T) {
	const seed = 11
	city, _ := roadtest.Build(t, roadtest.CityWithLimits(12, seed))
	t.Run("city", func(t *testing.T) { sameGraph(t, city, extracted(t, city, everything)) })
	const junctions = `
		A-B-C-D-E
		    | |
		    G F
	`
	for name, lines := range map[string][]string{
		"over one way":       {"A>B", "B>C", "C>D", "D>E", "D>F", "C>G", "no B-C-D-F"},
		"only over one way":  {"A-B", "B-C", "C-D", "D-E", "D-F", "C-G", "only B-C-D-F"},
		"one within another": {"A>B", "B>C", "C>D", "D>E", "D>F", "C>G", "no A-B-C-D-E", "no B-C-D-F", "no A-B-C-G"},
		"over and at a node": {"A-B", "B-C", "C-D", "D-E", "D-F", "C-G", "no A-B-C-D", "no B-C-G", "no C-D-C", "only G-C-D"},
		"at some hours":      {"A-B", "B-C", "C-D", "D-E", "D-F", "C-G", "no A-B-C @ (06:00-09:00)"},
		"a barrier":          {"A-B-C", "C-D", "D-E", "D-F", "C-G", "barrier B car+truck"},
	} {
		t.Run(name, func(t *testing.T) {
			g := roadtest.Draw(t, junctions, lines...).Graph
			sameGraph(t, g, extracted(t, g, everything))
		})
	}
}

// TestExtractPart extracts the west of a city. What lies inside is as in the whole.
func TestExtractPart(t *testing.T) {
	const seed = 12
	g, _ := roadtest.Build(t, roadtest.CityWithLimits(12, seed))
	b := g.Bounds()
	b.East = b.Center().Lon
	region := geo.BoxRegion(b)
	x := extracted(t, g, region.Touches)
	if x.NumLinks() >= g.NumLinks() || x.NumLinks() < g.NumLinks()/3 {
		t.Fatalf("%d of %d links", x.NumLinks(), g.NumLinks())
	}
	again := extracted(t, g, region.Touches)
	sameGraph(t, x, again)
}

// TestExtractStops ends with its context.
func TestExtractStops(t *testing.T) {
	g, _ := roadtest.Build(t, roadtest.City(5, 1))
	w, err := pack.Create(filepath.Join(t.TempDir(), "x.rsp"), pack.Meta{Bounds: geo.NoBounds})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := g.Extract(ctx, everything, w); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}
