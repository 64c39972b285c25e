// Package basemap is what the canvas draws under a trace: roads, railways,
// water, green, built-up land and the names of places, kept in a pack in four
// tiers by zoom.
//
// Each tier holds only what can be seen at its zooms, simplified to half a
// pixel of its closest zoom, in the order of the Hilbert curve, beneath a packed
// R-tree of its own. A reader asks for a box at a zoom and is handed views of
// the mapped file: nothing is copied and nothing is parsed.
//
// A Builder makes the tiers from full-detail shapes; a Map reads them. The
// sections that carry them, B…, are described in engine/pack/FORMAT.md.
package basemap
