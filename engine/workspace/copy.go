// SPDX-License-Identifier: MIT

package workspace

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"slices"

	"roadsnap/engine/fleet"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/zone"
)

// copier adds what another workspace has and the one of the transaction lacks.
type copier struct {
	from    *sql.DB
	version int // of its schema
	to      *sql.Tx
	lenient bool // passes over what cannot be read

	ids   map[ID]ID       // in the new workspace, by those in the old one
	known map[ID]bool     // IDs in the old one of trips that the new one had, or must not get
	made  map[int64]int64 // replacements in the new workspace, by those in the old one
	added int

	file copiedFile // the latest one, because trips of a file follow each other

	between func() // called after each batch; nil in use
}

// copiedFile is a file of the old workspace, and copiedTrip a trip that was read from it.
type copiedFile struct {
	id          int64
	sum, packed []byte
}

type copiedTrip struct {
	trip Trip // with the ID of the old workspace
	row  row
	file copiedFile
}

func newCopier(from *sql.DB, version int) *copier {
	return &copier{from: from, version: version, ids: map[ID]ID{}, known: map[ID]bool{}, made: map[int64]int64{}}
}

// copiedPart is a row of the table of parts.
type copiedPart struct {
	replacement int64
	trip        ID
	made        bool
	before      sql.NullInt64
}

// partsOf returns the parts by replacement, and the replaced trips.
func (c *copier) partsOf(ctx context.Context) (parts []copiedPart, hidden map[int64][]ID, err error) {
	hidden = map[int64][]ID{}
	if c.version < 2 {
		return nil, hidden, nil
	}
	if parts, err = all(ctx, c.from, "SELECT replacement, trip, made, before FROM part ORDER BY 1, 2", func(rows *sql.Rows) (p copiedPart, err error) {
		err = rows.Scan(&p.replacement, &p.trip, &p.made, &p.before)
		return p, err
	}); err != nil && !c.lenient {
		return nil, nil, err
	}
	_, err = all(ctx, c.from, "SELECT replaced, id FROM trip WHERE replaced IS NOT NULL ORDER BY id", func(rows *sql.Rows) (none struct{}, err error) {
		var replacement int64
		var id ID
		err = rows.Scan(&replacement, &id)
		hidden[replacement] = append(hidden[replacement], id)
		return none, err
	})
	if err != nil && !c.lenient {
		return nil, nil, err
	}
	return parts, hidden, nil
}

// all copies everything in one transaction. An error is one of the new workspace, or of the
// old one unless that is read leniently.
func (c *copier) all(ctx context.Context, to *sql.Tx) error {
	c.to = to
	parts, hidden, err := c.partsOf(ctx)
	if err != nil {
		return err
	}
	if err := c.trips(ctx, parts, hidden); err != nil {
		return err
	}
	if err := c.replacements(ctx, parts, hidden); err != nil {
		return err
	}
	return c.rest(ctx)
}

// batchSize is the number of trips that inBatches adds in one transaction, of some 0.2 s.
const batchSize = 100

// inBatches copies everything in several transactions. It reads the trips of each before it
// begins, so that others can change the workspace meanwhile. A trip that was replaced and its
// parts are added together. If it fails, what was added stays.
func (c *copier) inBatches(ctx context.Context, to *sql.DB) error {
	parts, hidden, err := c.partsOf(ctx)
	if err != nil {
		return err
	}
	ids, err := c.idsAfter(ctx, 0)
	if err != nil {
		return err
	}
	madeBy := madeBy(parts)
	reach := reachOf(parts, hidden)
	for len(ids) > 0 {
		n := batchEnd(ids, reach)
		batch := make([]*copiedTrip, 0, n)
		for _, id := range ids[:n] {
			t, err := c.read(ctx, id)
			if err != nil {
				return err
			}
			if t != nil {
				batch = append(batch, t)
			}
		}
		added := c.added
		err := transact(ctx, to, func(tx *sql.Tx) error {
			c.to = tx
			for _, t := range batch {
				if err := c.write(ctx, t, c.skips(hidden[madeBy[t.trip.ID]])); err != nil {
					return err
				}
			}
			first, last := ids[0], ids[n-1]
			return c.replacements(ctx, slices.DeleteFunc(slices.Clone(parts), func(p copiedPart) bool { return p.trip < first || p.trip > last }), hidden)
		})
		if err != nil {
			c.added = added
			return err
		}
		ids = ids[n:]
		if c.between != nil {
			c.between()
		}
	}
	return transact(ctx, to, func(tx *sql.Tx) error {
		c.to = tx
		return c.rest(ctx)
	})
}

// reachOf returns, for each trip that was replaced or is a part, the highest ID of the trips
// that have to be added with it.
func reachOf(parts []copiedPart, hidden map[int64][]ID) map[ID]ID {
	of := map[int64][]ID{}
	for replacement, old := range hidden {
		of[replacement] = append(of[replacement], old...)
	}
	for _, p := range parts {
		of[p.replacement] = append(of[p.replacement], p.trip)
	}
	reach := map[ID]ID{}
	for _, ids := range of {
		last := slices.Max(ids)
		for _, id := range ids {
			reach[id] = max(reach[id], last)
		}
	}
	return reach
}

// batchEnd returns how many of the sorted IDs are a batch: batchSize, or as many more as have
// to be added with them.
func batchEnd(ids []ID, reach map[ID]ID) int {
	last := ID(0)
	for i, id := range ids {
		if last = max(last, reach[id]); i+1 >= batchSize && id >= last {
			return i + 1
		}
	}
	return len(ids)
}

