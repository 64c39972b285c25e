// Package export writes the map as a PNG or as SVG: any part of it, as large as a wall,
// with borders, overlays, names, a legend, a scale bar and notes. A PNG is drawn band by
// band by the code that draws the screen; an SVG gets the same shapes through a
// raster.Sink, in layers that a drawing program can show and hide. Names are chosen for
// the picture, so that none is cut. Swatch draws the samples of a legend by themselves.
package export
