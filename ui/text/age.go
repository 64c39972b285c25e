// SPDX-License-Identifier: MIT

package text

import "time"

// MapAge says from when the data of a map are and how old they are: Map of 2026-03-03, 9 months
// old.
func (w Catalogue) MapAge(data, now time.Time) string {
	const day = 24 * time.Hour
	days := int(now.Sub(data) / day)
	months := int(now.Sub(data) / (365 * day / 12))
	key, n := "maps.age.days", max(days, 0)
	switch {
	case months >= 24:
		key, n = "maps.age.years", months/12
	case months >= 2:
		key, n = "maps.age.months", months
	}
	return w.T(key, "day", w.Day(data), "n", n)
}
