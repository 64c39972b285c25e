// SPDX-License-Identifier: MIT

package match

import "math"

// logAdd returns log(exp(a) + exp(b)). Its error is below 1e-9, far less than a
// confidence can show.
//
// It looks up log(1 + exp(−x)) in a table, because the forward and backward sums of every
// step call it. Around a node the function is a cubic whose derivatives follow from
// p = 1 / (1 + exp(x)): −p, p(1−p) and −p(1−p)(1−2p).
func logAdd(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	x := (a - b) * softplusPerUnit
	if !(x < softplusNodes-1) {
		return a
	}
	i := int(x + 0.5)
	n := &softplus[i]
	d, q := (x-float64(i))*(1./softplusPerUnit), n.p*(1-n.p)
	return a + n.f - d*(n.p-d*q*(1./2-d*(1-2*n.p)*(1./6)))
}

const (
	// softplusPerUnit nodes per unit keep the omitted term of fourth order below
	// (1/64)⁴ / 24 / 8 = 3e-10.
	softplusPerUnit = 32
	// softplusNodes reach to 22, where the lesser number adds exp(−22) = 3e-10.
	softplusNodes = 22*softplusPerUnit + 2
)

// softplus holds log(1 + exp(−x)) and 1 / (1 + exp(x)) at x = i / softplusPerUnit.
var softplus = func() (nodes [softplusNodes]struct{ f, p float64 }) {
	for i := range nodes {
		e := math.Exp(-float64(i) / softplusPerUnit)
		nodes[i].f, nodes[i].p = math.Log1p(e), e/(1+e)
	}
	return nodes
}()

// logSumReach is the difference from which on a lesser logarithm does not change a logSum:
// exp(−37) is 1e-16.
const logSumReach = 37

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
		if less <= logSumReach {
			s.sum += math.Exp(-less)
		}
	case less >= -logSumReach:
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
