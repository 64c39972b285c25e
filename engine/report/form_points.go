// SPDX-License-Identifier: MIT

package report

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/road"
	"roadsnap/engine/trip"
)

// MostRows is about the number of rows of form B.1. Above it, points are left out evenly, and the
// report says so.
const MostRows = 100_000

// pointRow is a point of form B.1 or B.2.1.
type pointRow struct {
	at    time.Time
	place geo.Point
	speed float64 // km/h
	known bool    // the speed
	road  string
	note  string
}

// BuildPoints makes Journey or Speeds of one vehicle: the points of trips in the period. The
// trips may come in any order; only their rows are kept. points is the number of their points.
func (w *World) BuildPoints(r Request, points int, trips func(yield func(*Recorded) error) error) (*Document, error) {
	b := builder{world: w, request: r, l: r.Language, used: map[string]bool{}}
	step := (points + MostRows - 1) / MostRows
	list := &pointList{builder: &b, step: max(step, 1), minutes: r.Kind == Speeds}
	err := trips(func(t *Recorded) error {
		f := &Facts{ID: t.ID, Vehicle: t.Vehicle, Driver: t.Driver, Matched: t.Matched, Corrected: t.Corrected, manyDrivers: strings.Contains(t.Driver, ", ")}
		b.facts = append(b.facts, f)
		before := len(list.rows)
		if err := b.eachPoint(t, f, list.add); err != nil {
			return err
		}
		list.close()
		ids := []int64{t.ID}
		for i := before; i < len(list.rows); i++ {
			list.rows[i].trips = ids
		}
		if len(list.rows) > before {
			b.inside = append(b.inside, f)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(b.inside, func(a, b *Facts) int { return cmp.Or(a.First.Compare(b.First), cmp.Compare(a.ID, b.ID)) })
	slices.SortStableFunc(list.rows, func(a, b listedPoint) int { return a.at.Compare(b.at) })
	b.begin()
	if r.Kind == Journey {
		if list.step > 1 {
			b.say("note.thinned", "n", list.step, "most", b.l.Number(MostRows, 0))
		}
		b.journey(list.rows)
	} else {
		b.speeds(list.rows)
	}
	b.end()
	return &b.doc, nil
}

// listedPoint is a row: a point, or the points of a minute.
type listedPoint struct {
	pointRow
	speeds string // of a minute
	trips  []int64
}

// pointList collects rows.
type pointList struct {
	builder *builder
	step    int  // a row stands for so many points
	minutes bool // a row is a minute
	rows    []listedPoint

	count  int // points of the row that is open
	row    listedPoint
	speeds []string
	notes  []string
}

// add adds a point to the open row, or begins another one. Of several points that with a note is
// listed.
func (l *pointList) add(p *pointRow) {
	if l.count > 0 && (l.minutes && !p.at.Truncate(time.Minute).Equal(l.row.at.Truncate(time.Minute)) || !l.minutes && l.count == l.step) {
		l.close()
	}
	if l.count == 0 || !l.minutes && l.row.note == "" && p.note != "" {
		l.row.pointRow = *p
	}
	l.count++
	if !l.minutes {
		return
	}
	if p.known {
		l.speeds = append(l.speeds, l.builder.l.Number(p.speed, 0))
	}
	if p.note != "" && !slices.Contains(l.notes, p.note) {
		l.notes = append(l.notes, p.note)
	}
}

// close ends the open row.
func (l *pointList) close() {
	if l.count == 0 {
		return
	}
	if l.minutes {
		l.row.speeds, l.row.note = strings.Join(l.speeds, ", "), strings.Join(l.notes, "; ")
	}
	l.rows = append(l.rows, l.row)
	l.count, l.row, l.speeds, l.notes = 0, listedPoint{}, l.speeds[:0], l.notes[:0]
}

// eachPoint calls fn with the points of a trip in the period. The point is only valid during the
// call.
func (b *builder) eachPoint(t *Recorded, f *Facts, fn func(*pointRow)) (err error) {
	observations, result := t.Recording.Observations, t.Result
	track := trip.NewTrack(observations, result)
	var ways map[int64]road.Way
	if t.Matched {
		if ways, err = b.world.waysOf(&result); err != nil {
			return err
		}
	} else {
		track = trip.RecordedTrack(observations)
	}
	if track.Empty() {
		f.Notes = append(f.Notes, Note{Key: "no_times", Vehicle: t.Vehicle, Trips: []int64{t.ID}})
		return nil
	}
	f.First, f.Last = track.Start(), track.End()
	if !t.Matched {
		f.Notes = append(f.Notes, Note{Key: "unmatched", Vehicle: t.Vehicle, Trips: []int64{t.ID}})
	}
	f.addWarnings(result)
	stops := trip.Stops(t.Recording)
	next := 0
	for i := range track.Samples {
		s := &track.Samples[i]
		if !b.request.Period.Has(s.Time) {
			continue
		}
		o := &observations[s.Index]
		row := pointRow{at: s.Time, place: o.Point, speed: s.Speed * 3.6, known: o.HasSpeed || !s.Gap}
		if t.Matched && int(s.Index) < len(result.Points) {
			p := &result.Points[s.Index]
			row.place = p.Location
			if way, ok := ways[p.WayID]; ok && p.HasWay {
				row.road = roadName(&way)
			}
		}
		var before time.Time
		if i > 0 {
			before = track.Samples[i-1].Time
		}
		for next < len(stops) && stops[next].Last < int(s.Index) {
			next++
		}
		row.note = b.pointNote(t, s, before, stops, next)
		fn(&row)
	}
	return nil
}

// pointNote says what is special about a point.
func (b *builder) pointNote(t *Recorded, s *trip.Sample, before time.Time, stops []trip.Stop, next int) string {
	l := b.l
	var parts []string
	if !before.IsZero() && s.Time.Sub(before) >= longSilence {
		parts = append(parts, l.T("word.gap", "length", l.Length(s.Time.Sub(before))))
	}
	if next < len(stops) && stops[next].First == int(s.Index) {
		parts = append(parts, l.T("word.stop", "length", l.Length(stops[next].Duration().Round(time.Minute))))
	}
	switch {
	case !t.Matched:
	case !s.OnRoad:
		parts = append(parts, l.T("word.off_road"))
	case trip.Doubtful(t.Result.Points[s.Index]):
		parts = append(parts, l.T("word.doubtful"))
	}
	return strings.Join(parts, "; ")
}

// eachDayOf calls fn with the rows of each day.
func eachDayOf(rows []listedPoint, fn func(day time.Time, rows []listedPoint)) {
	for len(rows) > 0 {
		day := dayOf(rows[0].at)
		end := day.AddDate(0, 0, 1)
		n := 0
		for n < len(rows) && rows[n].at.Before(end) {
			n++
		}
		fn(day, rows[:n])
		rows = rows[n:]
	}
}

// journey makes form B.1, a table for each day.
func (b *builder) journey(rows []listedPoint) {
	columns := slices.Concat([]Column{b.column("no", 4, Right), b.column("time", 9, Left)}, b.coordinates(), []Column{b.column("place", 22, Left), b.column("note", 12, Left)})
	eachDayOf(rows, func(day time.Time, rows []listedPoint) {
		t := Table{Title: b.l.Day(day), Columns: columns, Rows: make([][]Cell, 0, len(rows))}
		cells := make([]Cell, len(rows)*len(columns))
		last := placeMemory{builder: b}
		for i := range rows {
			r := &rows[i]
			row := cells[i*len(columns) : (i+1)*len(columns) : (i+1)*len(columns)]
			row[0], row[1] = countCell(i+1), momentCell(r.at).of(r.trips...)
			row[2], row[3] = degreesCell(r.place.Lat), degreesCell(r.place.Lon)
			row[4], row[5] = textCell(last.of(&r.pointRow)), textCell(r.note)
			t.Rows = append(t.Rows, row)
		}
		b.doc.Tables = append(b.doc.Tables, t)
	})
	b.orEmpty(columns)
}

// placeMemory keeps the texts of places, of which successive points have few.
type placeMemory struct {
	builder *builder
	texts   map[string]string
}

// of returns the place of a row.
func (m *placeMemory) of(r *pointRow) string {
	if m.builder.world.Atlas == nil {
		return r.road
	}
	at, located := m.builder.world.Atlas.Locate(r.place)
	key := r.road + "\x00" + at.Ward.Code + "\x00" + at.Province.Code
	if s, ok := m.texts[key]; ok {
		return s
	}
	if m.texts == nil {
		m.texts = map[string]string{}
	}
	s := m.builder.placeText("", r.road, at, located)
	m.texts[key] = s
	return s
}

// speeds makes form B.2.1: a row for each minute with the speeds of its fixes, a table for each
// day.
func (b *builder) speeds(rows []listedPoint) {
	columns := []Column{b.column("no", 4, Right), b.column("time", 9, Left), b.column("speed_list", 40, Left), b.column("note", 12, Left)}
	eachDayOf(rows, func(day time.Time, rows []listedPoint) {
		t := Table{Title: b.l.Day(day), Columns: columns, Rows: make([][]Cell, 0, len(rows))}
		for i := range rows {
			r := &rows[i]
			t.Rows = append(t.Rows, []Cell{countCell(i + 1), momentCell(r.at).of(r.trips...), textCell(r.speeds), textCell(r.note)})
		}
		b.doc.Tables = append(b.doc.Tables, t)
	})
	b.orEmpty(columns)
}

// orEmpty adds an empty table if there is none.
func (b *builder) orEmpty(columns []Column) {
	if len(b.doc.Tables) == 0 {
		b.doc.Tables = append(b.doc.Tables, Table{Columns: columns, Empty: b.l.T("empty.journeys")})
	}
}
