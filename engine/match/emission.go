package match

import "math"

// emissionLog is the log-likelihood of a fix at a distance in metres from its
// true place, given its standard deviation, up to a constant. Within emissionKnee
// standard deviations it is the normal law of Newson and Krumm (their equation
// 1); beyond, it falls linearly as Huber's robust law does, so that one bad fix
// cannot outweigh all the good ones.
func emissionLog(distance, sigma float64) float64 {
	z := distance / sigma
	if z <= emissionKnee {
		return -z * z / 2
	}
	return -emissionKnee * (z - emissionKnee/2)
}

// emissionKnee is where the law turns from normal to exponential, in standard
// deviations.
const emissionKnee = 3.0

// headingLog is the log-likelihood of a heading that differs by degrees from
// the direction of the road: normal, but never worse than headingFloor, as
// receivers report stale headings.
func headingLog(degrees, sigma float64) float64 {
	z := math.Remainder(degrees, 360) / sigma
	return max(-z*z/2, headingFloor)
}

// headingFloor is the most that a heading can count against a road, in nats.
const headingFloor = -4.0
