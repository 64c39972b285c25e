package maps

import (
	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/overlay"
)

// Finds are the places of a record on the map.
type Finds struct {
	framed geo.Bounds // the one that was shown last
	of     *Report    // its record, nil for none
}

// Frame frames a place of a record.
func (f *Finds) Frame(of *Report, b geo.Bounds) { f.of, f.framed = of, b }

// Overlays marks where a record found what is to be looked at, and frames the place
// that was shown last.
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
