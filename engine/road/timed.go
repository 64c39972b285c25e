// SPDX-License-Identifier: MIT

package road

import (
	"cmp"
	"context"
	"slices"

	"roadsnap/engine/pack"
)

// A turn that is banned at certain hours only does not restrict routes, because a trip may
// be of any hour. It can be looked up where the time is known.

// timedRecord bans a turn at certain hours. The table is sorted by From, then To; a turn
// may be in it several times.
type timedRecord struct {
	From, To EdgeID
	Hours    uint32 // in the string table
	Banned   uint32 // the banned travellers, an Access
}

// timedRestriction is such a restriction with OpenStreetMap ids.
type timedRestriction struct {
	restriction
	hours uint32 // in the string table
}

// AddTimedRestriction adds a turn restriction at certain hours for the travellers in
// access. hours is a condition of OpenStreetMap, such as
// "no_left_turn @ (Mo-Fr 06:00-09:00)".
func (b *Builder) AddTimedRestriction(access Access, fromWay, viaNode, toWay int64, hours string) {
	r := restriction{fromWay, viaNode, toWay, false, access & Anyone}
	b.timed = append(b.timed, timedRestriction{r, b.names.Add(hours)})
}

// applyTimedRestrictions fills the table of turns that are banned at certain hours.
func (a *assembly) applyTimedRestrictions() {
	var stats RestrictionStats // of the others only
	for _, r := range a.b.timed {
		for _, t := range a.resolve(r.restriction, &stats) {
			if banned := t.access & a.g.Access(t.to); banned != 0 {
				a.g.timed = append(a.g.timed, timedRecord{t.from, t.to, r.hours, uint32(banned)})
			}
		}
	}
	slices.SortFunc(a.g.timed, compareTimed)
}

// writeTimed writes the table, if there is one. Older programs ignore it.
func (a *assembly) writeTimed(w *pack.Writer) error {
	if len(a.g.timed) == 0 {
		return nil
	}
	return pack.WriteOptional(w, tagTimed, a.g.timed)
}

func compareTimed(a, b timedRecord) int {
	return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
}

// TimedBans returns the conditions under which a turn restriction bans all of who from
// passing from one edge to the next at the node that they share. The strings are views of
// the mapped pack.
func (g *Graph) TimedBans(from, to EdgeID, who Access) (hours []string) {
	if len(g.timed) == 0 {
		return nil
	}
	turn := timedRecord{From: g.PlainEdge(from), To: g.PlainEdge(to)}
	i, _ := slices.BinarySearchFunc(g.timed, turn, compareTimed)
	for ; i < len(g.timed) && compareTimed(g.timed[i], turn) == 0; i++ {
		if who&^Access(g.timed[i].Banned) == 0 {
			hours = append(hours, g.strings.At(g.timed[i].Hours))
		}
	}
	return hours
}

func (g *Graph) verifyTimed(ctx context.Context) error {
	return g.pack.Each(ctx, len(g.timed), func(i int) error {
		t := &g.timed[i]
		edges := int64(g.NumEdges())
		switch {
		case int64(t.From) >= edges || int64(t.To) >= edges:
			return corrupt("timed turn %d joins edges %d and %d of %d", i, t.From, t.To, edges)
		case g.To(t.From) != g.From(t.To):
			return corrupt("timed turn %d joins edges %d and %d, which do not meet", i, t.From, t.To)
		case t.Banned == 0 || t.Banned&^uint32(Anyone) != 0:
			return corrupt("timed turn %d is banned for %#x", i, t.Banned)
		case int64(t.Hours) >= int64(g.strings.Len()):
			return corrupt("timed turn %d has string %d of %d", i, t.Hours, g.strings.Len())
		case i > 0 && compareTimed(g.timed[i-1], *t) > 0:
			return corrupt("timed turn %d is out of order", i)
		}
		return nil
	})
}
