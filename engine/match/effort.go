// SPDX-License-Identifier: MIT

package match

// effort is what the searches of a trip may still cost. MODEL.md explains it.
type effort struct {
	left int // states that they may settle; negative when overdrawn
	step int // states that those of the current step may settle once nothing is left
}

// spent reports whether the step must not be searched any more.
func (e *effort) spent() bool { return max(e.left, e.step) <= 0 }

// limit returns how many states the next search may settle, at least one: so many that they
// can be paid for if it turns out to be unusual. A place ahead on the same edge takes none.
func (e *effort) limit() int { return max(e.left/unusualCharge, e.step, 1) }

// pay subtracts the states of a search.
func (e *effort) pay(states int) { e.left, e.step = e.left-states, e.step-states }

// penalise charges for unusual searches that settled that many states, and have been paid
// once.
func (e *effort) penalise(states int) { e.left -= min(states*(unusualCharge-1), max(e.left, 0)) }

// unusualCharge is how many times searches over an outlier, those with a wider reach, and
// those over a long step that find no likely route count towards the effort. Of the states
// of a normal trip, 3 % are of such searches; of a trip through random places, half or
// more.
const unusualCharge = 2

// renewEffort begins a batch of a live stream. It matches the observations that it holds again
// and again, so each batch earns what all of them allow. What is left does not add up for
// ever, and neither do the times: a stream may last for days.
func (h *handover) renewEffort(c *model) { h.effort, h.byTime = min(h.effort, c.effort), 0 }

// effortFirst is the number of fixes for which model.effort and model.effortByTime are enough.
// The fixes after them earn twice as much, and times as much more.
const effortFirst = 100

// earn adds to the effort what the last fresh observations allow, of all that are known.
func (h *handover) earn(c *model, obs []Observation, fresh, known int) {
	h.effort += c.effortPerFix * (fresh + min(max(known-effortFirst, 0), fresh))
	byTime := c.effortByTime * max(known, effortFirst) / effortFirst
	for i := max(len(obs)-fresh, 1); i < len(obs); i++ {
		a, b := obs[i-1].Time, obs[i].Time
		if a.IsZero() || !b.After(a) {
			continue
		}
		seconds := min(b.Sub(a).Seconds(), c.effortLongest)
		n := min(int(seconds*seconds*c.effortPerSquare), max(byTime-h.byTime, 0))
		h.effort, h.byTime = h.effort+n, h.byTime+n
	}
}