// madeBy returns the replacement that made a part.
func madeBy(parts []copiedPart) map[ID]int64 {
	by := map[ID]int64{}
	for _, p := range parts {
		if p.made {
			by[p.trip] = p.replacement
		}
	}
	return by
}

// skips reports whether the parts of replaced trips are left out, because the new workspace
// has one of those.
func (c *copier) skips(replaced []ID) bool {
	return slices.ContainsFunc(replaced, func(id ID) bool { return c.known[id] })
}

// trips copies the trips. The new workspace keeps a trip that was replaced in the old one:
// then it does not get the parts.
func (c *copier) trips(ctx context.Context, parts []copiedPart, hidden map[int64][]ID) error {
	madeBy := madeBy(parts)
	for after, holes := ID(0), 0; ; holes++ {
		ids, err := c.idsAfter(ctx, after)
		for _, id := range ids {
			t, err := c.read(ctx, id)
			if err == nil && t != nil {
				err = c.write(ctx, t, c.skips(hidden[madeBy[id]]))
			}
			if err != nil {
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

// read reads a trip; it is nil if it is damaged and the old workspace is read leniently.
func (c *copier) read(ctx context.Context, id ID) (*copiedTrip, error) {
	of := columns
	if c.version < 2 {
		of = columnsOfVersion1
	}
	t := &copiedTrip{}
	var file int64
	var err error
	t.trip, err = scan(c.from.QueryRowContext(ctx, "SELECT "+of+" WHERE trip.id = ?", id))
	if err == nil {
		err = c.from.QueryRowContext(ctx, "SELECT identity, file, data FROM trip JOIN recording ON recording.trip = trip.id WHERE trip.id = ?", id).Scan(&t.row.identity, &file, &t.row.recording)
	}
	if err == nil {
		err = decode(t.row.recording, &trace.Trip{}, recordingFields)
	}
	if err == nil {
		t.file, err = c.readFile(ctx, file)
	}
	if err != nil {
		if c.lenient && ctx.Err() == nil {
			return nil, nil
		}
		return nil, explain(err)
	}
	t.row.trip = t.trip
	return t, nil
}

// readFile reads a file. A damaged one is empty if the old workspace is read leniently,
// because the trip is more than its file.
func (c *copier) readFile(ctx context.Context, id int64) (f copiedFile, err error) {
	if c.file.id == id {
		return c.file, nil
	}
	f.id = id
	var content []byte
	if err = c.from.QueryRowContext(ctx, "SELECT bytes FROM file WHERE id = ?", id).Scan(&f.packed); err == nil {
		content, err = decompress(f.packed)
	}
	if err != nil {
		if !c.lenient {
			return f, err
		}
		if f.packed, err = compress(nil); err != nil {
			return f, err
		}
		content = nil
	}
	sum := sha256.Sum256(content)
	f.sum = sum[:]
	c.file = f
	return f, nil
}

// write adds a trip that the new workspace does not have, unless it is to be skipped. It
// keeps its ID if the new workspace never used that or a higher one.
func (c *copier) write(ctx context.Context, copied *copiedTrip, skip bool) error {
	t, r := copied.trip, copied.row
	old := t.ID
	var kept ID
	switch err := c.to.QueryRowContext(ctx, "SELECT id FROM trip WHERE identity = ?", r.identity).Scan(&kept); {
	case err == nil:
		c.ids[old], c.known[old] = kept, true
		return nil
	case !errors.Is(err, sql.ErrNoRows):
		return err
	case skip:
		c.known[old] = true
		return nil
	}
	file, err := addFile(ctx, c.to, t.File, copied.file.sum, copied.file.packed)
	if err != nil {
		return err
	}
	var highest sql.NullInt64
	if err := c.to.QueryRowContext(ctx, "SELECT max(seq) FROM sqlite_sequence WHERE name = 'trip'").Scan(&highest); err != nil {
		return err
	}
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
	return c.copyCorrections(ctx, old, r.trip.ID)
}

// replacements hides the replaced trips that were copied, if a part is there.
func (c *copier) replacements(ctx context.Context, parts []copiedPart, hidden map[int64][]ID) error {
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
		c.made[replacement] = id
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
			before := sql.NullInt64{Int64: c.made[p.before.Int64], Valid: c.made[p.before.Int64] != 0}
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

// rest copies zones, register and settings.
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
	zones, err := c.zones(ctx)
	if err != nil && !c.lenient {
		return err
	}
	if err := addZones(ctx, c.to, zones); err != nil {
		return err
	}
	theirs, err := readRegisterOf(ctx, c.from, c.version)
	if err != nil && !c.lenient {
		return err
	}
	ours, err := readRegister(ctx, c.to)
	if err != nil {
		return err
	}
	return writeRegister(ctx, c.to, union(ours, theirs))
}

// zones returns the zones of the old workspace. Before version 3 there were only named places.
func (c *copier) zones(ctx context.Context) ([]zone.Zone, error) {
	if c.version >= 3 {
		return readZones(ctx, c.from, "")
	}
	return all(ctx, c.from, "SELECT id, name, lat, lon, radius FROM site ORDER BY id", func(rows *sql.Rows) (zone.Zone, error) {
		var s trip.Site
		err := rows.Scan(&s.ID, &s.Name, &s.Center.Lat, &s.Center.Lon, &s.Radius)
		return zone.OfSite(s), err
	})
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
