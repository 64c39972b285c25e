// SPDX-License-Identifier: MIT

package match

// giveReasons sets the reason of every fix that lies on no leg and has none yet: its
// own if it was selected for the search, else that of the last fix before it that was.
func (r *recorded) giveReasons() {
	reason := r.from.reason
	for i := r.firstNew; i < len(r.fixes); i++ {
		f := &r.fixes[i]
		p := &r.points[f.index]
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
		if f.index < r.decided {
			r.next.reason = reason
		}
	}
}

// setReason sets the reason of the steps from begin to before end that are not on a
// leg.
func (lat *lattice) setReason(begin, end int, reason Reason) {
	for t := begin; t < end; t++ {
		s := &lat.steps[t]
		f := &lat.fixes[s.fix]
		if s.chosen || f.placed || s.fix < lat.firstNew {
			continue
		}
		p := &lat.points[f.index]
		p.Reason = reason
		if s.tooFast {
			p.Reason = ReasonImpossibleSpeed
			lat.warn(p.Index, WarnImpossibleSpeed)
		}
	}
}

// leftOutFor returns the reason for skipping that many steps in a row.
func (lat *lattice) leftOutFor(steps int) Reason {
	if steps >= lat.minOffRoad() {
		return ReasonNoRoad
	}
	return ReasonOutlier
}
