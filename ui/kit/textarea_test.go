// SPDX-License-Identifier: MIT

package kit

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

// TestControlEnterConfirmsATextArea presses Ctrl+Enter in a field for several lines: in one whose text
// is submitted, and in one of a dialog, which the window confirms.
func TestControlEnterConfirmsATextArea(t *testing.T) {
	test.NewTempApp(t)
	e := NewTextArea()
	var keys []fyne.KeyName
	test.NewTempWindow(t, e).Canvas().SetOnTypedKey(func(k *fyne.KeyEvent) { keys = append(keys, k.Name) })
	e.SetText("a")
	press := func() {
		e.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyReturn, Modifier: fyne.KeyModifierShortcutDefault})
	}
	press()
	if !slices.Equal(keys, []fyne.KeyName{fyne.KeyReturn}) || e.Text != "a" {
		t.Errorf("the window got the keys %v, the text is %q", keys, e.Text)
	}
	submitted := ""
	e.OnSubmitted = func(typed string) { submitted = typed }
	if press(); submitted != "a" || len(keys) != 1 {
		t.Errorf("%q was submitted, the window got the keys %v", submitted, keys)
	}
}
