// SPDX-License-Identifier: MIT

package boundary

import (
	"errors"
	"fmt"
	"slices"

	"roadsnap/engine/geo"
)

// errLabels means that the lines contradict each other, which is a programming error.
var errLabels = errors.New("the lines do not divide the plane")

// faces are the faces into which the lines of a graph divide the plane. Face 0 is the
// outside.
type faces struct {
	left  []uint32  // the face to the left of each half
	cover []uint32  // set of parts that cover each face
	size  []float64 // of each face, in units of the grid squared; face 0 has 0
}

// findFaces walks round each face, puts disconnected lines (islands, enclaves) into
// the face in which they lie, and finds the parts that cover each face.
func findFaces(g *graph, s *sets) (faces, error) {
	w := newWeb(&g.lines, nil)
	rounds := walk(&w)
	f := faces{left: make([]uint32, 2*g.lines.len()), size: []float64{0}}
	// A round with its inside to the left is a face. Any other is the outside of a
	// cluster of lines, in the face that contains the cluster.
	faceOf := make([]uint32, len(rounds.sweep))
	for r, sweep := range rounds.sweep {
		switch sweep.sign() {
		case 0:
			return faces{}, fmt.Errorf("round %d has no area: %w", r, errLabels)
		case 1:
			faceOf[r] = uint32(len(f.size))
			f.size = append(f.size, sweep.float()/2)
		}
	}
	south := newMeridians(&g.lines)
	for _, group := range clusters(g, &w, rounds) {
		face := uint32(0)
		if h, found := south.below(group.lowest, group.lines); found {
			face = faceOf[rounds.of[h]] // the face outside another cluster further south, or a face
		}
		faceOf[group.round] = face
		if face != 0 {
			f.size[face] += rounds.sweep[group.round].float() / 2
		}
	}
	for h, r := range rounds.of {
		f.left[h] = faceOf[r]
	}
	return f, f.label(g, s)
}

// rounds are the closed walks along the halves of a web.
type rounds struct {
	of    []uint32 // round of each half
	sweep []sweep  // of each round
}

func walk(w *web) rounds {
	const unseen = ^uint32(0)
	r := rounds{of: make([]uint32, 2*w.lines.len())}
	for h := range r.of {
		r.of[h] = unseen
	}
	for first := range r.of {
		if r.of[first] != unseen {
			continue
		}
		var sum sweep
		for h := half(first); r.of[h] == unseen; h = w.next(h) {
			r.of[h] = uint32(len(r.sweep))
			sweep := sweepOf(w.lines.line(int(h / 2)))
			if h%2 == 1 {
				sweep = sweep.negate()
			}
			sum = sum.add(sweep)
		}
		r.sweep = append(r.sweep, sum)
	}
	return r
}

// cluster is a connected group of lines.
type cluster struct {
	lines  map[int]bool
	lowest geo.Fixed // its southernmost vertex; of several, the westernmost
	round  uint32    // the round along its outside
}

// clusters returns the groups of lines from south to north.
func clusters(g *graph, w *web, r rounds) []cluster {
	known := make([]bool, g.lines.len())
	var out []cluster
	for first := range known {
		if known[first] {
			continue
		}
		group := cluster{lines: make(map[int]bool), lowest: g.lines.line(first)[0]}
		known[first] = true
		for todo := []int{first}; len(todo) > 0; {
			line := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			group.lines[line] = true
			for _, p := range g.lines.line(line) {
				if p.Lat < group.lowest.Lat || p.Lat == group.lowest.Lat && p.Lon < group.lowest.Lon {
					group.lowest = p
				}
			}
			for _, h := range [2]half{half(2 * line), half(2*line + 1)} {
				if r.sweep[r.of[h]].sign() < 0 {
					group.round = r.of[h]
				}
				for _, other := range w.out[w.from(h)] {
					if !known[other/2] {
						known[other/2] = true
						todo = append(todo, int(other/2))
					}
				}
			}
		}
		out = append(out, group)
	}
	slices.SortFunc(out, func(a, b cluster) int {
		if a.lowest.Lat != b.lowest.Lat {
			return int(a.lowest.Lat) - int(b.lowest.Lat)
		}
		return int(a.lowest.Lon) - int(b.lowest.Lon)
	})
	return out
}

// label finds the parts that cover each face.
func (f *faces) label(g *graph, s *sets) error {
	const unknown = ^uint32(0)
	f.cover = make([]uint32, len(f.size))
	for i := range f.cover {
		f.cover[i] = unknown
	}
	f.cover[0] = 0
	at := make([][]half, len(f.size)) // the halves round each face
	for h, face := range f.left {
		at[face] = append(at[face], half(h))
	}
	for todo := []uint32{0}; len(todo) > 0; {
		face := todo[0]
		todo = todo[1:]
		for _, h := range at[face] {
			across := f.left[h^1]
			cover := s.toggle(f.cover[face], g.set[h/2])
			switch f.cover[across] {
			case unknown:
				f.cover[across] = cover
				todo = append(todo, across)
			case cover:
			default:
				return fmt.Errorf("face %d: %w", across, errLabels)
			}
		}
	}
	if i := slices.Index(f.cover, unknown); i >= 0 {
		return fmt.Errorf("face %d is not connected to the outside: %w", i, errLabels)
	}
	return nil
}
