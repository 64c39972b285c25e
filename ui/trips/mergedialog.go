// SPDX-License-Identifier: MIT

package trips

import "strings"

// AskMerge merges the selected trips, which the map shows. If they overlap in time, it says where,
// and the user confirms it first.
func (p *Panel) AskMerge() {
	s, t := p.model.State(), p.words.T
	chosen := s.ChosenTrips()
	if mergeFault(chosen) != nil { // which Merge explains
		p.model.Merge()
		return
	}
	var lines []string
	for _, x := range chosen {
		for _, o := range s.OverlapsOf(x) {
			if o.A == x.Kept && s.IsChosen(o.Other.ID) { // each pair once
				lines = append(lines, t("trips.merge.overlap", "from", p.words.Moment(o.From), "to", p.words.Clock(o.To), "equal", p.words.Count(o.Equal), "other", p.words.Count(o.Differing)))
			}
		}
	}
	if len(lines) == 0 {
		p.model.Merge()
		return
	}
	p.do.Dialogs.Confirm(t("menu.merge"), strings.Join(append(lines, t("trips.merge.hint")), "\n"), t("trips.merge.yes"), p.model.Merge)
}
