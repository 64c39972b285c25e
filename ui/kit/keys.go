package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// KeyList is a list that keeps the keys that move in it and passes on the others,
// so that Home and Esc work while it has the focus.
type KeyList struct {
	widget.List
	pass func(*fyne.KeyEvent)
}

// NewKeyList returns a list. length, create and update are those of widget.List;
// pass is called with the keys that the list has no use for.
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

// KeyEntry is a text field that passes on the keys that write nothing.
type KeyEntry struct {
	widget.Entry
	pass func(*fyne.KeyEvent)
	Down func() // goes on to what lies below the field; nil where nothing does
}

// NewKeyEntry returns an empty field; pass is called with the keys that it has no
// use for.
func NewKeyEntry(pass func(*fyne.KeyEvent)) *KeyEntry {
	e := &KeyEntry{pass: pass}
	e.Wrapping = fyne.TextWrapOff
	e.ExtendBaseWidget(e)
	return e
}

// TypedKey implements fyne.Focusable.
func (e *KeyEntry) TypedKey(k *fyne.KeyEvent) {
	switch {
	case k.Name == fyne.KeyEscape || k.Name == fyne.KeyF1 || k.Name == fyne.KeyF11:
		e.pass(k)
	case k.Name == fyne.KeyDown && e.Down != nil:
		e.Down()
	default:
		e.Entry.TypedKey(k)
	}
}

// HeldKeys returns the modifiers that are held down now, where the driver knows.
func HeldKeys() fyne.KeyModifier {
	if d, ok := fyne.CurrentApp().Driver().(desktop.Driver); ok {
		return d.CurrentKeyModifiers()
	}
	return 0
}

// IsMenuKey reports whether a key asks what can be done here, as the other button of
// the mouse does.
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
