// SPDX-License-Identifier: MIT

package trace

import (
	"encoding/xml"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// kmlTrack is a gx:Track, or the Track of KML 2.3, being read. Its lists belong
// together by index: KML writes all times first, or each before its position.
type kmlTrack struct {
	times    []time.Time
	coords   []kmlCoord // NaN if the receiver had no fix
	headings []float64  // of gx:angles
	turned   bool       // some of them are not 0
	series   []kmlArray
	bad      map[int]*Error // the records that cannot be read, by index
}

// kmlArray is a gx:SimpleArrayData: a value for each position.
type kmlArray struct {
	name    valueName
	numbers []float64 // NaN if unknown; of a quantity without units in its values
	texts   []string  // otherwise
}

// add adds the value of the next position. The first value that is no plain number
// makes all of them texts.
func (a *kmlArray) add(text string) {
	if a.texts == nil {
		x, ok := parseNumber(text)
		if missing(text) {
			x, ok = math.NaN(), true
		}
		if ok && a.name.role.isNumber() {
			a.numbers = append(a.numbers, x)
			return
		}
		a.texts = make([]string, len(a.numbers), cap(a.numbers)+1)
		for i, x := range a.numbers {
			if !math.IsNaN(x) {
				a.texts[i] = strconv.FormatFloat(x, 'g', -1, 64)
			}
		}
		a.numbers = nil
	}
	a.texts = append(a.texts, text)
}

func (a *kmlArray) len() int { return max(len(a.numbers), len(a.texts)) }

// set sets the value of position i in v.
func (a *kmlArray) set(v *values, i int) {
	switch {
	case i < len(a.texts):
		v.set(a.name, a.texts[i])
	case i < len(a.numbers) && !math.IsNaN(a.numbers[i]):
		v.setNumber(a.name, a.numbers[i], unit{})
	}
}

// track reads the track just begun. Of a track that breaks off, the positions
// before that are kept.
func (k *kmlReader) track(d *draft) error {
	var t kmlTrack
	err := k.inside(func(name string, e xml.StartElement) error { return k.trackElement(&t, name, e) })
	if err := t.emit(k.c, d); err != nil {
		return err
	}
	return err
}

func (k *kmlReader) trackElement(t *kmlTrack, name string, e xml.StartElement) error {
	if max(len(t.coords), len(t.times), len(t.headings)) > k.c.opt.MaxPoints {
		return k.c.fault(ErrTooLarge, k.start.line, 0, fmt.Sprintf("the file has more than %d points", k.c.opt.MaxPoints),
			"split it, one vehicle or one day a file")
	}
	switch name {
	case "when":
		return k.trackTime(t)
	case "coord":
		return k.trackCoord(t)
	case "angles":
		text, err := k.text()
		heading, _, _ := strings.Cut(text, " ")
		x, ok := parseNumber(heading)
		if !ok {
			x = math.NaN()
		}
		t.turned = t.turned || ok && x != 0
		t.headings = append(t.headings, x)
		return err
	case "simplearraydata":
		array := kmlArray{name: k.names.of(attribute(e, "name"))}
		if !array.name.known {
			return nil
		}
		if array.name.role.isNumber() {
			array.numbers = make([]float64, 0, len(t.coords))
		}
		err := k.inside(func(string, xml.StartElement) error {
			text, err := k.text()
			if array.len() < k.c.opt.MaxPoints {
				array.add(text)
			}
			return err
		})
		t.series = append(t.series, array)
		return err
	}
	return nil
}

func (k *kmlReader) trackTime(t *kmlTrack) error {
	at := k.start
	text, err := k.text()
	if err != nil {
		return err
	}
	var when time.Time
	if !missing(text) {
		var flipped bool
		if when, flipped, err = k.c.clock.read(text); err != nil {
			t.fail(len(t.times), k.c.fault(ErrValue, at.line, at.column, fmt.Sprintf("time %s %s", quote(text), err), timeRemedy(err)))
		}
		if flipped {
			k.c.flipDates()
			for i := range t.times {
				t.times[i] = swapDayMonth(t.times[i])
			}
		}
	}
	t.times = append(t.times, when)
	return nil
}

// trackCoord reads "longitude latitude height", which is empty without a fix.
func (k *kmlReader) trackCoord(t *kmlTrack) error {
	at := k.start
	text, err := k.text()
	if err != nil {
		return err
	}
	c := kmlCoord{lat: math.NaN(), line: int32(min(at.line, math.MaxInt32))}
	if text != "" {
		var ok bool
		if c, ok = parseTuple([]byte(strings.Join(strings.Fields(text), ","))); !ok {
			t.fail(len(t.coords), k.c.fault(ErrValue, at.line, at.column, fmt.Sprintf("coordinates %s are not numbers", quote(text)),
				"write them as longitude, latitude and height"))
		}
		c.line = int32(min(at.line, math.MaxInt32))
	}
	if t.coords == nil {
		t.coords = make([]kmlCoord, 0, len(t.times))
	}
	t.coords = append(t.coords, c)
	return nil
}

func (t *kmlTrack) fail(i int, err *Error) {
	if t.bad == nil {
		t.bad = map[int]*Error{}
	}
	if t.bad[i] == nil {
		t.bad[i] = err
	}
}

// emit adds the positions to d.
func (t *kmlTrack) emit(c *collector, d *draft) error {
	d.obs = slices.Grow(d.obs, len(t.coords))
	var v values
	for i, pos := range t.coords {
		if err := t.bad[i]; err != nil {
			if err := c.skip(err); err != nil {
				return err
			}
			continue
		}
		if math.IsNaN(pos.lat) {
			d.note(NoteNoFix, int(pos.line), "")
			continue
		}
		t.valuesAt(i, &v)
		o := v.observation
		o.Lat, o.Lon = pos.lat, pos.lon
		if i < len(t.times) {
			o.Time = t.times[i]
		}
		if !v.report.elevation.known {
			v.report.elevation = pos.elevation()
		}
		if err := c.addReport(d, o, &v.report, place{line: int(pos.line)}); err != nil {
			return err
		}
		if v.odometer > 0 {
			c.odometer = v.odometer
		}
	}
	return nil
}

// valuesAt sets v to what the track says of position i.
func (t *kmlTrack) valuesAt(i int, v *values) {
	*v = values{}
	if t.turned && i < len(t.headings) && !math.IsNaN(t.headings[i]) {
		v.observation.Heading, v.observation.HasHeading = normalHeading(t.headings[i])
	}
	for k := range t.series {
		t.series[k].set(v, i)
	}
}
