// SPDX-License-Identifier: MIT

package workspace

import (
	"context"
	"database/sql"
	"errors"
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
func (w *Workspace) Zones(ctx context.Context) ([]zone.Zone, error) { return readZones(ctx, w.db) }

func readZones(ctx context.Context, q lister) ([]zone.Zone, error) {
	return all(ctx, q, "SELECT id, "+zoneColumns+" FROM zone ORDER BY name, id", func(rows *sql.Rows) (z zone.Zone, err error) {
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
	})
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

// SetZones changes the zones with their IDs, and adds those whose ID is 0; all or none. It
// returns them with their IDs, which are never used again. Coordinates of lines and rings are
// rounded to 1e-7°. The error wraps zone.ErrShape or ErrNoSite.
func (w *Workspace) SetZones(ctx context.Context, zones ...zone.Zone) ([]zone.Zone, error) {
	list := append([]zone.Zone(nil), zones...)
	for i := range list {
		if err := list[i].Check(); err != nil {
			return nil, fmt.Errorf("%q: %w", list[i].Name, err)
		}
	}
	err := transact(ctx, w.db, func(tx *sql.Tx) error {
		for i := range list {
			z := &list[i]
			query := "UPDATE zone SET (" + zoneColumns + ") = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ? RETURNING id"
			if z.ID == 0 {
				query = "INSERT INTO zone (" + zoneColumns + ", id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, nullif(?, 0)) RETURNING id"
			}
			err := tx.QueryRowContext(ctx, query, append(zoneValues(z), z.ID)...).Scan(&z.ID)
			if errors.Is(err, sql.ErrNoRows) {
				err = fmt.Errorf("%d: %w", z.ID, ErrNoSite)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}

// RemoveZones deletes zones, all or none. The error wraps ErrNoSite.
func (w *Workspace) RemoveZones(ctx context.Context, ids ...int64) error {
	return transact(ctx, w.db, func(tx *sql.Tx) error {
		for _, id := range ids {
			if err := removeZone(ctx, tx, "DELETE FROM zone WHERE id = ?", id); err != nil {
				return err
			}
		}
		return nil
	})
}

func removeZone(ctx context.Context, tx *sql.Tx, statement string, id int64) error {
	result, err := tx.ExecContext(ctx, statement, id)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return errors.Join(fmt.Errorf("%d: %w", id, ErrNoSite), err)
	}
	return nil
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
