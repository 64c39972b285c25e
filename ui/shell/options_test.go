// SPDX-License-Identifier: MIT

package shell

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"roadsnap/ui/files"
	"roadsnap/ui/kit"
	"roadsnap/ui/units"
)

// TestEnterAgreesFromWhateverHasTheFocus clicks each choice and check box in the export
// dialogs and presses Enter.
func TestEnterAgreesFromWhateverHasTheFocus(t *testing.T) {
	w := newTestWindow(t)
	asked := make(chan files.Question, 1)
	w.o.Picker = savePicker{asked: asked}
	row, _ := w.o.Units.Row("79")
	w.o.Units.Select(row)
	for _, open := range []func(){w.exports.AskPicture, func() { w.exports.AskUnits(w.o.Units.Batch(units.ScopeSelected)) }} {
		open()
		first := choices(w)
		w.files.Hide()
		for i := range first {
			open()
			one := choices(w)[i]
			if c, ok := one.(*kit.Check); ok {
				test.Tap(c)
			} else {
				w.window.Canvas().Focus(one)
			}
			press(w.window.Canvas().Focused(), fyne.KeyReturn)
			select {
			case <-asked:
			default:
				t.Errorf("Enter in %T %d does not agree", one, i)
				w.files.Hide()
			}
		}
		open()
		w.window.Canvas().Focus(first[0])
		press(first[0], fyne.KeyEscape)
		if w.window.Canvas().Overlays().Top() != nil {
			t.Error("Esc does not close the dialog")
		}
	}
	if len(choices(w)) != 0 {
		t.Error("a dialog is still open")
	}
}

// choices returns the choices and check boxes of the open dialog.
func choices(w *testWindow) (all []fyne.Focusable) {
	top := w.window.Canvas().Overlays().Top()
	if top == nil {
		return nil
	}
	for _, o := range test.LaidOutObjects(top) {
		switch o := o.(type) {
		case *kit.Check:
			all = append(all, o)
		case *kit.Option:
			all = append(all, o)
		case *kit.Choice:
			all = append(all, o)
		}
	}
	return all
}

func TestOneOfTheOptionsIsChosen(t *testing.T) {
	test.NewTempApp(t)
	o := kit.NewOptions([]string{"PNG", "SVG", "PDF"}, true)
	test.NewTempWindow(t, o.Content)
	if o.Chosen != 0 || !o.List[0].Marked {
		t.Error("the first is not chosen")
	}
	for n, i := range []int{1, 1, 2, 0} { // a second click takes nothing away
		if n%2 == 0 {
			test.Tap(o.List[i])
		} else {
			press(o.List[i], fyne.KeySpace)
		}
		for j, one := range o.List {
			if one.Marked != (i == j) || (one.Icon == theme.RadioButtonIcon()) == one.Marked {
				t.Errorf("after a click on %d, %d is marked: %v", i, j, one.Marked)
			}
		}
		if o.Chosen != i {
			t.Errorf("%d is chosen, want %d", o.Chosen, i)
		}
	}
}
