// SPDX-License-Identifier: MIT

// Package tile draws the tiles of the map. A Painter draws the features of a
// Source and the ground below them (sea, land, other countries) into the picture
// of a tile, and gathers the tile's label candidates. It also draws any other
// square of a map, or into a raster.Sink for exports. A Cache keeps tiles, and
// compresses those not shown for long.
package tile
