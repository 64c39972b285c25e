// SPDX-License-Identifier: MIT

package workspace

import (
	"context"
	"database/sql"
	"fmt"

	"roadsnap/engine/geo"
	"roadsnap/engine/zone"
)

// zoneTables replaces the named places by zones, of which they are the circles. They keep
// their numbers.
const zoneTables = `
CREATE TABLE zone (
	id     INTEGER PRIMARY KEY AUTOINCREMENT, -- never used again
	name   TEXT NOT NULL,
	kind   TEXT NOT NULL,              -- zone.Kind
	team   TEXT NOT NULL DEFAULT '',   -- the group, whose name is a keyword
	color  INTEGER NOT NULL DEFAULT 0, -- zone.Color
	hidden INTEGER NOT NULL DEFAULT 0,
	lat    REAL, lon REAL,             -- the centre of a circle
	size   REAL,                       -- the radius of a circle or the width of a corridor (metres)
	code   TEXT NOT NULL DEFAULT '',   -- of a ward or province
	lines  BLOB                        -- the line of a corridor, or the rings of a polygon; see lines.go
) STRICT;
INSERT INTO zone (id, name, kind, lat, lon, size) SELECT id, name, 'circle', lat, lon, radius FROM site;
DELETE FROM sqlite_sequence WHERE name = 'zone';
UPDATE sqlite_sequence SET name = 'zone' WHERE name = 'site';
DROP TABLE site;
`

const zoneColumns = "name, kind, team, color, hidden, lat, lon, size, code, lines"

// Zones returns the zones by name. Named places are among them.
func (w *Workspace) Zones(ctx context.Context) ([]zone.Zone, error) { return readZones(ctx, w.db, "") }

// readZones returns the zones that meet a condition, "" for all.
func readZones(ctx context.Context, q lister, where string, args ...any) ([]zone.Zone, error) {
	scan := func(rows *sql.Rows) (z zone.Zone, err error) {
		var lat, lon, size sql.NullFloat64
		var lines []byte
		if err := rows.Scan(&z.ID, &z.Name, &z.Kind, &z.Group, &z.Color, &z.Hidden, &lat, &lon, &size, &z.Code, &lines); err != nil {
			return z, err
		}
		z.Center = geo.Point{Lat: lat.Float64, Lon: lon.Float64}
		if z.Kind == zone.Corridor {
			z.Width = size.Float64
		} else {
			z.Radius = size.Float64
		}
		if lines == nil {
			return z, nil
		}
		decoded, err := decodeLines(lines)
		switch {
		case err != nil:
			return z, fmt.Errorf("zone %q: %w", z.Name, err)
		case z.Kind == zone.Corridor && len(decoded) == 1:
			z.Line = decoded[0]
		default:
			z.Rings = decoded
		}
		return z, nil
	}
	return all(ctx, q, "SELECT id, "+zoneColumns+" FROM zone "+where+" ORDER BY name, id", scan, args...)
}

// readZone returns a zone. The error wraps ErrNoSite.
func readZone(ctx context.Context, q lister, id int64) (zone.Zone, error) {
	list, err := readZones(ctx, q, "WHERE id = ?", id)
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("%d: %w", id, ErrNoSite)
	}
	if err != nil {
		return zone.Zone{}, err
	}
	return list[0], nil
}

// zoneValues returns the values of zoneColumns.
func zoneValues(z *zone.Zone) []any {
	var lat, lon, size, lines any
	switch z.Kind {
	case zone.Circle:
		lat, lon, size = z.Center.Lat, z.Center.Lon, z.Radius
	case zone.Corridor:
		size, lines = z.Width, encodeLines(z.Line)
	case zone.Polygon:
		lines = encodeLines(z.Rings...)
	}
	code := ""
	if z.Kind == zone.Ward || z.Kind == zone.Province {
		code = z.Code
	}
	return []any{z.Name, string(z.Kind), z.Group, int64(z.Color), z.Hidden, lat, lon, size, code, lines}
}

// ZoneChange is a change of zones that was made: those that it changed or removed as they were
// before, and those that it changed or added as they are after it.
type ZoneChange struct{ Before, After []zone.Zone }

