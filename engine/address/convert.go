// SPDX-License-Identifier: MIT

package address

import (
	"cmp"
	"slices"
	"strings"

	"roadsnap/engine/geo"
	"roadsnap/engine/units"
)

// Reason says why an answer is what it is. The names are those of the API.
type Reason string

// The reasons.
const (
	Whole       Reason = "whole"                 // the former ward went to one ward as a whole
	AlreadyNew  Reason = "already_new"           // the address names a ward in force
	Divided     Reason = "divided"               // the former ward went to several wards
	Both        Reason = "both"                  // it is the name of a former ward and of another in force
	Ambiguous   Reason = "ambiguous"             // several wards have the name
	Located     Reason = "located"               // the coordinates decided
	Street      Reason = "street"                // the street runs through one of the candidates only
	Elsewhere   Reason = "coordinates_elsewhere" // the coordinates lie in none of the candidates
	NoWard      Reason = "no_ward"               // it names a district or a province only
	NotFound    Reason = "not_found"             // it names no unit
	One         Reason = "one_part"              // to former: the ward was made of one unit, or the text says which
	Parts       Reason = "parts"                 // to former: the ward was made of several units
	AlreadyOld  Reason = "already_former"        // to former: the address names a former ward
	NoFormer    Reason = "no_former"             // to former: the ward was made of no ward
	Conflicting Reason = "conflict"              // the ward does not lie in the district or province of the text
)

// Query is an address. Either Address is set, or some of the others.
type Query struct {
	Address                  string
	Ward, District, Province string
	At                       geo.Point // where it is, if HasAt
	HasAt                    bool
}

// Candidate is a unit that a query may mean.
type Candidate struct {
	Ward      units.Ward   // in force
	Former    units.Former // the unit before July 2025 that leads to it, if HasFormer
	HasFormer bool
	Share     float64 // the part of that unit's land that the ward has; 0 if unknown
}

// Answer is the conversion of an address. Without a decision, Ward and Address are empty, and there
// are several candidates or none.
type Answer struct {
	Address    string // official form, with what the text says before the units
	Decided    bool
	Ward       units.Ward     // to new: the decision
	Former     units.Former   // to former: the decision
	Province   units.Province // in force; valid if its code is not ""
	Confidence float64        // probability that the decision is right; of the set, if there is none
	Reason     Reason
	Typo       bool // a name was found with one typing error
	Candidates []Candidate
}

// Converter converts addresses. It is safe for concurrent use.
type Converter struct {
	index *index
	// Locate returns the ward in force that contains a point. It may be nil.
	Locate func(geo.Point) (units.Ward, bool)
	// LocateFormer returns the unit of June 2025 that contains a point. It may be nil.
	LocateFormer func(geo.Point) (units.Former, bool)
	// Shares returns which part of a former unit's land went to which ward; ok is false if it is
	// not known. It may be nil.
	Shares func(units.Former) (shares []units.Share, ok bool)
	// Streets returns those of some wards in force that a street runs through. It may be nil.
	Streets func(name string, among []units.Ward) []units.Ward
}

// New returns a Converter for a table of units.
func New(table *units.Table) *Converter { return &Converter{index: newIndex(table)} }

// ToNew converts an address to the units in force.
func (c *Converter) ToNew(q Query) Answer {
	t := newText(q.text())
	u := c.index.understand(t)
	answer := Answer{Reason: NotFound, Typo: u.typo}
	if len(u.readings) == 0 {
		return answer
	}
	r := u.readings[0]
	answer.Province = c.index.presentProvince(r)
	if r.ward == nil {
		answer.Reason, answer.Candidates, answer.Confidence = NoWard, c.index.wardsIn(r), doubtful
		return c.locate(q, t, u, answer)
	}
	answer.Candidates = c.shared(c.index.newCandidates(u.readings))
	answer.Reason = reasonOf(u.readings, answer.Candidates)
	answer.Confidence = u.certainty(t)
	switch {
	case u.conflict:
		answer.Reason, answer.Confidence = Conflicting, doubtful
	case len(wardsOf(answer.Candidates)) == 1:
		c.decide(&answer, answer.Candidates[0].Ward, t, u)
	}
	return c.street(t, u, c.locate(q, t, u, answer))
}

