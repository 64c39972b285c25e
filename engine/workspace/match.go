// SPDX-License-Identifier: MIT

package workspace

import (
	"context"
	"database/sql"
	"errors"

	"roadsnap/engine/match"
	"roadsnap/engine/trip"
)

// MatchKey says what a match was made with. A match with another key is stale.
type MatchKey struct {
	Map     string // identifies the map pack and its contents
	Profile match.Profile
	Matcher string // version of the matcher
}

// SetMatch keeps the match of a trip and its summary in place of all others of the same
// profile. The error wraps ErrNoTrip.
func (w *Workspace) SetMatch(ctx context.Context, id ID, key MatchKey, r match.Result, s trip.Summary) error {
	data, err := encode(r)
	if err != nil {
		return err
	}
	return transact(ctx, w.db, func(tx *sql.Tx) error {
		if _, err := one(ctx, tx, id); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM match WHERE trip = ? AND profile = ?", id, key.Profile.String()); err != nil {
			return err
		}
		var row int64
		if err := tx.QueryRowContext(ctx, "INSERT INTO match (trip, map, profile, matcher, summary) VALUES (?, ?, ?, ?, ?) RETURNING id",
			id, key.Map, key.Profile.String(), key.Matcher, encodeSummary(s)).Scan(&row); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO match_data (match, data) VALUES (?, ?)", row, data)
		return err
	})
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
		err = decode(data, &r)
	}
	return r, err == nil, explain(err)
}
