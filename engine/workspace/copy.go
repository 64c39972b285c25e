// SPDX-License-Identifier: MIT

package workspace

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"

	"roadsnap/engine/fleet"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
)

// copier adds what another workspace has and the one of the transaction lacks.
type copier struct {
	from    *sql.DB
	version int // of its schema
	to      *sql.Tx
	lenient bool // passes over what cannot be read

	ids   map[ID]ID   // in the new workspace, by those in the old one
	known map[ID]bool // IDs in the old one of trips that the new one had, or must not get
	added int
}

func newCopier(from *sql.DB, version int, to *sql.Tx) *copier {
	return &copier{from: from, version: version, to: to, ids: map[ID]ID{}, known: map[ID]bool{}}
}

// copiedPart is a row of the table of parts.
type copiedPart struct {
	replacement int64
	trip        ID
	made        bool
	before      sql.NullInt64
}

// all copies everything. An error is one of the new workspace, or of the old one unless that
// is read leniently.
func (c *copier) all(ctx context.Context) error {
	var parts []copiedPart
	hidden := map[int64][]ID{} // replaced trips by replacement
	if c.version >= 2 {
		var err error
		if parts, err = all(ctx, c.from, "SELECT replacement, trip, made, before FROM part ORDER BY 1, 2", func(rows *sql.Rows) (p copiedPart, err error) {
			err = rows.Scan(&p.replacement, &p.trip, &p.made, &p.before)
			return p, err
		}); err != nil && !c.lenient {
			return err
		}
		_, err = all(ctx, c.from, "SELECT replaced, id FROM trip WHERE replaced IS NOT NULL ORDER BY id", func(rows *sql.Rows) (none struct{}, err error) {
			var replacement int64
			var id ID
			err = rows.Scan(&replacement, &id)
			hidden[replacement] = append(hidden[replacement], id)
			return none, err
		})
		if err != nil && !c.lenient {
			return err
		}
	}
	if err := c.trips(ctx, parts, hidden); err != nil {
		return err
	}
	if err := c.replacements(ctx, parts, hidden); err != nil {
		return err
	}
	return c.rest(ctx)
}

// trips copies the trips. The new workspace keeps a trip that was replaced in the old one:
// then it does not get the parts.
func (c *copier) trips(ctx context.Context, parts []copiedPart, hidden map[int64][]ID) error {
	madeBy := map[ID]int64{}
	for _, p := range parts {
		if p.made {
			madeBy[p.trip] = p.replacement
		}
	}
	for after, holes := ID(0), 0; ; holes++ {
		ids, err := c.idsAfter(ctx, after)
		for _, id := range ids {
			skip := false
			for _, old := range hidden[madeBy[id]] {
				skip = skip || madeBy[id] != 0 && c.known[old]
			}
			if err := c.trip(ctx, id, skip); err != nil {
				return err
			}
			after = id
		}
		if err == nil {
			return nil
		}
		if !c.lenient || ctx.Err() != nil {
			return err
		}
		if holes == maxHoles {
			return nil
		}
		after++
	}
}

// idsAfter returns the IDs of trips after one, and an error if there may be more.
func (c *copier) idsAfter(ctx context.Context, after ID) (ids []ID, err error) {
	rows, err := c.from.QueryContext(ctx, "SELECT id FROM trip WHERE id > ? ORDER BY id", after)
	if err != nil {
		return nil, explain(err)
	}
	defer func() { _ = rows.Close() }() // Err reports its errors
	for rows.Next() {
		var id ID
		if err := rows.Scan(&id); err != nil {
			return ids, err
		}
		ids = append(ids, id)
	}
	return ids, explain(rows.Err())
}

// trip copies a trip that the new workspace does not have, unless it is to be skipped.
func (c *copier) trip(ctx context.Context, id ID, skip bool) error {
	of := columns
	if c.version < 2 {
		of = columnsOfVersion1
	}
	var r row
	var packed []byte
	t, err := scan(c.from.QueryRowContext(ctx, "SELECT "+of+" WHERE trip.id = ?", id))
	if err == nil {
		err = c.from.QueryRowContext(ctx, "SELECT identity, data FROM trip JOIN recording ON recording.trip = trip.id WHERE trip.id = ?", id).Scan(&r.identity, &r.recording)
	}
	if err == nil {
		err = decode(r.recording, &trace.Trip{})
	}
	if err != nil {
		if c.lenient && ctx.Err() == nil {
			return nil
		}
		return explain(err)
	}
	var kept ID
	switch err := c.to.QueryRowContext(ctx, "SELECT id FROM trip WHERE identity = ?", r.identity).Scan(&kept); {
	case err == nil:
		c.ids[id], c.known[id] = kept, true
		return nil
	case !errors.Is(err, sql.ErrNoRows):
		return err
	case skip:
		c.known[id] = true
		return nil
	}
	var content []byte
	if err := c.from.QueryRowContext(ctx, "SELECT bytes FROM trip JOIN file ON file.id = trip.file WHERE trip.id = ?", id).Scan(&packed); err == nil {
		content, err = decompress(packed)
		if err != nil && !c.lenient {
			return err
		}
	} else if !c.lenient {
		return explain(err)
	}
	return c.add(ctx, t, r, content)
}

