// SPDX-License-Identifier: MIT

package trace

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"

	"roadsnap/engine/match"
)

// kmlReader reads a KML document. A placemark with lines or tracks is a trip. The
// placemarks of a folder that are points with times are one trip together, as
// trackers export the records of a day.
type kmlReader struct {
	*xmlReader
	folders []*kmlFolder // from the outermost to the current one
	series  []*kmlSeries
	names   valueNames
	areas   int // polygons
	links   int // links to other documents
}

// kmlFolder is a folder or document.
type kmlFolder struct {
	name   string
	depth  int                   // number of open elements at its start
	series map[string]*kmlSeries // by vehicle, "" if the placemarks name none
}

// kmlSeries is the trip of the points of one vehicle in a folder.
type kmlSeries struct {
	*draft
	untimed int // points that were left out because they have no time
}

// readKML reads a KML document of any version.
func readKML(c *collector, r io.Reader) error {
	k := &kmlReader{xmlReader: newXMLReader(c, r, KML), folders: []*kmlFolder{{}}}
	err := k.document(k.element)
	if err != nil {
		return err
	}
	noteRepeatedLines(c.drafts)
	return k.checkPoints()
}

func (k *kmlReader) element(name string, _ xml.StartElement) error {
	for len(k.folders) > 1 && k.folder().depth >= k.depth() {
		k.folders = k.folders[:len(k.folders)-1]
	}
	switch name {
	case "folder", "document":
		k.folders = append(k.folders, &kmlFolder{depth: k.depth()})
	case "name":
		text, err := k.text()
		k.folder().name = cmp.Or(k.folder().name, text)
		return err
	case "placemark":
		return k.placemark()
	case "networklink":
		k.links++
	}
	return nil
}

func (k *kmlReader) folder() *kmlFolder { return k.folders[len(k.folders)-1] }

// placemark is a placemark being read.
type placemark struct {
	name   string
	at     place
	time   time.Time
	values values
	lines  *draft                           // nil if it has none
	own    struct{ kind, trip, leg string } // as package tripfile writes them
	points []kmlCoord
}

// placemark reads a placemark whose start was just read.
func (k *kmlReader) placemark() error {
	p := &placemark{at: k.start}
	above := k.depth() - 1
	err := k.inside(func(name string, e xml.StartElement) error { return k.placemarkElement(p, name, e) })
	if p.lines != nil {
		p.lines.name = strings.TrimSuffix(cmp.Or(p.name, k.folder().name), " "+p.own.leg)
		p.lines.single = p.own.kind != "" && p.own.kind != kindLeg // a way or gap, which repeats a trip
		p.values.describe(p.lines)
	}
	if err != nil {
		return k.skipRecord(err, above)
	}
	return k.addPoints(p)
}

func (k *kmlReader) placemarkElement(p *placemark, name string, e xml.StartElement) (err error) {
	switch name {
	case "name":
		var text string
		text, err = k.text()
		p.name = cmp.Or(p.name, text)
	case "when", "begin": // of a TimeStamp or TimeSpan
		p.time, err = k.when(p.time)
	case "lookat", "camera", "style", "stylemap", "linearring":
		k.areas += oneIf(name == "linearring")
		_, err = k.text() // they have times and coordinates of their own
	case "data":
		return k.inside(func(inner string, _ xml.StartElement) error {
			if inner != "value" {
				return nil
			}
			return k.value(p, attribute(e, "name"))
		})
	case "simpledata":
		return k.value(p, attribute(e, "name"))
	case "point":
		return k.inside(func(name string, _ xml.StartElement) error {
			if name != "coordinates" {
				return nil
			}
			return k.coordinates(func(c kmlCoord) error { p.points = append(p.points, c); return nil })
		})
	case "linestring":
		d, err := k.lines(p)
		if err != nil {
			return err
		}
		return k.lineString(d)
	case "track":
		d, err := k.lines(p)
		if err != nil {
			return err
		}
		return k.track(d)
	}
	return err
}

// value reads a value of ExtendedData.
func (k *kmlReader) value(p *placemark, name string) error {
	text, err := k.text()
	switch {
	case err != nil:
	case name == "kind":
		p.own.kind = text
	case name == "leg":
		p.own.leg = text
	default:
		if name == "trip_id" {
			p.own.trip = text
		}
		p.values.set(k.names.of(name), text)
	}
	return err
}

