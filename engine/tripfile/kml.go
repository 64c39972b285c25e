// SPDX-License-Identifier: MIT

package tripfile

import (
	"archive/zip"
	"bufio"
	"encoding/xml"
	"errors"
	"image/color"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/twpayne/go-kml/v3"

	"roadsnap/engine/geo"
	"roadsnap/engine/trace"
)

// kmlFile writes KML 2.2 with gx:Track, one folder per trip. Lines with times are tracks.
type kmlFile struct {
	out     *bufio.Writer
	encoder *xml.Encoder
	o       *Options
	tables  []table
	zip     *zip.Writer // nil without an archive
}

func newKML(w io.Writer, o *Options, tables []table) (*kmlFile, error) {
	out := bufio.NewWriterSize(w, textBuffer)
	e := &kmlFile{out: out, encoder: xml.NewEncoder(out), o: o, tables: tables}
	e.encoder.Indent("", " ")
	if _, err := out.WriteString(xml.Header); err != nil {
		return nil, err
	}
	root := xml.StartElement{
		Name: xml.Name{Space: kml.Namespace, Local: "kml"},
		Attr: []xml.Attr{{Name: xml.Name{Local: "xmlns:gx"}, Value: kml.GxNamespace}},
	}
	head := []kml.Element{kml.Name("Roadsnap")}
	if notice := o.Source.text(); notice != "" {
		head = append(head, kml.Description(notice))
	}
	return e, errors.Join(e.encoder.EncodeToken(root), e.start("Document"), e.add(append(append(head, styles()...), schemaOfTracks())...))
}

// newKMZ returns an encoder of KML in an archive.
func newKMZ(w io.Writer, o *Options, tables []table) (*kmlFile, error) {
	archive := zip.NewWriter(w)
	doc, err := archive.Create("doc.kml")
	if err != nil {
		return nil, err
	}
	e, err := newKML(doc, o, tables)
	if err != nil {
		return nil, err
	}
	e.zip = archive
	return e, nil
}

// The styles of the lines and marks.
const (
	styleRecorded = "recorded"
	styleRoute    = "route"
	styleGap      = "gap"
	styleStop     = "stop"
	stylePoint    = "point"
	styleEvent    = "event"
)

// balloon shows the name of a feature and its figures.
const balloon = "<b>$[name]</b><br/>$[description]"

func styles() (list []kml.Element) {
	line := func(id string, c color.Color, width float64) kml.Element {
		return kml.SharedStyle(id,
			kml.IconStyle(kml.Scale(0)), // no mark at the end of a track
			kml.LabelStyle(kml.Scale(0)),
			kml.LineStyle(kml.Color(c), kml.Width(width)),
			kml.BalloonStyle(kml.Text(balloon)))
	}
	mark := func(id string, c color.Color, scale float64, icon string) kml.Element {
		return kml.SharedStyle(id,
			kml.IconStyle(kml.Color(c), kml.Scale(scale), kml.Icon(kml.Href("http://maps.google.com/mapfiles/kml/"+icon))),
			kml.LabelStyle(kml.Scale(0.8)),
			kml.LineStyle(kml.Color(c), kml.Width(2)),
			kml.BalloonStyle(kml.Text(balloon)))
	}
	return []kml.Element{
		line(styleRecorded, color.NRGBA{0x60, 0x60, 0x60, 0xc0}, 2),
		line(styleRoute, color.NRGBA{0x1e, 0x50, 0xb4, 0xff}, 4),
		line(styleGap, color.NRGBA{0xd0, 0x30, 0x20, 0xff}, 3),
		mark(styleStop, color.NRGBA{0xd0, 0x80, 0x10, 0xff}, 0.9, "shapes/parking_lot.png"),
		mark(stylePoint, color.NRGBA{0x1e, 0x50, 0xb4, 0xff}, 0.4, "shapes/shaded_dot.png"),
		mark(styleEvent, color.NRGBA{0xd0, 0x30, 0x20, 0xff}, 0.8, "shapes/caution.png"),
	}
}

func (e *kmlFile) start(name string) error {
	return e.encoder.EncodeToken(xml.StartElement{Name: xml.Name{Local: name}})
}

func (e *kmlFile) end(name string) error {
	return e.encoder.EncodeToken(xml.EndElement{Name: xml.Name{Local: name}})
}

func (e *kmlFile) add(elements ...kml.Element) error {
	for _, x := range elements {
		if err := x.MarshalXML(e.encoder, xml.StartElement{}); err != nil {
			return err
		}
	}
	return nil
}

