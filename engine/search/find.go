// SPDX-License-Identifier: MIT

package search

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/engine/units"
)

// Query is a search.
type Query struct {
	Text    string    // a name, or a house number and a street, without the place
	Near    geo.Point // near which results are preferred, if HasNear is set
	HasNear bool
	Limit   int   // at most this many results, at least 1
	Within  *Area // nil for everywhere
}

// Area restricts a search.
type Area struct {
	Box   geo.FixedBounds // around the area
	Holds func(geo.Fixed) bool
}

// holds reports whether any of points is in the area.
func (a *Area) holds(points []geo.Fixed) bool {
	for _, p := range points {
		if a.Box.Intersects(geo.FixedBoundsOf(p)) && a.Holds(p) {
			return true
		}
	}
	return false
}

// Match is a result. Of a house number Entry has the kind basemap.HouseNumber, the
// number as Name, and Street is set.
type Match struct {
	Entry
	Street string
	Typo   bool    // the text has a typing error
	Whole  bool    // the text is all of the name of a street, or has its house number
	Number string  // the house number of the text, if the map does not have it on this street
	Score  float64 // of the match, the importance and the distance; higher is better

	index int // of the entry; -1 for a house
}

const (
	// maxWords is the number of words that are read.
	maxWords = 12
	// finalists is the number of entries whose names are compared with the text.
	finalists = 256
	// enough is the number of matches from which typing errors are not considered.
	enough = 10
	// scanned is the number of entries whose names are read where a list would be too
	// long, the most important ones.
	scanned = 2000
	// longList is the length of all lists of a prefix from which names are read instead
	// (bytes).
	longList = 150_000
	// longUnion is the number of entries that are looked at, the most important ones.
	longUnion = 200_000
)

// Weights of the score. The match counts 1.
const (
	weightImportance = 0.25
	weightNear       = 0.35
	nearHalf         = 3000.0 // distance at which the nearness is half (metres)
	qualityTypo      = 0.7
	qualityPrefix    = 0.93 // the last word is not complete
	weightEnglish    = 0.4
	qualityStreet    = 0.6  // the street of a house number that is on the map, or of another name
	qualityMissing   = 0.95 // the street of a house number that is not on the map
)

// Shares of the quality that do not depend on how much of the name the text covers.
const (
	leastCovered = 0.7
	leastTypo    = 0.2
	// minorKind is the loss of a bus stop, which is named after what it is at.
	minorKind = 0.15
	// worst is the distance of the score from the best one at which results end.
	worst = 0.6
)

// Find returns the best matches of a query, best first. Every word of the text must be a
// word of the name; the last may be the beginning of one. If there are few such names,
// one typing error is allowed and missing spaces are added.
func (x *Index) Find(q Query) []Match {
	f := finder{Index: x, query: q, best: map[int]candidate{}}
	if q.HasNear {
		f.near = q.Near
		f.metresLon = geo.MetresPerDegree * math.Cos(q.Near.Lat*math.Pi/180)
	}
	houses := f.findHouses(q.Text)
	words := wordsOf(q.Text)
	if len(words) > maxWords {
		words = words[:maxWords]
	}
	f.read(words, 1)
	if len(f.best) < enough {
		for _, split := range f.splits(words) {
			f.read(split, 0.95)
		}
	}
	if len(f.best) < enough {
		f.readTypos(words)
	}
	return f.results(houses)
}

// finder collects the candidates of a query.
type finder struct {
	*Index
	query     Query
	near      geo.Point
	metresLon float64 // in a degree of longitude near the point
	best      map[int]candidate
	heap      []candidate
	number    string // before the words that are being read, if it is not on the map
	scratch   []uint32
}

// candidate is an entry with its coarse score.
type candidate struct {
	entry int
	score float64
	words []string // as they were read
	typo  bool
	// number is the house number before the words, if it is not on the map.
	number string
}

// read notes the entries that have the words, in each way to read them.
func (f *finder) read(words []string, factor float64) {
	if len(words) == 0 {
		return
	}
	f.match(words, nil, factor)
	if joined := joinRef(words); len(joined) < len(words) {
		f.match(joined, nil, factor)
	}
	if ref, is := spacedRef(words); is {
		f.match([]string{ref}, nil, factor)
	}
	if dated := dates(words); len(dated) > len(words) {
		f.match(dated, nil, factor)
	}
	if bare := withoutStreet(words); len(bare) < len(words) {
		f.match(bare, nil, factor*0.99)
	}
}

