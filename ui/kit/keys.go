// SPDX-License-Identifier: MIT

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// KeyList is a list that uses the arrow keys, Space and Enter and passes on other keys, so
// that Home and Esc work while it has the focus.
type KeyList struct {
	List
	pass func(*fyne.KeyEvent)
}

// NewKeyList returns a list. length, create and update are as in widget.List; pass is
// called with keys that the list does not use.
func NewKeyList(length func() int, create func() fyne.CanvasObject, update func(widget.ListItemID, fyne.CanvasObject), pass func(*fyne.KeyEvent)) *KeyList {
	l := &KeyList{pass: pass}
	l.Length, l.CreateItem, l.UpdateItem = length, create, update
	l.ExtendBaseWidget(l)
	return l
}

// TypedKey implements fyne.Focusable.
func (l *KeyList) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyUp, fyne.KeyDown, fyne.KeySpace:
		l.List.TypedKey(e)
	case fyne.KeyReturn, fyne.KeyEnter:
		l.List.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	default:
		l.pass(e)
	}
}

// KeyEntry is a text field that passes on Esc, F1 and F11.
type KeyEntry struct {
	widget.Entry
	pass func(*fyne.KeyEvent)
	Down func() // called on the Down key, to move to the widget below; may be nil
}

// NewKeyEntry returns an empty field; pass is called with keys that it does not use.
func NewKeyEntry(pass func(*fyne.KeyEvent)) *KeyEntry {
	e := &KeyEntry{pass: pass}
	e.Wrapping = fyne.TextWrapOff
	e.ExtendBaseWidget(e)
	return e
}

// TypedKey implements fyne.Focusable.
func (e *KeyEntry) TypedKey(k *fyne.KeyEvent) {
	switch {
	case isForWindow(k):
		e.pass(k)
	case k.Name == fyne.KeyDown && e.Down != nil:
		e.Down()
	default:
		e.Entry.TypedKey(k)
	}
}

// HeldKeys returns the modifiers that are held down, 0 if the driver cannot report them.
func HeldKeys() fyne.KeyModifier {
	if d, ok := fyne.CurrentApp().Driver().(desktop.Driver); ok {
		return d.CurrentKeyModifiers()
	}
	return 0
}

// IsMenuKey reports whether a key opens the context menu: the menu key or Shift+F10.
func IsMenuKey(name fyne.KeyName, held fyne.KeyModifier) bool {
	return name == desktop.KeyMenu || name == fyne.KeyF10 && held == fyne.KeyModifierShift
}

// IsEntry reports whether o is a KeyEntry.
func IsEntry(o fyne.Focusable) bool {
	_, ok := o.(*KeyEntry)
	return ok
}

// ShowMenuUnder opens a menu under a button.
func ShowMenuUnder(under fyne.CanvasObject, menu *fyne.Menu) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(under); c != nil {
		widget.NewPopUpMenu(menu, c).ShowAtRelativePosition(fyne.NewPos(0, under.Size().Height), under)
	}
}
