// SPDX-License-Identifier: MIT

package workspace

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"roadsnap/engine/trip"
	"roadsnap/engine/zone"
)

// Sites returns the named places by name: the zones that are circles.
func (w *Workspace) Sites(ctx context.Context) ([]trip.Site, error) {
	return all(ctx, w.db, "SELECT id, name, lat, lon, size FROM zone WHERE kind = 'circle' ORDER BY name, id", func(rows *sql.Rows) (s trip.Site, err error) {
		err = rows.Scan(&s.ID, &s.Name, &s.Center.Lat, &s.Center.Lon, &s.Radius)
		return s, err
	})
}

// SetSite changes the site with its ID, or adds it if the ID is 0. It returns the site with
// its ID. IDs are never used again. Group and colour of the zone stay. The error wraps
// zone.ErrShape or ErrNoSite.
func (w *Workspace) SetSite(ctx context.Context, s trip.Site) (trip.Site, error) {
	z := zone.OfSite(s)
	if err := z.Check(); err != nil {
		return s, fmt.Errorf("%q: %w", s.Name, err)
	}
	query := "UPDATE zone SET name = ?, lat = ?, lon = ?, size = ? WHERE id = ? AND kind = 'circle' RETURNING id"
	if s.ID == 0 {
		query = "INSERT INTO zone (name, lat, lon, size, id, kind) VALUES (?, ?, ?, ?, nullif(?, 0), 'circle') RETURNING id"
	}
	err := transact(ctx, w.db, func(tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, query, s.Name, s.Center.Lat, s.Center.Lon, s.Radius, s.ID).Scan(&s.ID)
		if errors.Is(err, sql.ErrNoRows) {
			err = fmt.Errorf("%d: %w", s.ID, ErrNoSite)
		}
		return err
	})
	return s, err
}

// RemoveSite deletes a site. The error wraps ErrNoSite.
func (w *Workspace) RemoveSite(ctx context.Context, id int64) error {
	return transact(ctx, w.db, func(tx *sql.Tx) error {
		return removeZone(ctx, tx, "DELETE FROM zone WHERE id = ? AND kind = 'circle'", id)
	})
}
