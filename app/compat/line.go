// SPDX-License-Identifier: MIT

package compat

import (
	"math"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/simplify"
	"github.com/twpayne/go-polyline"

	"roadsnap/engine/geo"
)

// lonLat is a position in JSON: longitude first, 6 decimals.
type lonLat [2]float64

func positionOf(p geo.Point) lonLat { return lonLat{round(p.Lon, 1e6), round(p.Lat, 1e6)} }

// round rounds v to a multiple of 1/unit.
func round(v, unit float64) float64 { return math.Round(v*unit) / unit }

// lineString is a line in GeoJSON.
type lineString struct {
	Coordinates []lonLat `json:"coordinates"`
	Type        string   `json:"type"`
}

// encodeLine returns a line in the form that the parameter geometries names.
func encodeLine(line []geo.Point, form string) any {
	switch form {
	case "geojson":
		l := lineString{Coordinates: make([]lonLat, len(line)), Type: "LineString"}
		for i, p := range line {
			l.Coordinates[i] = positionOf(p)
		}
		return l
	case "polyline6":
		return encodePolyline(line, 1e6)
	default:
		return encodePolyline(line, 1e5)
	}
}

func encodePolyline(line []geo.Point, scale float64) string {
	flat := make([]float64, 0, 2*len(line))
	for _, p := range line {
		flat = append(flat, p.Lat, p.Lon)
	}
	codec := polyline.Codec{Dim: 2, Scale: scale}
	// The only possible error is an odd number of coordinates.
	encoded, _ := codec.EncodeFlatCoords(nil, flat)
	return string(encoded)
}

// simplifiedParts is the extent of a simplified line in its tolerances: moving it by one
// is not visible when the whole line fits a picture of that many pixels.
const simplifiedParts = 1000

// simplified returns a line without the vertices that do not show when the whole line is
// drawn. Both ends stay.
func simplified(line []geo.Point) []geo.Point {
	b := geo.BoundsOf(line...)
	tolerance := max(b.North-b.South, b.East-b.West) / simplifiedParts
	if len(line) < 3 || tolerance == 0 {
		return line
	}
	flat := make(orb.LineString, len(line))
	for i, p := range line {
		flat[i] = orb.Point{p.Lon, p.Lat}
	}
	flat = simplify.DouglasPeucker(tolerance).LineString(flat)
	few := make([]geo.Point, len(flat))
	for i, p := range flat {
		few[i] = geo.Point{Lat: p.Lat(), Lon: p.Lon()}
	}
	return few
}
