// SPDX-License-Identifier: MIT

package match

import "math"

// emissionLog returns the log-likelihood of a fix at a distance (metres) from its true
// place, given its standard deviation, up to a constant. Up to huberThreshold it is the
// normal distribution of Newson and Krumm (their equation 1). Beyond, it falls linearly
// as in Huber's robust estimator, so that one bad fix cannot outweigh all good ones.
func emissionLog(distance, sigma float64) float64 {
	z := distance / sigma
	if z <= huberThreshold {
		return -z * z / 2
	}
	return -huberThreshold * (z - huberThreshold/2)
}

// huberThreshold is the distance at which the tail begins (standard deviations).
const huberThreshold = 3.0

// headingLog returns the log-likelihood of a heading that differs by degrees from the
// direction of the road. It is normal, but at least headingFloor, because receivers
// report stale headings.
func headingLog(degrees, sigma float64) float64 {
	z := math.Remainder(degrees, 360) / sigma
	return max(-z*z/2, headingFloor)
}

// headingFloor is the least log-likelihood of a heading (nats).
const headingFloor = -4.0
