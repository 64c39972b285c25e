// SPDX-License-Identifier: MIT

package osmimport

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/paulmach/osm"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/engine/road"
)

// collector holds the data of a file that the import needs, in flat arrays.
type collector struct {
	report *Report
	quota  quota
	// allWays means to keep ways without a use of their own, because an area later
	// in the file may need them.
	allWays bool

	seenRelations map[int64]bool // restrictions, multipolygons and borders, by id

	restrictions []restriction
	badTurns     []badTurn
	areas        []area
	areaMembers  []areaMember
	borderLevels []string // see Options
	borders      []borderRelation
	borderWays   []int64
	memberWays   []int64 // ids, sorted after relationsDone

	ways   wayStore
	roads  styles[roadStyle]
	layers styles[layerStyle]
	names  styles[siteNames]
	sites  []site

	nodes    nodeStore
	places   []place
	barriers []barrierNode

	lastNode, lastWay int64
	newest            time.Time
}

// collect scans an extract, in one pass or in one pass per kind of object. It calls
// begin at the start of each stage.
func (c *collector) collect(x extract, begin func(Stage)) error {
	begin(StageRead)
	if x.once() {
		if err := x.scan(sink{node: c.node, way: c.way, relation: c.relation, newest: c.sawTime}); err != nil {
			return err
		}
		c.relationsDone()
		c.waysDone()
		c.nodesDone()
		return nil
	}
	if err := x.scan(sink{node: c.node, relation: c.relation, newest: c.sawTime}); err != nil {
		return err
	}
	c.relationsDone()
	begin(StageWays)
	if err := x.scan(sink{way: c.way, newest: c.sawTime}); err != nil {
		return err
	}
	c.waysDone()
	c.nodesDone()
	return nil
}

// use is the set of purposes of a way.
type use uint8

const (
	useRoad use = 1 << iota
	useFeature
	useMember   // member of an area, or possibly one
	useBuilding // outline of a building
	useSite     // outline of a point of interest, or of a house with a number
)

// roadStyle holds the attributes of a road, layerStyle those of another feature of
// the map. There are far fewer of them than ways, because ways share them.
type (
	roadStyle struct {
		road.Way
		road.Extra
		forward, backward road.Access
		nameEn            string
	}
	layerStyle struct {
		kind         basemap.Kind
		flags        basemap.Flags
		level        int8
		name, nameEn string
	}
)

// siteNames are the names of a place or point of interest, or the number of a house and
// its street as ref. Sites refer to them by number, because many have the same.
type siteNames struct{ name, nameEn, ref string }

// area is a multipolygon of the map. Its members are areaMembers[first:last].
type area struct {
	id          int64
	style       uint32 // of no kind for an area that is only a building or a site
	first, last int
	building    bool
	sites       []site
}

// site is a point of interest or a house number of a way (24 bytes).
type site struct {
	way     int64
	version int32
	names   uint32 // index into collector.names
	kind    basemap.Kind
}

type areaMember struct {
	way   int64
	inner bool
}

// place is a node that is a place, a point of interest or a house number (32 bytes).
type place struct {
	id      int64
	point   geo.Fixed
	version int32
	names   uint32 // index into collector.names
	kind    basemap.Kind
	rank    uint8
}

// styles numbers distinct styles.
type styles[S comparable] struct {
	list    []S
	numbers map[S]uint32
	added   int // not yet counted by spendStyles
}

// add returns the number of s. It stores keep(s) if s is new.
func (t *styles[S]) add(s S, keep func(S) S) uint32 {
	if n, found := t.numbers[s]; found {
		return n
	}
	if t.numbers == nil {
		t.numbers = make(map[S]uint32)
	}
	n := uint32(len(t.list))
	s = keep(s)
	t.added++
	t.list = append(t.list, s)
	t.numbers[s] = n
	return n
}

func (s roadStyle) keep() roadStyle {
	s.Name, s.Ref, s.TruckHours = strings.Clone(s.Name), strings.Clone(s.Ref), strings.Clone(s.TruckHours)
	s.nameEn = strings.Clone(s.nameEn)
	return s
}

func (n siteNames) keep() siteNames {
	return siteNames{strings.Clone(n.name), strings.Clone(n.nameEn), strings.Clone(n.ref)}
}

func (s layerStyle) keep() layerStyle {
	s.name, s.nameEn = strings.Clone(s.name), strings.Clone(s.nameEn)
	return s
}

// spendStyles counts the styles that were added against the quota, and n more words.
func (c *collector) spendStyles(n int) error {
	added := c.roads.added + c.layers.added + c.names.added
	c.roads.added, c.layers.added, c.names.added = 0, 0, 0
	return c.quota.spend(n + wordsPerStyle*added)
}

// words returns the number of quota words of texts.
func words(texts ...string) int {
	n := 0
	for _, s := range texts {
		n += len(s) / 8
	}
	return n
}

