// SPDX-License-Identifier: MIT

package units

import (
	"slices"
	"strings"
)

// Scores by the way in which a name matches a query. The steps are wider than spread
// and markBonus, so that a better kind of match always wins.
const (
	scoreExact      = 1.00 // the same, marks included
	scoreUnmarked   = 0.98 // the same, the query without marks
	scoreOtherMarks = 0.95 // the same except for marks
	scoreJoined     = 0.93 // the same except for spaces
	scoreInitials   = 0.92
	scorePrefix     = 0.72
	scoreWord       = 0.52
	scoreInside     = 0.34
	scoreKindOnly   = 0.20 // the query is only a kind

	scoreWhole = scoreInitials // from here on, the query is the whole name

	spread    = 0.08 // times the fraction of the name that the query covers
	markBonus = 0.10 // the query's marks agree too; outweighs any length
	wrongKind = 0.50 // factor if the query has another kind

	// formerName is the factor of a part of a former name. It comes after units in force,
	// even of another kind, and after prefixes of their names and of words in them. It comes
	// before a match inside a word.
	formerName = 0.45
	// formerWhole is that of a whole former name, which comes after the whole name of a unit
	// in force, and before prefixes of longer names.
	formerWhole = 0.91
	// formerKind is that of a whole former name whose kind is stated.
	formerKind = 0.95

	// ignoredPart is the factor if a part of the query is no place that is known.
	ignoredPart = 0.35
	// partOnly is that of a unit in force in a place where only parts of it were.
	partOnly = 0.9
)

// score returns how well the unit's name matches a reading, 0 if it does not.
func (e *entry) score(r *reading) float64 {
	if r.name == "" {
		if slices.Contains(r.levels, e.level) && !r.whole {
			return scoreKindOnly
		}
		return 0
	}
	return e.nameScore(r) * kindFactor(r, e.level)
}

func kindFactor(r *reading, level string) float64 {
	if r.kind && !slices.Contains(r.levels, level) {
		return wrongKind
	}
	return 1
}

// isWhole reports whether the reading is the whole name or code of the unit, perhaps
// with another kind, or a kind alone.
func (e *entry) isWhole(r *reading) bool {
	return r.name == "" || r.joined == e.joined || r.name == e.initials || !r.kind && (r.name == e.code || r.name == e.alias)
}

func (e *entry) codeScore(text string) float64 {
	switch {
	case text == "":
		return 0
	case text == e.code || text == e.alias:
		return scoreExact
	case len(text) >= minCodePrefix && strings.HasPrefix(e.code, text):
		return scorePrefix + spread*float64(len(text))/float64(len(e.code))
	}
	return 0
}

// minCodePrefix is the number of digits that a code prefix must have, so that the 2
// of "Móng Cái 2" does not match a tenth of the country.
const minCodePrefix = 3

// minInside is the number of letters needed for a match inside a word. A single
// letter is in most names.
const minInside = 2

// nameScore returns how well the name matches, ignoring the kind.
func (s *spelling) nameScore(r *reading) float64 {
	switch {
	case r.name == s.name:
		return s.exactScore(r)
	case r.joined == s.joined:
		return scoreJoined
	case r.name == s.initials: // r.name is never "" here
		return scoreInitials
	case r.whole:
		return 0
	}
	var score float64
	var marks bool
	at := strings.Index(s.name, r.name)
	switch {
	case at < 0 && strings.HasPrefix(s.joined, r.name):
		score = scoreWord
	case at < 0:
		return 0
	case at == 0:
		score, marks = scorePrefix, strings.HasPrefix(s.key, r.key)
	case startsWord(s.name, r.name, at):
		score, marks = scoreWord, startsWord(s.key, r.key, strings.Index(s.key, r.key))
	case len(r.name) < minInside:
		return 0
	default:
		score = scoreInside
	}
	if marks {
		score += markBonus
	}
	return score + spread*float64(len(r.name))/float64(len(s.name))
}

func (s *spelling) exactScore(r *reading) float64 {
	switch r.key {
	case s.key:
		return scoreExact
	case r.name:
		return scoreUnmarked
	}
	return scoreOtherMarks
}

// startsWord reports whether text begins a word of s. at is its first occurrence,
// negative if there is none.
func startsWord(s, text string, at int) bool {
	return at == 0 || at > 0 && (s[at-1] == ' ' || strings.Contains(s[at:], " "+text))
}

// ignoring returns the factor for the parts of the query that the reading ignores.
func (r *reading) ignoring() float64 {
	if r.ignored {
		return ignoredPart
	}
	return 1
}
