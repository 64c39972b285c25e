package match

import (
	"fmt"
	"math"
	"time"
)

// Config holds the parameters of the model. One set serves all kinds of trip. The model
// estimates noise and sampling interval from the trip itself.
type Config struct {
	// Noise.

	// DefaultSigma is the standard deviation per axis (metres) of a fix without a
	// stated accuracy, where the trip gives no better estimate. Newson and Krumm
	// measured 4.07 m on a good receiver; phones are worse.
	DefaultSigma float64
	// MinSigma and MaxSigma bound every standard deviation, stated or estimated
	// (metres). Below MinSigma, the width of the road and the accuracy of the map
	// outweigh those of the receiver.
	MinSigma, MaxSigma float64

	// Candidates.

	// RadiusSigmas is the search radius (standard deviations of the fix).
	RadiusSigmas float64
	// MinRadius and MaxRadius bound the search radius (metres). Where a radius contains
	// no road it is doubled, up to MaxRadius. 200 m is "no road near" in the
	// specification of the snap operation; Newson and Krumm also use it.
	MinRadius, MaxRadius float64
	// MaxLinks is the maximum number of links that one fix may be matched to; the
	// nearest are kept. It bounds the work per fix.
	MaxLinks int

	// Reduction.

	// SpacingSigmas is the least distance (standard deviations) of a step from the
	// previous one (Newson and Krumm: 2).
	SpacingSigmas float64
	// SmoothingHalfWidth is the maximum number of neighbours on either side over which
	// dense, noisy fixes are averaged before the search; 0 disables averaging.
	SmoothingHalfWidth int

	// Transitions. The scale β of the exponential distribution (metres) is
	//	BetaBase + BetaPerSigma·σ + BetaPerMetre·d
	// for a distance d between the fixes. Newson and Krumm estimate β from the median
	// of |route − great circle| and find that it grows with the interval.

	// BetaBase is the constant part of β (metres).
	BetaBase float64
	// BetaPerSigma is the part of β due to noise, per metre of σ.
	BetaPerSigma float64
	// BetaPerMetre is the part of β due to distance, per metre: the farther apart two
	// fixes are, the more corners lie between them.
	BetaPerMetre float64
	// BackwardSigmas is how far (standard deviations) a fix may lie behind the previous
	// one on the same edge and count as standing.
	BackwardSigmas float64
	// UTurnPenalty is the cost (metres) of turning round at a junction that is not a
	// dead end: ten seconds at 36 km/h.
	UTurnPenalty float64
	// DeadEndPenalty is the cost (metres) of turning round at a dead end. It exceeds
	// the effect of noise at the end of a road.
	DeadEndPenalty float64
	// EdgeUTurnPenalty is the cost (nats) of turning round in the middle of an edge. It
	// is about that of standing 5.5 standard deviations behind, so that noise does not
	// cause U-turns, and below OutlierPenalty, so that a drive back is not taken for
	// outliers. Values from 9 to 15 do as well; from Beam on there are no such turns.
	EdgeUTurnPenalty float64
	// AgainstPenalty is the cost (nats) of entering a road against its permitted
	// direction, BannedTurnPenalty that of a banned turn. Both exceed the cost of
	// leaving out a fix, so that it takes several fixes to prove a violation.
	AgainstPenalty, BannedTurnPenalty float64
	// AgainstPerMetre is the cost (nats) of each metre against the permitted direction:
	// few drivers do so for more than a block.
	AgainstPerMetre float64
	// TurnPenalty is the cost (metres) of a turn of 70° or more at a junction,
	// decreasing to none at 25°: two seconds at 36 km/h, about the time lost by
	// braking.
	TurnPenalty float64
	// ClassWeight scales the influence of the road class for motor vehicles: 0 is none,
	// 1 uses the prices in MODEL.md.
	ClassWeight float64
	// HeadingSigma is the standard deviation (degrees) of a stated heading from the
	// direction of the road: wide enough for curves and delayed headings, narrow enough
	// to separate the two directions of a road.
	HeadingSigma float64

	// Search.

	// Beam is how far (nats) a candidate may fall behind the best of its step and still
	// be expanded. exp(−16) is 1e-7.
	Beam float64
	// Reach is the maximum cost (nats) of a transition in the first round of searches.
	// Only if none comes within that of the best of the previous step are the searches
	// repeated, each time wider. It also bounds by how much a transition may be worse
	// than the best known one to the same candidate. At 10, one random drive in twenty
	// differs from a search without limit; 8 is up to a tenth faster and loses one
	// more.
	Reach float64
	// MaxStep is the longest distance between two fixes that is routed (metres); beyond
	// it the trip is split. The specification requires 20 km.
	MaxStep float64
	// LongStep is the length of a step (metres) from which on only the LongStepSources
	// best candidates are expanded, because the cost of a search grows with the square
	// of its length. Over such a step, a fix is left out as an outlier only if no route
	// leads to it.
	LongStep        float64
	LongStepSources int
	// The longest route over a step is MaxDetour times its straight length plus
	// DetourBase (metres).
	MaxDetour, DetourBase float64
	// Effort is how many states all searches of a trip may settle together (see
	// road.Search), EffortPerFix how many more for each fix. Without a limit, distant
	// fixes with no route between them would cause a search of the whole map at every
	// step. Once the effort is spent, every step counts as long, and a search may
	// settle EffortSpent states, enough for steps of some 500 m.
	Effort, EffortPerFix, EffortSpent int
	// OutlierPenalty is the cost (nats) of leaving out a fix that contradicts the rest
	// of the trip. An outlier is as unlikely as a fix that is sqrt(2·OutlierPenalty)
	// standard deviations off.
	OutlierPenalty float64
	// OutlierSlack is how close (nats) leaving out a fix must come to the best score of
	// its step to be tried at all. 0 finds outliers that the next fix reveals; +Inf
	// tries all and gives the exact optimum, at four times the work.
	OutlierSlack float64
	// OffRoadPenalty is the cost (nats) of leaving the mapped roads and again of
	// returning to them, OffRoadStep that of each step in between. Measured on recorded
	// drives: below 10 nats per step, sparse noise is taken for yards.
	OffRoadPenalty, OffRoadStep float64
	// MaxOutliers is the maximum number of consecutive fixes left out as outliers; a
	// longer run means that the vehicle was off the roads.
	MaxOutliers int

	// Lag is the maximum number of observations held back undecided, and so the size of
	// the batches that a trip is matched in, at least 64; see [Stream].
	Lag int

	// Gaps.

	// MaxOutage is the longest time without a fix that is bridged if the vehicle moved
	// by more than InferredDistance meanwhile.
	MaxOutage time.Duration
	// InferredTime and InferredDistance (metres) are how far apart two fixes must be
	// for the part between them to be marked as inferred, if they are also
	// InferredRatio times as far apart as the trip's median. The time is used where it
	// is known, else the distance. InferredDistance is also the distance from which on
	// a vehicle counts as having moved during an outage.
	InferredTime     time.Duration
	InferredDistance float64
	InferredRatio    float64
}

// DefaultConfig returns the default parameters, which serve all kinds of trip.
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
		// The negated form also rejects NaN. A parameter that serves as a bound is
		// checked before.
		if !(f.v >= f.lo && f.v <= f.hi) {
			return fmt.Errorf("%s is %g, allowed are %g to %g: %w", f.name, f.v, f.lo, f.hi, ErrConfig)
		}
	}
	return nil
}
