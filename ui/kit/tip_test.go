// SPDX-License-Identifier: MIT

package kit_test

import (
	"testing"
	"testing/synctest"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/kit"
)

// tipWindow is a small window with a button in a corner.
type tipWindow struct {
	fyne.Window
	ui     *jobtest.UI
	button *kit.Button
}

const tipText = "Zoom in (+)"

// inTipWindow runs a test with a fake clock.
func inTipWindow(t *testing.T, right, bottom bool, run func(*testing.T, *tipWindow)) {
	test.NewTempApp(t)
	synctest.Test(t, func(t *testing.T) {
		w := &tipWindow{ui: jobtest.New(t), button: kit.IconButton(theme.ZoomInIcon(), tipText, func() {})}
		var row, column []fyne.CanvasObject
		if right {
			row = append(row, layout.NewSpacer())
		}
		if bottom {
			column = append(column, layout.NewSpacer())
		}
		row = append(row, w.button)
		column = append(column, container.NewHBox(row...))
		w.Window = test.NewTempWindow(t, kit.WithTips(container.NewVBox(column...), w.ui.Post))
		w.Resize(fyne.NewSize(300, 200))
		run(t, w)
		w.ui.Jobs.Close(time.Minute)
	})
}

// pass advances the clock.
func (w *tipWindow) pass(d time.Duration) {
	time.Sleep(d) // in the bubble of the test
	w.ui.Settle()
}

// at returns an event of the pointer at a position on the button.
func (w *tipWindow) at(dx float32) *desktop.MouseEvent {
	p := fyne.CurrentApp().Driver().AbsolutePositionForObject(w.button).AddXY(dx, 5)
	return &desktop.MouseEvent{PointEvent: fyne.PointEvent{AbsolutePosition: p}}
}

// TestTipInADialog checks that a dialog with a layer of its own shows tips, and that one
// without hides those of the window.
func TestTipInADialog(t *testing.T) {
	test.NewTempApp(t)
	synctest.Test(t, func(t *testing.T) {
		ui := jobtest.New(t)
		w := test.NewTempWindow(t, kit.WithTips(widget.NewLabel(""), ui.Post))
		w.Resize(fyne.NewSize(600, 400))
		check := kit.NewCheck("Doubtful route")
		check.SetTip(tipText)
		content := kit.WithTipsInDialog(container.NewVScroll(container.NewVBox(check)), ui.Post).(*fyne.Container)
		box := dialog.NewCustomWithoutButtons("Rules", content, w)
		box.Show()
		shownTip := func() (text string) {
			for _, plate := range test.WidgetRenderer(content.Objects[1].(fyne.Widget)).Objects()[0].(*fyne.Container).Objects {
				text = textIn(plate)
			}
			return text
		}
		rest := func() string {
			p := fyne.CurrentApp().Driver().AbsolutePositionForObject(check)
			check.MouseOut()
			check.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{AbsolutePosition: p.AddXY(3, 3)}})
			time.Sleep(time.Second) // in the bubble of the test
			ui.Settle()
			return shownTip()
		}
		if got := rest(); got != tipText {
			t.Errorf("the dialog shows %q, want %q", got, tipText)
		}
		over := dialog.NewInformation("Over", "it", w)
		over.Show()
		time.Sleep(time.Second)
		ui.Settle()
		if got := shownTip(); got != "" {
			t.Errorf("behind another dialog it shows %q", got)
		}
		over.Hide()
		box.Hide()
		ui.Jobs.Close(time.Minute)
	})
}

// tip returns the text of the shown tip, and its position and size.
func (w *tipWindow) tip() (text string, at fyne.Position, size fyne.Size) {
	layer := w.Content().(*fyne.Container).Objects[1].(fyne.Widget)
	for _, plate := range test.WidgetRenderer(layer).Objects()[0].(*fyne.Container).Objects {
		at = fyne.CurrentApp().Driver().AbsolutePositionForObject(plate)
		return textIn(plate), at, plate.Size()
	}
	return "", at, size
}

func textIn(o fyne.CanvasObject) (text string) {
	switch o := o.(type) {
	case *canvas.Text:
		return o.Text
	case *fyne.Container:
		for _, child := range o.Objects {
			text += textIn(child)
		}
	}
	return text
}

func (w *tipWindow) mustShow(t *testing.T, want string) {
	t.Helper()
	if text, _, _ := w.tip(); text != want {
		t.Fatalf("the tip is %q, want %q", text, want)
	}
}

