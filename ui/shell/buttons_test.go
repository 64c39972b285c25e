// SPDX-License-Identifier: MIT

package shell

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"roadsnap/ui/kit"
)

func TestButtonsKeepTheKeysThatPressThem(t *testing.T) {
	test.NewTempApp(t)
	pressed := 0
	count := func() { pressed++ }
	b, l := kit.NewButton("b", nil, count), kit.NewLink("l", count)
	w := test.NewTempWindow(t, b)
	passed := ""
	w.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) { passed += string(e.Name) })
	for _, o := range []fyne.Focusable{b, l} {
		pressed = 0
		for _, key := range []fyne.KeyName{fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter} {
			press(o, key)
		}
		if pressed != 3 || passed != "" {
			t.Errorf("%T: pressed %d times, passed on %q", o, pressed, passed)
		}
	}
	w.Canvas().Focus(b)
	press(b, fyne.KeyEscape)
	if w.Canvas().Focused() != nil || passed != string(fyne.KeyEscape) {
		t.Errorf("Esc leaves the focus at %v, and passes on %q", w.Canvas().Focused(), passed)
	}
	c := kit.NewChoice([]string{"one", "two"})
	c.SetSelectedIndex(0)
	passed = ""
	press(c, fyne.KeyRight)
	press(c, fyne.KeyF11)
	if c.Selected != "two" || passed != string(fyne.KeyF11) {
		t.Errorf("the choice is %q, passed on %q", c.Selected, passed)
	}
}
