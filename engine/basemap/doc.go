// SPDX-License-Identifier: MIT

// Package basemap stores the background map: roads, railways, water, green, built-up
// land and place names. A pack has it in four tiers by zoom.
//
// Each tier has only the features visible at its zooms, simplified to half a pixel of
// its closest zoom, in the order of the Hilbert curve, with a packed R-tree. Visit
// returns the features in a box at a zoom as slices of the mapped file, without copying
// or parsing.
//
// A Builder makes the tiers from features in full detail; a Map reads them. The
// sections, B…, are described in engine/pack/FORMAT.md.
package basemap
