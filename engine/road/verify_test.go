// SPDX-License-Identifier: MIT

package road_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/pack"
	"roadsnap/engine/road"
)

// content returns the bytes of a small pack with data in every section.
func content(t *testing.T) []byte {
	t.Helper()
	b := roadtest.City(3, 7)
	b.AddWay(road.WaySpec{
		Way:   road.Way{ID: 1000, Name: "Lê Lợi", Ref: "1", HasMaxSpeed: true, MaxSpeedKMH: 50},
		Extra: road.Extra{MaxHeight: 3.5, NoTrucksForward: true, TruckHours: "no @ (06:00-09:00)"},
		Nodes: []int64{0, 4}, Points: []geo.Fixed{{}, {}}, Forward: road.Anyone, Backward: road.Anyone,
	})
	for id, nodes := range map[int64][]int64{1001: {4, 8}, 1002: {8, 0}} {
		b.AddWay(road.WaySpec{Way: road.Way{ID: id}, Nodes: nodes, Points: []geo.Fixed{{}, {}}, Forward: road.Anyone, Backward: road.Anyone})
	}
	b.AddViaRestriction(road.AnyVehicle, 1000, []int64{1001}, 1002, false)
	b.AddTimedRestriction(road.AnyVehicle, 1000, 4, 1001, "no_left_turn @ (06:00-09:00)")
	return written(t, b)
}

// written returns the bytes of the pack that a builder writes.
func written(t *testing.T, b *road.Builder) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "map.rsp")
	w, err := pack.Create(path, pack.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Write(t.Context(), w); err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// TestVerifyFindsDamage flips bits of every byte of every section and updates the
// checksums. Verify must detect the damage where a method relies on the byte, and
// nothing that passed Verify may panic.
func TestVerifyFindsDamage(t *testing.T) {
	// Sections in which every changed byte is inconsistent. Elsewhere another name,
	// way, access or speed is as valid as the original, and a centimetre is within the
	// differences between machines.
	rigid := []pack.Tag{"RBOX", "RADJ", "RGRP", "RGLK", "RGTN", "RGTI", "RSHT"}
	sound := content(t)
	p, err := pack.OpenBytes("sound", sound)
	if err != nil {
		t.Fatal(err)
	}
	for _, section := range p.Sections() {
		if section.Tag == pack.TagMeta {
			continue
		}
		if section.Length == 0 {
			t.Errorf("%s is empty: the test shows nothing", section.Tag)
		}
		for at := section.Offset; at < section.Offset+section.Length; at++ {
			damaged := slices.Clone(sound)
			for _, flip := range []byte{0x01, 0x80, 0xff} {
				damaged[at] = sound[at] ^ flip
				err := openAndVerify(t, damaged)
				if err == nil && slices.Contains(rigid, section.Tag) {
					t.Fatalf("byte %d of %s: flipping %#x goes unseen", at-section.Offset, section.Tag, flip)
				}
				if err != nil && !errors.Is(err, pack.ErrCorrupt) {
					t.Fatalf("byte %d of %s: error %v does not wrap pack.ErrCorrupt", at-section.Offset, section.Tag, err)
				}
				use(t, damaged, err == nil)
			}
		}
	}
}

func openAndVerify(t *testing.T, content []byte) error {
	t.Helper()
	g, err := openGraph(t, content)
	if err != nil {
		return err
	}
	return g.Verify(t.Context())
}

func openGraph(t *testing.T, content []byte) (*road.Graph, error) {
	t.Helper()
	pack.Reseal(content)
	p, err := pack.OpenBytes("damaged", content)
	if err != nil {
		t.Fatal(err)
	}
	return road.Open(p)
}

// use calls the hot paths of a graph. If it passed Verify they must not panic; if not,
// they may only panic with an index out of range, and they must terminate.
func use(t *testing.T, content []byte, verified bool) {
	t.Helper()
	g, err := openGraph(t, content)
	if err != nil {
		return
	}
	defer func() {
		if r := recover(); r != nil {
			if _, ofRuntime := r.(runtime.Error); verified || !ofRuntime && g.Verify(t.Context()) == nil {
				t.Fatalf("panic: %v", r)
			}
		}
	}()
	hits := g.Near(nil, g.NodePoint(0), 100, 0)
	s := road.NewSearch(g)
	for _, h := range hits {
		_ = g.Way(h.Link)
		_ = g.AppendShape(nil, h.Link.Backward(), 3, 1e9)
		s.Run(road.Position{Edge: 0}, 1e4, []road.Position{{Edge: h.Link.Forward()}, {Edge: h.Link.Backward()}}, road.DefaultRules(road.Car))
		_ = s.Path(nil, 0)
	}
}

func TestVerifyStopsWithItsContext(t *testing.T) {
	g, err := openGraph(t, content(t))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := g.Verify(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestOpenWithoutRoads(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none.rsp")
	w, err := pack.Create(path, pack.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	p, err := pack.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if _, err := road.Open(p); !errors.Is(err, pack.ErrNoSection) || road.In(p) {
		t.Errorf("error %v, roads in it: %v", err, road.In(p))
	}
}
