// SPDX-License-Identifier: MIT

// Package overlay draws the layers over the map: the recorded points of a trip
// and the route it was matched to, selected places and roads, warnings, faults
// and measurements. An Overlay draws on a Canvas, which passes shapes on to a
// raster.Sink; a Frame draws all overlays of one picture after another. Long
// lines are prepared once: projected, simplified for each zoom level, and cut
// into chunks, of which a frame visits only the visible ones.
package overlay
