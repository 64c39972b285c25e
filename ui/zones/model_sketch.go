// SPDX-License-Identifier: MIT

package zones

import (
	"math"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/zone"
)

// Sketch is a zone that is being drawn on the map, or whose points are being moved. It belongs
// to the UI goroutine. The zero value draws nothing.
type Sketch struct {
	Zone   zone.Zone   // what is drawn; of its shape only the kind and the width count
	Points []geo.Point // the centre of a circle and a point of its rim; the points of the others

	active  bool
	editing bool // all points are there, and can be moved
	held    int  // the point that is being dragged, −1 for none
	next    geo.Point
	hasNext bool
}

// usualWidth is the width of a corridor that is drawn (metres).
const usualWidth = 50

// Draw begins to draw a circle, corridor or polygon.
func (s *Sketch) Draw(kind zone.Kind) {
	*s = Sketch{Zone: zone.Zone{Shape: zone.Shape{Kind: kind, Width: usualWidth}}, active: true, held: -1}
}

// Edit begins to move the points of a zone. It reports false for units, and for polygons of
// several rings.
func (s *Sketch) Edit(z zone.Zone) bool {
	e := Sketch{Zone: z, active: true, editing: true, held: -1}
	switch {
	case z.Kind == zone.Circle:
		e.Points = []geo.Point{z.Center, geo.NewPlane(z.Center).Point(geo.XY{X: z.Radius})}
	case z.Kind == zone.Corridor:
		e.Points = slices.Clone(z.Line)
	case z.Kind == zone.Polygon && len(z.Rings) == 1:
		e.Points = slices.Clone(z.Rings[0])
	default:
		return false
	}
	*s = e
	return true
}

// Stop ends drawing without a result, and reports whether it was going on.
func (s *Sketch) Stop() (was bool) {
	was = s.active
	*s = Sketch{held: -1}
	return was
}

// Active reports whether a zone is being drawn or edited. Clicks on the map then belong to it.
func (s *Sketch) Active() bool { return s.active }

// Aiming reports whether the next click adds a point.
func (s *Sketch) Aiming() bool { return s.active && !s.editing }

// Click adds a point. It reports whether that completes the shape: the second point of a
// circle, or a click within radius (metres) of the first point of a polygon.
func (s *Sketch) Click(at geo.Point, radius float64) (complete bool) {
	if !s.Aiming() {
		return false
	}
	near := func(p geo.Point) bool { return geo.Distance(at, p) <= radius }
	n := len(s.Points)
	switch {
	case s.Zone.Kind == zone.Polygon && n >= 3 && near(s.Points[0]):
		return true
	case n > 0 && near(s.Points[n-1]):
		return false // the second click of a double click
	}
	s.Points = append(s.Points, at)
	return s.Zone.Kind == zone.Circle && len(s.Points) == 2
}

// Undo removes the last point.
func (s *Sketch) Undo() {
	if n := len(s.Points); s.Aiming() && n > 0 {
		s.Points = s.Points[:n-1]
	}
}

// Hover sets the position of the pointer, to which the next part is drawn.
func (s *Sketch) Hover(at geo.Point, inside bool) { s.next, s.hasNext = at, inside && s.Aiming() }

// Grab takes hold of the point within radius (metres) of a place, and reports whether there is
// one. With a circle, its centre moves the whole.
func (s *Sketch) Grab(at geo.Point, radius float64) bool {
	s.held = -1
	least := radius
	for i, p := range s.Points {
		if d := geo.Distance(at, p); s.active && s.editing && d <= least {
			least, s.held = d, i
		}
	}
	return s.held >= 0
}

// Drag moves the held point.
func (s *Sketch) Drag(at geo.Point) {
	if s.held < 0 || s.held >= len(s.Points) {
		return
	}
	if s.Zone.Kind == zone.Circle && s.held == 0 {
		p, q := s.Points[0], s.Points[1]
		s.Points[1] = geo.Point{Lat: q.Lat + at.Lat - p.Lat, Lon: q.Lon + at.Lon - p.Lon}
	}
	s.Points[s.held] = at
}

// Release lets the held point go.
func (s *Sketch) Release() { s.held = -1 }

// leastRadius is the least radius of a circle that is drawn (metres).
const leastRadius = 5

// Shape returns what was drawn; ok is false if points are missing.
func (s *Sketch) Shape() (shape zone.Shape, ok bool) {
	shape = zone.Shape{Kind: s.Zone.Kind}
	switch s.Zone.Kind {
	case zone.Circle:
		if len(s.Points) < 2 {
			return shape, false
		}
		shape.Center = s.Points[0]
		shape.Radius = math.Max(math.Round(geo.Distance(s.Points[0], s.Points[1])), leastRadius)
	case zone.Corridor:
		shape.Line, shape.Width = slices.Clone(s.Points), s.Zone.Width
		ok = len(s.Points) >= 2
		return shape, ok
	case zone.Polygon:
		shape.Rings = zone.Tidy([][]geo.Point{s.Points})
		return shape, len(shape.Rings) == 1
	default:
		return shape, false
	}
	return shape, true
}

// Outline returns the line to draw, whether it is closed, and the points to mark.
func (s *Sketch) Outline() (line []geo.Point, closed bool, handles []geo.Point) {
	points := s.Points
	if s.hasNext && len(points) > 0 {
		points = append(slices.Clone(points), s.next)
	}
	if s.Zone.Kind == zone.Circle {
		if len(points) < 2 {
			return nil, false, s.Points
		}
		return Rim(points[0], geo.Distance(points[0], points[1])), true, s.Points
	}
	return points, s.Zone.Kind == zone.Polygon && len(points) >= 3, s.Points
}

// Rim returns the corners of a circle drawn as a polygon.
func Rim(center geo.Point, radius float64) []geo.Point {
	const corners = 64
	plane := geo.NewPlane(center)
	rim := make([]geo.Point, corners)
	for i := range rim {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		rim[i] = plane.Point(geo.XY{X: radius * cos, Y: radius * sin})
	}
	return rim
}
