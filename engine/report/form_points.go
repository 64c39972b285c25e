// SPDX-License-Identifier: MIT

package report

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"roadsnap/engine/match"
	"roadsnap/engine/road"
	"roadsnap/engine/trip"
)

// MostRows is the number of rows of a report of points. Above it, rows are left out evenly, and
// the report says so.
const MostRows = 100_000

// pointRow is a point of form B.1 or B.2.1.
type pointRow struct {
	at     time.Time
	point  match.Point
	raw    match.Observation
	speed  float64 // km/h
	road   string
	known  bool // the speed
	onRoad bool
	note   string
	trip   int64
}

// BuildPoints makes Journey or Speeds of one vehicle: the points of trips in the period. The
// trips may come in any order; only their rows are kept.
func (w *World) BuildPoints(r Request, trips func(yield func(*Recorded) error) error) (*Document, error) {
	b := builder{world: w, request: r, l: r.Language, used: map[string]bool{}}
	var rows []pointRow
	err := trips(func(t *Recorded) error {
		f := &Facts{ID: t.ID, Vehicle: t.Vehicle, Driver: t.Driver, Matched: t.Matched, Corrected: t.Corrected, manyDrivers: strings.Contains(t.Driver, ", ")}
		more, err := b.pointsOf(t, f)
		if err != nil {
			return err
		}
		b.facts = append(b.facts, f)
		if len(more) > 0 {
			b.inside = append(b.inside, f)
		}
		rows = append(rows, more...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(b.inside, func(a, b *Facts) int { return cmp.Or(a.First.Compare(b.First), cmp.Compare(a.ID, b.ID)) })
	slices.SortStableFunc(rows, func(a, b pointRow) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.trip, b.trip)) })
	b.begin()
	if r.Kind == Journey {
		b.journey(rows)
	} else {
		b.speeds(rows)
	}
	b.end()
	return &b.doc, nil
}

// pointsOf returns the points of a trip in the period.
func (b *builder) pointsOf(t *Recorded, f *Facts) (rows []pointRow, err error) {
	observations, result := t.Recording.Observations, t.Result
	track := trip.NewTrack(observations, result)
	var ways map[int64]road.Way
	if t.Matched {
		if ways, err = b.world.waysOf(&result); err != nil {
			return nil, err
		}
	} else {
		track = trip.RecordedTrack(observations)
	}
	if track.Empty() {
		f.Notes = append(f.Notes, Note{Key: "no_times", Vehicle: t.Vehicle, Trips: []int64{t.ID}})
		return nil, nil
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
		o := observations[s.Index]
		row := pointRow{at: s.Time, raw: o, speed: s.Speed * 3.6, known: o.HasSpeed || !s.Gap, onRoad: s.OnRoad, trip: t.ID}
		if t.Matched && s.Index < len(result.Points) {
			row.point = result.Points[s.Index]
			if way, ok := ways[row.point.WayID]; ok && row.point.HasWay {
				row.road = roadName(&way)
			}
		} else {
			row.point.Location = o.Point
		}
		var before time.Time
		if i > 0 {
			before = track.Samples[i-1].Time
		}
		for next < len(stops) && stops[next].Last < s.Index {
			next++
		}
		row.note = b.pointNote(t, s, before, stops, next)
		rows = append(rows, row)
	}
	return rows, nil
}

// pointNote says what is special about a point.
func (b *builder) pointNote(t *Recorded, s *trip.Sample, before time.Time, stops []trip.Stop, next int) string {
	l := b.l
	var parts []string
	if !before.IsZero() && s.Time.Sub(before) >= longSilence {
		parts = append(parts, l.T("word.gap", "length", l.Length(s.Time.Sub(before))))
	}
	if next < len(stops) && stops[next].First == s.Index {
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

// thinned returns at most MostRows of rows, those with notes first among equals, and says so.
func (b *builder) thinned(rows []pointRow) []pointRow {
	if len(rows) <= MostRows {
		return rows
	}
	step := (len(rows) + MostRows - 1) / MostRows
	var kept []pointRow
	for i := 0; i < len(rows); i += step {
		kept = append(kept, rows[i])
	}
	b.say("note.thinned", "n", step, "most", b.l.Number(MostRows, 0))
	return kept
}

// eachDayOf calls fn with the rows of each day.
func eachDayOf(rows []pointRow, fn func(day time.Time, rows []pointRow)) {
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
func (b *builder) journey(rows []pointRow) {
	columns := slices.Concat([]Column{b.column("no", 4, Right), b.column("time", 9, Left)}, b.coordinates(), []Column{b.column("place", 22, Left), b.column("note", 12, Left)})
	eachDayOf(b.thinned(rows), func(day time.Time, rows []pointRow) {
		t := Table{Title: b.l.Day(day), Columns: columns, Rows: make([][]Cell, 0, len(rows))}
		cells := make([]Cell, len(rows)*len(columns))
		last := placeMemory{builder: b}
		for i := range rows {
			r := &rows[i]
			row := cells[i*len(columns) : (i+1)*len(columns) : (i+1)*len(columns)]
			row[0], row[1] = countCell(i+1), momentCell(r.at)
			row[2], row[3] = degreesCell(r.point.Location.Lat), degreesCell(r.point.Location.Lon)
			row[4], row[5] = textCell(last.of(r)), textCell(r.note)
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
	at, located := m.builder.world.Atlas.Locate(r.point.Location)
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
func (b *builder) speeds(rows []pointRow) {
	columns := []Column{b.column("no", 4, Right), b.column("time", 9, Left), b.column("speed_list", 40, Left), b.column("note", 12, Left)}
	eachDayOf(rows, func(day time.Time, rows []pointRow) {
		t := Table{Title: b.l.Day(day), Columns: columns}
		for len(rows) > 0 {
			minute := rows[0].at.Truncate(time.Minute)
			var list, notes []string
			n := 0
			for ; n < len(rows) && rows[n].at.Sub(minute) < time.Minute; n++ {
				if rows[n].known {
					list = append(list, b.l.Number(rows[n].speed, 0))
				}
				if rows[n].note != "" && !slices.Contains(notes, rows[n].note) {
					notes = append(notes, rows[n].note)
				}
			}
			t.Rows = append(t.Rows, []Cell{countCell(len(t.Rows) + 1), momentCell(rows[0].at), textCell(strings.Join(list, ", ")), textCell(strings.Join(notes, "; "))})
			rows = rows[n:]
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
