// SPDX-License-Identifier: MIT

package kit

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
)

// TestValuePassesOnKeys checks that a clicked value leaves keys to the window, that
// its text is copied, and that Tab passes over values.
func TestValuePassesOnKeys(t *testing.T) {
	app := test.NewTempApp(t)
	value, first, second := NewValue("125 km"), NewButton("a", nil, nil), NewButton("b", nil, nil)
	w := test.NewTempWindow(t, container.NewVBox(first, value, second))
	w.Resize(fyne.NewSize(300, 300))
	var keys []fyne.KeyName
	w.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) { keys = append(keys, e.Name) })

	s := test.WidgetRenderer(value).Objects()[0].(*selection)
	s.MouseDown(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary})
	if w.Canvas().Focused() != s {
		t.Fatalf("a click focuses %v", w.Canvas().Focused())
	}
	s.TypedKey(&fyne.KeyEvent{Name: fyne.KeyN})
	if len(keys) != 1 || keys[0] != fyne.KeyN {
		t.Errorf("the window got the keys %v", keys)
	}
	if s.TypedShortcut(&fyne.ShortcutCopy{}); app.Clipboard().Content() != "125 km" {
		t.Errorf("%q was copied", app.Clipboard().Content())
	}
	s.DoubleTapped(&fyne.PointEvent{Position: fyne.NewPos(12, 12)}) // on the number
	if s.TypedShortcut(&fyne.ShortcutCopy{}); app.Clipboard().Content() != "125" || len(test.WidgetRenderer(s).Objects()) != 1 {
		t.Errorf("a double click selects %q", app.Clipboard().Content())
	}
	s.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if w.Canvas().Focused() != nil {
		t.Error("the value keeps the focus after Esc")
	}
	for _, want := range []fyne.Focusable{first, second, first} {
		if w.Canvas().FocusNext(); w.Canvas().Focused() != want {
			t.Errorf("Tab goes to %v", w.Canvas().Focused())
		}
	}
}

// TestValueSelectsUnderThePointer drags over a part of a value that stands to the right, and checks
// that this part is selected and marked.
func TestValueSelectsUnderThePointer(t *testing.T) {
	test.NewTempApp(t)
	value := FactValue("07:38:00 17/11/2026")
	w := test.NewTempWindow(t, value)
	w.Resize(fyne.NewSize(400, 60))
	s := test.WidgetRenderer(value).Objects()[0].(*selection)
	right := value.Size().Width - theme.InnerPadding()
	left := right - fyne.MeasureText("2026", theme.TextSize(), value.TextStyle).Width
	for _, x := range []float32{left, right} {
		s.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, 14)}})
	}
	if s.SelectedText() != "2026" {
		t.Errorf("%q is selected", s.SelectedText())
	}
	if mark := test.WidgetRenderer(s).Objects()[0]; mark.Position().X < left-2 || mark.Position().X > left+1 {
		t.Errorf("the mark begins at %g, and its text at %g", mark.Position().X, left)
	}
}
