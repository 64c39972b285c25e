package engine

// A map and its borders may come from two packs: those of the whole country are
// imported once, and lie beside the roads of whatever city is opened. OpenPack knows
// nothing of that: what it opens is all there is.

// AddPack installs the map of the file at path and takes away only what it
// replaces. Borders alone come to lie beside the roads, and go before those that the
// roads came with. A map without borders leaves those that were there, be they of
// the map that it replaces. beside reports that the pack lies beside a map, which
// stayed. On an error everything stays.
func (e *Engine) AddPack(path string) (beside bool, err error) {
	err = e.openPack(path, func(m *installed) (replaced []*installed) {
		replaced = e.add(m)
		beside = e.beside == m
		return replaced
	})
	return beside, err
}

// AddBytes installs a map that is held in memory as AddPack does one of a file; name
// is what errors and Info call it.
func (e *Engine) AddBytes(name string, b []byte) error { return e.openBytes(name, b, e.add) }

// add has m take its place among what is installed, and returns what it replaces.
// It is called with e.mu held.
func (e *Engine) add(m *installed) (replaced []*installed) {
	switch old := e.current; {
	case old != nil && m.onlyBorders() && !old.onlyBorders():
		replaced, e.beside = []*installed{e.beside}, m
		return replaced
	case old != nil && old.atlas != nil && m.atlas == nil && e.beside == nil:
		e.current, e.beside = m, old
		return nil
	case m.atlas == nil:
		e.current = m
		return []*installed{old}
	default:
		return e.replace(m)
	}
}

// replace has m take the place of all that is installed, and returns that. It is
// called with e.mu held.
func (e *Engine) replace(m *installed) (replaced []*installed) {
	replaced = []*installed{e.current, e.beside}
	e.current, e.beside = m, nil
	return replaced
}

// DropBorders takes away the pack whose borders lie beside the map, if there is
// one. Those that the map came with are in use again.
func (e *Engine) DropBorders() {
	e.mu.Lock()
	old := e.beside
	e.beside = nil
	e.mu.Unlock()
	// It is gone for whoever asks, whatever becomes of unmapping it.
	_ = e.release(old)
}

// DropMap takes away the map that borders lie beside, and leaves them as the map.
// Without such borders it does nothing: a map is exchanged, or closed with Close.
func (e *Engine) DropMap() {
	e.mu.Lock()
	var old *installed
	if e.beside != nil {
		old, e.current, e.beside = e.current, e.beside, nil
	}
	e.mu.Unlock()
	// As in DropBorders.
	_ = e.release(old)
}

// Beside describes the pack whose borders lie beside the map; false if there is
// none.
func (e *Engine) Beside() (info Info, there bool) {
	e.mu.Lock()
	m := e.beside
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

// useBorders returns the installed map that has the borders, with one more use; nil
// without one.
func (e *Engine) useBorders() *installed {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, m := range []*installed{e.beside, e.current} {
		if m != nil && m.atlas != nil {
			m.users++
			return m
		}
	}
	return nil
}

// onlyBorders reports whether there is nothing in m but borders.
func (m *installed) onlyBorders() bool {
	return m.atlas != nil && m.matcher == nil && m.basemap == nil
}
