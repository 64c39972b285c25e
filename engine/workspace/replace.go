// SPDX-License-Identifier: MIT

package workspace

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"roadsnap/engine/correction"
	"roadsnap/engine/trace"
)

// Replace puts parts in place of trips, as to split one or to merge several. The old trips
// are listed no longer, not even in the trash, until Revert. A part that is kept already
// (by its vehicle, times and coordinates) is listed as it is, with the notes and tags of the
// old trips added; it may be one of them. A new part has the vehicle, the tags and the notes
// of the old trips, their driver if all have the same one, and the name of a single one, and their
// corrections, as [correction.Carry] returns them. All of this is done, or nothing. It returns
// the parts in order. The error wraps ErrNoTrip if an old trip is not in the list or the trash.
func (w *Workspace) Replace(ctx context.Context, old []ID, parts []trace.Trip) ([]Trip, error) {
	if len(old) == 0 || len(parts) == 0 {
		return nil, fmt.Errorf("replace %d trips by %d: %w", len(old), len(parts), ErrNoTrip)
	}
	rows := make([]row, len(parts))
	for i, p := range parts {
		var err error
		if rows[i], err = newRow("", p); err != nil {
			return nil, err
		}
	}
	var list []Trip
	err := transact(ctx, w.db, func(tx *sql.Tx) (err error) {
		list, err = replace(ctx, tx, old, rows, parts)
		return err
	})
	return list, err
}

