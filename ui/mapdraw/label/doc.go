// Package label decides which names are written on the map, and where. A Gatherer
// collects what a tile would like to see written (a Set): places and areas stand
// level, names of roads and rivers run along them, road numbers stand on shields. A
// Layouter chooses from the Sets of a view, the most important first, labels that
// do not collide and that no edge cuts, and draws them.
package label