// match notes the entries that have the words. Those in instead, if not nil, are the
// words of the index that stand for one of them.
func (f *finder) match(words []string, instead *replacement, factor float64) {
	ids := make([][]int, len(words)) // words of the index for each word
	last := len(words) - 1
	var from, to int // words of the index that begin with the last word
	for i, w := range words {
		if instead != nil && instead.at == i {
			ids[i] = instead.words
			continue
		}
		k, found := f.word(w)
		if found {
			ids[i] = []int{k}
		}
		if i == last && instead == nil && strings.Trim(w, "0123456789") != "" { // another number is another name
			from, to = k, f.endOf(w, k)
			if found {
				from++
			}
		} else if !found {
			return
		}
	}
	complete := f.intersect(ids)
	for _, e := range complete {
		f.note(int(e), words, factor, instead != nil)
	}
	if from < to {
		f.matchPrefix(words, ids[:last], from, to, factor*qualityPrefix)
	}
}

// replacement is the words of the index that stand for one word of the query.
type replacement struct {
	at    int
	words []int
}

// endOf returns the end of the words that begin with prefix, the first of which is
// first.
func (x *Index) endOf(prefix string, first int) int {
	low, high := first, x.words.Len()
	for low < high {
		if mid := (low + high) / 2; strings.HasPrefix(x.words.At(uint32(mid)), prefix) {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}

// matchPrefix notes the entries that have all of the words whose ids are given, and one
// that begins with the last one, which has the ids from…to.
func (f *finder) matchPrefix(words []string, ids [][]int, from, to int, factor float64) {
	size := int64(f.lists[to]) - int64(f.lists[from])
	if size <= longList {
		var all [][]int
		all = append(all, ids...)
		last := make([]int, 0, to-from)
		for k := from; k < to; k++ {
			last = append(last, k)
		}
		if len(all) == 0 {
			for _, k := range last {
				for w := f.walk(k); w.next(); {
					f.note(int(w.entry), words, factor, false)
				}
			}
			return
		}
		for _, e := range f.intersect(append(all, last)) {
			f.note(int(e), words, factor, false)
		}
		return
	}
	prefix := words[len(words)-1]
	check := func(e int) {
		name, _, _ := strings.Cut(f.names.At(f.entries[e].Name), nameSeparator)
		for _, w := range wordsOf(name) {
			if strings.HasPrefix(w, prefix) {
				f.note(e, words, factor, false)
				return
			}
		}
	}
	if len(ids) == 0 {
		for e := range min(f.Len(), scanned) {
			check(e)
		}
		return
	}
	some := f.intersect(ids)
	for _, e := range some[:min(len(some), scanned)] {
		check(int(e))
	}
}

// intersect returns the entries that have a word of each list, ascending. The result is
// valid until the next call.
func (f *finder) intersect(ids [][]int) []uint32 {
	if len(ids) == 0 {
		return nil
	}
	order := make([]int, len(ids))
	sizes := make([]int64, len(ids))
	for i, list := range ids {
		if order[i] = i; len(list) == 0 {
			return nil
		}
		for _, k := range list {
			sizes[i] += int64(len(f.list(k)))
		}
		if len(list) > 1 {
			sizes[i] += math.MaxInt32 // to be sorted only if there is no single word
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(sizes[a], sizes[b]) })
	out := f.union(f.scratch[:0], ids[order[0]])
	for _, i := range order[1:] {
		if len(out) == 0 {
			break
		}
		out = f.keep(out, ids[i])
	}
	f.scratch = out
	return out
}

// union appends the entries of several words, ascending.
func (f *finder) union(dst []uint32, words []int) []uint32 {
	for _, k := range words {
		for w := f.walk(k); w.next() && len(dst) < longUnion; {
			dst = append(dst, uint32(w.entry))
		}
	}
	if len(words) > 1 {
		slices.Sort(dst)
		dst = slices.Compact(dst)
	}
	return dst
}

// keep returns those of entries that have one of the words. It changes entries.
func (f *finder) keep(entries []uint32, words []int) []uint32 {
	if len(words) == 1 {
		kept := entries[:0]
		w := f.walk(words[0])
		more := w.next()
		for _, e := range entries {
			for more && w.entry < uint64(e) {
				more = w.next()
			}
			if !more {
				break
			}
			if w.entry == uint64(e) {
				kept = append(kept, e)
			}
		}
		return kept
	}
	has := make([]bool, len(entries))
	for _, k := range words {
		i := 0
		for w := f.walk(k); w.next(); {
			for i < len(entries) && uint64(entries[i]) < w.entry {
				i++
			}
			if i == len(entries) {
				break
			}
			if uint64(entries[i]) == w.entry {
				has[i] = true
			}
		}
	}
	kept := entries[:0]
	for i, e := range entries {
		if has[i] {
			kept = append(kept, e)
		}
	}
	return kept
}

// note records an entry if it is in the area and its coarse score is among the best.
func (f *finder) note(e int, words []string, factor float64, typo bool) {
	r := &f.entries[e]
	covered := 1.0
	if n := int(r.Words); n > len(words) {
		covered = float64(len(words)) / float64(n)
	}
	least := leastCovered
	if typo {
		least = leastTypo // one of several words must not be enough
	}
	score := factor*(least+(1-least)*covered) + weightImportance/255*float64(r.Importance)
	if k := basemap.Kind(r.Kind); k == basemap.POIBusStop || k == basemap.POIATM {
		score -= minorKind
	}
	if score += weightNear * f.nearness(r.Lat, r.Lon); len(f.heap) == finalists && score <= f.heap[0].score {
		return // of hundreds of thousands of entries nearly all end here
	}
	c := candidate{entry: e, score: score, words: words, typo: typo, number: f.number}
	if old, known := f.best[e]; known {
		if old.score < c.score {
			f.best[e] = c
		}
		return
	}
	if a := f.query.Within; a != nil && !a.holds(f.pointsOf(e)) {
		return
	}
	f.push(c)
}

// push adds a candidate to the heap of the best, whose root is the worst.
func (f *finder) push(c candidate) {
	f.best[c.entry] = c
	if len(f.heap) == finalists {
		delete(f.best, f.heap[0].entry)
		f.heap[0] = c
		for i := 0; ; {
			least := i
			for _, k := range [2]int{2*i + 1, 2*i + 2} {
				if k < len(f.heap) && f.heap[k].score < f.heap[least].score {
					least = k
				}
			}
			if least == i {
				return
			}
			f.heap[i], f.heap[least] = f.heap[least], f.heap[i]
			i = least
		}
	}
	f.heap = append(f.heap, c)
	for i := len(f.heap) - 1; i > 0; {
		up := (i - 1) / 2
		if f.heap[up].score <= f.heap[i].score {
			return
		}
		f.heap[i], f.heap[up] = f.heap[up], f.heap[i]
		i = up
	}
}

// nearness returns 1 at the point of the query, a half at nearHalf, and 0 without one.
func (f *finder) nearness(lat, lon int32) float64 {
	if !f.query.HasNear {
		return 0
	}
	dy := (float64(lat)/1e7 - f.near.Lat) * geo.MetresPerDegree
	dx := (float64(lon)/1e7 - f.near.Lon) * f.metresLon
	return 1 / (1 + math.Sqrt(dx*dx+dy*dy)/nearHalf)
}

// readTypos notes the entries that have the words with one typing error.
func (f *finder) readTypos(words []string) {
	for _, variant := range [][]string{words, withoutStreet(words)} {
		for i, w := range variant {
			if r := (replacement{at: i, words: f.typosOf(w)}); len(r.words) > 0 {
				f.match(variant, &r, qualityTypo)
			}
		}
		if len(variant) == len(withoutStreet(words)) {
			return
		}
	}
}

// typosOf returns the words of the index from which w differs by one typing error.
func (x *Index) typosOf(w string) (list []int) {
	if len(w) < minTypo {
		return nil
	}
	for i := range x.words.Len() {
		if v := x.words.At(uint32(i)); len(v) >= len(w)-1 && len(v) <= len(w)+1 && isTypo(w, v) {
			list = append(list, i)
		}
	}
	return list
}

// splits returns words with spaces added where a word is unknown: le loi for leloi.
func (f *finder) splits(words []string) (all [][]string) {
	for i, w := range words {
		if k, found := f.word(w); found || len(w) < 4 || i == len(words)-1 && f.endOf(w, k) > k {
			continue
		}
		for _, parts := range f.split(w, 4) {
			all = append(all, slices.Concat(words[:i], parts, words[i+1:]))
		}
		break
	}
	return all
}

// split returns the ways to divide w into at most n known words of two letters or more,
// the first few.
func (f *finder) split(w string, n int) (all [][]string) {
	const few = 8
	if _, found := f.word(w); found {
		all = append(all, []string{w})
	}
	for i := 2; n > 1 && i <= len(w)-2 && len(all) < few; i++ {
		if _, found := f.word(w[:i]); !found {
			continue
		}
		for _, rest := range f.split(w[i:], n-1) {
			all = append(all, append([]string{w[:i]}, rest...))
		}
	}
	return all[:min(len(all), few)]
}

// results returns the best matches.
func (f *finder) results(houses []Match) []Match {
	list := houses
	key, folded := units.Key(f.query.Text), units.Fold(f.query.Text)
	for _, c := range f.best {
		m := Match{Entry: f.Entry(c.entry), Typo: c.typo, index: c.entry}
		m.Score = c.score + f.refine(&m.Entry, &c, key, folded)
		m.Whole = m.Kind.IsRoad() && !m.Ref && !m.Typo && bareName(wordsOf(m.Name)) == bareName(c.words)
		switch {
		case c.number == "":
		case m.Whole:
			m.Number = c.number
		default:
			m.Score -= qualityMissing - qualityStreet
		}
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b Match) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.index, b.index)) })
	out := make([]Match, 0, f.query.Limit)
	for _, m := range list {
		if len(out) == f.query.Limit || m.Score < list[0].Score-worst {
			break
		}
		if !slices.ContainsFunc(out, func(o Match) bool { return sameAs(&o, &m) }) {
			out = append(out, m)
		}
	}
	return out
}

