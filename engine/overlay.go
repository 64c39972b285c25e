// SPDX-License-Identifier: MIT

package engine

// A map and its borders may come from two packs: the borders of the whole country are
// imported once, and used with the roads of any city. The pack of borders is then an
// overlay. OpenPack opens one pack and closes all others.

// AddPack opens the pack at path and closes only the one that it replaces. A pack of
// borders alone becomes the overlay of the open map, and its borders are used instead of
// the map's own. A map without borders keeps those that are open. overlay reports whether
// the pack became the overlay of a map that stayed open. On an error nothing changes.
func (e *Engine) AddPack(path string) (overlay bool, err error) {
	err = e.openPack(path, func(m *installed) (replaced []*installed) {
		replaced = e.add(m)
		overlay = e.overlay == m
		return replaced
	})
	return overlay, err
}

// AddBytes is AddPack for a pack in memory. Errors and Info use name.
func (e *Engine) AddBytes(name string, b []byte) error { return e.openBytes(name, b, e.add) }

// add installs m and returns the packs that it replaces. e.mu must be held.
func (e *Engine) add(m *installed) (replaced []*installed) {
	switch old := e.current; {
	case old != nil && m.onlyBorders() && !old.onlyBorders():
		replaced, e.overlay = []*installed{e.overlay}, m
		return replaced
	case old != nil && old.atlas != nil && m.atlas == nil && e.overlay == nil:
		e.current, e.overlay = m, old
		return nil
	case m.atlas == nil:
		e.current = m
		return []*installed{old}
	default:
		return e.replace(m)
	}
}

// replace installs m and returns all packs that were installed. e.mu must be held.
func (e *Engine) replace(m *installed) (replaced []*installed) {
	replaced = []*installed{e.current, e.overlay}
	e.current, e.overlay = m, nil
	return replaced
}

// DropBorders closes the overlay, if there is one. The map's own borders are used again.
func (e *Engine) DropBorders() {
	e.mu.Lock()
	old := e.overlay
	e.overlay = nil
	e.mu.Unlock()
	// The overlay is closed for every caller, even if unmapping its file fails.
	_ = e.release(old)
}

// DropMap closes the map and makes its overlay the map. It does nothing if there is no
// overlay, because a map is replaced by OpenPack, or closed by Close.
func (e *Engine) DropMap() {
	e.mu.Lock()
	var old *installed
	if e.overlay != nil {
		old, e.current, e.overlay = e.current, e.overlay, nil
	}
	e.mu.Unlock()
	// As in DropBorders.
	_ = e.release(old)
}

// Overlay describes the overlay; there is false if there is none.
func (e *Engine) Overlay() (info Info, there bool) {
	e.mu.Lock()
	m := e.overlay
	if m != nil {
		m.users++
	}
	e.mu.Unlock()
	if m == nil {
		return Info{}, false
	}
	// The description was read when the pack was opened.
	info = m.describe()
	_ = e.release(m)
	return info, true
}

// useBorders returns the installed pack whose borders are used and counts one more use of
// it, or nil if none has borders.
func (e *Engine) useBorders() *installed {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, m := range []*installed{e.overlay, e.current} {
		if m != nil && m.atlas != nil {
			m.users++
			return m
		}
	}
	return nil
}

// onlyBorders reports whether m has borders, but neither roads nor map layers.
func (m *installed) onlyBorders() bool {
	return m.atlas != nil && m.matcher == nil && m.basemap == nil
}
