package match

// giveReasons gives a reason to every fix that lies on no leg and has none yet: its
// own, if it was meant for the search, else that of the fix before that was.
func (w *workspace) giveReasons() {
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

// blame gives their reason to the steps of a chain that are not on its leg.
func (w *workspace) blame(begin, end int, reason Reason) {
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

// leftOutFor returns the reason why so many steps in a row were left out.
func (w *workspace) leftOutFor(steps int) Reason {
	if steps >= w.leastAway() {
		return ReasonNoRoad
	}
	return ReasonOutlier
}
