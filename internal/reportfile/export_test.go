// SPDX-License-Identifier: MIT

package reportfile

// TextWidth returns the width of a text (millimetres) at a size (points).
func TextWidth(text string, size float64, bold bool) float64 { return faceOf(bold).width(text, size) }
