// SPDX-License-Identifier: MIT

package workspace

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"

	"roadsnap/engine/trip"
)

// Sites returns the named places by name.
func (w *Workspace) Sites(ctx context.Context) ([]trip.Site, error) {
	return all(ctx, w.db, "SELECT id, name, lat, lon, radius FROM site ORDER BY name, id", func(rows *sql.Rows) (s trip.Site, err error) {
		err = rows.Scan(&s.ID, &s.Name, &s.Center.Lat, &s.Center.Lon, &s.Radius)
		return s, err
	})
}

// SetSite changes the site with its ID, or adds it if the ID is 0. It returns the site with
// its ID. IDs are never used again. The error wraps ErrSite or ErrNoSite.
func (w *Workspace) SetSite(ctx context.Context, s trip.Site) (trip.Site, error) {
	if !s.Center.Valid() || !(s.Radius > 0) || math.IsInf(s.Radius, 1) {
		return s, fmt.Errorf("%q at %v with a radius of %v m: %w; give a radius above 0", s.Name, s.Center, s.Radius, ErrSite)
	}
	query := "UPDATE site SET name = ?, lat = ?, lon = ?, radius = ? WHERE id = ? RETURNING id"
	if s.ID == 0 {
		query = "INSERT INTO site (name, lat, lon, radius, id) VALUES (?, ?, ?, ?, nullif(?, 0)) RETURNING id"
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
		result, err := tx.ExecContext(ctx, "DELETE FROM site WHERE id = ?", id)
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return errors.Join(fmt.Errorf("%d: %w", id, ErrNoSite), err)
		}
		return nil
	})
}
