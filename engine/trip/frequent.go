// SPDX-License-Identifier: MIT

package trip

import (
	"cmp"
	"math"
	"slices"

	"roadsnap/engine/geo"
)

// Frequent is a place at which vehicles often stop.
type Frequent struct {
	Center geo.Point // the median of its stops
	Radius float64   // metres, 25 to 200
	Stops  int
}

// The rules of a frequent place.
const (
	frequentStops = 3 // the least number of stops
	// Stops are counted in cells of frequentCell. Cells belong together if their centres
	// are at most frequentLink apart, and at most frequentReach from the densest one
	// (metres).
	frequentCell, frequentLink, frequentReach = 20, 50, 200
	// The radius reaches to the nearest nine tenths of the stops and frequentMargin beyond
	// (metres).
	frequentMargin, leastRadius = 15, 25
)

// FrequentPlaces returns the places at which vehicles often stop, by the centres of their
// stops: at least three stops close together, outside all sites. The most visited place
// comes first. The order of the centres does not matter.
//
// A place grows from the cell with the most stops around it over the cells next to it. A
// yard is one place, and two shops in one street are two.
func FrequentPlaces(visited []geo.Point, sites []Site) (places []Frequent) {
	x := newCellIndex(visited, newSiteIndex(sites))
	order := make([]int32, len(x.cells))
	around := make([]int, len(x.cells)) // stops near each cell
	for i := range x.cells {
		order[i] = int32(i)
		x.near(i, func(k int) { around[i] += len(x.cells[k].stops) })
	}
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(around[b], around[a]), cmp.Compare(a, b))
	})
	taken := make([]bool, len(x.cells))
	var grown []int
	for _, seed := range order {
		if around[seed] < frequentStops {
			break
		}
		if taken[seed] {
			continue
		}
		taken[seed] = true
		grown = append(grown[:0], int(seed))
		for n := 0; n < len(grown); n++ {
			x.near(grown[n], func(k int) {
				if !taken[k] && geo.Distance(x.cells[k].center, x.cells[seed].center) <= frequentReach {
					taken[k] = true
					grown = append(grown, k)
				}
			})
		}
		var stops []geo.Point
		for _, k := range grown {
			stops = append(stops, x.cells[k].stops...)
		}
		if len(stops) < frequentStops {
			continue
		}
		place := newFrequent(stops)
		if _, named := x.sites.at(place.Center); !named {
			places = append(places, place)
		}
	}
	slices.SortFunc(places, func(a, b Frequent) int {
		return cmp.Or(cmp.Compare(b.Stops, a.Stops), cmp.Compare(a.Center.Lat, b.Center.Lat), cmp.Compare(a.Center.Lon, b.Center.Lon))
	})
	return places
}

// newFrequent returns the place of some stops.
func newFrequent(stops []geo.Point) Frequent {
	values := make([]float64, len(stops))
	middle := func(of func(geo.Point) float64) float64 {
		for i, p := range stops {
			values[i] = of(p)
		}
		slices.Sort(values)
		return (values[(len(values)-1)/2] + values[len(values)/2]) / 2
	}
	f := Frequent{Stops: len(stops)}
	f.Center.Lat = middle(func(p geo.Point) float64 { return p.Lat })
	f.Center.Lon = middle(func(p geo.Point) float64 { return p.Lon })
	for i, p := range stops {
		values[i] = geo.Distance(f.Center, p)
	}
	slices.Sort(values)
	f.Radius = min(max(values[(len(values)*9-1)/10]+frequentMargin, leastRadius), frequentReach)
	return f
}

// cellKey is the row and the column of a cell. Rows are equally high, and the columns of
// each row equally wide.
type cellKey struct{ row, column int32 }

func (k cellKey) compare(other cellKey) int {
	return cmp.Or(cmp.Compare(k.row, other.row), cmp.Compare(k.column, other.column))
}

// cell is a cell with stops in it.
type cell struct {
	cellKey
	center geo.Point
	stops  []geo.Point
}

// cellIndex holds the cells with stops, from south to north and from west to east.
type cellIndex struct {
	cells []cell
	sites siteIndex
}

const rowHeight = frequentCell / geo.MetresPerDegree // degrees

// columnWidth returns the width of the columns of a row (degrees).
func columnWidth(row int32) float64 {
	return rowHeight / math.Max(math.Cos(float64(row)*rowHeight*math.Pi/180), 1e-3)
}

func keyOf(p geo.Point) cellKey {
	row := int32(math.Floor(p.Lat / rowHeight))
	return cellKey{row, int32(math.Floor(p.Lon / columnWidth(row)))}
}

// newCellIndex returns the cells of the valid centres outside all sites.
func newCellIndex(visited []geo.Point, sites siteIndex) cellIndex {
	x := cellIndex{sites: sites}
	type keyed struct {
		cellKey
		geo.Point
	}
	list := make([]keyed, 0, len(visited))
	for _, p := range visited {
		if !p.Valid() {
			continue
		}
		if _, named := sites.at(p); !named {
			list = append(list, keyed{keyOf(p), p})
		}
	}
	slices.SortFunc(list, func(a, b keyed) int {
		return cmp.Or(a.compare(b.cellKey), cmp.Compare(a.Lat, b.Lat), cmp.Compare(a.Lon, b.Lon))
	})
	stops := make([]geo.Point, len(list))
	first := 0
	for i, k := range list {
		stops[i] = k.Point
		if i+1 < len(list) && list[i+1].cellKey == k.cellKey {
			continue
		}
		x.cells = append(x.cells, cell{cellKey: k.cellKey, stops: stops[first : i+1], center: geo.Point{
			Lat: (float64(k.row) + 0.5) * rowHeight, Lon: (float64(k.column) + 0.5) * columnWidth(k.row),
		}})
		first = i + 1
	}
	return x
}

// near calls fn with each cell whose centre is within frequentLink of that of cell i, itself
// included.
func (x cellIndex) near(i int, fn func(k int)) {
	const rows, columns = frequentLink/frequentCell + 1, frequentLink/frequentCell + 2
	c := &x.cells[i]
	for row := c.row - rows; row <= c.row+rows; row++ {
		middle := int32(math.Floor(c.center.Lon / columnWidth(row)))
		last := cellKey{row, middle + columns}
		k, _ := slices.BinarySearchFunc(x.cells, cellKey{row, middle - columns}, func(c cell, key cellKey) int { return c.compare(key) })
		for ; k < len(x.cells) && x.cells[k].compare(last) <= 0; k++ {
			if geo.Distance(c.center, x.cells[k].center) <= frequentLink {
				fn(k)
			}
		}
	}
}
