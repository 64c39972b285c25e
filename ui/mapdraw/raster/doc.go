// SPDX-License-Identifier: MIT

// Package raster draws shapes with smooth edges into images. A Mask collects
// strokes and areas of one colour as the coverage of each pixel, and Mask.Paint
// applies the colour to the image through it. The package also clips and
// simplifies lines, scales and copies parts of images (Piece), and keeps
// transparent images that are mostly empty (Sparse). It knows nothing about maps:
// all coordinates are in pixels.
package raster
