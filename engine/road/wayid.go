// SPDX-License-Identifier: MIT

package road

import (
	"context"

	"roadsnap/engine/yield"
)

// LinksOfWay returns the links of the way with an OpenStreetMap id, in no order; none if the
// graph has no such way. It reads the ways and links of the whole graph: some milliseconds for
// a city, some 100 ms for a country. The error is that of ctx.
func (g *Graph) LinksOfWay(ctx context.Context, id int64) ([]LinkID, error) {
	of := map[uint32]bool{} // ways may be split
	for i := range g.wayIDs.Len() {
		if i%checkEvery == 0 {
			if err := yield.Now(ctx); err != nil {
				return nil, err
			}
		}
		if *g.wayIDs.At(i) == id {
			of[uint32(i)] = true
		}
	}
	var links []LinkID
	for l := range g.firstShadow() {
		if len(of) == 0 {
			break
		}
		if l%checkEvery == 0 {
			if err := yield.Now(ctx); err != nil {
				return nil, err
			}
		}
		if of[g.links.At(int(l)).Way] {
			links = append(links, l)
		}
	}
	return links, nil
}
