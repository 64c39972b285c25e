// SPDX-License-Identifier: MIT

package workspace

import (
	"cmp"
	"context"
	"database/sql"
	"slices"

	"roadsnap/engine/geo"
)

// ListOptions says what Trips lists.
type ListOptions struct {
	Trash bool // the trips in the trash instead of the others
	// Key selects the matches whose summaries are listed by its profile. Those with another
	// map or matcher are stale.
	Key MatchKey
}

// Trips returns trips by the time of their first observation; those without times are
// first.
//
// It reads the tables in their own order and joins them itself, because SQLite would search
// a file and a match for each trip. 100,000 trips take half of the time so.
func (w *Workspace) Trips(ctx context.Context, o ListOptions) (list []Trip, err error) {
	tx, err := w.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true}) // all of one moment
	if err != nil {
		return nil, explain(err)
	}
	defer func() { _ = tx.Rollback() }() // it only reads
	if list, err = listTrips(ctx, tx, o.Trash); err != nil {
		return nil, err
	}
	if err := addSummaries(ctx, tx, list, o.Key); err != nil {
		return nil, err
	}
	if err := addCorrections(ctx, tx, list); err != nil {
		return nil, err
	}
	sortByTime(list)
	return list, nil
}

// listTrips returns trips by ID, without summaries.
func listTrips(ctx context.Context, tx *sql.Tx, trash bool) ([]Trip, error) {
	s := listScanner{texts: map[string]string{}, files: map[int64]string{}}
	if _, err := all(ctx, tx, "SELECT id, name FROM file", func(rows *sql.Rows) (none struct{}, err error) {
		var id int64
		var name string
		err = rows.Scan(&id, &name)
		s.files[id] = name
		return none, err
	}); err != nil {
		return nil, err
	}
	var list []Trip
	if !trash { // most trips are listed, and growing the list would take twice its memory
		var count int
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM trip").Scan(&count); err != nil {
			return nil, explain(err)
		}
		list = make([]Trip, 0, count)
	}
	rows, err := tx.QueryContext(ctx, `SELECT id, vehicle, name, file, first, last, points, raw, south, west, north, east,
			note, tags, reviewed, added, removed, driver, device, identity
		FROM trip NOT INDEXED WHERE replaced IS NULL AND (removed IS NOT NULL) = ? ORDER BY id`, trash)
	if err != nil {
		return nil, explain(err)
	}
	defer func() { _ = rows.Close() }() // Err reports its errors
	for rows.Next() {
		list = append(list, Trip{})
		if err := s.scan(rows, &list[len(list)-1]); err != nil {
			return nil, explain(err)
		}
	}
	return list, explain(rows.Err())
}

// listScanner reads the rows of a list. Equal texts share their memory.
type listScanner struct {
	texts                       map[string]string
	files                       map[int64]string
	file                        int64
	vehicle, name, note         sql.RawBytes
	driver, device, identity    sql.RawBytes
	first, last, added, removed sql.NullInt64
	south, west, north, east    sql.NullFloat64
}

// scan reads a row into t, which is in the list already, so that it needs no memory of its own.
func (s *listScanner) scan(rows *sql.Rows, t *Trip) error {
	err := rows.Scan(&t.ID, &s.vehicle, &s.name, &s.file, &s.first, &s.last, &t.Points, &t.Raw,
		&s.south, &s.west, &s.north, &s.east, &s.note, &t.Tags, &t.Reviewed, &s.added, &s.removed, &s.driver, &s.device, &s.identity)
	if err != nil {
		return err
	}
	t.Vehicle, t.Name, t.File, t.Note = s.text(s.vehicle), s.text(s.name), s.files[s.file], s.text(s.note)
	t.Driver, t.Device = s.text(s.driver), s.text(s.device)
	copy(t.Identity[:], s.identity)
	t.First, t.Last, t.Added, t.Removed = fromMicros(s.first), fromMicros(s.last), fromMicros(s.added), fromMicros(s.removed)
	if t.Bounds = geo.NoBounds; s.south.Valid {
		t.Bounds = geo.Bounds{South: s.south.Float64, West: s.west.Float64, North: s.north.Float64, East: s.east.Float64}
	}
	return nil
}

func (s *listScanner) text(b []byte) string {
	if known, ok := s.texts[string(b)]; ok {
		return known
	}
	text := string(b)
	s.texts[text] = text
	return text
}

// addSummaries adds the summaries of matches to trips that are sorted by ID. A summary of
// another version, or a damaged one, is as if there were none.
func addSummaries(ctx context.Context, tx *sql.Tx, list []Trip, key MatchKey) error {
	rows, err := tx.QueryContext(ctx, "SELECT trip, map = ? AND matcher = ?, summary FROM match NOT INDEXED WHERE profile = ?",
		key.Map, key.Matcher, key.Profile.String())
	if err != nil {
		return explain(err)
	}
	defer func() { _ = rows.Close() }() // Err reports its errors
	var id ID
	var current bool
	var data sql.RawBytes
	next := 0 // matches are made in the order of the trips as a rule
	for rows.Next() {
		if err := rows.Scan(&id, &current, &data); err != nil {
			return explain(err)
		}
		if next >= len(list) || list[next].ID != id {
			at, found := slices.BinarySearchFunc(list, id, func(t Trip, id ID) int { return cmp.Compare(t.ID, id) })
			if !found {
				continue // in the other list
			}
			next = at
		}
		t := &list[next]
		next++
		if t.Summary, err = decodeSummary(data); err == nil {
			t.HasSummary, t.Stale = true, !current
		}
	}
	return explain(rows.Err())
}

// sortByTime sorts trips by their first time and ID. It moves each only once, because they
// are large.
func sortByTime(list []Trip) {
	order := make([]int32, len(list)) // the trip that belongs at each index
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(list[a].First.Compare(list[b].First), cmp.Compare(list[a].ID, list[b].ID))
	})
	for i := range list {
		if order[i] == int32(i) {
			continue
		}
		moved, to := list[i], int32(i)
		for order[to] != int32(i) {
			from := order[to]
			list[to] = list[from]
			order[to], to = to, from
		}
		list[to], order[to] = moved, to
	}
}
