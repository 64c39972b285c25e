// SPDX-License-Identifier: MIT

package units

import "roadsnap/engine/boundary"

// ProvinceNeighbour is a province that shares a border with another.
type ProvinceNeighbour struct {
	Province Province
	Metres   float64 // length of the shared border
}

// WardNeighbour is a ward that shares a border with another, of the same or another
// province.
type WardNeighbour struct {
	Ward   Ward
	Metres float64 // length of the shared border
}

// ProvinceNeighbours returns the provinces that share a border with p, the longest
// border first.
func (a *Atlas) ProvinceNeighbours(p Province) (list []ProvinceNeighbour) {
	land, found := a.ProvinceLand(p)
	if !found {
		return nil
	}
	for _, n := range land.Neighbours() {
		if place := a.provinceAt[n.Number]; place >= 0 {
			list = append(list, ProvinceNeighbour{a.provinces[place], n.Metres})
		}
	}
	return list
}

// WardNeighbours returns the wards that share a border with w, the longest border
// first.
func (a *Atlas) WardNeighbours(w Ward) (list []WardNeighbour) {
	land, found := a.WardLand(w)
	if !found {
		return nil
	}
	for _, n := range land.Neighbours() {
		if place := a.wardAt[n.Number]; place >= 0 {
			list = append(list, WardNeighbour{a.wards[place], n.Metres})
		}
	}
	return list
}

// Fault is a gap or an overlap of the installed borders, and its resolution.
type Fault struct {
	boundary.Fault
	Wards  []Ward // wards round a gap, or that claimed an overlap
	Winner Ward   // the ward that got the overlap; not valid for a gap
}

// Faults returns the gaps and overlaps that touch a ward for which touches is true,
// the largest first. There are none if only the borders of provinces are known.
func (a *Atlas) Faults(touches func(Ward) bool) (gaps, overlaps []Fault) {
	if !a.HasWards() {
		return nil, nil
	}
	allGaps, allOverlaps := a.net.Faults()
	return a.faultsOf(allGaps, touches), a.faultsOf(allOverlaps, touches)
}

func (a *Atlas) faultsOf(all []boundary.Fault, touches func(Ward) bool) (list []Fault) {
	for _, f := range all {
		fault := Fault{Fault: f}
		touched := false
		for _, area := range f.Areas {
			place := a.wardAt[area]
			if place < 0 {
				continue
			}
			w := a.wards[place]
			fault.Wards = append(fault.Wards, w)
			touched = touched || touches(w)
			if area == f.Given {
				fault.Winner = w
			}
		}
		if touched {
			list = append(list, fault)
		}
	}
	return list
}
