// SPDX-License-Identifier: MIT

package zone

import (
	"fmt"
	"strings"

	"roadsnap/engine/errclass"
	"roadsnap/engine/geo"
	"roadsnap/engine/trip"
)

// ErrShape is returned for a zone whose shape cannot be used. The wrapping error says where
// and what to do.
var ErrShape = errclass.New(errclass.SiteShape, "the zone has no usable shape")

// Kind is the kind of a zone's shape. Its text is stable.
type Kind string

// The kinds.
const (
	Circle   Kind = "circle"   // around Shape.Center
	Corridor Kind = "corridor" // along Shape.Line
	Polygon  Kind = "polygon"  // within Shape.Rings
	Ward     Kind = "ward"     // the ward of Shape.Code, with the borders of the map
	Province Kind = "province" // the province of Shape.Code
)

// Zone is an area that the user has named.
type Zone struct {
	ID     int64 // 0 for a zone that is not kept
	Name   string
	Group  string // "" for none
	Color  Color
	Hidden bool // not drawn on the map; it counts nevertheless
	Shape
}

// Shape says where a zone is. Only the fields of its kind have a meaning.
type Shape struct {
	Kind   Kind
	Center geo.Point
	Radius float64     // metres
	Line   []geo.Point // of a corridor, at least two points
	Width  float64     // of a corridor from side to side (metres)
	// Rings bound a polygon, without a repeated first point. A point is inside if it lies
	// within an odd number of them, so that holes and several parts need no order.
	Rings [][]geo.Point
	Code  string // of a ward or province
}

// OfSite returns a named place as a zone.
func OfSite(s trip.Site) Zone {
	return Zone{ID: s.ID, Name: s.Name, Shape: Shape{Kind: Circle, Center: s.Center, Radius: s.Radius}}
}

// Site returns a circle as a named place. ok is false for other kinds.
func (z Zone) Site() (s trip.Site, ok bool) {
	return trip.Site{ID: z.ID, Name: z.Name, Center: z.Center, Radius: z.Radius}, z.Kind == Circle
}

// Limits of a shape (metres).
const (
	MaxRadius = 200_000
	MaxWidth  = 20_000
)

// MaxVertices is the largest number of vertices of a shape. The province with the longest
// border has fewer.
const MaxVertices = 500_000

// Check reports what is wrong with a shape. The error names the place and what to do; it
// wraps ErrShape.
func (s *Shape) Check() error {
	switch s.Kind {
	case Circle:
		if !s.Center.Valid() {
			return bad("the centre %v is no place on Earth; give latitude and longitude in degrees", s.Center)
		}
		return checkSize("radius", s.Radius, MaxRadius)
	case Corridor:
		if err := checkPoints(s.Line); err != nil {
			return err
		}
		if len(s.Line) < 2 || geo.Length(s.Line) == 0 {
			return bad("the line of a corridor needs two different points or more; add points")
		}
		return checkSize("width", s.Width, MaxWidth)
	case Polygon:
		return s.checkRings()
	case Ward, Province:
		digits := 2
		if s.Kind == Ward {
			digits = 5
		}
		if len(s.Code) != digits || strings.Trim(s.Code, "0123456789") != "" {
			return bad("%q is no code of a %s; give its %d digits", s.Code, s.Kind, digits)
		}
		return nil
	}
	return bad("%q is no kind of zone; choose circle, corridor, polygon, ward or province", s.Kind)
}

// checkSize checks a radius or width (metres).
func checkSize(name string, metres, most float64) error {
	if !(metres > 0) || metres > most {
		return bad("the %s of %v m is not between 0 and %v m; give another one", name, metres, most)
	}
	return nil
}

// checkPoints checks that points are on Earth and not too many, and on one side of it.
func checkPoints(points []geo.Point) error {
	if len(points) > MaxVertices {
		return bad("it has %d vertices, more than %d; simplify it first", len(points), MaxVertices)
	}
	for _, p := range points {
		if !p.Valid() {
			if geo.Point.Valid(geo.Point{Lat: p.Lon, Lon: p.Lat}) {
				return bad("%v is no place on Earth; exchange latitude and longitude", p)
			}
			return bad("%v is no place on Earth; give degrees of WGS 84", p)
		}
	}
	if b := geo.BoundsOf(points...); b.East-b.West > 180 {
		return bad("it spans %.0f degrees of longitude; divide it at the antimeridian", b.East-b.West)
	}
	return nil
}

func bad(format string, values ...any) error {
	return fmt.Errorf("%w: %s", ErrShape, fmt.Sprintf(format, values...))
}

// Bounds returns the box of a circle, corridor or polygon, and NoBounds for the others, whose
// borders the map has.
func (s *Shape) Bounds() geo.Bounds {
	switch s.Kind {
	case Circle:
		return geo.BoundsOf(s.Center).Pad(s.Radius)
	case Corridor:
		return geo.BoundsOf(s.Line...).Pad(s.Width / 2)
	}
	box := geo.NoBounds
	for _, ring := range s.Rings {
		box = box.Union(geo.BoundsOf(ring...))
	}
	return box
}

// Color is a colour as 0xRRGGBB plus Chosen; the zero value leaves the choice to the
// program.
type Color uint32

// Chosen marks a colour that was chosen, so that black is not the zero value.
const Chosen Color = 1 << 24

// ParseColor reads "#rrggbb", and "" as the zero value.
func ParseColor(text string) (Color, error) {
	if text == "" {
		return 0, nil
	}
	var c Color
	if len(text) != 7 || text[0] != '#' || strings.Trim(text[1:], "0123456789abcdefABCDEF") != "" {
		return 0, bad("%q is no colour; write it as #rrggbb", text)
	}
	if _, err := fmt.Sscanf(text, "#%06x", &c); err != nil {
		return 0, bad("%q is no colour; write it as #rrggbb", text)
	}
	return c | Chosen, nil
}

// String returns "#rrggbb", and "" for the zero value.
func (c Color) String() string {
	if c&Chosen == 0 {
		return ""
	}
	return fmt.Sprintf("#%06x", uint32(c&^Chosen))
}

// equalTo is how near two lengths are that are taken for equal, relative to the longer one.
const equalTo = 1e-9
