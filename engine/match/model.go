// SPDX-License-Identifier: MIT

package match

import "time"

// model holds the parameters of the model. MODEL.md explains it.
type model struct {
	Config

	// Noise.

	// minSigma and maxSigma bound every standard deviation, stated or estimated
	// (metres). Below minSigma, the width of the road and the accuracy of the map
	// outweigh those of the receiver.
	minSigma, maxSigma float64

	// Candidates.

	// radiusSigmas is the search radius (standard deviations of the fix).
	radiusSigmas float64
	// minRadius is the least search radius (metres). Where a radius contains no road it is
	// doubled, up to MaxRadius.
	minRadius float64
	// maxLinks is the maximum number of links that one fix may be matched to; the
	// nearest are kept. It bounds the work per fix.
	maxLinks int

	// Reduction.

	// spacingSigmas is the least distance (standard deviations) of a step from the
	// previous one (Newson and Krumm: 2).
	spacingSigmas float64
	// smoothingHalfWidth is the maximum number of neighbours on either side over which
	// dense, noisy fixes are averaged before the search; 0 disables averaging.
	smoothingHalfWidth int

	// Transitions. The scale β of the exponential distribution (metres) is
	//	betaBase + betaPerSigma·σ + betaPerMetre·d
	// for a distance d between the fixes. Newson and Krumm estimate β from the median
	// of |route − great circle| and find that it grows with the interval.

	// betaBase is the constant part of β (metres).
	betaBase float64
	// betaPerSigma is the part of β due to noise, per metre of σ.
	betaPerSigma float64
	// betaPerMetre is the part of β due to distance, per metre: the farther apart two
	// fixes are, the more corners lie between them.
	betaPerMetre float64
	// endBeta multiplies β for the first and the last transition of a trip: near its ends
	// a trip turns more often, into and out of side streets and yards.
	endBeta float64
	// backwardSigmas is how far (standard deviations) a fix may lie behind the previous
	// one on the same edge and count as standing.
	backwardSigmas float64
	// uTurnPenalty is the cost (metres) of turning round at a junction that is not a
	// dead end. At the least β (minSigma and steps spacingSigmas apart) it is
	// edgeUTurnPenalty, so where fixes are near, a turn at a junction costs no more than one
	// in the middle of an edge.
	uTurnPenalty float64
	// deadEndPenalty is the cost (metres) of turning round at a dead end. It exceeds
	// the effect of noise at the end of a road.
	deadEndPenalty float64
	// edgeUTurnPenalty is the cost (nats) of turning round in the middle of an edge. It
	// is more than that of standing 5.5 standard deviations behind, so that noise does not
	// cause U-turns, and below outlierPenalty, so that a drive back is not taken for
	// outliers. From beam on there are no such turns.
	edgeUTurnPenalty float64
	// againstPenalty is the cost (nats) of entering a road against its permitted
	// direction, bannedTurnPenalty that of a banned turn. Both exceed the cost of
	// leaving out a fix, so that it takes several fixes to prove a violation.
	againstPenalty, bannedTurnPenalty float64
	// againstPerMetre is the cost (nats) of each metre against the permitted direction:
	// few drivers do so for more than a block.
	againstPerMetre float64
	// turnPenalty is the cost (metres) of a turn of 70° or more at a junction,
	// decreasing to none at 25°: two seconds at 36 km/h, about the time lost by
	// braking.
	turnPenalty float64
	// classWeight scales the influence of the road class for motor vehicles: 0 is none,
	// 1 uses the prices in MODEL.md.
	classWeight float64
	// limitWeight is the influence of the speed limit for cars over steps of limitFrom metres
	// or more: a road costs its price times (usual limit of its class / limit) to this power.
	// Where fixes are nearer, they show the road.
	limitWeight, limitFrom float64
	// Sparse trips. The farther apart two steps are, the more the habits of drivers count:
	// they turn seldom, and keep to large roads.

	// sparse is the length of a step (metres) from which on these rules apply. sparseRamp
	// metres beyond it they apply in full; see sparseness.
	sparse, sparseRamp float64
	// sparseClassWeight multiplies classWeight for cars.
	sparseClassWeight float64
	// sparseBeta is an additional part of β (metres).
	sparseBeta float64
	// sparseTurn is the additional cost (metres) of each 90° turned at junctions.
	sparseTurn float64
	// From detourNats on, twice that at sparse, the cost of a transition (nats) grows only by
	// detourShare. Long detours, such as a round trip between two fixes, are likelier than the
	// exponential distribution has it, and likelier than a bad fix.
	detourNats, detourShare float64

	// headingSigma is the standard deviation (degrees) of a stated heading from the
	// direction of the road: wide enough for curves and delayed headings, narrow enough
	// to separate the two directions of a road.
	headingSigma float64

	// Search.

	// beam is how far (nats) a candidate may fall behind the best of its step and still
	// be expanded. exp(−16) is 1e-7.
	beam float64
	// reach is the maximum cost (nats) of a transition in the first round of searches.
	// Only if none comes within that of the best of the previous step are the searches
	// repeated, each time wider. It also bounds by how much a transition may be worse
	// than the best known one to the same candidate. At 10, one random drive in sixteen
	// differs from a search without limit; 8 is up to a tenth faster, and more differ.
	reach float64
	// farStep is the length of a step (metres) from which on turns are so dear that surveys
	// pay sooner.
	farStep float64
	// longStep is the length of a step (metres) from which on only the longStepSources
	// best candidates are expanded, because the cost of a search grows with the square
	// of its length. Over such a step, a fix is left out as an outlier only if no route
	// leads to it. It always has a survey, and its searches are hasty (see road.Search):
	// most of their cost would be spent on one target without a good route.
	longStep        float64
	longStepSources int
	// The longest route over a step is maxDetour times its straight length plus
	// detourBase (metres).
	maxDetour, detourBase float64
	// effort is how many states all searches of a trip may settle together (see
	// road.Search), effortPerFix how many more for each fix, and twice that after the first
	// effortFirst. Without a limit, distant fixes with no route between them would cause a
	// search of the whole map at every step. Once the effort is spent, every step counts as
	// long, and its searches together may settle effortSpent states, enough for steps of some
	// 300 m.
	effort, effortPerFix, effortSpent int
	// A vehicle gets farther in a longer time, and the cost of a search grows with the
	// square of the distance. So the time between two fixes (seconds, at most
	// effortLongest) adds its square times effortPerSquare to the effort, and effortFirst of
	// them together at most effortByTime.
	effortPerSquare, effortLongest float64
	effortByTime                   int
	// outlierPenalty is the cost (nats) of leaving out a fix that contradicts the rest
	// of the trip. An outlier is as unlikely as a fix that is sqrt(2·outlierPenalty)
	// standard deviations off.
	outlierPenalty float64
	// outlierSlack is how close (nats) leaving out a fix must come to the best score of
	// its step to be tried at all. 0 finds outliers that the next fix reveals; +Inf
	// tries all and gives the exact optimum, at four times the work.
	outlierSlack float64
	// offRoadPenalty is the cost (nats) of leaving the mapped roads and again of
	// returning to them, offRoadStep that of each step in between. Measured on recorded
	// drives: below 10 nats per step, sparse noise is taken for yards.
	offRoadPenalty, offRoadStep float64
	// endBreakPenalty is the cost (nats) of a break where no route leads on, near an end of
	// the trip. It exceeds the cost of one outlier, so that a bad fix does not divide the
	// trip, and is below that of two, so that two fixes on either side of a break give two
	// legs. At that price everywhere, one recorded track of 49 breaks in the middle.
	endBreakPenalty float64
	// maxOutliers is the maximum number of consecutive fixes left out as outliers; a
	// longer run means that the vehicle was off the roads.
	maxOutliers int

	// Gaps.

	// inferredTime and inferredDistance (metres) are how far apart two fixes must be
	// for the part between them to be marked as inferred, if they are also
	// inferredRatio times as far apart as the trip's median. The time is used where it
	// is known, else the distance. inferredDistance is also the distance from which on
	// a vehicle counts as having moved during an outage.
	inferredTime     time.Duration
	inferredDistance float64
	inferredRatio    float64
}

