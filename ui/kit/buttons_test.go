// SPDX-License-Identifier: MIT

package kit

import (
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

// TestFocusOfAMainButtonIsSeen checks that a button in the main colour looks different while it has
// the focus, in both themes.
func TestFocusOfAMainButtonIsSeen(t *testing.T) {
	for _, look := range []ThemeChoice{ThemeLight, ThemeDark} {
		test.NewTempApp(t).Settings().SetTheme(NewPalette(look))
		button := NewButton("Open", nil, nil)
		button.Importance = widget.HighImportance
		w := test.NewTempWindow(t, container.NewWithoutLayout(button))
		w.SetPadded(false)
		w.Resize(fyne.NewSize(200, 60))
		button.Resize(fyne.NewSize(180, 36))
		button.Move(fyne.NewPos(10, 10))
		plain := w.Canvas().Capture()
		w.Canvas().Focus(button)
		focused := w.Canvas().Capture()
		grey := func(c color.Color) int { return int(color.GrayModel.Convert(c).(color.Gray).Y) }
		most := 0
		for y := plain.Bounds().Min.Y; y < plain.Bounds().Max.Y; y++ {
			before, now := grey(plain.At(50, y)), grey(focused.At(50, y))
			most = max(most, before-now, now-before)
		}
		if most < 60 {
			t.Errorf("%s: the focus changes the brightness by %d", look, most)
		}
		w.Canvas().Unfocus()
		if len(test.WidgetRenderer(button).Objects()) != len(test.WidgetRenderer(&button.Button).Objects()) {
			t.Errorf("%s: the ring stays", look)
		}
	}
}