// lines returns the trip of the lines of a placemark. The legs of package tripfile are one.
func (k *kmlReader) lines(p *placemark) (_ *draft, err error) {
	switch {
	case p.lines != nil:
	case p.own.kind == kindLeg && p.own.trip != "":
		if p.lines, err = k.c.trip(kindLeg + "\x00" + p.own.trip); err == nil {
			p.lines.key = ""
		}
	default:
		p.lines, err = k.c.newTrip("")
	}
	return p.lines, err
}

// when reads a time, unless one is known. Times without a zone are in UTC.
func (k *kmlReader) when(known time.Time) (time.Time, error) {
	at := k.start
	text, err := k.text()
	if err != nil || !known.IsZero() {
		return known, err
	}
	return k.c.jsonTime(text, at)
}

func (k *kmlReader) lineString(d *draft) error {
	var r report
	return k.inside(func(name string, _ xml.StartElement) error {
		if name != "coordinates" {
			return nil
		}
		return k.coordinates(func(c kmlCoord) error {
			r.elevation = c.elevation()
			return k.c.addReport(d, c.observation(), &r, place{line: int(c.line)})
		})
	})
}

func (c kmlCoord) observation() (o match.Observation) {
	o.Lat, o.Lon = c.lat, c.lon
	return o
}

// addPoints adds the points of a placemark to the trip of its folder. Those
// without a time are places.
func (k *kmlReader) addPoints(p *placemark) error {
	if len(p.points) == 0 {
		return nil
	}
	s, err := k.seriesOf(&p.values)
	if err != nil {
		return err
	}
	o := p.values.observation
	if o.Time, err = k.pointTime(p); err != nil {
		return k.c.skip(err)
	}
	if o.Time.IsZero() {
		s.untimed += len(p.points)
		return nil
	}
	for _, c := range p.points {
		o.Lat, o.Lon = c.lat, c.lon
		r := p.values.report
		if !r.elevation.known {
			r.elevation = c.elevation()
		}
		if err := k.c.addReport(s.draft, o, &r, place{line: int(c.line)}); err != nil {
			return err
		}
	}
	k.c.odometer = cmp.Or(p.values.odometer, k.c.odometer)
	return nil
}

// seriesOf returns the trip of the current folder to which a point with these
// values belongs.
func (k *kmlReader) seriesOf(v *values) (*kmlSeries, error) {
	f := k.folder()
	vehicle := cmp.Or(v.vehicle, v.report.device)
	if s := f.series[vehicle]; s != nil {
		return s, nil
	}
	d, err := k.c.newTrip(f.name)
	if err != nil {
		return nil, err
	}
	d.single = true
	v.describe(d)
	if f.series == nil {
		f.series = map[string]*kmlSeries{}
	}
	s := &kmlSeries{draft: d}
	f.series[vehicle], k.series = s, append(k.series, s)
	return s, nil
}

// pointTime returns the time of a point: that of the placemark, or of its values.
func (k *kmlReader) pointTime(p *placemark) (time.Time, error) {
	if !p.time.IsZero() || p.values.time == "" {
		return p.time, nil
	}
	// Programs write there what a tracker shows, so the zone is that of the user.
	utc := k.c.clock.location
	k.c.clock.location = k.c.opt.Location
	t, err := k.c.jsonTime(p.values.time, p.at)
	k.c.clock.location = utc
	return t, err
}

// checkPoints decides whether the points of a document without lines are trips:
// those of a folder are if they are at least two, and most have a time.
func (k *kmlReader) checkPoints() error {
	places := 0
	for _, s := range k.series {
		n := len(s.obs)
		places += s.untimed
		if n < 2 || s.untimed > n {
			k.c.points -= n
			places += n
			s.obs, s.channels = nil, Channels{}
			continue
		}
		s.note(NoteWaypoints, 0, "")
		if s.untimed > 0 {
			s.notes = append(s.notes, Note{Kind: NoteIgnoredPoints, Count: s.untimed})
		}
	}
	switch {
	case k.c.points > 0 || k.c.nSkipped > 0:
		return nil
	case places > 0:
		return k.c.fault(ErrWaypoints, 0, 0, fmt.Sprintf("the file has only places (%d), no track", places), "export the track, not the places")
	case k.areas > 0:
		return k.c.fault(ErrFormat, 0, 0, "the file has only areas, no track", "export the track as a line")
	case k.links > 0:
		return k.c.fault(ErrFormat, 0, 0, "the file only links to another one", "open the link in a browser and save what it names")
	}
	return nil
}