// ToFormer converts an address to the units before July 2025. It decides if the ward was made of
// one unit, or if the text names the district of one.
func (c *Converter) ToFormer(q Query) Answer {
	t := newText(q.text())
	u := c.index.understand(t)
	answer := Answer{Reason: NotFound, Typo: u.typo}
	if len(u.readings) == 0 {
		return answer
	}
	answer.Province = c.index.presentProvince(u.readings[0])
	if u.readings[0].ward == nil {
		answer.Reason, answer.Confidence = NoWard, doubtful
		return answer
	}
	answer.Confidence = u.certainty(t)
	present := slices.DeleteFunc(slices.Clone(u.readings), func(r reading) bool { return r.ward.tier != presentWard })
	if len(present) == 0 {
		answer.Reason, answer.Candidates = AlreadyOld, c.index.newCandidates(u.readings)
		if f := answer.Candidates[0].Former; !slices.ContainsFunc(answer.Candidates, func(o Candidate) bool {
			return o.Former.Name != f.Name || o.Former.District != f.District || o.Former.Province != f.Province
		}) {
			answer.Decided, answer.Former, answer.Address = true, f, strings.TrimSpace(t.original)
		}
		return answer
	}
	ward := c.index.table.Wards()[present[0].ward.i]
	parts := c.index.table.FormerUnitsOf(ward.Code)
	if named := slices.DeleteFunc(slices.Clone(parts), func(f units.Former) bool { return !u.names(c.index, f) }); len(named) > 0 {
		parts = named
	}
	if at, ok := c.formerAt(q); ok {
		if i := slices.IndexFunc(parts, func(f units.Former) bool { return f.Code != "" && f.Code == at.Code }); i >= 0 {
			if len(parts) > 1 {
				answer.Reason = Located
			}
			parts, answer.Confidence = parts[i:i+1], max(answer.Confidence, sure)
		} else {
			answer.Reason, answer.Confidence = Elsewhere, min(answer.Confidence, doubtful)
		}
	}
	for _, f := range parts {
		answer.Candidates = append(answer.Candidates, Candidate{Ward: ward, Former: f, HasFormer: true})
	}
	answer.Candidates = c.shared(answer.Candidates)
	switch len(parts) {
	case 0:
		answer.Reason = NoFormer
	case 1:
		f := parts[0]
		if answer.Reason == NotFound {
			answer.Reason = One
		}
		answer.Decided, answer.Former = true, f
		answer.Address = f.Name + ", " + f.District + ", " + f.Province
		if street := t.without(append(spansOf(present[0]), u.spansIn(c.index, f)...)...); street != "" {
			answer.Address = street + ", " + answer.Address
		}
	default:
		if answer.Reason == NotFound {
			answer.Reason = Parts
		}
	}
	return answer
}

// formerAt returns the unit of June 2025 at the coordinates of a query.
func (c *Converter) formerAt(q Query) (units.Former, bool) {
	if !q.HasAt || c.LocateFormer == nil {
		return units.Former{}, false
	}
	return c.LocateFormer(q.At)
}

// shared adds to candidates which part of the former unit they have.
func (c *Converter) shared(list []Candidate) []Candidate {
	if c.Shares == nil {
		return list
	}
	for i := range list {
		k := &list[i]
		if !k.HasFormer {
			continue
		}
		shares, _ := c.Shares(k.Former)
		if at := slices.IndexFunc(shares, func(s units.Share) bool { return s.Code == k.Ward.Code }); at >= 0 {
			k.Share = shares[at].Fraction
		}
	}
	return list
}

