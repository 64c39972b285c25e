// SPDX-License-Identifier: MIT

package osmimport

import (
	"slices"

	"roadsnap/engine/basemap"
	"roadsnap/engine/diagnostic"
	"roadsnap/engine/geo"
	"roadsnap/engine/road"
)

// run is a sequence of consecutive nodes of a way, none of which is missing. Nodes are
// given by index.
type run struct {
	nodes  []int64
	points []geo.Fixed
	refs   []int64 // ids of all nodes of the way
}

// runsOf calls emit with each run of a way, including runs of a single node, and
// returns the number of missing nodes. The slices of a run are valid until emit
// returns.
func (im *importer) runsOf(k keptWay, buffer *run, emit func(run)) (missing int64) {
	buffer.nodes, buffer.points = buffer.nodes[:0], buffer.points[:0]
	flush := func() {
		if len(buffer.nodes) > 0 {
			emit(*buffer)
		}
		buffer.nodes, buffer.points = buffer.nodes[:0], buffer.points[:0]
	}
	buffer.refs = k.appendIDs(buffer.refs[:0])
	for _, id := range buffer.refs {
		i, at := im.nodes.locate(id)
		if i == noNode {
			missing++
			flush()
			continue
		}
		if n := len(buffer.nodes); n > 0 && buffer.nodes[n-1] == i {
			continue
		}
		buffer.nodes, buffer.points = append(buffer.nodes, i), append(buffer.points, at)
	}
	flush()
	return missing
}

// addWays adds each way to the roads, and what its own tags describe to the layers. Both may
// be nil. The nodes of each way are looked up once, because that takes the time.
func (im *importer) addWays(roads *road.Builder, layers *layerBuilder) error {
	var buffer run
	for k := range im.ways.all() {
		if err := im.ctx.Err(); err != nil {
			return err
		}
		switch {
		case k.use&useRoad != 0:
			im.addRoad(roads, layers, k, &buffer)
		case layers != nil:
			im.addWay(layers, k, &buffer)
		}
	}
	im.box = im.box.Union(im.roadBox)
	return nil
}

// addRoad adds a road to the roads and to the layers.
func (im *importer) addRoad(roads *road.Builder, layers *layerBuilder, k keptWay, buffer *run) {
	style := &im.roads.list[k.style]
	spec := road.WaySpec{Way: style.Way, Extra: style.Extra, Forward: style.forward, Backward: style.backward}
	f := roadFeature(&spec)
	f.ID, f.NameEn = k.id, style.nameEn
	spec.ID = k.id
	kept := 0
	missing := im.runsOf(k, buffer, func(r run) {
		if len(r.nodes) < 2 {
			return
		}
		kept++
		box := geo.FixedBoundsOf(r.points...)
		if roads != nil {
			spec.Nodes, spec.Points = r.nodes, r.points
			im.roadBox = im.roadBox.Union(box)
			roads.AddWay(spec)
		}
		if layers != nil {
			im.box = im.box.Union(box)
			layers.Add(f, r.points)
		}
	})
	if roads == nil {
		return
	}
	im.report.MissingNodes += missing
	switch {
	case kept == 0:
		im.report.ShortWays++
		im.report.note(diagnostic.ShortWays, diagnostic.Item{Name: spec.Name, Way: k.id}, func() geo.Bounds { return im.cutOf(k) })
	case missing > 0:
		im.report.SplitWays++
		im.report.note(diagnostic.SplitWays, diagnostic.Item{Name: spec.Name, Way: k.id}, func() geo.Bounds { return im.cutOf(k) })
	}
}

// addTurns adds the turn restrictions and barriers to b.
func (im *importer) addTurns(b *road.Builder) {
	im.noteBadTurns()
	for _, r := range im.restrictions {
		node := im.nodes.find(r.node)
		switch {
		case r.via != nil:
			b.AddViaRestriction(r.access, r.from, r.via, r.to, r.only)
		case r.hours != "":
			b.AddTimedRestriction(r.access, r.from, node, r.to, r.hours)
		default:
			b.AddRestrictionFor(r.access, r.from, node, r.to, r.only)
		}
	}
	im.addBarriers(b)
}