// inOrder reports whether all words of text are in name in their order.
func inOrder(name, text string) bool {
	names := strings.Fields(name)
	for _, w := range strings.Fields(text) {
		i := slices.IndexFunc(names, func(n string) bool { return strings.HasPrefix(n, w) })
		if i < 0 {
			return false
		}
		names = names[i+1:]
	}
	return true
}

// sameOrder reports whether text is in name with one typing error.
func sameOrder(name, text string) bool {
	names, words := strings.Fields(name), strings.Fields(text)
	for i := 0; i+len(words) <= len(names); i++ {
		differ := 0
		for k, w := range words {
			if n := names[i+k]; n != w && !strings.HasPrefix(n, w) {
				differ++
			}
		}
		if differ <= 1 {
			return true
		}
	}
	return false
}

// sameRange is the distance below which two results of one name and kind are one
// (metres).
const sameRange = 250

// sameAs reports whether a and b are shown as one: a market, its area and its bus stop.
func sameAs(a, b *Match) bool {
	roads := a.Kind.IsRoad() || b.Kind.IsRoad() || a.Street != "" || b.Street != ""
	if roads && (a.Kind.IsRoad() != b.Kind.IsRoad() || a.Ref != b.Ref || a.Street != b.Street) {
		return false
	}
	return strings.EqualFold(a.Name, b.Name) && geo.Distance(a.At, b.At) < sameRange
}

// bareName returns the words of a name without that for a street.
func bareName(words []string) string { return strings.Join(withoutStreet(words), " ") }

// refine returns the correction of a coarse score by the order of the words and the
// marks.
func (f *finder) refine(e *Entry, c *candidate, key, folded string) float64 {
	if e.Ref {
		if refWord(e.Name) == strings.Join(c.words, "") {
			return 0.1
		}
		return 0
	}
	name, text := bareName(wordsOf(e.Name)), bareName(c.words)
	score := 0.0
	switch at := strings.Index(name, text); {
	case name == text:
		score = 0.05
	case at == 0:
	case at > 0:
		score = -0.03
	case strings.Contains(units.Fold(e.NameEn), text):
		// The coarse score took it for all of the name.
		if n := len(wordsOf(e.NameEn)); n > len(c.words) {
			score = -weightEnglish * (1 - float64(len(c.words))/float64(n))
		}
	case sameOrder(name, text):
	case inOrder(name, text):
		score = -0.05
	default:
		score = -0.15
	}
	// A text with marks means a name with these marks.
	if key != folded && !c.typo {
		if strings.Contains(units.Key(e.Name), key) {
			score += 0.06
		} else {
			score -= 0.06
		}
	}
	return score
}
