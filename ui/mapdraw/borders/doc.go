// Package borders draws the borders and the names of provinces and wards, and fills the
// units that are hovered or selected. Borders reads them from a Source on a goroutine of
// its own and draws them into transparent pictures larger than the view, so that
// dragging the map only moves those. A Sheet draws the same borders on an exported
// picture, whatever its size. What lies round the country is named here as well.
package borders
