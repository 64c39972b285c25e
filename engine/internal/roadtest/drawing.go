// SPDX-License-Identifier: MIT

// Package roadtest builds small road graphs for tests from pictures in text.
//
// A map is a picture in characters and a list of ways:
//
//	m := roadtest.Draw(t, `
//	    A---B---C
//	        |
//	        D
//	`,
//	    "A-B-C primary name=Main",
//	    "B>D",
//	    "no A-B-D")
//
// Every letter and digit of the picture is a point of a grid of 100 m; all other
// characters are decoration. A way lists its points, joined by "-" if it is open to
// everyone in both directions, or by ">" throughout if it is one-way for vehicles. The
// points are followed, in any order, by a class (residential by default), and id=,
// name=, ref=, layer=, maxspeed=, access= (in the form of road.ParseAccess),
// oneway=reverse, bridge, tunnel, roundabout and ferry; maxheight=, maxweight=,
// duration= (in the form of time.ParseDuration), notrucks, and hours= for the condition of
// a ban on trucks, with + for blanks. A line that begins with "no" or
// "only" is a turn restriction at the second of its points, from the first way that
// contains the first two to the first way that contains the last two. With more than
// three points it leads over the first ways that contain each two between. A line such
// as "barrier B car+truck" is a barrier at a point for those travellers.
//
// The notation follows that of Valhalla's gurka tests.
package roadtest

import (
	"fmt"
	"strings"
	"unicode"

	"roadsnap/engine/geo"
)

// GridMetres is the distance between two adjacent characters of a picture, and between
// two of its lines (metres).
const GridMetres = 100

// origin is the upper left corner of a picture, in Hồ Chí Minh City.
var origin = geo.Point{Lat: 10.78, Lon: 106.69}

// parsePicture returns the position of each letter and digit.
func parsePicture(picture string) (map[rune]geo.Fixed, error) {
	points := map[rune]geo.Fixed{}
	plane := geo.NewPlane(origin)
	for row, line := range strings.Split(picture, "\n") {
		column := 0
		for _, c := range line {
			if unicode.IsLetter(c) || unicode.IsDigit(c) {
				if _, twice := points[c]; twice {
					return nil, fmt.Errorf("%q is in the picture twice", c)
				}
				at := geo.XY{X: float64(column) * GridMetres, Y: float64(-row) * GridMetres}
				points[c] = plane.Point(at).Fixed()
			}
			column++
		}
	}
	return points, nil
}