func (e *kmlFile) trip(v *view) error {
	if err := errors.Join(e.start("Folder"), e.add(kml.Name(v.title()))); err != nil {
		return err
	}
	all := tripTable()
	err := all.each(v, func(r *row) error {
		description, data := figures(all, r, nil)
		return e.add(description, data)
	})
	if err == nil && e.o.What.raw() && len(e.o.Per) == 0 {
		err = e.add(e.recorded(v)...)
	}
	for _, t := range e.tables {
		if err == nil {
			err = e.folder(v, t)
		}
	}
	if err == nil && e.o.What.snapped() && len(e.o.Per) == 0 {
		err = e.gaps(v)
	}
	return errors.Join(err, e.end("Folder"))
}

// recorded returns the line of the recording, with the vehicle, and as arrays what the
// recorder says at its points. Observations without a position are left out, and a line in
// which one has no time has none.
func (e *kmlFile) recorded(v *view) []kml.Element {
	t := &v.Matched.Trip
	var line []geo.Point
	var times []time.Time
	var indexes []int
	timed := true
	for i, o := range t.Observations {
		if at, ok := v.position(i); ok {
			line, times, indexes = append(line, at), append(times, o.Time), append(indexes, i)
			timed = timed && !o.Time.IsZero()
		}
	}
	if len(line) == 0 {
		return nil
	}
	if !timed {
		times = nil
	}
	place := geometry(line, times, 7)
	if track, is := place.(*kml.GxTrackElement); is {
		if arrays := trackArrays(t, indexes); len(arrays) > 0 {
			track.Append(kml.ExtendedData(kml.SchemaData("#"+recordingSchema, arrays...)))
		}
	}
	var owner []kml.Element
	for _, x := range [][2]string{{"vehicle", t.Vehicle}, {"device", t.Device}, {"driver", t.Driver}} {
		if x[1] != "" {
			owner = append(owner, kml.Data(x[0], kml.Value(x[1])))
		}
	}
	name := kml.Name(v.title() + " (" + e.o.Labels.Recorded + ")")
	return []kml.Element{placemark(name, kml.StyleURL("#"+styleRecorded), kml.ExtendedData(owner...), place)}
}

// recordingSchema is the schema of the arrays of a recorded track.
const recordingSchema = "recording"

// trackColumns are the columns of points that a recorded track has as arrays.
func trackColumns() []column[*observed] {
	return append(motion[:len(motion):len(motion)], reported[3:]...) // without those of the trip
}

func schemaOfTracks() kml.Element {
	schema := kml.Schema(recordingSchema)
	for _, c := range trackColumns() {
		schema.Append(kml.GxSimpleArrayField(c.name, "string"))
	}
	return schema
}

// trackArrays returns the arrays with a known value.
func trackArrays(t *trace.Trip, indexes []int) (list []kml.Element) {
	for _, c := range trackColumns() {
		values, known := make([]string, 0, len(indexes)), false
		for _, i := range indexes {
			value := c.cell(&observed{trip: t, index: i, o: t.Observations[i]})
			known = known || value.kind != blank
			values = append(values, value.plain())
		}
		if known {
			list = append(list, array{c.name, values})
		}
	}
	return list
}

// array is a gx:SimpleArrayData element, which that of package kml cannot name.
type array struct {
	name   string
	values []string
}

// MarshalXML encodes the element.
func (a array) MarshalXML(e *xml.Encoder, _ xml.StartElement) error {
	content := struct {
		Name   string   `xml:"name,attr"`
		Values []string `xml:"gx:value"`
	}{a.name, a.values}
	return e.EncodeElement(content, xml.StartElement{Name: xml.Name{Local: "gx:SimpleArrayData"}})
}

// folder writes the rows of a table of a trip.
func (e *kmlFile) folder(v *view, t table) error {
	l, label, style := e.o.Labels, "", ""
	switch t.per {
	case PerPoint:
		label, style = l.Points, stylePoint
	case PerLeg:
		label, style = l.Route, styleRoute
	case PerWay:
		label, style = l.Ways, styleRoute
	case PerStop:
		label, style = l.Stops, styleStop
	case PerEvent:
		label, style = l.Events, styleEvent
	case PerTrip:
		return nil // the folder of the trip has its figures
	}
	open := false
	err := t.each(v, func(r *row) error {
		if len(r.line) == 0 || !finite(r.line[0].Lat) || !finite(r.line[0].Lon) {
			return nil
		}
		if !open {
			if err := errors.Join(e.start("Folder"), e.add(kml.Name(label))); err != nil {
				return err
			}
			open = true
		}
		description, data := figures(t, r, kindOf(string(t.per)))
		return e.add(placemark(kml.Name(v.rowName(t, r)), description, spanOf(t, r), kml.StyleURL("#"+style), data, geometry(r.line, r.times, 6)))
	})
	if open {
		err = errors.Join(err, e.end("Folder"))
	}
	return err
}

// nameColumns are the columns whose values are the name of a row.
var nameColumns = map[Per][]string{
	PerPoint: {"index"}, PerWay: {"name", "ref", "way_id"}, PerStop: {"place", "stop"}, PerEvent: {"cause", "event"},
}

