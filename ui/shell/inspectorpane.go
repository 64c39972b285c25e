package shell

import "roadsnap/ui/inspector"

// inspectorPane shows the record of what is selected, and folds the inspector away where
// there is none.
type inspectorPane struct {
	*inspector.Panel
	panes *panes
	card  func() (inspector.Card, bool) // of what is selected now
	drop  func() bool                   // leaves what was clicked on the map, if there is something
	// inList reports whether the user is at work in the list of the panel. It stays where
	// it is then, even in a window with room for one pane only, so that the user can go
	// on to another row.
	inList func() bool
	grow   func() // is called before the map grows or shrinks to the right
	shown  func() // is called before another record is laid out, or none
}

// update shows the record of what is selected. What the inspector shows already, or showed
// when it was closed, it leaves as it is.
func (p *inspectorPane) update() {
	other := false
	made := p.Shown() == nil // and it may be closed as the one before it was
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
		p.Lay() // it may have another width than before
	}
}

// close folds the inspector away and leaves what it shows selected.
func (p *inspectorPane) close() {
	if !p.drop() {
		p.SetClosed(true)
		p.update()
	}
}

// toggle closes the inspector, or brings it back.
func (p *inspectorPane) toggle() {
	if p.Content().Visible() {
		p.close()
	} else {
		p.bring()
	}
}

// bring opens the inspector, if there is something to be seen in it.
func (p *inspectorPane) bring() {
	p.SetClosed(false)
	p.update() // which holds the map where it is
	p.panes.askDetail()
}

// bringSelected shows the record of what is selected in the panel, instead of what was
// clicked on the map.
func (p *inspectorPane) bringSelected() {
	p.drop()
	p.bring()
}
