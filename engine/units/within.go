// SPDX-License-Identifier: MIT

package units

import (
	"slices"
	"strings"
)

// Placed is a way to read a text: a name, and the places in which it is said to lie.
type Placed struct {
	Name string // the text before the places, as it was written

	table    *Table
	settings []setting
	wards    []map[string]bool // codes of the wards that a place may be
}

// Anywhere reports whether the reading names no place.
func (p *Placed) Anywhere() bool { return len(p.settings) == 0 && len(p.wards) == 0 }

// Holds reports whether a ward lies in all places of the reading. A former district
// holds the wards that its units went to.
func (p *Placed) Holds(w Ward) bool {
	for _, codes := range p.wards {
		if !codes[w.Code] {
			return false
		}
	}
	i, known := p.table.wardIndex[w.Code]
	return known && !slices.ContainsFunc(p.settings, func(s setting) bool { return !s.holdsWard(p.table, i) })
}

// Wards returns the wards that the reading holds, by code.
func (p *Placed) Wards() (list []Ward) {
	for _, w := range p.table.wards {
		if p.Holds(w) {
			list = append(list, w)
		}
	}
	return list
}

// placedWords is the largest number of words at the end of a text that are read as a
// place.
const placedWords = 6

// WithPlaces returns the ways to read a text as a name followed by places, current or
// former: "le loi, q1", "lê lợi quận 1 tphcm", "Lê Lợi, phường Bến Thành". The first way
// takes all words before the first comma as the name. A part after a comma that is no
// place is ignored.
func (t *Table) WithPlaces(text string) []Placed {
	parts := strings.SplitN(text, ",", maxParts+1)
	base := Placed{table: t}
	for _, part := range parts[1:] {
		base.add(part, false)
	}
	fields := strings.Fields(parts[0])
	base.Name = strings.Join(fields, " ")
	if base.Name == "" {
		return nil
	}
	return base.endings([]Placed{base}, fields, 2)
}

// endings appends the readings in which up to depth places end the name.
func (p *Placed) endings(out []Placed, fields []string, depth int) []Placed {
	if depth == 0 || len(fields) > maxWords {
		return out
	}
	for n := 1; n <= placedWords && n < len(fields); n++ {
		rest := fields[:len(fields)-n]
		next := Placed{
			Name: strings.Join(rest, " "), table: p.table, settings: slices.Clone(p.settings), wards: slices.Clone(p.wards),
		}
		if next.add(strings.Join(fields[len(rest):], " "), true) {
			out = next.endings(append(out, next), rest, depth-1)
		}
	}
	return out
}

// add adds a place. Without a comma before it, a ward must have its kind.
func (p *Placed) add(text string, needsKind bool) (ok bool) {
	words := newText(text)
	if len(words.folded) == 0 {
		return false
	}
	if s, found := p.table.places.named(words.folded); found {
		p.settings = append(p.settings, s)
		return true
	}
	if needsKind && !slices.Contains([]string{"p", "phuong", "x", "xa", "tt"}, words.folded[0]) || len(words.folded) == 1 && needsKind {
		return false
	}
	codes := map[string]bool{}
	hits := p.table.Search(text, Filter{Kind: KindWard, Limit: maxPlacedWards})
	for _, h := range hits {
		if h.Score >= hits[0].Score*leastPlaced && h.Score > typoWhole {
			codes[h.Ward.Code] = true
		}
	}
	if len(codes) == 0 {
		return false
	}
	p.wards = append(p.wards, codes)
	return true
}

const (
	// maxPlacedWards is the number of wards that a place may be.
	maxPlacedWards = 64
	// leastPlaced is the share of the best score that another ward needs.
	leastPlaced = 0.7
)
