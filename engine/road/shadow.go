// SPDX-License-Identifier: MIT

package road

import "slices"

// A shadow is a copy of a link for the vehicles that have come to it by a certain
// route, on which a turn restriction leads over whole ways ("no left turn from F over V
// to T"). The turn from F to V is banned, the one to the shadow of V is not, nothing
// else leads to the shadow, and the turn from the shadow to T is banned. So a search
// needs no memory of the route, and a network without such restrictions costs nothing.
//
// Shadows have the ids after those of all other links, in the order of the links that
// they copy. They have the geometry, the way and the nodes of those. They are in the
// lists of Out, but not in the index: Near finds the link that they copy.

// NumShadows returns how many of the links are shadows.
func (g *Graph) NumShadows() int { return len(g.shadows) }

// firstShadow returns the id of the first shadow, which is the number of links on the
// ground.
func (g *Graph) firstShadow() LinkID { return LinkID(g.links.Len() - len(g.shadows)) }

// IsShadow reports whether l is a shadow: a route begins on the link that it copies.
func (g *Graph) IsShadow(l LinkID) bool { return l >= g.firstShadow() }

// Plain returns the link on the ground: the one that l copies if l is a shadow, else l.
func (g *Graph) Plain(l LinkID) LinkID {
	if first := g.firstShadow(); l >= first {
		return g.shadows[l-first]
	}
	return l
}

// PlainEdge returns the edge on the ground in the direction of e.
func (g *Graph) PlainEdge(e EdgeID) EdgeID { return EdgeID(g.Plain(e.Link()))<<1 | e&1 }

// Shadows returns the range of the shadows of a link on the ground, first to before
// end. Most links have none.
func (g *Graph) Shadows(l LinkID) (first, end LinkID) {
	if len(g.shadows) == 0 {
		return 0, 0
	}
	at, _ := slices.BinarySearch(g.shadows, l)
	to := at
	for to < len(g.shadows) && g.shadows[to] == l {
		to++
	}
	return g.firstShadow() + LinkID(at), g.firstShadow() + LinkID(to)
}

// Degree returns how many edges on the ground leave a node, regardless of access.
func (g *Graph) Degree(n NodeID) (degree int) {
	first, end := g.outOf(n)
	if len(g.shadows) == 0 {
		return end - first
	}
	for _, arc := range g.arcs.Range(first, end) {
		if !g.IsShadow(arc.Edge.Link()) {
			degree++
		}
	}
	return degree
}
