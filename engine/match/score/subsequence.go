// SPDX-License-Identifier: MIT

package score

// heaviest finds the heaviest common subsequence of two sequences: pairs of
// corresponding members, ascending in both, with the greatest sum of weights (Hunt and
// Szymanski, A Fast Algorithm for Computing Longest Common Subsequences, 1977, with
// weights).
//
// The second sequence is passed to take member by member; the first is given by its
// positions alone. tree is a Fenwick tree over these, which finds the heaviest chain
// that ends before a position.
type heaviest struct {
	chains []chain
	tree   []int32 // indexes of chains; 0 is the empty one
}

// chain is a common subsequence, given by its last pair and the chain before it.
type chain struct {
	weight float64
	before int32
	member int // of the second sequence
}

// newHeaviest returns a search over a first sequence of n members.
func newHeaviest(n int) *heaviest {
	return &heaviest{chains: make([]chain, 1, n+1), tree: make([]int32, n+1)}
}

// take adds the next member of the second sequence, which corresponds to the members of
// the first at positions, ascending from 0.
func (h *heaviest) take(member int, weight float64, positions []int) {
	// From the last to the first, so that the member does not follow a chain that
	// contains it.
	for i := len(positions) - 1; i >= 0; i-- {
		before := h.best(positions[i])
		c := chain{weight: h.chains[before].weight + weight, before: before, member: member}
		h.chains = append(h.chains, c)
		if !h.put(positions[i]+1, int32(len(h.chains)-1)) {
			h.chains = h.chains[:len(h.chains)-1]
		}
	}
}

// best returns the heaviest chain that ends before position.
func (h *heaviest) best(position int) (best int32) {
	for ; position > 0; position -= position & -position {
		if c := h.tree[position]; h.chains[c].weight > h.chains[best].weight {
			best = c
		}
	}
	return best
}

// put adds a chain that ends before position, and reports whether it is the heaviest
// for any position.
func (h *heaviest) put(position int, c int32) (used bool) {
	for ; position < len(h.tree); position += position & -position {
		if h.chains[h.tree[position]].weight < h.chains[c].weight {
			h.tree[position], used = c, true
		}
	}
	return used
}

// result returns the greatest weight, and calls visit with each member of the second
// sequence that is part of it, the last one first.
func (h *heaviest) result(visit func(member int)) float64 {
	best := h.best(len(h.tree) - 1)
	for c := best; c != 0; c = h.chains[c].before {
		visit(h.chains[c].member)
	}
	return h.chains[best].weight
}