func (c *collector) relation(r *relation) error {
	c.report.Relations++
	kind := r.tags.Find("type")
	border := len(c.borderLevels) > 0 && isBorder(r)
	if kind != "restriction" && kind != "multipolygon" && !border {
		return nil
	}
	if c.seenRelations[r.id] {
		c.report.DuplicateRelations++
		return nil
	}
	if c.seenRelations == nil {
		c.seenRelations = make(map[int64]bool)
	}
	c.seenRelations[r.id] = true
	if kind == "restriction" {
		return c.restriction(r)
	}
	if border {
		if err := c.border(r); err != nil {
			return err
		}
	}
	if kind != "multipolygon" {
		return nil
	}
	return c.area(r)
}

func (c *collector) restriction(r *relation) error {
	c.report.Restrictions++
	all, fate := restrictionsOf(r)
	switch fate {
	case restrictionTimed:
		c.report.RestrictionsTimed++
		c.restrictions = append(c.restrictions, all...)
	case restrictionForOthers:
		c.report.RestrictionsForOthers++
	case restrictionMalformed:
		c.report.RestrictionsMalformed++
		c.badTurns = append(c.badTurns, badTurnOf(r))
	case restrictionUsed:
		c.restrictions = append(c.restrictions, all...)
		if all[0].via == nil {
			break
		}
		c.report.RestrictionsViaWay++
	}
	return c.quota.spend((1 + len(all)) * wordsPerWay)
}

func (c *collector) area(r *relation) error {
	kind, found := kindOf(areaKinds, r.tags)
	a := area{id: r.id, first: len(c.areaMembers), building: isBuilding(r.tags)}
	spent := c.eachSite(r.tags, kind, func(s site) { a.sites = append(a.sites, s) })
	if !found && !a.building && len(a.sites) == 0 {
		return c.quota.spend(wordsPerWay)
	}
	style := layerStyle{kind: kind}
	if found {
		style.name, style.nameEn = nameOf(r.tags), englishOf(r.tags)
	}
	a.style = c.layers.add(style, layerStyle.keep)
	for _, m := range r.members {
		if m.kind == osm.TypeWay {
			c.areaMembers = append(c.areaMembers, areaMember{way: m.id, inner: m.role == "inner"})
			c.memberWays = append(c.memberWays, m.id)
		}
	}
	a.last = len(c.areaMembers)
	c.areas = append(c.areas, a)
	return c.spendStyles(wordsPerWay + 3*(a.last-a.first) + words(style.name, style.nameEn) + spent)
}

// eachSite calls add with the point of interest and the house number that tags describe,
// without way and version. kind is that of the area with the same tags. It returns the
// words to spend.
func (c *collector) eachSite(tags osm.Tags, kind basemap.Kind, add func(site)) (spent int) {
	put := func(kind basemap.Kind, n siteNames) {
		add(site{kind: kind, names: c.names.add(n, siteNames.keep)})
		spent += wordsPerNode + words(n.name, n.nameEn, n.ref)
	}
	// The name of a green area is written in the area.
	if f, found := siteOf(tags); found && !(f.Kind == basemap.POIPark && kind == basemap.Green) {
		put(f.Kind, siteNames{name: f.Name, nameEn: f.NameEn})
	}
	if number, street := houseOf(tags); number != "" {
		put(basemap.HouseNumber, siteNames{name: number, ref: street})
	}
	return spent
}

// relationsDone sorts memberWays for the scan of the ways.
func (c *collector) relationsDone() {
	slices.Sort(c.memberWays)
	c.memberWays = slices.Compact(c.memberWays)
}

func (c *collector) way(w *way) error {
	c.report.Ways++
	outOfOrder := w.id <= c.lastWay && c.report.Ways > 1
	if w.id < c.lastWay && c.report.Ways > 1 {
		c.report.OutOfOrder++
	}
	c.lastWay = w.id

	k := keptWay{id: w.id, version: w.version}
	var spent int
	style, v := roadOf(w.tags)
	switch c.countVerdict(v, w.tags); v {
	case isRoad:
		s := roadStyle{Way: style.Way, Extra: style.Extra, forward: style.Forward, backward: style.Backward, nameEn: englishOf(w.tags)}
		k.use |= useRoad
		k.style = c.roads.add(s, roadStyle.keep)
		spent = words(s.Name, s.Ref, s.TruckHours, s.nameEn)
	default:
		spent = c.otherWay(w, v, &k)
	}
	if _, found := slices.BinarySearch(c.memberWays, w.id); found || c.allWays {
		k.use |= useMember
	}
	if k.use == 0 && !outOfOrder {
		return nil
	}
	refs := w.refs
	if k.use == 0 {
		refs = nil
	}
	c.ways.add(k, refs)
	return c.spendStyles(wordsPerWay + len(refs) + spent)
}