// addRelationsAndNodes adds the features of the map that are no ways to b.
func (im *importer) addRelationsAndNodes(b *layerBuilder) error {
	for _, a := range im.areas {
		if err := im.addArea(b, a); err != nil {
			return err
		}
	}
	im.addSites(b)
	for _, p := range im.places {
		f := im.names.list[p.names].feature(p.kind)
		f.ID, f.Rank = p.id, p.rank
		im.addPoint(b, f, p.point)
	}
	return nil
}

// addSites adds the points of interest and house numbers of ways.
func (im *importer) addSites(b *layerBuilder) {
	for _, s := range im.sites {
		k, found := im.wayOf(s.way)
		if !found || k.version != s.version {
			continue
		}
		ring, missing := im.ringOf(k)
		f := im.names.list[s.names].feature(s.kind)
		if missing > 0 || len(ring) < 4 {
			if k.use&(useFeature|useBuilding) == 0 { // addRing reports the others
				im.report.IncompleteAreas++
				im.report.note(diagnostic.IncompleteAreas, diagnostic.Item{Name: f.Name, Way: k.id}, func() geo.Bounds { return im.cutOf(k) })
			}
			continue
		}
		f.ID = k.id
		im.addPoint(b, f, labelPoint(ring))
	}
}

// addPoint adds a place, a point of interest or a house number.
func (im *importer) addPoint(b *layerBuilder, f basemap.Feature, at geo.Fixed) {
	switch {
	case f.Kind.IsPOI():
		im.report.POIs++
	case f.Kind == basemap.HouseNumber:
		im.report.HouseNumbers++
	default:
		im.report.Places++
	}
	if f.Kind.IsPlace() {
		im.box = im.box.Extend(at)
	} else {
		im.siteBox = im.siteBox.Extend(at)
	}
	b.Add(f, []geo.Fixed{at})
}

// addWay adds the feature that the way's own tags describe, if any, unless it is a road.
func (im *importer) addWay(b *layerBuilder, k keptWay, buffer *run) {
	if k.use&useFeature != 0 {
		if f := im.layers.list[k.style].feature(); f.Kind.IsArea() {
			im.addRing(b, f, k)
		} else {
			im.addLine(b, f, k, buffer)
		}
	}
	if k.use&useBuilding != 0 {
		im.addRing(b, basemap.Feature{Kind: basemap.Building}, k)
	}
}

func (s layerStyle) feature() basemap.Feature {
	return basemap.Feature{Kind: s.kind, Flags: s.flags, Level: s.level, Name: s.name, NameEn: s.nameEn}
}

func (n siteNames) feature(k basemap.Kind) basemap.Feature {
	return basemap.Feature{Kind: k, Name: n.name, NameEn: n.nameEn, Ref: n.ref}
}

// addLine adds a line for each run of a way.
func (im *importer) addLine(b *layerBuilder, f basemap.Feature, k keptWay, buffer *run) {
	f.ID = k.id
	im.report.MissingNodes += im.runsOf(k, buffer, func(r run) {
		if len(r.points) > 1 {
			im.box = im.box.Union(geo.FixedBoundsOf(r.points...))
			b.Add(f, r.points)
		}
	})
}

// addRing adds an area drawn by one closed way.
func (im *importer) addRing(b *layerBuilder, f basemap.Feature, k keptWay) {
	ring, missing := im.ringOf(k)
	im.report.MissingNodes += missing
	if missing > 0 || len(ring) < 4 {
		im.report.IncompleteAreas++
		im.report.note(diagnostic.IncompleteAreas, diagnostic.Item{Name: f.Name, Way: k.id}, func() geo.Bounds { return im.cutOf(k) })
		return
	}
	box := geo.FixedBoundsOf(ring...)
	if f.ID = k.id; f.Kind == basemap.Building {
		im.siteBox = im.siteBox.Union(box)
		im.report.Buildings++
		f.ID = 0 // nobody asks for it, and zeros take little space
	} else {
		im.box = im.box.Union(box)
	}
	b.Add(f, ring)
}

