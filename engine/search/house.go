// SPDX-License-Identifier: MIT

package search

import (
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
)

// Texts with a house number: before the street, as in Vietnam, or after it.
var (
	numberFirst = regexp.MustCompile(`(?i)^\s*(?:(?:số|so|sn)\.?\s+(?:nhà\s+|nha\s+)?)?(\d+[a-zđ]?(?:[/\-.]\d*[a-zđ]?)*)[\s,]+(\pL.*)$`)
	numberLast  = regexp.MustCompile(`(?i)^\s*(\pL.*?)[\s,]+(?:(?:số|so)\s+)?(\d+[a-zđ]?(?:[/\-.]\d*[a-zđ]?)*)\s*$`)
)

// maxStreets is the number of streets whose houses are looked at.
const maxStreets = 64

// findHouses returns the houses that a text may mean. It also notes the street of a number
// before it.
func (f *finder) findHouses(text string) (list []Match) {
	for i, pattern := range []*regexp.Regexp{numberFirst, numberLast} {
		m := pattern.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		number, street := m[1], m[2]
		if i == 1 {
			number, street = m[2], m[1]
		}
		words := withoutStreet(wordsOf(street))
		if len(words) == 0 || len(words) > maxWords {
			continue
		}
		houses := f.housesOn(words, foldNumber(number))
		list = append(list, houses...)
		if i == 0 {
			quality := qualityStreet
			if !slices.ContainsFunc(houses, func(m Match) bool { return m.Whole }) {
				quality, f.number = qualityMissing, number
			}
			f.read(words, quality)
			f.number = ""
		}
	}
	return list
}

// housesOn returns the houses with a number on the streets that words may mean.
func (f *finder) housesOn(words []string, number string) (list []Match) {
	key := strings.Join(words, " ")
	for _, s := range f.streetsOf(key) {
		name, shown, _ := strings.Cut(f.streets.At(uint32(s.street)), nameSeparator)
		quality := 1.0
		switch {
		case s.typo:
			quality = qualityTypo
		case name != key:
			quality = qualityPrefix
		}
		from, to := f.firsts[s.street], f.firsts[s.street+1]
		if from > to || uint64(to) > uint64(f.houses.Len()) {
			continue
		}
		last, q := uint32(0), 0.0 // houses are in the order of their numbers
		for i, h := range f.houses.Range(int(from), int(to)) {
			got := f.numbers.At(h.Number)
			if i == 0 || h.Number != last {
				last, q = h.Number, quality*qualityOfNumber(number, got)
			}
			at := geo.Fixed{Lat: h.Lat, Lon: h.Lon}
			if q == 0 || f.query.Within != nil && !f.query.Within.holds([]geo.Fixed{at}) {
				continue
			}
			list = append(list, Match{
				Entry:  Entry{Kind: basemap.HouseNumber, Name: got, At: at.Point(), points: []geo.Fixed{at}},
				Street: shown, Typo: s.typo, index: -1, Whole: !s.typo && name == key,
				Score: q + 0.2 + weightNear*f.nearness(f.square(h.Lat, h.Lon)),
			})
		}
	}
	return list
}

// qualityOfNumber is numberQuality for a number as the map has it. Of thousands of houses nearly
// all lack the digits that are asked for, so they need not be folded.
func qualityOfNumber(asked, got string) float64 {
	digits := asked[:len(asked)-len(strings.TrimLeft(asked, "0123456789"))]
	if !strings.Contains(got, digits) && isPlainText(got) {
		return 0
	}
	return numberQuality(asked, foldNumber(got))
}

// isPlainText reports whether s is ASCII, in which digits have one form.
func isPlainText(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// numberQuality returns how well a house number matches one that is asked for: 1 if it is
// the same, less if it begins with it ("12A" for "12"), 0 if it is another.
func numberQuality(asked, got string) float64 {
	switch rest, begins := strings.CutPrefix(got, asked); {
	case got == asked:
		return 1
	case begins && isLetter(rest[0]):
		return 0.8
	}
	// One of several numbers, or a range: "12/14" is how "12-14" folds.
	for part := range strings.SplitSeq(got, "/") {
		if part == asked {
			return 0.75
		}
	}
	return 0
}

// houseStreet is a street of houses by its number.
type houseStreet struct {
	street int
	typo   bool
}

// streetsOf returns the streets with houses whose keys are or begin with key, or else
// those from which it differs by one typing error.
func (f *finder) streetsOf(key string) (list []houseStreet) {
	n := f.streets.Len()
	first := sort.Search(n, func(i int) bool { return f.streets.At(uint32(i)) >= key })
	for i := first; i < n && strings.HasPrefix(f.streets.At(uint32(i)), key) && len(list) < maxStreets; i++ {
		list = append(list, houseStreet{i, false})
	}
	if len(list) > 0 || f.query.Exact {
		return list
	}
	for i := range n {
		if name, _, _ := strings.Cut(f.streets.At(uint32(i)), nameSeparator); isTypo(key, name) && len(list) < maxStreets {
			list = append(list, houseStreet{i, true})
		}
	}
	return list
}
