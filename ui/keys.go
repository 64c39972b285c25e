package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// keyList is a list that keeps the keys that move in it and passes on the
// others: whoever has clicked into a list can still press Home or Esc.
type keyList struct {
	widget.List
	pass func(*fyne.KeyEvent)
}

func newKeyList(length func() int, create func() fyne.CanvasObject, update func(widget.ListItemID, fyne.CanvasObject), pass func(*fyne.KeyEvent)) *keyList {
	l := &keyList{pass: pass}
	l.Length, l.CreateItem, l.UpdateItem = length, create, update
	l.ExtendBaseWidget(l)
	return l
}

// TypedKey implements fyne.Focusable.
func (l *keyList) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyUp, fyne.KeyDown, fyne.KeySpace:
		l.List.TypedKey(e)
	case fyne.KeyReturn, fyne.KeyEnter:
		l.List.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	default:
		l.pass(e)
	}
}

// keyEntry is a field that passes on the keys with which nothing is written.
type keyEntry struct {
	widget.Entry
	pass func(*fyne.KeyEvent)
}

func newKeyEntry(pass func(*fyne.KeyEvent)) *keyEntry {
	e := &keyEntry{pass: pass}
	e.Wrapping = fyne.TextWrapOff
	e.ExtendBaseWidget(e)
	return e
}

// TypedKey implements fyne.Focusable.
func (e *keyEntry) TypedKey(k *fyne.KeyEvent) {
	switch k.Name {
	case fyne.KeyEscape, fyne.KeyF1, fyne.KeyF11:
		e.pass(k)
	default:
		e.Entry.TypedKey(k)
	}
}
