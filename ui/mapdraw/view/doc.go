// Package view says which part of the Earth a picture shows, and where in it each
// position lies. A Viewport is a centre, a zoom level and a size; tiles are the
// squares of a Grid, one for each quarter of a zoom level.
//
// Three kinds of pixels appear. Device pixels are those of the image. Logical
// pixels are the toolkit's: there are Viewport.Scale device pixels in one, and all
// widths and sizes of the style are in them. World coordinates run from 0 to 1 over
// the whole web-mercator square, x to the east and y to the south; multiplied by
// WorldSize they are world pixels.
package view
