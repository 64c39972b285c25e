// SPDX-License-Identifier: MIT

package kit

import (
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

// TestChoiceHasABorder checks that the edge of a choice differs from its ground and from that
// of the window in both themes.
func TestChoiceHasABorder(t *testing.T) {
	for _, look := range []ThemeChoice{ThemeLight, ThemeDark} {
		test.NewTempApp(t).Settings().SetTheme(NewPalette(look))
		choice := NewChoice([]string{"one", "two"})
		w := test.NewTempWindow(t, container.NewWithoutLayout(choice))
		w.SetPadded(false)
		w.Resize(fyne.NewSize(200, 60))
		choice.Resize(fyne.NewSize(180, 36))
		choice.Move(fyne.NewPos(10, 10))
		choice.SetSelectedIndex(1)
		img := w.Canvas().Capture()
		at := func(y int) int { return int(color.GrayModel.Convert(img.At(120, y)).(color.Gray).Y) }
		differs := func(a, b int) bool { return max(a-b, b-a) >= 10 }
		edge := false
		for y := 40; y < 50; y++ {
			edge = edge || differs(at(y), at(55)) && differs(at(y), at(35))
		}
		if !edge {
			t.Errorf("%s: the lower edge is not seen", look)
		}
	}
}
