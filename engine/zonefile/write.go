// SPDX-License-Identifier: MIT

package zonefile

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/wkt"
	"github.com/paulmach/orb/geojson"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/geofile"
	"roadsnap/engine/trace"
	"roadsnap/engine/units"
	"roadsnap/engine/zone"
)

// Formats returns the formats that Write writes.
func Formats() []geofile.Format {
	return []geofile.Format{geofile.GeoJSON, geofile.KML, geofile.CSV}
}

// FormatOf returns the format for the ending of a path. The error wraps geofile.ErrFormat.
func FormatOf(path string) (geofile.Format, error) {
	f, err := geofile.FormatOf(path)
	if err == nil && !slices.Contains(Formats(), f) {
		err = fmt.Errorf("%w: %s; choose .geojson, .kml or .csv", geofile.ErrFormat, filepath.Ext(path))
	}
	return f, err
}

// Write writes zones in a format. Read gives them back, with coordinates rounded to 1e-7°.
// Circles are points in GeoJSON and CSV, and polygons in KML, which has no circles. atlas has
// the borders of wards and provinces; without it they have no geometry. The error wraps
// geofile.ErrFormat for another format.
func Write(out io.Writer, f geofile.Format, zones []zone.Zone, atlas *units.Atlas) error {
	switch f {
	case geofile.GeoJSON:
		return writeGeoJSON(out, zones, atlas)
	case geofile.KML:
		return writeKML(out, zones, atlas)
	case geofile.CSV:
		return writeCSV(out, zones, atlas)
	}
	return fmt.Errorf("%w: %s", geofile.ErrFormat, f)
}

// attribute is a property of a zone: its name, and a string or float64.
type attribute struct {
	name  string
	value any
}

// attributesOf returns the properties of a zone that it has.
func attributesOf(z *zone.Zone) []attribute {
	list := []attribute{{"name", z.Name}, {"kind", string(z.Kind)}}
	if z.Group != "" {
		list = append(list, attribute{"group", z.Group})
	}
	if c := z.Color.String(); c != "" {
		list = append(list, attribute{"color", c})
	}
	switch z.Kind {
	case zone.Circle:
		list = append(list, attribute{"lat", rounded(z.Center.Lat)}, attribute{"lon", rounded(z.Center.Lon)}, attribute{"radius_m", z.Radius})
	case zone.Corridor:
		list = append(list, attribute{"width_m", z.Width})
	case zone.Ward, zone.Province:
		list = append(list, attribute{"code", z.Code})
	}
	return list
}

// rounded returns degrees rounded to 1e-7.
func rounded(degrees float64) float64 {
	return math.Round(degrees*geo.FixedPerDegree) / geo.FixedPerDegree
}

func orbPoint(p geo.Point) orb.Point { return orb.Point{rounded(p.Lon), rounded(p.Lat)} }

// geometryOf returns the geometry of a zone, nil for none.
func geometryOf(z *zone.Zone, atlas *units.Atlas) orb.Geometry {
	rings := z.Rings
	switch z.Kind {
	case zone.Circle:
		return orbPoint(z.Center)
	case zone.Corridor:
		line := make(orb.LineString, len(z.Line))
		for i, p := range z.Line {
			line[i] = orbPoint(p)
		}
		return line
	case zone.Ward, zone.Province:
		rings = zone.UnitRings(z.Shape, atlas, boundary.Street)
	}
	var area orb.MultiPolygon
	for _, part := range zone.PartsOf(rings) {
		var polygon orb.Polygon
		for i, ring := range part {
			r := make(orb.Ring, 0, len(ring)+1)
			for _, p := range ring {
				r = append(r, orbPoint(p))
			}
			r = append(r, r[0])
			if (r.Orientation() == orb.CCW) != (i == 0) {
				r.Reverse()
			}
			polygon = append(polygon, r)
		}
		area = append(area, polygon)
	}
	switch len(area) {
	case 0:
		return nil
	case 1:
		return area[0]
	}
	return area
}

func writeGeoJSON(out io.Writer, zones []zone.Zone, atlas *units.Atlas) error {
	if _, err := io.WriteString(out, "{\"type\":\"FeatureCollection\",\"features\":["); err != nil {
		return err
	}
	for i := range zones {
		f := geojson.NewFeature(geometryOf(&zones[i], atlas))
		for _, a := range attributesOf(&zones[i]) {
			f.Properties[a.name] = a.value
		}
		line, err := json.Marshal(f)
		if err != nil {
			return err
		}
		comma := ",\n"
		if i == 0 {
			comma = "\n"
		}
		if _, err := io.WriteString(out, comma+string(line)); err != nil {
			return err
		}
	}
	_, err := io.WriteString(out, "\n]}\n")
	return err
}

