package match

import (
	"fmt"
	"math"
	"time"
)

// Config holds the numbers of the model. One set serves all kinds of trip; what
// differs between trips (noise, interval) the model reads from the trip.
type Config struct {
	// Noise of the fixes.

	// DefaultSigma is the standard deviation per axis, in metres, of a fix that
	// does not say its accuracy, where the trip gives no better estimate.
	// Newson and Krumm measured 4.07 m on a good receiver; phones are worse.
	DefaultSigma float64
	// MinSigma and MaxSigma bound every standard deviation, stated or
	// estimated, in metres. Below MinSigma the width of the road and the
	// accuracy of the map outweigh the receiver's.
	MinSigma, MaxSigma float64

	// Candidates.

	// RadiusSigmas is the search radius in standard deviations of the fix.
	RadiusSigmas float64
	// MinRadius and MaxRadius bound the search radius, in metres. A fix with no
	// road within its radius is looked at again with twice the radius, up to
	// MaxRadius. 200 m is what the specification of the snap operation calls
	// "no road near"; Newson and Krumm also use it.
	MinRadius, MaxRadius float64
	// MaxLinks is the most links that one fix may be matched to, the nearest
	// ones. It bounds the work per fix.
	MaxLinks int

	// Reduction.

	// SpacingSigmas is the distance in standard deviations that a fix must have
	// from the last one kept to enter the search (Newson and Krumm: 2).
	SpacingSigmas float64
	// SmoothingHalfWidth is the most neighbours on either side over which
	// dense, noisy fixes are averaged before the search; 0 switches it off.
	SmoothingHalfWidth int

	// Transitions. The scale β of the exponential law, in metres, is
	//	BetaBase + BetaPerSigma·σ + BetaPerMetre·d
	// for a distance d between the fixes. Newson and Krumm estimate β from the
	// median of |route − great circle| and find that it grows with the interval.

	// BetaBase is the part of β that is always there, in metres.
	BetaBase float64
	// BetaPerSigma is the part of β that noise adds, per metre of σ.
	BetaPerSigma float64
	// BetaPerMetre is the part of β that distance adds, per metre: the farther
	// apart two fixes are, the more corners lie between them.
	BetaPerMetre float64
	// BackwardSigmas is how far, in standard deviations, a fix may lie behind
	// the one before on the same edge and count as standing.
	BackwardSigmas float64
	// UTurnPenalty is added, in metres, for turning round at a junction that is
	// not a dead end: ten seconds at 36 km/h.
	UTurnPenalty float64
	// DeadEndPenalty is added, in metres, for turning round where there is no
	// other way on: noise at the end of a road turns nothing round.
	DeadEndPenalty float64
	// EdgeUTurnPenalty is the price, in nats, of turning round in the middle of
	// an edge: about that of standing 5.5 standard deviations behind, so that
	// noise turns nothing round, and below OutlierPenalty, so that a drive back is
	// not taken for outliers. Anything from 9 to 15 serves as well; from Beam on
	// nothing turns.
	EdgeUTurnPenalty float64
	// AgainstPenalty is the price, in nats, of entering a road against the
	// direction in which it is open, BannedTurnPenalty that of a turn that is
	// banned: more than leaving out a fix, so that it takes several to prove it.
	AgainstPenalty, BannedTurnPenalty float64
	// AgainstPerMetre is the price, in nats, of each metre against the direction
	// of a road: few do it for more than a block.
	AgainstPerMetre float64
	// TurnPenalty is added, in metres, for a turn of 70° or more at a junction, and
	// less down to none at 25°: two seconds at 36 km/h, about what braking for it
	// takes.
	TurnPenalty float64
	// ClassWeight is how much the class of a road counts for those who drive,
	// without unit: 0 not at all, 1 as MODEL.md says.
	ClassWeight float64
	// HeadingSigma is the standard deviation, in degrees, of a stated heading
	// from the direction of the road: wide enough for a curve and for lag, narrow
	// enough to tell the two directions of a road apart.
	HeadingSigma float64

	// Search.

	// Beam is how far, in nats, a candidate may fall behind the best of its step and
	// still be searched from. exp(−16) is 1e-7.
	Beam float64
	// Reach is how many nats a transition may cost that is looked for at once: only
	// if nothing comes within that of the best of the step before are searches
	// repeated, wider and wider. It is also by how much a transition may be worse
	// than the best known one to the same candidate. At 10 it is as exact as
	// without a limit but for one random drive in twenty; 8 is up to a tenth faster and
	// loses one more.
	Reach float64
	// MaxStep is the longest distance in metres between two fixes that is
	// routed; beyond it the trip is split. The specification asks for 20 km.
	MaxStep float64
	// LongStep in metres is the length of a step from which on only the
	// LongStepSources best candidates are searched from: the cost of a search
	// grows with the square of its length. Over such a step a fix is left out
	// as an outlier only if there is no way to it.
	LongStep        float64
	LongStepSources int
	// MaxDetour is the longest route over a step, as a multiple of its straight
	// length, and DetourBase is added to it, in metres.
	MaxDetour, DetourBase float64
	// Effort is how many states all searches of a trip may settle together (see
	// road.Search), EffortPerFix how many more for each fix. Fixes far apart
	// with no way between them would otherwise have the whole map searched at
	// every step. Once all is used up, every step counts as long, and a search
	// may settle EffortSpent states: enough for steps of some 500 m.
	Effort, EffortPerFix, EffortSpent int
	// OutlierPenalty is the price of leaving out a fix that the rest of the
	// trip contradicts, in nats. Leaving one out is taken to be as unlikely as
	// a fix sqrt(2·OutlierPenalty) standard deviations off.
	OutlierPenalty float64
	// OutlierSlack is how near, in nats, leaving a fix out must come to the best
	// score of its step to be tried at all. 0 finds outliers that the next fix
	// gives away; +Inf tries all and is the exact optimum, at four times the work.
	OutlierSlack float64
	// OffRoadPenalty is the price, in nats, of leaving the mapped roads, and as
	// much again of coming back to them; OffRoadStep is the price of each step in
	// between. They were measured on recorded drives: below 10 nats a step, sparse
	// noise is taken for yards.
	OffRoadPenalty, OffRoadStep float64
	// MaxOutliers is the most fixes in a row that may be left out as outliers; of
	// more, the vehicle was off the roads.
	MaxOutliers int

	// Lag is the most observations that wait for later ones to be decided, and
	// so the size of the batches that a trip is matched in, 64 or more; see [Stream].
	Lag int

	// Gaps.

	// MaxOutage is the longest time without a fix that is bridged, if the
	// vehicle has moved on by more than InferredDistance meanwhile.
	MaxOutage time.Duration
	// InferredTime and InferredDistance (metres) are how far apart two fixes must be
	// for the stretch between to be marked as inferred, if they are also
	// InferredRatio times as far as the trip's median: in time where that is known,
	// else in distance. InferredDistance is also how far a vehicle must come during
	// an outage to have moved on.
	InferredTime     time.Duration
	InferredDistance float64
	InferredRatio    float64
}

