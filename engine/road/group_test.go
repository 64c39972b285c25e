// SPDX-License-Identifier: MIT

package road

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// randomWays returns a builder of ways of all sizes: short, of hundreds of points, over a
// hemisphere, in one place, with limits, lanes, restrictions over ways and barriers.
func randomWays(seed uint64) *Builder {
	r := rand.New(rand.NewPCG(seed, 17))
	b := NewBuilder()
	origin := geo.Fixed{Lat: 107_800_000, Lon: 1_066_900_000}
	places := make([]geo.Fixed, 60)
	for i := range places {
		reach := []int32{3, 5000, 400_000, 300_000_000}[r.IntN(4)]
		places[i] = geo.Fixed{Lat: origin.Lat + r.Int32N(2*reach) - reach, Lon: origin.Lon + r.Int32N(2*reach) - reach}
	}
	next := int64(len(places))
	for id := range int64(60) {
		w := WaySpec{
			Way: Way{
				ID: id, Name: string(rune('a' + r.IntN(5))), Class: Class(r.IntN(int(numClasses))), Layer: int8(r.IntN(9) - 4),
				HasMaxSpeed: r.IntN(2) == 0, MaxSpeedKMH: uint8(r.IntN(130)), FromZone: r.IntN(2) == 0,
				Lanes: uint8(r.IntN(9)), Divided: r.IntN(2) == 0, Bridge: r.IntN(2) == 0,
			},
			Forward: Access(r.IntN(64)), Backward: Access(r.IntN(64)),
		}
		for range r.IntN(5) + 2 {
			node := r.IntN(len(places))
			at := places[node]
			w.Nodes, w.Points = append(w.Nodes, int64(node)), append(w.Points, at)
			for range r.IntN(3) * r.IntN(3) * r.IntN(30) {
				at.Lat, at.Lon = at.Lat+r.Int32N(2001)-1000, at.Lon+r.Int32N(2001)-1000
				w.Nodes, w.Points = append(w.Nodes, next), append(w.Points, at)
				next++
			}
		}
		b.AddWay(w)
	}
	for range 20 {
		b.AddRestriction(r.Int64N(60), r.Int64N(60), r.Int64N(60), r.IntN(2) == 0)
		b.AddViaRestriction(AnyVehicle, r.Int64N(60), []int64{r.Int64N(60)}, r.Int64N(60), r.IntN(2) == 0)
	}
	return b
}

