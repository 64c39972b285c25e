// SPDX-License-Identifier: MIT

package match

import "math"

// logAdd returns log(exp(a) + exp(b)).
func logAdd(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if !(a-b <= logAddReach) {
		return a
	}
	x := math.Exp(b - a)
	if x > shortLog {
		return a + math.Log1p(x)
	}
	return a + x*(1-x*(1./2-x/3))
}

const (
	// logAddReach is the difference from which on the lesser logarithm does not change
	// the sum: exp(−37) is 1e-16.
	logAddReach = 37
	// shortLog is the value up to which three terms of the series give log(1 + x) to
	// the same precision.
	shortLog = 1e-4
)

// logSum adds up numbers given by their logarithms, with one exponential each.
type logSum struct {
	most float64 // the greatest logarithm so far
	sum  float64 // of all, in units of exp(most)
}

// newLogSum returns a sum with the first term exp(log).
func newLogSum(log float64) logSum { return logSum{most: log, sum: 1} }

// add adds exp(log).
func (s *logSum) add(log float64) {
	switch less := s.most - log; {
	case less >= 0:
		if less <= logAddReach {
			s.sum += math.Exp(-less)
		}
	case less >= -logAddReach:
		s.most, s.sum = log, s.sum*math.Exp(less)+1
	case less < 0:
		s.most, s.sum = log, 1
	}
}

// log returns the logarithm of the sum.
func (s *logSum) log() float64 {
	if s.sum == 1 {
		return s.most
	}
	return s.most + math.Log(s.sum)
}
