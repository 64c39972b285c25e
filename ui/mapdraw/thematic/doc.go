// SPDX-License-Identifier: MIT

// Package thematic draws layers of points, lines and areas in the colours of classes.
//
// Shapes holds the geometry, prepared once: projected, in pieces with boxes, and simplified for
// each zoom when it is first drawn. Layer draws Shapes with a style, which is cheap to change.
package thematic
