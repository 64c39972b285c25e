// SPDX-License-Identifier: MIT

package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/engine/internal/parallel"
	"roadsnap/engine/pack"
	"roadsnap/engine/units"
)

// Distances of the streets (1e-7 degree).
const (
	// streetGap is the distance up to which two pieces with one name are one street:
	// about 550 m, across a river or a park.
	streetGap = 50_000
	// roadGap is the same for road numbers: about 5.5 km, through a town.
	roadGap = 500_000
	// pointStep is the distance of the points of an entry: about 270 m.
	pointStep = 25_000
)

// Builder collects the features of a map and writes their index. The zero value is ready
// for use. It is not safe for concurrent use.
type Builder struct {
	names   pack.StringsBuilder
	keys    pack.StringsBuilder
	singles []single
	pieces  []piece
	points  []geo.Fixed

	streets pack.StringsBuilder // keys of the streets of houses
	shown   []string            // one name for each key
	numbers pack.StringsBuilder
	houses  []streetHouse

	keyOf, refKeyOf cache[uint32] // by name: its key plus 1
}

// cache holds what was computed of a name, by its number.
type cache[T any] []T

// at returns the place of a name's value, zero if it was not computed yet.
func (c *cache[T]) at(name uint32) *T {
	if int(name) >= len(*c) {
		*c = append(*c, make([]T, int(name)+1-len(*c))...)
	}
	return &(*c)[name]
}

// single is a named feature that is an entry of its own.
type single struct {
	id         int64
	at         geo.Fixed
	name       uint32
	kind       basemap.Kind
	importance uint8
}

// piece is a way of a street or of a numbered road.
type piece struct {
	id    int64
	key   uint32 // of the name, regardless of case and the place of marks
	name  uint32
	en    uint32 // English name
	first uint32 // of its points
	count uint32
	kind  basemap.Kind
	ref   bool
	mid   geo.Fixed // on its middle segment, so not at a junction
}

type streetHouse struct {
	street uint32
	house  house
}

// Add adds a feature with its parts, as basemap.Builder.Add does. Features without a
// name or number are ignored.
func (b *Builder) Add(f basemap.Feature, parts ...[]geo.Fixed) {
	if len(parts) == 0 || len(parts[0]) == 0 {
		return
	}
	switch k := f.Kind; {
	case k == basemap.HouseNumber:
		if b.shown == nil {
			b.shown = []string{""} // of the key 0, ""
		}
		if key := streetKey(f.Ref); key != "" && f.Name != "" {
			at := parts[0][0]
			street := b.streets.Add(key)
			if int(street) == len(b.shown) {
				b.shown = append(b.shown, strings.Clone(f.Ref))
			}
			b.houses = append(b.houses, streetHouse{street, house{at.Lat, at.Lon, b.numbers.Add(f.Name)}})
		}
	case k == basemap.Building, k == basemap.Coastline:
	case k.IsLine():
		if len(parts[0]) < 2 {
			return
		}
		if f.Name != "" {
			b.addPiece(f, f.Name, f.NameEn, false, parts[0])
		}
		for ref := range strings.SplitSeq(f.Ref, ";") {
			if ref = strings.TrimSpace(ref); ref != "" && k.IsRoad() {
				b.addPiece(f, ref, "", true, parts[0])
			}
		}
	case f.Name != "":
		box := geo.FixedBoundsOf(parts[0]...)
		at := geo.Fixed{Lat: box.MinLat/2 + box.MaxLat/2, Lon: box.MinLon/2 + box.MaxLon/2}
		if len(parts[0]) == 1 {
			at = parts[0][0]
		}
		extent := geo.Distance(geo.Fixed{Lat: box.MinLat, Lon: box.MinLon}.Point(), geo.Fixed{Lat: box.MaxLat, Lon: box.MaxLon}.Point())
		b.singles = append(b.singles, single{f.ID, at, b.names.Add(bothNames(f.Name, f.NameEn)), k, importanceOf(k, f.Rank, extent)})
	}
}

// nameSeparator separates the two names of an entry in the string table.
const nameSeparator = "\x00"

// bothNames returns the names of an entry as one string of the string table.
func bothNames(name, en string) string {
	if en == "" || en == name {
		return name
	}
	return name + nameSeparator + en
}

