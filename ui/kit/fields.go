// SPDX-License-Identifier: MIT

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// Entry is a text field of a dialog. It passes Esc, F1 and F11 on to the window, so that Esc
// closes the dialog.
type Entry struct{ widget.Entry }

// NewEntry returns an empty field for a line.
func NewEntry() *Entry { return newEntry(false) }

// NewTextArea returns an empty field for several lines, in which long lines wrap.
func NewTextArea() *Entry { return newEntry(true) }

func newEntry(lines bool) *Entry {
	e := &Entry{}
	e.MultiLine, e.Wrapping = lines, fyne.TextWrap(fyne.TextTruncateClip) // as those of the toolkit
	if lines {
		e.Wrapping = fyne.TextWrapWord
	}
	e.ExtendBaseWidget(e)
	return e
}

// TypedKey implements fyne.Focusable.
func (e *Entry) TypedKey(k *fyne.KeyEvent) {
	if isForWindow(k) {
		passOn(e, k)
		return
	}
	e.Entry.TypedKey(k)
}

// TypedShortcut implements fyne.Shortcutable. Ctrl+Enter in a field for several lines submits it, as
// Shift+Enter does, or else confirms the dialog.
func (e *Entry) TypedShortcut(s fyne.Shortcut) {
	key, ok := s.(*desktop.CustomShortcut)
	if !ok || !e.MultiLine || key.Modifier != fyne.KeyModifierShortcutDefault || key.KeyName != fyne.KeyReturn && key.KeyName != fyne.KeyEnter {
		e.Entry.TypedShortcut(s)
		return
	}
	if e.OnSubmitted != nil {
		e.OnSubmitted(e.Text)
	} else {
		passOn(e, &fyne.KeyEvent{Name: fyne.KeyReturn})
	}
}

// SelectEntry is a text field with a list of texts. It passes on keys as Entry does.
type SelectEntry struct{ widget.SelectEntry }

// NewSelectEntry returns an empty field with a list of texts, which may be nil.
func NewSelectEntry(options []string) *SelectEntry {
	e := &SelectEntry{}
	e.Wrapping = fyne.TextWrap(fyne.TextTruncateClip)
	e.ExtendBaseWidget(e)
	e.SetOptions(options)
	return e
}

// TypedKey implements fyne.Focusable.
func (e *SelectEntry) TypedKey(k *fyne.KeyEvent) {
	if isForWindow(k) {
		passOn(e, k)
		return
	}
	e.SelectEntry.TypedKey(k)
}

// isForWindow reports whether a key acts on the window while a field has the focus.
func isForWindow(k *fyne.KeyEvent) bool {
	return k.Name == fyne.KeyEscape || k.Name == fyne.KeyF1 || k.Name == fyne.KeyF11
}
