// SPDX-License-Identifier: MIT

package choropleth

// naturalBreaks returns the indexes of the first value of each class but the first, such that
// the sum of the squared differences from the means of the classes is smallest. Equal values
// are not divided: they are one weighted value.
//
// The best division into k classes of the first j values ends with a class whose start never
// decreases with j. So a divide and conquer over j takes k·n·log n steps (Wu, "Optimal
// quantization by matrix searching", 1991).
func naturalBreaks(sorted []float64, n int) (starts []int) {
	b := newBreaks(sorted)
	n = min(n, len(b.first))
	cost := make([]float64, len(b.first)) // of the best division of the first j+1 values
	for j := range cost {
		cost[j] = b.spread(0, j)
	}
	from := make([][]int32, n) // start of the last class
	for k := 1; k < n; k++ {
		from[k] = make([]int32, len(cost))
		next := make([]float64, len(cost))
		b.best(k, k, len(cost)-1, k, len(cost)-1, cost, next, from[k])
		cost = next
	}
	j := len(b.first) - 1
	for k := n - 1; k >= 1; k-- {
		start := int(from[k][j])
		starts = append([]int{b.first[start]}, starts...)
		j = start - 1
	}
	return starts
}

// breaks holds sums over the different values.
type breaks struct {
	first               []int // index of each different value in the sorted list
	weight, sum, square []float64
}

func newBreaks(sorted []float64) breaks {
	b := breaks{weight: []float64{0}, sum: []float64{0}, square: []float64{0}}
	middle := sorted[len(sorted)/2] // keeps the sums small
	for i, v := range sorted {
		if i > 0 && v == sorted[i-1] {
			last := len(b.weight) - 1
			b.weight[last]++
			b.sum[last] += v - middle
			b.square[last] += (v - middle) * (v - middle)
			continue
		}
		last := len(b.weight) - 1
		b.first = append(b.first, i)
		b.weight = append(b.weight, b.weight[last]+1)
		b.sum = append(b.sum, b.sum[last]+v-middle)
		b.square = append(b.square, b.square[last]+(v-middle)*(v-middle))
	}
	return b
}

// spread returns the sum of the squared differences from the mean of the values from i to j.
func (b *breaks) spread(i, j int) float64 {
	w, s := b.weight[j+1]-b.weight[i], b.sum[j+1]-b.sum[i]
	return max(0, b.square[j+1]-b.square[i]-s*s/w)
}

// best fills next and from for j in [low, high], whose last class starts in [first, last].
// before is the cost with one class less.
func (b *breaks) best(k, low, high, first, last int, before, next []float64, from []int32) {
	if low > high {
		return
	}
	j := (low + high) / 2
	at := first
	for i := first; i <= min(j, last); i++ {
		if c := before[i-1] + b.spread(i, j); i == first || c < next[j] {
			next[j], at = c, i
		}
	}
	from[j] = int32(at) //nolint:gosec // an index of values that are in memory
	b.best(k, low, j-1, first, at, before, next, from)
	b.best(k, j+1, high, at, last, before, next, from)
}
