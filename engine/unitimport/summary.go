// SPDX-License-Identifier: MIT

package unitimport

import (
	"fmt"
	"strings"
)

// Lines returns the report in a few lines: the wards, the other features, and the
// changes to borders.
func (r *Report) Lines() []string {
	lines := []string{fmt.Sprintf("%d of %d wards have an outline, from %d features in %d files",
		r.Joined, r.Joined+len(r.Missing), r.Features, len(r.Files))}
	if s := counts(
		len(r.JoinedByName), "joined by name", len(r.JoinedByAlias), "joined by another list's code",
		len(r.Missing), "missing",
	); s != "" {
		lines = append(lines, s)
	}
	if s := counts(
		r.Provinces, "province outlines, not used", len(r.Doubled), "doubled", len(r.NotJoined), "not joined",
		len(r.Invalid), "invalid", repaired(r.Repairs), "repairs",
	); s != "" {
		lines = append(lines, s)
	}
	b := &r.Borders
	if b.Arcs == 0 {
		return lines
	}
	lines = append(lines, fmt.Sprintf("%d borders between %d nodes, %d vertices given", b.Arcs, b.Nodes, b.Vertices))
	moves, farthest := b.Changes()
	gaps, gapArea := total(b.Gaps)
	overlaps, overlapArea := total(b.Overlaps)
	if s := counts(
		moves, fmt.Sprintf("vertices moved by up to %.2f m", farthest), gaps, fmt.Sprintf("gaps of %.0f m²", gapArea),
		overlaps, fmt.Sprintf("overlaps of %.0f m²", overlapArea), len(b.Vanished), "wards without any land left",
	); s != "" {
		lines = append(lines, s)
	}
	return lines
}

// repaired returns the number of repairs.
func repaired(list []Repair) (n int) {
	for _, r := range list {
		n += r.Times
	}
	return n
}

// counts lists pairs of a count and its label, without zero counts.
func counts(pairs ...any) string {
	var out []string
	for i := 0; i < len(pairs); i += 2 {
		if n, _ := pairs[i].(int); n > 0 {
			out = append(out, fmt.Sprintf("%d %s", n, pairs[i+1]))
		}
	}
	return strings.Join(out, ", ")
}

// Changes returns the number of vertices that moved or were added to meet a
// neighbour's, and the largest distance (metres).
func (b *Borders) Changes() (n int, farthest float64) {
	for _, list := range [2][]Moved{b.Moved, b.Bent} {
		for _, m := range list {
			n, farthest = n+1, max(farthest, m.Metres)
		}
	}
	return n, farthest
}

// total returns the number of faults and their area (m²).
func total(faults []Fault) (n int, area float64) {
	for _, f := range faults {
		area += f.AreaM2
	}
	return len(faults), area
}