// add adds a trip. It keeps its ID if the new workspace never used that or a higher one.
func (c *copier) add(ctx context.Context, t Trip, r row, content []byte) error {
	packed, err := compress(content) // the trip is more than its file, which may be lost
	if err != nil {
		return err
	}
	sum := sha256.Sum256(content)
	file, err := addFile(ctx, c.to, t.File, sum[:], packed)
	if err != nil {
		return err
	}
	var highest sql.NullInt64
	if err := c.to.QueryRowContext(ctx, "SELECT max(seq) FROM sqlite_sequence WHERE name = 'trip'").Scan(&highest); err != nil {
		return err
	}
	old := t.ID
	r.trip = t
	if err := addTrip(ctx, c.to, file, &r); err != nil {
		return err
	}
	if id := r.trip.ID; int64(old) > highest.Int64 {
		// Until the transaction ends, the recording may refer to an ID that is not there yet.
		if _, err := c.to.ExecContext(ctx, "PRAGMA defer_foreign_keys = ON"); err != nil {
			return err
		}
		for _, statement := range []string{
			"UPDATE recording SET trip = ?1 WHERE trip = ?2", "UPDATE trip SET id = ?1 WHERE id = ?2", "UPDATE sqlite_sequence SET seq = ?1 WHERE name = 'trip'",
		} {
			if _, err := c.to.ExecContext(ctx, statement, old, id); err != nil {
				return err
			}
		}
		r.trip.ID = old
	}
	if _, err := c.to.ExecContext(ctx, "UPDATE trip SET reviewed = ?, removed = ? WHERE id = ?", t.Reviewed, micros(t.Removed), r.trip.ID); err != nil {
		return err
	}
	c.ids[old] = r.trip.ID
	c.added++
	return nil
}

// replacements hides the replaced trips that were copied, if a part is there.
func (c *copier) replacements(ctx context.Context, parts []copiedPart, hidden map[int64][]ID) error {
	made := map[int64]int64{} // in the new workspace
	for i := 0; i < len(parts); {
		first, replacement := i, parts[i].replacement
		for i < len(parts) && parts[i].replacement == replacement {
			i++
		}
		if !c.fits(parts[first:i], hidden[replacement]) {
			continue
		}
		var id int64
		if err := c.to.QueryRowContext(ctx, "INSERT INTO replacement (made) VALUES (unixepoch() * 1000000) RETURNING id").Scan(&id); err != nil {
			return err
		}
		made[replacement] = id
		for _, old := range hidden[replacement] {
			if _, err := c.to.ExecContext(ctx, "UPDATE trip SET replaced = ?, removed = NULL WHERE id = ?", id, c.ids[old]); err != nil {
				return err
			}
		}
		for _, p := range parts[first:i] {
			trip, ok := c.ids[p.trip]
			if !ok {
				continue
			}
			before := sql.NullInt64{Int64: made[p.before.Int64], Valid: made[p.before.Int64] != 0}
			if _, err := c.to.ExecContext(ctx, "INSERT INTO part (replacement, trip, made, before) VALUES (?, ?, ?, ?)", id, trip, p.made && !c.known[p.trip], before); err != nil {
				return err
			}
		}
	}
	return nil
}

// fits reports whether a replacement can be copied: all its old trips were copied, and a part
// is there.
func (c *copier) fits(parts []copiedPart, old []ID) bool {
	there := false
	for _, p := range parts {
		there = there || c.ids[p.trip] != 0
	}
	for _, id := range old {
		if c.ids[id] == 0 || c.known[id] {
			return false
		}
	}
	return there && len(old) > 0
}

// rest copies sites, register and settings.
func (c *copier) rest(ctx context.Context) error {
	type setting struct {
		name  string
		value []byte
	}
	settings, err := all(ctx, c.from, "SELECT name, value FROM setting", func(rows *sql.Rows) (s setting, err error) {
		err = rows.Scan(&s.name, &s.value)
		return s, err
	})
	if err != nil && !c.lenient {
		return err
	}
	for _, s := range settings {
		if _, err := c.to.ExecContext(ctx, "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", s.name, s.value); err != nil {
			return err
		}
	}
	if c.version < 2 {
		return nil
	}
	sites, err := all(ctx, c.from, "SELECT id, name, lat, lon, radius FROM site ORDER BY id", func(rows *sql.Rows) (s trip.Site, err error) {
		err = rows.Scan(&s.ID, &s.Name, &s.Center.Lat, &s.Center.Lon, &s.Radius)
		return s, err
	})
	if err != nil && !c.lenient {
		return err
	}
	for _, s := range sites {
		if _, err := c.to.ExecContext(ctx, `INSERT INTO site (name, lat, lon, radius) SELECT ?1, ?2, ?3, ?4
			WHERE NOT EXISTS (SELECT 1 FROM site WHERE name = ?1 AND lat = ?2 AND lon = ?3)`, s.Name, s.Center.Lat, s.Center.Lon, s.Radius); err != nil {
			return err
		}
	}
	theirs, err := readRegister(ctx, c.from)
	if err != nil && !c.lenient {
		return err
	}
	ours, err := readRegister(ctx, c.to)
	if err != nil {
		return err
	}
	return writeRegister(ctx, c.to, union(ours, theirs))
}

// union returns a register with the entries of a second one that it lacks.
func union(r, more fleet.Register) fleet.Register {
	vehicles, drivers, assignments := map[string]bool{}, map[fleet.Driver]bool{}, map[fleet.Assignment]bool{}
	for _, v := range r.Vehicles {
		vehicles[fleet.PlateKey(v.Plate)] = true
	}
	for _, d := range r.Drivers {
		drivers[d] = true
	}
	for _, a := range r.Assignments {
		assignments[a] = true
	}
	for _, v := range more.Vehicles {
		if !vehicles[fleet.PlateKey(v.Plate)] {
			r.Vehicles = append(r.Vehicles, v)
		}
	}
	for _, d := range more.Drivers {
		if !drivers[d] {
			r.Drivers = append(r.Drivers, d)
		}
	}
	for _, a := range more.Assignments {
		if !assignments[a] {
			r.Assignments = append(r.Assignments, a)
		}
	}
	return r
}
