// SPDX-License-Identifier: MIT

package address

import (
	"slices"
	"strings"

	"roadsnap/engine/units"
)

// onStreet is the confidence of a ward that the street of an address decides. The map may lack
// a part of the street.
const onStreet = 0.9

// street lets the street of a query decide where a former ward was divided: if it runs through
// one of the candidates only.
func (c *Converter) street(t *text, u understanding, a Answer) Answer {
	if a.Decided || a.Reason != Divided || c.Streets == nil {
		return a
	}
	name := StreetName(t.without(spansOf(u.readings[0])...))
	if name == "" {
		return a
	}
	var among []units.Ward
	for _, k := range a.Candidates {
		if !slices.ContainsFunc(among, func(w units.Ward) bool { return w.Code == k.Ward.Code }) {
			among = append(among, k.Ward)
		}
	}
	if on := c.Streets(name, among); len(on) == 1 {
		a.Candidates = slices.DeleteFunc(a.Candidates, func(k Candidate) bool { return k.Ward.Code != on[0].Code })
		a.Reason, a.Confidence = Street, min(a.Confidence, onStreet)
		c.decide(&a, on[0], t, u)
	}
	return a
}

// streetKinds are the folded words before the name of a street, and those before a number or a
// lane, which are no part of the name.
var (
	streetKinds = []string{"duong", "pho", "dai lo", "d", "street", "st"}
	houseWords  = []string{"so", "so nha", "nha", "ngo", "ngach", "hem", "kiet", "lo", "to", "can ho", "can", "tang", "toa", "phong"}
)

// StreetName returns the name of the street in what an address says before its units, without
// house number and kind: "Nguyễn Huệ" of "Số 12/3 đường Nguyễn Huệ". It is "" if there is none.
func StreetName(s string) string {
	for part := range strings.SplitSeq(s, ",") {
		words := strings.Fields(part)
		for i, w := range words { // the kind may stand behind the number of a lane
			if i > 0 && slices.Contains(streetKinds[:2], units.Fold(w)) && i+1 < len(words) {
				words = words[i:]
				break
			}
		}
		for len(words) > 0 {
			w := units.Fold(words[0])
			two := w
			if len(words) > 1 {
				two += " " + units.Fold(words[1])
			}
			switch {
			case slices.Contains(houseWords, two) && len(words) > 1, slices.Contains(streetKinds, two):
				words = words[2:]
				continue
			case w == "" || w[0] >= '0' && w[0] <= '9' || slices.Contains(streetKinds, w):
				words = words[1:]
				continue
			case slices.Contains(houseWords, w) && len(words) > 1 && strings.ContainsAny(words[1], "0123456789"):
				words = words[2:]
				continue
			}
			break
		}
		if len(words) > 0 && len(strings.Join(words, "")) > 1 {
			return strings.Join(words, " ")
		}
	}
	return ""
}
