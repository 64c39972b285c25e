// SPDX-License-Identifier: MIT

package road

import "slices"

// barrier is a barrier at a node, given by its OpenStreetMap id.
type barrier struct {
	node   int64
	closed Access
}

// AddBarrier adds a barrier at a node: the travellers in closed may not pass it. They
// may come to it from either side and turn back. It may be called before the ways are
// added.
func (b *Builder) AddBarrier(node int64, closed Access) {
	if closed &= Anyone; closed != 0 {
		b.barriers = append(b.barriers, barrier{node, closed})
	}
}

// barrierNodes returns the ids of the nodes of barriers, each once.
func barrierNodes(barriers []barrier) []int64 {
	ids := make([]int64, len(barriers))
	for i, b := range barriers {
		ids[i] = b.node
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// placeBarriers finds the nodes of the barriers and the travellers that each stops. Two
// links that are open to them must meet there: with more, as at the mouth of a closed
// yard, it is not known which one is closed.
func (a *assembly) placeBarriers() {
	a.closed = map[NodeID]Access{}
	for _, b := range a.b.barriers {
		i, found := a.nodes.graphNode(b.node)
		if !found {
			a.barriers.Elsewhere++
			continue
		}
		n := a.nodeOf[i]
		applied, junction := false, false
		for _, m := range modes {
			if b.closed&m == 0 {
				continue
			}
			open := 0
			for _, e := range a.g.Out(n) {
				if (a.g.Access(e)|a.g.Access(e.Reverse()))&m != 0 {
					open++
				}
			}
			const through = 2
			if open == through {
				a.closed[n] |= m
			}
			applied, junction = applied || open == through, junction || open > through
		}
		switch {
		case applied:
			a.barriers.Applied++
		case junction:
			a.barriers.AtJunctions++
		default:
			a.barriers.Elsewhere++
		}
	}
}

// banThrough bans the turns through the barriers.
func (a *assembly) banThrough() {
	for n, closed := range a.closed {
		for _, back := range a.g.Out(n) {
			for _, to := range a.g.Out(n) {
				if to != back {
					a.ban(back.Reverse(), to, closed, turnBarrier)
				}
			}
		}
	}
}

// Blocked reports whether the turn from one edge to the next is banned because of a
// barrier at the node that they share.
func (g *Graph) Blocked(from, to EdgeID) bool {
	i, found := slices.BinarySearchFunc(g.turns, turnRecord{From: from, To: to}, compareTurns)
	return found && g.turns[i].Flags&turnBarrier != 0
}