// text returns the query as one text.
func (q Query) text() string {
	if q.Address != "" && q.Ward == "" && q.District == "" && q.Province == "" {
		return q.Address
	}
	var parts []string
	for _, s := range []string{q.Address, q.Ward, q.District, q.Province} {
		if s = strings.TrimSpace(s); s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, ", ")
}

// decide fills in the ward of an answer, and the address in its official form.
func (c *Converter) decide(a *Answer, w units.Ward, t *text, u understanding) {
	a.Decided, a.Ward = true, w
	a.Province, _ = c.index.table.Province(w.ProvinceCode)
	a.Address = w.FullName + ", " + a.Province.FullName
	spans := spansOf(u.readings[0])
	for i := range u.districts { // a former district next to a ward in force
		if d := &u.districts[i]; d.score >= scoreKind && u.readings[0].ward != nil && apart(u.readings[0].ward, d, u.readings[0].province) && c.index.liesIn(u.readings[0].ward, d) {
			spans = append(spans, d.span)
		}
	}
	if street := t.without(spans...); street != "" {
		a.Address = street + ", " + a.Address
	}
	if a.Reason == AlreadyNew && !a.Typo && len(spans) == len(spansOf(u.readings[0])) {
		a.Address = strings.TrimSpace(t.original)
	}
}

// locate lets the coordinates of a query decide.
func (c *Converter) locate(q Query, t *text, u understanding, a Answer) Answer {
	if !q.HasAt || c.Locate == nil {
		return a
	}
	w, ok := c.Locate(q.At)
	switch {
	case ok && slices.ContainsFunc(a.Candidates, func(c Candidate) bool { return c.Ward.Code == w.Code }):
		a.Candidates = slices.DeleteFunc(a.Candidates, func(c Candidate) bool { return c.Ward.Code != w.Code })
		if !a.Decided {
			a.Reason = Located
			c.decide(&a, w, t, u)
		}
		a.Confidence = max(a.Confidence, sure)
	default:
		a.Reason, a.Confidence = Elsewhere, min(a.Confidence, doubtful)
	}
	return a
}

// Confidences.
const (
	sure      = 0.99
	unmarked  = 0.97 // the text has no marks, so that another unit may be meant
	otherKind = 0.95 // another kind is stated than the unit had
	alone     = 0.92 // neither district nor province is named
	mistyped  = 0.85
	doubtful  = 0.5
)

// certainty returns the confidence of an understanding.
func (u understanding) certainty(t *text) float64 {
	r := u.readings[0]
	out := sure
	if !t.marked {
		out = min(out, unmarked)
	}
	for _, m := range []*mention{r.ward, r.district, r.province} {
		switch {
		case m == nil:
		case m.street:
			out = min(out, doubtful)
		case m.score <= scoreMarks:
			out = min(out, mistyped)
		case m.score < scoreKind && m == r.ward && m.score <= scoreOtherKind+scoreSegment:
			out = min(out, otherKind)
		}
	}
	if r.district == nil && r.province == nil {
		out = min(out, alone)
	}
	if u.typo {
		out = min(out, mistyped)
	}
	return out
}

// reasonOf returns the reason for the candidates of readings with a ward.
func reasonOf(best []reading, list []Candidate) Reason {
	formers, presents := make(map[int32]bool), make(map[int32]bool)
	for _, r := range best {
		if r.ward.tier == presentWard {
			presents[r.ward.i] = true
		} else {
			formers[r.ward.i] = true
		}
	}
	former, present := len(formers), len(presents)
	one := len(wardsOf(list)) == 1
	switch {
	case present > 0 && one:
		return AlreadyNew
	case one:
		return Whole
	case former > 0 && present > 0:
		return Both
	case former > 1 || present > 1:
		return Ambiguous
	}
	return Divided
}

// wardsOf returns the codes of the wards in force of candidates.
func wardsOf(list []Candidate) (codes []string) {
	for _, c := range list {
		if !slices.Contains(codes, c.Ward.Code) {
			codes = append(codes, c.Ward.Code)
		}
	}
	return codes
}

