// SPDX-License-Identifier: MIT

// Package mapdraw draws the map. Background workers draw the map layers of a pack
// into 512-pixel tiles, and Compose puts tiles, traces and labels together into
// the picture of a view.Viewport. It depends on images but on no toolkit, so that
// the desktop window, exports and tests all draw the same map.
//
// # How a picture is made
//
// Map.Compose makes one picture at a time, on the goroutine that calls it, and
// never waits for a tile. It copies the cached tiles and fills in for missing
// ones with scaled tiles of other zoom levels. Then it draws the overlays and the
// labels, and queues the missing tiles. Workers read the tile.Source, draw the
// missing tiles, and compress those that have not been shown for long. Another
// goroutine chooses the labels. Options.OnTile is called when a new picture would
// show more.
//
// Overlays are drawn again for each picture, and no tile changes. Borders are
// drawn into separate transparent pictures on their own goroutine; Compose only
// lays them over the tiles.
//
// The ground lies below everything: a Source that is also a tile.GroundSource
// separates sea from land. A tile with a single kind of ground, such as open sea,
// has no picture.
//
// # Packages
//
// The packages below this one are, from the bottom up: raster (fills and strokes),
// view (what a picture shows), style (what things look like), text (letters), label
// (which names are written), tile (drawing and keeping tiles), overlay (trips and
// marks), borders (administrative units), and export (PNG and SVG), which needs all but
// this one.
package mapdraw
