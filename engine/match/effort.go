// SPDX-License-Identifier: MIT

package match

// effort is what the searches of a trip may still cost. MODEL.md explains it.
type effort struct {
	left int // states that they may settle; negative when overdrawn
	step int // states that those of the current step may settle once nothing is left

	// Of this batch: the steps far from the one before, and those of them to which no likely
	// route leads from there.
	far, unlikely int
}

// spent reports whether the step must not be searched any more.
func (e *effort) spent() bool { return max(e.left, e.step) <= 0 }

// limit returns how many states the next search may settle, at least one: so many that they
// can be paid for if it turns out to be unusual. A place ahead on the same edge takes none.
func (e *effort) limit() int { return max(e.left/e.charge(), e.step, 1) }

// pay subtracts the states of a search.
func (e *effort) pay(states int) { e.left, e.step = e.left-states, e.step-states }

// count notes whether a likely route leads to a step that is far from the one before.
func (e *effort) count(likely bool) {
	e.far++
	if !likely {
		e.unlikely++
	}
}

// penalise charges for unusual searches that settled that many states, and have been paid
// once.
func (e *effort) penalise(states int) { e.left -= min(states*(e.charge()-1), max(e.left, 0)) }

// charge returns how many times unusual searches count. The more steps have no likely route,
// the more they do.
func (e *effort) charge() int {
	return unusualCharge + doubtCharge*max(0, unlikelyShare*e.unlikely-e.far-unlikelyFirst)
}

const (
	// unusualCharge is how many times searches over an outlier, those with a wider reach, and
	// those over a long step that find no likely route count towards the effort. Of the states
	// of a normal trip, 3 % are of such searches; of a trip through random places, half or
	// more.
	unusualCharge = 2
	// If unlikely steps are more than one in unlikelyShare, and unlikelyFirst in that share
	// more, each of them makes unusual searches count doubtCharge times that share more. Of
	// the steps of sparse drives, one in twelve is unlikely; of random places, two in three.
	unlikelyShare, unlikelyFirst = 4, 8
	doubtCharge                  = 6
)

// earn adds to the effort what the last fresh observations allow.
func (h *handover) earn(c *model, obs []Observation, fresh int) {
	h.effort += c.effortPerFix * fresh
	for i := max(len(obs)-fresh, 1); i < len(obs); i++ {
		a, b := obs[i-1].Time, obs[i].Time
		if a.IsZero() || !b.After(a) {
			continue
		}
		seconds := min(b.Sub(a).Seconds(), c.effortLongest)
		n := min(int(seconds*seconds*c.effortPerSquare), max(c.effortByTime-h.byTime, 0))
		h.effort, h.byTime = h.effort+n, h.byTime+n
	}
}
