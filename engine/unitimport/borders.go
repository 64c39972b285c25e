// SPDX-License-Identifier: MIT

package unitimport

import (
	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/units"
)

// Borders is a boundary.Report in terms of wards.
type Borders struct {
	Rings    int `json:"rings"`
	Vertices int `json:"vertices"`
	Nodes    int `json:"nodes"`
	Arcs     int `json:"arcs"`

	Moved []Moved    `json:"moved,omitempty"` // vertices moved onto a neighbour's
	Bent  []Moved    `json:"bent,omitempty"`  // borders bent to a neighbour's vertex
	Cuts  []Position `json:"cuts,omitempty"`  // new vertices where outlines crossed or touched
	Lost  []Position `json:"lost,omitempty"`  // vertices of spikes, and of rings as thin as a line

	Gaps     []Fault  `json:"gaps,omitempty"`     // enclosed land without a ward, the largest first
	Overlaps []Fault  `json:"overlaps,omitempty"` // land that several wards claimed, the largest first
	Vanished []string `json:"vanished,omitempty"` // codes of wards without any land left
	vanished []Unit   // the wards of Vanished
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

// Position is a position (degrees).
type Position struct {
	Lat float64 `json:"lat"`
	Lon float64 `json:"lon"`
}

// Moved is a vertex that moved.
type Moved struct {
	From   Position `json:"from"`
	To     Position `json:"to"`
	Metres float64  `json:"metres"`
}

// Fault is a gap or an overlap.
type Fault struct {
	At      Position `json:"at"` // its westernmost vertex
	AreaM2  float64  `json:"area_m2"`
	South   float64  `json:"south"`
	West    float64  `json:"west"`
	North   float64  `json:"north"`
	East    float64  `json:"east"`
	Wards   []Unit   `json:"wards"`              // wards round a gap, or that claim an overlap
	GivenTo string   `json:"given_to,omitempty"` // code of the ward that got the overlap
}

// bordersOf converts a boundary report. wards are the wards of its areas.
func bordersOf(r boundary.Report, wards []units.Ward) Borders {
	b := Borders{
		Rings: r.Rings, Vertices: r.Vertices, Nodes: r.Nodes, Arcs: r.Arcs,
		Moved: moved(r.Moved), Bent: moved(r.Bent),
	}
	for _, p := range r.Cuts {
		b.Cuts = append(b.Cuts, position(p))
	}
	for _, p := range r.Lost {
		b.Lost = append(b.Lost, position(p))
	}
	for _, f := range r.Gaps {
		b.Gaps = append(b.Gaps, fault(f, wards))
	}
	for _, f := range r.Overlaps {
		out := fault(f, wards)
		out.GivenTo = wards[f.Given].Code
		b.Overlaps = append(b.Overlaps, out)
	}
	for _, i := range r.Vanished {
		b.Vanished = append(b.Vanished, wards[i].Code)
		b.vanished = append(b.vanished, unit(wards[i]))
	}
	return b
}

func moved(list []boundary.Move) []Moved {
	var out []Moved
	for _, m := range list {
		out = append(out, Moved{position(m.From), position(m.To), m.Metres})
	}
	return out
}

func fault(f boundary.Fault, wards []units.Ward) Fault {
	out := Fault{
		At: position(f.At), AreaM2: f.Area,
		South: f.Bounds.South, West: f.Bounds.West, North: f.Bounds.North, East: f.Bounds.East,
	}
	for _, i := range f.Areas {
		out.Wards = append(out.Wards, unit(wards[i]))
	}
	return out
}

func position(p geo.Point) Position { return Position{p.Lat, p.Lon} }

func unit(w units.Ward) Unit {
	return Unit{Code: w.Code, FullName: w.FullName, ProvinceCode: w.ProvinceCode}
}
