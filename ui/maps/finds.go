// SPDX-License-Identifier: MIT

package maps

import (
	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/overlay"
)

// Finds marks the findings of a report on the map.
type Finds struct {
	framed geo.Bounds // the finding shown last
	of     *Report    // its report, nil for none
}

// Frame sets the framed finding of a report.
func (f *Finds) Frame(of *Report, b geo.Bounds) { f.of, f.framed = of, b }

// Overlays returns marks for the findings of a report that need review, with the framed
// finding.
func (f *Finds) Overlays(r *Report) overlay.Faults {
	faults := overlay.Faults{}
	doubts, _ := r.Split()
	for _, d := range doubts {
		for _, item := range d.Items {
			if !item.Bounds.Empty() {
				faults.Points = append(faults.Points, item.Bounds.Center())
			}
		}
	}
	if f.of == r {
		faults.Framed = append(faults.Framed, f.framed)
	}
	return faults
}
