// SPDX-License-Identifier: MIT

package workspace

import (
	"context"
	"database/sql"
	"slices"

	"roadsnap/engine/fleet"
)

// Register returns the register of vehicles, drivers and assignments, as it was set.
func (w *Workspace) Register(ctx context.Context) (fleet.Register, error) {
	return readRegister(ctx, w.db)
}

// lister is a database or a transaction.
type lister interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

func readRegister(ctx context.Context, q lister) (r fleet.Register, err error) {
	return readRegisterOf(ctx, q, len(migrations))
}

// readRegisterOf reads the register of a workspace with an older schema, too.
func readRegisterOf(ctx context.Context, q lister, version int) (r fleet.Register, err error) {
	legal := "transport, body, seats, payload"
	if version < 4 {
		legal = "'', '', 0, 0"
	}
	r.Vehicles, err = all(ctx, q, "SELECT plate, kind, team, norm, "+legal+" FROM vehicle ORDER BY rowid", func(rows *sql.Rows) (v fleet.Vehicle, err error) {
		err = rows.Scan(&v.Plate, &v.Kind, &v.Group, &v.Norm, &v.Transport, &v.Body, &v.Seats, &v.Payload)
		return v, err
	})
	if err != nil {
		return r, err
	}
	r.Drivers, err = all(ctx, q, "SELECT name, licence, phone FROM driver ORDER BY rowid", func(rows *sql.Rows) (d fleet.Driver, err error) {
		err = rows.Scan(&d.Name, &d.Licence, &d.Phone)
		return d, err
	})
	if err != nil {
		return r, err
	}
	r.Assignments, err = all(ctx, q, "SELECT plate, driver, first, until FROM assignment ORDER BY rowid", func(rows *sql.Rows) (a fleet.Assignment, err error) {
		var from, to sql.NullInt64
		err = rows.Scan(&a.Plate, &a.Driver, &from, &to)
		a.From, a.To = fromMicros(from), fromMicros(to)
		return a, err
	})
	return r, err
}

// all returns the rows of a query.
func all[T any](ctx context.Context, q lister, query string, scan func(*sql.Rows) (T, error), args ...any) (list []T, err error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, explain(err)
	}
	defer func() { _ = rows.Close() }() // Err reports its errors
	for rows.Next() {
		value, err := scan(rows)
		if err != nil {
			return nil, explain(err)
		}
		list = append(list, value)
	}
	return list, explain(rows.Err())
}

// SetRegister keeps a register in place of one that Register has returned. If another process
// has changed that one since, it keeps the changes of both; see fleet.Register.Rebase. It
// returns what it has kept. Times are kept in microseconds and UTC.
func (w *Workspace) SetRegister(ctx context.Context, before, r fleet.Register) (fleet.Register, error) {
	err := w.UpdateRegister(ctx, func(now fleet.Register) fleet.Register {
		if !sameRegister(now, before) {
			r = now.Rebase(before, r)
		}
		return r
	})
	return r, err
}

// sameRegister reports whether a kept register is another one.
func sameRegister(kept, other fleet.Register) bool {
	same := func(a, b fleet.Assignment) bool {
		return a.Plate == b.Plate && a.Driver == b.Driver && micros(a.From) == micros(b.From) && micros(a.To) == micros(b.To)
	}
	return slices.Equal(kept.Vehicles, other.Vehicles) && slices.Equal(kept.Drivers, other.Drivers) && slices.EqualFunc(kept.Assignments, other.Assignments, same)
}

// UpdateRegister keeps what change makes of the register, with no change of another process in
// between. change must not change what its argument holds.
func (w *Workspace) UpdateRegister(ctx context.Context, change func(fleet.Register) fleet.Register) error {
	return transact(ctx, w.db, func(tx *sql.Tx) error {
		r, err := readRegister(ctx, tx)
		if err != nil {
			return err
		}
		return writeRegister(ctx, tx, change(r))
	})
}

func writeRegister(ctx context.Context, tx *sql.Tx, r fleet.Register) error {
	for _, table := range []string{"vehicle", "driver", "assignment"} {
		if _, err := tx.ExecContext(ctx, "DELETE FROM "+table); err != nil {
			return err
		}
	}
	for _, v := range r.Vehicles {
		if _, err := tx.ExecContext(ctx, "INSERT INTO vehicle (plate, kind, team, norm, transport, body, seats, payload) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
			v.Plate, v.Kind, v.Group, v.Norm, string(v.Transport), string(v.Body), v.Seats, v.Payload); err != nil {
			return err
		}
	}
	for _, d := range r.Drivers {
		if _, err := tx.ExecContext(ctx, "INSERT INTO driver (name, licence, phone) VALUES (?, ?, ?)", d.Name, d.Licence, d.Phone); err != nil {
			return err
		}
	}
	for _, a := range r.Assignments {
		if _, err := tx.ExecContext(ctx, "INSERT INTO assignment (plate, driver, first, until) VALUES (?, ?, ?, ?)", a.Plate, a.Driver, micros(a.From), micros(a.To)); err != nil {
			return err
		}
	}
	return nil
}
