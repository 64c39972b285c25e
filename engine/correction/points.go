// SPDX-License-Identifier: MIT

package correction

import (
	"slices"
	"strings"

	"roadsnap/engine/match"
)

// Points tells which corrections concern each observation of a trip. Corrections of the whole
// trip, such as a forbidden way, concern none.
type Points struct {
	at     map[int][]string // texts by the first observation
	spans  []span           // by first
	begun  int              // of spans
	active []span
	next   int // observation of the next call of Text
}

// span is a correction of several observations.
type span struct {
	first, last int
	text        string
}

// PointsOf returns the corrections by observation.
func PointsOf(applied []Applied) *Points {
	p := &Points{at: map[int][]string{}}
	for _, a := range applied {
		text := string(a.Kind)
		if a.Unmet != "" {
			text += " (not applied)"
		}
		switch a.Kind {
		case match.Pin, match.Via, match.LeaveOut, match.Move:
			p.at[a.Index] = append(p.at[a.Index], text)
		case match.Bridge, match.NotDriven:
			p.spans = append(p.spans, span{a.Index, a.Last, text})
		}
	}
	slices.SortStableFunc(p.spans, func(a, b span) int { return a.first - b.first })
	return p
}

// Text returns the kinds of the corrections that concern an observation, such as "pin" or
// "move; via", "" without any. A bridge and a part that was not driven concern the observations
// at their ends, too. Calls with rising indexes are fast.
func (p *Points) Text(index int) string {
	if len(p.at) == 0 && len(p.spans) == 0 {
		return ""
	}
	if index < p.next {
		p.begun, p.active = 0, nil
	}
	p.next = index
	for p.begun < len(p.spans) && p.spans[p.begun].first <= index {
		p.active = append(p.active, p.spans[p.begun])
		p.begun++
	}
	p.active = slices.DeleteFunc(p.active, func(s span) bool { return s.last < index })
	list := p.at[index]
	for _, s := range p.active {
		if !slices.Contains(list, s.text) {
			list = append(list[:len(list):len(list)], s.text)
		}
	}
	return strings.Join(list, "; ")
}
