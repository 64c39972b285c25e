// SPDX-License-Identifier: MIT

package kit

import (
	"image/color"
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
)

// Plate puts content on a background that makes it readable over any map.
func Plate(content fyne.CanvasObject) fyne.CanvasObject {
	return container.NewPadded(container.NewStack(PlateGround(), container.New(layout.NewCustomPaddedLayout(2, 2, 6, 6), content)))
}

// PlateGround returns the background of a plate.
func PlateGround() *canvas.Rectangle {
	r, g, b, _ := theme.Color(theme.ColorNameOverlayBackground).RGBA()
	ground := canvas.NewRectangle(color.NRGBA{R: uint8(r >> 8), G: uint8(g >> 8), B: uint8(b >> 8), A: 0xE0})
	ground.CornerRadius = 4
	return ground
}

// BreakLines breaks text at its ends of lines, and between words into lines of at most
// letters characters. A longer word is a line of its own.
func BreakLines(text string, letters int) (lines []string) {
	for whole := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		line := ""
		for word := range strings.FieldsSeq(whole) {
			if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > letters {
				lines = append(lines, line)
				line = ""
			}
			line = strings.TrimSpace(line + " " + word)
		}
		lines = append(lines, line)
	}
	return lines
}
