// SPDX-License-Identifier: MIT

package osmimport

import (
	"github.com/paulmach/osm"

	"roadsnap/engine/coast"
	"roadsnap/engine/diagnostic"
	"roadsnap/engine/geo"
)

// coastKinds maps the faults of a coastline to kinds of diagnostics.
var coastKinds = map[coast.Fault]diagnostic.Kind{
	coast.FaultHeadToHead: diagnostic.CoastHeadToHead,
	coast.FaultTooLong:    diagnostic.CoastTooLong,
	coast.FaultSameSides:  diagnostic.CoastSameSides,
	coast.FaultMissing:    diagnostic.CoastMissing,
	coast.FaultOpen:       diagnostic.CoastOpen,
	coast.FaultTangled:    diagnostic.CoastTangled,
}

// Diagnostics lists the data that was left out, repaired or is doubtful, most
// serious first.
func (r *Report) Diagnostics() (list diagnostic.List) {
	if c := r.Coast; c != nil {
		if c.Fault != "" {
			list.Add(coastFinding(coastKinds[c.Fault], c.FaultAt))
		}
		list.Add(coastFinding(diagnostic.CoastEnds, c.Ends...))
	}
	for _, counted := range []struct {
		kind diagnostic.Kind
		n    int64
	}{
		{diagnostic.SplitWays, r.SplitWays},
		{diagnostic.ShortWays, r.ShortWays},
		{diagnostic.IncompleteAreas, r.IncompleteAreas},
		{diagnostic.InvalidNodes, r.InvalidNodes},
		{diagnostic.MalformedRestrictions, r.RestrictionsMalformed},
		{diagnostic.UnknownRestrictions, int64(r.Graph.Restrictions.Unknown)},
		{diagnostic.AmbiguousRestrictions, int64(r.Graph.Restrictions.Ambiguous)},
		{diagnostic.MissingNodes, r.MissingNodes},
		{diagnostic.UnbuiltWays, r.UnbuiltWays},
		{diagnostic.AreaWays, r.AreaWays},
		{diagnostic.OtherWays, r.OtherWays},
		{diagnostic.DuplicateNodes, r.DuplicateNodes},
		{diagnostic.DuplicateWays, r.DuplicateWays},
		{diagnostic.DuplicateRelations, r.DuplicateRelations},
		{diagnostic.OutOfOrder, r.OutOfOrder},
		{diagnostic.TimedRestrictions, r.RestrictionsTimed},
		{diagnostic.OtherRestrictions, r.RestrictionsForOthers},
	} {
		if f := r.faulty[counted.kind]; f != nil {
			list.Add(*f)
		} else {
			list.Count(counted.kind, int(counted.n))
		}
	}
	return list
}

func coastFinding(kind diagnostic.Kind, places ...coast.Place) diagnostic.Diagnostic {
	f := diagnostic.Diagnostic{Kind: kind}
	for _, p := range places {
		f.Add(diagnostic.Item{Way: p.Way, Bounds: geo.BoundsOf(geo.Point{Lat: p.Lat, Lon: p.Lon})})
	}
	return f
}

// note records the place of a fault that the report counts. It calls where only for
// the first diagnostic.MaxItems of a kind.
func (r *Report) note(kind diagnostic.Kind, item diagnostic.Item, where func() geo.Bounds) {
	f := r.faulty[kind]
	if f == nil {
		if r.faulty == nil {
			r.faulty = make(map[diagnostic.Kind]*diagnostic.Diagnostic)
		}
		f = &diagnostic.Diagnostic{Kind: kind}
		r.faulty[kind] = f
	}
	if len(f.Items) < diagnostic.MaxItems {
		item.Bounds = where()
	}
	f.Add(item)
}

// cutOf returns the position of the first node next to a missing one, or of the
// first node if none is missing.
func (im *importer) cutOf(k keptWay) geo.Bounds {
	refs := im.refsOf(k)
	near := func(i int) bool {
		return refs[i] != noNode && (i > 0 && refs[i-1] == noNode || i+1 < len(refs) && refs[i+1] == noNode)
	}
	for i := range refs {
		if near(i) {
			return geo.BoundsOf(im.nodes.point(refs[i]).Point())
		}
	}
	if len(refs) > 0 && refs[0] != noNode {
		return geo.BoundsOf(im.nodes.point(refs[0]).Point())
	}
	return geo.NoBounds
}

// badTurn is a malformed turn restriction with its first node and way member, 0 if
// it has none.
type badTurn struct{ relation, node, way int64 }

func badTurnOf(r *relation) badTurn {
	bad := badTurn{relation: r.id}
	for _, m := range r.members {
		switch {
		case m.kind == osm.TypeNode && bad.node == 0:
			bad.node = m.id
		case m.kind == osm.TypeWay && bad.way == 0:
			bad.way = m.id
		}
	}
	return bad
}

// noteBadTurns records the places of malformed turn restrictions: the node, or else
// the beginning of the way.
func (im *importer) noteBadTurns() {
	for _, bad := range im.badTurns {
		im.report.note(diagnostic.MalformedRestrictions, diagnostic.Item{Relation: bad.relation}, func() geo.Bounds {
			if i := im.nodes.find(bad.node); i != noNode {
				return geo.BoundsOf(im.nodes.point(i).Point())
			}
			if k, found := im.wayOf(bad.way); found && k.count > 0 {
				points, _ := im.pointsOf(im.refsOf(k))
				return geo.FixedBoundsOf(points[:min(len(points), 1)]...).Bounds()
			}
			return geo.NoBounds
		})
	}
}

// wayOf returns the way with the given id.
func (im *importer) wayOf(id int64) (k keptWay, found bool) { return im.ways.find(id) }

// restOf returns the box of the members of an area that are in the file.
func (im *importer) restOf(a area) geo.Bounds {
	box := geo.NoFixedBounds
	for _, m := range im.areaMembers[a.first:a.last] {
		if k, found := im.wayOf(m.way); found {
			points, _ := im.pointsOf(im.refsOf(k))
			box = box.Union(geo.FixedBoundsOf(points...))
		}
	}
	return box.Bounds()
}
