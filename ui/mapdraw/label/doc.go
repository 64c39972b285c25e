// SPDX-License-Identifier: MIT

// Package label decides which names are written on the map, and where. A Gatherer
// collects the label candidates of a tile (a Set). Names of places and areas are
// horizontal, names of roads and rivers run along them, and road numbers stand on
// shields. A Layouter chooses from the Sets of a view labels that do not collide
// and that no edge cuts, the most important first, and draws them.
package label
