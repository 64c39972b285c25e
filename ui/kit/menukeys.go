package kit

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// WriteKeys writes the keys of the items of a menu behind their labels, one below the
// other. The toolkit draws keys with a fifth of the opacity of the text, whatever the
// theme: a contrast of at most 1.8 : 1, where 4.5 : 1 is needed to read them. The
// keys do what they did.
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
	}
}

// unseen is a shortcut that works, but that a menu does not draw.
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

// padTo makes text as wide as a width (logical pixels), to a pixel: with spaces, then
// with the narrowest there are.
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
