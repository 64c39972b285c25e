// SPDX-License-Identifier: MIT

package choropleth

import (
	"errors"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// spreadOf returns the sum of squared differences from the means of the classes that begin at
// starts.
func spreadOf(sorted []float64, starts []int) (sum float64) {
	edges := append(append([]int{0}, starts...), len(sorted))
	for i := 1; i < len(edges); i++ {
		part := sorted[edges[i-1]:edges[i]]
		mean := 0.0
		for _, v := range part {
			mean += v / float64(len(part))
		}
		for _, v := range part {
			sum += (v - mean) * (v - mean)
		}
	}
	return sum
}

// bestSpread tries all divisions into n classes.
func bestSpread(sorted []float64, n, from int, starts []int) float64 {
	if n == 1 {
		return spreadOf(sorted, starts)
	}
	best := math.Inf(1)
	for i := from; i < len(sorted); i++ {
		best = min(best, bestSpread(sorted, n-1, i+1, append(slices.Clone(starts), i)))
	}
	return best
}

// TestNaturalBreaksAreOptimal compares them with all divisions.
func TestNaturalBreaksAreOptimal(t *testing.T) {
	const seed = 7
	r := rand.New(rand.NewPCG(seed, seed))
	for round := range 300 {
		values := make([]float64, 4+r.IntN(9))
		for i := range values {
			values[i] = math.Round(math.Exp(3*r.NormFloat64()) * 10)
		}
		slices.Sort(values)
		n := 2 + r.IntN(3)
		got := spreadOf(values, naturalBreaks(values, n))
		if want := bestSpread(values, n, 1, nil); got > want+1e-6*max(1, want) {
			t.Fatalf("seed %d, round %d: %v in %d classes: %v, best %v", seed, round, values, n, got, want)
		}
	}
}

// TestClasses checks what holds for all methods, on values of many scales.
func TestClasses(t *testing.T) {
	const seed = 11
	r := rand.New(rand.NewPCG(seed, seed))
	for round := range 400 {
		values := make([]float64, 1+r.IntN(200))
		scale := math.Pow(10, float64(r.IntN(12)-4))
		for i := range values {
			values[i] = scale * (r.ExpFloat64() - float64(round%2))
			if round%5 == 0 {
				values[i] = math.Round(values[i]/scale) * scale
			}
		}
		for _, m := range Methods() {
			n := 1 + r.IntN(MaxClasses)
			plain, err := Classify(values, n, m, false)
			if err != nil {
				t.Fatal(err)
			}
			rounded, err := Classify(values, n, m, true)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range []Classes{plain, rounded} {
				if !slices.IsSorted(c.Edges) || c.Len() < 1 {
					t.Fatalf("seed %d, round %d, %s: %v", seed, round, m, c.Edges)
				}
			}
			for _, v := range values {
				a, b := plain.Of(v), rounded.Of(v)
				if a < 0 || b < 0 || m != EqualSteps && a != b {
					t.Fatalf("seed %d, round %d, %s in %d: %v is in class %d of %v and %d of %v", seed, round, m, n, v, a, plain.Edges, b, rounded.Edges)
				}
			}
		}
	}
}

func TestEdges(t *testing.T) {
	values := []float64{12, 19, 25, 31, 47, 58, 63, 77, 88, 99}
	for _, c := range []struct {
		m     Method
		n     int
		round bool
		want  []float64
	}{
		{Quantiles, 2, false, []float64{12, 58, 99}},
		{Quantiles, 2, true, []float64{10, 50, 100}},
		{Quantiles, 5, true, []float64{10, 20, 40, 60, 80, 100}},
		{EqualSteps, 3, false, []float64{12, 41, 70, 99}},
		{EqualSteps, 4, true, []float64{0, 20, 40, 60, 80, 100}},
		{NaturalBreaks, 2, true, []float64{10, 50, 100}},
		{NaturalBreaks, 1, true, []float64{10, 100}},
	} {
		got, err := Classify(values, c.n, c.m, c.round)
		if err != nil || !slices.Equal(got.Edges, c.want) {
			t.Errorf("%s in %d, rounded %v: %v, %v, want %v", c.m, c.n, c.round, got.Edges, err, c.want)
		}
	}
	same, err := Classify([]float64{5, 5, math.NaN()}, 4, Quantiles, true)
	if err != nil || same.Len() != 1 || same.Of(5) != 0 || same.Of(6) != -1 || same.Of(math.NaN()) != -1 {
		t.Errorf("%v, %v", same, err)
	}
	for _, bad := range []struct {
		values []float64
		n      int
		m      Method
	}{{nil, 3, Quantiles}, {[]float64{math.NaN()}, 3, Quantiles}, {[]float64{1, math.Inf(1)}, 3, Quantiles}, {values, 0, Quantiles}, {values, 10, Quantiles}, {values, 3, "x"}, {[]float64{-math.MaxFloat64, math.MaxFloat64}, 3, Quantiles}} {
		if _, err := Classify(bad.values, bad.n, bad.m, true); !errors.Is(err, ErrValues) {
			t.Errorf("%v: %v", bad, err)
		}
	}
}

func TestLabels(t *testing.T) {
	c := Classes{[]float64{-1000, 0, 2500.5, 1234567}}
	if got := strings.Join(c.Labels(English), "; "); got != "−1,000.0 – under 0.0; 0.0 – under 2,500.5; 2,500.5 – 1,234,567.0" {
		t.Error(got)
	}
	if got := strings.Join(c.Labels(Vietnamese), "; "); got != "−1.000,0 – dưới 0,0; 0,0 – dưới 2.500,5; 2.500,5 – 1.234.567,0" {
		t.Error(got)
	}
	if got := (Classes{[]float64{5, 5}}).Labels(English); len(got) != 1 || got[0] != "5" {
		t.Error(got)
	}
	if got := (Classes{[]float64{1.0 / 3, 2.0 / 3, 1}}).Labels(English); got[0] != "0.333 – under 0.667" {
		t.Error(got)
	}
}

// vision are the colours in linear sRGB as people without cones of one kind see them (Machado,
// Oliveira and Fernandes, "A physiologically-based model for simulation of color vision
// deficiency", 2009, severity 1).
var vision = map[string][3][3]float64{
	"normal":       {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// TestRampsAreToldApart holds the distance of neighbouring classes in OKLab for each kind of
// vision. 0.02 is a just noticeable difference.
func TestRampsAreToldApart(t *testing.T) {
	for _, r := range Ramps() {
		for n := 2; n <= MaxClasses; n++ {
			colours := r.Colours(n)
			for name, matrix := range vision {
				for i := 1; i < n; i++ {
					a, b := seen(colours[i-1], matrix), seen(colours[i], matrix)
					d := math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
					if d < 0.06 {
						t.Errorf("%s in %d classes with %s: classes %d and %d differ by %.3f", r.Name, n, name, i-1, i, d)
					}
				}
				// The ends of a diverging ramp are far from each other, too.
				if a, b := seen(colours[0], matrix), seen(colours[n-1], matrix); r.Diverging && name != "tritanopia" && math.Hypot(a[1]-b[1], a[2]-b[2]) < 0.1 {
					t.Errorf("%s in %d classes with %s: the ends differ by %v and %v", r.Name, n, name, a, b)
				}
			}
		}
		if got, ok := RampByName(r.Name); !ok || got.Name != r.Name {
			t.Error(r.Name)
		}
	}
}

// seen returns a colour in OKLab as seen through a matrix.
func seen(c color.NRGBA, matrix [3][3]float64) [3]float64 {
	var rgb, light [3]float64
	for i, v := range []uint8{c.R, c.G, c.B} {
		if light[i] = float64(v) / 255; light[i] <= 0.04045 {
			light[i] /= 12.92
		} else {
			light[i] = math.Pow((light[i]+0.055)/1.055, 2.4)
		}
	}
	for i := range rgb {
		for k := range light {
			rgb[i] += matrix[i][k] * light[k]
		}
		rgb[i] = min(1, max(0, rgb[i]))
	}
	l := math.Cbrt(0.4122214708*rgb[0] + 0.5363325363*rgb[1] + 0.0514459929*rgb[2])
	m := math.Cbrt(0.2119034982*rgb[0] + 0.6806995451*rgb[1] + 0.1073969566*rgb[2])
	s := math.Cbrt(0.0883024619*rgb[0] + 0.2817188376*rgb[1] + 0.6299787005*rgb[2])
	return [3]float64{
		0.2104542553*l + 0.7936177850*m - 0.0040720468*s,
		1.9779984951*l - 2.4285922050*m + 0.4505937099*s,
		0.0259040371*l + 0.7827717662*m - 0.8086757660*s,
	}
}