// packed writes the network of a builder, and returns it, and the graph of the pack.
func packed(t *testing.T, b *Builder) (*network, *Graph, []byte) {
	t.Helper()
	a, err := assemble(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	a.applyRestrictions()
	a.applyTimedRestrictions()
	a.addExtras()
	path := filepath.Join(t.TempDir(), "map.rsp")
	w, err := pack.Create(path, pack.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	// The arrays may be released while they are written.
	g := a.g
	if err := errors.Join(a.write(w, b.names.Strings()), w.Commit()); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p, err := pack.OpenBytes("map", content)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := Open(p)
	if err != nil {
		t.Fatal(err)
	}
	return &g, opened, content
}

// TestPackedGraphIsTheNetwork compares every attribute of the graph in a pack with the
// plain arrays that it was made of.
func TestPackedGraphIsTheNetwork(t *testing.T) {
	const seed = 3
	t.Logf("seed %d", seed)
	for i := range uint64(6) {
		b := randomWays(seed + i)
		n, g, _ := packed(t, b)
		if err := g.Verify(t.Context()); err != nil {
			t.Fatal(err)
		}
		names := b.names.Strings()
		if g.NumLinks() != len(n.links) || g.NumNodes() != len(n.nodes) || g.NumShadows() != len(n.shadows) {
			t.Fatalf("%d links, %d nodes", g.NumLinks(), g.NumNodes())
		}
		for node := range NodeID(g.NumNodes()) {
			if !slices.Equal(g.Out(node), n.Out(node)) || *g.nodes.At(int(node)) != n.nodes[node] {
				t.Fatalf("node %d differs", node)
			}
		}
		for l := range LinkID(g.NumLinks()) {
			r := &n.links[l]
			way := &n.ways[r.Way]
			shape, cumulative := g.appendLine(nil, nil, l)
			wantShape, wantCumulative := n.line(l)
			if !slices.Equal(shape, wantShape) || !slices.Equal(cumulative, wantCumulative) || !slices.Equal(g.Shape(l), shape) {
				t.Fatalf("link %d lies elsewhere", l)
			}
			got := g.Way(l)
			if got.ID != n.wayIDs[r.Way] || got.Name != names[way.Name] || got.flags() != way.Flags || got.Class != way.Class || got.Layer != way.Layer || got.MaxSpeedKMH != way.MaxSpeedKMH {
				t.Fatalf("link %d is of way %+v, not of %+v", l, got, *way)
			}
			if g.Island(l) != r.Island || g.Class(l) != r.Class || g.Length(l) != metres(r.Length) {
				t.Fatalf("link %d is not %+v", l, *r)
			}
			for _, e := range []EdgeID{l.Forward(), l.Backward()} {
				arc, want := g.arcOf(e), n.arcs[n.stateOf(e)]
				leaves, arrives := courseAlong(wantShape, e.Backward())
				if g.From(e) != n.From(e) || g.To(e) != n.To(e) || g.Access(e) != n.Access(e) || g.stateOf(e) != n.stateOf(e) ||
					arc.Road.class() != want.Class || roadTypes[arc.Road].band != way.band() || arc.Leaves != leaves || arc.Arrives != arrives ||
					(arc.Access&turnsBit != 0) != (want.Flags&arcTurns != 0) || (arc.Head&bendBit != 0) != (want.Flags&arcBend != 0) {
					t.Fatalf("edge %d is %+v, not %+v", e, *arc, want)
				}
			}
			for _, offset := range []float64{math.NaN(), -1, 0, 1e-9, g.Length(l) / 3, g.Length(l) - 1e-9, g.Length(l), 1e9} {
				p, segment := g.At(l, offset)
				want, wantSegment := at(shape, cumulative, offset*centimetresPerMetre)
				from, to := g.Segment(l, segment)
				if p != want || segment != wantSegment || from != shape[segment] || to != shape[segment+1] {
					t.Fatalf("link %d at %v: %v, %d, want %v, %d", l, offset, p, segment, want, wantSegment)
				}
			}
			if from, to := g.Segment(l, math.MaxInt); from != shape[len(shape)-2] || to != shape[len(shape)-1] {
				t.Fatalf("the last segment of link %d is from %v to %v", l, from, to)
			}
		}
	}
}

// TestMeetingFindsEveryRun compares the test of eight runs at once with their boxes.
func TestMeetingFindsEveryRun(t *testing.T) {
	_, g, _ := packed(t, randomWays(5))
	r := rand.New(rand.NewPCG(5, 6))
	met, missed := 0, 0
	for i := range g.groups.Len() {
		p := g.groups.At(i)
		boxes := make([]geo.FixedBounds, p.Count)
		whole := geo.NoFixedBounds
		for k := range boxes {
			var run run
			g.decode(&run, p, k)
			boxes[k] = geo.FixedBoundsOf(run.points()...)
			whole = whole.Union(boxes[k])
		}
		if whole != g.tree.Boxes()[i] {
			t.Fatalf("group %d is in the index with another box", i)
		}
		for range 200 {
			reach := []int32{10, 2000, 1_000_000}[r.IntN(3)]
			at := p.Min
			at.Lat += int32(r.Int64N(int64(whole.MaxLat) - int64(whole.MinLat) + 1))
			at.Lon += int32(r.Int64N(int64(whole.MaxLon) - int64(whole.MinLon) + 1))
			box := geo.FixedBounds{MinLat: at.Lat - reach, MinLon: at.Lon - reach, MaxLat: at.Lat + reach, MaxLon: at.Lon + reach}
			q := p.query(box)
			for k := range boxes {
				found := p.meeting(&q, k/8)>>(8*(k%8))&0x80 != 0
				if boxes[k].Intersects(box) && !found {
					t.Fatalf("run %d of group %d is in the box and not found", k, i)
				}
				if found {
					met++
				} else {
					missed++
				}
			}
		}
	}
	if missed < met/10 {
		t.Errorf("%d runs found, only %d not", met, missed)
	}
}

// TestDamagedRoadsAreErrors damages single bytes of large sections. Reading one
// must give an error that names the section; everything else the right answer.
func TestDamagedRoadsAreErrors(t *testing.T) {
	b := randomWays(9)
	_, sound, content := packed(t, b)
	p, err := pack.OpenBytes("sound", content)
	if err != nil {
		t.Fatal(err)
	}
	answers := func(g *Graph) (answer []any) {
		s := NewSearch(g)
		for l := range LinkID(g.NumLinks()) {
			middle, _ := g.At(l, g.Length(l)/2)
			s.Run(Position{Edge: l.Forward()}, 1e5, []Position{{Edge: LinkID(g.NumLinks() / 2).Forward()}}, DefaultRules(Anyone))
			cost, found := s.Cost(0)
			answer = append(answer, g.Near(nil, middle, 30, 0), g.Way(l), g.Shape(l), cost, found, s.Path(nil, 0))
		}
		return answer
	}
	want := describe(answers(sound))
	found := map[pack.Tag]int{}
	for _, s := range p.Sections() {
		if s.Tag == pack.TagMeta || s.Tag[0] != 'R' {
			continue
		}
		for at := s.Offset; at < s.Offset+s.Length; at += s.Length/7 + 1 {
			damaged := slices.Clone(content)
			damaged[at] ^= 0x10
			p, err := pack.OpenBytes("damaged", damaged)
			if err != nil {
				t.Fatal(err)
			}
			var got string
			g, err := Open(p)
			if err == nil {
				err = p.Guard(func() error { got = describe(answers(g)); return nil })
			}
			switch {
			case err != nil && (!errors.Is(err, pack.ErrCorrupt) || !strings.Contains(err.Error(), string(s.Tag)) || !strings.Contains(err.Error(), "install the map again")):
				t.Fatalf("%s: %v", s.Tag, err)
			case err != nil:
				found[s.Tag]++
			case got != want:
				t.Fatalf("byte %d of %s: a wrong answer and no error", at-s.Offset, s.Tag)
			}
		}
	}
	for _, tag := range []pack.Tag{tagNodes, tagOutOffsets, tagArcs, tagLinks, tagGroups, tagGroupOfLink, tagPoints, tagWays, tagWayIDs} {
		if found[tag] == 0 {
			t.Errorf("no damage of %s was found", tag)
		}
	}
}

// describe returns answers as text.
func describe(answers []any) string { return fmt.Sprintf("%+v", answers) }

func TestPages(t *testing.T) {
	const n = 3 * maxPages * pageSize
	p := newPages[int](n)
	r := rand.New(rand.NewPCG(1, 2))
	want := map[uint32]int{}
	for i := range 3000 {
		at := r.Uint32N(n)
		*p.set(at), want[at] = i+1, i+1
		if other := r.Uint32N(n); *p.get(other) != want[other] {
			t.Fatalf("element %d is %d, want %d", other, *p.get(other), want[other])
		}
	}
	used := len(p.used)
	if used <= maxPages || used > 3000 {
		t.Fatalf("%d pages for 3000 elements", used)
	}
	p.shrink()
	if len(p.used) != 0 || len(p.free) != maxPages || *p.get(17) != 0 {
		t.Errorf("%d pages in use, %d free", len(p.used), len(p.free))
	}
	*p.set(5) = 1
	p.shrink() // keeps a few pages
	if *p.get(5) != 1 || len(p.used) != 1 {
		t.Errorf("element 5 is %d after shrinking a small array", *p.get(5))
	}
	p.clear()
	if *p.get(5) != 0 || *p.none != [pageSize]int{} {
		t.Error("elements are left after clear")
	}
}
