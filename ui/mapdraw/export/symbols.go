// SPDX-License-Identifier: MIT

package export

import (
	"cmp"
	"slices"

	"roadsnap/engine/basemap"
	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/style"
)

// symbolShare is the greatest share of the height of a picture that the icons of the legend take.
const symbolShare = 0.5

// shownSymbols returns the kinds whose icons are on the picture without them in the legend, the most
// frequent ones first, as many as have room. The legend may then cover the only icon of a kind,
// whose row does no harm.
func (e *exporter) shownSymbols() (kinds []basemap.Kind) {
	if e.Symbol == nil {
		return nil
	}
	counts := map[*style.Site]int{}
	for i := range e.labels {
		if lb := e.labels[i].Label; lb.Kind == label.Mark && lb.Site != nil {
			counts[lb.Site]++
		}
	}
	for _, k := range basemap.Kinds() {
		if counts[e.Theme.Sites[k]] > 0 {
			kinds = append(kinds, k)
		}
	}
	slices.SortStableFunc(kinds, func(a, b basemap.Kind) int { return cmp.Compare(counts[e.Theme.Sites[b]], counts[e.Theme.Sites[a]]) })
	room := int(symbolShare * float64(e.Height) / (panelRow * e.view.Scale))
	return kinds[:min(len(kinds), room)]
}
