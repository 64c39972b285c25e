// SPDX-License-Identifier: MIT

package search

import (
	"context"
	"fmt"
	"sort"
	"strings"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// Index reads the index of a pack, in place. It is safe for concurrent use while the
// pack is open. Its large sections are checked when they are used first, see pack.Array: use it
// inside pack.Guard.
type Index struct {
	names    pack.Strings
	entries  pack.Array[entry] // and a closing one
	points   pack.Array[geo.Fixed]
	words    pack.Strings
	lists    []uint32 // word i has the list data[lists[i]:lists[i+1]]
	data     pack.Array[byte]
	streets  pack.Strings // of houses: key, separator, name; by key
	firsts   []uint32
	houses   pack.Array[house]
	numbers  pack.Strings
	packName string
}

// Open returns the index in p. The error wraps pack.ErrNoSection if p lacks a section,
// and pack.ErrCorrupt if the sizes of the sections do not fit. The Index of a damaged
// pack may find wrong entries, but never reads outside its sections.
func Open(p *pack.Pack) (*Index, error) {
	x := &Index{packName: p.Name()}
	if err := x.open(p); err != nil {
		return nil, fmt.Errorf("open the search index: %w", err)
	}
	switch {
	case x.entries.Len() == 0, len(x.lists) != x.words.Len()+1, len(x.firsts) != x.streets.Len()+1:
		return nil, fmt.Errorf("open the search index of %q: %w: the sizes of its sections do not fit", p.Name(), pack.ErrCorrupt)
	}
	return x, nil
}

func (x *Index) open(p *pack.Pack) (err error) {
	for _, s := range []struct {
		to        *pack.Strings
		tag, data pack.Tag
	}{{&x.names, tagNames, tagNameData}, {&x.words, tagWords, tagWordData}, {&x.streets, tagStreets, tagStreetDat}, {&x.numbers, tagNumbers, tagNumberDat}} {
		if *s.to, err = pack.OpenStrings(p, s.tag, s.data); err != nil {
			return err
		}
	}
	if x.entries, err = pack.OpenArray[entry](p, tagEntries); err != nil {
		return err
	}
	if x.points, err = pack.OpenArray[geo.Fixed](p, tagPoints); err != nil {
		return err
	}
	if x.lists, err = pack.Slice[uint32](p, tagLists); err != nil {
		return err
	}
	if x.data, err = pack.OpenArray[byte](p, tagListData); err != nil {
		return err
	}
	if x.firsts, err = pack.Slice[uint32](p, tagFirsts); err != nil {
		return err
	}
	x.houses, err = pack.OpenArray[house](p, tagHouses)
	return err
}

// Len returns the number of entries, house numbers not included.
func (x *Index) Len() int { return x.entries.Len() - 1 }

// Houses returns the number of house numbers.
func (x *Index) Houses() int { return x.houses.Len() }

// Entry returns entry i. Its points are nil if the offsets of a damaged pack are invalid.
func (x *Index) Entry(i int) Entry {
	e := x.entries.At(i)
	out := Entry{
		ID: e.ID, Kind: basemap.Kind(e.Kind), Ref: e.Flags&flagRef != 0, Importance: e.Importance,
		At: geo.Fixed{Lat: e.Lat, Lon: e.Lon}.Point(), points: x.pointsOf(i),
	}
	out.Name, out.NameEn, _ = strings.Cut(x.names.At(e.Name), nameSeparator)
	return out
}

func (x *Index) pointsOf(i int) []geo.Fixed {
	from, to := x.entries.At(i).FirstPoint, x.entries.At(i+1).FirstPoint
	if from > to || uint64(to) > uint64(x.points.Len()) {
		return nil
	}
	return x.points.Range(int(from), int(to))
}

// word returns the number of a word, or that of the next word in the order of bytes.
func (x *Index) word(w string) (i int, found bool) {
	i = sort.Search(x.words.Len(), func(i int) bool { return x.words.At(uint32(i)) >= w })
	return i, i < x.words.Len() && x.words.At(uint32(i)) == w
}

// list returns the list of word i as bytes, nil if a damaged pack has none.
func (x *Index) list(i int) []byte {
	from, to := x.lists[i], x.lists[i+1]
	if from > to || uint64(to) > uint64(x.data.Len()) {
		return nil
	}
	return x.data.Range(int(from), int(to))
}

// Verify makes the checks that Open leaves out. The error wraps pack.ErrCorrupt, or is
// that of ctx.
func (x *Index) Verify(ctx context.Context) error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("verify the search index of %q: %w: %s", x.packName, pack.ErrCorrupt, fmt.Sprintf(format, args...))
	}
	for i := range x.Len() {
		if i%(1<<14) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		e := x.entries.At(i)
		switch {
		case len(x.pointsOf(i)) == 0:
			return bad("entry %d has no points", i)
		case int64(e.Name) >= int64(x.names.Len()) || !basemap.Kind(e.Kind).Valid() || e.Flags&^flagRef != 0 || e.Reserved != 0:
			return bad("entry %d has an invalid name, kind or flag", i)
		case i > 0 && x.entries.At(i-1).Importance < e.Importance:
			return bad("entry %d is more important than the one before it", i)
		case !geo.Fixed{Lat: e.Lat, Lon: e.Lon}.Point().Valid():
			return bad("entry %d is not on Earth", i)
		}
	}
	if last := (entry{FirstPoint: uint32(x.points.Len())}); *x.entries.At(x.Len()) != last || x.Len() > 0 && x.entries.At(0).FirstPoint != 0 {
		return bad("the points do not fit the entries")
	}
	for i := range x.words.Len() {
		if i > 0 && x.words.At(uint32(i-1)) >= x.words.At(uint32(i)) {
			return bad("word %d is not in order", i)
		}
		w := x.walk(i)
		for len(w.next()) > 0 {
		}
		if len(x.list(i)) == 0 || len(w.rest) > 0 {
			return bad("the list of word %d is invalid", i)
		}
	}
	return x.verifyHouses(bad)
}

func (x *Index) verifyHouses(bad func(string, ...any) error) error {
	for i := range x.streets.Len() {
		if i > 0 && x.streets.At(uint32(i-1)) >= x.streets.At(uint32(i)) || x.firsts[i] > x.firsts[i+1] {
			return bad("street %d is not in order", i)
		}
	}
	if x.firsts[0] != 0 || uint64(x.firsts[len(x.firsts)-1]) != uint64(x.houses.Len()) {
		return bad("the houses do not fit the streets")
	}
	for i, h := range x.houses.All() {
		if int64(h.Number) >= int64(x.numbers.Len()) || !(geo.Fixed{Lat: h.Lat, Lon: h.Lon}).Point().Valid() {
			return bad("house %d has an invalid number or place", i)
		}
	}
	return nil
}
