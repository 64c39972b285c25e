// SPDX-License-Identifier: MIT

package boundary

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"roadsnap/engine/pack"
)

// packed returns the bytes of a pack that holds only the locator.
func packed(t *testing.T, l *locator) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "locator.rsp")
	w, err := pack.Create(path, pack.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(l.write(Units, w), w.Commit()); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func opened(t *testing.T, content []byte, a *arcs) (locator, error) {
	t.Helper()
	pack.Reseal(content)
	p, err := pack.OpenBytes("locator", content)
	if err != nil {
		t.Fatal(err)
	}
	return openLocator(Units, p, a)
}

// sample returns a locator of several levels.
func sample() *locator {
	l := buildDense(draw(37, "AB.C", "AABC", "D.DC", "BAD.").arcs(), density{grid: 4, crowded: 4, bridged: 1})
	return &l
}

func TestOpenedLocatorEqualsBuilt(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4))
	for range 30 {
		built := buildDense(randomPatchwork(r).arcs(), randomDensity(r))
		l, err := opened(t, packed(t, &built), built.arcs)
		if err != nil {
			t.Fatal(err)
		}
		if l.grid != built.grid || !slices.Equal(l.nodes, built.nodes) || !slices.Equal(l.cells, built.cells) ||
			!slices.Equal(l.borders, built.borders) || !slices.Equal(l.blocks, built.blocks) {
			t.Fatal("it does not")
		}
		agree(t, &l, probes(r, l.arcs))
	}
}

func TestBuildingTwiceGivesTheSame(t *testing.T) {
	if a, b := sample(), sample(); !reflect.DeepEqual(a, b) {
		t.Error("two locators of the same arcs differ")
	}
}

func TestOpenLocatorRefuses(t *testing.T) {
	tests := map[string]func(l *locator){
		"another number of arcs":   func(l *locator) { l.Arcs++ },
		"another number of points": func(l *locator) { l.Points-- },
		"cells too large":          func(l *locator) { l.Shift = maxShift + 1 },
		"cells of another size":    func(l *locator) { l.Shift-- },
		"a column more":            func(l *locator) { l.Columns++ },
		"a box of nothing":         func(l *locator) { l.Box.MinLat = l.Box.MaxLat + 1 },
		"nodes missing":            func(l *locator) { l.nodes = l.nodes[:l.Columns*l.Rows-1] },
		"borders missing":          func(l *locator) { l.borders = l.borders[1:] },
	}
	for name, damage := range tests {
		t.Run(name, func(t *testing.T) {
			l := sample()
			damage(l)
			if _, err := opened(t, packed(t, l), l.arcs); !errors.Is(err, pack.ErrCorrupt) {
				t.Errorf("error %v, want %v", err, pack.ErrCorrupt)
			}
		})
	}
	empty := buildLocator(&arcs{})
	if l, err := opened(t, packed(t, &empty), &arcs{}); err != nil || l.verify(t.Context()) != nil {
		t.Errorf("a locator of nothing: %v", err)
	}
}

// TestVerifyFindsEveryFlippedBit flips bits of every number of a locator. Each flip
// must be found or change no answer, and a look-up must terminate.
func TestVerifyFindsEveryFlippedBit(t *testing.T) {
	if testing.Short() {
		t.Skip("a long run")
	}
	sound := sample()
	if err := sound.verify(t.Context()); err != nil {
		t.Fatal(err)
	}
	points := probes(rand.New(rand.NewPCG(1, 5)), sound.arcs)
	check := func(what string, damaged *locator) {
		t.Helper()
		err := damaged.verify(t.Context())
		if err == nil { // at most a run that is longer than necessary
			if what != "a cell" {
				t.Errorf("%s goes unseen", what)
			}
			agree(t, damaged, points)
		} else if !errors.Is(err, pack.ErrCorrupt) {
			t.Errorf("%s: error %v", what, err)
		}
		if damaged.checkGrid() != nil {
			return
		}
		for _, p := range points {
			inRange(t, func() { damaged.locate(p) })
			inRange(t, func() { damaged.distance(p) })
		}
	}
	for bit := range 32 {
		for i := range sound.nodes {
			damaged := *sound
			damaged.nodes = slices.Clone(sound.nodes)
			damaged.nodes[i] ^= 1 << bit
			check("a node", &damaged)
		}
		for i := range sound.cells {
			damaged := *sound
			damaged.cells = slices.Clone(sound.cells)
			damaged.cells[i] ^= 1 << bit
			check("a cell", &damaged)
		}
		for i, field := range []func(b *bordering) *uint32{
			func(b *bordering) *uint32 { return &b.Owner },
			func(b *bordering) *uint32 { return &b.Arc },
			func(b *bordering) *uint32 { return &b.Block },
		} {
			damaged := *sound
			damaged.borders = slices.Clone(sound.borders)
			*field(&damaged.borders[i]) ^= 1 << bit
			check("a border", &damaged)
		}
		damaged := *sound
		damaged.blocks = slices.Clone(sound.blocks)
		damaged.blocks[1].MinLon ^= 1 << bit
		check("a block", &damaged)
		damaged = *sound
		damaged.Box.MaxLat ^= 1 << bit
		check("the box", &damaged)
	}
}

// inRange runs f, which may panic only with an index out of range.
func inRange(t *testing.T, f func()) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			if _, ofRuntime := r.(runtime.Error); !ofRuntime {
				t.Fatalf("panic: %v", r)
			}
		}
	}()
	f()
}

func TestVerifyStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := sample().verify(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
