package match

import (
	"math"

	"roadsnap/engine/geo"
	"roadsnap/engine/road"
)

// betaOf returns the scale of the transition law between two steps a straight
// distance apart, in metres; see Config. A step that is shorter than the steps
// thereabouts, as when the vehicle turned back, tells no more of the route than
// they do.
func (w *workspace) betaOf(a, b *step, straight float64) float64 {
	c := &w.config
	d := max(straight, usualShare*(a.usual+b.usual)/2)
	return c.BetaBase + c.BetaPerSigma*(a.sigma+b.sigma)/2 + c.BetaPerMetre*d
}

const (
	// usualShare is the least distance that β counts with, in usual steps.
	usualShare = 1.5
	// usualWindow is over how many steps on either side the usual one is taken.
	usualWindow = 5
)

// findUsual fills in the mean length of the steps round each step.
func (w *workspace) findUsual() {
	lengths := w.sample[:0]
	for t := 1; t < len(w.steps); t++ {
		lengths = append(lengths, geo.Distance(w.steps[t-1].at, w.steps[t].at))
	}
	w.sample = lengths
	for t := range w.steps {
		around := lengths[max(t-usualWindow, 0):min(t+usualWindow, len(lengths))]
		sum := 0.0
		for _, l := range around {
			sum += l
		}
		w.steps[t].usual = sum / float64(max(len(around), 1))
	}
}

// transitionLog is the log-probability of driving a route of that length and
// cost between two fixes a straight distance apart, up to a constant that all
// routes of the step share: the exponential law of Newson and Krumm (their
// equation 2), and the same law for what the route costs beyond its length.
func transitionLog(length, cost, straight, beta float64) float64 {
	return -(math.Abs(length-straight) + cost - length) / beta
}

// standing reports whether d lies behind c on the same edge by no more than
// noise explains; the vehicle then stood, or crept, and the route between them
// has length 0. What counts is how far d lies behind the foremost place of the
// route, so that steps backwards do not add up to a drive in reverse. The
// log-probability is that of the difference of two positions along the road, with
// the tail of the emission law, as the fixes of a stop drift; less what c has
// paid of it.
func (w *workspace) standing(c, d *candidate, sigmaA, sigmaB float64) (log float64, yes bool) {
	if c.edge != d.edge || !(d.offset < c.offset) {
		return 0, false
	}
	lag := c.lag + c.offset - d.offset
	variance := sigmaA*sigmaA + sigmaB*sigmaB
	limit := w.config.BackwardSigmas
	deviation := math.Sqrt(variance)
	return emissionLog(lag, deviation) - emissionLog(c.lag, deviation), lag <= limit*deviation
}

// lagAfter returns how far the route is ahead of d when it comes from c.
func (w *workspace) lagAfter(c, d *candidate, sigmaA, sigmaB float64) float64 {
	if c.edge != d.edge {
		return 0
	}
	if _, yes := w.standing(c, d, sigmaA, sigmaB); yes || d.offset >= c.offset {
		return max(0, c.lag+c.offset-d.offset)
	}
	return 0 // once round a loop
}

// tooFast reports whether no vehicle of the profile could have come from step a to
// step b in the time between, even if noise moved both fixes apart.
func (w *workspace) tooFast(a, b *step, straight float64) bool {
	return w.outruns(&w.fixes[a.fix], &w.fixes[b.fix], a.sigma+b.sigma, straight)
}

// outruns is tooFast for two fixes whose standard deviations add up to sigmas.
func (w *workspace) outruns(a, b *fix, sigmas, straight float64) bool {
	if !a.timed || !b.timed {
		return false
	}
	least := straight - 3*sigmas
	// Half a second either way: many recorders round to whole seconds.
	return least > w.topSpeed*(b.seconds-a.seconds+1)
}

// longestRoute bounds the route over a step, in metres.
func (w *workspace) longestRoute(straight float64) float64 {
	return straight*w.config.MaxDetour + w.config.DetourBase
}

// rulesFor returns the rules of the road search for a profile. Those on foot
// turn where they like, and who does not drive has no taste for main roads.
func rulesFor(p Profile, c Config, motor *road.Prices) road.Rules {
	rules := road.DefaultRules(profileAccess[p])
	if p != Foot {
		rules.UTurnPenalty, rules.DeadEndPenalty, rules.TurnPenalty = c.UTurnPenalty, c.DeadEndPenalty, c.TurnPenalty
	}
	if rules.Access&^road.AnyMotor == 0 {
		rules.Prices = motor
	}
	return rules
}
