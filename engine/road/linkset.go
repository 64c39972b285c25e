// SPDX-License-Identifier: MIT

package road

// LinkSet is a set of links. It is safe for concurrent use while nothing is added.
type LinkSet struct{ links map[LinkID]struct{} }

// Add adds a link of g and its shadows.
func (s *LinkSet) Add(g *Graph, l LinkID) {
	if s.links == nil {
		s.links = make(map[LinkID]struct{})
	}
	s.links[l] = struct{}{}
	for shadow, end := g.Shadows(l); shadow < end; shadow++ {
		s.links[shadow] = struct{}{}
	}
}

// Has reports whether a link is in the set.
func (s *LinkSet) Has(l LinkID) bool {
	_, found := s.links[l]
	return found
}

// Len returns the number of links, shadows included.
func (s *LinkSet) Len() int { return len(s.links) }
