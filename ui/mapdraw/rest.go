package mapdraw

import "time"

// restPause is how long a view must stay as it is to be at rest: longer than
// between two frames of a drag or two steps of a wheel. Labels stay where they
// are while the map moves, and are chosen anew, none of them cut, when it rests.
const restPause = 180 * time.Millisecond

// layoutPause is the least time between two choices of labels while tiles are
// still coming.
const layoutPause = 150 * time.Millisecond

// rest knows since when the map has stood still. The Map's lock guards it.
type rest struct {
	view  Viewport // that is shown
	since time.Time
	alarm *time.Timer
}

// move tells that v is shown at a time, and reports whether that is news. wake is
// called when the view may have come to rest.
func (r *rest) move(v Viewport, at time.Time, wake func()) (news bool) {
	if v == r.view {
		if at.IsZero() && !r.since.IsZero() {
			r.since = at
			return true
		}
		return false
	}
	r.view, r.since = v, at
	if r.alarm != nil {
		r.alarm.Stop()
	}
	if !at.IsZero() {
		r.alarm = time.AfterFunc(restPause, wake)
	}
	return true
}

func (r *rest) reached() bool { return time.Since(r.since) >= restPause }

func (r *rest) forget() {
	if r.alarm != nil {
		r.alarm.Stop()
	}
	*r = rest{}
}

// wake has the goroutines look whether there is something to do.
func (m *Map) wake() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.change.Broadcast()
}

// layoutJob is a choice of labels that is to be made.
type layoutJob struct {
	look   *look
	tiles  []*tile
	in     tileRange
	view   Viewport
	before *layout // that is to be extended; nil for labels of a view at rest
}

// layLabels is the life of the goroutine that chooses labels.
func (m *Map) layLabels() {
	var layouts *layouter
	for {
		j, ok := m.nextLayout()
		if !ok {
			return
		}
		if layouts == nil || layouts.theme != j.look.theme {
			layouts = newLayouter(j.look.theme, m.options.Fonts)
		}
		var laid *layout
		if j.before != nil {
			laid = layouts.extend(j.before, j.in, j.tiles, func() bool { return false })
		} else {
			laid = layouts.layout(j.in, j.tiles, j.view, func() bool { return false })
		}
		m.mu.Lock()
		if j.look == m.look {
			m.layout = laid
			m.unlabelled = !m.labelled(len(m.present()))
			m.notice.give()
		}
		m.change.Broadcast()
		m.mu.Unlock()
	}
}

// nextLayout waits until labels can be chosen anew; ok is false when the Map
// is closed.
func (m *Map) nextLayout() (j layoutJob, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for !m.closed {
		if m.unlabelled {
			tiles := m.present()
			switch {
			case m.labelled(len(tiles)):
				m.unlabelled = false
				m.notice.give()
				m.change.Broadcast()
			case m.layoutDue(len(tiles)):
				m.laidAt = time.Now()
				j := layoutJob{look: m.look, tiles: tiles, in: m.view, view: m.rest.view}
				if m.dragged() {
					j.before = m.layout
				}
				return j, true
			}
		}
		m.change.Wait()
	}
	return layoutJob{}, false
}

// labelled reports whether the labels are those of the view at rest, so many of
// whose tiles are there.
func (m *Map) labelled(tiles int) bool {
	l := m.layout
	return l != nil && l.tiles == m.view && l.count == tiles && l.view == m.rest.view
}

// dragged reports whether the view moves and shows the labels of its own zoom.
func (m *Map) dragged() bool {
	return m.layout != nil && m.layout.tiles.grid == m.view.grid && !m.rest.reached()
}

// layoutDue reports whether labels are worth choosing when so many tiles of
// the view are there. The labels of another zoom level stay until all tiles of
// the new one are there, so that they do not come and go.
func (m *Map) layoutDue(tiles int) bool {
	l, all := m.layout, tiles == m.view.len()
	switch {
	case m.dragged() && l.tiles == m.view && l.count == tiles:
		return false
	case all:
		return true
	default:
		return (l == nil || l.tiles.grid == m.view.grid) && time.Since(m.laidAt) > layoutPause
	}
}