func writeCSV(out io.Writer, zones []zone.Zone, atlas *units.Atlas) error {
	w := csv.NewWriter(out)
	columns := []string{"name", "kind", "group", "color", "lat", "lon", "radius_m", "width_m", "code", "wkt"}
	if err := w.Write(columns); err != nil {
		return err
	}
	for i := range zones {
		row := make([]string, len(columns))
		for _, a := range attributesOf(&zones[i]) {
			text, ok := a.value.(string)
			if ok {
				text = trace.Guarded(text)
			} else {
				text = strconv.FormatFloat(a.value.(float64), 'f', -1, 64)
			}
			row[slices.Index(columns, a.name)] = text
		}
		if g := geometryOf(&zones[i], atlas); g != nil {
			row[len(row)-1] = wkt.MarshalString(g)
		}
		if err := w.Write(row); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// The elements of KML.
type (
	kmlFile struct {
		XMLName   xml.Name       `xml:"http://www.opengis.net/kml/2.2 kml"`
		Placemark []kmlPlacemark `xml:"Document>Placemark"`
	}
	kmlPlacemark struct {
		Name     string     `xml:"name"`
		Style    *kmlStyle  `xml:"Style"`
		Data     []kmlData  `xml:"ExtendedData>Data"`
		Geometry *kmlAreas  `xml:"MultiGeometry"`
		Line     *kmlCoords `xml:"LineString"`
	}
	kmlStyle struct {
		Line string `xml:"LineStyle>color"`
		Fill string `xml:"PolyStyle>color"`
	}
	kmlData struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value"`
	}
	kmlAreas struct {
		Polygons []kmlPolygon `xml:"Polygon"`
	}
	kmlPolygon struct {
		Outer kmlCoords   `xml:"outerBoundaryIs>LinearRing"`
		Holes []kmlInside `xml:"innerBoundaryIs"`
	}
	kmlInside struct {
		Ring kmlCoords `xml:"LinearRing"`
	}
	kmlCoords struct {
		Tessellate  int    `xml:"tessellate,omitempty"`
		Coordinates string `xml:"coordinates"`
	}
)

func writeKML(out io.Writer, zones []zone.Zone, atlas *units.Atlas) error {
	var file kmlFile
	for i := range zones {
		z := &zones[i]
		p := kmlPlacemark{Name: z.Name, Style: styleOf(z.Color)}
		for _, a := range attributesOf(z) {
			if a.name != "name" { // it is an element
				p.Data = append(p.Data, kmlData{a.name, fmt.Sprint(a.value)})
			}
		}
		g := geometryOf(z, atlas)
		if z.Kind == zone.Circle {
			g = roundOf(z)
		}
		switch g := g.(type) {
		case orb.LineString:
			p.Line = &kmlCoords{1, coordinates(g)}
		case orb.Polygon:
			p.Geometry = areasOf(orb.MultiPolygon{g})
		case orb.MultiPolygon:
			p.Geometry = areasOf(g)
		}
		file.Placemark = append(file.Placemark, p)
	}
	if _, err := io.WriteString(out, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(out)
	e.Indent("", " ")
	if err := e.Encode(file); err != nil {
		return err
	}
	_, err := io.WriteString(out, "\n")
	return err
}

// styleOf returns the style of a colour, nil for none. KML has the order alpha, blue, green,
// red.
func styleOf(c zone.Color) *kmlStyle {
	if c.String() == "" {
		return nil
	}
	turned := fmt.Sprintf("%02x%02x%02x", c&0xff, c>>8&0xff, c>>16&0xff)
	return &kmlStyle{Line: "ff" + turned, Fill: "40" + turned}
}

// roundOf returns a circle as a polygon.
func roundOf(z *zone.Zone) orb.Polygon {
	const corners = 72
	plane := geo.NewPlane(z.Center)
	ring := make(orb.Ring, 0, corners+1)
	for i := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		ring = append(ring, orbPoint(plane.Point(geo.XY{X: z.Radius * cos, Y: z.Radius * sin})))
	}
	return orb.Polygon{append(ring, ring[0])}
}

func areasOf(area orb.MultiPolygon) *kmlAreas {
	g := &kmlAreas{}
	for _, polygon := range area {
		var p kmlPolygon
		for i, ring := range polygon {
			c := kmlCoords{Coordinates: coordinates(orb.LineString(ring))}
			if i == 0 {
				p.Outer = c
			} else {
				p.Holes = append(p.Holes, kmlInside{c})
			}
		}
		g.Polygons = append(g.Polygons, p)
	}
	return g
}

// coordinates returns positions as KML has them.
func coordinates(line orb.LineString) string {
	var b strings.Builder
	for i, p := range line {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.FormatFloat(p[0], 'f', -1, 64) + "," + strconv.FormatFloat(p[1], 'f', -1, 64))
	}
	return b.String()
}