// Back returns the change that takes c back.
func (c ZoneChange) Back() ZoneChange { return ZoneChange{c.After, c.Before} }

// SetZones changes the zones with their IDs, and adds those whose ID is 0; all or none. Those
// after the change are in the order of zones. IDs are never given to another zone. Coordinates of
// lines and rings are rounded to 1e-7°. The error wraps zone.ErrShape or ErrNoSite.
func (w *Workspace) SetZones(ctx context.Context, zones ...zone.Zone) (ZoneChange, error) {
	for i := range zones {
		if err := zones[i].Check(); err != nil {
			return ZoneChange{}, fmt.Errorf("%q: %w", zones[i].Name, err)
		}
	}
	return w.changeZones(ctx, func(tx *sql.Tx) (c ZoneChange, err error) {
		c.After = append(c.After, zones...)
		for i := range c.After {
			z := &c.After[i]
			if z.ID != 0 {
				before, err := readZone(ctx, tx, z.ID)
				if err != nil {
					return c, err
				}
				c.Before = append(c.Before, before)
			}
			if err := putZone(ctx, tx, z); err != nil {
				return c, err
			}
		}
		return c, nil
	})
}

// RemoveZones deletes zones, all or none. The error wraps ErrNoSite.
func (w *Workspace) RemoveZones(ctx context.Context, ids ...int64) (ZoneChange, error) {
	return w.changeZones(ctx, func(tx *sql.Tx) (c ZoneChange, err error) {
		for _, id := range ids {
			z, err := readZone(ctx, tx, id)
			if err == nil {
				err = removeZone(ctx, tx, id)
			}
			if err != nil {
				return c, err
			}
			c.Before = append(c.Before, z)
		}
		return c, nil
	})
}

// ChangeZones makes a change again that another method has returned, or takes it back if it is
// given c.Back(). Zones get the IDs that they had. Those that are gone meanwhile are added again.
func (w *Workspace) ChangeZones(ctx context.Context, c ZoneChange) error {
	_, err := w.changeZones(ctx, func(tx *sql.Tx) (ZoneChange, error) {
		for i := range c.Before {
			if err := removeZone(ctx, tx, c.Before[i].ID); err != nil {
				return c, err
			}
		}
		for _, z := range c.After {
			if err := putZone(ctx, tx, &z); err != nil {
				return c, err
			}
		}
		return c, nil
	})
	return err
}

// changeZones runs change as a transaction.
func (w *Workspace) changeZones(ctx context.Context, change func(tx *sql.Tx) (ZoneChange, error)) (c ZoneChange, err error) {
	err = transact(ctx, w.db, func(tx *sql.Tx) error {
		c, err = change(tx)
		return err
	})
	if err != nil {
		return ZoneChange{}, err
	}
	return c, nil
}

// putZone adds a zone, in place of the one with its ID. It sets an ID that is 0.
func putZone(ctx context.Context, tx *sql.Tx, z *zone.Zone) error {
	const query = "INSERT OR REPLACE INTO zone (" + zoneColumns + ", id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, nullif(?, 0)) RETURNING id"
	return tx.QueryRowContext(ctx, query, append(zoneValues(z), z.ID)...).Scan(&z.ID)
}

// removeZone deletes a zone, if it is there.
func removeZone(ctx context.Context, tx *sql.Tx, id int64) error {
	_, err := tx.ExecContext(ctx, "DELETE FROM zone WHERE id = ?", id)
	return err
}

// addZones adds the zones of another workspace that this one does not have.
func addZones(ctx context.Context, tx *sql.Tx, zones []zone.Zone) error {
	for i := range zones {
		_, err := tx.ExecContext(ctx, `INSERT INTO zone (`+zoneColumns+`) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10
			WHERE NOT EXISTS (SELECT 1 FROM zone WHERE name = ?1 AND kind = ?2 AND lat IS ?6 AND lon IS ?7 AND code = ?9 AND lines IS ?10)`, zoneValues(&zones[i])...)
		if err != nil {
			return err
		}
	}
	return nil
}
