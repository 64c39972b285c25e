// SPDX-License-Identifier: MIT

package trace

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"roadsnap/engine/match"
)

// readJSON reads GeoJSON and the JSON of this package, which only their members
// distinguish. The file has one or more JSON texts, each an object or an array. If
// it ends early, or is malformed after the first points, these are kept.
func readJSON(c *collector, r io.Reader) error {
	t := newJSONTokens(c, r)
	err := t.documents()
	if err == nil || !t.cut || c.opt.Strict || c.points < 2 {
		return err
	}
	c.noteTruncated(t.end.line)
	return nil
}

// documents reads the JSON texts of the file.
func (t *jsonTokens) documents() error {
	for {
		tok, err := t.next()
		if errors.Is(err, io.EOF) {
			if t.nothing != nil && t.c.points == 0 {
				return t.nothing
			}
			return nil
		}
		if err != nil {
			return err
		}
		switch tok {
		case json.Delim('{'):
			err = readJSONObject(t)
		case json.Delim('['):
			err = readJSONList(t)
		default:
			err = t.fault(ErrFormat, fmt.Sprintf("%s instead of an object", quote(fmt.Sprint(tok))), "choose a GeoJSON file")
		}
		if err != nil {
			return err
		}
	}
}

// readJSONObject reads the top-level object whose "{" was just read.
func readJSONObject(t *jsonTokens) error {
	start := t.end
	f, err := t.feature()
	if err != nil {
		return errors.Join(f.rescue(t), err)
	}
	switch {
	case f.collection && !f.pointList:
		return nil
	case f.kind != "" || f.pointList || f.coords != nil || f.geometry != nil:
		return f.emitAny(t.c)
	case f.props.lat.known && f.props.lon.known: // one of a list of lines
		return t.c.addLoose(&f.props, start)
	}
	if t.nothing == nil {
		t.nothing = t.c.fault(ErrFormat, start.line, start.column, "the object is neither GeoJSON nor a trip with points",
			"choose a GeoJSON file, or JSON with lists of points that have lat and lon")
	}
	t.c.note(NoteNoFix, start.line, "")
	return nil
}

// emitAny emits a feature, or a trip with points.
func (f *feature) emitAny(c *collector) error {
	if f.kind != "" || !f.pointList {
		return f.emit(c)
	}
	d, err := f.jsonTrip(c)
	if err != nil {
		return err
	}
	return f.addPoints(c, d)
}

// rescue emits the whole positions of a feature in which the text breaks off. Its other
// members may be missing.
func (f *feature) rescue(t *jsonTokens) error {
	if !t.cut || t.c.opt.Strict || f.collection {
		return nil
	}
	g := f
	if f.geometry != nil {
		g = f.geometry
	}
	if n := len(g.coords); n < len(f.props.times) {
		f.props.times = f.props.times[:n]
	} else if len(f.props.times) > 0 { // the list breaks off
		g.coords = g.coords[:len(f.props.times)]
	}
	if g.kind == "" && len(g.coords) > 0 {
		g.kind = map[int]string{1: "Point", 2: "LineString", 3: "MultiLineString"}[g.nesting]
	}
	return f.emitAny(t.c)
}

// jsonTrip starts the trip of an object with points.
func (f *feature) jsonTrip(c *collector) (*draft, error) {
	d, err := c.newTrip(f.props.name)
	if err == nil {
		d.key = f.id
		if d.key == "" {
			d.key = f.props.trip
		}
		d.vehicle = f.props.owner()
	}
	return d, err
}

// readJSONList reads the top-level array whose "[" was just read. Its elements
// are features, trips, or points that form one trip.
func readJSONList(t *jsonTokens) error {
	var loose *draft
	return t.array(func(tok json.Token) error {
		if tok != json.Delim('{') {
			return t.fault(ErrFormat, "the list has an element that is not an object", "choose a GeoJSON file, or a list of points with lat and lon")
		}
		start := t.end
		f, err := t.feature()
		switch {
		case err != nil:
			return errors.Join(f.rescue(t), err)
		case f.kind != "" || f.pointList:
			return t.c.emitted(f.emitAny(t.c))
		case f.collection:
			return nil
		case cmp.Or(f.props.trip, f.props.owner()) != "":
			return t.c.addLoose(&f.props, start)
		}
		if loose == nil {
			if loose, err = t.c.newTrip(""); err != nil {
				return err
			}
		}
		return f.props.addTo(t.c, loose, start)
	})
}

