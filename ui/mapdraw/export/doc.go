// SPDX-License-Identifier: MIT

// Package export writes any part of the map as PNG or SVG, up to MaxSide pixels
// wide and high. A picture can have borders, overlays, names, a legend, a scale
// bar and notes. A PNG is drawn in bands by the code that draws the screen. An
// SVG gets the same shapes through a raster.Sink, in layers that a drawing
// program can show and hide. Names are chosen for the picture, so that none is
// cut off. Swatch draws the samples of a legend by themselves.
package export
