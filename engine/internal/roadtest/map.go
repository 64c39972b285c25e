// SPDX-License-Identifier: MIT

package roadtest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/engine/road"
)

// Map is a drawn map: a graph whose nodes and edges are named by letters.
type Map struct {
	*road.Graph
	Stats road.Stats

	tb     testing.TB
	points map[rune]geo.Fixed
}

// Draw builds the graph of a picture and its ways; see the package comment for the
// notation. Way ids count from 1 in the order of the lines, unless given. It fails the
// test if a line is invalid.
func Draw(tb testing.TB, picture string, lines ...string) *Map {
	tb.Helper()
	points, err := parsePicture(picture)
	if err != nil {
		tb.Fatalf("%v", err)
	}
	var ways []wayLine
	var turns []turn
	b := road.NewBuilder()
	for _, line := range lines {
		if at, closed, isBarrier, err := parseBarrier(line); isBarrier && err == nil {
			b.AddBarrier(int64(at), closed)
			continue
		}
		t, isTurn, err := parseTurn(line)
		if isTurn && err == nil {
			turns = append(turns, t)
			continue
		}
		var w wayLine
		if err == nil {
			w, err = parseWay(line)
		}
		for _, p := range w.points {
			if _, drawn := points[p]; !drawn && err == nil {
				err = fmt.Errorf("%q is not in the picture", p)
			}
		}
		if err != nil {
			tb.Fatalf("line %q: %v", line, err)
		}
		if w.spec.ID == 0 {
			w.spec.ID = int64(len(ways) + 1)
		}
		ways = append(ways, w)
	}
	for _, w := range ways {
		for _, p := range w.points {
			w.spec.Nodes = append(w.spec.Nodes, int64(p))
			w.spec.Points = append(w.spec.Points, points[p])
		}
		b.AddWay(w.spec)
	}
	for _, t := range turns {
		through := make([]int64, len(t.points)-1)
		for i := range through {
			through[i] = wayThrough(tb, ways, t.points[i], t.points[i+1])
		}
		from, via, to := through[0], through[1:len(through)-1], through[len(through)-1]
		switch {
		case t.hours != "":
			b.AddTimedRestriction(road.AnyVehicle, from, int64(t.points[1]), to, t.hours)
		case len(via) == 0:
			b.AddRestriction(from, int64(t.points[1]), to, t.only)
		default:
			b.AddViaRestriction(road.AnyVehicle, from, via, to, t.only)
		}
	}
	g, stats := Build(tb, b)
	return &Map{Graph: g, Stats: stats, tb: tb, points: points}
}

// wayThrough returns the id of the first way that contains both points.
func wayThrough(tb testing.TB, ways []wayLine, a, b rune) int64 {
	tb.Helper()
	for _, w := range ways {
		if slices.Contains(w.points, a) && slices.Contains(w.points, b) {
			return w.spec.ID
		}
	}
	tb.Fatalf("no way has %c and %c", a, b)
	return 0
}

// Build writes the graph of b to a pack and opens it. The graph is valid until the end
// of the test. It fails the test if the graph does not pass Verify.
func Build(tb testing.TB, b *road.Builder) (*road.Graph, road.Stats) {
	tb.Helper()
	p, stats := Pack(tb, b)
	g, err := road.Open(p)
	if err != nil {
		tb.Fatalf("%v", err)
	}
	if err := g.Verify(tb.Context()); err != nil {
		tb.Fatalf("%v", err)
	}
	return g, stats
}

// Pack writes the graph of b to a pack in memory.
func Pack(tb testing.TB, b *road.Builder) (*pack.Pack, road.Stats) {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "map.rsp")
	w, err := pack.Create(path, pack.Meta{Name: "drawn map", Bounds: geo.NoBounds})
	if err != nil {
		tb.Fatalf("%v", err)
	}
	stats, err := b.Write(tb.Context(), w)
	if err == nil {
		err = w.Commit()
	}
	if err != nil {
		_ = w.Abort()
		tb.Fatalf("%v", err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		tb.Fatalf("%v", err)
	}
	p, err := pack.OpenBytes("drawn map", content)
	if err != nil {
		tb.Fatalf("%v", err)
	}
	return p, stats
}

// Point returns the position of a letter or digit of the picture.
func (m *Map) Point(letter rune) geo.Point {
	m.tb.Helper()
	p, drawn := m.points[letter]
	if !drawn {
		m.tb.Fatalf("%q is not in the picture", letter)
	}
	return p.Point()
}

// Node returns the node at a letter of the picture, which must be the only one there.
func (m *Map) Node(letter rune) road.NodeID {
	m.tb.Helper()
	at := m.Point(letter)
	for n := range road.NodeID(m.NumNodes()) {
		if m.NodePoint(n) == at {
			return n
		}
	}
	m.tb.Fatalf("%q is not a node of the graph", letter)
	return 0
}

// Edge returns the edge through all the letters: "A1B" from node A by way of point 1 to
// node B. Two letters are enough, "AB", unless there are several edges between them;
// then they mean the straight one.
func (m *Map) Edge(letters string) road.EdgeID {
	m.tb.Helper()
	path := []rune(letters)
	first, last := path[0], path[len(path)-1]
	var found []road.EdgeID
	for _, e := range m.Out(m.Node(first)) {
		if m.To(e) == m.Node(last) && !m.IsShadow(e.Link()) {
			found = append(found, e)
		}
	}
	if len(path) > 2 || len(found) > 1 {
		found = slices.DeleteFunc(found, func(e road.EdgeID) bool { return !slices.Equal(m.shapeOf(path), m.travel(e)) })
	}
	if len(found) != 1 {
		m.tb.Fatalf("%d edges run through %q", len(found), letters)
	}
	return found[0]
}

// Edges returns the edge of each word; see Edge.
func (m *Map) Edges(words string) []road.EdgeID {
	m.tb.Helper()
	var edges []road.EdgeID
	for _, word := range strings.Fields(words) {
		edges = append(edges, m.Edge(word))
	}
	return edges
}

// On returns the position at an offset in metres along an edge; see Edge.
func (m *Map) On(letters string, offset float64) road.Position {
	m.tb.Helper()
	return road.Position{Edge: m.Edge(letters), Offset: offset}
}

func (m *Map) shapeOf(letters []rune) []geo.Fixed {
	points := make([]geo.Fixed, len(letters))
	for i, c := range letters {
		points[i] = m.points[c]
	}
	return points
}

// travel returns the shape of e in the direction of travel.
func (m *Map) travel(e road.EdgeID) []geo.Fixed {
	shape := slices.Clone(m.Shape(e.Link()))
	if e.Backward() {
		slices.Reverse(shape)
	}
	return shape
}
