// SPDX-License-Identifier: MIT

package maps

// AddMap opens the pack at path in the background, besides the map that is open. It does
// nothing with a pack that is open.
func (p *Model) AddMap(path string) {
	path = absolute(path)
	if p.state.opens(path) {
		return
	}
	p.runPlain(func() result {
		if err := p.store.AddFurther(path); err != nil {
			return result{err: err}
		}
		return result{change: otherFurther}
	}, nil)
}

// CloseFurther closes a map that AddMap opened, in the background.
func (p *Model) CloseFurther(path string) {
	p.runPlain(func() result {
		p.store.DropFurther(path)
		return result{change: otherFurther}
	}, nil)
}

// opens reports whether the pack at path is open, as the map, the overlay or a further map.
func (s State) opens(path string) bool {
	for _, f := range s.Further {
		if f.Name == path {
			return true
		}
	}
	return s.Installed && s.Info.Name == path || s.HasOverlay && s.Overlay.Name == path
}
