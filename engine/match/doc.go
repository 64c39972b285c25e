// Package match finds the roads a recorded trip was driven on.
//
// The model is the hidden Markov model of Newson and Krumm (2009): the hidden
// state is the place on the road network, the observations are the recorded
// fixes. The parts, each in a file of its own:
//
//   - prepare.go   which fixes are usable, and how noisy they are
//   - reduce.go    which of them the search needs; the others only get a place
//   - candidate.go directed places on roads near a fix
//   - emission.go  how likely a fix is, given a place
//   - transition.go how likely a place is, given the one before
//   - uturn.go     turning round in the middle of an edge
//   - away.go      leaving the mapped roads and coming back
//   - viterbi.go   the most likely chain of places, dropped fixes included
//   - route.go     the chain as one unbroken line over the network
//   - place.go     every fix put on that line, in order, never backwards
//   - confidence.go how much of the probability the answer holds
//   - leg.go, time.go, result.go, snap.go what the callers get
//
// MODEL.md explains the model and names the sources.
//
// A Matcher is safe for concurrent use, and the same input gives the same
// output whatever else runs.
package match
