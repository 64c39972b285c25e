package mapdraw

import (
	"cmp"
	"container/list"
	"image"
	"image/color"
	"math"
	"slices"

	"roadsnap/engine/geo"
)

// TileSize is the side of a tile in device pixels.
const TileSize = 512

// pixelDensity is Viewport.Scale in steps of 1/20: fine enough for any display,
// coarse enough that a window which is a pixel wider needs no other tiles.
type pixelDensity int16

const densityStep = 1.0 / 20

func densityOf(scale float64) pixelDensity {
	return pixelDensity(max(math.Round(scale/densityStep), 1))
}

func (d pixelDensity) scale() float64 { return float64(d) * densityStep }

// grid is a level for which tiles are drawn.
type grid struct {
	step    int16 // zoom in units of ZoomStep
	density pixelDensity
}

// gridOf returns the level nearest to what v shows.
func gridOf(v Viewport) grid {
	return grid{step: int16(math.Round(v.Zoom / ZoomStep)), density: densityOf(v.scale())}
}

func (g grid) zoom() float64 { return float64(g.step) * ZoomStep }

// worldSize returns the side of the whole world in the level's pixels.
func (g grid) worldSize() float64 { return worldSize(g.zoom(), g.density.scale()) }

// tileKey names a tile: column x from the west and row y from the north of its
// grid.
type tileKey struct {
	grid
	x, y int32
}

// box returns the positions that a picture shows which begins at t's corner, is
// side pixels wide and high, and grown by margin pixels on each side.
func (t tileKey) box(side int, margin float64) geo.Box {
	size := t.worldSize()
	at := func(x, y float64) geo.Point { return world{x: x / size, y: y / size}.point() }
	x, y, reach := float64(t.x)*TileSize, float64(t.y)*TileSize, float64(side)+margin
	nw, se := at(x-margin, y-margin), at(x+reach, y+reach)
	return geo.Bounds{South: se.Lat, West: nw.Lon, North: nw.Lat, East: se.Lon}.Box()
}

// tile is a drawn tile.
type tile struct {
	key tileKey
	// picture is nil for a tile that shows nothing but ground of one colour, and
	// for one that is packed away.
	picture *image.RGBA
	ground  color.RGBA
	labels  []label

	// Of the cache.
	packed  []byte // the picture, nil where it was never packed
	packing bool   // a worker packs it
	shown   bool   // in some frame
	openAt  *list.Element
}

// bytes returns the memory that t takes but for its picture, for the cache's
// account.
func (t *tile) bytes() int64 {
	n := int64(256 + len(t.packed))
	for i := range t.labels {
		n += t.labels[i].bytes()
	}
	return n
}

// closed reports whether t has a picture, but packed.
func (t *tile) closed() bool { return t.picture == nil && t.packed != nil }

// tileRange is a rectangle of tiles of one grid, upper bounds excluded.
type tileRange struct {
	grid
	x0, y0, x1, y1 int32
}

// tilesOf returns the tiles of g that v shows.
func tilesOf(v Viewport, g grid) tileRange {
	ox, oy := v.origin()
	f := g.worldSize() / v.worldSize() // grid pixels in one of the view
	last := int32(math.Ceil(g.worldSize() / TileSize))
	clamp := func(t float64) int32 { return min(max(int32(t), 0), last) }
	return tileRange{
		grid: g,
		x0:   clamp(math.Floor(ox * f / TileSize)), y0: clamp(math.Floor(oy * f / TileSize)),
		x1: clamp(math.Ceil((ox + float64(v.Width)) * f / TileSize)), y1: clamp(math.Ceil((oy + float64(v.Height)) * f / TileSize)),
	}
}

// has reports whether k lies in r.
func (r tileRange) has(k tileKey) bool {
	return k.grid == r.grid && k.x >= r.x0 && k.x < r.x1 && k.y >= r.y0 && k.y < r.y1
}

// len returns the number of tiles in r.
func (r tileRange) len() int { return int(max(r.x1-r.x0, 0)) * int(max(r.y1-r.y0, 0)) }

// grow returns r with one more tile on each side.
func (r tileRange) grow() tileRange {
	last := int32(math.Ceil(r.worldSize() / TileSize))
	r.x0, r.y0 = max(r.x0-1, 0), max(r.y0-1, 0)
	r.x1, r.y1 = min(r.x1+1, last), min(r.y1+1, last)
	return r
}

// ring returns the tiles round r.
func (r tileRange) ring() []tileKey {
	return slices.DeleteFunc(r.grow().keys(), r.has)
}

// keys returns the tiles of r, from its middle outwards: what is looked at
// first is drawn first.
func (r tileRange) keys() []tileKey {
	keys := make([]tileKey, 0, r.len())
	for y := r.y0; y < r.y1; y++ {
		for x := r.x0; x < r.x1; x++ {
			keys = append(keys, tileKey{grid: r.grid, x: x, y: y})
		}
	}
	mx, my := float64(r.x0+r.x1-1)/2, float64(r.y0+r.y1-1)/2
	far := func(k tileKey) float64 { return math.Hypot(float64(k.x)-mx, float64(k.y)-my) }
	slices.SortStableFunc(keys, func(a, b tileKey) int { return cmp.Compare(far(a), far(b)) })
	return keys
}