// jsonPoint is one member of a list of points.
type jsonPoint struct {
	props properties
	at    place
}

// pointsMember reads the points of a trip, an array of objects. Any other value
// is ignored.
func (f *feature) pointsMember(t *jsonTokens) error {
	tok, err := t.inner()
	if err != nil {
		return err
	}
	if path, ok := tok.(string); ok {
		return f.pathText(t, path)
	}
	if tok != json.Delim('[') {
		return t.rest(tok)
	}
	f.pointList = true
	return t.array(func(tok json.Token) error {
		if tok != json.Delim('{') {
			return t.fault(ErrFormat, "a point is not an object", `write points as {"lat": 10.77653, "lon": 106.70098}`)
		}
		if len(f.points) >= t.c.opt.MaxPoints {
			return t.tooManyPoints()
		}
		p := jsonPoint{at: t.end}
		err := t.object(func(name string) error { return p.props.member(t, name) })
		if err == nil {
			f.points = append(f.points, p)
		}
		return err
	})
}

func (t *jsonTokens) tooManyPoints() error {
	return t.fault(ErrTooLarge, fmt.Sprintf("the file has more than %d points", t.c.opt.MaxPoints), "split it")
}

// pathText reads the path of a request to snap: "lat,lon|lat,lon". Any other text
// is ignored.
func (f *feature) pathText(t *jsonTokens, text string) error {
	for pair := range strings.SplitSeq(text, "|") {
		if len(f.points) >= t.c.opt.MaxPoints {
			return t.tooManyPoints()
		}
		p := jsonPoint{at: t.end}
		lat, lon, _ := strings.Cut(pair, ",")
		p.props.lat.value, p.props.lat.known = parseNumber(lat)
		p.props.lon.value, p.props.lon.known = parseNumber(lon)
		if f.points == nil && !(p.props.lat.known && p.props.lon.known) {
			return nil
		}
		f.points = append(f.points, p)
	}
	f.pointList = true
	return nil
}

func (f *feature) addPoints(c *collector, d *draft) error {
	for i, p := range f.points {
		if p.props.extra == nil && f.props.extra != nil {
			r := f.props.extra.at(i, len(f.points))
			if err := p.props.addWith(c, d, &r, p.at); err != nil {
				return err
			}
			continue
		}
		if err := p.props.addTo(c, d, p.at); err != nil {
			return err
		}
	}
	return nil
}

// properties holds the members of a feature or point other than its geometry.
type properties struct {
	name, trip, time       string
	kind                   string // of this program's features, "" for others
	timeAt                 place
	lat, lon               optional
	speed, heading         optional // m/s, degrees
	plain                  bool     // the name of the speed has no unit
	accuracy               optional // metres
	times                  []string
	speeds, headings, accs []string
	listAt                 place // of times
	extra                  *reportProperties
	traccar                traccarMark
}

// traccarMark tells the positions of Traccar from other points. Only their speed is in knots.
type traccarMark uint8

const (
	hasFixTime    traccarMark = 1 << iota
	hasAttributes             // or the time of the device or the server
	isTraccar     = hasFixTime | hasAttributes
)

// optional is a number that may be unknown.
type optional struct {
	value float64
	known bool
}

// or returns o if it is known, else p.
func (o optional) or(p optional) optional {
	if o.known {
		return o
	}
	return p
}

// pointer returns a pointer to the value, nil if it is unknown.
func (o optional) pointer() *float64 {
	if !o.known {
		return nil
	}
	return &o.value
}

func (o *optional) read(t *jsonTokens, factor float64) error {
	x, ok, err := t.number()
	if ok {
		o.value, o.known = x*factor, true
	}
	return err
}

