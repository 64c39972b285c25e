// SPDX-License-Identifier: MIT

package zone

import (
	"math"
	"slices"
	"time"
)

// Distribution describes durations.
type Distribution struct {
	Count             int
	Least, Mean, Most time.Duration
	P10, P50, P90     time.Duration // quantiles, interpolated between neighbours
	Bins              []Bin         // of equal width, with no gap
}

// Bin is a bar of a histogram.
type Bin struct {
	From, To time.Duration
	Count    int
}

// maxBins is the largest number of bars of a histogram.
const maxBins = 20

// widths are widths of bars that are easy to read.
var widths = []time.Duration{
	time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second, 15 * time.Second, 30 * time.Second,
	time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 15 * time.Minute, 30 * time.Minute,
	time.Hour, 2 * time.Hour, 3 * time.Hour, 6 * time.Hour, 12 * time.Hour, 24 * time.Hour,
}

// DistributionOf returns the distribution of durations.
func DistributionOf(durations []time.Duration) (d Distribution) {
	if len(durations) == 0 {
		return d
	}
	list := slices.Sorted(slices.Values(durations))
	quantile := func(q float64) time.Duration {
		whole, part := math.Modf(q * float64(len(list)-1))
		a := list[int(whole)]
		b := list[min(int(whole)+1, len(list)-1)]
		return a + time.Duration(part*float64(b-a))
	}
	sum := 0.0
	for _, x := range list {
		sum += float64(x)
	}
	d = Distribution{
		Count: len(list), Least: list[0], Mean: time.Duration(sum / float64(len(list))), Most: list[len(list)-1],
		P10: quantile(0.1), P50: quantile(0.5), P90: quantile(0.9),
	}
	d.Bins = binsOf(list)
	return d
}

// binsOf returns the histogram of sorted durations.
func binsOf(list []time.Duration) []Bin {
	least, most := list[0], list[len(list)-1]
	width := widths[len(widths)-1]
	for _, w := range widths {
		if most/w-least/w < maxBins {
			width = w
			break
		}
	}
	for most/width-least/width >= maxBins {
		width *= 2
	}
	first := least / width
	bins := make([]Bin, most/width-first+1)
	for i := range bins {
		bins[i] = Bin{From: (first + time.Duration(i)) * width, To: (first + time.Duration(i) + 1) * width}
	}
	for _, x := range list {
		bins[x/width-first].Count++
	}
	return bins
}
