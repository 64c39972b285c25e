// SPDX-License-Identifier: MIT

package tripfile

import (
	"time"

	"roadsnap/engine/correction"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// observed is an observation with its result.
type observed struct {
	trip    *trace.Trip
	index   int
	o       match.Observation
	p       match.Point
	matched bool // p is valid

	correction string // kinds of the corrections that concern it
}

// pointTable returns the table of observations. Its first columns for a snapped trip, and
// those of a recording, are those of package trace, which reads them.
func pointTable(what What) table {
	columns := []column[*observed]{{"trip_id", "identifier of the trip", func(x *observed) cell { return textCell(x.trip.ID) }}}
	if what.snapped() {
		columns = append(columns, column[*observed]{"index", "number of the observation, from 0", func(x *observed) cell { return countCell(x.index) }})
	}
	columns = append(columns, column[*observed]{"time", "time with its zone", func(x *observed) cell { return timeCell(x.o.Time) }})
	if what.snapped() {
		columns = append(append(columns, snappedPoint...), reported...)
		columns = append(columns, column[*observed]{"correction", "kinds of the corrections by hand that concern it", func(x *observed) cell { return textCell(x.correction) }})
		if what.raw() {
			columns = append(columns, motion...)
		}
	} else {
		columns = append(append(append(columns,
			column[*observed]{"lat", "latitude as recorded (degrees)", func(x *observed) cell { return rawDegreesCell(x.o.Lat) }},
			column[*observed]{"lon", "longitude as recorded (degrees)", func(x *observed) cell { return rawDegreesCell(x.o.Lon) }},
		), motion...), reported...)
	}
	t := table{per: PerPoint, columns: make([]Column, len(columns))}
	for i, c := range columns {
		t.columns[i] = Column{c.name, c.meaning}
	}
	t.each = func(v *view, take func(*row) error) error { return eachPoint(v, what, columns, take) }
	return t
}

// eachPoint makes the rows of points one at a time, because a trip may have a million.
func eachPoint(v *view, what What, columns []column[*observed], take func(*row) error) error {
	r := row{cells: make([]cell, len(columns)), line: make([]geo.Point, 1), times: make([]time.Time, 1)}
	if what == Snapped && !v.HasResult {
		return nil
	}
	x := observed{trip: &v.Matched.Trip}
	corrections := correction.PointsOf(v.Corrected)
	for i, o := range v.Matched.Trip.Observations {
		x.index, x.o, x.matched = i, o, what.snapped() && v.HasResult && i < len(v.Result.Points)
		r.line[0], r.times[0] = o.Point, o.Time
		if x.matched {
			x.p = v.Result.Points[i]
			r.line[0] = x.p.Location
			x.correction = corrections.Text(i)
		}
		for c := range columns {
			r.cells[c] = columns[c].cell(&x)
		}
		if err := take(&r); err != nil {
			return err
		}
	}
	return nil
}

// ofPoint returns a cell of the result, blank without one.
func ofPoint(c func(p *match.Point) cell) func(*observed) cell {
	return func(x *observed) cell {
		if !x.matched {
			return cell{}
		}
		return c(&x.p)
	}
}

var snappedPoint = []column[*observed]{
	{"lat", "latitude on the road, or of the observation off the roads (degrees)", ofPoint(func(p *match.Point) cell { return degreesCell(p.Location.Lat) })},
	{"lon", "longitude on the road, or of the observation off the roads (degrees)", ofPoint(func(p *match.Point) cell { return degreesCell(p.Location.Lon) })},
	{"raw_lat", "latitude as recorded (degrees)", func(x *observed) cell { return degreesCell(x.o.Lat) }},
	{"raw_lon", "longitude as recorded (degrees)", func(x *observed) cell { return degreesCell(x.o.Lon) }},
	{"state", "matched, on_route or off_road", ofPoint(func(p *match.Point) cell { return textCell(p.State.String()) })},
	{"reason", "why it is not matched", ofPoint(func(p *match.Point) cell { return textCell(string(p.Reason)) })},
	{"way_id", "way of OpenStreetMap", ofPoint(func(p *match.Point) cell {
		if !p.HasWay {
			return cell{}
		}
		return integerCell(p.WayID)
	})},
	{"distance_m", "from the observation to the road (metres)", ofPoint(func(p *match.Point) cell { return metresCell(p.Distance) })},
	{"confidence", "probability that the trip was there, on that way", ofPoint(func(p *match.Point) cell { return shareCell(p.Confidence) })},
}

var motion = []column[*observed]{
	{"speed_kmh", "speed as recorded (km/h)", func(x *observed) cell { return exactCell(x.o.Speed*kmhPerMPS, x.o.HasSpeed) }},
	{"heading", "course as recorded (degrees clockwise from north)", func(x *observed) cell { return exactCell(x.o.Heading, x.o.HasHeading) }},
	{"accuracy_m", "accuracy as recorded (metres)", func(x *observed) cell { return exactCell(x.o.Accuracy, x.o.Accuracy > 0) }},
}

// channel returns the value of a channel of the recorder, or the zero value if it is unknown.
func channel[T any](list []T, i int) (value T, known bool) {
	if i >= len(list) {
		return value, false
	}
	return list[i], true
}

var reported = []column[*observed]{
	{"vehicle", "plate, or else device, that the file names", func(x *observed) cell { return textCell(x.trip.Vehicle) }},
	{"device", "identifier of the recorder", func(x *observed) cell { return textCell(x.trip.Device) }},
	{"driver", "driver that the file names", func(x *observed) cell { return textCell(x.trip.Driver) }},
	{"ignition", "on or off", func(x *observed) cell {
		on, _ := channel(x.trip.Channels.Ignition, x.index)
		return textCell(on.String())
	}},
	{"odometer_m", "distance that the recorder counted (metres)", func(x *observed) cell { return exactCell(channel(x.trip.Channels.Odometer, x.index)) }},
	{"elevation_m", "above the sea (metres)", func(x *observed) cell { return exactCell(channel(x.trip.Channels.Elevation, x.index)) }},
	{"address", "as the recorder writes it", func(x *observed) cell {
		address, _ := channel(x.trip.Channels.Address, x.index)
		return textCell(address)
	}},
}
