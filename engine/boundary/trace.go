// SPDX-License-Identifier: MIT

package boundary

import (
	"roadsnap/engine/geo"
)

// graph is edges joined into lines. Each line runs from node to node, or closes on
// itself, along edges with the same set.
type graph struct {
	lines arcs     // without owners
	set   []uint32 // of each line
}

// trace joins edges, which meet only in their ends, into lines. A node is a vertex
// with other than two edges, or with two edges of different sets.
func trace(edges []edge) graph {
	t := tracer{edges: edges, vertex: newPositions(len(edges)), ends: make([]ends, len(edges)), used: make([]bool, len(edges))}
	for i, e := range edges {
		t.ends[i] = ends{t.vertex.number(e.a), t.vertex.number(e.b)}
	}
	t.position, t.vertex = t.vertex.list, positions{}
	t.link()
	for v := range t.position { // lines with a node
		if t.isNode(uint32(v)) {
			for _, e := range t.around(uint32(v)) {
				if !t.used[e] {
					t.follow(uint32(v), e)
				}
			}
		}
	}
	for e := range edges { // lines without one
		if !t.used[e] {
			t.follow(t.ends[e].a, uint32(e))
		}
	}
	return t.out
}

// ends are the vertices where an edge begins and ends.
type ends struct{ a, b uint32 }

type tracer struct {
	edges    []edge
	vertex   positions
	position []geo.Fixed // of each vertex
	ends     []ends
	start    []uint32 // index in at of the first edge at each vertex
	at       []uint32
	used     []bool
	out      graph
}

// link lists the edges at each vertex.
func (t *tracer) link() {
	t.start = make([]uint32, len(t.position)+2)
	for _, e := range t.ends {
		t.start[e.a+2]++
		t.start[e.b+2]++
	}
	for v := 2; v < len(t.start); v++ {
		t.start[v] += t.start[v-1]
	}
	t.at = make([]uint32, 2*len(t.edges))
	for i, e := range t.ends {
		for _, v := range [2]uint32{e.a, e.b} {
			t.at[t.start[v+1]] = uint32(i)
			t.start[v+1]++
		}
	}
}

func (t *tracer) around(v uint32) []uint32 { return t.at[t.start[v]:t.start[v+1]] }

func (t *tracer) isNode(v uint32) bool {
	at := t.around(v)
	return len(at) != 2 || t.edges[at[0]].set != t.edges[at[1]].set
}

// follow adds the line that leaves a vertex along an edge.
func (t *tracer) follow(from, e uint32) {
	line := []geo.Fixed{t.position[from]}
	set := t.edges[e].set
	for v := from; ; {
		t.used[e] = true
		v = t.ends[e].a ^ t.ends[e].b ^ v // its other end
		line = append(line, t.position[v])
		if v == from || t.isNode(v) {
			break
		}
		at := t.around(v)
		e = at[0] ^ at[1] ^ e // the other of the two
	}
	t.out.lines.add(line, 0, 0)
	t.out.set = append(t.out.set, set)
}
