// SPDX-License-Identifier: MIT

package crs

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"unicode"

	"roadsnap/engine/geo"
)

// FromWKT returns the system that a well-known text defines: the content of a .prj file, or
// a definition in a GeoPackage or FlatGeobuf. It reads the spellings of ESRI and of OGC, in
// versions 1 and 2. The definition counts, not the name or the code in it.
func FromWKT(text string) (System, error) {
	root, err := parse(text)
	if err != nil {
		return System{}, &UnknownError{Name: shortened(text), Detail: err.Error()}
	}
	for root.is("COMPD_CS", "COMPOUNDCRS", "BOUNDCRS", "SOURCECRS") && len(root.children) > 0 {
		root = root.children[0] // the horizontal one
	}
	s, detail := system(root)
	if detail != "" {
		return System{}, &UnknownError{Name: cmp.Or(root.text(0), root.keyword), Detail: detail}
	}
	return s, nil
}

// shortened returns the beginning of a text that is no definition.
func shortened(text string) string {
	const most = 60
	if r := []rune(strings.TrimSpace(text)); len(r) > most {
		return string(r[:most]) + "…"
	}
	return strings.TrimSpace(text)
}

// system returns the system of a definition, or what is not known about it.
func system(root *node) (s System, detail string) {
	switch {
	case root.is("GEOGCS", "GEOGCRS", "GEODCRS", "GEODETICCRS", "GEOGRAPHICCRS"):
		s.vn2000, detail = datum(root)
		return s, detail
	case root.is("PROJCS", "PROJCRS", "PROJECTEDCRS"):
	default:
		return s, "a definition by " + root.keyword
	}
	base := root.child("GEOGCS", "BASEGEOGCRS", "BASEGEODCRS")
	if base == nil {
		return s, "it has no geographic base"
	}
	if s.vn2000, detail = datum(base); detail != "" {
		return s, detail
	}
	s.projected = true
	s.grid, detail = projection(root)
	return s, detail
}

// datum returns whether the datum of a geographic system is VN-2000 or WGS 84.
func datum(g *node) (vn2000 bool, detail string) {
	d := g.child("DATUM", "GEODETICDATUM", "TRF", "ENSEMBLE")
	if d == nil {
		return false, "it has no datum"
	}
	name := plain(d.text(0))
	toWGS84 := d.child("TOWGS84")
	switch {
	case name == "vietnam2000" || name == "dvietnam2000" || name == "vn2000" || name == "dvn2000":
		vn2000 = true
	case strings.HasPrefix(name, "worldgeodeticsystem1984") || name == "wgs1984" || name == "dwgs1984" || name == "wgs84":
	case toWGS84 != nil && officialShift(toWGS84):
		vn2000 = true
	default:
		return false, fmt.Sprintf("its datum is %q", d.text(0))
	}
	if toWGS84 != nil && !vn2000 && !noShift(toWGS84) {
		return false, fmt.Sprintf("its datum %q is shifted", d.text(0))
	}
	if e := d.child("SPHEROID", "ELLIPSOID"); e == nil || math.Abs(e.number(0)-6378137) > 0.01 || math.Abs(e.number(1)-298.257223563) > 1e-5 {
		return false, "its ellipsoid is not that of WGS 84"
	}
	if m := g.child("PRIMEM", "PRIMEMERIDIAN"); m != nil && m.number(0) != 0 {
		return false, "its prime meridian is not Greenwich"
	}
	for _, u := range []*node{g.child("UNIT", "ANGLEUNIT"), g.child("CS").child("UNIT", "ANGLEUNIT")} {
		if u != nil && math.Abs(u.number(0)-math.Pi/180) > 1e-8 {
			return false, fmt.Sprintf("its unit is %q", u.text(0))
		}
	}
	return vn2000, ""
}

// officialShift reports whether a TOWGS84 has the shift of VN-2000, with the rotations of
// either sign convention, which differ by a metre.
func officialShift(n *node) bool {
	for i, want := range [3]float64{-191.90441429, -39.30318279, -111.45032835} {
		if math.Abs(n.number(i)-want) > 0.01 {
			return false
		}
	}
	return true
}

func noShift(n *node) bool {
	for i := range 7 {
		if v := n.number(i); v != 0 && !math.IsNaN(v) {
			return false
		}
	}
	return true
}

// parameterNames maps the names of parameters to fields of a projection. The latitude must
// be zero.
var parameterNames = map[string]string{
	"centralmeridian": "meridian", "longitudeofnaturalorigin": "meridian", "longitudeoforigin": "meridian",
	"scalefactor": "scale", "scalefactoratnaturalorigin": "scale",
	"falseeasting": "easting", "falsenorthing": "northing",
	"latitudeoforigin": "latitude", "latitudeofnaturalorigin": "latitude",
}

// projection returns the transverse Mercator projection of a projected system.
func projection(root *node) (t geo.TransverseMercator, detail string) {
	conversion, method := root, root.child("PROJECTION")
	if method == nil {
		conversion = root.child("CONVERSION")
		method = conversion.child("METHOD", "PROJECTION")
	}
	if method == nil {
		return t, "it has no projection"
	}
	if name := plain(method.text(0)); name != "transversemercator" && name != "gausskruger" {
		return t, fmt.Sprintf("its projection is %q", method.text(0))
	}
	if u := root.child("UNIT", "LENGTHUNIT"); u != nil && u.number(0) != 1 {
		return t, fmt.Sprintf("its unit is %q", u.text(0))
	}
	values := map[string]float64{"scale": 1}
	for _, p := range conversion.children {
		if !p.is("PARAMETER") {
			continue
		}
		field, known := parameterNames[plain(p.text(0))]
		if !known {
			return t, fmt.Sprintf("its projection has the parameter %q", p.text(0))
		}
		if values[field] = p.number(0); math.IsNaN(values[field]) {
			return t, fmt.Sprintf("the parameter %q has no value", p.text(0))
		}
	}
	meridian, known := values["meridian"]
	switch {
	case !known || math.Abs(meridian) > 180:
		return t, "its projection has no central meridian"
	case values["latitude"] != 0:
		return t, "its latitude of origin is not the equator"
	case math.Abs(values["scale"]-1) > 0.01:
		return t, fmt.Sprintf("its scale is %g", values["scale"])
	}
	return geo.TransverseMercator{
		Meridian: meridian, Scale: values["scale"], FalseEasting: values["easting"], FalseNorthing: values["northing"],
	}, ""
}

// plain returns the letters and digits of a name, in lower case.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}
