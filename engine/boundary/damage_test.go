// SPDX-License-Identifier: MIT

package boundary

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// bytesOf returns the pack of a division.
func bytesOf(t testing.TB, d *Division) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "division.rsp")
	w, err := pack.Create(path, pack.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(d.Write(w), w.Commit()); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// TestFlippedBitsAreFound damages a division bit by bit. Damage that Verify misses
// must not change the answers for points or polygons.
func TestFlippedBitsAreFound(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 5))
	origin := geo.Fixed{Lat: 10e7, Lon: 105e7}
	areas := takenApart(r, warped(r, 10, 3, origin, 4000).arcs())
	areas = append(areas, Area{Parts: []Part{{{origin, {Lat: 10e7 + 9000, Lon: 105e7}, {Lat: 10e7, Lon: 105e7 + 9999}}}}})
	d, _ := built(t, areas, DefaultOptions())
	content := bytesOf(t, d)
	p, err := pack.OpenBytes("sound", content)
	if err != nil {
		t.Fatal(err)
	}
	// Faults, changes and codes cannot be checked against anything. Boxes of a tree,
	// and runs, may be larger than necessary.
	untold := map[pack.Tag]bool{tagFaults: true, tagChanges: true, tagClaimants: true, tagLands: true, cellsTag: true, tagHeader: true, tagNodes: true}
	for _, s := range p.Sections() {
		if s.Tag == "META" || s.Length == 0 {
			continue
		}
		found := 0
		const rounds = 150
		for range rounds {
			damaged := append([]byte(nil), content...)
			damaged[s.Offset+r.Int64N(s.Length)] ^= 1 << r.IntN(8)
			if finds(t, damaged) {
				found++
			}
			if t.Failed() {
				t.Fatalf("a flipped bit of %s", s.Tag)
			}
		}
		if found < rounds && !untold[s.Tag] || found == 0 && s.Tag != tagChanges {
			t.Errorf("%s: %d of %d flipped bits are found", s.Tag, found, rounds)
		}
	}
}

// finds reports whether opening or verifying a pack finds it damaged. It uses the
// division in either case. That must terminate, and may panic only with an index out
// of range.
func finds(t *testing.T, content []byte) bool {
	t.Helper()
	pack.Reseal(content)
	p, err := pack.OpenBytes("damaged", content)
	if err != nil {
		t.Fatal(err)
	}
	n, err := Open(p)
	if err == nil {
		careless(t, func() { use(n) })
		err = n.Verify(t.Context())
	}
	if err != nil && !errors.Is(err, pack.ErrCorrupt) {
		t.Errorf("error %v", err)
	}
	return err != nil
}

// careless runs a function that damaged data may make panic.
func careless(t *testing.T, what func()) {
	t.Helper()
	defer func() {
		switch r := recover().(type) {
		case nil:
		case runtime.Error:
			if !strings.Contains(r.Error(), "out of range") {
				t.Errorf("panic: %v", r)
			}
		default:
			t.Errorf("panic: %v", r)
		}
	}()
	what()
}

// use calls every method.
func use(n *Net) {
	for i := range n.NumAreas() + n.NumGroups() {
		land := Land{n, i}
		land.Bounds()
		for polygon := range land.Polygons(Ward) {
			for ring := range polygon.Rings() {
				for p := range ring.Points() {
					n.Locate(p.Point())
				}
			}
		}
	}
	n.Borders(Province, geo.FixedBounds{MinLat: -90e7, MinLon: -180e7, MaxLat: 90e7, MaxLon: 180e7}, func(Border) bool { return true })
	n.Faults()
	for _, level := range Levels() {
		s := n.Silhouette(level, func(area int) bool { return area%3 != 1 })
		for _, box := range []geo.FixedBounds{n.Bounds().Fixed(), geo.FixedBoundsOf(n.Bounds().Center().Fixed())} {
			s.Visit(box, func([]geo.Fixed) {})
		}
	}
	b := n.Bounds()
	n.Stretches(nil, geo.Point{Lat: b.South, Lon: b.West}, geo.Point{Lat: b.North, Lon: b.East})
	n.Distance(b.Center())
}