// newModel returns the parameters for c.
func newModel(c Config) model {
	return model{
		Config:   c,
		minSigma: 3, maxSigma: 50,
		radiusSigmas: 3.5, minRadius: 30, maxLinks: 16,
		spacingSigmas: 2, smoothingHalfWidth: 8,
		betaBase: 3, betaPerSigma: 0.25, betaPerMetre: 0.03, endBeta: 2.5,
		backwardSigmas: 8, uTurnPenalty: 55, deadEndPenalty: 20, edgeUTurnPenalty: 14,
		againstPenalty: 30, bannedTurnPenalty: 30, againstPerMetre: 0.05,
		turnPenalty: 20, classWeight: 1, limitWeight: 0.2, limitFrom: 100, headingSigma: 45,
		sparse: 230, sparseRamp: 800, sparseClassWeight: 3, sparseBeta: 24, sparseTurn: 130,
		detourNats: 6, detourShare: 0.2,
		beam: 16, reach: 10, farStep: 600, longStep: 2000, longStepSources: 2,
		maxDetour: 1.6, detourBase: 2000,
		effort: 50_000, effortPerFix: 500, effortSpent: 250,
		effortPerSquare: 1.0 / 24, effortLongest: 900, effortByTime: 60_000,
		outlierPenalty: 16, outlierSlack: 8, offRoadPenalty: 20, offRoadStep: 14, endBreakPenalty: 24, maxOutliers: 3,
		inferredTime: 30 * time.Second, inferredDistance: 1000, inferredRatio: 3,
	}
}