// understanding is what a text means.
type understanding struct {
	readings             best // all of one score
	districts, provinces []mention
	typo                 bool // the ward has a typing error
	conflict             bool // the text names a place that the ward does not lie in
}

// understand returns what a text means. If no ward is found, it looks for one with a typing error in
// the district or province that the text names.
func (x *index) understand(t *text) (u understanding) {
	u.readings, u.districts, u.provinces = x.readings(t)
	if len(u.readings) == 0 {
		return u
	}
	if withWard := slices.DeleteFunc(slices.Clone(u.readings), func(r reading) bool { return r.ward == nil }); len(withWard) > 0 {
		u.readings = withWard
	} else {
		if found := x.mistyped(t, u.readings); len(found) > 0 {
			u.readings, u.typo = found, true
		}
		return u
	}
	u.conflict = !slices.ContainsFunc(u.readings, func(r reading) bool { return !x.otherPlace(t, r, u.districts, u.provinces) })
	return u
}

// names reports whether the text names the district of a former unit.
func (u understanding) names(x *index, f units.Former) bool { return len(u.spansIn(x, f)) > 0 }

// spansIn returns where the text names the district and the province of a former unit.
func (u understanding) spansIn(x *index, f units.Former) (out []span) {
	for _, d := range u.districts {
		if x.districts[d.i].name == f.District && x.districts[d.i].province == f.Province && apart(u.readings[0].ward, &d, nil) {
			out = append(out, d.span)
		}
	}
	return out
}

// newCandidates returns the wards in force of readings, each once.
func (x *index) newCandidates(best []reading) (out []Candidate) {
	add := func(c Candidate) {
		if !slices.ContainsFunc(out, func(o Candidate) bool {
			return o.Ward.Code == c.Ward.Code && o.HasFormer == c.HasFormer && o.Former.Code == c.Former.Code && o.Former.Name == c.Former.Name && o.Former.District == c.Former.District
		}) {
			out = append(out, c)
		}
	}
	for _, r := range best {
		if r.ward.tier == presentWard {
			add(Candidate{Ward: x.table.Wards()[r.ward.i]})
			continue
		}
		f := x.former[r.ward.i]
		for _, w := range f.Successors {
			add(Candidate{Ward: w, Former: f, HasFormer: true})
		}
	}
	return out
}

// wardsIn returns the wards in force of a district or province.
func (x *index) wardsIn(r reading) (out []Candidate) {
	switch {
	case r.district != nil:
		for _, i := range x.districts[r.district.i].wards {
			for _, w := range x.former[i].Successors {
				if !slices.ContainsFunc(out, func(c Candidate) bool { return c.Ward.Code == w.Code }) {
					out = append(out, Candidate{Ward: w})
				}
			}
		}
		slices.SortFunc(out, func(a, b Candidate) int { return cmp.Compare(a.Ward.Code, b.Ward.Code) })
	case r.province != nil && r.province.tier == presentProvince: // the list would be long
	}
	return out
}

// presentProvince returns the province in force of a reading, if there is one only.
func (x *index) presentProvince(r reading) (p units.Province) {
	var code string
	switch {
	case r.ward != nil && r.ward.tier == presentWard:
		code = x.table.Wards()[r.ward.i].ProvinceCode
	case r.ward != nil:
		code = x.former[r.ward.i].Successors[0].ProvinceCode
	case r.district != nil:
		code = x.former[x.districts[r.district.i].wards[0]].Successors[0].ProvinceCode
	case r.province.tier == presentProvince:
		return x.table.Provinces()[r.province.i]
	default:
		code = x.provinces[r.province.i].present[0]
	}
	p, _ = x.table.Province(code)
	return p
}

func spansOf(r reading) (out []span) {
	for _, m := range []*mention{r.ward, r.district, r.province} {
		if m != nil && !m.street {
			out = append(out, m.span)
		}
	}
	return out
}
