// SPDX-License-Identifier: MIT

package workspace

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"roadsnap/engine/correction"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trip"
)

// MatchKey says what a match was made with. A match with another key is stale.
type MatchKey struct {
	Map     string // identifies the map pack and its contents
	Profile match.Profile
	Matcher string // version of the matcher
}

// NewMatch is a match to keep.
type NewMatch struct {
	Result  match.Result
	Summary trip.Summary
	Stops   []trip.Stop // their centres are kept
	// Log are the corrections that the match was made under, Applied what became of them.
	Log     correction.Log
	Applied []correction.Applied
}

// SetMatch keeps the match of a trip in place of all others of the same profile, and which
// corrections it does not follow. The error wraps ErrNoTrip, or ErrChanged if the corrections
// of the trip are no longer those of the match.
func (w *Workspace) SetMatch(ctx context.Context, id ID, key MatchKey, n NewMatch) error {
	m, err := n.encode()
	if err != nil {
		return err
	}
	want, err := json.Marshal(n.Log)
	if err != nil {
		return err
	}
	if n.Log.Empty() {
		want = nil
	}
	unmet, err := json.Marshal(unmetOf(n.Log, n.Applied))
	if err != nil {
		return err
	}
	return transact(ctx, w.db, func(tx *sql.Tx) error {
		_, now, err := correctionsOf(ctx, tx, id)
		if err != nil {
			return err
		}
		if !bytes.Equal(now, want) {
			return fmt.Errorf("%d: %w", id, ErrChanged)
		}
		if err := setMatch(ctx, tx, id, key, m); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "UPDATE correction SET unmet = ? WHERE trip = ?", unmet, id)
		return err
	})
}

func (n *NewMatch) encode() (encodedMatch, error) {
	data, err := encode(n.Result, matchFields)
	if err != nil {
		return encodedMatch{}, err
	}
	lines := make([][]geo.Point, len(n.Result.Legs))
	for i, leg := range n.Result.Legs {
		lines[i] = leg.Shape
	}
	centres := make([]geo.Point, len(n.Stops))
	for i, stop := range n.Stops {
		centres[i] = stop.Center
	}
	return encodedMatch{data: data, summary: encodeSummary(n.Summary), lines: encodeLines(lines...), stops: encodeLines(centres)}, nil
}

// encodedMatch is a match in the form of the database.
type encodedMatch struct{ data, summary, lines, stops []byte }

func setMatch(ctx context.Context, tx *sql.Tx, id ID, key MatchKey, m encodedMatch) error {
	if _, err := one(ctx, tx, id); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM match WHERE trip = ? AND profile = ?", id, key.Profile.String()); err != nil {
		return err
	}
	var row int64
	if err := tx.QueryRowContext(ctx, "INSERT INTO match (trip, map, profile, matcher, summary) VALUES (?, ?, ?, ?, ?) RETURNING id",
		id, key.Map, key.Profile.String(), key.Matcher, m.summary).Scan(&row); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO match_data (match, data) VALUES (?, ?)", row, m.data); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO match_lines (match, data) VALUES (?, ?)", row, m.lines); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, "INSERT INTO stops (trip, data) VALUES (?, ?) ON CONFLICT (trip) DO UPDATE SET data = excluded.data", id, m.stops)
	return err
}

// Match returns the kept match of a trip with a key; ok is false if there is none.
func (w *Workspace) Match(ctx context.Context, id ID, key MatchKey) (r match.Result, ok bool, err error) {
	var data []byte
	err = w.db.QueryRowContext(ctx, `SELECT data FROM match JOIN match_data ON match_data.match = match.id
		WHERE trip = ? AND map = ? AND profile = ? AND matcher = ?`, id, key.Map, key.Profile.String(), key.Matcher).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return r, false, nil
	}
	if err == nil {
		err = decode(data, &r, matchFields)
	}
	return r, err == nil, explain(err)
}

// Lines calls fn with the lines of the legs of each trip that has a match with a key, in the
// order of ids. It is faster than Match; coordinates are rounded to 1e-7°. It stops at the
// first error, also that of fn. fn may keep the lines.
func (w *Workspace) Lines(ctx context.Context, key MatchKey, ids []ID, fn func(id ID, legs [][]geo.Point) error) error {
	rows, err := w.db.QueryContext(ctx, `SELECT trip, data FROM json_each(?) AS wanted
		CROSS JOIN match ON match.trip = wanted.value AND map = ? AND profile = ? AND matcher = ?
		CROSS JOIN match_lines ON match_lines.match = match.id`, jsonOf(ids), key.Map, key.Profile.String(), key.Matcher)
	if err != nil {
		return explain(err)
	}
	return eachLines(rows, fn)
}

// eachLines calls fn with the trip and the lines of each row, and closes the rows.
func eachLines(rows *sql.Rows, fn func(id ID, lines [][]geo.Point) error) error {
	defer func() { _ = rows.Close() }() // Err reports its errors
	var id ID
	var data sql.RawBytes
	for rows.Next() {
		if err := rows.Scan(&id, &data); err != nil {
			return explain(err)
		}
		lines, err := decodeLines(data)
		if err != nil {
			return fmt.Errorf("trip %d: %w", id, err)
		}
		if err := fn(id, lines); err != nil {
			return err
		}
	}
	return explain(rows.Err())
}

// jsonOf returns IDs as an argument for json_each.
func jsonOf(ids []ID) string {
	b := []byte{'['}
	for i, id := range ids {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(id), 10)
	}
	return string(append(b, ']'))
}

// StopCenters returns the centres of the stops of all listed trips, as far as those were
// matched.
func (w *Workspace) StopCenters(ctx context.Context) (centres []geo.Point, err error) {
	err = w.StopsOfTrips(ctx, func(_ ID, of []geo.Point) error {
		centres = append(centres, of...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return centres, nil
}

// StopsOfTrips calls fn with the centres of the stops of each listed trip that was matched,
// by ID. It stops at the first error, also that of fn. fn may keep the centres.
func (w *Workspace) StopsOfTrips(ctx context.Context, fn func(id ID, centres []geo.Point) error) error {
	rows, err := w.db.QueryContext(ctx, "SELECT trip.id, data FROM stops JOIN trip ON trip.id = stops.trip WHERE removed IS NULL AND replaced IS NULL ORDER BY trip.id")
	if err != nil {
		return explain(err)
	}
	return eachLines(rows, func(id ID, lines [][]geo.Point) error {
		for _, line := range lines {
			if err := fn(id, line); err != nil {
				return err
			}
		}
		return nil
	})
}
