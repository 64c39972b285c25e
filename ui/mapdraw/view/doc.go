// SPDX-License-Identifier: MIT

// Package view computes which part of the Earth a picture shows, and where each
// position lies in it. A Viewport is a centre, a zoom level and a size. Tiles are
// the squares of a Grid, one grid for each quarter of a zoom level.
//
// The package uses three kinds of pixels. Device pixels are those of the image.
// Logical pixels are the toolkit's: each spans Viewport.Scale device pixels, and
// all widths and sizes of the style are in them. World coordinates run from 0 to
// 1 over the whole web-mercator square, x to the east and y to the south.
// Multiplied by WorldSize they are world pixels.
package view