func (b *Builder) addPiece(f basemap.Feature, name, en string, ref bool, line []geo.Fixed) {
	p := piece{id: f.ID, name: b.names.Add(name), en: b.names.Add(en), first: uint32(len(b.points)), kind: f.Kind, ref: ref}
	known, keyOf := b.keyOf.at(p.name), units.Key
	if ref {
		known, keyOf = b.refKeyOf.at(p.name), refWord
	}
	if *known == 0 {
		*known = b.keys.Add(keyOf(name)) + 1
	}
	p.key = *known - 1
	for i, q := range line {
		if last := len(b.points) - 1; i == 0 || i == len(line)-1 || farther(b.points[last], q, pointStep) {
			if last >= int(p.first) {
				b.bridge(b.points[last], q)
			}
			b.points = append(b.points, q)
		}
	}
	p.count = uint32(len(b.points)) - p.first
	before, after := line[(len(line)-1)/2], line[(len(line)-1)/2+1]
	p.mid = geo.Fixed{Lat: before.Lat/2 + after.Lat/2, Lon: before.Lon/2 + after.Lon/2}
	b.pieces = append(b.pieces, p)
}

// bridge adds points on a long straight line.
func (b *Builder) bridge(from, to geo.Fixed) {
	dLat, dLon := float64(to.Lat)-float64(from.Lat), float64(to.Lon)-float64(from.Lon)
	n := min(math.Ceil(max(math.Abs(dLat), math.Abs(dLon))/pointStep), 1000)
	for i := 1.0; i < n; i++ {
		b.points = append(b.points, geo.Fixed{Lat: from.Lat + int32(dLat*i/n), Lon: from.Lon + int32(dLon*i/n)})
	}
}

// farther reports whether p and q are more than d apart in one direction.
func farther(p, q geo.Fixed, d int64) bool {
	return abs(int64(p.Lat)-int64(q.Lat)) > d || abs(int64(p.Lon)-int64(q.Lon)) > d
}

func abs(v int64) int64 { return max(v, -v) }

// draft is an entry before it is written.
type draft struct {
	entry
	points []geo.Fixed
}

// compareDrafts is the order of the entries in a pack.
func compareDrafts(x, y *draft) int {
	if x.Importance != y.Importance {
		return cmp.Compare(y.Importance, x.Importance)
	}
	if x.Kind != y.Kind {
		return cmp.Compare(x.Kind, y.Kind)
	}
	return cmp.Or(cmp.Compare(x.ID, y.ID), cmp.Compare(x.Name, y.Name), cmp.Compare(x.Lat, y.Lat), cmp.Compare(x.Lon, y.Lon))
}

// Write adds the sections of Tags to w. The same features in the same order give the
// same bytes.
func (b *Builder) Write(ctx context.Context, w *pack.Writer) error {
	return b.Finish(ctx).Write(w)
}

// Finished is an index that is ready to be written.
type Finished struct {
	b       *Builder
	entries []entry
	points  []geo.Fixed
	lists   lists
	err     error // of the context
}

// Finish makes the index. It does most of the work of Write, and may run while other
// sections are written. The Builder must not be used any more.
func (b *Builder) Finish(ctx context.Context) *Finished {
	f := &Finished{b: b}
	drafts := b.drafts()
	b.pieces, b.singles, b.points = nil, nil, nil
	order := make([]uint32, len(drafts))
	for i := range order {
		order[i] = uint32(i)
	}
	parallel.Sort(order, func(x, y uint32) int {
		if c := compareDrafts(&drafts[x], &drafts[y]); c != 0 {
			return c
		}
		return cmp.Compare(x, y)
	})
	if f.err = ctx.Err(); f.err != nil {
		return f
	}
	f.entries = make([]entry, len(drafts), len(drafts)+1)
	n := 0
	for i := range drafts {
		n += len(drafts[i].points)
	}
	f.points = make([]geo.Fixed, 0, n)
	for i, number := range order {
		d := &drafts[number]
		d.FirstPoint = uint32(len(f.points))
		f.points = append(f.points, d.points...)
		d.Words = f.lists.add(b, &d.entry)
		f.entries[i] = d.entry
	}
	f.entries = append(f.entries, entry{FirstPoint: uint32(len(f.points))})
	f.lists.fill(f.entries[:len(drafts)])
	f.err = ctx.Err()
	return f
}

