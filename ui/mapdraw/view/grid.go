// SPDX-License-Identifier: MIT

package view

import (
	"cmp"
	"math"
	"slices"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
)

// TileSize is the side of a tile in device pixels.
const TileSize = 512

// Density is Viewport.Scale in steps of 1/20. The steps are fine enough for any
// display, and coarse enough that a window one pixel wider needs no other tiles.
type Density int16

const densityStep = 1.0 / 20

// DensityOf returns the step nearest to a Viewport.Scale.
func DensityOf(scale float64) Density {
	return Density(max(math.Round(scale/densityStep), 1))
}

// Scale returns the number of device pixels in a logical pixel.
func (d Density) Scale() float64 { return float64(d) * densityStep }

// Grid is a zoom level and density for which tiles are drawn.
type Grid struct {
	Step    int16 // zoom in units of ZoomStep
	Density Density
}

// GridOf returns the grid nearest to the zoom and density of v.
func GridOf(v Viewport) Grid {
	return Grid{Step: int16(math.Round(v.Zoom / ZoomStep)), Density: DensityOf(v.DeviceScale())}
}

// Zoom returns the zoom level of the grid.
func (g Grid) Zoom() float64 { return float64(g.Step) * ZoomStep }

// WorldSize returns the side of the whole world (pixels of the grid).
func (g Grid) WorldSize() float64 { return WorldSize(g.Zoom(), g.Density.Scale()) }

// Tile identifies a tile: column X from the west and row Y from the north of its
// grid.
type Tile struct {
	Grid
	X, Y int32
}

// Box returns the positions in the picture that begins at t's corner and is side
// pixels wide and high, enlarged by margin pixels on each side.
func (t Tile) Box(side int, margin float64) geo.FixedBounds {
	size := t.WorldSize()
	at := func(x, y float64) geo.Point { return World{X: x / size, Y: y / size}.Point() }
	x, y, reach := float64(t.X)*TileSize, float64(t.Y)*TileSize, float64(side)+margin
	nw, se := at(x-margin, y-margin), at(x+reach, y+reach)
	return geo.Bounds{South: se.Lat, West: nw.Lon, North: nw.Lat, East: se.Lon}.Fixed()
}

// Tiles is a rectangle of tiles of one grid, upper bounds excluded.
type Tiles struct {
	Grid
	X0, Y0, X1, Y1 int32
}

// TilesOf returns the tiles of g that are visible in v.
func TilesOf(v Viewport, g Grid) Tiles {
	ox, oy := v.Origin()
	f := g.WorldSize() / v.WorldSize() // grid pixels in one of the view
	last := int32(math.Ceil(g.WorldSize() / TileSize))
	clamp := func(t float64) int32 { return min(max(int32(t), 0), last) }
	return Tiles{
		Grid: g,
		X0:   clamp(math.Floor(ox * f / TileSize)), Y0: clamp(math.Floor(oy * f / TileSize)),
		X1: clamp(math.Ceil((ox + float64(v.Width)) * f / TileSize)), Y1: clamp(math.Ceil((oy + float64(v.Height)) * f / TileSize)),
	}
}

// Has reports whether k lies in r.
func (r Tiles) Has(k Tile) bool {
	return k.Grid == r.Grid && k.X >= r.X0 && k.X < r.X1 && k.Y >= r.Y0 && k.Y < r.Y1
}

// Len returns the number of tiles in r.
func (r Tiles) Len() int { return int(max(r.X1-r.X0, 0)) * int(max(r.Y1-r.Y0, 0)) }

// Grow returns r with one more tile on each side.
func (r Tiles) Grow() Tiles {
	last := int32(math.Ceil(r.WorldSize() / TileSize))
	r.X0, r.Y0 = max(r.X0-1, 0), max(r.Y0-1, 0)
	r.X1, r.Y1 = min(r.X1+1, last), min(r.Y1+1, last)
	return r
}

// Ring returns the tiles around r.
func (r Tiles) Ring() []Tile {
	return slices.DeleteFunc(r.Grow().Keys(), r.Has)
}

// Keys returns the tiles of r from the middle outwards, because the user looks at
// the middle first.
func (r Tiles) Keys() []Tile {
	keys := make([]Tile, 0, r.Len())
	for y := r.Y0; y < r.Y1; y++ {
		for x := r.X0; x < r.X1; x++ {
			keys = append(keys, Tile{Grid: r.Grid, X: x, Y: y})
		}
	}
	mx, my := float64(r.X0+r.X1-1)/2, float64(r.Y0+r.Y1-1)/2
	far := func(k Tile) float64 { return math.Hypot(float64(k.X)-mx, float64(k.Y)-my) }
	slices.SortStableFunc(keys, func(a, b Tile) int { return cmp.Compare(far(a), far(b)) })
	return keys
}

// DataZoom returns the zoom level at which to query the source. A level up to
// half a step closer than a tier of the pack is made for still looks right.
func DataZoom(zoom float64) int { return int(math.Ceil(zoom - 0.5)) }

// Closest holds the zoom up to which each level of detail of borders is used.
var Closest = map[boundary.Level]float64{
	boundary.Country: 7, boundary.Province: 10, boundary.Ward: 13, boundary.Street: MaxZoom,
}

// Level returns the level of detail of borders for a zoom. At that level no
// border lies farther from its true place than about a pixel.
func Level(zoom float64) boundary.Level {
	for _, level := range []boundary.Level{boundary.Country, boundary.Province, boundary.Ward} {
		if zoom < Closest[level] {
			return level
		}
	}
	return boundary.Street
}
