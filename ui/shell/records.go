package shell

import "roadsnap/ui/inspector"

// records shows in the inspector the record of what is selected, and folds it away
// where there is none.
type records struct {
	*inspector.Panel
	panes *panes
	card  func() (inspector.Card, bool) // of what is selected now
	drop  func() bool                   // leaves what was clicked on the map, if there is something
	// inList reports whether the user is at work in the list of the panel. It stays where
	// it is then, even in a window with room for one pane only, so that the user can go
	// on to another row.
	inList func() bool
	grow   func() // is called before the map grows or shrinks to the right
	shown  func() // is called when another record is shown, or none
}

// show shows the record of what is selected. What the inspector shows already, or showed
// when it was closed, it leaves as it is.
func (r *records) show() {
	other := false
	made := r.Shown() == nil // and it may be closed as the one before it was
	if card, ok := r.card(); ok {
		other = r.Show(card)
	} else {
		r.Forget()
	}
	if other && !made {
		r.SetClosed(false)
	}
	open := r.Open()
	if !other && open == r.panes.hasDetail {
		return
	}
	if open != r.panes.hasDetail {
		r.grow()
	}
	r.shown()
	r.panes.showDetail(open, !r.inList())
	if open {
		r.Lay() // it may have another width than before
	}
}

// close folds the inspector away and leaves what it shows selected.
func (r *records) close() {
	if !r.drop() {
		r.SetClosed(true)
		r.show()
	}
}

// toggle closes the inspector, or brings it back.
func (r *records) toggle() {
	if r.Content().Visible() {
		r.close()
	} else {
		r.bring()
	}
}

// bring opens the inspector, if there is something to be seen in it.
func (r *records) bring() {
	r.SetClosed(false)
	r.show() // which holds the map where it is
	r.panes.askDetail()
}

// bringSelected shows the record of what is selected in the panel, instead of what was
// clicked on the map.
func (r *records) bringSelected() {
	r.drop()
	r.bring()
}