// DefaultConfig returns the parameters that hold for all kinds of trip.
func DefaultConfig() Config {
	return Config{
		DefaultSigma: 10, MinSigma: 3, MaxSigma: 50,
		RadiusSigmas: 3.5, MinRadius: 30, MaxRadius: 200, MaxLinks: 16,
		SpacingSigmas: 2, SmoothingHalfWidth: 8,
		BetaBase: 3, BetaPerSigma: 0.25, BetaPerMetre: 0.03,
		BackwardSigmas: 8, UTurnPenalty: 100, DeadEndPenalty: 20, EdgeUTurnPenalty: 12,
		AgainstPenalty: 30, BannedTurnPenalty: 30, AgainstPerMetre: 0.02,
		TurnPenalty: 20, ClassWeight: 1, HeadingSigma: 45,
		Beam: 16, Reach: 10, MaxStep: 20_000, LongStep: 3000, LongStepSources: 2,
		MaxDetour: 1.6, DetourBase: 2000,
		Effort: 120_000, EffortPerFix: 500, EffortSpent: 1000,
		OutlierPenalty: 16, OutlierSlack: 8, OffRoadPenalty: 20, OffRoadStep: 14, MaxOutliers: 3,
		Lag:       256,
		MaxOutage: 30 * time.Minute, InferredTime: 30 * time.Second, InferredDistance: 1000, InferredRatio: 3,
	}
}

