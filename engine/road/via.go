// SPDX-License-Identifier: MIT

package road

import (
	"cmp"
	"slices"
)

// viaRestriction is a turn restriction over ways, with OpenStreetMap ids.
type viaRestriction struct {
	from, to int64
	via      []int64
	only     bool
	access   Access
}

// AddViaRestriction adds a turn restriction over ways for the travellers in access.
// Coming from fromWay over all the ways of via, in any order that joins them, they must
// not continue on toWay or, if only is set, on any other edge. It keeps via. Several
// restrictions with only for one approach permit the union of their turns.
//
// A vehicle may still leave the ways of via before their end, whether or not only is
// set. Turning back twice on one of their links does not lift the restriction.
func (b *Builder) AddViaRestriction(access Access, fromWay int64, via []int64, toWay int64, only bool) {
	b.viaRestrictions = append(b.viaRestrictions, viaRestriction{fromWay, toWay, via, only, access & AnyVehicle})
}

// viaRule is a restriction over ways in terms of edges.
type viaRule struct {
	path   []EdgeID // the edge of fromWay and those of the ways of via, at least two
	to     EdgeID
	only   bool
	access Access
}

// bans returns for whom a rule of only bans each edge after its path, where others
// holds the rules of only with the same path.
func (r *viaRule) bans(e EdgeID, others []viaRule) Access {
	if !r.only {
		if e == r.to {
			return r.access
		}
		return 0
	}
	var permitted Access
	for i := range others {
		if o := &others[i]; o.only && o.to == e && slices.Equal(o.path, r.path) {
			permitted |= o.access
		}
	}
	return r.access &^ permitted
}

// Limits of the search for the path of a restriction. Real ones lead over a few links.
const (
	maxViaLinks = 64
	maxViaSteps = 4096
)

// viaResolver finds the edges of restrictions over ways.
type viaResolver struct {
	g     *network
	links map[int64][]LinkID // by way, of the ways in restrictions

	// The current restriction.
	rule  *viaRestriction
	steps int
	path  []EdgeID
	seen  []NodeID
	used  []bool // parallel to rule.via
	found []viaRule
}

// resolveVias returns the rules of the restrictions over ways and counts their outcome.
func (a *assembly) resolveVias(list []viaRestriction, stats *RestrictionStats) []viaRule {
	if len(list) == 0 {
		return nil
	}
	v := viaResolver{g: &a.g, links: map[int64][]LinkID{}}
	for _, r := range list {
		v.links[r.from] = nil
	}
	for l := range LinkID(len(a.g.links)) {
		if way := a.g.WayID(l); v.wants(way) {
			v.links[way] = append(v.links[way], l)
		}
	}
	var rules []viaRule
	for i := range list {
		switch found := v.resolve(&list[i]); len(found) {
		case 0:
			stats.Unknown++
		case 1:
			stats.Applied++
			stats.ViaWay++
			rules = append(rules, found[0])
		default:
			stats.Ambiguous++
		}
	}
	return rules
}

func (v *viaResolver) wants(way int64) bool {
	_, wanted := v.links[way]
	return wanted
}

// resolve returns the rules that a restriction may mean: one unless it is unclear or
// unknown.
func (v *viaResolver) resolve(r *viaRestriction) []viaRule {
	v.rule, v.steps, v.found = r, 0, nil
	v.used = make([]bool, len(r.via))
	for _, l := range v.links[r.from] {
		for _, e := range [2]EdgeID{l.Forward(), l.Backward()} {
			if v.g.Access(e)&r.access != 0 {
				v.path, v.seen = append(v.path[:0], e), v.seen[:0]
				v.follow(v.g.To(e), -1)
			}
		}
	}
	return v.found
}

// follow extends the path, which ends at a node on the way of via with that index, −1 at
// its beginning.
func (v *viaResolver) follow(n NodeID, on int) {
	if v.steps++; v.steps > maxViaSteps || len(v.path) > maxViaLinks {
		return
	}
	last := v.path[len(v.path)-1]
	for _, e := range v.g.Out(n) {
		way := v.g.WayID(e.Link())
		if v.g.Access(e)&v.rule.access == 0 || e == last.Reverse() {
			continue
		}
		if way == v.rule.to && len(v.path) > 1 && !slices.Contains(v.used, false) {
			v.found = append(v.found, viaRule{slices.Clone(v.path), e, v.rule.only, v.rule.access})
		}
		if slices.Contains(v.seen, v.g.To(e)) {
			continue
		}
		for i, via := range v.rule.via {
			if via != way || v.used[i] && i != on {
				continue
			}
			before := v.used[i]
			v.used[i] = true
			v.path, v.seen = append(v.path, e), append(v.seen, n)
			v.follow(v.g.To(e), i)
			v.path, v.seen = v.path[:len(v.path)-1], v.seen[:len(v.seen)-1]
			v.used[i] = before
			break
		}
	}
}

// viaTrie is a trie of the paths of rules (Aho and Corasick, "Efficient String Matching",
// 1975). The state of a vehicle is the longest end of its route that is the beginning of
// a path. A state of two edges or more is a shadow of its last edge.
type viaTrie struct {
	rules []viaRule
	nodes []viaNode // the root first
}

