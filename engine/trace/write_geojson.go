// SPDX-License-Identifier: MIT

package trace

import (
	"bufio"
	"encoding/json"
	"strconv"

	"roadsnap/engine/correction"
	"roadsnap/engine/geo"
)

// geoJSONEncoder writes one feature collection (RFC 7946: WGS 84, longitude
// first), with one feature per line.
type geoJSONEncoder struct{ features int }

func (e *geoJSONEncoder) open(w *bufio.Writer, n Notice) error {
	buf := []byte(`{"type":"FeatureCollection",`)
	for _, member := range [][2]string{{"status", n.Status}, {"licence", n.Licence}} {
		if member[1] == "" {
			continue
		}
		text, err := marshalPlain(member[1])
		if err != nil {
			return err
		}
		buf = append(append(append(append(buf, '"'), member[0]...), `":`...), text...)
		buf = append(buf, ',')
	}
	_, err := w.Write(append(buf, `"features":[`...))
	return err
}

func (e *geoJSONEncoder) openTrips(w *bufio.Writer, _ []Trip) error { return e.open(w, Notice{}) }

func (e *geoJSONEncoder) close(w *bufio.Writer) error {
	_, err := w.WriteString("\n]}\n")
	return err
}

// legProperties describe the LineString of a leg.
type legProperties struct {
	Kind       string        `json:"kind"` // "leg"
	TripID     string        `json:"trip_id"`
	Name       string        `json:"name,omitempty"`
	Profile    string        `json:"profile"`
	FirstIndex int           `json:"first_index"`
	LastIndex  int           `json:"last_index"`
	Length     float64       `json:"length_m"`
	Confidence float64       `json:"confidence"`
	Ways       []JSONWay     `json:"ways"`
	Inferred   []JSONStretch `json:"inferred"`
	Times      []string      `json:"coordTimes,omitempty"` // one per position, the convention of togeojson
	owner
	Corrected string `json:"corrected,omitempty"` // what was done by hand
}

// pointProperties describe the Point of an observation at its matched location.
type pointProperties struct {
	Kind   string `json:"kind"` // "point"
	TripID string `json:"trip_id"`
	JSONPoint
	owner
	Ignition  string   `json:"ignition,omitempty"`
	Odometer  *float64 `json:"odometer_m,omitempty"`
	Elevation *float64 `json:"elevation_m,omitempty"`
	Address   string   `json:"address,omitempty"`
}

// owner names the vehicle, recorder and driver of a trip.
type owner struct {
	Vehicle string `json:"vehicle,omitempty"`
	Device  string `json:"device,omitempty"`
	Driver  string `json:"driver,omitempty"`
}

func ownerOf(t Trip) owner { return owner{t.Vehicle, t.Device, t.Driver} }

// tripProperties describe the line of an unmatched trip.
type tripProperties struct {
	Kind     string     `json:"kind"` // "trip"
	TripID   string     `json:"trip_id"`
	Name     string     `json:"name,omitempty"`
	Times    []*string  `json:"coordTimes,omitempty"`
	Speeds   []*float64 `json:"speeds_mps,omitempty"`
	Headings []*float64 `json:"headings,omitempty"`
	Accuracy []*float64 `json:"accuracies_m,omitempty"`
	owner
	Ignition []*string  `json:"ignition,omitempty"`
	Odometer []*float64 `json:"odometer_m,omitempty"`
	Address  []*string  `json:"address,omitempty"`
}

func (e *geoJSONEncoder) matched(w *bufio.Writer, m Matched) error {
	for _, l := range m.Result.Legs {
		leg := encodeLeg(l)
		err := e.feature(w, lineKind(len(l.Shape)), l.Shape, nil, 6, legProperties{
			Kind: "leg", TripID: m.Trip.ID, Name: m.Trip.Name, Profile: m.Result.Profile.String(),
			FirstIndex: leg.FirstIndex, LastIndex: leg.LastIndex, Length: leg.Length,
			Confidence: leg.Confidence, Ways: leg.Ways, Inferred: leg.Inferred, Times: leg.Times, owner: ownerOf(m.Trip),
			Corrected: correction.Statement(m.Corrected),
		})
		if err != nil {
			return err
		}
	}
	for i, p := range m.Result.Points {
		props := pointProperties{Kind: "point", TripID: m.Trip.ID, JSONPoint: EncodePoint(p, timeOf(m.Trip, i)), owner: ownerOf(m.Trip)}
		r := m.Trip.reportAt(i)
		props.Ignition, props.Address = r.ignition.String(), r.address
		props.Odometer, props.Elevation = r.odometer.pointer(), r.elevation.pointer()
		if err := e.feature(w, geometryPoint, []geo.Point{p.Location}, nil, 6, props); err != nil {
			return err
		}
	}
	return nil
}