// Validate reports the first parameter that is out of range. The error wraps
// [ErrConfig].
func (c Config) Validate() error {
	for _, f := range []struct {
		name      string
		v, lo, hi float64
	}{
		{"MinSigma", c.MinSigma, 0.1, 1000},
		{"MaxSigma", c.MaxSigma, c.MinSigma, 1000},
		{"DefaultSigma", c.DefaultSigma, c.MinSigma, c.MaxSigma},
		{"RadiusSigmas", c.RadiusSigmas, 1, 100},
		{"MinRadius", c.MinRadius, 1, 5000},
		{"MaxRadius", c.MaxRadius, c.MinRadius, 5000},
		{"MaxLinks", float64(c.MaxLinks), 1, 1000},
		{"SpacingSigmas", c.SpacingSigmas, 0, 100},
		{"SmoothingHalfWidth", float64(c.SmoothingHalfWidth), 0, 100},
		{"BetaBase", c.BetaBase, 0.01, 10_000},
		{"BetaPerSigma", c.BetaPerSigma, 0, 1000},
		{"BetaPerMetre", c.BetaPerMetre, 0, 100},
		{"BackwardSigmas", c.BackwardSigmas, 0, 100},
		{"UTurnPenalty", c.UTurnPenalty, 0, 1e6},
		{"DeadEndPenalty", c.DeadEndPenalty, 0, 1e6},
		{"EdgeUTurnPenalty", c.EdgeUTurnPenalty, 0, math.MaxFloat64},
		{"AgainstPenalty", c.AgainstPenalty, 0.01, 1e6},
		{"AgainstPerMetre", c.AgainstPerMetre, 0, 1000},
		{"BannedTurnPenalty", c.BannedTurnPenalty, 0.01, 1e6},
		{"TurnPenalty", c.TurnPenalty, 0, 1e6},
		{"ClassWeight", c.ClassWeight, 0, 5},
		{"HeadingSigma", c.HeadingSigma, 1, 1e6},
		{"Beam", c.Beam, 1, math.MaxFloat64},
		{"Reach", c.Reach, 1, math.MaxFloat64},
		{"MaxStep", c.MaxStep, 1, 1e6},
		{"LongStep", c.LongStep, 0, 1e9},
		{"LongStepSources", float64(c.LongStepSources), 1, 1e9},
		{"MaxDetour", c.MaxDetour, 1, 100},
		{"DetourBase", c.DetourBase, 0, 1e6},
		{"Effort", float64(c.Effort), 0, math.MaxInt32},
		{"EffortPerFix", float64(c.EffortPerFix), 0, math.MaxInt32},
		{"EffortSpent", float64(c.EffortSpent), 1, math.MaxInt32},
		{"OutlierPenalty", c.OutlierPenalty, 0, math.MaxFloat64},
		{"OutlierSlack", c.OutlierSlack, 0, math.Inf(1)},
		{"OffRoadPenalty", c.OffRoadPenalty, 0, math.Inf(1)},
		{"OffRoadStep", c.OffRoadStep, 0, math.MaxFloat64},
		{"MaxOutliers", float64(c.MaxOutliers), 0, 100},
		{"Lag", float64(c.Lag), 64, math.MaxInt32},
		{"MaxOutage", c.MaxOutage.Seconds(), 1, 1e9},
		{"InferredTime", c.InferredTime.Seconds(), 0, 1e9},
		{"InferredDistance", c.InferredDistance, 0, 1e9},
		{"InferredRatio", c.InferredRatio, 0, 1e9},
	} {
		// Written so that a NaN fails it. A bound that is a parameter comes before.
		if !(f.v >= f.lo && f.v <= f.hi) {
			return fmt.Errorf("%s is %g, allowed are %g to %g: %w", f.name, f.v, f.lo, f.hi, ErrConfig)
		}
	}
	return nil
}
