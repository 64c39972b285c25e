// SPDX-License-Identifier: MIT

package trace

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"time"

	"roadsnap/engine/match"
)

// tcxReader reads a document of Garmin's Training Center. An activity with all
// its laps is one trip, and so is a course.
type tcxReader struct {
	*xmlReader
	trip *draft // the current activity or course
}

// readTCX reads a TCX document of version 1 or 2.
func readTCX(c *collector, r io.Reader) error {
	t := &tcxReader{xmlReader: newXMLReader(c, r, TCX)}
	c.odometer = 1 // distances are in metres
	return t.document(func(name string, _ xml.StartElement) error {
		switch name {
		case "activity", "course", "run": // a run is an activity of version 1
			return t.activity()
		}
		return nil
	})
}

func (t *tcxReader) activity() (err error) {
	if t.trip, err = t.c.newTrip(""); err != nil {
		return err
	}
	depth := t.depth()
	return t.inside(func(name string, _ xml.StartElement) error {
		switch name {
		case "trackpoint":
			return t.point()
		case "name":
			if t.depth() > depth+1 {
				return nil // of the recorder, or of a place on the course
			}
			text, err := t.text()
			t.trip.name = cmp.Or(t.trip.name, text)
			return err
		case "unitid":
			text, err := t.text()
			if text != "0" {
				t.trip.device = cmp.Or(t.trip.device, text)
			}
			return err
		}
		return nil
	})
}

// point reads a track point. One without a position is a record of the sensors
// while the receiver had no fix.
func (t *tcxReader) point() error {
	at, above := t.start, t.depth()-1
	p := tcxPoint{}
	err := t.inside(func(name string, _ xml.StartElement) error { return t.value(&p, name) })
	switch {
	case err != nil:
		return t.skipRecord(err, above)
	case !p.lat.known && !p.lon.known:
		t.trip.note(NoteNoFix, at.line, "")
		return nil
	case !p.lat.known || !p.lon.known:
		return t.c.skip(t.c.fault(ErrValue, at.line, at.column, "a position has only one coordinate", "export the file again"))
	}
	o := match.Observation{Time: p.time}
	o.Lat, o.Lon = p.lat.value, p.lon.value
	if p.speed.known && p.speed.value >= 0 {
		o.Speed, o.HasSpeed = p.speed.value, true
	}
	return t.c.addReport(t.trip, o, &p.report, at)
}

// tcxPoint is a track point being read.
type tcxPoint struct {
	lat, lon, speed optional // degrees, m/s
	time            time.Time
	report          report
}

// value reads an element of a point. The speed is in an extension.
func (t *tcxReader) value(p *tcxPoint, name string) error {
	var number *optional
	at := t.start
	switch name {
	case "time":
		text, err := t.text()
		if err == nil {
			p.time, err = t.c.jsonTime(text, at)
		}
		return err
	case "latitudedegrees":
		number = &p.lat
	case "longitudedegrees":
		number = &p.lon
	case "altitudemeters":
		number = &p.report.elevation
	case "distancemeters":
		number = &p.report.odometer
	case "speed":
		number = &p.speed
	default:
		return nil
	}
	text, err := t.text()
	if err != nil || missing(text) {
		return err
	}
	x, ok := parseNumber(text)
	if ok {
		*number = optional{x, true}
	} else if number == &p.lat || number == &p.lon {
		return t.c.fault(ErrValue, at.line, at.column, fmt.Sprintf("%s is not a number of degrees", quote(text)), "export the file again")
	}
	return nil
}
