// SPDX-License-Identifier: MIT

package choropleth

import "math"

// Several says which value counts where several rows are for one unit. The values are stable.
type Several string

// The rules.
const (
	Sum   Several = "sum"
	Mean  Several = "mean"
	First Several = "first"
	Last  Several = "last"
	Least Several = "min"
	Most  Several = "max"
	Rows  Several = "count" // the number of rows, whatever their values
)

// AllSeveral returns the rules.
func AllSeveral() []Several { return []Several{Sum, Mean, First, Last, Least, Most, Rows} }

// Number returns the number of a unit from those of its rows, NaN for none.
func (s Several) Number(rows []int, numbers []float64) float64 {
	if s == Rows {
		return float64(len(rows))
	}
	x, n := math.NaN(), 0
	for _, i := range rows {
		v := numbers[i]
		if math.IsNaN(v) {
			continue
		}
		n++
		switch {
		case n == 1 || s == Last:
			x = v
		case s == Sum || s == Mean:
			x += v
		case s == Least:
			x = min(x, v)
		case s == Most:
			x = max(x, v)
		}
	}
	if s == Mean && n > 1 {
		x /= float64(n)
	}
	return x
}

// Text returns the text of a unit from those of its rows: the last one for Last, else the
// first; "" for none.
func (s Several) Text(rows []int, texts []string) (text string) {
	for _, i := range rows {
		if texts[i] != "" && (text == "" || s == Last) {
			text = texts[i]
		}
	}
	return text
}
