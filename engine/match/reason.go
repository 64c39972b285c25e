// SPDX-License-Identifier: MIT

package match

// giveReasons sets the reason of every fix that lies on no leg and has none yet: its
// own if it was selected for the search, else that of the last fix before it that was.
func (w *recorded) giveReasons() {
	reason := w.from.reason
	for i := w.firstNew; i < len(w.fixes); i++ {
		f := &w.fixes[i]
		p := &w.points[f.index]
		if f.placed {
			reason = ReasonOutlier
		} else {
			if p.Reason == ReasonNone {
				p.Reason = reason
			}
			if f.kept {
				reason = p.Reason
			}
		}
		if f.index < w.decided {
			w.next.reason = reason
		}
	}
}

// setReason sets the reason of the steps from begin to before end that are not on a
// leg.
func (w *lattice) setReason(begin, end int, reason Reason) {
	for t := begin; t < end; t++ {
		s := &w.steps[t]
		f := &w.fixes[s.fix]
		if s.chosen || f.placed || s.fix < w.firstNew {
			continue
		}
		p := &w.points[f.index]
		p.Reason = reason
		if s.tooFast {
			p.Reason = ReasonImpossibleSpeed
			w.warn(p.Index, WarnImpossibleSpeed)
		}
	}
}

// leftOutFor returns the reason for skipping that many steps in a row.
func (w *lattice) leftOutFor(steps int) Reason {
	if steps >= w.minOffRoad() {
		return ReasonNoRoad
	}
	return ReasonOutlier
}
