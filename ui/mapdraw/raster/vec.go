// SPDX-License-Identifier: MIT

package raster

import (
	"image"
	"math"
)

// Vec is a position in pixels of the picture being drawn.
type Vec struct{ X, Y float64 }

// Add returns a moved by b.
func (a Vec) Add(b Vec) Vec { return Vec{a.X + b.X, a.Y + b.Y} }

// Sub returns the vector from b to a.
func (a Vec) Sub(b Vec) Vec { return Vec{a.X - b.X, a.Y - b.Y} }

// Lerp returns the point at a share t of the way from a to b.
func (a Vec) Lerp(b Vec, t float64) Vec { return Vec{a.X + (b.X-a.X)*t, a.Y + (b.Y-a.Y)*t} }

func (a Vec) cross(b Vec) float64 { return a.X*b.Y - a.Y*b.X }

// Box is a rectangle in pixels.
type Box struct{ X0, Y0, X1, Y1 float64 }

// Add returns b moved by (x, y).
func (b Box) Add(x, y float64) Box { return Box{b.X0 + x, b.Y0 + y, b.X1 + x, b.Y1 + y} }

// Overlaps reports whether b and c share more than an edge.
func (b Box) Overlaps(c Box) bool { return b.X0 < c.X1 && c.X0 < b.X1 && b.Y0 < c.Y1 && c.Y0 < b.Y1 }

// Grow returns b enlarged by by on each side.
func (b Box) Grow(by float64) Box { return Box{b.X0 - by, b.Y0 - by, b.X1 + by, b.Y1 + by} }

// Has reports whether p lies in b. The upper bounds are excluded.
func (b Box) Has(p Vec) bool { return p.X >= b.X0 && p.X < b.X1 && p.Y >= b.Y0 && p.Y < b.Y1 }

// Within reports whether b lies in c.
func (b Box) Within(c Box) bool { return b.X0 >= c.X0 && b.Y0 >= c.Y0 && b.X1 <= c.X1 && b.Y1 <= c.Y1 }

// Around returns the box with its middle at (x, y) and the half sides halfW and
// halfH.
func Around(x, y, halfW, halfH float64) Box { return Box{x - halfW, y - halfH, x + halfW, y + halfH} }

// BoxOf returns r as a Box.
func BoxOf(r image.Rectangle) Box {
	return Box{float64(r.Min.X), float64(r.Min.Y), float64(r.Max.X), float64(r.Max.Y)}
}

// Sized returns the box of a picture of the given size.
func Sized(width, height int) Box { return Box{0, 0, float64(width), float64(height)} }

// Everywhere is the box without bounds.
var Everywhere = Box{math.Inf(-1), math.Inf(-1), math.Inf(1), math.Inf(1)}

// Meets reports whether two boxes share a point; each may be as thin as a line.
func (b Box) Meets(c Box) bool { return b.X0 <= c.X1 && c.X0 <= b.X1 && b.Y0 <= c.Y1 && c.Y0 <= b.Y1 }

// Arena allocates slices from one growing block of memory.
type Arena struct {
	block []Vec
	used  int
	total int
}

// Reset frees all slices at once.
func (a *Arena) Reset() {
	if a.total > len(a.block) {
		a.block = make([]Vec, a.total)
	}
	a.used, a.total = 0, 0
}

// Take returns an empty slice with capacity for n.
func (a *Arena) Take(n int) []Vec {
	a.total += n
	if a.used+n > len(a.block) {
		return make([]Vec, 0, n)
	}
	s := a.block[a.used : a.used : a.used+n]
	a.used += n
	return s
}
