// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"strings"

	"roadsnap/engine/unitimport"
)

// worst is the number of entries of a list that are printed; --json has all.
const worst = 10

// unitRows lists the counts and changes of an import of boundaries, and the first or
// worst entries of each list.
func unitRows(r *unitimport.Report) [][2]string {
	var rows [][2]string
	add := func(name, format string, args ...any) {
		rows = append(rows, [2]string{name, fmt.Sprintf(format, args...)})
	}
	list := func(name string, n int, line func(i int) string) {
		if n == 0 {
			return
		}
		add(name, "%d", n)
		for i := range min(n, worst) {
			add("", "%s", line(i))
		}
		if n > worst {
			add("", "%d more, all with --json", n-worst)
		}
	}
	if len(r.Files) > 0 {
		add("boundaries", "%d features in %d files", r.Features, len(r.Files))
	} else {
		add("boundaries", "%d relations of the extract", r.Features)
	}
	add("wards joined", "%d of %d", r.Joined, r.Joined+len(r.Missing))
	joined := func(list []unitimport.Joined) func(i int) string {
		return func(i int) string {
			return fmt.Sprintf("%s → %s", says(list[i].Place, list[i].Given), ward(list[i].Unit))
		}
	}
	list("joined by name", len(r.JoinedByName), joined(r.JoinedByName))
	list("joined by another list's code", len(r.JoinedByAlias), joined(r.JoinedByAlias))
	list("missing", len(r.Missing), func(i int) string { return ward(r.Missing[i]) })
	if r.Provinces > 0 {
		add("province outlines, not used", "%d", r.Provinces)
	}
	list("doubled, left out", len(r.Doubled), func(i int) string {
		d := r.Doubled[i]
		what := "another outline"
		if d.Same {
			what = "the same outline"
		}
		return fmt.Sprintf("%s: %s of %s, taken from %s", says(d.Place, d.Given), what, ward(d.Unit), d.Taken)
	})
	list("not joined", len(r.NotJoined), func(i int) string {
		n := r.NotJoined[i]
		return fmt.Sprintf("%s: %s", says(n.Place, n.Given), n.Detail)
	})
	list("invalid, left out", len(r.Invalid), func(i int) string {
		n := r.Invalid[i]
		return fmt.Sprintf("%s: %s", says(n.Place, n.Given), n.Reason)
	})
	list("repairs", len(r.Repairs), func(i int) string {
		n := r.Repairs[i]
		return fmt.Sprintf("%s: %s, %d×", says(n.Place, n.Given), n.What, n.Times)
	})
	b := &r.Borders
	if r.Joined == 0 {
		return rows
	}
	add("borders", "%d between %d nodes, of %d vertices given", b.Arcs, b.Nodes, b.Vertices)
	if n, farthest := b.Changes(); n > 0 {
		add("vertices moved to a neighbour's", "%d, by up to %.2f m", n, farthest)
	}
	if len(b.Cuts) > 0 {
		add("outlines that cross, cut", "%d", len(b.Cuts))
	}
	if len(b.Lost) > 0 {
		add("vertices of spikes, gone", "%d", len(b.Lost))
	}
	list("gaps", len(b.Gaps), func(i int) string { return fault(b.Gaps[i]) })
	list("overlaps", len(b.Overlaps), func(i int) string { return fault(b.Overlaps[i]) + "; given to " + b.Overlaps[i].GivenTo })
	list("nothing left of", len(b.Vanished), func(i int) string { return b.Vanished[i] })
	return rows
}

// says returns the place of a feature in its file, and the name that it has there.
func says(p unitimport.Place, g unitimport.Given) string {
	called := strings.TrimSpace(g.Code + " " + g.Name)
	if called == "" {
		return p.String()
	}
	return p.String() + ": " + called
}

func ward(u unitimport.Unit) string { return u.Code + " " + u.FullName }

// fault returns the size of a gap or an overlap, its place, and its wards.
func fault(f unitimport.Fault) string {
	var wards []string
	for _, w := range f.Wards {
		wards = append(wards, ward(w))
	}
	return fmt.Sprintf("%.1f m² at %.6f, %.6f: %s", f.AreaM2, f.At.Lat, f.At.Lon, strings.Join(wards, ", "))
}
