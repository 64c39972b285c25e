// Package raster draws shapes, with smooth edges, into images. Strokes and areas
// of one colour are gathered in a Mask, which holds how much of each pixel they
// cover, and Mask.Paint lays the colour over the image through it. The package
// also clips and simplifies lines, scales and copies parts of images (Piece), and
// keeps transparent images that are mostly empty (Sparse). It knows nothing of
// maps: all coordinates are in pixels.
package raster
