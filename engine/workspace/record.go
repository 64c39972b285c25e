// SPDX-License-Identifier: MIT

package workspace

import (
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// points writes or reads n positions.
func points(c *fields, n int, at func(i int) *geo.Point) {
	c.floats(n, func(i int) *float64 { return &at(i).Lat })
	c.floats(n, func(i int) *float64 { return &at(i).Lon })
}

// recordingFields describes a recording. A new field comes last, with a new fieldsVersion.
func recordingFields(c *fields, t *trace.Trip) {
	head := []*string{&t.ID, &t.Vehicle, &t.Device, &t.Driver, &t.Name, &t.File}
	texts(c, len(head), func(i int) *string { return head[i] })
	n := list(c, &t.Observations)
	o := t.Observations
	points(c, n, func(i int) *geo.Point { return &o[i].Point })
	c.times(n, func(i int) *time.Time { return &o[i].Time })
	c.floats(n, func(i int) *float64 { return &o[i].Accuracy })
	c.floats(n, func(i int) *float64 { return &o[i].Heading })
	c.bools(n, func(i int) *bool { return &o[i].HasHeading })
	c.floats(n, func(i int) *float64 { return &o[i].Speed })
	c.bools(n, func(i int) *bool { return &o[i].HasSpeed })

	x := &t.Channels
	ints(c, list(c, &x.Ignition), func(i int) *trace.Ignition { return &x.Ignition[i] })
	c.floats(list(c, &x.Odometer), func(i int) *float64 { return &x.Odometer[i] })
	c.floats(list(c, &x.Elevation), func(i int) *float64 { return &x.Elevation[i] })
	texts(c, list(c, &x.Address), func(i int) *string { return &x.Address[i] })

	n = list(c, &t.Notes)
	notes := t.Notes
	texts(c, n, func(i int) *trace.NoteKind { return &notes[i].Kind })
	ints(c, n, func(i int) *int { return &notes[i].Line })
	ints(c, n, func(i int) *int { return &notes[i].Count })
	texts(c, n, func(i int) *string { return &notes[i].Detail })
}

// matchFields describes a match. A new field comes last, with a new fieldsVersion.
func matchFields(c *fields, r *match.Result) {
	ints(c, 1, func(int) *match.Profile { return &r.Profile })
	d := &r.Distance
	distances := []*float64{&d.Raw, &d.Matched, &d.Inferred, &d.OffRoad}
	c.floats(len(distances), func(i int) *float64 { return distances[i] })

	n := list(c, &r.Points)
	p := r.Points
	ints(c, n, func(i int) *int { return &p[i].Index })
	points(c, n, func(i int) *geo.Point { return &p[i].Location })
	ints(c, n, func(i int) *match.State { return &p[i].State })
	texts(c, n, func(i int) *match.Reason { return &p[i].Reason })
	ints(c, n, func(i int) *int64 { return &p[i].WayID })
	c.bools(n, func(i int) *bool { return &p[i].HasWay })
	c.floats(n, func(i int) *float64 { return &p[i].Distance })
	c.floats(n, func(i int) *float64 { return &p[i].Confidence })

	n = list(c, &r.Gaps)
	gaps := r.Gaps
	ints(c, n, func(i int) *int { return &gaps[i].FirstIndex })
	ints(c, n, func(i int) *int { return &gaps[i].LastIndex })
	texts(c, n, func(i int) *match.GapCause { return &gaps[i].Cause })
	n = list(c, &r.Warnings)
	warnings := r.Warnings
	ints(c, n, func(i int) *int { return &warnings[i].Index })
	texts(c, n, func(i int) *match.WarningKind { return &warnings[i].Kind })

	n = list(c, &r.Legs)
	legs := r.Legs
	ints(c, n, func(i int) *int { return &legs[i].FirstIndex })
	ints(c, n, func(i int) *int { return &legs[i].LastIndex })
	c.floats(n, func(i int) *float64 { return &legs[i].Length })
	c.floats(n, func(i int) *float64 { return &legs[i].Confidence })
	for i := range legs {
		legFields(c, &legs[i])
	}
}

// legFields describes the lists of a leg.
func legFields(c *fields, l *match.Leg) {
	points(c, list(c, &l.Shape), func(i int) *geo.Point { return &l.Shape[i] })
	c.times(list(c, &l.Times), func(i int) *time.Time { return &l.Times[i] })

	n := list(c, &l.Ways)
	ints(c, n, func(i int) *int64 { return &l.Ways[i].WayID })
	c.bools(n, func(i int) *bool { return &l.Ways[i].Forward })
	c.floats(n, func(i int) *float64 { return &l.Ways[i].Length })

	n = list(c, &l.Inferred)
	ints(c, n, func(i int) *int { return &l.Inferred[i].First })
	ints(c, n, func(i int) *int { return &l.Inferred[i].Last })
	ints(c, n, func(i int) *int { return &l.Inferred[i].FirstIndex })
	ints(c, n, func(i int) *int { return &l.Inferred[i].LastIndex })
	texts(c, n, func(i int) *match.GapCause { return &l.Inferred[i].Cause })
}
