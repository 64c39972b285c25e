// SPDX-License-Identifier: MIT

package workspace

import (
	"context"
	"database/sql"
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

// SetSite changes the site with its ID, or adds it if the ID is 0. Group, colour and visibility of
// the zone stay. The error wraps zone.ErrShape or ErrNoSite.
func (w *Workspace) SetSite(ctx context.Context, s trip.Site) (ZoneChange, error) {
	z := zone.OfSite(s)
	if err := z.Check(); err != nil {
		return ZoneChange{}, fmt.Errorf("%q: %w", s.Name, err)
	}
	return w.changeZones(ctx, func(tx *sql.Tx) (c ZoneChange, err error) {
		if s.ID != 0 {
			before, err := readZone(ctx, tx, s.ID)
			if err == nil && before.Kind != zone.Circle {
				err = fmt.Errorf("%d: %w", s.ID, ErrNoSite)
			}
			if err != nil {
				return c, err
			}
			c.Before = append(c.Before, before)
			z.Group, z.Color, z.Hidden = before.Group, before.Color, before.Hidden
		}
		err = putZone(ctx, tx, &z)
		c.After = append(c.After, z)
		return c, err
	})
}