func (e *geoJSONEncoder) trip(w *bufio.Writer, t Trip) error {
	line, p := tripFeature(t)
	return e.feature(w, lineKind(len(line)), line, t.Channels.Elevation, 7, p)
}

// AppendTripFeature appends a recorded trip as a feature of GeoJSON, or nothing if it has no
// observation.
func AppendTripFeature(dst []byte, t Trip) ([]byte, error) {
	line, p := tripFeature(t)
	if len(line) == 0 {
		return dst, nil
	}
	return appendFeature(dst, lineKind(len(line)), line, t.Channels.Elevation, 7, p)
}

// tripFeature returns the line of a recorded trip and its properties.
func tripFeature(t Trip) ([]geo.Point, tripProperties) {
	line := make([]geo.Point, len(t.Observations))
	p := tripProperties{Kind: "trip", TripID: t.ID, Name: t.Name, owner: ownerOf(t)}
	if t.Vehicle == t.ID && t.Device == "" { // the reader takes it from trip_id
		p.Vehicle = ""
	}
	for i, o := range t.Observations {
		line[i] = o.Point
		p.Times = appendKnown(p.Times, i, formatTime(o.Time), !o.Time.IsZero())
		p.Speeds = appendKnown(p.Speeds, i, o.Speed, o.HasSpeed)
		p.Headings = appendKnown(p.Headings, i, o.Heading, o.HasHeading)
		p.Accuracy = appendKnown(p.Accuracy, i, o.Accuracy, o.Accuracy > 0)
		r := t.reportAt(i)
		p.Ignition = appendKnown(p.Ignition, i, r.ignition.String(), r.ignition != IgnitionUnknown)
		p.Odometer = appendKnown(p.Odometer, i, r.odometer.value, r.odometer.known)
		p.Address = appendKnown(p.Address, i, r.address, r.address != "")
	}
	return line, p
}

// appendKnown appends the value of observation i to list, null if it is unknown.
// The list stays nil until the first known value.
func appendKnown[T any](list []*T, i int, x T, known bool) []*T {
	if known {
		for len(list) < i {
			list = append(list, nil)
		}
		return append(list, &x)
	}
	if list != nil {
		list = append(list, nil)
	}
	return list
}

// Geometry types. A trip of one observation is a MultiPoint, because a LineString
// needs two positions and the reader ignores a Point if there are lines.
const (
	geometryPoint      = "Point"
	geometryMultiPoint = "MultiPoint"
	geometryLine       = "LineString"
)

func lineKind(positions int) string {
	if positions < 2 {
		return geometryMultiPoint
	}
	return geometryLine
}

func (e *geoJSONEncoder) feature(w *bufio.Writer, kind string, positions []geo.Point, elevations []float64, decimals int, properties any) error {
	if len(positions) == 0 {
		return nil
	}
	var buf []byte
	if e.features > 0 {
		buf = append(buf, ',')
	}
	e.features++
	buf, err := appendFeature(append(buf, '\n'), kind, positions, elevations, decimals, properties)
	if err != nil {
		return err
	}
	_, err = w.Write(buf)
	return err
}

// appendFeature appends a feature, whose positions must not be empty.
func appendFeature(dst []byte, kind string, positions []geo.Point, elevations []float64, decimals int, properties any) ([]byte, error) {
	dst = append(dst, `{"type":"Feature","geometry":{"type":"`...)
	dst = append(append(dst, kind...), `","coordinates":`...)
	if kind == geometryPoint {
		dst = appendPosition(dst, positions[0], optional{}, decimals)
	} else {
		for i, p := range positions {
			dst = appendPosition(append(dst, "[,"[min(i, 1)]), p, knownAt(elevations, i), decimals)
		}
		dst = append(dst, ']')
	}
	props, err := json.Marshal(properties)
	if err != nil {
		return dst, err
	}
	dst = append(dst, `},"properties":`...)
	return append(append(dst, props...), '}'), nil
}

func appendPosition(dst []byte, p geo.Point, elevation optional, decimals int) []byte {
	dst = append(dst, '[')
	dst = strconv.AppendFloat(dst, p.Lon, 'f', decimals, 64)
	dst = append(dst, ',')
	dst = strconv.AppendFloat(dst, p.Lat, 'f', decimals, 64)
	if elevation.known {
		dst = strconv.AppendFloat(append(dst, ','), elevation.value, 'f', -1, 64)
	}
	return append(dst, ']')
}

var _ tripEncoder = (*geoJSONEncoder)(nil)
