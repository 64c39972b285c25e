// Package match finds the roads a recorded trip was driven on.
//
// The model is the hidden Markov model of Newson and Krumm (2009): the hidden
// state is the place on the road network, the observations are the recorded
// fixes. The words, from the input to the answer:
//
//   - observation: what the caller hands over; fix: one that is a position
//   - stop: a run of fixes of a vehicle that stands
//   - step: a fix, or a stop, that takes part in the search
//   - candidate: a place on a directed edge where a step may have been
//   - arc: a way from a candidate to one of a later step
//   - chain: candidates of successive steps; choice: one of the best chain
//   - standing: a candidate behind the last one on the same edge, as noise has it;
//     lag: by how much
//   - leg: the route of a chain, or of a part of it on the roads
//
// The parts, each in a file of its own, in the order in which a trip meets them:
//
//   - stream.go, matcher.go: a trip in batches, a batch part by part
//   - prepare.go, clock.go: which fixes and which of their times are usable
//   - noise.go: how noisy they are
//   - stop.go, smooth.go: stops, and dense fixes averaged with their neighbours
//   - reduce.go: which fixes become steps; the others only get a place
//   - candidate.go: places on the roads near a step
//   - emission.go: how likely a fix is, given a place
//   - outlying.go: fixes far off the course, whose road is farther away
//   - transition.go, price.go: how likely a place is, given the one before
//   - relax.go: the arcs between two steps, and what is not searched for
//   - uturn.go: turning round in the middle of an edge
//   - away.go: leaving the mapped roads and coming back
//   - viterbi.go: the best chain, outliers left out
//   - violation.go: one-way streets against, banned turns
//   - confidence.go: how much of the probability the answer holds
//   - decide.go: what of a batch is settled, what waits for more
//   - route.go: the chain as one unbroken line over the network
//   - place.go: every fix put on that line, in order, never backwards
//   - wait.go: those that wait at a junction stand before it
//   - inferred.go, time.go: stretches that no fix saw, the times of vertices
//   - leg.go, reason.go, gap.go: legs, and why there is none
//   - result.go, part.go: what the callers get, whole or piece by piece
//   - snap.go, track.go: a path of bare positions, moved onto the roads
//   - explain.go: why an observation has the road that it has
//
// MODEL.md explains the model and names the sources.
//
// A Matcher is safe for concurrent use, and the same input gives the same
// output whatever else runs.
package match
