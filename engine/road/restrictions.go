// SPDX-License-Identifier: MIT

package road

import (
	"cmp"
	"slices"
)

// Banned reports whether a turn restriction bans anyone from passing from one edge to
// the next at the node that they share.
func (g *Graph) Banned(from, to EdgeID) bool { return g.BannedFor(from, to) != 0 }

// BannedFor returns the travellers banned by a turn restriction from passing from one
// edge to the next at the node that they share.
func (g *Graph) BannedFor(from, to EdgeID) Access {
	i, found := slices.BinarySearchFunc(g.turns, turnRecord{From: from, To: to}, compareTurns)
	if !found {
		return 0
	}
	return g.turns[i].Banned
}

// BansTurns reports whether a turn from e is banned for anyone.
func (g *Graph) BansTurns(e EdgeID) bool {
	i, _ := slices.BinarySearchFunc(g.turns, turnRecord{From: e}, compareTurns)
	return i < len(g.turns) && g.turns[i].From == e
}

// compareTurns orders by From, then To, in one comparison, because searches call it
// often.
func compareTurns(a, b turnRecord) int {
	return cmp.Compare(uint64(a.From)<<32|uint64(a.To), uint64(b.From)<<32|uint64(b.To))
}

// restriction is a turn restriction with OpenStreetMap ids.
type restriction struct {
	fromWay, viaNode, toWay int64
	only                    bool
	access                  Access
}

// AddRestriction adds a turn restriction for all vehicles. Coming from fromWay to the
// node, they must not continue on toWay or, if only is set, on any other edge,
// including a U-turn. It may be called before the ways are added. Several restrictions
// with only for one approach permit the union of their turns.
func (b *Builder) AddRestriction(fromWay, viaNode, toWay int64, only bool) {
	b.AddRestrictionFor(AnyVehicle, fromWay, viaNode, toWay, only)
}

// AddRestrictionFor adds a turn restriction for the travellers in access.
func (b *Builder) AddRestrictionFor(access Access, fromWay, viaNode, toWay int64, only bool) {
	b.restrictions = append(b.restrictions, restriction{fromWay, viaNode, toWay, only, access & Anyone})
}

// turn is a restriction in terms of edges.
type turn struct {
	from, to EdgeID
	only     bool
	access   Access
}

// applyRestrictions fills the table of turns, adds the shadows, and marks the affected
// edges.
func (a *assembly) applyRestrictions() RestrictionStats {
	var stats RestrictionStats
	var only []turn
	for _, r := range a.b.restrictions {
		turns := a.resolve(r, &stats)
		for _, t := range turns {
			if t.only {
				only = append(only, t)
			} else {
				a.ban(t.from, t.to, t.access, 0)
			}
		}
	}
	slices.SortFunc(only, func(a, b turn) int { return cmp.Compare(a.from, b.from) })
	for len(only) > 0 {
		n := 1
		for n < len(only) && only[n].from == only[0].from {
			n++
		}
		a.banOthers(only[:n])
		only = only[n:]
	}
	a.banThrough()
	a.sortTurns()
	a.addShadows(a.resolveVias(a.b.viaRestrictions, &stats))
	a.sortTurns()
	a.markArcs()
	stats.Banned = len(a.g.turns)
	return stats
}

// resolve returns the edges of a restriction and counts its outcome.
func (a *assembly) resolve(r restriction, stats *RestrictionStats) []turn {
	i, found := a.nodes.graphNode(r.viaNode)
	if !found {
		stats.Unknown++
		return nil
	}
	var from, to []EdgeID
	for _, e := range a.g.Out(a.nodeOf[i]) {
		way := a.g.WayID(e.Link())
		if way == r.fromWay && a.g.Access(e.Reverse()) != 0 {
			from = append(from, e.Reverse())
		}
		if way == r.toWay && a.g.Access(e) != 0 {
			to = append(to, e)
		}
	}
	switch {
	case len(from) == 0 || len(to) == 0:
		stats.Unknown++
		return nil
	case len(from) == 1 && len(to) == 1:
		stats.Applied++
		return []turn{{from[0], to[0], r.only, r.access}}
	case r.fromWay == r.toWay && !r.only:
		// A ban on U-turns, on a way that continues through the node.
		stats.Applied++
		turns := make([]turn, len(from))
		for i, e := range from {
			turns[i] = turn{e, e.Reverse(), false, r.access}
		}
		return turns
	}
	stats.Ambiguous++
	return nil
}

// banOthers bans all turns that no restriction of a group permits. The group has the
// same first edge and only set.
func (a *assembly) banOthers(group []turn) {
	from := group[0].from
	for _, to := range a.g.Out(a.g.To(from)) {
		var bound, permitted Access
		for _, t := range group {
			bound |= t.access
			if t.to == to {
				permitted |= t.access
			}
		}
		a.ban(from, to, bound&^permitted, 0)
	}
}

// ban adds a banned turn for the travellers that may use the next edge.
func (a *assembly) ban(from, to EdgeID, access Access, flags turnFlags) {
	if access &= a.g.Access(to); access != 0 {
		a.g.turns = append(a.g.turns, turnRecord{From: from, To: to, Banned: access, Flags: flags})
	}
}

// sortTurns sorts the table and merges records of the same turn.
func (a *assembly) sortTurns() {
	g := &a.g
	slices.SortFunc(g.turns, compareTurns)
	n := 0
	for _, t := range g.turns {
		if n > 0 && compareTurns(g.turns[n-1], t) == 0 {
			g.turns[n-1].Banned |= t.Banned
			g.turns[n-1].Flags |= t.Flags
			continue
		}
		g.turns[n] = t
		n++
	}
	g.turns = g.turns[:n]
}

// markArcs marks the edges from which a turn is banned, and those that end at a bend.
func (a *assembly) markArcs() {
	g := &a.g
	for _, t := range g.turns {
		g.arcs[g.stateOf(t.From)].Flags |= arcTurns
	}
	if len(g.shadows) == 0 {
		return
	}
	for n := range NodeID(len(g.nodes)) {
		if g.isBend(n) {
			for _, e := range g.Out(n) {
				g.arcs[g.stateOf(e.Reverse())].Flags |= arcBend
			}
		}
	}
}
