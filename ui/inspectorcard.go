package ui

import "fyne.io/fyne/v2"

// card is a record for the inspector.
type card struct {
	// subject is what the record is about. Another subject brings back an inspector
	// that was closed, and starts at the top.
	subject any
	// version tells records of one subject apart: the same one is not made again.
	version any
	title   string
	parts   func() []fyne.CanvasObject
}

// show shows a record, unless it does already, and reports whether it is about
// something else than before.
func (i *inspector) show(c card) (other bool) {
	if i.shown == c.version {
		return false
	}
	other = i.subject != c.subject
	i.shown, i.subject = c.version, c.subject
	i.title.SetText(c.title)
	i.fill(c.parts())
	if other {
		i.scroll.ScrollToTop()
	}
	return other
}

// reveal scrolls to a part of the record.
func (i *inspector) reveal(o fyne.CanvasObject) { i.scroll.ScrollToOffset(o.Position()) }
