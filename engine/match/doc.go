// SPDX-License-Identifier: MIT

// Package match finds the roads that a recorded trip was driven on.
//
// The model is the hidden Markov model of Newson and Krumm (2009): the hidden state is
// the place on the road network, the observations are the recorded fixes. Terms, from
// the input to the result:
//
//   - observation: one input position; fix: a valid observation
//   - stop: a run of fixes of a stationary vehicle
//   - step: a fix or a stop that takes part in the search
//   - candidate: a place on a directed edge where a step may have been
//   - arc: a route from a candidate to one of a later step
//   - chain: candidates of successive steps; choice: one of the best chain
//   - standing: a candidate slightly behind its predecessor on the same edge,
//     because of noise; lag: by how much
//   - leg: the route of a chain, or of a part of it on the roads
//
// Files, in processing order:
//
//   - config.go, model.go: settings, and parameters of the model
//   - stream.go, matcher.go: splitting a trip into batches, matching a batch
//   - batch.go, workspace.go: the task of a batch and its result; the types below, joined
//   - prepare.go, clock.go: usable fixes and usable times
//   - noise.go: the noise of the fixes
//   - shift.go: a recording that is shifted against the map
//   - stop.go, told.go, smooth.go: stops, by positions and by speeds; averaging of dense fixes
//   - reduce.go: choosing the fixes that become steps; the others only get a place
//   - candidate.go: places on the roads near a step
//   - emission.go: the likelihood of a fix, given a place
//   - outlying.go: fixes far off the course, whose road is farther away
//   - transition.go, price.go: the likelihood of a place, given the previous one
//   - relax.go: the arcs between two steps, and pruning
//   - uturn.go: U-turns in the middle of an edge
//   - offroad.go: leaving the mapped roads and returning to them
//   - viterbi.go: the best chain, without outliers
//   - violation.go: driving against one-way streets, and banned turns
//   - confidence.go, calibration.go: posteriors and confidence
//   - border.go, decide.go: the part of a batch that is final
//   - live.go, state.go: deciding within a lag, and the state of a stream as bytes
//   - route.go: the chain as one continuous line over the network
//   - place.go: placing every fix on that line, in order
//   - wait.go: placing vehicles that wait at a junction before it
//   - inferred.go, time.go: parts without fixes, the times of vertices
//   - leg.go, reason.go, gap.go: legs, and the reasons for missing ones
//   - result.go, part.go: the result, whole or in parts
//   - snap.go, track.go: snapping a path of positions to the roads
//   - trace.go: a result with the edges of its route
//   - explain.go: why an observation was matched to its road
//   - constraint.go, correction.go, pinned.go, corrected.go: corrections by hand
//
// MODEL.md explains the model and names the sources.
//
// A Matcher is safe for concurrent use, and the same input always gives the same
// output.
package match
