// SPDX-License-Identifier: MIT

package workspace

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"roadsnap/engine/correction"
	"roadsnap/engine/errclass"
	"roadsnap/engine/match"
)

// correctionTables are the tables of corrections by hand.
const correctionTables = `
CREATE TABLE correction (
	trip  INTEGER PRIMARY KEY REFERENCES trip ON DELETE CASCADE,
	log   BLOB NOT NULL,             -- correction.Log, JSON
	unmet BLOB NOT NULL DEFAULT x'7b7d' -- match.UnmetReason by index of the operation, JSON; of the last match
) STRICT;
`

// ErrChanged is returned by [Workspace.SetMatch] if the corrections have changed since.
var ErrChanged = errclass.New(errclass.Internal, "the corrections of the trip have changed")

// Corrections returns the corrections of a trip, the zero Log without any. The error wraps
// ErrNoTrip or ErrDamaged.
func (w *Workspace) Corrections(ctx context.Context, id ID) (correction.Log, error) {
	if _, err := w.Trip(ctx, id); err != nil {
		return correction.Log{}, err
	}
	l, _, err := correctionsOf(ctx, w.db, id)
	return l, err
}

// Applied returns the corrections of a trip, with those that its last match does not follow.
// The error wraps ErrNoTrip or ErrDamaged.
func (w *Workspace) Applied(ctx context.Context, id ID) ([]correction.Applied, error) {
	l, err := w.Corrections(ctx, id)
	if err != nil || len(l.Done) == 0 {
		return nil, err
	}
	var reasons []byte
	if err := w.db.QueryRowContext(ctx, "SELECT unmet FROM correction WHERE trip = ?", id).Scan(&reasons); err != nil {
		return nil, explain(err)
	}
	unmet := map[int]match.UnmetReason{}
	if err := json.Unmarshal(reasons, &unmet); err != nil {
		return nil, fmt.Errorf("corrections of trip %d: %w: %w", id, ErrDamaged, err)
	}
	list := make([]correction.Applied, len(l.Done))
	for i, o := range l.Done {
		list[i] = correction.Applied{Operation: o, Unmet: unmet[i]}
	}
	return list, nil
}

// correctionsOf returns the corrections of a trip, and their JSON.
func correctionsOf(ctx context.Context, q querier, id ID) (l correction.Log, data []byte, err error) {
	err = q.QueryRowContext(ctx, "SELECT log FROM correction WHERE trip = ?", id).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return l, nil, nil
	}
	if err != nil {
		return l, nil, explain(err)
	}
	if err := json.Unmarshal(data, &l); err != nil {
		return l, nil, fmt.Errorf("corrections of trip %d: %w: %w", id, ErrDamaged, err)
	}
	return l, data, nil
}

// UpdateCorrections keeps what change makes of the corrections of a trip, with no change of
// another process in between, and removes the matches of the trip. It returns what it has
// kept. The error wraps ErrNoTrip or ErrDamaged, or is that of change.
func (w *Workspace) UpdateCorrections(ctx context.Context, id ID, change func(correction.Log) (correction.Log, error)) (l correction.Log, err error) {
	err = transact(ctx, w.db, func(tx *sql.Tx) error {
		if _, err := one(ctx, tx, id); err != nil {
			return err
		}
		before, _, err := correctionsOf(ctx, tx, id)
		if err != nil {
			return err
		}
		if l, err = change(before); err != nil {
			return err
		}
		return setCorrections(ctx, tx, id, l)
	})
	return l, err
}

func setCorrections(ctx context.Context, tx *sql.Tx, id ID, l correction.Log) error {
	if _, err := tx.ExecContext(ctx, "DELETE FROM match WHERE trip = ?", id); err != nil {
		return err
	}
	if l.Empty() {
		_, err := tx.ExecContext(ctx, "DELETE FROM correction WHERE trip = ?", id)
		return err
	}
	data, err := json.Marshal(l)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO correction (trip, log) VALUES (?, ?) ON CONFLICT (trip) DO UPDATE SET log = excluded.log, unmet = excluded.unmet", id, data)
	return err
}

// unmetOf returns the reasons of those that are not followed, by index in l.Done.
func unmetOf(l correction.Log, applied []correction.Applied) map[int]match.UnmetReason {
	unmet, next := map[int]match.UnmetReason{}, 0
	for _, a := range applied {
		at := slices.IndexFunc(l.Done[next:], func(o correction.Operation) bool { return o == a.Operation })
		if at < 0 {
			break
		}
		if next += at + 1; a.Unmet != "" {
			unmet[next-1] = a.Unmet
		}
	}
	return unmet
}

// addCorrections adds the corrections to trips that are sorted by ID. Damaged ones are as if
// there were none.
func addCorrections(ctx context.Context, tx *sql.Tx, list []Trip) error {
	_, err := all(ctx, tx, "SELECT trip, log, unmet FROM correction", func(rows *sql.Rows) (none struct{}, err error) {
		var id ID
		var data, reasons []byte
		if err := rows.Scan(&id, &data, &reasons); err != nil {
			return none, err
		}
		at, found := slices.BinarySearchFunc(list, id, func(t Trip, id ID) int { return cmp.Compare(t.ID, id) })
		var l correction.Log
		unmet := map[int]match.UnmetReason{}
		if !found || json.Unmarshal(data, &l) != nil || json.Unmarshal(reasons, &unmet) != nil {
			return none, nil //nolint:nilerr // a damaged log is no reason to list no trips
		}
		for i, o := range l.Done {
			list[at].Corrected = append(list[at].Corrected, correction.Applied{Operation: o, Unmet: unmet[i]})
		}
		return none, nil
	})
	return err
}

// copyCorrections copies the corrections of a trip of an old workspace that has version 3 or
// later.
func (c *copier) copyCorrections(ctx context.Context, old, to ID) error {
	if c.version < 3 {
		return nil
	}
	l, _, err := correctionsOf(ctx, c.from, old)
	if err != nil {
		if c.lenient && ctx.Err() == nil {
			return nil
		}
		return err
	}
	return setCorrections(ctx, c.to, to, l)
}