func TestTipIsShownWhileThePointerRests(t *testing.T) {
	for name, leave := range map[string]func(*tipWindow){
		"leave": func(w *tipWindow) { w.button.MouseOut() },
		"move":  func(w *tipWindow) { w.button.MouseMoved(w.at(8)) },
		"press": func(w *tipWindow) { w.button.MouseDown(w.at(5)) },
	} {
		t.Run(name, func(t *testing.T) {
			inTipWindow(t, false, false, func(t *testing.T, w *tipWindow) {
				w.button.MouseIn(w.at(4))
				w.pass(400 * time.Millisecond)
				w.button.MouseMoved(w.at(5))
				w.pass(400 * time.Millisecond)
				w.mustShow(t, "")
				w.pass(200 * time.Millisecond)
				w.mustShow(t, tipText)
				w.button.MouseMoved(w.at(5)) // by nothing
				w.mustShow(t, tipText)
				leave(w)
				w.mustShow(t, "")
			})
		})
	}
}

// TestTipThatIsNoLongerWantedDoesNotCome leaves the button before the timer fires, after it
// has fired but before the posted function runs, and while a dialog is open.
func TestTipThatIsNoLongerWantedDoesNotCome(t *testing.T) {
	inTipWindow(t, false, false, func(t *testing.T, w *tipWindow) {
		w.button.MouseIn(w.at(4))
		w.pass(400 * time.Millisecond)
		w.button.MouseOut()
		w.pass(time.Second)
		w.mustShow(t, "")

		w.button.MouseIn(w.at(4))
		time.Sleep(time.Second)
		synctest.Wait()
		w.button.MouseOut()
		w.ui.Drain()
		w.mustShow(t, "")

		w.button.MouseIn(w.at(4))
		dialog.NewInformation("title", "text", w.Window).Show()
		w.pass(time.Second)
		w.mustShow(t, "")
	})
}

// TestTipGoesWithoutAMoveOfThePointer opens a dialog by key, and hides the button.
func TestTipGoesWithoutAMoveOfThePointer(t *testing.T) {
	for name, act := range map[string]func(*tipWindow){
		"dialog": func(w *tipWindow) { dialog.NewInformation("title", "text", w.Window).Show() },
		"hidden": func(w *tipWindow) { w.button.Hide() },
	} {
		t.Run(name, func(t *testing.T) {
			inTipWindow(t, false, false, func(t *testing.T, w *tipWindow) {
				w.button.MouseIn(w.at(4))
				w.pass(3 * time.Second)
				w.mustShow(t, tipText)
				act(w)
				w.pass(time.Second)
				w.mustShow(t, "")
			})
		})
	}
}

func TestTipOfAWidgetThatHasGoneDoesNotCome(t *testing.T) {
	inTipWindow(t, false, false, func(t *testing.T, w *tipWindow) {
		w.button.MouseIn(w.at(4))
		w.button.Hide()
		w.pass(time.Second)
		w.mustShow(t, "")
	})
}

// TestTipStaysInTheWindow rests on buttons in the corners.
func TestTipStaysInTheWindow(t *testing.T) {
	for _, right := range []bool{false, true} {
		for _, bottom := range []bool{false, true} {
			inTipWindow(t, right, bottom, func(t *testing.T, w *tipWindow) {
				w.button.MouseIn(w.at(4))
				w.pass(time.Second)
				text, at, size := w.tip()
				button := fyne.CurrentApp().Driver().AbsolutePositionForObject(w.button)
				inside := at.X >= 0 && at.Y >= 0 && at.X+size.Width <= 300 && at.Y+size.Height <= 200
				covers := at.Y < button.Y+w.button.Size().Height && at.Y+size.Height > button.Y
				if text == "" || !inside || covers {
					t.Errorf("right %v, bottom %v: tip %q at %v, %v large, of a button at %v", right, bottom, text, at, size, button)
				}
			})
		}
	}
}

// TestTipsOfLinksAndTerms rests on both.
func TestTipsOfLinksAndTerms(t *testing.T) {
	inTipWindow(t, false, false, func(t *testing.T, w *tipWindow) {
		link, fact := kit.NewLink("link", nil), kit.Fact("term", "of a term", kit.FactValue("")).(*fyne.Container)
		link.SetTip("of a link")
		w.SetContent(kit.WithTips(container.NewVBox(widget.NewLabel(""), link, fact), w.ui.Post))
		for want, o := range map[string]desktop.Hoverable{"of a link": link, "of a term": fact.Objects[1].(desktop.Hoverable)} {
			o.MouseIn(w.at(5))
			w.pass(time.Second)
			w.mustShow(t, want)
			o.MouseOut()
			w.mustShow(t, "")
		}
	})
}