// member reads the value of the named member. Unknown members are skipped.
func (p *properties) member(t *jsonTokens, name string) (err error) {
	m := t.named(name)
	switch m.folded {
	case "fixtime":
		p.traccar |= hasFixTime
		return p.timeMember(t)
	case "devicetime", "servertime":
		p.traccar |= hasAttributes
		if m.folded == "servertime" || p.time != "" {
			return t.skip()
		}
		return p.timeMember(t)
	case "attributes":
		p.traccar |= hasAttributes
		return p.nested(t)
	case "lat", "latitude":
		return p.lat.read(t, 1)
	case "lon", "lng", "long", "longitude":
		return p.lon.read(t, 1)
	case "latitudee7": // of Google
		return p.lat.read(t, 1e-7)
	case "longitudee7":
		return p.lon.read(t, 1e-7)
	case "position", "location", "latlng", "coords", "point", "gps":
		return p.place(t)
	case "speed":
		p.plain = true
		return p.speed.read(t, 1)
	case "speedmps":
		p.plain = false
		return p.speed.read(t, 1)
	case "speedkmh", "speedkph":
		p.plain = false
		return p.speed.read(t, 1/kmhPerMPS)
	case "heading", "course", "bearing":
		return p.heading.read(t, 1)
	case "accuracy", "accuracym", "horizontalaccuracy":
		return p.accuracy.read(t, 1)
	case "hdop":
		return p.accuracy.read(t, metresPerHDOP)
	case "name", "title":
		p.name, err = t.scalar()
	case "kind":
		p.kind, err = t.scalar()
	case "tripid", "trip", "trackid", "trackfid":
		p.trip, err = t.scalar()
	case "time", "timestamp", "datetime", "coordtimes", "times", "timestamps", "timestampms":
		return p.timeMember(t)
	case "speedsmps":
		return textsMember(t, &p.speeds)
	case "headings":
		return textsMember(t, &p.headings)
	case "accuraciesm":
		return textsMember(t, &p.accs)
	case "coordinateproperties", "coordsproperties", // newer togeojson puts the lists here
		"channels": // of this package
		return p.nested(t)
	default:
		return p.namedMember(t, name, m)
	}
	return err
}

// nested reads the members of an object as if they were not in one. Any other value is
// ignored.
func (p *properties) nested(t *jsonTokens) error {
	tok, err := t.inner()
	if err != nil || tok != json.Delim('{') {
		return errors.Join(err, t.rest(tok))
	}
	return t.object(func(name string) error { return p.member(t, name) })
}

// timeMember reads a time or an array of times. Exporters use the same names
// for both.
func (p *properties) timeMember(t *jsonTokens) error {
	tok, err := t.inner()
	if err != nil {
		return err
	}
	if tok == json.Delim('[') {
		p.times, p.listAt = p.times[:0], t.end
		return t.texts(&p.times)
	}
	p.time, p.timeAt = scalarText(tok), t.end
	return t.rest(tok)
}

// textsMember reads an array of numbers and nulls.
func textsMember(t *jsonTokens, dst *[]string) error {
	tok, err := t.inner()
	if err != nil {
		return err
	}
	if tok != json.Delim('[') {
		return t.rest(tok)
	}
	*dst = (*dst)[:0]
	return t.texts(dst)
}

// addTo adds a point that carries its own position.
func (p *properties) addTo(c *collector, d *draft, at place) error {
	r := p.extra.at(0, 1)
	return p.addWith(c, d, &r, at)
}

func (p *properties) addWith(c *collector, d *draft, r *report, at place) error {
	if !p.lat.known || !p.lon.known {
		return c.skip(c.fault(ErrValue, at.line, at.column, "a point has no lat and lon", `write points as {"lat": 10.77653, "lon": 106.70098}`))
	}
	o := p.observation()
	o.Lat, o.Lon = p.lat.value, p.lon.value
	var err error
	if o.Time, err = c.jsonTime(p.time, p.timeAt); err != nil {
		return c.skip(err)
	}
	p.markSpeed(d)
	return c.addReport(d, o, r, at)
}

// markSpeed notes in d that its speed has no unit.
func (p *properties) markSpeed(d *draft) {
	if p.speed.known && p.plain && p.traccar != isTraccar {
		d.plainSpeed = 1
	}
}

// observation returns the speed, heading and accuracy of a single point.
func (p *properties) observation() match.Observation {
	var o match.Observation
	if p.speed.known && p.speed.value >= 0 {
		o.Speed, o.HasSpeed = p.speed.value, true
		if p.plain && p.traccar == isTraccar {
			o.Speed *= mpsPerKnot
		}
	}
	if p.heading.known {
		o.Heading, o.HasHeading = normalHeading(p.heading.value)
	}
	if p.accuracy.known && p.accuracy.value > 0 {
		o.Accuracy = p.accuracy.value
	}
	return o
}
