// Package tile draws the tiles of the map. A Painter takes the features of a Source
// and the ground below them (sea, land, other countries) and draws them into the
// picture of a tile, together with the Set of labels that the tile would like to see
// written; it also draws any other square of a map, or into a raster.Sink, for
// exports. A Cache keeps tiles, those not shown for long in packed form.
package tile
