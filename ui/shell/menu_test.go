// SPDX-License-Identifier: MIT

package shell

import (
	"image/color"
	"math"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
)

// menuTexts returns the texts in a menu.
func menuTexts(o fyne.CanvasObject) (list []*canvas.Text) {
	switch o := o.(type) {
	case *canvas.Text:
		return []*canvas.Text{o}
	case *fyne.Container:
		for _, child := range o.Objects {
			list = append(list, menuTexts(child)...)
		}
	case fyne.Widget:
		for _, child := range test.WidgetRenderer(o).Objects() {
			list = append(list, menuTexts(child)...)
		}
	}
	return list
}

// contrast returns the contrast ratio of a text and its background, as in WCAG 2.1.
func contrast(text, ground color.Color) float64 {
	c, g := color.NRGBAModel.Convert(text).(color.NRGBA), color.NRGBAModel.Convert(ground).(color.NRGBA)
	blend := func(over, under uint8) float64 {
		a := float64(c.A) / 255
		return a*float64(over)/255 + (1-a)*float64(under)/255
	}
	linear := func(s float64) float64 {
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	luminance := func(r, g, b float64) float64 {
		return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
	}
	a := luminance(blend(c.R, g.R), blend(c.G, g.G), blend(c.B, g.B))
	b := luminance(float64(g.R)/255, float64(g.G)/255, float64(g.B)/255)
	return (max(a, b) + 0.05) / (min(a, b) + 0.05)
}

// TestMenusCanBeRead checks the contrast of every menu in both palettes, with disabled
// items.
func TestMenusCanBeRead(t *testing.T) {
	w := newTestWindow(t)
	for _, choice := range []kit.ThemeChoice{kit.ThemeLight, kit.ThemeDark} {
		w.setTheme(choice)
		keys := 0
		for _, menu := range w.window.MainMenu().Items {
			for _, text := range menuTexts(widget.NewMenu(menu)) {
				if strings.Contains(text.Text, "Ctrl") || strings.HasSuffix(text.Text, "F11") {
					keys++
				}
				const legible = 4.5
				if c := contrast(text.Color, theme.Color(theme.ColorNameMenuBackground)); c < legible {
					t.Errorf("%s: %q has a contrast of %.2f", choice, text.Text, c)
				}
			}
		}
		if keys < 15 {
			t.Errorf("%s: only %d keys are seen", choice, keys)
		}
	}
}

// TestEachKeyHasOneMeaning looks for a key that two items of the menu have: only one of them works.
func TestEachKeyHasOneMeaning(t *testing.T) {
	of := make(map[string]string)
	var look func(items []*fyne.MenuItem)
	look = func(items []*fyne.MenuItem) {
		for _, item := range items {
			if item.Shortcut != nil {
				key := item.Shortcut.ShortcutName()
				if other, taken := of[key]; taken && other != item.Label {
					t.Errorf("%s is the key of %q and of %q", key, other, item.Label)
				}
				of[key] = item.Label
			}
			if item.ChildMenu != nil {
				look(item.ChildMenu.Items)
			}
		}
	}
	for _, menu := range newTestWindow(t).window.MainMenu().Items {
		look(menu.Items)
	}
	if len(of) < 15 {
		t.Errorf("only %d keys are seen", len(of))
	}
}

// TestKeysOfAMenuStandInAColumn measures the left edges of the keys.
func TestKeysOfAMenuStandInAColumn(t *testing.T) {
	w := newTestWindow(t)
	for _, l := range []string{"en", "vi"} {
		w.setLanguage(l)
		for _, menu := range w.window.MainMenu().Items {
			low, high := float32(math.Inf(1)), float32(0)
			for _, i := range menu.Items {
				if !strings.Contains(i.Label, "  ") {
					continue
				}
				words := strings.Fields(i.Label)
				before := strings.TrimSuffix(i.Label, words[len(words)-1])
				width := fyne.MeasureText(before, theme.TextSize(), fyne.TextStyle{}).Width
				low, high = min(low, width), max(high, width)
			}
			if high > low+1.5 {
				t.Errorf("%s: the keys of %q begin between %v and %v", l, menu.Label, low, high)
			}
		}
	}
}
