// Package mapdraw draws the map: the pack's map layers into 512-pixel tiles on
// background workers, and tiles, traces and labels together into the picture of a
// view.Viewport. It knows images and no toolkit, so that the desktop window, exports
// and tests all draw the same map.
//
// # How a picture comes about
//
// Map.Compose makes one picture at a time, on the goroutine that calls it, and waits
// for no tile: it copies those that are in the cache, fills in for missing ones with
// scaled tiles of other zoom levels, draws the overlays and the labels, and queues what
// is missing. Workers read the tile.Source, draw the missing tiles, and pack those that
// have not been shown for long; another goroutine chooses the labels. Options.OnTile is
// called when a new picture would show more.
//
// Overlays are drawn again in each picture, without touching a tile. Borders are drawn
// into transparent pictures of their own, on a goroutine of theirs, which Compose only
// lays over the tiles.
//
// Under everything lies the ground: a Source that is a tile.GroundSource tells sea from
// land. A tile of one ground alone, as most of a sea is, has no picture.
//
// # Packages
//
// The packages below this one are, from the bottom up: raster (fills and strokes),
// view (what a picture shows), style (what things look like), text (letters), label
// (which names are written), tile (drawing and keeping tiles), overlay (trips and
// marks), borders (administrative units), and export (PNG and SVG), which needs all but
// this one.
package mapdraw
