// SPDX-License-Identifier: MIT

package address

import "slices"

// ByHand is the reason of an answer that a person chose.
const ByHand Reason = "by_hand"

// Choose returns the answer to a query for which a person chose a unit: one of the candidates of
// its conversion, or another one. What stands before the units is kept.
func (c *Converter) Choose(to Direction, q Query, k Candidate) Answer {
	t := newText(q.text())
	u := c.index.understand(t)
	a := Answer{Decided: true, Confidence: 1, Reason: ByHand, Candidates: []Candidate{k}}
	a.Province, _ = c.index.table.Province(k.Ward.ProvinceCode)
	var spans []span
	if r, ok := c.readingOf(u, k); ok {
		spans = append(spans, spansOf(r)...)
	}
	if to == IntoFormer {
		a.Former = k.Former
		a.Address = k.Former.Name + ", " + k.Former.District + ", " + k.Former.Province
		if len(u.readings) > 0 && u.readings[0].ward != nil {
			spans = append(spans, u.spansIn(c.index, k.Former)...)
		}
	} else {
		a.Ward = k.Ward
		a.Address = k.Ward.FullName + ", " + a.Province.FullName
	}
	if street := t.without(spans...); street != "" {
		a.Address = street + ", " + a.Address
	}
	return a
}

// readingOf returns the reading of a text that leads to a candidate, or else the first one.
func (c *Converter) readingOf(u understanding, k Candidate) (r reading, ok bool) {
	for _, r := range u.readings {
		if r.ward != nil && slices.ContainsFunc(c.index.newCandidates([]reading{r}), func(o Candidate) bool {
			return o.Ward.Code == k.Ward.Code && (!k.HasFormer || o.Former.Code == k.Former.Code)
		}) {
			return r, true
		}
	}
	if len(u.readings) == 0 {
		return r, false
	}
	return u.readings[0], true
}