// ringOf returns the points of a way, without those that repeat the one before, and the
// number of missing nodes. They are valid until the next call.
func (im *importer) ringOf(k keptWay) (points []geo.Fixed, missing int64) {
	points = im.ring[:0]
	last := int64(noNode)
	k.eachID(func(id int64) bool {
		i, at := im.nodes.locate(id)
		switch {
		case i == noNode:
			missing++
		case i != last:
			points = append(points, at)
		}
		last = i
		return true
	})
	im.ring = points
	return points, missing
}

func (im *importer) pointsOf(refs []int64) (points []geo.Fixed, missing int64) {
	points = make([]geo.Fixed, 0, len(refs))
	for k, i := range refs {
		switch {
		case i == noNode:
			missing++
		case k > 0 && i == refs[k-1]:
		default:
			points = append(points, im.nodes.point(i))
		}
	}
	return points, missing
}

// addArea adds a multipolygon, one feature for each complete outer ring.
func (im *importer) addArea(b *layerBuilder, a area) error {
	if err := im.spendWays(func(yield func(way int64)) {
		for _, m := range im.areaMembers[a.first:a.last] {
			yield(m.way)
		}
	}); err != nil {
		return err
	}
	outers, outersMissing := im.ringsOf(a, false)
	holes, holesMissing := im.ringsOf(a, true)
	polygons, lost := assemblePolygons(outers, holes)
	f := im.layers.list[a.style].feature()
	if outersMissing || holesMissing || lost > 0 || len(outers) == 0 {
		im.report.IncompleteAreas++
		im.report.note(diagnostic.IncompleteAreas, diagnostic.Item{Name: f.Name, Relation: a.id}, func() geo.Bounds { return im.restOf(a) })
	}
	if len(polygons) == 0 {
		return nil
	}
	for _, s := range a.sites {
		f := im.names.list[s.names].feature(s.kind)
		f.ID = a.id
		im.addPoint(b, f, labelPoint(polygons[0][0]))
	}
	if a.building {
		im.report.Buildings++
	}
	for _, p := range polygons {
		box := geo.FixedBoundsOf(p[0]...)
		im.siteBox = im.siteBox.Union(box)
		if f.Kind.IsArea() {
			im.box = im.box.Union(box)
			f.ID = a.id
			b.Add(f, p...)
		}
		if a.building {
			b.Add(basemap.Feature{Kind: basemap.Building}, p...)
		}
	}
	return nil
}

// spendWays counts the nodes of the members of a relation against the quota, because any
// number of relations may have the same long way.
func (im *importer) spendWays(members func(yield func(way int64))) (err error) {
	members(func(way int64) {
		if k, found := im.wayOf(way); found && err == nil {
			err = im.quota.spend(k.count)
		}
	})
	return err
}

// ringsOf returns the complete outer rings or holes of an area. incomplete reports
// whether any part of them is missing.
func (im *importer) ringsOf(a area, inner bool) (rings [][]geo.Fixed, incomplete bool) {
	var lines [][]int64
	for _, m := range im.areaMembers[a.first:a.last] {
		if m.inner != inner {
			continue
		}
		k, found := im.wayOf(m.way)
		if !found || k.count < 2 {
			incomplete = true
			continue
		}
		line := im.refsOf(k)
		if slices.Contains(line, noNode) {
			incomplete = true
			continue
		}
		lines = append(lines, line)
	}
	closed, leftOver := assembleRings(lines)
	incomplete = incomplete || leftOver > 0
	for _, refs := range closed {
		if ring, _ := im.pointsOf(refs); len(ring) >= 4 {
			rings = append(rings, ring)
		} else {
			incomplete = true
		}
	}
	return rings, incomplete
}
