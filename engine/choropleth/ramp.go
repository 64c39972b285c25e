// SPDX-License-Identifier: MIT

package choropleth

import (
	"image/color"
	"math"
)

// Ramp is a sequence of colours from low to high values. The names are stable.
type Ramp struct {
	Name      string
	Diverging bool // from one hue through a light middle to another
	stops     []lch
}

// lch is a colour in OKLab by lightness (0 to 1), chroma and hue (degrees).
type lch struct{ l, c, h float64 }

// ramps are the ramps. The lightness of each is linear, so that its classes differ for all eyes.
var ramps = []Ramp{
	{Name: "blue", stops: []lch{{0.95, 0.025, 220}, {0.65, 0.11, 245}, {0.32, 0.11, 262}}},
	{Name: "green", stops: []lch{{0.96, 0.04, 120}, {0.66, 0.12, 155}, {0.33, 0.075, 165}}},
	{Name: "heat", stops: []lch{{0.96, 0.06, 100}, {0.68, 0.16, 55}, {0.34, 0.12, 25}}},
	{Name: "purple", stops: []lch{{0.95, 0.02, 330}, {0.64, 0.12, 320}, {0.31, 0.12, 305}}},
	{Name: "sea", stops: []lch{{0.96, 0.07, 105}, {0.66, 0.10, 195}, {0.32, 0.10, 270}}},
	{Name: "blue-orange", Diverging: true, stops: []lch{{0.40, 0.12, 255}, {0.95, 0.015, 90}, {0.52, 0.14, 48}}},
	{Name: "purple-green", Diverging: true, stops: []lch{{0.38, 0.13, 310}, {0.95, 0.012, 200}, {0.50, 0.11, 150}}},
}

// Ramps returns all ramps.
func Ramps() []Ramp { return ramps }

// RampByName returns the ramp with a name.
func RampByName(name string) (Ramp, bool) {
	for _, r := range ramps {
		if r.Name == name {
			return r, true
		}
	}
	return Ramp{}, false
}

// Colours returns n colours of equal steps. A single one is the middle of the ramp. An even number
// of a diverging ramp leaves out the colours near its middle, where the halves look alike.
func (r Ramp) Colours(n int) []color.NRGBA {
	if r.Diverging && n > 0 && n%2 == 0 {
		const near = 3
		odd := r.Colours(n + near)
		return append(odd[:n/2:n/2], odd[n/2+near:]...)
	}
	list := make([]color.NRGBA, n)
	for i := range list {
		t := 0.5
		if n > 1 {
			t = float64(i) / float64(n-1)
		}
		list[i] = r.at(t)
	}
	return list
}

// at returns the colour at t, from 0 to 1. Between two stops it runs straight through OKLab.
func (r Ramp) at(t float64) color.NRGBA {
	s := t * float64(len(r.stops)-1)
	i := min(int(s), len(r.stops)-2)
	f := s - float64(i)
	a, b := r.stops[i].lab(), r.stops[i+1].lab()
	var mixed [3]float64
	for k := range mixed {
		mixed[k] = a[k]*(1-f) + b[k]*f
	}
	if !r.Diverging { // the whole ramp has equal steps of lightness
		first, last := r.stops[0].l, r.stops[len(r.stops)-1].l
		mixed[0] = first + (last-first)*t
	}
	return fromLab(mixed)
}

func (c lch) lab() [3]float64 {
	sin, cos := math.Sincos(c.h * math.Pi / 180)
	return [3]float64{c.l, c.c * cos, c.c * sin}
}

// fromLab converts a colour from OKLab. Chroma that a screen cannot show is reduced.
func fromLab(lab [3]float64) color.NRGBA {
	for range 40 {
		rgb := linear(lab)
		if min(rgb[0], rgb[1], rgb[2]) >= -1e-3 && max(rgb[0], rgb[1], rgb[2]) <= 1+1e-3 {
			break
		}
		lab[1], lab[2] = lab[1]*0.96, lab[2]*0.96
	}
	rgb := linear(lab)
	return color.NRGBA{gamma(rgb[0]), gamma(rgb[1]), gamma(rgb[2]), 255}
}

// linear converts OKLab to linear sRGB.
func linear(lab [3]float64) [3]float64 {
	l := lab[0] + 0.3963377774*lab[1] + 0.2158037573*lab[2]
	m := lab[0] - 0.1055613458*lab[1] - 0.0638541728*lab[2]
	s := lab[0] - 0.0894841775*lab[1] - 1.2914855480*lab[2]
	l, m, s = l*l*l, m*m*m, s*s*s
	return [3]float64{
		4.0767416621*l - 3.3077115913*m + 0.2309699292*s,
		-1.2684380046*l + 2.6097574011*m - 0.3413193965*s,
		-0.0041960863*l - 0.7034186147*m + 1.7076147010*s,
	}
}

func gamma(x float64) uint8 {
	x = min(1, max(0, x))
	if x <= 0.0031308 {
		x *= 12.92
	} else {
		x = 1.055*math.Pow(x, 1/2.4) - 0.055
	}
	return uint8(math.Round(x * 255))
}
