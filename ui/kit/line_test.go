// SPDX-License-Identifier: MIT

package kit_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"roadsnap/ui/kit"
)

// TestLineShortensItsText compares the shown text with the longest beginning that fits, for
// every width.
func TestLineShortensItsText(t *testing.T) {
	test.NewTempApp(t)
	const text = "51C-123.45 · Nguyễn Văn Đường, 21/11/2026 06:12"
	l := kit.NewLine()
	shown := test.WidgetRenderer(l).Objects()[0].(*canvas.Text)
	l.Set(text, fyne.TextAlignLeading, true)
	width := func(s string) float32 { return fyne.MeasureText(s, theme.TextSize(), shown.TextStyle).Width }
	whole := 0
	for w := float32(30); w < 500; w += 3 {
		l.Resize(fyne.NewSize(w, 40))
		room := w - 2*theme.InnerPadding()
		if width(shown.Text) > room {
			t.Fatalf("%v wide: %q takes %v of %v", w, shown.Text, width(shown.Text), room)
		}
		if shown.Text == text {
			whole++
			continue
		}
		n := len([]rune(strings.TrimSuffix(shown.Text, "…")))
		if longer := string([]rune(text)[:n+2]) + "…"; width(longer) <= room {
			t.Errorf("%v wide: %q, although %q fits", w, shown.Text, longer)
		}
	}
	if whole == 0 || l.Text() != text {
		t.Errorf("the whole text %q is shown for %d widths", l.Text(), whole)
	}
}
