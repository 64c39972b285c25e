// SPDX-License-Identifier: MIT

package workspace

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/trace"
)

const columns = `trip.id, vehicle, trip.name, file.name, first, last, points, raw, south, west, north, east, note, tags, reviewed, added, removed, driver, device, identity
	FROM trip JOIN file ON file.id = trip.file`

// columnsOfVersion1 are the columns in a database of version 1.
const columnsOfVersion1 = `trip.id, vehicle, trip.name, file.name, first, last, points, raw, south, west, north, east, note, tags, reviewed, added, removed, '', '', identity
	FROM trip JOIN file ON file.id = trip.file`

// scan reads a row of columns.
func scan(row interface{ Scan(...any) error }) (t Trip, err error) {
	var first, last, added, removed sql.NullInt64
	var box [4]sql.NullFloat64
	var identity []byte
	err = row.Scan(&t.ID, &t.Vehicle, &t.Name, &t.File, &first, &last, &t.Points, &t.Raw,
		&box[0], &box[1], &box[2], &box[3], &t.Note, &t.Tags, &t.Reviewed, &added, &removed, &t.Driver, &t.Device, &identity)
	copy(t.Identity[:], identity)
	t.First, t.Last, t.Added, t.Removed = fromMicros(first), fromMicros(last), fromMicros(added), fromMicros(removed)
	if t.Bounds = geo.NoBounds; box[0].Valid {
		t.Bounds = geo.Bounds{South: box[0].Float64, West: box[1].Float64, North: box[2].Float64, East: box[3].Float64}
	}
	return t, err
}

// querier is a database or a transaction.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func one(ctx context.Context, q querier, id ID) (Trip, error) {
	t, err := scan(q.QueryRowContext(ctx, "SELECT "+columns+" WHERE trip.id = ?", id))
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("%d: %w", id, ErrNoTrip)
	}
	return t, explain(err)
}

// Trip returns a trip, in the trash or not. The error wraps ErrNoTrip.
func (w *Workspace) Trip(ctx context.Context, id ID) (Trip, error) { return one(ctx, w.db, id) }

// Setting returns the value that SetSetting kept under a name, nil if there is none.
func (w *Workspace) Setting(ctx context.Context, name string) (value []byte, err error) {
	err = w.db.QueryRowContext(ctx, "SELECT value FROM setting WHERE name = ?", name).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return value, explain(err)
}

// SetSetting keeps a value under a name.
func (w *Workspace) SetSetting(ctx context.Context, name string, value []byte) error {
	return transact(ctx, w.db, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value", name, value)
		return err
	})
}

// Recording returns the trip as it was read. The error wraps ErrNoTrip or ErrDamaged.
func (w *Workspace) Recording(ctx context.Context, id ID) (t trace.Trip, err error) {
	data, err := w.value(ctx, "SELECT data FROM recording WHERE trip = ?", id)
	if err == nil {
		err = decode(data, &t, recordingFields)
	}
	return t, err
}

// File returns the name and the bytes of the file that a trip was read from. The error
// wraps ErrNoTrip or ErrDamaged.
func (w *Workspace) File(ctx context.Context, id ID) (name string, content []byte, err error) {
	data, err := w.value(ctx, "SELECT bytes FROM trip JOIN file ON file.id = trip.file WHERE trip.id = ?", id)
	if err != nil {
		return "", nil, err
	}
	t, err := w.Trip(ctx, id)
	if err != nil {
		return "", nil, err
	}
	content, err = decompress(data)
	return t.File, content, err
}

// value returns the one large value of a query about a trip.
func (w *Workspace) value(ctx context.Context, query string, id ID) (data []byte, err error) {
	err = w.db.QueryRowContext(ctx, query, id).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("%d: %w", id, ErrNoTrip)
	}
	return data, explain(err)
}

// Edit is a change of trips; what is nil stays.
type Edit struct {
	Name     *string
	Vehicle  *string
	Driver   *string
	Note     *string
	Reviewed *bool
	SetTags  Tags // added to the trip's tags
	NoTags   Tags // taken from them
}

// Edit changes trips, all or none. The error wraps ErrNoTrip.
func (w *Workspace) Edit(ctx context.Context, e Edit, ids ...ID) error {
	return w.each(ctx, ids, `UPDATE trip SET name = coalesce(?, name), vehicle = coalesce(?, vehicle), driver = coalesce(?, driver), note = coalesce(?, note),
		reviewed = coalesce(?, reviewed), tags = (tags | ?) & ~? WHERE id = ?`, e.Name, e.Vehicle, e.Driver, e.Note, e.Reviewed, e.SetTags, e.NoTags)
}

// Remove moves trips to the trash, and Restore takes them out of it; all or none. The
// error wraps ErrNoTrip, by Remove also for a trip that was replaced by others.
func (w *Workspace) Remove(ctx context.Context, ids ...ID) error {
	return w.each(ctx, ids, "UPDATE trip SET removed = ? WHERE id = ? AND replaced IS NULL", micros(time.Now()))
}

// Restore takes trips out of the trash.
func (w *Workspace) Restore(ctx context.Context, ids ...ID) error {
	return w.each(ctx, ids, "UPDATE trip SET removed = NULL WHERE id = ?")
}

// each executes a statement for each trip, with the trip's ID as the last argument.
func (w *Workspace) each(ctx context.Context, ids []ID, statement string, args ...any) error {
	return transact(ctx, w.db, func(tx *sql.Tx) error {
		for _, id := range ids {
			result, err := tx.ExecContext(ctx, statement, append(args[:len(args):len(args)], id)...)
			if err != nil {
				return err
			}
			if n, err := result.RowsAffected(); err != nil || n == 0 {
				return errors.Join(fmt.Errorf("%d: %w", id, ErrNoTrip), err)
			}
		}
		return nil
	})
}

// TrashTime is how long a trip stays in the trash.
const TrashTime = 30 * 24 * time.Hour

// EmptyTrash deletes the trips that were moved to the trash before a time, and the files
// that no other trip came from; also replaced trips of which no part is left. It returns the number of trips.
func (w *Workspace) EmptyTrash(ctx context.Context, before time.Time) (n int64, err error) {
	err = transact(ctx, w.db, func(tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, "DELETE FROM trip WHERE removed < ? AND replaced IS NULL", before.UnixMicro())
		if err != nil {
			return err
		}
		if n, err = result.RowsAffected(); err != nil || n == 0 {
			return err
		}
		if err := sweep(ctx, tx); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "DELETE FROM file WHERE id NOT IN (SELECT file FROM trip)")
		return err
	})
	return n, err
}