func replace(ctx context.Context, tx *sql.Tx, old []ID, rows []row, parts []trace.Trip) ([]Trip, error) {
	var replacement, file int64
	err := tx.QueryRowContext(ctx, "INSERT INTO replacement (made) VALUES (?) RETURNING id", micros(time.Now())).Scan(&replacement)
	if err != nil {
		return nil, err
	}
	trips := make([]Trip, len(old))
	for i, id := range old {
		if trips[i], err = one(ctx, tx, id); err != nil {
			return nil, err
		}
		result, err := tx.ExecContext(ctx, "UPDATE trip SET replaced = ?, removed = NULL WHERE id = ? AND replaced IS NULL", replacement, id)
		if err != nil {
			return nil, err
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return nil, errors.Join(fmt.Errorf("%d was replaced: %w", id, ErrNoTrip), err)
		}
	}
	if err := tx.QueryRowContext(ctx, "SELECT file FROM trip WHERE id = ?", old[0]).Scan(&file); err != nil {
		return nil, err
	}
	corrected, err := sourcesOf(ctx, tx, old)
	if err != nil {
		return nil, err
	}
	var ids []ID
	for i := range rows {
		id, isNew, err := addPart(ctx, tx, replacement, file, &rows[i], trips)
		if err != nil {
			return nil, err
		}
		if l := correction.Carry(corrected, parts[i].Observations); isNew && !l.Empty() {
			if err := setCorrections(ctx, tx, id, l); err != nil {
				return nil, err
			}
		}
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	list, err := tripsOf(ctx, tx, ids)
	for i := range list {
		l, _, err := correctionsOf(ctx, tx, list[i].ID)
		if err != nil {
			return nil, err
		}
		for _, o := range l.Done {
			list[i].Corrected = append(list[i].Corrected, correction.Applied{Operation: o})
		}
	}
	return list, err
}

// sourcesOf returns the corrections of trips with their observations, nil without any.
func sourcesOf(ctx context.Context, tx *sql.Tx, old []ID) ([]correction.Source, error) {
	list, corrected := make([]correction.Source, len(old)), false
	for i, id := range old {
		l, _, err := correctionsOf(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		list[i].Log = l
		corrected = corrected || len(l.Done) > 0
	}
	if !corrected {
		return nil, nil
	}
	for i, id := range old {
		var data []byte
		if err := tx.QueryRowContext(ctx, "SELECT data FROM recording WHERE trip = ?", id).Scan(&data); err != nil {
			return nil, err
		}
		var recording trace.Trip
		if err := decode(data, &recording, recordingFields); err != nil {
			return nil, err
		}
		list[i].Observations = recording.Observations
	}
	return list, nil
}

// addPart lists a part in place of old trips, and adds it unless it is kept.
func addPart(ctx context.Context, tx *sql.Tx, replacement, file int64, r *row, old []Trip) (id ID, isNew bool, err error) {
	inherit(&r.trip, old)
	var before sql.NullInt64
	err = tx.QueryRowContext(ctx, "SELECT id, replaced FROM trip WHERE identity = ?", r.identity).Scan(&id, &before)
	isNew = errors.Is(err, sql.ErrNoRows)
	if isNew {
		err = addTrip(ctx, tx, file, r)
		id = r.trip.ID
	}
	if err != nil {
		return 0, false, err
	}
	if before.Int64 == replacement { // one of the old trips
		before = sql.NullInt64{}
	}
	if !isNew {
		known, err := one(ctx, tx, id)
		if err != nil {
			return 0, false, err
		}
		_, err = tx.ExecContext(ctx, "UPDATE trip SET replaced = NULL, removed = NULL, note = ?, tags = tags | ? WHERE id = ?",
			notes(append([]Trip{known}, old...)), r.trip.Tags, id)
		if err != nil {
			return 0, false, err
		}
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO part (replacement, trip, made, before) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", replacement, id, isNew, before)
	return id, isNew, err
}

// inherit gives a part what the user noted of the old trips.
func inherit(part *Trip, old []Trip) {
	part.Vehicle = old[0].Vehicle
	same := true
	for _, t := range old {
		part.Tags |= t.Tags
		same = same && t.Driver == old[0].Driver
	}
	if same {
		part.Driver = old[0].Driver
	}
	if len(old) == 1 {
		part.Name = old[0].Name
	}
	part.Note = notes(old)
}

// notes returns the different notes of trips, a line each.
func notes(trips []Trip) string {
	var all []string
	for _, t := range trips {
		if t.Note != "" && !slices.Contains(all, t.Note) {
			all = append(all, t.Note)
		}
	}
	return strings.Join(all, "\n")
}

// Revert undoes Replace for the trips that replaced others: it deletes those that Replace
// added, with all parts of the same replacement, and lists the old trips again. What replaced
// them in turn is undone first. It returns the trips that are listed again. The error wraps
// ErrNoTrip if a trip replaced none.
func (w *Workspace) Revert(ctx context.Context, ids ...ID) (list []Trip, err error) {
	err = transact(ctx, w.db, func(tx *sql.Tx) error {
		r := reversal{tx: tx, done: map[int64]bool{}}
		for _, id := range ids {
			var replacement int64
			err := tx.QueryRowContext(ctx, "SELECT replacement FROM part WHERE trip = ? ORDER BY replacement DESC LIMIT 1", id).Scan(&replacement)
			switch {
			case errors.Is(err, sql.ErrNoRows) && r.parts[id]: // with another of them
			case errors.Is(err, sql.ErrNoRows):
				return fmt.Errorf("%d replaced no trip: %w", id, ErrNoTrip)
			case err != nil:
				return err
			case r.parts[id]:
			default:
				if err := r.undo(ctx, replacement); err != nil {
					return err
				}
			}
		}
		back, err := numbers[ID](ctx, tx, `SELECT id FROM trip WHERE id IN (SELECT value FROM json_each(?)) AND replaced IS NULL ORDER BY first, id`, r.back)
		if err != nil {
			return err
		}
		list, err = tripsOf(ctx, tx, back)
		return err
	})
	return list, err
}

// reversal undoes replacements.
type reversal struct {
	tx    *sql.Tx
	done  map[int64]bool
	parts map[ID]bool // of the replacements that were undone
	back  []ID        // trips that were hidden
}

// undo undoes a replacement after all later ones of its parts.
func (r *reversal) undo(ctx context.Context, replacement int64) error {
	if r.done[replacement] {
		return nil
	}
	r.done[replacement] = true
	later, err := numbers[int64](ctx, r.tx, `SELECT replaced FROM trip JOIN part ON part.trip = trip.id WHERE replacement = ?1 AND replaced > ?1
		UNION SELECT newer.replacement FROM part JOIN part AS newer ON newer.trip = part.trip WHERE part.replacement = ?1 AND newer.replacement > ?1
		ORDER BY 1 DESC`, replacement)
	if err != nil {
		return err
	}
	for _, id := range later {
		if err := r.undo(ctx, id); err != nil {
			return err
		}
	}
	parts, err := numbers[ID](ctx, r.tx, "SELECT trip FROM part WHERE replacement = ?", replacement)
	if err != nil {
		return err
	}
	if r.parts == nil {
		r.parts = map[ID]bool{}
	}
	for _, id := range parts {
		r.parts[id] = true
	}
	old, err := numbers[ID](ctx, r.tx, "SELECT id FROM trip WHERE replaced = ?", replacement)
	if err != nil {
		return err
	}
	r.back = append(r.back, old...)
	for _, statement := range []string{
		"UPDATE trip SET replaced = before FROM part WHERE part.replacement = ? AND part.trip = trip.id AND made = 0",
		"UPDATE trip SET replaced = NULL WHERE replaced = ?",
		"DELETE FROM trip WHERE id IN (SELECT trip FROM part WHERE replacement = ? AND made = 1)",
		"DELETE FROM replacement WHERE id = ?",
	} {
		if _, err := r.tx.ExecContext(ctx, statement, replacement); err != nil {
			return err
		}
	}
	return nil
}

// visible returns a trip, or else the trips that replaced it and were not replaced in turn.
func visible(ctx context.Context, tx *sql.Tx, id ID) ([]ID, error) {
	return numbers[ID](ctx, tx, `WITH RECURSIVE chain (id) AS (
			VALUES (?) UNION SELECT part.trip FROM chain JOIN trip ON trip.id = chain.id JOIN part ON part.replacement = trip.replaced
		) SELECT trip.id FROM chain JOIN trip ON trip.id = chain.id WHERE replaced IS NULL ORDER BY first, trip.id`, id)
}

// numbers returns the numbers in the rows of a query. A list as argument becomes JSON.
func numbers[T ~int64](ctx context.Context, tx *sql.Tx, query string, argument any) (list []T, err error) {
	if ids, ok := argument.([]ID); ok {
		argument = jsonOf(ids)
	}
	rows, err := tx.QueryContext(ctx, query, argument)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // Err reports its errors
	for rows.Next() {
		var n T
		if err := rows.Scan(&n); err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	return list, rows.Err()
}

func tripsOf(ctx context.Context, tx *sql.Tx, ids []ID) (list []Trip, err error) {
	for _, id := range ids {
		t, err := one(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	return list, nil
}

// sweep deletes replaced trips of which no part is left.
func sweep(ctx context.Context, tx *sql.Tx) error {
	for {
		result, err := tx.ExecContext(ctx, "DELETE FROM trip WHERE replaced IS NOT NULL AND replaced NOT IN (SELECT replacement FROM part)")
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil {
			return err
		} else if n == 0 {
			break
		}
	}
	_, err := tx.ExecContext(ctx, `DELETE FROM replacement WHERE id NOT IN (SELECT replacement FROM part)`)
	return err
}