// otherWay sets the uses of a way that is no road. It returns the words to spend.
func (c *collector) otherWay(w *way, v verdict, k *keptWay) (spent int) {
	closed := len(w.refs) >= 4 && w.refs[0] == w.refs[len(w.refs)-1]
	f, found := featureOf(w.tags, closed)
	if found && v == notRoad {
		s := layerStyle{kind: f.Kind, flags: f.Flags, level: f.Level, name: f.Name, nameEn: f.NameEn}
		k.use |= useFeature
		k.style = c.layers.add(s, layerStyle.keep)
		spent = words(s.name, s.nameEn)
	}
	if !closed {
		return spent
	}
	if isBuilding(w.tags) {
		k.use |= useBuilding
	}
	return spent + c.eachSite(w.tags, f.Kind, func(s site) {
		k.use |= useSite
		s.way, s.version = w.id, w.version
		c.sites = append(c.sites, s)
	})
}

func (c *collector) countVerdict(v verdict, tags osm.Tags) {
	if tags.Find("highway") != "" {
		c.report.HighwayWays++
	} else if v == isRoad {
		c.report.FerryWays++
	}
	switch v {
	case isUnbuilt:
		c.report.UnbuiltWays++
	case isArea:
		c.report.AreaWays++
	case isOtherValue:
		c.report.OtherWays++
	}
}

// waysDone sorts the ways and removes duplicate and unused ones.
func (c *collector) waysDone() {
	slices.SortStableFunc(c.sites, func(a, b site) int { return cmp.Compare(a.kind, b.kind) })
	sortByVersion(c.sites, func(s site) (int64, int32) { return s.way, s.version })
	c.sites = slices.CompactFunc(c.sites, func(a, b site) bool {
		return a.way == b.way && (a.version != b.version || a.kind == b.kind)
	})
	c.report.DuplicateWays += c.ways.finish(c.allWays, func(k keptWay) bool {
		if k.use == useMember {
			_, needed := slices.BinarySearch(c.memberWays, k.id)
			return needed
		}
		return k.use != 0
	})
}

// sortByVersion sorts objects by id, then by version, highest first. The sort is
// stable.
func sortByVersion[T any](objects []T, key func(T) (id int64, version int32)) {
	slices.SortStableFunc(objects, func(a, b T) int {
		idA, versionA := key(a)
		idB, versionB := key(b)
		return cmp.Or(cmp.Compare(idA, idB), cmp.Compare(versionB, versionA))
	})
}

// refsOf returns the indexes of the nodes of a way, noNode for those not in the file.
func (c *collector) refsOf(k keptWay) []int64 { return c.appendRefs(make([]int64, 0, k.count), k) }

// appendRefs appends the indexes of the nodes of a way.
func (c *collector) appendRefs(dst []int64, k keptWay) []int64 {
	first := len(dst)
	dst = k.appendIDs(dst)
	for i, id := range dst[first:] {
		dst[first+i] = c.nodes.find(id)
	}
	return dst
}

func (c *collector) node(n *node) error {
	c.report.Nodes++
	if n.id < c.lastNode && c.report.Nodes > 1 {
		c.report.OutOfOrder++
	}
	c.lastNode = n.id
	if !n.valid {
		c.report.InvalidNodes++
		return nil
	}
	if n.tags != nil {
		if err := errors.Join(c.place(n), c.barrier(n)); err != nil {
			return err
		}
	}
	c.nodes.add(n.id, n.point, n.version)
	return c.quota.spend(wordsPerNode)
}

func (c *collector) place(n *node) error {
	spent := c.eachSite(n.tags, 0, func(s site) {
		c.places = append(c.places, place{id: n.id, version: n.version, kind: s.kind, names: s.names, point: n.point})
	})
	if f, found := placeOf(n.tags); found {
		names := siteNames{name: f.Name, nameEn: f.NameEn}
		c.places = append(c.places, place{
			id: n.id, version: n.version, kind: f.Kind, rank: f.Rank, names: c.names.add(names, siteNames.keep), point: n.point,
		})
		spent += wordsPerNode + words(f.Name, f.NameEn)
	}
	return c.spendStyles(spent)
}

// nodesDone sorts the nodes, the places and the barriers by id and removes duplicates.
func (c *collector) nodesDone() {
	slices.SortStableFunc(c.places, func(a, b place) int { return cmp.Compare(a.kind, b.kind) })
	sortByVersion(c.places, func(p place) (int64, int32) { return p.id, p.version })
	c.places = slices.CompactFunc(c.places, func(a, b place) bool {
		return a.id == b.id && (a.version != b.version || a.kind == b.kind)
	})
	sortByVersion(c.barriers, func(b barrierNode) (int64, int32) { return b.id, b.version })
	c.barriers = slices.CompactFunc(c.barriers, func(a, b barrierNode) bool { return a.id == b.id })
	c.nodes.finish()
	c.report.DuplicateNodes = c.nodes.usedCopies(func(used func(id int64)) {
		var ids []int64
		for k := range c.ways.all() {
			ids = k.appendIDs(ids[:0])
			for _, id := range ids {
				used(id)
			}
		}
	})
}

func (c *collector) sawTime(t time.Time) {
	if t.After(c.newest) {
		c.newest = t
	}
}
