// Package mapdraw draws the map: the pack's map layers into 512-pixel tiles on
// background workers, and tiles, traces and labels together into the picture
// of a Viewport. It knows images and no toolkit, so that the desktop window,
// exports and tests all draw the same map.
//
// # How a picture comes about
//
// Map.Compose makes one picture at a time, on whatever goroutine calls it, and
// waits for no tile: it copies those that are in the cache, puts scaled neighbours
// in the place of those that are not, draws the overlays and the labels, and queues
// what is missing. Workers read the Source and draw the missing tiles, and pack
// those that have not been shown for long; a goroutine of its own chooses the
// labels. Options.OnTile tells that a new picture would show more.
//
// Overlays are drawn anew in each picture, without a tile being touched. What is
// long in them is made ready once (overlay.preparedLine): projected, straightened for each
// zoom level, and cut into stretches that are looked at only where they are seen.
// Borders are drawn into see-through pictures of their own, on a goroutine of theirs,
// which Compose only lays over the tiles. Exports read them anew: see borderSheet.
//
// Under everything lies the ground: a Source that is a tile.GroundSource tells sea
// from land. Tiles of one ground alone, which most of a sea is, have no picture.
//
// # Units
//
// Three kinds of pixels appear. Device pixels are those of the image. Logical
// pixels are the toolkit's; there are Viewport.Scale device pixels in one, and
// all widths and sizes of the style are in them. World coordinates run from 0
// to 1 over the whole web-mercator square, x to the east and y to the south.
package mapdraw