// rowName returns the first known value of nameColumns. A leg has the name of the trip, with
// its number if there are several, because many programs show no folders.
func (v *view) rowName(t table, r *row) string {
	if t.per == PerLeg {
		if len(v.lines) == 1 {
			return v.title()
		}
		return v.title() + " " + r.cells[t.index("leg")].plain()
	}
	for _, name := range nameColumns[t.per] {
		if i := t.index(name); i >= 0 && r.cells[i].kind != blank {
			return r.cells[i].plain()
		}
	}
	return string(t.per)
}

// index returns the index of a column, −1 if the table has none of the name.
func (t table) index(name string) int {
	for i, c := range t.columns {
		if c.Name == name {
			return i
		}
	}
	return -1
}

// spanOf returns the time of a row that is no track, nil if it is unknown.
func spanOf(t table, r *row) kml.Element {
	if len(r.line) > 1 && r.times != nil {
		return nil
	}
	for _, names := range [][2]string{{"arrival", "departure"}, {"start_time", "end_time"}} {
		if a, b := t.index(names[0]), t.index(names[1]); a >= 0 && r.cells[a].kind == moment && r.cells[b].kind == moment {
			return kml.TimeSpan(kml.Begin(r.cells[a].time), kml.End(r.cells[b].time))
		}
	}
	if i := t.index("time"); i >= 0 && r.cells[i].kind == moment {
		return kml.TimeStamp(when{r.cells[i].time})
	}
	return nil
}

// gaps writes the gaps of a trip as lines from observation to observation.
func (e *kmlFile) gaps(v *view) error {
	var marks []kml.Element
	for _, g := range v.Result.Gaps {
		if line := v.recorded(g.FirstIndex, g.LastIndex); len(line) > 1 {
			marks = append(marks, placemark(kml.Name(string(g.Cause)), kml.StyleURL("#"+styleGap), kml.ExtendedData(kindOf("gap")), geometry(line, nil, 6)))
		}
	}
	if len(marks) == 0 {
		return nil
	}
	return e.add(kml.Folder(append([]kml.Element{kml.Name(e.o.Labels.Gaps)}, marks...)...))
}

// placemark returns a placemark of the elements that are not nil, which must be in the order
// of the standard: name, description, time, style, data, geometry.
func placemark(parts ...kml.Element) kml.Element {
	return kml.Placemark(slices.DeleteFunc(parts, func(x kml.Element) bool { return x == nil })...)
}

// kindOf returns the data that says what a placemark is. Package trace reads it, so that the
// legs of a trip are one trip, and gaps are none.
func kindOf(kind string) kml.Element { return kml.Data("kind", kml.Value(kind)) }

// figures returns the known values of a row, as a table for the balloon and as data for
// programs, which begins with kind unless that is nil.
func figures(t table, r *row, kind kml.Element) (description, values kml.Element) {
	var data []kml.Element
	if kind != nil {
		data = append(data, kind)
	}
	var b strings.Builder
	b.WriteString("<table>")
	for i, c := range r.cells {
		if c.kind == blank {
			continue
		}
		value := c.plain()
		data = append(data, kml.Data(t.columns[i].Name, kml.Value(value)))
		b.WriteString("<tr><td>" + t.columns[i].Name + "</td><td>" + string(appendXML(nil, value)) + "</td></tr>")
	}
	b.WriteString("</table>")
	return kml.Description(b.String()), kml.ExtendedData(data...)
}

// geometry returns a point, a line, or a track if the times are known.
func geometry(line []geo.Point, times []time.Time, decimals int) kml.Element {
	places := make([]kml.Coordinate, len(line))
	for i, p := range line {
		places[i] = kml.Coordinate{Lon: numberCell(p.Lon, decimals).number, Lat: numberCell(p.Lat, decimals).number}
	}
	switch {
	case len(line) == 1:
		return kml.Point(kml.Coordinates(places...))
	case times == nil:
		return kml.LineString(kml.Tessellate(true), kml.Coordinates(places...))
	}
	track := kml.GxTrack()
	for _, t := range times {
		track.Append(when{t})
	}
	for _, p := range places {
		track.Append(kml.GxCoord(p))
	}
	return track
}

// when is a when element with the fractions of its time, which that of package kml lacks.
type when struct{ time time.Time }

// MarshalXML encodes the element.
func (w when) MarshalXML(e *xml.Encoder, _ xml.StartElement) error {
	return e.EncodeElement(trace.FormatTime(w.time), xml.StartElement{Name: xml.Name{Local: "when"}})
}

func (e *kmlFile) close() error {
	err := errors.Join(e.end("Document"), e.encoder.EncodeToken(xml.EndElement{Name: xml.Name{Space: kml.Namespace, Local: "kml"}}), e.encoder.Flush())
	if err == nil {
		err = e.out.Flush()
	}
	if err == nil && e.zip != nil {
		err = e.zip.Close()
	}
	return err
}

func (e *kmlFile) discard() {}