// Write adds the sections of Tags to w.
func (f *Finished) Write(w *pack.Writer) error {
	if f.err != nil {
		return fmt.Errorf("write the search index: %w", f.err)
	}
	return errors.Join(
		pack.WriteStrings(w, tagNames, tagNameData, f.b.names.Strings()),
		pack.Write(w, tagEntries, f.entries),
		pack.Write(w, tagPoints, f.points),
		f.lists.write(w),
		f.b.writeHouses(w),
	)
}

// drafts returns all entries.
func (b *Builder) drafts() (list []draft) {
	for i := range b.singles {
		s := &b.singles[i]
		e := entry{ID: s.id, Lat: s.at.Lat, Lon: s.at.Lon, Name: s.name, Kind: uint8(s.kind), Importance: s.importance}
		list = append(list, draft{e, []geo.Fixed{s.at}})
	}
	// Pieces are sorted by their keys, and in their order.
	order := make([]uint64, len(b.pieces))
	for i := range b.pieces {
		order[i] = b.pieces[i].group()<<32 | uint64(i)
	}
	parallel.Sort(order, cmp.Compare)
	var pieces []piece
	for first := 0; first < len(order); {
		group := order[first] >> 32
		for pieces = pieces[:0]; first < len(order) && order[first]>>32 == group; first++ {
			pieces = append(pieces, b.pieces[uint32(order[first])])
		}
		list = b.cluster(list, pieces)
	}
	return list
}

// group is a number below 2^32 that only pieces share which may be one street. Keys are
// numbers of distinct names, far fewer than 2^30.
func (p *piece) group() uint64 {
	g := uint64(p.key) << 2
	if p.ref {
		g |= 2
	}
	if p.kind.IsRoad() {
		g |= 1
	}
	return g
}

// cluster appends an entry for each group of pieces that are near each other.
func (b *Builder) cluster(list []draft, pieces []piece) []draft {
	if len(pieces) == 1 {
		return append(list, b.street(pieces))
	}
	gap := int32(streetGap)
	if pieces[0].ref {
		gap = roadGap
	}
	type cell struct{ lat, lon int32 }
	group := make([]int, len(pieces))
	for i := range group {
		group[i] = i
	}
	find := func(i int) int {
		for group[i] != i {
			group[i] = group[group[i]]
			i = group[i]
		}
		return i
	}
	first := map[cell]int{} // a piece in each cell
	for i, p := range pieces {
		var last cell
		for k, q := range b.points[p.first:][:p.count] {
			at := cell{int32(math.Floor(float64(q.Lat) / float64(gap))), int32(math.Floor(float64(q.Lon) / float64(gap)))}
			if k > 0 && at == last {
				continue // joined already
			}
			last = at
			for dLat := int32(-1); dLat <= 1; dLat++ {
				for dLon := int32(-1); dLon <= 1; dLon++ {
					if k, taken := first[cell{at.lat + dLat, at.lon + dLon}]; taken {
						group[find(i)] = find(k)
					}
				}
			}
			first[at] = i
		}
	}
	members := map[int][]piece{}
	for i, p := range pieces {
		members[find(i)] = append(members[find(i)], p)
	}
	for _, root := range slices.Sorted(maps.Keys(members)) {
		list = append(list, b.street(members[root]))
	}
	return list
}

// maxPoints is the number of points that an entry has at most. A road through the whole
// country has them farther apart.
const maxPoints = 4000