type viaNode struct {
	path   []EdgeID
	access Access // the travellers of the rules through it
	next   map[EdgeID]int
	shadow LinkID // the shadow of its last edge, if the path has two edges or more
}

func newViaTrie(rules []viaRule) *viaTrie {
	t := &viaTrie{rules: rules, nodes: []viaNode{{next: map[EdgeID]int{}}}}
	for i := range rules {
		r := &rules[i]
		at := 0
		for k, e := range r.path {
			next, found := t.nodes[at].next[e]
			if !found {
				next = len(t.nodes)
				t.nodes = append(t.nodes, viaNode{path: r.path[:k+1], next: map[EdgeID]int{}})
				t.nodes[at].next[e] = next
			}
			t.nodes[next].access |= r.access
			at = next
		}
	}
	return t
}

// state returns the state of a traveller at the end of a route.
func (t *viaTrie) state(route []EdgeID, who Access) int {
	for first := range route {
		at, found := 0, true
		for _, e := range route[first:] {
			if at, found = t.nodes[at].next[e]; !found || t.nodes[at].access&who == 0 {
				found = false
				break
			}
		}
		if found {
			return at
		}
	}
	return 0
}

// bans returns the travellers for whom a rule that ends with the route bans e.
func (t *viaTrie) bans(route []EdgeID, e EdgeID) (banned Access) {
	for i := range t.rules {
		r := &t.rules[i]
		if n := len(r.path); n <= len(route) && slices.Equal(r.path, route[len(route)-n:]) {
			banned |= r.bans(e, t.rules)
		}
	}
	return banned
}

// addShadows adds the shadows of the rules and the turns to and from them.
func (a *assembly) addShadows(rules []viaRule) {
	if len(rules) == 0 {
		return
	}
	t := newViaTrie(rules)
	var shadows []int // nodes of the trie
	for i := range t.nodes {
		if len(t.nodes[i].path) > 1 {
			shadows = append(shadows, i)
		}
	}
	slices.SortStableFunc(shadows, func(i, j int) int { return cmp.Compare(t.last(i).Link(), t.last(j).Link()) })
	g := &a.g
	for _, i := range shadows {
		n, e := &t.nodes[i], t.last(i)
		n.shadow = LinkID(len(g.links))
		shape, cumulative := g.line(e.Link())
		l := g.links[e.Link()]
		l.Forward, l.Backward, l.Island = l.Forward&n.access, l.Backward&n.access, l.Island&n.access
		g.links = append(g.links, l)
		g.shape, g.cumulative = append(g.shape, shape...), append(g.cumulative, cumulative...)
		g.shapeOffsets = append(g.shapeOffsets, uint32(len(g.shape)))
		g.shadows = append(g.shadows, e.Link())
	}
	a.addAdjacency()
	a.banAround(t, shadows)
}

func (t *viaTrie) last(node int) EdgeID {
	path := t.nodes[node].path
	return path[len(path)-1]
}

// banAround bans the turns that do not follow the states of the trie, at all nodes of
// its shadows.
func (a *assembly) banAround(t *viaTrie, shadows []int) {
	g := &a.g
	plain := slices.Clone(g.turns) // of the edges on the ground, sorted
	banned := func(from, to EdgeID) (t turnRecord) {
		if i, found := slices.BinarySearchFunc(plain, turnRecord{From: from, To: to}, compareTurns); found {
			t = plain[i]
		}
		return t
	}
	byLink := map[LinkID]int{} // nodes of the trie by their shadow
	var places []NodeID
	for _, i := range shadows {
		l := t.nodes[i].shadow
		byLink[l] = i
		places = append(places, g.links[l].From, g.links[l].To)
	}
	slices.Sort(places)
	for _, n := range slices.Compact(places) {
		for _, back := range g.Out(n) {
			from := back.Reverse()
			for _, to := range g.Out(n) {
				base, next := g.PlainEdge(from), g.PlainEdge(to)
				before := banned(base, next)
				a.ban(from, to, before.Banned|t.astray(byLink, from, to, base, next), before.Flags)
			}
		}
	}
}

// astray returns the travellers that must not turn from one edge to the next by the
// rules, or do not get to that shadow of it by their route. base and next are the edges
// on the ground.
func (t *viaTrie) astray(byLink map[LinkID]int, from, to, base, next EdgeID) (who Access) {
	route := []EdgeID{base}
	onShadow, toShadow := byLink[from.Link()], byLink[to.Link()]
	if onShadow > 0 && t.last(onShadow) == base {
		route = t.nodes[onShadow].path
	}
	who = t.bans(route, next)
	for _, m := range modes {
		switch {
		case onShadow > 0 && next == base.Reverse() && t.nodes[onShadow].access&m != 0:
			// A vehicle that turns back stays on the shadow.
			if toShadow != onShadow {
				who |= m
			}
		case toShadow > 0 && t.last(toShadow) != next:
			who |= m
		default:
			state := t.state(append(slices.Clone(route), next), m)
			if len(t.nodes[state].path) < 2 {
				state = 0
			}
			if state != toShadow {
				who |= m
			}
		}
	}
	return who
}
