// SPDX-License-Identifier: MIT

package mapdraw

import (
	"time"

	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
)

// layoutPause is the least time between two choices of labels while tiles are
// still arriving.
const layoutPause = 150 * time.Millisecond

// layoutTask is one choice of labels to make.
type layoutTask struct {
	look   *look
	tiles  []*tile.Tile
	in     view.Tiles
	view   view.Viewport
	skip   *label.Districts // the districts whose names are left out; nil for none
	before *label.Layout    // the layout to extend; nil to choose labels for a view at rest
}

// layLabels chooses labels until the Map is closed.
func (m *Map) layLabels() {
	var layouts *label.Layouter
	for {
		j, ok := m.nextLayout()
		if !ok {
			return
		}
		if layouts == nil || layouts.Theme != j.look.theme {
			layouts = label.NewLayouter(j.look.theme, m.options.Fonts)
		}
		layouts.Skip = nil
		if j.skip != nil {
			layouts.Skip = j.skip.Name
		}
		var laid *label.Layout
		if j.before != nil {
			laid = layouts.Extend(j.before, j.in, labelsOfTiles(j.tiles))
		} else {
			laid = layouts.Layout(j.in, labelsOfTiles(j.tiles), j.view)
		}
		m.mu.Lock()
		if j.look == m.look {
			m.layout, m.laidSkip = laid, j.skip
			m.unlabelled = !m.labelled(len(m.present()))
			m.notice.give()
		}
		m.change.Broadcast()
		m.mu.Unlock()
	}
}

// nextLayout waits until labels can be chosen again. ok is false when the Map is
// closed.
func (m *Map) nextLayout() (j layoutTask, ok bool) {
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
				j := layoutTask{look: m.look, tiles: tiles, in: m.view, view: m.rest.view, skip: m.skip}
				if m.dragged() {
					j.before = m.layout
				}
				return j, true
			}
		}
		m.change.Wait()
	}
	return layoutTask{}, false
}

// labelled reports whether the current labels were chosen for the view at rest
// with this number of its tiles.
func (m *Map) labelled(tiles int) bool {
	l := m.layout
	return l != nil && l.Tiles == m.view && l.Count == tiles && l.View == m.rest.view && m.laidSkip == m.skip
}

// SkipDistricts leaves out the names of former districts from the picture that is
// being composed, for example where wards are named. An overlay calls it each
// time it is drawn, and passes the same pointer while the districts are the same.
func (m *Map) SkipDistricts(d *label.Districts) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.skipAsked = d
}

// applySkip requests new labels if the overlays of this picture skip other
// districts than those of the last one. It reports whether labels are still
// missing.
func (m *Map) applySkip() (labelsMissing bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.skip != m.skipAsked {
		m.skip = m.skipAsked
		m.unlabelled = m.options.Fonts != nil && m.look.source != nil
		m.change.Broadcast()
	}
	return m.unlabelled
}

// dragged reports whether the view is moving and shows the labels of its own
// zoom.
func (m *Map) dragged() bool {
	return m.layout != nil && m.layout.Tiles.Grid == m.view.Grid && !m.rest.reached()
}

// layoutDue reports whether labels are worth choosing with this number of the
// view's tiles present. The labels of another zoom level stay until all tiles of
// the new one are there, so that they do not flicker.
func (m *Map) layoutDue(tiles int) bool {
	l, all := m.layout, tiles == m.view.Len()
	switch {
	case m.dragged() && l.Tiles == m.view && l.Count == tiles:
		return false
	case all:
		return true
	default:
		return (l == nil || l.Tiles.Grid == m.view.Grid) && time.Since(m.laidAt) > layoutPause
	}
}

// labelsOfTiles returns the label candidates of tiles.
func labelsOfTiles(tiles []*tile.Tile) []label.Set {
	sets := make([]label.Set, len(tiles))
	for i, t := range tiles {
		sets[i] = t.Labels
	}
	return sets
}

// Layout returns the labels that are shown, or nil. The result does not change.
func (m *Map) Layout() *label.Layout {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.layout
}