// street returns the entry of pieces.
func (b *Builder) street(pieces []piece) draft {
	d := draft{entry: entry{ID: pieces[0].id, Kind: uint8(pieces[0].kind)}}
	d.Name = b.nameOf(pieces)
	if pieces[0].ref {
		d.Flags = flagRef
	}
	type cell struct{ lat, lon int32 }
	seen := map[cell]bool{}
	length := 0.0
	most := uint32(0)
	for _, p := range pieces {
		d.Kind = max(d.Kind, uint8(p.kind))
		if p.count > most {
			most, d.ID = p.count, p.id
		}
		line := b.points[p.first:][:p.count]
		for i, q := range line {
			if i > 0 {
				length += geo.Distance(line[i-1].Point(), q.Point())
			}
			if at := (cell{q.Lat / pointStep, q.Lon / pointStep}); !seen[at] {
				seen[at] = true
				d.points = append(d.points, q)
			}
		}
	}
	for len(d.points) > maxPoints {
		kept := d.points[:0]
		for i := 0; i < len(d.points); i += 2 {
			kept = append(kept, d.points[i])
		}
		d.points = kept
	}
	mids := make([]geo.Fixed, len(pieces))
	for i, p := range pieces {
		mids[i] = p.mid
	}
	at := middleOf(mids)
	d.Lat, d.Lon = at.Lat, at.Lon
	d.Importance = importanceOf(basemap.Kind(d.Kind), 0, length)
	return d
}

// nameOf returns the most frequent name of pieces, with the most frequent English one.
func (b *Builder) nameOf(pieces []piece) uint32 {
	counts := map[uint32]int{}
	most := func(of func(piece) uint32) (best uint32) {
		clear(counts)
		for _, p := range pieces {
			if n := of(p); n != 0 {
				if counts[n]++; counts[n] > counts[best] || counts[n] == counts[best] && n < best {
					best = n
				}
			}
		}
		return best
	}
	name, en := most(func(p piece) uint32 { return p.name }), most(func(p piece) uint32 { return p.en })
	all := b.names.Strings()
	return b.names.Add(bothNames(all[name], all[en]))
}

// middleOf returns the point that is nearest to the mean of points.
func middleOf(points []geo.Fixed) geo.Fixed {
	var lat, lon float64
	for _, p := range points {
		lat, lon = lat+float64(p.Lat), lon+float64(p.Lon)
	}
	n := float64(len(points))
	distance := func(p geo.Fixed) float64 { return math.Hypot(float64(p.Lat)-lat/n, float64(p.Lon)-lon/n) }
	return slices.MinFunc(points, func(a, b geo.Fixed) int { return cmp.Compare(distance(a), distance(b)) })
}

// writeHouses adds the house numbers, by street and number.
func (b *Builder) writeHouses(w *pack.Writer) error {
	keys := slices.Clone(b.streets.Strings())
	order := make([]uint32, len(keys)) // of the keys
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(x, y uint32) int { return strings.Compare(keys[x], keys[y]) })
	rank := make([]uint32, len(keys))
	sorted := make([]string, len(keys))
	for i, k := range order {
		rank[k], sorted[i] = uint32(i), keys[k]
		if k > 0 {
			sorted[i] += nameSeparator + b.shown[k]
		}
	}
	numbers := b.numbers.Strings()
	inOrder := make([]uint32, len(b.houses))
	for i := range inOrder {
		inOrder[i] = uint32(i)
	}
	parallel.Sort(inOrder, func(i, k uint32) int {
		x, y := &b.houses[i], &b.houses[k]
		if x.street != y.street {
			return cmp.Compare(rank[x.street], rank[y.street])
		}
		if x.house.Number != y.house.Number {
			return strings.Compare(numbers[x.house.Number], numbers[y.house.Number])
		}
		return cmp.Compare(i, k)
	})
	firsts := make([]uint32, len(keys)+1)
	out := make([]house, len(inOrder))
	for i, k := range inOrder {
		out[i] = b.houses[k].house
		firsts[rank[b.houses[k].street]+1] = uint32(i + 1)
	}
	for i := 1; i < len(firsts); i++ {
		firsts[i] = max(firsts[i], firsts[i-1])
	}
	return errors.Join(
		pack.WriteStrings(w, tagStreets, tagStreetDat, sorted), pack.Write(w, tagFirsts, firsts), pack.Write(w, tagHouses, out),
		pack.WriteStrings(w, tagNumbers, tagNumberDat, numbers),
	)
}

// foldNumber returns a house number as it is compared: "12/3a" for "12/3A", "12-14" for
// "12 - 14".
func foldNumber(s string) string {
	if isPlainNumber(s) {
		return s
	}
	return strings.ReplaceAll(strings.Join(strings.Fields(units.Fold(strings.ReplaceAll(s, "/", " "))), "/"), " ", "/")
}

// isPlainNumber reports whether a house number has only digits and small Latin letters, as most.
func isPlainNumber(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}
