// SPDX-License-Identifier: MIT

package trips

import (
	"slices"

	"roadsnap/engine/workspace"
)

// SelectKept selects the trip that is kept under an ID, and reports whether it is open.
func (p *Model) SelectKept(id workspace.ID) bool {
	t := p.state.kept()[id]
	if t != nil {
		p.Select(t.ID)
	}
	return t != nil
}

// SelectAllKept selects the trips that are kept under IDs, as far as they are open.
func (p *Model) SelectAllKept(ids []int64) {
	kept := p.state.kept()
	var chosen []ID
	for _, id := range ids {
		if t := kept[workspace.ID(id)]; t != nil {
			chosen = append(chosen, t.ID)
		}
	}
	if len(chosen) == 0 {
		return
	}
	slices.Sort(chosen)
	chosen = slices.Compact(chosen)
	p.anchor = chosen[0]
	p.choose(chosen, chosen[0])
}
