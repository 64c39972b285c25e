// SPDX-License-Identifier: MIT

package kit

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// WriteKeys appends the shortcuts of menu items to their labels, aligned in a column. The
// shortcuts still work. The toolkit itself draws them with a fifth of the text's opacity
// in every theme: a contrast of at most 1.8 : 1, where 4.5 : 1 is needed to read them.
func WriteKeys(menu *fyne.Menu) {
	column := float32(0)
	for _, i := range menu.Items {
		column = max(column, menuTextWidth(i.Label))
	}
	column += 2 * theme.IconInlineSize()
	for _, i := range menu.Items {
		if key, ok := i.Shortcut.(fyne.KeyboardShortcut); ok {
			i.Label = padTo(i.Label, column) + keyText(key)
			i.Shortcut = unseen{key}
		}
		if i.ChildMenu != nil {
			WriteKeys(i.ChildMenu)
		}
	}
}

// unseen is a shortcut that works but is not drawn in the menu.
type unseen struct{ fyne.Shortcut }

func keyText(s fyne.KeyboardShortcut) (text string) {
	if s.Mod()&fyne.KeyModifierShortcutDefault != 0 {
		text += "Ctrl+"
	}
	if s.Mod()&fyne.KeyModifierShift != 0 {
		text += "Shift+"
	}
	return text + string(s.Key())
}

// padTo pads text to a width (logical pixels), to within a pixel: with spaces, then with
// hair spaces.
func padTo(text string, width float32) string {
	for _, space := range []string{" ", "\u200a"} {
		one := menuTextWidth("."+space+".") - menuTextWidth("..")
		text += strings.Repeat(space, max(int((width-menuTextWidth(text))/one), 0))
	}
	return text
}

func menuTextWidth(text string) float32 {
	return fyne.MeasureText(text, theme.TextSize(), fyne.TextStyle{}).Width
}
