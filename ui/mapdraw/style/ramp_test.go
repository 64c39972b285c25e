// SPDX-License-Identifier: MIT

package style

import (
	"image/color"
	"testing"
)

// TestRampsAreReadByEveryEye checks that each class of a ramp differs visibly from the one below
// it, from roads without a value, and from the casing of the line.
func TestRampsAreReadByEveryEye(t *testing.T) {
	themes := testThemes(t)
	for themeName, theme := range map[string]Theme{"light": themes.Light, "dark": themes.Dark} {
		for r := range numRamps {
			for i, col := range theme.Ramps[r] {
				for _, eye := range sights {
					check := func(name string, other color.RGBA, least float64) {
						if d := deltaE(col, other, eye.matrix); d < least {
							t.Errorf("%s, %s: class %d of %s differs from %s by %.1f, want at least %v", themeName, eye.name, i+1, r, name, d, least)
						}
					}
					check("the casing", theme.Overlay.Casing, farApart)
					if r != RampDensity {
						check("an unknown value", theme.Overlay.Unknown, 12)
					}
					if i > 0 {
						check("the class below", theme.Ramps[r][i-1], 10)
					}
				}
			}
		}
	}
}
