// SPDX-License-Identifier: MIT

package vector

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/geojson"
)

// GeoJSON reads GeoJSON: a collection, a feature or a geometry, or one of them on each line.
// The member crs of texts before RFC 7946 is the system if it stands before the features.
func GeoJSON(in io.Reader, to Sink) error {
	g := geoJSON{sink: to, decoder: json.NewDecoder(&errorReader{in: in})}
	g.decoder.UseNumber()
	for {
		token, err := g.decoder.Token()
		if errors.Is(err, io.EOF) && g.texts > 0 {
			return nil
		}
		if err == nil && token != json.Delim('{') {
			return formatf("it is JSON that begins with %.20q, no GeoJSON", fmt.Sprint(token))
		}
		if err == nil {
			g.texts++
			err = g.object()
		}
		if err != nil {
			return g.explain(err)
		}
	}
}

// geoJSON is the state of reading.
type geoJSON struct {
	sink     Sink
	decoder  *json.Decoder
	texts    int
	features int
	declared string // the system, "" as long as none is
	told     bool   // sink.System was called
}

// explain returns an error of package json with its class and place.
func (g *geoJSON) explain(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return corruptf("it ends within a feature or before the first one")
	case errors.As(err, &syntax), errors.As(err, &kind):
		return corruptf("at byte %d: %s", g.decoder.InputOffset(), strings.TrimPrefix(err.Error(), "json: "))
	}
	return err
}

// object reads an object whose brace was read.
func (g *geoJSON) object() error {
	members := map[string]json.RawMessage{}
	collection := false
	for g.decoder.More() {
		token, err := g.decoder.Token()
		if err != nil {
			return err
		}
		name, _ := token.(string)
		switch name {
		case "features":
			collection = true
			if err := g.list(); err != nil {
				return err
			}
			continue
		case "crs":
			if err := g.system(); err != nil {
				return err
			}
			continue
		}
		var value json.RawMessage
		if err := g.decoder.Decode(&value); err != nil {
			return err
		}
		members[name] = value
	}
	if _, err := g.decoder.Token(); err != nil {
		return err
	}
	kind := ""
	_ = json.Unmarshal(members["type"], &kind) // anything but a text is no kind
	switch {
	case collection:
		return nil
	case kind == "Feature":
		return g.feature(members["properties"], members["geometry"], members["id"])
	case kind == "Topology":
		return formatf("it is TopoJSON; convert it to GeoJSON")
	case members["coordinates"] != nil || members["geometries"] != nil:
		whole, err := json.Marshal(members)
		if err != nil {
			return err
		}
		return g.feature(nil, whole, nil)
	case kind == "FeatureCollection":
		return nil
	}
	return formatf("it is JSON, but no GeoJSON: an object of type %.40q", kind)
}

// list reads the features of a collection.
func (g *geoJSON) list() error {
	token, err := g.decoder.Token()
	if err != nil {
		return err
	}
	if token != json.Delim('[') {
		return formatf("its member features is no list")
	}
	for g.decoder.More() {
		var f struct{ Properties, Geometry, ID json.RawMessage }
		if err := g.decoder.Decode(&f); err != nil {
			return err
		}
		if err := g.feature(f.Properties, f.Geometry, f.ID); err != nil {
			return err
		}
	}
	_, err = g.decoder.Token()
	return err
}

// system reads the member crs.
func (g *geoJSON) system() error {
	var crs *struct {
		Properties struct {
			Name string
		}
	}
	if err := g.decoder.Decode(&crs); err != nil {
		return err
	}
	if crs == nil || crs.Properties.Name == "" || crs.Properties.Name == g.declared {
		return nil
	}
	if g.features > 0 {
		return formatf("it declares the coordinate system %q after its features", crs.Properties.Name)
	}
	g.declared, g.told = crs.Properties.Name, true
	return g.sink.System(System{Name: g.declared})
}

// feature passes a feature on.
func (g *geoJSON) feature(properties, geometry, id json.RawMessage) error {
	if g.features++; !g.told {
		g.told = true
		if err := g.sink.System(System{EPSG: wgs84}); err != nil {
			return err
		}
	}
	var f Feature
	var err error
	if f.Fields, err = membersOf(properties); err != nil {
		return corruptf("feature %d: %v", g.features, err)
	}
	if text := valueText(id); text != "" {
		f.Fields = append(f.Fields, Field{"id", text})
	}
	if len(geometry) > 0 && !bytes.Equal(geometry, []byte("null")) {
		shape, err := geojson.UnmarshalGeometry(geometry)
		if err != nil {
			return corruptf("feature %d: its geometry: %v", g.features, err)
		}
		f.AddGeometry(shape.Geometry())
	}
	return g.sink.Feature(f)
}

// wgs84 is the code of WGS 84 in degrees.
const wgs84 = 4326

// membersOf returns the members of an object in their order.
func membersOf(object json.RawMessage) (list []Field, err error) {
	if len(object) == 0 || object[0] != '{' {
		return nil, nil
	}
	d := json.NewDecoder(bytes.NewReader(object))
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		if text := valueText(value); text != "" {
			list = append(list, Field{fmt.Sprint(name), text})
		}
	}
	return list, nil
}

// valueText returns a value of JSON as text: a string without its quotes, lists and objects as
// they are, "" for null.
func valueText(value json.RawMessage) string {
	switch {
	case len(value) == 0 || string(value) == "null":
		return ""
	case value[0] == '"':
		var text string
		if json.Unmarshal(value, &text) == nil {
			return text
		}
	}
	return string(value)
}

// AddGeometry adds the areas, lines and points of a geometry to the feature.
func (f *Feature) AddGeometry(g orb.Geometry) {
	switch g := g.(type) {
	case orb.Polygon:
		f.Area = append(f.Area, g)
	case orb.MultiPolygon:
		f.Area = append(f.Area, g...)
	case orb.LineString:
		f.Lines = append(f.Lines, g)
	case orb.MultiLineString:
		f.Lines = append(f.Lines, g...)
	case orb.Point:
		f.Points = append(f.Points, g)
	case orb.MultiPoint:
		f.Points = append(f.Points, g...)
	case orb.Collection:
		for _, member := range g {
			f.AddGeometry(member)
		}
	}
	if len(f.Area) == 0 && g != nil {
		f.Other = g.GeoJSONType()
	}
}
