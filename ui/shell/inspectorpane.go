// SPDX-License-Identifier: MIT

package shell

import "roadsnap/ui/inspector"

// inspectorPane shows the record of the selection and hides the inspector if there is
// none.
type inspectorPane struct {
	*inspector.Panel
	panes *panes
	card  func() (inspector.Card, bool) // returns the record of the selection
	drop  func() bool                   // clears the clicked place; false if there was none
	// inList reports whether the user works in the list of the panel. The list then
	// stays in front, even in a window with room for one pane only, so that the user can
	// go on to another row.
	inList func() bool
	grow   func() // called before the map grows or shrinks on its right
	shown  func() // called before another record, or none, is laid out
}

// update shows the record of the selection. It changes nothing if the inspector already
// shows that record, or showed it when it was closed.
func (p *inspectorPane) update() {
	other := false
	made := p.Shown() == nil // a new inspector, which may be closed as its predecessor was
	if card, ok := p.card(); ok {
		other = p.Show(card)
		if card.Shown != nil {
			defer card.Shown()
		}
	} else {
		p.Forget()
	}
	if other && !made {
		p.SetClosed(false)
	}
	open := p.Open()
	if !other && open == p.panes.hasDetail {
		return
	}
	if open != p.panes.hasDetail {
		p.grow()
	}
	p.shown()
	p.panes.showDetail(open, !p.inList())
	if open {
		p.Lay() // its width may have changed
	}
}

// close clears the clicked place or, if there is none, hides the inspector and keeps the
// selection.
func (p *inspectorPane) close() {
	if !p.drop() {
		p.SetClosed(true)
		p.update()
	}
}

// toggle closes the inspector or opens it again.
func (p *inspectorPane) toggle() {
	if p.Content().Visible() {
		p.close()
	} else {
		p.bring()
	}
}

// bring opens the inspector if it has a record to show.
func (p *inspectorPane) bring() {
	p.SetClosed(false)
	p.update() // keeps the map in place
	p.panes.askDetail()
}

// bringSelected shows the record of the panel's selection instead of the clicked place.
func (p *inspectorPane) bringSelected() {
	p.drop()
	p.bring()
}
