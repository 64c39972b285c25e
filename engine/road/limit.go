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
// an octave. A road without a known limit is in usualBand.
type band uint8

const (
	slowestBand band = 1
	usualBand   band = 8
	fastestBand band = 11
	bandsPerTwo      = 8 // bands in which the limit doubles
)

// band returns the band of a way.
func (r *wayRecord) band() band {
	if !r.Class.hasUsualLimit() || r.Flags&flagMaxSpeed == 0 || r.MaxSpeedKMH == 0 {
		return usualBand
	}
	above := math.Round(bandsPerTwo * math.Log2(float64(r.MaxSpeedKMH)/usualLimits[r.Class]))
	return band(min(max(float64(usualBand)+above, float64(slowestBand)), float64(fastestBand)))
}

// roadType is a class and a band in one byte: the class alone in the usual band, and
// another number for each other band of each class with usual limits.
type roadType uint8

func roadTypeOf(c Class, b band) roadType {
	if b == usualBand {
		return roadType(c)
	}
	return roadType(int(numClasses) + int(c-Motorway)*int(fastestBand) + int(b-slowestBand))
}

// roadTypes holds the class and the band of each type.
var roadTypes = func() (t [256]struct {
	class Class
	band  band
}) {
	for c := range numClasses {
		t[c].class, t[c].band = c, usualBand
		for b := slowestBand; b <= fastestBand && c.hasUsualLimit(); b++ {
			r := roadTypeOf(c, b)
			t[r].class, t[r].band = c, b
		}
	}
	return t
}()

func (r roadType) class() Class { return roadTypes[r].class }

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
