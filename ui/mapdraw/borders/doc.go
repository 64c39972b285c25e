// SPDX-License-Identifier: MIT

// Package borders draws the borders and the names of provinces and wards, and
// fills the hovered and selected units. Borders reads them from a Source on its
// own goroutine and draws them into transparent pictures larger than the view, so
// that dragging the map only moves those. A Sheet draws the same borders on an
// exported picture of any size. The package also names the seas and countries
// around Vietnam.
package borders
