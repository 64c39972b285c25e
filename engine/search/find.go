// SPDX-License-Identifier: MIT

package search

import (
	"math"
	"strings"
	"sync"

	"roadsnap/engine/geo"
)

// Query is a search.
type Query struct {
	Text    string    // a name, or a house number and a street, without the place
	Near    geo.Point // near which results are preferred, if HasNear is set
	HasNear bool
	Limit   int   // at most this many results, at least 1
	Within  *Area // nil for everywhere
	Exact   bool  // typing errors are not considered
}

// Area restricts a search.
type Area struct {
	Box   geo.FixedBounds // around the area
	Holds func(geo.Fixed) bool
}

// holds reports whether any of points is in the area.
func (a *Area) holds(points []geo.Fixed) bool {
	for _, p := range points {
		if a.Box.Contains(p) && a.Holds(p) {
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
	f, _ := finders.Get().(*finder)
	f.begin(x, q)
	houses := f.findHouses(q.Text)
	words := wordsOf(q.Text)
	if len(words) > maxWords {
		words = words[:maxWords]
	}
	f.read(words, 1)
	if len(f.of) < enough {
		for _, split := range f.splits(words) {
			f.read(split, 0.95)
		}
	}
	if len(f.of) < enough && !q.Exact {
		f.readTypos(words)
	}
	out := f.results(houses)
	f.begin(nil, Query{})
	finders.Put(f)
	return out
}

// finder collects the candidates of a query.
type finder struct {
	posting
	candidates
	query     Query
	near      geo.Point
	metresLon float64 // in a degree of longitude near the point
	number    string  // before the words that are being read, if it is not on the map
}

// finders keeps the memory of finders, which for a country is some 2 MB.
var finders = sync.Pool{New: func() any { return &finder{} }}

// begin prepares f for a query.
func (f *finder) begin(x *Index, q Query) {
	f.Index, f.query, f.number = x, q, ""
	f.near, f.metresLon = q.Near, geo.MetresPerDegree*math.Cos(q.Near.Lat*math.Pi/180)
	f.reset()
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
	groups := make([][]wordRange, len(words)) // words of the index for each word
	last := len(words) - 1
	var begun wordRange // words of the index that begin with the last word and are longer
	for i, w := range words {
		if instead != nil && instead.at == i {
			groups[i] = instead.words
			continue
		}
		k, found := f.word(w)
		if found {
			groups[i] = []wordRange{{k, k + 1}}
		}
		if i == last && instead == nil && strings.Trim(w, "0123456789") != "" { // another number is another name
			if begun = (wordRange{k, f.endOf(w, k)}); found {
				begun.from++
			}
		} else if !found {
			return
		}
	}
	if len(groups[last]) > 0 {
		f.noteAll(f.intersect(groups), words, factor, instead != nil)
	}
	if begun.from < begun.to {
		groups[last] = []wordRange{begun}
		f.noteAll(f.intersect(groups), words, factor*qualityPrefix, false)
	}
}

// replacement is the words of the index that stand for one word of the query.
type replacement struct {
	at    int
	words []wordRange
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
