// SPDX-License-Identifier: MIT

package vector

import (
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/paulmach/orb"

	"roadsnap/engine/internal/xmllimit"
)

// KML reads the placemarks of a KML file. Its system is always WGS 84.
func KML(in io.Reader, to Sink) error {
	watched := &errorReader{in: in}
	d := xmllimit.NewDecoder(watched)
	d.CharsetReader = func(charset string, _ io.Reader) (io.Reader, error) {
		return nil, formatf("its text is in %s; save it as UTF-8", charset)
	}
	k := kml{sink: to}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) && k.root {
			return nil
		}
		switch {
		case watched.err != nil:
			return watched.err
		case errors.Is(err, io.EOF):
			return formatf("it has no XML in it")
		case errors.Is(err, ErrFormat):
			return err
		case err != nil:
			line, _ := d.InputPos()
			return corruptf("line %d: %s", line, strings.TrimPrefix(err.Error(), "xml: "))
		}
		if err := k.take(token); err != nil {
			return err
		}
	}
}

// errorReader keeps an error of reading apart from those of XML.
type errorReader struct {
	in  io.Reader
	err error
}

// Read implements io.Reader.
func (r *errorReader) Read(p []byte) (int, error) {
	n, err := r.in.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		r.err = err
	}
	return n, err
}

// kml is the state of reading.
type kml struct {
	sink    Sink
	root    bool     // the root element was there
	path    []string // names of the open elements
	text    strings.Builder
	column  string // of the open Data or SimpleData
	feature *Feature
	polygon orb.Polygon
	depth   int // of the Placemark in path
}

const (
	maxKMLDepth = 100
	kmlRoot     = "kml"
)

func (k *kml) take(token xml.Token) error {
	switch t := token.(type) {
	case xml.StartElement:
		return k.start(t)
	case xml.EndElement:
		err := k.end(t.Name.Local)
		k.path = k.path[:len(k.path)-1]
		k.text.Reset()
		return err
	case xml.CharData:
		if k.feature != nil {
			k.text.Write(t)
		}
	}
	return nil
}

func (k *kml) start(t xml.StartElement) error {
	name := t.Name.Local
	if !k.root {
		if name != kmlRoot {
			return formatf("it is XML of the kind <%s>, not KML", name)
		}
		k.root = true
		if err := k.sink.System(System{EPSG: 4326}); err != nil {
			return err
		}
	}
	k.text.Reset()
	if k.path = append(k.path, name); len(k.path) > maxKMLDepth {
		return corruptf("its elements are nested more than %d deep", maxKMLDepth)
	}
	switch name {
	case "Placemark":
		if k.feature != nil {
			return corruptf("a Placemark within another")
		}
		k.feature, k.depth = &Feature{}, len(k.path)
	case "Data", "SimpleData":
		k.column = ""
		for _, a := range t.Attr {
			if a.Name.Local == "name" {
				k.column = a.Value
			}
		}
	case "Polygon":
		k.polygon = nil
	}
	return nil
}

// end takes the text of an element.
func (k *kml) end(name string) error {
	f := k.feature
	if f == nil {
		return nil
	}
	field := func(column string) {
		if value := strings.TrimSpace(k.text.String()); value != "" && column != "" {
			f.Fields = append(f.Fields, Field{column, value})
		}
	}
	switch name {
	case "name":
		if len(k.path) == k.depth+1 {
			field("name")
		}
	case "value":
		if k.in("Data") {
			field(k.column)
		}
	case "SimpleData":
		field(k.column)
	case "coordinates":
		return k.coordinates()
	case "Polygon":
		if len(k.polygon) > 0 {
			f.Area = append(f.Area, k.polygon)
		}
	case "Point", "LineString", "Model", "Track":
		f.Other = name
	case "Placemark":
		k.feature = nil
		if len(f.Area) > 0 {
			f.Other = ""
		}
		return k.sink.Feature(*f)
	}
	return nil
}

// coordinates takes the positions of a ring, line or point.
func (k *kml) coordinates() error {
	ring, err := orb.Ring(nil), error(nil)
	if k.in("LinearRing") || k.in("LineString") || k.in("Point") {
		ring, err = kmlRing(k.text.String())
	}
	switch {
	case err != nil || len(k.path) < 3:
		return err
	case k.in("LineString"):
		k.feature.Lines = append(k.feature.Lines, orb.LineString(ring))
	case k.in("Point"):
		k.feature.Points = append(k.feature.Points, ring...)
	case k.path[len(k.path)-3] == "outerBoundaryIs":
		k.polygon = append(orb.Polygon{ring}, k.polygon...)
	case k.path[len(k.path)-3] == "innerBoundaryIs":
		k.polygon = append(k.polygon, ring)
	}
	return nil
}

// in reports whether the current element is a child of another.
func (k *kml) in(name string) bool { return len(k.path) > 1 && k.path[len(k.path)-2] == name }

// kmlRing returns the positions of a text: "105.8,21.0,0 105.9,21.0,0 …".
func kmlRing(text string) (ring orb.Ring, err error) {
	for tuple := range strings.FieldsSeq(text) {
		x, rest, ok := strings.Cut(tuple, ",")
		y, _, _ := strings.Cut(rest, ",")
		lon, errX := strconv.ParseFloat(x, 64)
		lat, errY := strconv.ParseFloat(y, 64)
		if !ok || errX != nil || errY != nil {
			return nil, corruptf("%.40q is no position", tuple)
		}
		ring = append(ring, orb.Point{lon, lat})
	}
	return ring, nil
}
