// SPDX-License-Identifier: MIT

package road

import "math"

// usualLimits are the usual speed limits of the main classes (km/h). Those of small roads
// say little: few are stated, and corners slow drivers down more.
var usualLimits = [numClasses]float64{
	Motorway: 110, Trunk: 80, Primary: 60, Secondary: 50, Tertiary: 50,
	MotorwayLink: 60, TrunkLink: 50, PrimaryLink: 50, SecondaryLink: 40, TertiaryLink: 40,
}

// hasUsualLimit reports whether usualLimits has the class.
func (c Class) hasUsualLimit() bool { return c >= Motorway && c <= TertiaryLink }

// band is the speed limit of a road relative to the usual one of its class, in eighths of
// an octave. A road without a known limit is in usualBand. 0 is none.
type band uint8

const (
	slowestBand band = 1
	usualBand   band = 8
	fastestBand band = 11
	bandsPerTwo      = 8 // bands in which the limit doubles
)

// bandOf returns the band of a link.
func (g *Graph) bandOf(l LinkID) band {
	w := &g.ways[g.links[l].Way]
	if !w.Class.hasUsualLimit() || w.Flags&flagMaxSpeed == 0 || w.MaxSpeedKMH == 0 {
		return usualBand
	}
	above := math.Round(bandsPerTwo * math.Log2(float64(w.MaxSpeedKMH)/usualLimits[w.Class]))
	return band(min(max(float64(usualBand)+above, float64(slowestBand)), float64(fastestBand)))
}

// bandOf returns the band of the edge of a state. Like its course, it is kept.
func (s *Search) bandOf(at state) band {
	c := &s.labels[at].course
	if c.band == 0 {
		c.band = s.g.bandOf(s.g.out[at].Link())
	}
	return c.band
}

// bandPrices are factors of the price of an edge by band (256ths). They depend on
// Rules.LimitWeight.
type bandPrices struct {
	weight  float64
	factors [fastestBand + 1]uint32
}

// set computes the factors for a weight.
func (p *bandPrices) set(weight float64) {
	if p.weight == weight {
		return
	}
	p.weight = weight
	for b := range p.factors {
		below := float64(int(usualBand) - b)
		p.factors[b] = uint32(math.Round(wholeShare * math.Exp2(weight*below/bandsPerTwo)))
	}
}

// least returns a lower bound of the cost of a length (centimetres) of class c.
func (l *limits) least(length uint32, c Class) uint64 {
	price := l.prices.of(length, c)
	if l.byBand != nil && c.hasUsualLimit() {
		price = price * uint64(l.byBand.factors[fastestBand]) / wholeShare
	}
	return price
}

// leastPrice returns the price of a metre of the cheapest road (metres).
func (l *limits) leastPrice() float64 {
	price := l.prices.least()
	if l.byBand != nil {
		price *= float64(l.byBand.factors[fastestBand]) / wholeShare
	}
	return price
}
