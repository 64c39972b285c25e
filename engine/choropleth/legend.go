// SPDX-License-Identifier: MIT

package choropleth

import (
	"math"
	"strconv"
	"strings"

	"roadsnap/internal/digits"
)

// Language is that of the texts of a map.
type Language string

// The languages.
const (
	Vietnamese Language = "vi"
	English    Language = "en"
)

// FormatNumber writes a number with decimals and groups as the language does: "1.234,5" in
// Vietnamese, "1,234.5" in English.
func (l Language) FormatNumber(x float64, decimals int) string {
	return digits.Format(x, decimals, l == Vietnamese, "\u2212")
}

// decimals returns how many decimals the edges need, at most ten.
func (c Classes) decimals() (n int) {
	const most, figures = 10, 6
	for _, e := range c.Edges {
		text := strconv.FormatFloat(e, 'f', -1, 64)
		if _, fraction, ok := strings.Cut(text, "."); ok {
			n = max(n, len(fraction))
		}
	}
	if n > 4 { // edges that are not rounded: as many as tell them apart
		step := math.Inf(1)
		for i := 1; i < len(c.Edges); i++ {
			step = min(step, c.Edges[i]-c.Edges[i-1])
		}
		if step > 0 {
			n = max(0, figures-4-int(math.Floor(math.Log10(step))))
		}
	}
	return min(n, most)
}

// Labels returns the text of each class: "1,000 – under 2,000", and for the last "2,000 –
// 3,000".
func (c Classes) Labels(l Language) []string {
	under := "under "
	if l == Vietnamese {
		under = "dưới "
	}
	n := c.decimals()
	labels := make([]string, c.Len())
	for i := range labels {
		upper := under
		if i == len(labels)-1 {
			upper = ""
		}
		labels[i] = l.FormatNumber(c.Edges[i], n) + " – " + upper + l.FormatNumber(c.Edges[i+1], n)
		if c.Edges[i] == c.Edges[i+1] {
			labels[i] = l.FormatNumber(c.Edges[i], n)
		}
	}
	return labels
}

// Borders returns the line that names the source of the borders, "" without a notice.
func (l Language) Borders(notice string) string {
	switch {
	case notice == "":
		return ""
	case l == Vietnamese:
		return "Địa giới: " + notice
	}
	return "Borders: " + notice
}

// NoData returns the text of units without a value.
func (l Language) NoData() string {
	if l == Vietnamese {
		return "Không có số liệu"
	}
	return "No data"
}
